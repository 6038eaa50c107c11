"""The forest against the plain meaning of its trees: walk down from the root, go left while the value is not above."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemine import kernel
from sitemine.mine.forest import MOST_LEAVES, ROWS, UNIT, Forest, Splits, columns_of, forest_of
from sitemine.mine.learned import packed, part, unpacked

FEATURES = 4
VALUES = st.sampled_from([-2.0, -0.5, 0.0, 0.25, 1.0, 3.0])
LEAVES = st.integers(-1000, 1000).map(lambda units: units * UNIT)
TREES = st.recursive(LEAVES, lambda tree: st.tuples(st.integers(0, FEATURES - 1), VALUES, tree, tree), max_leaves=40)


def walked(tree, row):
    while isinstance(tree, tuple):
        feature, threshold, low, high = tree
        tree = low if row[feature] <= threshold else high
    return tree


def said(trees, rows, base=0.0):
    return [sum(round(walked(tree, row) / UNIT) for tree in trees) * UNIT + base for row in rows]


@given(st.lists(TREES, min_size=1, max_size=6), st.lists(st.tuples(*[VALUES] * FEATURES), min_size=1, max_size=20))
def test_a_forest_says_what_its_trees_say_one_by_one(trees, rows):
    columns = np.array(rows).T

    assert Forest.of(Splits.of(trees), 0.5).log_odds(columns).tolist() == said(trees, rows, 0.5)


@given(st.lists(TREES, min_size=1, max_size=6), st.lists(st.tuples(*[VALUES] * FEATURES), min_size=1, max_size=20))
def test_the_kernel_and_its_twin_say_the_same_of_a_forest(trees, rows):
    forest, columns = Forest.of(Splits.of(trees), 0.5), np.array(rows).T

    units = forest.units(columns)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "compiled", None)
        assert units.tolist() == forest.units(columns).tolist()


@pytest.mark.skipif(kernel.compiled is None, reason="the kernel was not compiled here")
def test_splits_that_name_no_tree_are_refused():
    forest = Forest.of(Splits.of([(0, 0.5, 1.0, 2.0)]))
    spoilt = forest.splits._replace(tree=np.array([7], np.uint16))

    with pytest.raises(ValueError, match="not the columns of a forest"):
        kernel.compiled.forest(*spoilt, forest.leaf, 1, [np.zeros(3)], 3)


def test_a_forest_says_the_same_of_a_row_among_few_rows_and_among_many():
    random = np.random.default_rng(3)
    trees = [(k % FEATURES, float(k) / 7, (0, 0.5, -0.25 * k, 0.125), 0.5) for k in range(30)]
    forest = Forest.of(Splits.of(trees))
    columns = random.normal(size=(FEATURES, 2 * ROWS + 5))

    assert forest.units(columns).tolist() == [int(forest.units(row.reshape(-1, 1))[0]) for row in columns.T]


@pytest.mark.parametrize("leaves", [32, 33, MOST_LEAVES])
def test_a_tree_as_wide_as_a_word_keeps_all_its_leaves(leaves):
    tree = 0.0
    for k in range(leaves - 1, 0, -1):
        tree = (0, float(k), tree, float(k))  # a chain to the left: a value above k and not above k + 1 ends in k

    values = np.arange(leaves) + 0.5

    assert Forest.of(Splits.of([tree])).log_odds([values]).tolist() == said([tree], values.reshape(-1, 1))


def test_a_tree_wider_than_a_word_is_refused():
    tree = 0.0
    for k in range(MOST_LEAVES):
        tree = (0, float(k), tree, 1.0)

    with pytest.raises(ValueError, match="65 leaves"):
        Splits.of([tree])


def test_a_forest_comes_back_from_a_file_as_it_went_in():
    trees = [(1, 0.5, 1.0, (0, -1.0, 2.0, 3.0)), 0.25, (2, 4.0, -1.0, 1.0)]
    columns = {f"first.{name}": column for name, column in columns_of(Splits.of(trees), 0.125).items()}
    columns["second.base"] = np.zeros(3, np.float16)

    content = packed(columns)
    rows = np.random.default_rng(1).normal(size=(50, 3))
    forest = forest_of(part(unpacked(content), "first"))

    assert forest.log_odds(rows.T).tolist() == said(trees, rows, 0.125)
    assert content == packed(dict(reversed(columns.items())))
