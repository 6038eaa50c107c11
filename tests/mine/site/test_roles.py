"""Roles of all pages of a site: the decision together, alone, and where there is nothing to decide by."""

import json
from pathlib import Path

import numpy as np
import pytest

import sitemine
from sitemine import Page, Role
from sitemine.dom import read_batch
from sitemine.measure import terms_of
from sitemine.mine import Portrait, Repeated, decide_roles, portray, sight_of
from sitemine.options import Limits

EXAMPLES = Path(__file__).parents[3] / "examples"
PROSE = "The harbour was empty at noon and nobody could say where the ferry had gone or when it would return to us. "


def article(number):
    words = " ".join(f"word{number}x{k}" for k in range(60))
    return Page(
        f"https://ex.org/{number}",
        f"<title>Story number w{number}</title><nav><a href=/>Home</a></nav><article><h1>Story number w{number}</h1>"
        f"<p>{words}.</p><p>{PROSE}{number}</p></article>",
    )


def toc(numbers, url="https://ex.org/"):
    items = "".join(f"<li><h2><a href=/{k}>Story number w{k}</a></h2></li>" for k in numbers)
    return Page(url, f"<title>All stories</title><nav><a href=/>Home</a></nav><h1>All</h1><ul>{items}</ul>")


def portrait(pages, chunk=3):
    batches = [read_batch(pages[k : k + chunk], Limits()) for k in range(0, len(pages), chunk)]
    model = Repeated.empty()
    for batch in batches:
        model = model.merge(Repeated.of(batch, terms_of(batch.table)))
    return Portrait.together([portray(sight_of(batch, model)) for batch in batches])


@pytest.fixture(scope="module")
def gold():
    rows = (json.loads(line) for line in (EXAMPLES / "site-gold.jsonl").read_text("utf-8").splitlines())
    return {row["url"]: row for row in rows}


@pytest.fixture(scope="module")
def example():
    return sitemine.mine(EXAMPLES / "site")


def test_every_page_of_the_example_site_has_its_role(example, gold):
    judged = [url for url, row in gold.items() if row["role"] in {"toc", "article"}]

    assert {url: example.pages[url].role.value for url in judged} == {url: gold[url]["role"] for url in judged}


def test_a_role_says_why(example):
    page = example.tocs[0]

    assert "by itself" in page.role_reason
    assert "TOC page" in page.role_reason
    assert "pages like it" in page.role_reason


def test_the_decision_does_not_depend_on_the_order_of_pages_or_on_their_chunks():
    pages = [toc(range(1, 9)), *map(article, range(1, 9))]

    first, second = decide_roles(portrait(pages)), decide_roles(portrait(pages[::-1], chunk=4))

    assert (first.key == second.key).all()
    assert first.log_odds.tobytes() == second.log_odds.tobytes()


def test_portraits_merge_in_any_order():
    parts = [portrait([article(k)]) for k in range(1, 5)]

    one = Portrait.together(parts)
    other = parts[3].merge(parts[1]).merge(parts[0].merge(parts[2])).merge(Portrait.empty())

    assert all((getattr(one, name) == getattr(other, name)).all() for name in ("key", "told", "band", "link_target"))


def test_how_urls_are_written_does_not_matter():
    pages = [toc(range(1, 9)), *map(article, range(1, 9))]
    renamed = [
        Page(page.url.replace("ex.org/", "ex.org/tag/page/"), page.html.replace("href=/", "href=/tag/page/"))
        for page in pages
    ]

    assert sorted(decide_roles(portrait(pages)).log_odds) == pytest.approx(
        sorted(decide_roles(portrait(renamed)).log_odds)
    )


def test_a_page_is_decided_on_alone_by_what_it_tells():
    assert sitemine.extract(article(1)).role is Role.ARTICLE


def test_one_page_is_a_site_and_is_decided_on_by_itself():
    [page] = sitemine.mine([article(1)]).pages.values()

    assert page.role is Role.ARTICLE
    assert page.role_reason.startswith("by itself")


@pytest.mark.parametrize(
    "pages",
    [
        [Page(f"https://ex.org/{k}", f"<p>{PROSE} {k}") for k in range(4)],
        [Page(f"https://ex.org/{k}", f"<p>{PROSE} <a href=/{k}>self</a>") for k in range(4)],
        [Page(f"https://ex.org/{k}", f"<p>{PROSE} <a href=/0>first</a>") for k in range(4)],
        [
            *map(article, range(3)),
            *(Page(f"https://other.org/{k}", f"<p>{PROSE} <a href=/{k - 1}>x</a>") for k in range(3)),
        ],
        [Page("https://ex.org/", ""), Page("https://ex.org/a", "<p>")],
    ],
    ids=["no links", "self-links", "identical pages", "two halves", "nothing to read"],
)
def test_sites_with_nothing_to_go_by_are_decided_on_without_a_warning(pages):
    site = sitemine.mine(pages)

    assert len(site.pages) == len(pages)
    assert all(0 <= page.toc_probability <= 1 for page in site.pages.values())
    assert not site.tocs or all(page.entries == () or page.role is Role.TOC for page in site.tocs)


def test_identical_pages_are_decided_alike():
    site = sitemine.mine([Page(f"https://ex.org/{k}", f"<p>{PROSE}") for k in range(5)])

    assert len({(page.role, page.toc_probability) for page in site.pages.values()}) == 1


def test_a_page_without_links_is_no_toc_page():
    site = sitemine.mine([Page(f"https://ex.org/{k}", "<ul><li>one<li>two<li>three</ul>") for k in range(3)])

    assert site.tocs == []


def test_fifty_thousand_links_on_one_page_are_a_toc_page():
    links = "".join(f"<li><a href=/{k}>Story number w{k}</a>" for k in range(50_000))
    page = Page("https://ex.org/", f"<title>All</title><ul>{links}</ul>")

    site = sitemine.mine([page, *map(article, range(3))])

    assert site.pages["https://ex.org/"].role is Role.TOC
    assert len(site.pages["https://ex.org/"].entries) > 49_000


def test_the_portraits_of_no_pages_are_decided_on():
    assert len(decide_roles(Portrait.empty()).log_odds) == 0
    assert np.zeros(0).tolist() == []


def test_what_a_page_shows_does_not_depend_on_what_shares_its_table():
    pages = [toc(range(1, 9)), Page("https://ex.org/short", "<p>Short. <a href=/1>x</a>"), *map(article, range(1, 9))]

    one, other = portrait(pages, chunk=1), portrait(pages, chunk=10)

    assert one.told.tobytes() == other.told.tobytes()
    assert one.alone.tobytes() == other.alone.tobytes()
