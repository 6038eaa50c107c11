from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemine.measure.fingerprints import PageCounts
from sitemine.measure.sums import Pile, add_up, find

PARTS = st.lists(st.lists(st.integers(1, 30), max_size=12), max_size=12)


def keys(*values):
    return np.array(values, np.uint64)


def counts(*values):
    return np.array(values, np.int64)


def page(fingerprints):
    return PageCounts.of(1, np.zeros(len(fingerprints), np.int32), np.array(fingerprints, np.uint64))


def content(statistics):
    return statistics.n_pages, dict(zip(statistics.fingerprint.tolist(), statistics.df.tolist(), strict=True))


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 5), st.integers(1, 5)), max_size=40))
def test_rows_of_one_key_are_added(rows):
    first, second = Counter(), Counter()
    for key, a, b in rows:
        first[key] += a
        second[key] += b
    columns = np.array(rows, np.int64).reshape(-1, 3).T

    found, (a, b) = add_up(columns[0].astype(np.uint64), (columns[1], columns[2]))

    assert found.tolist() == sorted(second)
    assert a.tolist() == [first[key] for key in found.tolist()]
    assert b.tolist() == [second[key] for key in found.tolist()]


def test_a_key_whose_last_column_comes_to_nothing_is_left_out():
    found, columns = add_up(keys(2, 1, 2), (counts(3, 4, 5), counts(1, 1, -1)))

    assert found.tolist() == [1]
    assert [column.tolist() for column in columns] == [[4], [1]]


def test_keys_beyond_half_of_their_range_are_ordered_too():
    largest = (1 << 64) - 1

    found, _ = add_up(keys(largest, 0, 1 << 63), (counts(1, 1, 1),))

    assert found.tolist() == [0, 1 << 63, largest]


def test_the_columns_that_come_in_are_not_written():
    key, column = keys(2, 1), counts(5, 6)

    add_up(key, (column,))

    assert key.tolist() == [2, 1]
    assert column.tolist() == [5, 6]


@given(st.sets(st.integers(0, 50)), st.lists(st.integers(0, 50)))
def test_find_gives_the_row_or_minus_one(held, wanted):
    table = sorted(held)

    rows = find(np.array(table, np.uint64), np.array(wanted, np.uint64))

    assert rows.tolist() == [table.index(key) if key in held else -1 for key in wanted]


@given(PARTS, st.randoms(use_true_random=False))
def test_a_pile_is_one_big_merge_in_any_order(parts, chance):
    together = PageCounts.empty()
    for part in parts:
        together = together.merge(page(part))
    pile = Pile(PageCounts.empty())
    chance.shuffle(parts)

    for part in parts:
        pile.add(page(part))

    assert content(pile.total()) == content(together)


def test_an_empty_pile_is_what_it_began_with():
    assert content(Pile(PageCounts.empty()).total()) == (0, {})


def test_a_total_can_be_asked_for_twice_and_added_to():
    pile = Pile(PageCounts.empty())
    pile.add(page([1, 2]))

    first, second = content(pile.total()), content(pile.total())
    pile.add(page([2]))

    assert first == second == (1, {1: 1, 2: 1})
    assert content(pile.total()) == (2, {1: 1, 2: 2})


class Weighed:
    """A part that counts how many rows merging has copied."""

    copied = 0

    def __init__(self, size):
        self.size = size

    def __len__(self):
        return self.size

    def merge(self, other):
        Weighed.copied += self.size + other.size
        return Weighed(self.size + other.size)


@pytest.mark.parametrize("n", [1_000, 4_000])
def test_adding_many_parts_copies_each_row_a_few_times(n):
    Weighed.copied = 0
    pile = Pile(Weighed(0))

    for _ in range(n):
        pile.add(Weighed(1))

    assert len(pile.total()) == n
    assert Weighed.copied < 2 * n * n.bit_length()
