import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from bench import data
from bench.data import Gold, Source


@pytest.fixture
def folder(tmp_path):
    page = {"id": "7", "url": None, "page_type": "article", "html": b"<p>x", "text": "x", "title": None, "date": None}
    page |= {"author": None}
    pq.write_table(pa.Table.from_pylist([page | {"must": ["x"], "mustnot": None}]), tmp_path / data.WCXB)
    toc = {"site": "s", "url": "https://s.example/", "role": "toc", "html": b"<a href=1>", "text": "one"}
    toc |= {"title": None, "date": None, "entries": [{"url": "https://s.example/1", "text": "one"}]}
    article = {"site": "t", "url": "https://t.example/", "role": "article", "html": b"<p>y", "text": "y"}
    article |= {"title": "Y", "date": "2020-01-02", "entries": None}
    pq.write_table(pa.Table.from_pylist([toc, article]), tmp_path / data.SITES)
    return tmp_path


def test_the_gold_of_single_pages_is_read(folder):
    assert data.wcxb_gold(folder) == [Gold("7", "article", "x", must=("x",))]


def test_a_page_without_url_gets_one(folder):
    assert list(data.wcxb_sources(folder, {"7"})) == [Source("7", "https://example.org/7", b"<p>x")]


def test_the_gold_of_sites_is_read(folder):
    toc, article = data.sites_gold(folder)

    assert toc == Gold("https://s.example/", "s", "one", role="toc", entries=frozenset({"https://s.example/1"}))
    assert article == Gold("https://t.example/", "t", "y", title="Y", date="2020-01-02", role="article")


def test_only_the_pages_asked_for_are_read(folder):
    keys = [source.key for source in data.sites_sources(folder, {"https://t.example/"})]

    assert keys == ["https://t.example/"]
    assert [source.key for source in data.site_sources(folder, "s")] == ["https://s.example/"]


def test_a_sample_is_the_same_pages_whatever_their_order():
    golds = [Gold(str(number), "", "") for number in range(50)]

    forward, backward = data.sampled(golds, 7), data.sampled(golds[::-1], 7)

    assert forward == backward[::-1]
    assert len(forward) == 7
    assert data.sampled(golds, 0) == golds


def test_batches_hold_everything_in_order():
    assert list(data.batched("abcde", 2)) == [["a", "b"], ["c", "d"], ["e"]]
