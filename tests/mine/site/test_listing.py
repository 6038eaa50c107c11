"""Entries of TOC pages: what is one, what it says, and its neighbours in a paginated list."""

import json
from pathlib import Path

import pytest

import sitemine
from sitemine import Entry

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.fixture(scope="module")
def gold():
    rows = (json.loads(line) for line in (EXAMPLES / "site-gold.jsonl").read_text("utf-8").splitlines())
    return [row for row in rows if row["role"] == "toc"]


@pytest.fixture(scope="module")
def site():
    return sitemine.mine(EXAMPLES / "site")


def test_the_entries_of_the_example_site_are_those_of_the_gold(site, gold):
    for row in gold:
        entries = site.pages[row["url"]].entries
        assert sorted(entry.url for entry in entries) == sorted(entry["url"] for entry in row["entries"]), row["url"]


def test_an_entry_says_the_title_and_the_date_of_what_it_introduces(site, gold):
    for row in gold:
        found = {entry.url: (entry.text, entry.date) for entry in site.pages[row["url"]].entries}
        assert found == {entry["url"]: (entry["text"], entry["date"]) for entry in row["entries"]}


def test_nearly_every_teaser_is_that_of_the_gold(site, gold):
    pairs = [
        (entry.teaser, wanted[entry.url])
        for row in gold
        for wanted in [{entry["url"]: entry["teaser"] for entry in row["entries"]}]
        for entry in site.pages[row["url"]].entries
    ]

    assert sum(found == wanted for found, wanted in pairs) >= 0.95 * len(pairs)


def test_links_to_one_page_are_one_entry(site):
    for page in site.tocs:
        urls = [entry.url for entry in page.entries]
        assert len(urls) == len(set(urls))


def test_a_link_to_a_place_within_a_page_does_not_name_it():
    def page(number):
        words = " ".join(f"Word{number}{k} of the harbour and of the ferries that did not sail." for k in range(20))
        return f"<main><h1>Chapter {number}</h1><p>{words}</p></main><p>The end of a page.</p>"

    chapters = "".join(
        f"<li><a href=/{k}>Chapter {k}</a><ul><li><a href=/{k}#notes>Notes and remarks</a></ul>" for k in range(9)
    )
    pages = {f"https://example.org/{k}": page(k) for k in range(9)}

    site = sitemine.mine({"https://example.org/": f"<main><h1>Manual</h1><ul>{chapters}</ul></main>"} | pages)

    assert [entry.text for entry in site.pages["https://example.org/"].entries] == [f"Chapter {k}" for k in range(9)]


def test_a_menu_is_no_entry(site):
    home = site.pages["https://harbour-gazette.example/index.html"]

    assert all("about" not in entry.url and "contact" not in entry.url for entry in home.entries)


def test_a_paginated_list_knows_its_neighbours(site):
    base = "https://harbour-gazette.example/en/archive/"
    found = [site.pages[f"{base}{name}.html"] for name in ("index", "page-2", "page-3")]

    assert [page.next for page in found] == [f"{base}page-2.html", f"{base}page-3.html", ""]
    assert [page.previous for page in found] == ["", f"{base}index.html", f"{base}page-2.html"]


def test_an_article_has_no_entries(site):
    assert all(page.entries == () and page.next == "" for page in site.articles)


def test_an_entry_is_data():
    assert Entry("https://ex.org/1", "One") == Entry("https://ex.org/1", "One", "", "")
