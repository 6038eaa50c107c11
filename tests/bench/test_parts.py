"""Parts of sites and made-up sites to learn roles from."""

import numpy as np
import pytest
from bench.data import Gold, Source
from bench.quality.sites import TOC
from bench.train.plain import plain_site

pytest.importorskip("lightgbm")

from bench.train.parts import SIZES, bare, parts_of

URLS = [f"https://ex.example/{k}" for k in range(60)]
GOLDS = [
    Gold(url, "", "", role=TOC if k < 6 else "article", entries=frozenset(URLS[6:30]) if k < 6 else frozenset())
    for k, url in enumerate(URLS)
]
SOURCES = [Source(url, url, f"<p>Page {url}. <a href={URLS[9]}>nine</a>".encode()) for url in URLS]


def keys_of(part):
    return part.portrait.key.tolist()


def test_parts_have_the_sizes_that_are_drawn_and_are_drawn_alike_in_any_order():
    parts = list(parts_of("site", SOURCES, GOLDS, 1))
    again = list(parts_of("site", SOURCES[::-1], GOLDS[::-1], 1))

    assert [len(part.portrait) for part in parts] == [size for size, count in SIZES.items() for _ in range(count)]
    assert list(map(keys_of, parts)) == list(map(keys_of, again))


def test_a_part_of_more_than_three_pages_has_a_toc_page_and_something_that_it_introduces():
    for part in parts_of("site", SOURCES, GOLDS, 2):
        golds = [part.golds[key] for key in keys_of(part)]
        if len(golds) > 3:
            introduced = {url for gold in golds for url in gold.entries}
            assert introduced & {gold.key for gold in golds}


def test_a_bare_page_says_what_it_said_in_elements_that_say_nothing():
    page = Source("", "", b"<nav><a href=/>x</a></nav><Article class=a><time datetime=1>May</time></article><articles>")

    assert bare(page).html == b"<div><a href=/>x</a></div><div class=a><span>May</span></div><articles>"


@pytest.mark.parametrize("seed", range(12))
def test_a_made_up_site_is_the_same_each_time_and_its_lists_hold_their_entries(seed):
    sources, golds = plain_site(seed)

    assert plain_site(seed) == (sources, golds)
    assert np.all([gold.key == source.url for gold, source in zip(golds, sources, strict=True)])
    for source, gold in zip(sources, golds, strict=True):
        assert all(f"href='{url}'".encode() in source.html for url in gold.entries)
