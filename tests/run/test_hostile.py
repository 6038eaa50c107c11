"""Whatever a page holds, it ends in a named outcome; warnings of NumPy are errors here, as everywhere in the tests."""

import json

import pytest

import sitemine
from sitemine.options import Limits
from sitemine.records import MINED, Outcome, Page

STORY = "<main><h1>Tides</h1><p>The harbour was empty at noon.</p><p>By the evening it was full again.</p></main>"
LARGE = b"<p>" + b"word " * 4_000_000
DEEP = 100_000
SURROGATES = "<title>\ud800</title>" + STORY.replace("noon", "no\udfffon") + "<a href='/\ud800'>\udc00"

PAGES = {
    "empty": (b"", Outcome.EMPTY),
    "blank": (b" \n\t", Outcome.EMPTY),
    "empty text": ("", Outcome.EMPTY),
    "no text": (b"<html><body><img src=x><hr></body></html>", Outcome.EMPTY),
    "only script": (b"<script>document.write('x')</script>", Outcome.EMPTY),
    "frames": (b"<frameset><frame src=x></frameset>", Outcome.EMPTY),
    "image": (b"\x89PNG\r\n\x1a\n" + bytes(100), Outcome.NOT_HTML),
    "pdf": (b"%PDF-1.7 ...", Outcome.NOT_HTML),
    "binary": (bytes(range(256)) * 20, Outcome.NOT_HTML),
    "too large": (LARGE, Outcome.TOO_LARGE),
    "too large text": (LARGE.decode(), Outcome.TOO_LARGE),
    "attributes": (b"<p " + b" ".join(b"a%d=1" % k for k in range(2_000)) + b">x", Outcome.PARSE_LIMIT),
    "one word": (b"word", Outcome.OK),
    "cut in a tag": (STORY.encode()[:-9], Outcome.OK),
    "cut in a value": (STORY.encode() + b"<a href='/x", Outcome.OK),
    "cut in a letter": ("<p>Hafen leer, Schiffe drau\u00df".encode()[:-1], Outcome.OK),
    "wrong encoding": ("<meta charset=utf-8><p>Stra\u00dfe am Fl\u00fc\u00dfchen".encode("latin-1"), Outcome.OK),
    "utf-16": (STORY.encode("utf-16"), Outcome.OK),
    "nuls": (STORY.replace("harbour", "har\0bour"), Outcome.OK),
    "surrogates": (SURROGATES, Outcome.OK),
    "nested": (b"<div>" * DEEP + STORY.encode(), Outcome.OK),
    "nested inline": (b"<b>" * DEEP + b"deep text", Outcome.OK),
    "nested lists": (b"<ul><li>x" * 1_000, Outcome.OK),
    "unclosed comment": (STORY.encode() + b"<!-- " + b"x" * 10_000, Outcome.OK),
    "table of one cell": (b"<table><tr><td colspan=9007199254740992>cell</table>", Outcome.OK),
    "one long word": (b"<p>" + b"a" * 1_000_000, Outcome.OK),
    "control": (f"<p>{''.join(map(chr, range(1, 32)))}text\x7f\x85</p>{STORY}", Outcome.OK),
    "json-ld": (f"<script type=application/ld+json>{'[' * 5_000}</script>{STORY}", Outcome.OK),
}


def made(name):
    return Page(f"https://example.org/{name.replace(' ', '-')}", PAGES[name][0])


@pytest.mark.parametrize("name", PAGES)
def test_a_lone_page_ends_in_a_named_outcome(name):
    article = sitemine.extract(made(name))

    assert article.outcome is PAGES[name][1]
    assert bool(article.detail) == (article.outcome is not Outcome.OK)
    assert 0 <= article.confidence <= 1
    assert article.text.encode().decode() == article.text  # no lone surrogates, so every file can hold it


@pytest.mark.parametrize("name", ["cut in a tag", "cut in a value", "utf-16", "nested", "unclosed comment", "json-ld"])
def test_the_story_of_a_spoiled_page_is_found(name):
    assert "The harbour was empty at noon." in sitemine.extract(made(name)).text


@pytest.mark.parametrize("name", [name for name in PAGES if "large" not in name])
def test_a_site_of_like_pages_is_mined_and_written(name, tmp_path):
    html, outcome = PAGES[name]

    site = sitemine.mine([(f"https://example.org/{k}", html) for k in range(3)])
    summary = site.write(tmp_path, explain=True)

    assert summary.outcomes == {outcome.value: 3}
    assert all(found.outcome is outcome for found in site.pages.values())


@pytest.fixture(scope="module")
def harmless():
    return [Page(f"https://example.org/{k}", STORY.replace("noon", f"noon on day {k}")) for k in range(4)]


def test_hostile_pages_among_others_are_rows_and_change_no_other_page_s_outcome(harmless, tmp_path):
    summary = sitemine.mine([*map(made, PAGES), *harmless], chunk_pages=5).write(tmp_path, explain=True, parquet=True)

    found = {row["url"]: row for row in map(json.loads, (tmp_path / "pages.jsonl").read_text("utf-8").splitlines())}
    assert {found[made(name).url]["outcome"] for name in PAGES} == {outcome.value for _, outcome in PAGES.values()}
    for name, (_, outcome) in PAGES.items():
        assert found[made(name).url]["outcome"] == outcome, name
    assert all(found[page.url]["outcome"] == "ok" for page in harmless)
    assert summary.pages == len(PAGES) + len(harmless)


def test_a_page_that_could_not_be_read_does_not_change_the_model(harmless):
    unread = [made(name) for name, (_, outcome) in PAGES.items() if outcome not in MINED]

    with_them, without = (sitemine.learn(pages).repeated.to_bytes() for pages in ([*unread, *harmless], harmless))

    assert with_them == without


@pytest.mark.parametrize(
    "url", ["", "no url", "https://[", "javascript:1", "https://example.org/\ud800", "https://e.org/\u6e2f?\n"]
)
def test_a_page_of_any_address_is_a_row(url, harmless, tmp_path):
    summary = sitemine.mine([Page(url, STORY + "<a href=/x>x</a>"), *harmless]).write(tmp_path, explain=True)

    assert summary.outcomes == {"ok": 5}


def test_limits_are_options():
    limits = Limits(bytes=100, attributes=1)
    site = sitemine.mine(
        [
            ("https://example.org/1", "<p>" + "x" * 100),
            ("https://example.org/2", "<p id=a class=b>x"),
            ("https://example.org/3", "<p>x"),
        ],
        limits=limits,
    )

    assert [found.outcome for found in site.pages.values()] == [Outcome.TOO_LARGE, Outcome.PARSE_LIMIT, Outcome.OK]
