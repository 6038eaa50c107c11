import gzip
import io
import json
import os
import threading
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from sitemine.acquire import open_source, read
from sitemine.errors import SourceError, UsageError
from sitemine.records import Outcome, Page

HTML = "<!doctype html><p>words"
ROW = json.dumps({"url": "https://x.org/1", "html": HTML}).encode()
HTTP = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + HTML.encode()
WARC = (
    (
        b"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://x.org/1\r\nWARC-Date: 2024-05-01T12:00:00Z\r\n"
        b"Content-Type: application/http;msgtype=response\r\nContent-Length: %d\r\n\r\n" % len(HTTP)
    )
    + HTTP
    + b"\r\n\r\n"
)
KINDS = {"warc": WARC, "jsonl": ROW, "file": HTML.encode()}


class Unseekable(io.RawIOBase):
    def __init__(self, data):
        self.data = io.BytesIO(data)

    def readable(self):
        return True

    def readinto(self, buffer):
        return self.data.readinto(buffer)


@pytest.mark.parametrize(
    ("name", "data", "kind"),
    [
        ("a.warc", WARC, "warc"),
        ("a.WARC.gz", gzip.compress(WARC), "warc"),
        ("a.jsonl", ROW, "jsonl"),
        ("a.ndjson.gz", gzip.compress(ROW), "jsonl"),
        ("a.html", HTML.encode(), "file"),
        ("a.htm.gz", gzip.compress(HTML.encode()), "file"),
        ("no-ending", WARC, "warc"),
        ("a.dat", ROW, "jsonl"),
        ("a.gz", gzip.compress(WARC), "warc"),
        ("a.bin", b"\n" + HTML.encode(), "file"),
    ],
)
def test_a_file_is_known_by_its_name_or_its_first_bytes(tmp_path, name, data, kind):
    path = tmp_path / name
    path.write_bytes(data)

    source = open_source(str(path), base="https://x.org/")

    assert (source.kind, source.name) == (kind, str(path))
    assert [page.outcome for page in source] == [page.outcome for page in source] == [Outcome.OK]


def test_folders_lists_and_parquet_are_known(tmp_path):
    (tmp_path / "f").mkdir()
    (tmp_path / "f/a.html").write_text(HTML)
    (tmp_path / "list.txt").write_text("f/a.html\thttps://x.org/2\n")
    parquet.write_table(pa.table({"url": ["https://x.org/3"], "html": [HTML]}), tmp_path / "a.parquet")

    sources = [open_source(tmp_path / name) for name in ("f", "list.txt", "a.parquet")]

    assert [source.kind for source in sources] == ["folder", "list", "parquet"]
    assert [page.url for page in read([tmp_path / "list.txt", tmp_path / "a.parquet"])] == [
        "https://x.org/2",
        "https://x.org/3",
    ]


@pytest.mark.parametrize(
    "wrapped", [io.BytesIO, lambda data: io.BufferedReader(Unseekable(data))], ids=["file", "pipe"]
)
@pytest.mark.parametrize("packed", [bytes, gzip.compress], ids=["plain", "gzip"])
@pytest.mark.parametrize("kind", KINDS)
def test_standard_input_is_known_by_its_first_bytes(monkeypatch, kind, packed, wrapped):
    class Stdin:
        buffer = wrapped(packed(KINDS[kind]))

    monkeypatch.setattr("sys.stdin", Stdin)

    source = open_source("-")

    assert source.kind == kind
    assert [page.outcome for page in source] == [Outcome.OK]


def test_a_page_from_standard_input_bears_the_base_or_its_own_address():
    (named,) = read(io.BytesIO(HTML.encode()), base="https://x.org/a")
    (telling,) = read(io.BytesIO(b'<link rel=canonical href="https://x.org/b"><p>'))
    (unnamed,) = read(io.BytesIO(HTML.encode()))

    assert [named.url, telling.url, unnamed.url] == ["https://x.org/a", "https://x.org/b", "https://stdin.invalid/"]


def test_a_named_pipe_is_read_as_a_stream(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=lambda: path.write_bytes(ROW))
    writer.start()

    pages = list(read(path))
    writer.join()

    assert [page.url for page in pages] == ["https://x.org/1"]


def test_pages_in_memory_come_as_they_are():
    page = Page("https://x.org/", b"<p>", status=404)

    assert list(read([page, ("b", "<p>"), ["c", b""]])) == [
        page,
        Page("b", "<p>"),
        Page("c", b"", outcome=Outcome.EMPTY),
    ]
    assert list(read({"https://x.org/": "<p>"})) == [Page("https://x.org/", "<p>")]
    assert list(read(iter([page, page]))) == [page, page]
    assert list(read([])) == []


def test_pages_in_memory_are_taken_one_at_a_time():
    taken = []
    pages = read((taken.append(n), Page(str(n)))[1] for n in range(10))

    next(pages)

    assert len(taken) <= 2


def test_several_sources_are_read_one_after_the_other(tmp_path):
    (tmp_path / "a.jsonl").write_bytes(ROW)

    pages = list(read([tmp_path / "a.jsonl", io.BytesIO(WARC), str(tmp_path / "a.jsonl")]))

    assert [page.url for page in pages] == ["https://x.org/1"] * 3


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("none.warc", "no such file or folder; a source is a folder"),
        ("none", "no such file or folder"),
        ("a" * 5_000, "cannot be opened"),
        ("https://example.org/", "`sitemine mine` and `sitemine.crawl_site`"),
        ("HTTP://example.org", "`sitemine mine` and `sitemine.crawl_site`"),
        ("<p>words</p>", "markup is no source"),
        ("", "is no path"),
        ("a\x00b", "is no path"),
        (b"<p>", "a lone page is no source"),
        (Page("x"), "a lone page is no source"),
        (7, "a int is no source"),
        (None, "a NoneType is no source"),
        ([7], "item 0: a int is neither a Page nor a pair"),
        ([("a", 7)], "item 0: a tuple is neither"),
        (["none.html"], "no such file"),
        (io.BytesIO(), "is empty"),
        (io.StringIO("<p>"), "is open as text"),
        (io.BytesIO(b"words"), "neither WARC nor"),
        (Path("tests.zip"), "no such file"),
    ],
)
def test_what_is_no_source_is_refused_at_once_and_in_one_line(source, said):
    with pytest.raises(SourceError, match=said) as caught:
        open_source(source)

    assert "\n" not in str(caught.value)


def test_a_later_item_that_is_no_page_is_refused_with_its_place():
    with pytest.raises(SourceError, match="item 1: a NoneType"):
        list(read([("a", "<p>"), None]))


def test_a_file_of_another_kind_is_refused(tmp_path):
    (tmp_path / "a.zip").write_bytes(b"PK\x03\x04")

    with pytest.raises(SourceError, match="no kind of file that holds pages"):
        open_source(tmp_path / "a.zip")


def test_a_base_that_is_no_address_is_refused():
    with pytest.raises(UsageError, match="base must be"):
        open_source([], base="example.org")
