"""What it costs to group two neighbouring ranges of leaves: the five factors of OntoMiner, section 2.2.

A and B are the lowest common ancestors of the left and of the right range, C that of both, D = max(8, depth of the page). The paper
names the factors, its figure with their formulas is missing; ours are all in [0, 1] (O2):

    C_LCA   = (max(depth A, depth B) - depth C) / D                 how far the two are from their common ancestor
    C_PSIM  = 1 - 2 LCS(path C..A, path C..B) / (|.| + |.|)         how unlike the paths to it are; 0 where both are empty
    C_STSIM = 1 - |P_A & P_B| / |P_A | P_B|                         P: paths from A (B) to the leaves of the range
    C_ORD   = 1 - LCS(o_A, o_B) / max(|o_A|, |o_B|)                 o: the distinct ones of them, as first seen
    C_NODE  = 1 - |N_A & N_B| / |N_A | N_B|                         N: tags, class names, bold and link below A (B)
"""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final, NamedTuple

from sitemine.mine.ontominer.leaftree import Kinds, LeafTree

N_FACTORS: Final = 5


class Range(NamedTuple):
    """Some neighbouring leaves: their lowest common ancestor, and what is under it."""

    ancestor: int
    kinds: Kinds


def unlike(one: frozenset[int] | frozenset[str], other: frozenset[int] | frozenset[str]) -> float:
    """The Jaccard distance of two sets; 0 where both are empty."""
    both = len(one & other)
    together = len(one) + len(other) - both
    return 1.0 - both / together if together else 0.0


def common_subsequence(one: Sequence[object], other: Sequence[object]) -> int:
    """The length of the longest common subsequence (plain dynamic programming, for paths of a few tags)."""
    best = [0] * (len(other) + 1)
    for item in one:
        diagonal = 0
        for place, twin in enumerate(other, 1):
            diagonal, best[place] = best[place], diagonal + 1 if item == twin else max(best[place], best[place - 1])
    return best[-1]


def common_order(one: Sequence[int], other: Sequence[int]) -> int:
    """The same for two sequences without repetition: the longest increasing run of places, in n log n."""
    place = {item: k for k, item in enumerate(other)}
    tails: list[int] = []
    for item in one:
        if (k := place.get(item)) is not None:
            at = bisect_left(tails, k)
            tails[at : at + 1] = [k]
    return len(tails)


def _path_distance(tree: LeafTree, common: int, one: int, other: int) -> float:
    left, right = tree.tags_between(common, one), tree.tags_between(common, other)
    if left == right:
        return 0.0
    return 1.0 - 2 * common_subsequence(left, right) / (len(left) + len(right))


def _order_distance(one: Kinds, other: Kinds) -> float:
    if one.paths == other.paths:
        return 0.0
    return 1.0 - common_order(one.paths, other.paths) / max(len(one.paths), len(other.paths))


def grouping_factors(
    tree: LeafTree, common: int, one: Range, other: Range, levels: int
) -> tuple[float, float, float, float, float]:
    """C_LCA, C_PSIM, C_STSIM, C_ORD, C_NODE of two neighbouring ranges whose common ancestor is `common`."""
    furthest = max(tree.depth[one.ancestor], tree.depth[other.ancestor])
    return (
        (furthest - tree.depth[common]) / levels,
        _path_distance(tree, common, one.ancestor, other.ancestor),
        unlike(one.kinds.path_set, other.kinds.path_set),
        _order_distance(one.kinds, other.kinds),
        unlike(one.kinds.names, other.kinds.names),
    )


def grouping_cost(tree: LeafTree, common: int, one: Range, other: Range, levels: int) -> float:
    """The sum of the five factors."""
    return sum(grouping_factors(tree, common, one, other, levels))
