"""Worked examples of how widely terms are said.

WISDOM: Kao, Ho, Chen 2005, section 3.1 and figure 5. LAMIS: Kao, Lin, Ho, Chen 2004, sections 3.3 and 3.4.
"""

import math

import numpy as np
import pytest
from pages import flat

from sitemine.measure import TermStatistics, count_terms, hash_terms, terms_of, weights_of
from sitemine.measure.entropy import next_entropy

PRINTED = 1e-6
"""The papers print six digits."""


def site(pages, n):
    """The statistics of n pages that say each term as often as `pages` tells: term -> times on each page."""
    htmls = ["<p>" + " ".join(f"{term} " * tf[k] for term, tf in pages.items() if k < len(tf)) for k in range(n)]
    return TermStatistics.of(count_terms(terms_of(flat(*htmls))))


def of(statistics, column, term):
    row = np.searchsorted(statistics.term, hash_terms(term)[0])
    return float(column[row][0])


def entropy(tf, n):
    """The definition, page by page: - sum of w log_n w."""
    shares = [t / sum(tf) for t in tf if t]
    return -sum(w * math.log(w, n) for w in shares)


FIGURE_5 = {"terma": (2, 2, 2, 0), "termb": (1, 1, 4, 0)}


def test_a_term_said_evenly_weighs_what_its_idf_says():
    found = site(FIGURE_5, 4)

    assert of(found, 1 - found.entropy(), "terma") == pytest.approx(0.207519, abs=PRINTED)
    assert of(found, found.idf(), "terma") == pytest.approx(0.207519, abs=PRINTED)


def test_a_term_said_unevenly_weighs_more():
    found = site(FIGURE_5, 4)

    assert of(found, 1 - found.entropy(), "termb") == pytest.approx(0.374185, abs=PRINTED)
    assert of(found, found.idf(), "termb") == pytest.approx(0.207519, abs=PRINTED)


def test_weights_of_a_page_are_those_of_its_terms():
    weights = weights_of(terms_of(flat("<p>termb terma termb")), site(FIGURE_5, 4))

    assert weights == pytest.approx([0.374185, 0.207519, 0.374185], abs=PRINTED)


@pytest.mark.parametrize("seed", range(20))
def test_the_weight_is_the_idf_where_a_term_is_even_and_else_above_it(seed):
    chance = np.random.default_rng(seed)
    n = int(chance.integers(2, 31))
    tf = chance.integers(1, 10, chance.integers(1, n + 1)).tolist()

    found = site({"uneven": tf, "even": [tf[0]] * len(tf)}, n)
    weight, idf = 1 - found.entropy(), found.idf()

    assert of(found, weight, "even") == pytest.approx(of(found, idf, "even"), abs=PRINTED)
    if len(set(tf)) > 1:
        assert of(found, weight, "uneven") > of(found, idf, "uneven")


# P0 is the home page, P1 the TOC page, P2 an advertisement, P3 and P4 are articles.
FIGURE_7_OF_LAMIS = {
    "home": (0, 1, 0, 1, 1),
    "hotnews": (1, 0, 0, 2, 2),
    "sales": (1, 1, 0, 1, 1),
    "third": (0, 1, 0, 1, 0),
    "fourth": (0, 1, 0, 0, 1),
}


@pytest.mark.parametrize(
    ("term", "expected"),
    [("home", 0.682606), ("hotnews", 0.655459), ("sales", 0.861353), ("third", 0.430677), ("fourth", 0.430677)],
)
def test_the_terms_of_the_small_news_site_have_their_entropies(term, expected):
    found = site(FIGURE_7_OF_LAMIS, 5)

    assert of(found, found.entropy(), term) == pytest.approx(expected, abs=PRINTED)


@pytest.mark.parametrize(("tf", "expected"), [(4, 0.795218), (0, 0.628421)])
def test_entropy_moves_with_one_more_page(tf, expected):
    before = entropy((3, 1, 2, 0), 4)

    after = next_entropy(before, 4, 6, tf)

    assert before == pytest.approx(0.729574, abs=PRINTED)
    assert after == pytest.approx(expected, abs=PRINTED)
    assert after == pytest.approx(entropy((3, 1, 2, 0, tf), 5), abs=1e-12)
    merged = site({"term": (3, 1, 2, 0)}, 4).merge(site({"term": (tf,)}, 1))
    assert of(merged, merged.entropy(), "term") == pytest.approx(expected, abs=PRINTED)


@pytest.mark.parametrize("seed", range(10))
def test_entropy_page_by_page_is_that_of_the_definition(seed):
    tf = np.random.default_rng(seed).choice((0, 0, 1, 1, 2, 50), 300).tolist()
    tf[0] = 1

    found, total = 0.0, tf[0]
    for n, t in enumerate(tf[1:], 1):
        found = next_entropy(found, n, total, t)
        total += t
        assert found == pytest.approx(entropy(tf[: n + 1], n + 1), abs=1e-12)
