"""Gradient-boosted trees, evaluated for all rows of a table at once.

The leaves of a tree are the bits of a word, from left to right. A split whose test fails (the value is above the threshold)
rules out all leaves on its left, and after all splits the lowest bit that is left is the leaf that a row ends in, in
whatever order the splits are asked (Lucchese et al., QuickScorer, SIGIR 2015). So splits are asked by feature: the
thresholds that a value is above are the first few of that feature's in ascending order, what they rule out together is
made once when the forest is loaded, and a row costs one search and one `and` of T words for each feature, T being the
number of trees.

Leaves are whole numbers of `UNIT`, so that a sum never depends on how an array happens to be added up.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sitemine import kernel

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Tree = float | tuple[int, float, "Tree", "Tree"]
"""A leaf, or a split: feature, threshold, the tree for values up to the threshold, the tree for those above it."""

UNIT: Final = 2.0**-20
MOST_LEAVES: Final = 64
ROWS: Final = 512
"""Rows that are asked at once, so that their words stay in the cache."""


class Splits(NamedTuple):
    """The splits of some trees, as they stand in a file."""

    tree: npt.NDArray[np.uint16]
    feature: npt.NDArray[np.uint16]
    threshold: Floats
    first: npt.NDArray[np.uint8]  # the leaves on a split's left are [first, end) of its tree
    end: npt.NDArray[np.uint8]
    leaf_count: npt.NDArray[np.uint8]  # of each tree
    leaf: npt.NDArray[np.int32]  # of all trees, in units

    @classmethod
    def of(cls, trees: Sequence[Tree]) -> "Splits":
        """The splits and leaves of trees that are written as nested tuples."""
        rows: list[tuple[int, int, float, int, int]] = []
        leaves: list[int] = []
        counts: list[int] = []
        for number, tree in enumerate(trees):
            before = len(leaves)
            _walk(tree, number, before, rows, leaves)
            counts.append(len(leaves) - before)
        if max(counts, default=0) > MOST_LEAVES:
            raise ValueError(f"a tree has {max(counts)} leaves, more than {MOST_LEAVES}")
        columns = list(zip(*rows, strict=True)) or [()] * 5
        return cls(
            np.array(columns[0], np.uint16),
            np.array(columns[1], np.uint16),
            np.array(columns[2], np.float64),
            np.array(columns[3], np.uint8),
            np.array(columns[4], np.uint8),
            np.array(counts, np.uint8),
            np.array(leaves, np.int32),
        )


def _walk(tree: Tree, number: int, start: int, rows: list[tuple[int, int, float, int, int]], leaves: list[int]) -> None:
    """Adds the splits and leaves of a tree, leaves from left to right."""
    if not isinstance(tree, tuple):
        leaves.append(round(tree / UNIT))
        return
    feature, threshold, low, high = tree
    first = len(leaves) - start
    _walk(low, number, start, rows, leaves)
    rows.append((number, feature, threshold, first, len(leaves) - start))
    _walk(high, number, start, rows, leaves)


class _Step(NamedTuple):
    """One feature: its thresholds in ascending order, and the leaves that are left above none, one, two ... of them."""

    feature: int
    thresholds: Floats
    left: npt.NDArray[Any]  # thresholds + 1, trees


class _Sorted(NamedTuple):
    """All splits by feature and threshold, as the kernel asks them."""

    threshold: Floats
    tree: npt.NDArray[np.uint16]
    left: npt.NDArray[np.uint64]  # the leaves that a value above the threshold leaves over
    first: npt.NDArray[np.int32]  # of each feature, and the number of splits

    @classmethod
    def of(cls, splits: Splits) -> "_Sorted":
        order = np.lexsort((splits.threshold, splits.feature))
        below = [
            (1 << end) - (1 << first) for first, end in zip(splits.first.tolist(), splits.end.tolist(), strict=True)
        ]
        features = np.arange(int(splits.feature.max(initial=0)) + 2)
        return cls(
            splits.threshold[order].astype(np.float64),
            splits.tree[order],
            ~np.array(below, np.uint64)[order],
            np.searchsorted(splits.feature[order], features).astype(np.int32),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Forest:
    """Trees ready to be asked."""

    steps: tuple[_Step, ...]
    splits: _Sorted
    leaf: npt.NDArray[np.int32]  # trees, most leaves
    offset: int  # the sum of all trees of a single leaf and of the start, in units
    start: Ints  # where each tree's leaves begin in the flat table

    @classmethod
    def of(cls, splits: Splits, base: float = 0.0) -> "Forest":
        """The forest with these splits; `base` is what it says before any tree."""
        n_trees, widest = len(splits.leaf_count), int(splits.leaf_count.max(initial=1))
        word = np.uint32 if widest <= np.iinfo(np.uint32).bits else np.uint64
        leaf = np.zeros((n_trees, widest), np.int32)
        leaf[np.arange(widest) < splits.leaf_count[:, None]] = splits.leaf
        steps = tuple(_step(splits, int(feature), word) for feature in np.unique(splits.feature))
        return cls(
            steps, _Sorted.of(splits), leaf.ravel(), round(base / UNIT), np.arange(n_trees, dtype=np.int64) * widest
        )

    def units(self, columns: Sequence[Floats]) -> Ints:
        """What the trees say of each row, in units; `columns[k]` is feature k, without a NaN."""
        n = len(columns[0])
        if kernel.compiled is not None and self.steps:
            asked = [np.ascontiguousarray(column, np.float64) for column in columns]
            units = kernel.compiled.forest(*self.splits, self.leaf, len(self.start), asked, n)
            return kernel.column(units, np.int64) + self.offset
        said = np.empty(n, np.int64)
        for begin in range(0, n, ROWS):
            rows = slice(begin, begin + ROWS)
            said[rows] = self._asked([column[rows] for column in columns], min(ROWS, n - begin))
        return said

    def log_odds(self, columns: Sequence[Floats]) -> Floats:
        """What the trees say of each row."""
        return np.asarray(self.units(columns) * UNIT)

    def _asked(self, columns: Sequence[Floats], n: int) -> Ints:
        if not self.steps:
            return np.full(n, int(self.leaf.sum()) + self.offset, np.int64)
        word = self.steps[0].left.dtype.type
        alive = np.full((n, len(self.start)), ~word(0), word)
        for step in self.steps:
            alive &= step.left[np.searchsorted(step.thresholds, columns[step.feature])]
        reached = np.bitwise_count((alive & (~alive + word(1))) - word(1))
        said: Ints = self.leaf[reached + self.start].sum(axis=1, dtype=np.int64) + self.offset
        return said


def _step(splits: Splits, feature: int, word: type[np.unsignedinteger[Any]]) -> _Step:
    """What each threshold of a feature rules out, with those below it."""
    rows = np.flatnonzero(splits.feature == feature)
    rows = rows[np.argsort(splits.threshold[rows], kind="stable")]
    left = np.full((len(rows) + 1, len(splits.leaf_count)), ~word(0), word)
    columns = (splits.tree[rows].tolist(), splits.first[rows].tolist(), splits.end[rows].tolist())
    for place, (tree, first, end) in enumerate(zip(*columns, strict=True), 1):
        left[place] = left[place - 1]
        left[place, tree] &= ~word((1 << end) - (1 << first))
    return _Step(feature, splits.threshold[rows], left)


def forest_of(columns: Mapping[str, npt.NDArray[Any]]) -> Forest:
    """The forest that a file's columns describe."""
    splits = Splits(*(columns[name] for name in Splits._fields))
    return Forest.of(splits, float(columns["base"][0]))


def columns_of(splits: Splits, base: float) -> dict[str, npt.NDArray[Any]]:
    """The columns of a file that `forest_of` reads."""
    return {**splits._asdict(), "base": np.array([base])}
