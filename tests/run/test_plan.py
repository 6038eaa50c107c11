from pathlib import Path

import pytest
from sites import page, pages

import sitemine
from sitemine.dom import batch as reader
from sitemine.dom.parse import parse
from sitemine.measure import terms_of
from sitemine.mine import Repeated, decide_roles
from sitemine.options import Limits, Options
from sitemine.records import Outcome, Page
from sitemine.run.plan import apply as applied
from sitemine.run.plan import learn, link_rows, model_of, portray_chunk, read_safely, write
from sitemine.run.store import Known

MARK = "break the reader"
BREAKING = Page("https://example.org/breaking", f"<p>This page will {MARK}")


def known(learned):
    """What is known of a site of one chunk."""
    return Known(learned.model, decide_roles(portray_chunk(learned.batch, Known(learned.model), frozenset())))


@pytest.fixture
def fragile(monkeypatch):
    """A reader that breaks on pages with a mark."""

    def fragile_parse(text, limits):
        if MARK in text:
            raise RecursionError("too deep for it")
        return parse(text, limits)

    monkeypatch.setattr(reader, "parse", fragile_parse)


def test_a_page_that_breaks_the_reader_is_named_and_the_others_are_unharmed(fragile):
    others = pages(3)

    batch = read_safely([others[0], BREAKING, *others[1:]], Limits())

    assert batch.outcomes == (Outcome.OK, Outcome.PARSER_CRASH, Outcome.OK, Outcome.OK)
    assert batch.details[1] == "RecursionError: too deep for it"
    assert batch.table.text == read_safely(others, Limits()).table.text


def test_a_site_with_a_page_that_breaks_the_reader_is_mined_as_without_it(fragile):
    site = sitemine.mine([BREAKING, *pages(3)])
    without = sitemine.mine(pages(3))

    broken = site.pages[BREAKING.url]
    assert (broken.outcome, broken.article) == (Outcome.PARSER_CRASH, None)
    assert [site.pages[url] for url in without.pages] == list(without.pages.values())
    assert site.model.repeated.to_bytes() == without.model.repeated.to_bytes()


def test_one_broken_page_alone_is_an_article_without_text(fragile):
    article = sitemine.extract(BREAKING.html, BREAKING.url)

    assert (article.outcome, article.text) == (Outcome.PARSER_CRASH, "")
    assert article.detail == "RecursionError: too deep for it"


def test_a_run_with_a_broken_page_counts_it_as_failed(fragile, tmp_path):
    summary = sitemine.mine([BREAKING, *pages(3)]).write(tmp_path)

    assert (summary.pages, summary.mined, summary.failed) == (4, 3, 1)


def test_a_chunk_leaves_its_table_and_what_it_adds_to_the_model():
    learned = learn(pages(3), Limits(), None, 0)

    assert learned.urls == tuple(f"https://example.org/{k}" for k in range(3))
    assert learned.batch.urls == learned.urls
    assert learned.model.n_pages == 3


def test_a_chunk_can_be_laid_down_and_is_the_same(tmp_path):
    laid, kept = learn(pages(3), Limits(), tmp_path, 5), learn(pages(3), Limits(), None, 5)

    assert laid.batch == Path(tmp_path / "5.batch")
    assert laid.model.to_bytes() == kept.model.to_bytes()
    lines = [
        [(page.page, page.article) for page in write(one.batch, known(kept), Options(), frozenset(), explain=True)]
        for one in (laid, kept)
    ]
    assert lines[0] == lines[1]


def test_what_some_pages_added_is_known_by_their_places_in_the_chunk():
    mixed = [pages(1)[0], Page("https://example.org/x", b"%PDF-1.7"), page(1)]
    batch = learn(mixed, Limits(), None, 0).batch
    second = read_safely([page(1)], Limits())

    assert model_of(batch, [2]).to_bytes() == Repeated.of(second, terms_of(second.table)).to_bytes()
    assert model_of(batch, [2]).n_pages == 1
    assert model_of(batch, [1]).n_pages == 0


def test_every_place_has_one_row_and_a_duplicate_says_nothing_else():
    learned = learn(pages(3), Limits(), None, 0)

    rows = write(learned.batch, known(learned), Options(), frozenset({1}), explain=False)

    assert [row.outcome for row in rows] == [Outcome.OK, Outcome.DUPLICATE, Outcome.OK]
    assert (rows[1].article, rows[1].links, rows[1].n_links) == (b"", b"", 0)
    assert b'"outcome":"duplicate"' in rows[1].page
    assert b"Story 2" in rows[2].article


def test_links_come_in_document_order_with_the_entropy_of_what_they_say():
    learned = learn(pages(3), Limits(), None, 0)

    [first, *_] = link_rows(applied(learned.batch, known(learned), Options()))

    assert [(row.target.removeprefix("https://example.org"), row.text) for row in first] == [
        ("/", "Home"),
        ("/news", "News"),
        ("/1", "Next story"),
    ]
    assert first[0].entropy == 1.0  # every page says it, and as often
    assert {row.source for row in first} == {"https://example.org/0"}


def test_a_link_without_text_says_its_label_and_has_no_entropy():
    html = "<p>Text <a href=/a rel=next aria-label='go on'></a><a href=/b><img alt=Bird></a></p>"
    learned = learn([Page("https://example.org/", html)], Limits(), None, 0)

    [rows] = link_rows(applied(learned.batch, known(learned), Options()))

    assert [(row.text, row.entropy, row.rel) for row in rows] == [("go on", None, "next"), ("Bird", None, "")]
