"""Pages as old templates would have them: the same words, other elements, and no names."""

import numpy as np
import pytest

pytest.importorskip("lightgbm")

from bench.data import Gold
from bench.train.examples import part_of
from bench.train.templates import DIVISIONS, as_old, some

from sitemine.dom import read_batch
from sitemine.options import Limits
from sitemine.records import Page

HTML = "<body><main class=story><h2>Tides</h2><ul><li>high</ul><p>The harbour was empty at noon.</p></main><footer id=end>All rights</footer>"
URLS = [f"https://ex.org/{k}" for k in range(40)]


@pytest.fixture(scope="module")
def part():
    batch = read_batch([Page(url, HTML) for url in URLS], Limits())
    return part_of(batch, {url: Gold(url, "Tides", "article") for url in URLS}, dict.fromkeys(URLS, "ex.org"), 1.0)


def tags(part):
    return [part.table.tags[tag] for tag in part.table.tag.tolist()]


def test_no_names_and_no_divisions_are_left(part):
    old = as_old(part)

    assert len(part.names.node) > 0
    assert len(old.names.node) == 0
    assert not old.names.signature.any()
    assert set(DIVISIONS) & set(tags(part))
    assert not set(DIVISIONS) & set(tags(old))


def test_headings_lists_and_paragraphs_are_left_on_some_pages(part):
    counts = [tags(as_old(part)).count(tag) for tag in ("h2", "li", "p")]

    assert all(0 < count < len(URLS) for count in counts)


def test_blocks_and_labels_stay(part):
    old = as_old(part)

    assert old.units is part.units
    assert np.array_equal(old.share, part.share)


def test_the_same_pages_are_drawn_on_every_run(part):
    assert np.array_equal(some(part), some(part))
    assert 0 < some(part).sum() < len(URLS) / 2
