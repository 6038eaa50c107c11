"""The skeleton of a page's informative structure: its best subtrees of one type, and what joins them.

WISDOM (Kao, Ho, Chen 2005), sections 3.2 and 3.3. k-MIB goes from the root to ever smaller subtrees, at each step on from the one
with the largest aggregated feature f_A; it stops at a node whose children are alike (SII at least ST) or that has none, and
takes it if it meets the type constraint, until it has k of them. The paper keeps the subtrees in a heap. None is needed:

    Let a stop node be a live node (f_A > 0) that has no live child or whose SII is at least ST, and the frontier the stop
    nodes below no other stop node. k-MIB finds the k nodes of the frontier with the largest f_A that meet the constraint.

For f_A of a node is at least that of any node below it: when the largest in the heap falls below v, every node of the frontier
with f_A of v or more has been in the heap and has left it, and nodes of the frontier leave it in the order of their f_A. So the
skeletons of all pages of a table are a mask and one sort. Ties go to the first node (the heap's ties, too).

DSTM then joins the siblings of a skeleton node with less of the feature that meet the constraint, k-CSTM those of its first k
ancestors that have siblings (P_i; W11: one live sibling is enough), and condensing takes away what is dummy or fails (W12).
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sitemine.dom.table import Flags, Ints, covered, nearest
from sitemine.measure.partition import Rows


class Tree(NamedTuple):
    """What the search for blocks of one type sees of the nodes of some pages."""

    page: Ints
    parent: Ints
    subtree_end: Ints
    feature: npt.NDArray[np.int64]  # f_A, aggregated
    is_alike: Flags  # whether SII is at least ST; false where it is no number
    passes: Flags  # the type constraint

    @property
    def is_live(self) -> Flags:
        return self.feature > 0

    def n_children(self) -> npt.NDArray[np.intp]:
        """How many live children each node has."""
        child = np.flatnonzero((self.parent >= 0) & self.is_live)
        return np.bincount(self.parent[child], minlength=len(self.parent))


def frontier(tree: Tree) -> Rows:
    """The nodes at which the search stops, outermost of their like, in document order."""
    stop = tree.is_live & (tree.is_alike | (tree.n_children() == 0))
    return np.flatnonzero(stop & (nearest(stop, tree.subtree_end) == np.arange(len(stop))))


def best(tree: Tree, k: int) -> Rows:
    """k-MIB: the skeleton nodes of each page, in document order."""
    found = frontier(tree)
    found = found[tree.passes[found]]
    page = tree.page[found]
    order = np.lexsort((found, -tree.feature[found], page))
    nth = np.arange(len(order)) - np.searchsorted(page[order], page[order])
    return np.sort(found[order[nth < k]])


def _joined(tree: Tree, chosen: Rows, *, larger: bool) -> Rows:
    """DSTM: the siblings of some nodes that have less of the feature (or any of it) and meet the constraint."""
    largest = np.zeros(len(tree.parent) + 1, np.int64)  # last place: roots, which have no siblings
    np.maximum.at(largest, tree.parent[chosen], tree.feature[chosen])
    largest[-1] = 0
    if larger:
        largest[largest > 0] = np.iinfo(np.int64).max
    smaller = tree.is_live & tree.passes & (tree.feature < largest[tree.parent])
    smaller[chosen] = False
    return np.flatnonzero(smaller)


def _ancestors_with_siblings(tree: Tree) -> Rows:
    """The nearest ancestor-or-self of each node that has a live sibling; -1 where there is none."""
    siblings = np.append(tree.n_children(), 0)[tree.parent] - tree.is_live
    has_sibling = (siblings > 0) & (tree.parent >= 0)
    above = np.append(np.where(has_sibling, np.arange(len(tree.parent)), tree.parent), -1)
    while True:
        further = above[above]
        if np.array_equal(further, above):
            return above
        above = further


def expanded(tree: Tree, skeleton: Rows, *, dstm: bool, cstm: int, larger: bool = False) -> Rows:
    """The skeleton nodes and what joins them: DSTM, then DSTM of their first ancestors with siblings."""
    parts = [skeleton]
    if dstm:
        parts.append(_joined(tree, skeleton, larger=larger))
    if cstm:
        parent, nearest_with = np.append(tree.parent, -1), _ancestors_with_siblings(tree)
        at = skeleton
        for _ in range(cstm):
            at = np.unique(nearest_with[parent[at]])
            at = at[at >= 0]
            parts.append(_joined(tree, at, larger=larger))
    return np.unique(np.concatenate(parts))


def condensed(tree: Tree, roots: Rows, failing: Flags) -> Flags:
    """The nodes of some subtrees without the subtrees in them that are dummy or fail; a root is never taken away.

    Only nodes in `failing` are asked, so that a node of which nothing can be said stays.
    """
    n = len(tree.parent)
    inside = covered(roots, tree.subtree_end[roots], n)
    gone = np.flatnonzero(failing & inside)
    gone = gone[~np.isin(gone, roots)]
    return inside & ~covered(gone, tree.subtree_end[gone], n)


def leaves(tree: Tree) -> Rows:
    """M1, the paper's baseline: all leaves of the tree that meet the constraint."""
    return np.flatnonzero(tree.is_live & tree.passes & (tree.n_children() == 0))
