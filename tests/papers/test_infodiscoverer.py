"""Worked examples of InfoDiscoverer: Kao, Lin, Ho, Chen 2004, sections 3.3 and 4.3."""

import numpy as np
import pytest
from pages import flat

from sitemine.measure import terms_of
from sitemine.mine.methods.infodiscoverer import blocks_of, discover
from sitemine.options import Infodiscoverer

WORDS = "alder birch cedar elder".split()


def article(page):
    """Four terms of its own, one that all articles say, and one that the first two pages share."""
    return " ".join(
        [*(f"{WORDS[page]}{letter}" for letter in "abcd"), "said", "shared" if page < 2 else f"own{'xy'[page - 2]}"]
    )


def pages(frame):
    return [frame.format(menu="news sport home", footer="copyright terms", article=article(page)) for page in range(4)]


MODERN = "<nav>{menu}</nav><article>{article}</article><footer>{footer}</footer>"
TABLES = "<table><tr><td>{menu}</table><table><tr><td>{article}</table><table><tr><td>{footer}</table>"
NESTED = "<table><tr><td>{menu}<table><tr><td>{article}</table></table>{footer}"
"""The menu's table holds that of the article; what stands in no table is a block as well."""


@pytest.mark.parametrize(
    ("kind", "frame", "article_at"), [("modern", MODERN, 1), ("table", TABLES, 1), ("table", NESTED, 2)]
)
def test_the_greedy_threshold_parts_articles_from_menus(kind, frame, article_at):
    table = flat(*pages(frame))

    found = discover(table, terms_of(table), np.zeros(4, np.int32), blocks_of(table, kind))

    entropy = found.entropy.reshape(4, 3)
    others = [k for k in range(3) if k != article_at]
    assert entropy[:, article_at] == pytest.approx([0.25, 0.25, 1 / 6, 1 / 6], abs=1e-6)
    assert entropy[:, others] == pytest.approx(np.ones((4, 2)), abs=1e-6)
    assert found.thresholds.n_terms[0].tolist() == [0, 0, 11, 20, 20, 20, 20, 20, 20, 20, 25]
    assert found.thresholds.threshold[0] == pytest.approx(0.3)
    assert found.thresholds.is_found[0]
    assert found.kept.reshape(4, 3).tolist() == [[k == article_at for k in range(3)]] * 4


def test_identical_pages_have_nothing_to_part():
    table = flat(*["<nav>news sport</nav><article>one two three</article>"] * 3)

    found = discover(table, terms_of(table), np.zeros(3, np.int32), blocks_of(table, "modern"))

    assert found.entropy == pytest.approx(np.ones(6))
    assert found.thresholds.threshold[0] == 1.0
    assert not found.thresholds.is_found[0]
    assert found.kept.all()


def test_two_pages_tell_only_what_one_says_from_what_both_say():
    table = flat(*("<nav>news sport</nav><article>" + text + "</article>" for text in ("one two", "three four")))

    found = discover(table, terms_of(table), np.zeros(2, np.int32), blocks_of(table, "modern"))

    assert found.entropy == pytest.approx([1, 0, 1, 0])
    assert found.kept.tolist() == [False, True, False, True]


def test_each_cluster_is_learned_by_itself():
    one, other = (
        pages(MODERN),
        ["<nav>alone together</nav><article>" + text + "</article>" for text in ("one two", "two three")],
    )
    table = flat(*one, *other)
    cluster = np.array([1, 1, 1, 1, 0, 0], np.int32)

    both = discover(table, terms_of(table), cluster, blocks_of(table, "modern"))
    first = flat(*one)
    alone = discover(first, terms_of(first), np.zeros(4, np.int32), blocks_of(first, "modern"), Infodiscoverer())

    assert both.entropy[:12] == pytest.approx(alone.entropy)
    assert both.thresholds.threshold[1] == alone.thresholds.threshold[0]
