import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitemine.measure.similar import Sets, similar_pages

WORDS = np.array([7, 1 << 63, 5, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73], np.uint64)
SMALL = st.frozensets(st.integers(0, 19), max_size=20)


@st.composite
def alike_sets(draw):
    """Some sets, and others that differ from one of them in an element or two."""
    found = draw(st.lists(SMALL, min_size=1, max_size=8))
    for _ in range(draw(st.integers(0, 8))):
        found.append(draw(st.sampled_from(found)) ^ draw(st.frozensets(st.integers(0, 19), max_size=2)))
    return list(dict.fromkeys(found))


def counted(sets, pages, most, similarity=0.9):
    start = np.cumsum([0, *map(len, sets)])
    element = WORDS[[k for one in sets for k in sorted(one)]]
    page_start = np.cumsum([0, *map(len, pages)])
    page = np.array([k for own in pages for k in sorted(own)], np.intp)
    return similar_pages(Sets(start, element), page_start, page, similarity, most).tolist()


def plain(sets, pages, most, similarity=0.9):
    """The same by comparing all pairs, in whole numbers."""
    found = [set(own) for own in pages]
    for one, other in itertools.permutations(range(len(sets)), 2):
        x, y = sets[one], sets[other]
        if 100 * len(x & y) ** 2 > round(100 * similarity**2) * len(x) * len(y):
            found[one] |= set(pages[other])
    return [min(len(own), most) for own in found]


@settings(deadline=None)
@given(alike_sets(), st.data(), st.integers(1, 9))
def test_the_join_finds_what_comparing_all_pairs_finds(sets, data, most):
    own = st.frozensets(st.integers(0, 9), min_size=1, max_size=4)
    pages = [data.draw(own) for _ in sets]

    assert counted(sets, pages, most) == plain(sets, pages, most)


def test_ten_terms_and_eleven_are_the_same_block_and_eight_of_ten_are_not():
    ten, eleven = frozenset(range(10)), frozenset(range(11))
    nine = frozenset([0, 1, 2, 3, 4, 5, 6, 7, 15])

    assert math.isclose(10 / math.sqrt(10 * 11), 0.9535, abs_tol=5e-5)
    assert counted([ten, eleven], [{0}, {1}], 5) == [2, 2]
    assert math.isclose(8 / math.sqrt(10 * 9), 0.8433, abs_tol=5e-5)
    assert counted([ten, nine], [{0}, {1}], 5) == [1, 1]


def test_a_cosine_of_just_nine_tenths_is_not_above_it():
    one, other = frozenset(range(10)), frozenset([*range(9), 15])

    assert counted([one, other], [{0}, {1}], 5) == [1, 1]


def test_likeness_is_not_handed_on():
    """C4: 10 of 11 and 11 of 13 are alike, 10 of 13 are not; so the first stands on 2 pages, not on 3."""
    sets = [frozenset(range(10)), frozenset(range(11)), frozenset(range(13))]

    assert counted(sets, [{0}, {1}, {2}], 5) == plain(sets, [{0}, {1}, {2}], 5) == [2, 3, 2]


@pytest.mark.parametrize("sets", [[], [frozenset()], [frozenset(), frozenset([1])]])
def test_a_set_without_elements_is_like_no_other(sets):
    assert counted(sets, [{k} for k in range(len(sets))], 5) == [1] * len(sets)


def test_a_thousand_menus_that_differ_in_the_current_item_stop_asking_when_they_know_enough():
    n = 1000
    menu = np.arange(100, 130, dtype=np.uint64)
    element = np.concatenate([np.append(menu, np.uint64(1000 + k)) for k in range(n)])
    start = np.arange(n + 1) * 31

    found = similar_pages(Sets(start, element), np.arange(n + 1), np.arange(n), 0.9, 11)

    assert found.tolist() == [11] * n


def test_a_thousand_lines_with_two_words_of_their_own_cost_no_more_than_their_number():
    """14 of 16 elements are not enough, and the first of the 14 is no element that like sets may have first in common."""
    n = 20_000
    own = np.arange(2 * n, dtype=np.uint64).reshape(n, 2) + np.uint64(100)
    element = np.concatenate((np.tile(np.arange(14, dtype=np.uint64), (n, 1)), own), axis=1).ravel()

    found = similar_pages(Sets(np.arange(n + 1) * 16, element), np.arange(n + 1), np.arange(n), 0.9, 11)

    assert found.tolist() == [1] * n
