import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pages import flat, row, soup

from sitemine.measure.structure import (
    WEIGHT_ONE,
    content_information,
    coverage,
    mean_weight,
    own_value,
    structure_information,
)
from sitemine.measure.terms import terms_of

SITES = st.lists(soup(), min_size=1, max_size=3)
ANY = settings(max_examples=100, deadline=None)


def children(table, node):
    return [i for i in range(len(table)) if table.parent[i] == node]


def plain_coverage(table, own, node):
    return own[node] + sum(plain_coverage(table, own, child) for child in children(table, node))


def plain_structure(values):
    live = [v for v in values if v > 0]
    if len(live) < 2:
        return math.nan
    shares = [v / sum(live) for v in live]
    return -sum(w * math.log(w) for w in shares) / math.log(len(live))


def values_for(table, seed):
    return np.random.default_rng(seed).integers(0, 50, len(table))


@ANY
@given(SITES, st.integers(0, 99))
def test_coverage_is_what_recursion_adds_up(htmls, seed):
    table = flat(*htmls)
    own = values_for(table, seed)

    covered = coverage(table, own)

    assert covered.tolist() == [plain_coverage(table, own, i) for i in range(len(table))]
    assert coverage(table, own / 7) == pytest.approx(covered / 7)
    assert own_value(table, covered).tolist() == own.tolist()


@ANY
@given(st.lists(soup(), min_size=2, max_size=4), st.integers(0, 99))
def test_coverage_of_fractions_does_not_depend_on_the_other_pages(htmls, seed):
    table = flat(*htmls)
    own = values_for(table, seed) * 1e9 / 7

    covered = coverage(table, own)

    for page, html in enumerate(htmls):
        rows = slice(*table.page_start[page : page + 2])
        assert covered[rows].tobytes() == coverage(flat(html), own[rows]).tobytes()


def test_coverage_of_no_pages_is_empty():
    table = flat()

    assert len(coverage(table, np.zeros(0))) == len(coverage(table, np.zeros(0, np.int64))) == 0


@ANY
@given(SITES, st.integers(0, 99))
def test_structure_information_is_what_recursion_finds(htmls, seed):
    table = flat(*htmls)
    covered = coverage(table, values_for(table, seed))

    found = structure_information(table.parent, covered)

    expected = [plain_structure([int(covered[c]) for c in children(table, i)]) for i in range(len(table))]
    assert found == pytest.approx(expected, abs=1e-9, nan_ok=True)
    assert ((found >= 0) & (found <= 1) | np.isnan(found)).all()


@pytest.mark.parametrize("scale", [1e-6, 3, 1e9])
def test_structure_information_does_not_depend_on_the_unit(scale):
    parent = np.array([-1, 0, 0, 0], np.int32)
    covered = np.array([14.0, 8, 4, 2])

    found = structure_information(parent, covered * scale)

    assert found == pytest.approx(structure_information(parent, covered), nan_ok=True)


@pytest.mark.parametrize("values", [[], [7], [0, 7, 0], [0, 0]])
def test_fewer_than_two_children_that_count_have_no_structure(values):
    parent = np.array([-1] + [0] * len(values), np.int32)

    assert np.isnan(structure_information(parent, np.array([sum(values), *values]))).all()


@ANY
@given(SITES, st.integers(0, 99))
def test_content_information_is_the_plain_mean_of_the_weights(htmls, seed):
    table = flat(*htmls)
    terms = terms_of(table)
    weight = np.random.default_rng(seed).random(len(terms))

    found = content_information(terms, weight)

    for node in range(len(table)):
        of_node = weight[terms.node_start[node] : terms.node_end[node]].tolist()
        assert found[node] == pytest.approx(sum(of_node) / max(len(of_node), 1), abs=1 / WEIGHT_ONE)


@ANY
@given(st.lists(soup(), min_size=2, max_size=3))
def test_content_information_does_not_depend_on_the_other_pages(htmls):
    table = flat(*htmls)
    terms = terms_of(table)
    weight = (terms.term % np.uint64(997)) / 997

    found = content_information(terms, weight)

    for page, html in enumerate(htmls):
        alone = terms_of(flat(html))
        expected = content_information(alone, (alone.term % np.uint64(997)) / 997)
        assert found[slice(*table.page_start[page : page + 2])].tobytes() == expected.tobytes()


def test_a_node_without_terms_informs_of_nothing():
    table = flat("<p>one</p><img><p>2024")
    terms = terms_of(table)

    found = content_information(terms, np.ones(len(terms)))

    assert found[[row(table, "p"), row(table, "img"), row(table, "p", 1)]].tolist() == [1, 0, 0]


def test_a_mean_of_full_weights_is_exactly_one():
    weight = np.ones(1_000)

    assert mean_weight(weight, np.array([0, 3]), np.array([1_000, 10])).tolist() == [1, 1]
    assert mean_weight(np.zeros(0), np.array([0]), np.array([0])).tolist() == [0]
