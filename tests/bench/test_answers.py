import pytest
from bench import peers
from bench.data import Source
from bench.quality.answers import Answer, Cache, _answer, guarded, peer_answers

PAGE = Source("k", "https://x.example/", b"<p>text")


class Toy:
    name = "toy"
    version = "1"

    def extract(self, html: bytes, _url: str, /) -> str:
        return html.decode()


def test_what_a_contestant_raises_becomes_an_empty_answer_under_its_name():
    def ask(source):
        raise RecursionError(source.url)

    assert guarded(ask, PAGE, Answer(text="")) == Answer(text="", failed="RecursionError")


def test_a_cached_answer_is_read_again_by_the_same_version_only(tmp_path):
    Cache(tmp_path, Toy()).put([(PAGE, Answer(text="kept", failed=""))])
    newer = Toy()
    newer.version = "2"

    assert Cache(tmp_path, Toy()).get(PAGE) == Answer(text="kept")
    assert Cache(tmp_path, newer).get(PAGE) is None


@pytest.mark.parametrize("other", [Source("k", "https://y.example/", PAGE.html), Source("k", PAGE.url, b"<p>new")])
def test_another_url_or_other_bytes_are_not_in_the_cache(tmp_path, other):
    cache = Cache(tmp_path, Toy())
    cache.put([(PAGE, Answer(text="kept"))])

    assert cache.get(other) is None


def test_without_a_folder_nothing_is_remembered():
    cache = Cache(None, Toy())
    cache.put([(PAGE, Answer(text="kept"))])

    assert cache.get(PAGE) is None


def test_a_peer_is_asked_in_a_process_of_its_own_and_once_for_each_page(tmp_path):
    peer = peers.load("all-text")
    pages = [PAGE, Source("l", "https://x.example/l", b"<title>t</title><p>more")]

    first = peer_answers(peer, pages, 1, Cache(tmp_path, peer))
    (tmp_path / f"all-text-{peer.version}.jsonl").write_text(
        (tmp_path / f"all-text-{peer.version}.jsonl").read_text().replace("more", "remembered")
    )
    second = peer_answers(peer, pages, 1, Cache(tmp_path, peer))

    assert first == {"k": Answer(text="text"), "l": Answer(text="more")}
    assert second["l"] == Answer(text="remembered")


class Telling(Toy):
    def said(self, _html: bytes, url: str, /) -> peers.Said:
        return peers.Said("Tides", "2024-03-09", url)


def test_a_peer_that_tells_more_than_text_is_asked_for_it():
    assert _answer(Toy(), PAGE) == Answer(text="<p>text")
    assert _answer(Telling(), PAGE) == Answer(text="<p>text", title="Tides", date="2024-03-09", authors=PAGE.url)
