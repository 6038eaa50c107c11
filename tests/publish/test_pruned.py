import sys
from pathlib import Path

import pytest
from hypothesis import given, settings

sys.path[:0] = [str(Path(__file__).parents[1] / folder) for folder in ("dom", "run")]

from pages import soup  # noqa: E402
from sites import page, pages  # noqa: E402

import sitemine  # noqa: E402
from sitemine.dom import read_batch  # noqa: E402
from sitemine.mine import Repeated, blocks_found, mine_batch  # noqa: E402
from sitemine.options import Limits, Options  # noqa: E402
from sitemine.publish import pruned  # noqa: E402
from sitemine.records import Page  # noqa: E402


def test_blocks_stay_with_the_elements_that_connect_them_and_nothing_else():
    html = (
        "<html lang=en><title>Tides</title><nav><a href=/>Home</a></nav><main class=m><article id=a>"
        "<h1>Tides</h1><p>The harbour was <b>empty</b> at noon, said the pilot &amp; his mate.</p><img src=t.png></article></main>"
    )

    found = sitemine.prune(html, "https://example.org/t", method="sitemine")

    assert found == (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><base href="https://example.org/t"><title>Tides</title>'
        '</head><body><main class="m"><article id="a"><h1> Tides</h1><p> The harbour was<b> empty</b> at noon, said the pilot '
        "&amp; his mate.</p></article></main></body></html>\n"
    )


@pytest.mark.parametrize("method", ["wisdom", "k-feature-extractor", "sitemine"])
def test_what_a_pruned_page_says_is_what_the_method_keeps(method):
    text = sitemine.extract(page(3).html, method=method).text
    again = sitemine.extract(sitemine.prune(page(3).html, method=method), method="sitemine").text

    assert set(again.split()) <= set(text.split())
    assert "3x5" in sitemine.prune(page(3).html, method=method)


def test_a_mined_site_has_a_pruned_page_for_each():
    site = sitemine.mine([*pages(5), Page("https://example.org/pdf", b"%PDF-1.7")], method="content-extractor")

    assert "All rights reserved" not in site.pruned("https://example.org/2")
    assert "2x5" in site.pruned("https://example.org/2")
    assert site.pruned("https://example.org/pdf") == ""


def test_a_page_that_cannot_be_read_has_none():
    assert sitemine.prune(b"%PDF-1.7") == ""


@settings(deadline=None, max_examples=60)
@given(soup())
def test_any_page_can_be_pruned_and_the_same_words_stand_in_the_same_order(html):
    batch = read_batch([Page("https://example.org/", html)], Limits())
    blocks = blocks_found(mine_batch(batch, Repeated.empty(), Options(method="wisdom")))

    whole = pruned(batch, blocks, 0)
    again = read_batch([Page("https://example.org/", whole)], Limits()).table.text.split()

    said = iter("".join(batch.table.text.split()))
    assert all(letter in said for word in again for letter in word)
