import pytest
from bench.data import Source
from bench.speed.contestants import Contestant, each, mostly_text
from bench.speed.rounds import Timing, complaints, timed

BATCHES = [[Source(str(number), "https://x.example/", b"x" * number)] for number in (1, 2, 3)]


def recorder(name, log):
    def run(batch):
        log.append((name, batch[0].key))
        return [None]

    return run


def test_contestants_take_every_batch_in_turn_and_none_is_always_first():
    log = []

    timings = timed({"a": recorder("a", log), "b": recorder("b", log)}, BATCHES, rounds=2)

    one_round = [("a", "1"), ("b", "1"), ("b", "2"), ("a", "2"), ("a", "3"), ("b", "3")]
    assert log == one_round * 2
    assert [len(timing.rounds) for timing in timings.values()] == [2, 2]
    assert timings["a"].pages == 3
    assert timings["a"].size == 6


def test_best_and_median_are_rates_over_all_pages():
    timing = Timing((2.0, 1.0, 4.0), pages=100, size=3_000_000)

    assert timing.best == 100
    assert timing.middle == 50
    assert timing.megabytes == pytest.approx(3)


def test_outputs_that_differ_from_their_twin_are_named_before_anything_is_timed():
    plain = Contestant("plain", each("builtins:len"))
    twin = Contestant("twin", each("builtins:len"), like="plain")
    silent = Contestant("silent", each("builtins:len"), mostly_text)
    outputs = {"plain": [1, 2], "twin": [1, 2], "silent": ["", ""]}

    assert complaints([plain, twin, silent], outputs) == {"silent": "text on 0 of 2 pages only"}
    assert complaints([plain, twin], outputs | {"twin": [1, 3]}) == {"twin": "differs from plain"}


def test_a_contestant_without_output_is_named():
    assert complaints([Contestant("mute", each("builtins:len"))], {"mute": []}) == {"mute": "gives nothing"}
