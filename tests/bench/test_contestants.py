from bench.data import Source
from bench.speed.contestants import Contestant, each, mostly_text, ready, registry

PAGES = [Source("1", "https://x.example/1", b"abc"), Source("2", "https://x.example/2", b"de")]


def test_a_stage_includes_the_stages_before_it():
    run = each("binascii:hexlify", "builtins:len")()

    assert run(PAGES) == [6, 4]


def test_stages_and_peers_are_in_one_registry():
    names = list(registry(["all-text"]))

    assert "turbohtml.parse" in names
    assert names[-1] == "all-text"


def test_a_peer_runs_as_a_contestant():
    run = registry(["all-text"])["all-text"].setup()

    assert run(PAGES) == ["abc", "de"]


def test_a_contestant_that_cannot_be_set_up_comes_with_the_reason():
    ghost, odd, toy = (
        Contestant("ghost", each("no_such_module:run")),
        Contestant("odd", each("builtins:no_such_name")),
        Contestant("toy", each("builtins:len")),
    )

    found = {contestant.name: run for contestant, run in ready([ghost, odd, toy])}

    assert "no_such_module" in found["ghost"]
    assert "no_such_name" in found["odd"]
    assert found["toy"](PAGES) == [3, 2]


def test_text_on_half_of_the_pages_is_enough():
    assert mostly_text(["text", ""]) == ""
    assert mostly_text(["text", " ", ""]) == "text on 1 of 3 pages only"
    assert mostly_text([b"bytes"]) == "text on 0 of 1 pages only"
