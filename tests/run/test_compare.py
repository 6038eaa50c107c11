import json

import numpy as np
import pytest
from sites import page, pages, story

import sitemine
from sitemine.errors import SourceError
from sitemine.mine.methods.named import METHODS
from sitemine.records import Page
from sitemine.run.compare import SHOWN, compare, r_precision, read_gold, store_of


@pytest.fixture(scope="module")
def site():
    home = "<nav>Home</nav><ul>" + "".join(f"<li><a href=/{k}>Story {k} of that day</a>" for k in range(10)) + "</ul>"
    return sitemine.mine([*pages(10), Page("https://example.org/", home)])


@pytest.fixture
def gold(tmp_path):
    rows = [{"url": page(k).url, "text": "\n".join(story(k)), "role": "article"} for k in range(10)]
    path = tmp_path / "gold.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in [*rows, {"url": "https://example.org/", "role": "toc"}]))
    return read_gold(path)


def test_every_method_and_every_ranking_has_a_row(site, gold):
    found = compare(site, gold)

    assert found.n_pages == 11
    assert [row.name for row in found.methods] == list(METHODS)
    assert [row.name for row in found.rankings] == ["sitemine", *SHOWN]
    assert all(row.milliseconds > 0 for row in found.methods)
    assert found.methods[0].agreement == 1.0
    assert found.methods[0].recall == 1.0
    assert found.rankings[0].r_precision == 1.0


def test_without_gold_nothing_is_judged(site):
    found = compare(site, names=["wisdom"])

    assert [row.name for row in found.methods] == ["wisdom"]
    assert found.methods[0].text is None
    assert {row.r_precision for row in found.rankings} == {None}


def test_a_method_that_needs_more_pages_says_so_in_its_row():
    row = compare(sitemine.mine(pages(1)), names=["lh"]).methods[0]

    assert "there is one page; give it several" in row.detail


def test_a_site_of_broken_pages_can_be_compared():
    found = compare(sitemine.mine([Page("https://example.org/1", b"%PDF-1.7")]))

    assert found.rankings == ()
    assert {row.pages for row in found.methods} == {0}


def test_pages_that_tie_share_their_places():
    rank = np.array([3.0, 2.0, 2.0, 2.0, 1.0])
    is_toc = np.array([True, True, False, False, True])

    assert r_precision(rank, is_toc) == pytest.approx((1 + 2 / 3) / 3)
    assert r_precision(rank, ~is_toc & is_toc) is None


def test_the_blocks_of_a_site_are_stored_once(site):
    store = store_of(site)

    assert store.blocks.count("All rights reserved") == 1
    assert "All rights reserved" in store.page("https://example.org/3")


@pytest.mark.parametrize("text", ["no json", "[1]", '{"text": "x"}', "3"])
def test_a_file_that_is_no_gold_is_refused(tmp_path, text):
    path = tmp_path / "gold.jsonl"
    path.write_text(text)

    with pytest.raises(SourceError, match="no gold"):
        read_gold(path)


def test_a_missing_gold_is_refused(tmp_path):
    with pytest.raises(SourceError, match="No such file"):
        read_gold(tmp_path / "none")
