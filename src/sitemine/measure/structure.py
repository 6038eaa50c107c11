"""How much each node's subtree informs, and how evenly it spreads over the children.

WISDOM (Kao, Ho, Chen 2005), sections 3.1.1, 3.1.3 and 3.2.1:

    CII(N)     the mean weight of the terms of N's text (content information index)
    F_A(N)     F(N) + sum of F_A over N's children (the information coverage tree, ICT)
    SII(N, f)  - sum_j w_j log_m w_j,  w_j = f_A(child j) / sum of the children's (structure information index)

where the weight of a term is 1 minus its entropy over the site, and m the number of children with f_A > 0. SII is not a
number where m < 2. All are computed for all nodes of all pages of a table at once: sums over subtrees are differences of
prefix sums, sums over children are counts by parent.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from sitemine.dom.table import Ints, NodeTable
from sitemine.measure.terms import Terms

Floats = npt.NDArray[np.float64]

WEIGHT_ONE: Final = 1 << 30
"""Weights are summed as whole numbers of this unit, so that a sum does not depend on what else is in the table."""


def as_units(weight: Floats) -> npt.NDArray[np.int64]:
    """Weights in [0, 1] as whole numbers."""
    return np.rint(weight * WEIGHT_ONE).astype(np.int64)


def mean_weight(weight: Floats, start: npt.NDArray[np.integer], end: npt.NDArray[np.integer]) -> Floats:
    """The mean weight of the terms of each slice; 0 where it has none."""
    sums = np.zeros(len(weight) + 1, np.int64)
    np.cumsum(as_units(weight), out=sums[1:])
    return np.asarray((sums[end] - sums[start]) / (np.maximum(end - start, 1) * np.float64(WEIGHT_ONE)))


def content_information(terms: Terms, weight: Floats) -> Floats:
    """CII of each node; `weight` is that of each term of the table."""
    return mean_weight(weight, terms.node_start, terms.node_end)


def coverage(table: NodeTable, own: npt.NDArray[np.number]) -> npt.NDArray[np.number]:
    """The information coverage tree: each node's own value and all those below it, added up.

    Sums of floating-point numbers restart at each page, so that they do not depend on the other pages of the table.
    """
    if np.issubdtype(own.dtype, np.integer):
        sums = np.concatenate(([0], np.cumsum(own)))
        return sums[table.subtree_end] - sums[:-1]
    covered = np.empty(len(own), own.dtype)
    for first, last in zip(table.page_start[:-1].tolist(), table.page_start[1:].tolist(), strict=True):
        sums = np.concatenate(([0.0], np.cumsum(own[first:last])))
        covered[first:last] = sums[table.subtree_end[first:last] - first] - sums[:-1]
    return covered


def own_value(table: NodeTable, covered: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
    """What a node has besides its children: the inverse of `coverage` for whole numbers."""
    child = table.parent >= 0
    below = np.bincount(table.parent[child], covered[child], len(covered))
    return covered.astype(np.int64) - below.astype(np.int64)


def structure_information(parent: Ints, covered: npt.NDArray[np.number]) -> Floats:
    """SII of each node by the children's aggregated feature: 1 where it is even, near 0 where one child has it all."""
    n = len(parent)
    child = np.flatnonzero((parent >= 0) & (covered > 0))
    above, value = parent[child], covered[child].astype(np.float64)
    total = np.bincount(above, value, n)
    spread = np.bincount(above, value * np.log(value), n)
    count = np.bincount(above, minlength=n)
    sii = np.full(n, np.nan)
    several = np.flatnonzero(count > 1)
    entropy = np.log(total[several]) - spread[several] / total[several]
    sii[several] = np.clip(entropy / np.log(count[several]), 0.0, 1.0)
    return sii
