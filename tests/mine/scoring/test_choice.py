"""The choice against trying every prefix, and against what its promise means."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pages import flat, row, soup

from sitemine.measure import terms_of
from sitemine.mine.scoring.choice import CERTAIN, choose, kept_units
from sitemine.mine.scoring.units import units_of

LEVELS = [0.0, 0.25, 0.5, 0.75, 1.0]


def units(*htmls):
    table = flat(*htmls)
    return table, units_of(table, terms_of(table))


@st.composite
def judged(draw):
    """The blocks of some pages and a probability for each, of few values, so that ties are common."""
    table, found = units(*draw(st.lists(soup(), min_size=1, max_size=3)))
    n = len(found)
    return table, found, np.array(draw(st.lists(st.sampled_from(LEVELS), min_size=n, max_size=n)), np.float64)


def plainly_kept(found, probability, beta, least):
    """Every prefix of the likeliest blocks tried, page by page."""
    kept = []
    for page in range(len(found.page_start) - 1):
        rows = range(found.page_start[page], found.page_start[page + 1])
        order = sorted(rows, key=lambda unit: (-probability[unit], unit))
        wanted = sum(probability[unit] * found.n_terms[unit] for unit in rows)

        def promise(count, order=order, wanted=wanted):
            given = sum(found.n_terms[unit] for unit in order[:count])
            right = sum(probability[unit] * found.n_terms[unit] for unit in order[:count])
            return (1 + beta**2) * right / max(given + beta**2 * wanted, 1 / CERTAIN)

        best = max(range(1, len(order) + 1), key=lambda count: (round(promise(count), 12), -count), default=0)
        n_terms, whole = (sum(found.n_terms[unit] for unit in some) for some in (order[:best], order))
        if n_terms >= least or 2 * n_terms >= whole:
            kept += order[:best]
    return sorted(kept)


@given(judged(), st.sampled_from([0.5, 1.0, 2.0]), st.sampled_from([0, 5]))
def test_what_is_kept_promises_the_best_text_of_all_prefixes(made, beta, least):
    _, found, probability = made

    kept = kept_units(found, probability, beta, least)

    assert np.flatnonzero(kept).tolist() == plainly_kept(found, probability, beta, least)


@given(judged())
def test_the_choice_on_a_page_does_not_depend_on_other_pages(made):
    _, found, probability = made
    kept = kept_units(found, probability, 1.0, 5)

    half = np.where(found.page == 0, probability, 1.0 - probability)

    assert (kept_units(found, half, 1.0, 5) == kept)[found.page == 0].all()


def test_to_favour_precision_keeps_less_and_to_favour_recall_keeps_more():
    _, found = units("<p>" + "<p>".join(["ten words of text that stand in a block each"] * 4))
    probability = np.array([0.95, 0.6, 0.35, 0.2])

    kept = [int(kept_units(found, probability, beta, 0).sum()) for beta in (0.5, 1.0, 2.0)]

    assert kept == [1, 2, 4]


def test_few_words_of_a_page_of_many_are_no_text():
    _, found = units("<p>a few words<p>" + "many other words " * 20)

    assert not kept_units(found, np.array([0.9, 0.0]), 1.0, 20).any()


def test_few_words_are_the_text_of_a_page_that_has_no_more():
    _, found = units("<p>a few words<p>end")

    assert kept_units(found, np.array([0.9, 0.0]), 1.0, 20).tolist() == [True, False]


def test_the_informative_block_is_the_smallest_subtree_that_holds_what_is_kept():
    table, found = units("<nav><p>menu</nav><div><article><p>one one one<p>two two two</article></div>")

    chosen = choose(table, found, np.array([0.0, 1.0, 1.0]), 1.0, 0)

    assert chosen.node.tolist() == [row(table, "article")]
    assert chosen.kept.tolist() == [False, True, True]


def test_lines_of_one_block_are_kept_together():
    table, found = units("<p>first line<br>second line</p><p>other")

    assert len(found) == 2
    assert choose(table, found, np.array([1.0, 0.0]), 1.0, 0).kept.tolist() == [True, True, False]


@pytest.mark.parametrize("html", ["", "<body>", "<img>"])
def test_a_page_that_says_nothing_has_no_informative_block(html):
    table, found = units(html)

    assert choose(table, found, np.zeros(0), 1.0, 20).node.tolist() == [-1]


def test_a_table_of_no_pages_has_no_choice():
    table, found = units()

    chosen = choose(table, found, np.zeros(0), 1.0, 20)

    assert len(chosen.node) == len(chosen.kept) == 0
