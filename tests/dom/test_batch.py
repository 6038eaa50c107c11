from datetime import UTC, datetime, timedelta, timezone

import numpy as np
import pytest

from sitemine.dom.batch import read_batch
from sitemine.options import Limits
from sitemine.records import Outcome, Page

GOOD = Page("https://example.org/a", b"<title>A</title><p>one <a href=/b>two</a>")
OTHER = Page("https://example.org/b", b"<title>B</title><p>three")
SMALL = Limits(bytes=2_000, nodes=50, attributes=5)

BAD = {
    "no bytes": (Page("u", b""), Outcome.EMPTY, "no bytes"),
    "white space": (Page("u", b" \n\t"), Outcome.EMPTY, "no bytes"),
    "no characters": (Page("u", ""), Outcome.EMPTY, "no text"),
    "no text": (Page("u", b"<html><body><img src=x><script>no</script></body></html>"), Outcome.EMPTY, "no text"),
    "a PDF": (Page("u", b"%PDF-1.7\n%\xe2\xe3"), Outcome.NOT_HTML, "pdf"),
    "an image": (Page("u", b"\x89PNG\r\n\x1a\n\0\0"), Outcome.NOT_HTML, "image"),
    "a feed": (Page("u", b"<?xml version='1.0'?><rss><channel></channel></rss>"), Outcome.NOT_HTML, "feed"),
    "noise": (Page("u", bytes(range(32)) * 20), Outcome.NOT_HTML, "binary"),
    "JSON": (Page("u", b'{"a": 1}'), Outcome.NOT_HTML, "json"),
    "too many bytes": (Page("u", b"<p>" + b"x" * 2_000), Outcome.TOO_LARGE, "2003 bytes, more than 2000"),
    "too many nodes": (Page("u", b"<b></b>" * 100), Outcome.PARSE_LIMIT, "more than 50 nodes"),
    "too many attributes": (
        Page("u", b"<p a b c d e f>x"),
        Outcome.PARSE_LIMIT,
        "6 attributes on one element, more than 5",
    ),
    "an error page": (
        Page("u", b"<p>Not found", status=404, outcome=Outcome.BAD_STATUS, detail="404"),
        Outcome.BAD_STATUS,
        "404",
    ),
    "a broken record": (Page("u", outcome=Outcome.BAD_RECORD, detail="no length"), Outcome.BAD_RECORD, "no length"),
    "a bomb": (Page("u", outcome=Outcome.BOMB, detail="gzip"), Outcome.BOMB, "gzip"),
}


@pytest.mark.parametrize(("page", "outcome", "detail"), BAD.values(), ids=BAD)
def test_a_page_that_cannot_be_mined_has_the_outcome_that_says_why(page, outcome, detail):
    batch = read_batch([page], SMALL)

    assert (batch.outcomes, batch.details) == ((outcome,), (detail,))
    assert batch.urls == ("u",)
    assert batch.table.text == ""


def test_a_good_page_is_ok():
    batch = read_batch([GOOD], SMALL)

    assert len(batch) == 1
    assert batch.outcomes == (Outcome.OK,)
    assert batch.mined == (0,)
    assert batch.heads[0].title == "A"
    assert batch.links.target == ["https://example.org/b"]
    assert batch.table.text == "one two"


def test_no_pages_are_an_empty_batch():
    batch = read_batch([], SMALL)

    assert len(batch) == len(batch.table) == len(batch.links) == 0
    assert batch.table.n_pages == 0


@pytest.mark.parametrize("bad", [page for page, _, _ in BAD.values()], ids=BAD)
def test_a_bad_page_between_good_ones_changes_nothing_for_them(bad):
    clean = read_batch([GOOD, OTHER], SMALL)

    mixed = read_batch([bad, GOOD, bad, OTHER, bad], SMALL)

    rows = np.isin(np.array(mixed.mined)[mixed.table.page], [1, 3])
    assert [mixed.outcomes[k] for k in (1, 3)] == [Outcome.OK, Outcome.OK]
    assert {1, 3} <= set(mixed.mined)
    assert [mixed.heads[mixed.mined.index(k)] for k in (1, 3)] == list(clean.heads)
    assert mixed.table.text == clean.table.text
    assert mixed.table.path[rows].tolist() == clean.table.path.tolist()
    assert mixed.table.text_start[rows].tolist() == clean.table.text_start.tolist()
    assert mixed.table.anchor_length[rows].tolist() == clean.table.anchor_length.tolist()
    assert mixed.links.target == clean.links.target
    assert [mixed.captures[k] for k in (1, 3)] == list(clean.captures)


def test_a_truncated_page_is_mined_and_keeps_its_outcome():
    page = Page("u", b"<p>one <b>tw", outcome=Outcome.TRUNCATED, detail="12 of 40 bytes")

    batch = read_batch([page], SMALL)

    assert batch.outcomes == (Outcome.TRUNCATED,)
    assert batch.details == ("12 of 40 bytes",)
    assert batch.table.text == "one tw"


def test_a_page_in_another_encoding_than_it_says_is_still_ok():
    html = "<meta charset=koi8-r><p>" + "Съешь же ещё этих мягких французских булок. " * 3

    batch = read_batch([Page("u", html.encode()), Page("v", b"<meta charset=utf-8><p>caf\xe9 one")], SMALL)

    assert batch.outcomes == (Outcome.OK, Outcome.OK)
    assert batch.table.text.startswith("Съешь же")
    assert "one" in batch.table.text


def test_the_content_type_of_the_server_is_believed():
    page = Page(
        "u", "<p>вода и лес".encode("windows-1251"), headers={"content-type": "text/html; charset=windows-1251"}
    )

    assert read_batch([page], SMALL).table.text == "вода и лес"


def test_text_and_its_bytes_are_the_same_page():
    html = "<title>ä</title><p>Straße <a href=/b title=ü></a> 日本語"

    as_text, as_bytes = (read_batch([Page("https://example.org/", data)], SMALL) for data in (html, html.encode()))

    assert as_text.outcomes == as_bytes.outcomes
    assert as_text.captures == as_bytes.captures
    assert as_text.heads == as_bytes.heads
    assert as_text.table.text == as_bytes.table.text
    assert as_text.table.path.tolist() == as_bytes.table.path.tolist()
    assert as_text.links.label == as_bytes.links.label == ["ü"]


def test_a_lone_surrogate_in_text_is_no_obstacle():
    batch = read_batch([Page("u", "<p>a\ud800b")], SMALL)

    assert batch.outcomes == (Outcome.OK,)
    assert batch.table.text == "a\ufffdb"


def test_captures_sort_as_time_does_in_any_zone():
    east = timezone(timedelta(hours=9))
    times = [
        None,
        datetime(1, 1, 1, tzinfo=east),
        datetime(999, 1, 1, tzinfo=UTC),
        datetime(2026, 1, 2, 3, tzinfo=east),
        datetime(2026, 1, 1, 19),  # noqa: DTZ001, without a zone it is UTC
        datetime(2026, 1, 1, 19, 0, 0, 1, tzinfo=UTC),
        datetime(9999, 1, 1, tzinfo=UTC),
    ]

    captures = read_batch([Page("u", b"<p>one", time=time) for time in times], SMALL).captures

    assert list(captures) == sorted(captures)
    assert len(set(captures)) == len(times)


def test_addresses_and_details_can_be_written_to_a_file():
    batch = read_batch([Page("u\ud800", outcome=Outcome.BAD_RECORD, detail="no \udc00")], SMALL)

    assert (batch.urls, batch.details) == (("u\ufffd",), ("no \ufffd",))


def test_captures_of_one_address_are_told_apart_by_time_and_content():
    first = Page("u", b"<p>one", time=datetime(2026, 1, 2, tzinfo=UTC))
    later = Page("u", b"<p>one", time=datetime(2026, 1, 3, tzinfo=UTC))
    changed = Page("u", b"<p>two", time=datetime(2026, 1, 2, tzinfo=UTC))

    captures = read_batch([first, later, changed, first, Page("u", b"<p>one")], SMALL).captures

    assert captures[0] == captures[3]
    assert len(set(captures)) == 4
    assert max(captures) == captures[1]
