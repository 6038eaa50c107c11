import gzip
import io
import json
import sys
from datetime import UTC, datetime

import pyarrow as pa
import pytest
from pyarrow import parquet

from sitemine.acquire.rows import read_jsonl, read_parquet
from sitemine.errors import MissingExtraError, SourceError
from sitemine.options import Limits
from sitemine.records import Outcome

URL = "https://x.org/1"
HTML = "<p>wörds"


def pages(*rows, **options):
    data = b"\n".join(row if isinstance(row, bytes) else json.dumps(row).encode() for row in rows)
    return list(read_jsonl(io.BytesIO(data), **options))


def outcomes(*rows, **options):
    return [(page.url, page.outcome) for page in pages(*rows, **options)]


@pytest.mark.parametrize("name", ["html", "content", "body"])
def test_markup_is_known_by_three_names(name):
    (page,) = pages({"url": URL, name: HTML, "other": [1]})

    assert (page.url, page.html, page.outcome) == (URL, HTML, Outcome.OK)


def test_html_comes_before_the_other_names():
    assert pages({"url": URL, "body": "b", "html": "h", "content": "c"})[0].html == "h"


def test_a_packed_file_is_unpacked_by_its_first_bytes(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(gzip.compress(json.dumps({"url": URL, "html": HTML}).encode()))

    assert [page.html for page in read_jsonl(path)] == [HTML]


@pytest.mark.parametrize(
    "time", ["2024-05-01T14:00:00+02:00", "2024-05-01T12:00:00Z", "2024-05-01 12:00:00", 1714564800, 1714564800.0]
)
def test_time_is_aware_and_utc(time):
    (page,) = pages({"url": URL, "html": HTML, "time": time})

    assert page.time == datetime(2024, 5, 1, 12, tzinfo=UTC)
    assert page.time.utcoffset().total_seconds() == 0


@pytest.mark.parametrize("time", ["yesterday", 1e300, [], None, ""])
def test_a_time_that_cannot_be_read_is_none(time):
    (page,) = pages({"url": URL, "html": HTML, "time": time})

    assert (page.time, page.outcome) == (None, Outcome.OK)


def test_status_and_headers_are_kept():
    good, bad, moved = pages(
        {"url": URL, "html": HTML, "headers": {"Content-Type": "text/html", "X": 1}},
        {"url": URL, "html": HTML, "status": 404},
        {"url": URL, "status": 301},
    )

    assert (good.headers, good.status) == ({"content-type": "text/html"}, 200)
    assert (bad.outcome, bad.html, bad.status) == (Outcome.BAD_STATUS, b"", 404)
    assert moved.outcome is Outcome.REDIRECTED


@pytest.mark.parametrize(
    "row",
    [
        b"{",
        b"nonsense",
        b"7",
        b'"x"',
        b"[" * 100_000,
        {"html": HTML},
        {"url": "", "html": HTML},
        {"url": 7, "html": HTML},
        b'{"url": "a"} x',
    ],
)
def test_a_bad_line_is_told_and_reading_goes_on(row):
    assert outcomes({"url": URL, "html": HTML}, row, b"", {"url": URL, "html": HTML}) == [
        (URL, Outcome.OK),
        ("stream#line-2", Outcome.BAD_RECORD),
        (URL, Outcome.OK),
    ]


def test_a_row_without_markup_is_told_by_its_url():
    assert outcomes({"url": URL}, {"url": URL, "html": ["x"]}, {"url": URL, "html": " "}) == [
        (URL, Outcome.BAD_RECORD),
        (URL, Outcome.BAD_RECORD),
        (URL, Outcome.EMPTY),
    ]


@pytest.mark.parametrize(("html", "expected"), [(rb"\ud800x", "�x"), (b"\xffx", "�x"), (rb"\ud83d\ude00", "😀")])
def test_characters_that_are_no_text_are_replaced(html, expected):
    (page,) = pages(b'{"url": "https://x.org/", "html": "' + html + b'"}')

    assert page.html == expected


def test_a_line_beyond_the_limit_is_told_and_passed_over():
    limits = Limits(bytes=100)
    rows = [{"url": URL, "html": "x" * 101}, {"url": URL, "html": "x" * 5_000}, {"url": URL, "html": HTML}]

    assert outcomes(*rows, limits=limits) == [
        (URL, Outcome.TOO_LARGE),
        ("stream#line-2", Outcome.TOO_LARGE),
        (URL, Outcome.OK),
    ]


@pytest.mark.parametrize(("base", "url"), [("https://x.org/a/", "https://x.org/a/1"), ("", "1")])
def test_a_relative_url_resolves_against_the_base(base, url):
    assert outcomes({"url": "1", "html": HTML}, base=base) == [(url, Outcome.OK)]


def test_a_broken_packed_file_keeps_what_came_before(tmp_path):
    path = tmp_path / "a.jsonl.gz"
    rows = b"".join(
        json.dumps({"url": f"https://x.org/{n}", "html": HTML, "n": n * n * 7919}).encode() + b"\n"
        for n in range(5_000)
    )
    path.write_bytes(gzip.compress(rows)[:-2_000])

    *good, last = read_jsonl(path)

    assert {page.outcome for page in good} == {Outcome.OK}
    assert len(good) > 3_000
    assert last.outcome is Outcome.TRUNCATED
    assert last.url == f"a.jsonl.gz#line-{len(good) + 1}"


def test_a_json_array_is_refused_with_the_remedy():
    with pytest.raises(SourceError, match="jq"):
        pages([{"url": URL, "html": HTML}])


def test_a_byte_order_mark_is_no_part_of_the_first_line():
    assert outcomes(b"\xef\xbb\xbf" + json.dumps({"url": URL, "html": HTML}).encode()) == [(URL, Outcome.OK)]


def table(tmp_path, columns, **options):
    path = tmp_path / "a.parquet"
    parquet.write_table(pa.table(columns), path, **options)
    return path


@pytest.mark.parametrize("kind", [pa.string(), pa.large_binary(), pa.binary(), pa.large_string()])
def test_a_parquet_file_gives_its_rows_in_order(tmp_path, kind):
    html = [f"<p>{n}" for n in range(300)]
    markup = pa.array([text.encode() for text in html]).cast(kind)
    path = table(
        tmp_path,
        {"url": [f"https://x.org/{n}" for n in range(300)], "html": markup, "more": list(range(300))},
        row_group_size=70,
    )

    found = list(read_parquet(path))

    assert [page.url for page in found] == [f"https://x.org/{n}" for n in range(300)]
    assert [page.html if isinstance(page.html, str) else page.html.decode() for page in found] == html


def test_a_parquet_row_may_carry_time_and_status(tmp_path):
    path = table(
        tmp_path,
        {
            "url": [URL, URL],
            "html": [HTML, None],
            "time": [datetime(2024, 5, 1, tzinfo=UTC), None],
            "status": [200, 404],
        },
    )

    good, bad = read_parquet(path)

    assert good.time == datetime(2024, 5, 1, tzinfo=UTC)
    assert bad.outcome is Outcome.BAD_STATUS


def test_a_parquet_row_without_url_is_told_by_its_number(tmp_path):
    path = table(tmp_path, {"url": [URL, None], "html": [HTML, HTML]})

    assert [page.url for page in read_parquet(path)] == [URL, "a.parquet#row-2"]


def test_a_parquet_file_without_the_columns_is_refused(tmp_path):
    with pytest.raises(SourceError, match="url and html, and has link, text"):
        list(read_parquet(table(tmp_path, {"link": [URL], "text": ["x"]})))


@pytest.mark.parametrize("data", [b"", b"nonsense", b"PAR1" + b"x" * 100])
def test_a_file_that_is_no_parquet_is_refused(tmp_path, data):
    (tmp_path / "a.parquet").write_bytes(data)

    with pytest.raises(SourceError, match="no Parquet file"):
        list(read_parquet(tmp_path / "a.parquet"))


def test_a_parquet_file_broken_in_the_middle_keeps_what_came_before(tmp_path):
    path = table(
        tmp_path,
        {"url": [f"https://x.org/{n}" for n in range(1_000)], "html": [f"{n * 7919} " * 100 for n in range(1_000)]},
        row_group_size=250,
        compression="none",
        use_dictionary=False,
    )
    data = bytearray(path.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 40_000] = b"\xff" * 40_000
    path.write_bytes(data)

    *good, last = read_parquet(path)

    assert len(good) >= 250
    assert last.outcome is Outcome.TRUNCATED


def test_without_pyarrow_the_remedy_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)

    with pytest.raises(MissingExtraError, match=r"sitemine\[parquet\]"):
        list(read_parquet(tmp_path / "a.parquet"))
