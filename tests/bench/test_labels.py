"""The labels of blocks: what the gold holds is found where it stands, once, and in any order."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("lightgbm")

from bench.train.labels import MATCH, NEW_RUN, aligned, shares_of

STORY = "the boats came back at noon and nobody could say where they had been"


def test_the_blocks_of_the_gold_are_found():
    shares = shares_of(["Home News Contact", STORY, "The best of the shop"], STORY)

    assert shares.tolist() == [0, 1, 0]


def test_words_that_stand_elsewhere_by_chance_are_given_back():
    assert shares_of(["the noon and the boats in our harbour guide for you", STORY], STORY).tolist() == [0, 1]


def test_what_the_page_says_twice_is_wanted_once():
    assert sum(shares_of([STORY, "something else", STORY], STORY)) == 1


def test_blocks_in_another_order_are_found_too():
    first, second = "one two three four five six seven", "eight nine ten eleven twelve thirteen fourteen"

    assert shares_of([second, first], f"{first}\n{second}").tolist() == [1, 1]


def test_a_block_that_is_wanted_in_part_has_its_share():
    (share,) = shares_of([STORY + " and here is as much again of what no one ever wanted to be told"], STORY)

    assert 0.4 < share < 0.6


def test_without_gold_nothing_is_wanted():
    assert shares_of([STORY], "").tolist() == [0]
    assert shares_of([], STORY).tolist() == []


def test_scripts_without_spaces_are_aligned_by_letters():
    assert shares_of(
        ["首页新闻", "船在中午回来了没有人知道它们去了哪里"], "船在中午回来了没有人知道它们去了哪里"
    ).tolist() == [0, 1]


def plainly_best(page, gold):
    """The worth of the best alignment by the textbook's table."""
    never = -(10**9)
    best = np.zeros((len(page) + 1, len(gold) + 1), int)
    match = np.full_like(best, never)
    for i, word in enumerate(page, 1):
        for j, other in enumerate(gold, 1):
            if word == other:
                match[i, j] = max(match[i - 1, j - 1] + MATCH, best[i - 1, j - 1] + MATCH - NEW_RUN)
            best[i, j] = max(best[i - 1, j], best[i, j - 1], match[i, j])
    return best[-1, -1]


@given(st.lists(st.integers(0, 4), max_size=14), st.lists(st.integers(0, 4), max_size=14))
def test_no_alignment_is_better_than_the_one_found(page, gold):
    in_page, in_gold = aligned(np.array(page, np.int32), np.array(gold, np.int32))
    places = np.flatnonzero(in_page), np.flatnonzero(in_gold)

    runs = sum(
        k == 0 or places[0][k] != places[0][k - 1] + 1 or places[1][k] != places[1][k - 1] + 1
        for k in range(len(places[0]))
    )

    assert [page[k] for k in places[0]] == [gold[k] for k in places[1]]
    assert MATCH * len(places[0]) - NEW_RUN * runs == plainly_best(page, gold)
