import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemine.measure.hashing import hash_slices, stir

WORDS = st.lists(st.integers(0, (1 << 64) - 1), max_size=30)
BASE, MULTIPLIER = 0x9E3779B97F4A7C15, 0xFF51AFD7ED558CCD
WHOLE = 1 << 64
STORM = 0x71DFF5DBB3EED892


def plain_stir(x):
    x = (x ^ (x >> 32)) * MULTIPLIER % WHOLE
    return x ^ (x >> 32)


def plain_hash(values):
    return plain_stir(sum(x * pow(BASE, i, WHOLE) for i, x in enumerate(values)) % WHOLE)


@given(WORDS, st.data())
def test_a_slice_has_the_hash_of_its_polynomial(values, data):
    bounds = sorted(data.draw(st.lists(st.integers(0, len(values)), min_size=2, max_size=2)))
    start, end = np.array(bounds[:1]), np.array(bounds[1:])

    found = hash_slices(np.array(values, np.uint64), start, end)

    assert found.tolist() == [plain_hash(values[bounds[0] : bounds[1]])]


@given(WORDS, WORDS, WORDS)
def test_a_hash_does_not_depend_on_where_the_slice_stands(before, values, after):
    together = np.array([*before, *values, *after], np.uint64)

    moved = hash_slices(together, np.array([len(before)]), np.array([len(before) + len(values)]))

    assert moved.tolist() == hash_slices(np.array(values, np.uint64), np.array([0]), np.array([len(values)])).tolist()


def test_an_empty_slice_has_hash_zero():
    assert hash_slices(np.array([7, 8], np.uint64), np.array([0, 1, 2]), np.array([0, 1, 2])).tolist() == [0, 0, 0]
    assert hash_slices(np.zeros(0, np.uint64), np.array([0]), np.array([0])).tolist() == [0]


def test_order_counts():
    values = np.array([1, 2, 2, 1], np.uint64)

    first, second = hash_slices(values, np.array([0, 2]), np.array([2, 4])).tolist()

    assert first != second


@pytest.mark.parametrize("n", [1_023, 1_024, 1_025, 5_000])
def test_a_table_may_have_any_length(n):
    values = np.arange(n, dtype=np.uint64)

    assert hash_slices(values, np.array([n - 3]), np.array([n])).tolist() == [plain_hash([n - 3, n - 2, n - 1])]


def test_stirring_mixes_up_no_two_hashes_and_leaves_its_input_alone():
    hashes = np.arange(100_000, dtype=np.uint64) << np.uint64(13)
    before = hashes.copy()

    stirred = stir(hashes)

    assert len(np.unique(stirred)) == len(hashes)
    assert (hashes == before).all()


def test_every_bit_depends_on_low_and_high_bits():
    one = np.array([0x0123456789ABCDEF], np.uint64)

    for bit in range(64):
        changed = int((stir(one) ^ stir(one ^ np.uint64(1 << bit)))[0])
        assert changed.bit_count() > 8


def test_hashes_are_those_of_the_formula_in_every_process():
    """Python's own hashes differ from process to process; a fixed number cannot."""
    found = hash_slices(np.array([ord(c) for c in "storm"], np.uint64), np.array([0]), np.array([5]))

    assert found.tolist() == [plain_hash(map(ord, "storm"))] == [STORM]
