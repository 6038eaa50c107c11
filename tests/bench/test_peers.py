import importlib.util

import pytest
from bench import peers
from bench.peers.markup import decoded


def test_every_peer_has_a_file_of_its_own():
    modules = [path.partition(":")[0] for path in peers.CLASSES.values()]

    assert len(set(modules)) == len(modules)
    assert all(importlib.util.find_spec(module) for module in modules)


def test_all_and_none_and_a_list_choose_peers():
    assert peers.chosen("all") == list(peers.CLASSES)
    assert peers.chosen("none") == []
    assert peers.chosen("goose3, justext") == ["goose3", "justext"]


def test_an_unknown_peer_is_refused_by_name():
    with pytest.raises(peers.MissingPeerError, match="no such peer: nobody"):
        peers.chosen("all-text,nobody")


def test_a_peer_that_is_not_installed_is_named(monkeypatch):
    monkeypatch.setitem(peers.CLASSES, "ghost", "bench.peers.ghost:Ghost")

    with pytest.raises(peers.MissingPeerError, match="not installed: No module named"):
        peers.load("ghost")


@pytest.mark.parametrize(
    "html",
    [
        "<meta charset=gb2312>中文".encode("gb2312"),
        "<p>中文中文".encode(),
        "<meta charset=euc-jp>中文".encode("euc-jp"),
    ],
)
def test_bytes_are_decoded_by_their_declaration_or_by_what_they_are(html):
    assert "中文" in decoded(html)


def test_all_text_leaves_out_the_head_and_scripts():
    html = b"<title>t</title><script>s()</script><nav>menu</nav><p>text"

    assert peers.load("all-text").extract(html, "https://x.example/").split() == ["menu", "text"]
