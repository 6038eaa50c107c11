import gzip
import io
import zlib
from datetime import UTC, datetime

import pytest
from fastwarc.stream_io import BrotliWriter, Lz4Writer, ZstdWriter

from sitemine.acquire.streams import Pipe
from sitemine.acquire.warc import read_warc
from sitemine.errors import SourceError
from sitemine.options import Limits
from sitemine.records import Outcome

HTML = b"<!doctype html><title>t</title>" + b"".join(b"<p>%d words</p>" % (n * n) for n in range(200))


def record(
    number=1,
    body=HTML,
    *,
    kind="response",
    head="",
    status="200 OK",
    media="text/html",
    url=None,
    extra="",
    size=None,
    block=None,
):
    if kind == "response" and block is None:
        first = f"HTTP/1.1 {status}\r\n"
        headers = f"Content-Type: {media}\r\n" if media else ""
        body = f"{first}{headers}{head}\r\n".encode() + body
    body = body if block is None else block
    size = len(body) if size is None else size
    url = f"https://example.org/{number}" if url is None else url
    lines = (
        f"WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:{number}>\r\nWARC-Date: 2024-05-0{number % 9 + 1}T12:00:00Z\r\n"
        f"WARC-Target-URI: {url}\r\nContent-Type: {'application/http;msgtype=response' if kind == 'response' else media}\r\n"
        f"{extra}Content-Length: {size}\r\n\r\n"
    )
    return lines.encode() + body + b"\r\n\r\n"


def coded(writer, data):
    class Kept(io.BytesIO):
        def close(self):
            self.kept = self.getvalue()

    kept = Kept()
    stream = writer(kept)
    while data:
        data = data[stream.write(data) :]
    stream.close()
    return getattr(kept, "kept", None) or kept.getvalue()


def coded_as(coding, data):
    if coding in {"br", "zstd"}:
        return coded(BrotliWriter if coding == "br" else ZstdWriter, data)
    return gzip.compress(data) if coding == "gzip" else zlib.compress(data)


PACKED = {
    "plain": bytes,
    "gzip": gzip.compress,
    "zstd": lambda data: coded(ZstdWriter, data),
    "lz4": lambda data: coded(Lz4Writer, data),
}


def pages(data, **options):
    return list(read_warc(io.BytesIO(data), **options))


def outcomes(data, **options):
    return [(page.url.rpartition("/")[2], page.outcome) for page in pages(data, **options)]


@pytest.mark.parametrize("packed", PACKED.values(), ids=PACKED)
def test_pages_come_in_the_order_of_the_file(packed):
    found = pages(b"".join(packed(record(number)) for number in (3, 1, 2)))

    assert [page.url for page in found] == [f"https://example.org/{number}" for number in (3, 1, 2)]
    assert {page.html for page in found} == {HTML}
    assert {page.outcome for page in found} == {Outcome.OK}


@pytest.mark.parametrize("name", ["a.warc", "a.warc.gz"])
def test_a_file_is_read_by_its_path(tmp_path, name):
    path = tmp_path / name
    path.write_bytes(PACKED["gzip" if name.endswith("gz") else "plain"](record()))

    assert [page.html for page in read_warc(path)] == [HTML]


def test_a_page_carries_time_and_headers():
    (page,) = pages(record(2, head="X-A: 1\r\nx-a: 2\r\n"))

    assert page.time == datetime(2024, 5, 3, 12, tzinfo=UTC)
    assert page.headers == {"content-type": "text/html", "x-a": "1, 2"}


CODINGS = {
    "gzip": gzip.compress(HTML),
    "x-gzip": gzip.compress(HTML[:100]) + gzip.compress(HTML[100:]),
    "deflate": zlib.compress(HTML),
    "Deflate": zlib.compress(HTML, wbits=-15),
    "br": coded(BrotliWriter, HTML),
    "zstd": coded(ZstdWriter, HTML),
    "gzip, br": coded(BrotliWriter, gzip.compress(HTML)),
    "identity": HTML,
}


@pytest.mark.parametrize("coding", CODINGS)
def test_a_content_coding_is_undone(coding):
    (page,) = pages(record(body=CODINGS[coding], head=f"Content-Encoding: {coding}\r\n"))

    assert (page.html, page.outcome) == (HTML, Outcome.OK)


def test_a_chunked_and_coded_body_is_undone():
    body = gzip.compress(HTML)
    chunks = b"%x;x=y\r\n%b\r\n%x\r\n%b\r\n0\r\nTrailer: 1\r\n\r\n" % (100, body[:100], len(body) - 100, body[100:])

    (page,) = pages(record(body=chunks, head="Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n"))

    assert (page.html, page.outcome) == (HTML, Outcome.OK)


@pytest.mark.parametrize(
    "head", ["Content-Encoding: gzip\r\n", "Content-Encoding: br\r\n", "Transfer-Encoding: chunked\r\n"]
)
def test_a_body_that_was_undone_before_it_was_stored_is_kept(head):
    (page,) = pages(record(head=head))

    assert (page.html, page.outcome) == (HTML, Outcome.OK)


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd"])
def test_a_coded_body_that_ends_early_keeps_its_beginning(coding):
    html = HTML * 200
    body = coded_as(coding, html)

    (page,) = pages(record(body=body[:-40], head=f"Content-Encoding: {coding}\r\n"))

    assert page.outcome is Outcome.TRUNCATED
    assert html.startswith(page.html)
    assert len(page.html) > 1_000


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd"])
def test_a_bomb_is_named_and_not_kept(coding):
    zeros = bytes(17 << 20)
    body = coded_as(coding, zeros)

    (page,) = pages(record(body=body, head=f"Content-Encoding: {coding}\r\n"))

    assert (page.html, page.outcome) == (b"", Outcome.BOMB)


def test_a_page_beyond_the_limit_is_named_and_not_kept():
    limits = Limits(bytes=1_000)
    big = b"<p>" + bytes(range(256)) * 400

    assert outcomes(record(1, big) + record(2, b"<p>small"), limits=limits) == [
        ("1", Outcome.TOO_LARGE),
        ("2", Outcome.OK),
    ]
    assert outcomes(record(1, gzip.compress(HTML), head="Content-Encoding: gzip\r\n"), limits=limits) == [
        ("1", Outcome.TOO_LARGE)
    ]


def test_an_unknown_coding_is_named():
    (page,) = pages(record(body=b"\x01\x02", head="Content-Encoding: lzma\r\n"))

    assert page.outcome is Outcome.BAD_RECORD
    assert "lzma" in page.detail


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        ("301 Moved", Outcome.REDIRECTED),
        ("307 X", Outcome.REDIRECTED),
        ("404 Not Found", Outcome.BAD_STATUS),
        ("503", Outcome.BAD_STATUS),
    ],
)
def test_a_response_without_page_keeps_its_status(status, outcome):
    (page,) = pages(record(status=status, head="Location: /new\r\n"))

    assert (page.outcome, page.status, page.html) == (outcome, int(status[:3]), b"")


@pytest.mark.parametrize(
    "media",
    [
        "text/html; charset=x",
        "TEXT/HTML",
        "application/xhtml+xml",
        "",
        "application/octet-stream",
        "text/html, text/html",
    ],
)
def test_a_page_is_known_by_type_or_by_its_first_bytes(media):
    assert outcomes(record(media=media)) == [("1", Outcome.OK)]


@pytest.mark.parametrize(
    ("media", "body"),
    [
        ("application/pdf", b"%PDF-1.4"),
        ("text/plain", b"words"),
        ("text/html", b"%PDF-1.4"),
        ("application/rss+xml", b"<rss>"),
        ("", b"words"),
    ],
)
def test_a_document_of_another_kind_is_named(media, body):
    assert outcomes(record(media=media, body=body)) == [("1", Outcome.NOT_HTML)]


@pytest.mark.parametrize(
    "unwanted",
    [
        record(media="image/png"),
        record(media="text/css"),
        record(media="application/javascript; x"),
        record(media="application/ld+json"),
        record(media="font/woff2"),
        record(url="https://example.org/robots.txt", media="text/plain"),
        record(url="https://example.org/a.PNG", status="404 Not Found"),
        record(url="dns:example.org", media="text/dns"),
        record(status="304 Not Modified"),
        record(kind="request"),
        record(kind="revisit"),
        record(kind="metadata"),
        record(kind="resource", media="text/plain", body=b"a log"),
        record(kind="resource", url="metadata://x/y"),
    ],
)
def test_what_nobody_asked_for_as_a_page_is_passed_over(unwanted):
    assert outcomes(unwanted + record(7)) == [("7", Outcome.OK)]


def test_a_resource_record_with_a_page_is_a_page():
    (page,) = pages(record(kind="resource", url="<https://example.org/wget>"))

    assert (page.url, page.html, page.outcome) == ("https://example.org/wget", HTML, Outcome.OK)


def test_a_response_without_http_head_is_a_page():
    (page,) = pages(record(block=HTML))

    assert (page.html, page.outcome) == (HTML, Outcome.OK)


def test_a_head_with_bare_line_feeds_is_understood():
    (page,) = pages(record(block=b"HTTP/1.0 200\nContent-Type: text/html\n\n" + HTML))

    assert (page.html, page.headers) == (HTML, {"content-type": "text/html"})


def test_a_very_long_head_is_understood():
    (page,) = pages(record(head=f"X: {'a' * 20_000}\r\n" * 2))

    assert page.html == HTML


def test_a_page_that_the_crawler_cut_is_truncated():
    (page,) = pages(record(extra="WARC-Truncated: length\r\n"))

    assert (page.html, page.outcome) == (HTML, Outcome.TRUNCATED)


def test_an_empty_body_is_empty():
    assert outcomes(record(body=b" ")) == [("1", Outcome.EMPTY)]


@pytest.mark.parametrize("packed", PACKED.values(), ids=PACKED)
def test_a_truncated_file_keeps_every_page_before(packed):
    found = pages(b"".join(packed(record(number)) for number in (1, 2, 3))[:-120])

    assert [page.html for page in found[:2]] == [HTML, HTML]
    assert [page.outcome in {Outcome.TRUNCATED, Outcome.BAD_RECORD} for page in found[2:]] == [True]


@pytest.mark.parametrize("packed", [PACKED["plain"], PACKED["gzip"]], ids=["plain", "gzip"])
def test_a_truncated_record_keeps_its_page(packed):
    found = pages(packed(record(1)) + packed(record(2))[:-300])

    assert found[1].url == "https://example.org/2"
    assert HTML.startswith(found[1].html)
    assert len(found[1].html) > 100


@pytest.mark.parametrize("garbage", [b"garbage", b"\x00" * 5_000, b"\x1f\x8b\x08nonsense"])
@pytest.mark.parametrize("packed", PACKED.values(), ids=PACKED)
def test_reading_goes_on_behind_garbage(packed, garbage):
    before = packed(record(1)) + packed(record(2))

    found = pages(before + garbage + packed(record(3)) + packed(record(4)))

    assert [page.url[-2:] for page in found if page.outcome is Outcome.OK] == ["/1", "/2", "/3", "/4"]
    assert [
        page.outcome in {Outcome.BAD_RECORD, Outcome.TRUNCATED} for page in found if page.outcome is not Outcome.OK
    ] == [True]


@pytest.mark.parametrize("packed", [PACKED["gzip"], PACKED["zstd"]], ids=["gzip", "zstd"])
def test_reading_goes_on_behind_a_broken_frame(packed):
    middle = bytearray(packed(record(2)))
    middle[-200:-100] = b"\xff" * 100

    found = pages(packed(record(1)) + bytes(middle) + packed(record(3)))

    assert [page.url[-2:] for page in found if page.outcome is Outcome.OK] == ["/1", "/3"]
    assert len(found) == 3


def test_garbage_in_front_does_not_hide_the_pages():
    found = outcomes(b"garbage\r\n" + record(1))

    assert ("1", Outcome.OK) in found
    assert len(found) == 2


@pytest.mark.parametrize("size", [90_000, 999_999_999_999])
def test_a_record_that_claims_too_much_does_not_swallow_the_next(size):
    found = pages(record(1) + record(2, size=size) + record(3))

    assert [page.url[-2:] for page in found] == ["/1", "/2", "/3"]
    assert found[1].outcome in {Outcome.TRUNCATED, Outcome.TOO_LARGE}
    assert found[2].outcome is Outcome.OK
    assert b"WARC/1.1" not in found[1].html


@pytest.mark.parametrize("size", [300, -3, 10**30, 0])
def test_a_record_that_claims_too_little_does_not_hide_the_next(size):
    found = pages(record(1) + record(2, size=size) + record(3))

    assert [page.url[-2:] for page in found if page.outcome is Outcome.OK and page.html == HTML] == ["/1", "/3"]


def test_a_page_that_quotes_a_warc_is_not_taken_apart_after_a_break():
    quoted = b"<pre>\r\n\r\n" + record(8) + b"</pre>"

    found = outcomes(record(1, quoted) + b"garbage" + record(2))

    assert [number for number, outcome in found if outcome is Outcome.OK] == ["1", "2"]


def test_a_break_is_told_by_file_name_and_place(tmp_path):
    path = tmp_path / "crawl.warc"
    path.write_bytes(record(1) + b"garbage")

    *_, page = read_warc(path)

    assert (page.url, page.outcome) == ("crawl.warc#byte-0", Outcome.BAD_RECORD)
    assert page.detail


@pytest.mark.parametrize("data", [gzip.compress(record(1)) * 2, record(1) * 2])
def test_a_pipe_is_read_without_seeking(data):
    found = list(read_warc(io.BufferedReader(Pipe(data[:3], io.BytesIO(data[3:])))))

    assert [page.html for page in found] == [HTML, HTML]


def test_a_pipe_ends_at_its_first_break():
    data = record(1) + b"garbage" + record(2)

    assert [page.outcome for page in read_warc(io.BufferedReader(Pipe(b"", io.BytesIO(data))))] == [
        Outcome.OK,
        Outcome.BAD_RECORD,
    ]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "no WARC record"),
        (b"<html>" * 100, "no WARC record"),
        (gzip.compress(b"<html>" * 100), "no WARC record"),
        (b"filedesc://x.arc 0.0.0.0 20140102 text/plain 73\n1 0 X\n", "ARC file"),
        (gzip.compress(b"filedesc://x.arc 0.0.0.0 20140102 text/plain 73\n1 0 X\n"), "ARC file"),
    ],
)
def test_a_file_without_any_record_is_refused(tmp_path, data, said):
    path = tmp_path / "a.warc.gz"
    path.write_bytes(data)

    with pytest.raises(SourceError, match=said):
        list(read_warc(path))


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(SourceError, match="cannot be opened"):
        list(read_warc(tmp_path / "none.warc"))


def test_any_damage_leaves_a_list_of_pages():
    whole = gzip.compress(record(1)) + record(2, gzip.compress(HTML), head="Content-Encoding: gzip\r\n") + record(3)

    for place in range(0, len(whole), 37):
        cut, flipped = whole[:place], whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :]
        for data in (cut, flipped):
            try:
                found = pages(data)
            except SourceError:
                continue
            assert all(page.outcome in Outcome for page in found)
