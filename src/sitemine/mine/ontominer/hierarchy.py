"""The binary semantic partition of a page: which neighbouring leaves belong together, and those with what is beside them.

OntoMiner, section 2.2: over ranges of leaves L_i..L_j,

    Cost(i, i) = 0
    Cost(i, j) = min over i <= k < j of  Cost(i, k) + Cost(k + 1, j) + G(L_i..L_k, L_k+1..L_j)

with G of `costs`. Taken literally this breaks lists apart, since merging two ranges with the same ancestor is free. So ranges are
*laminar* (O3): none cuts through an element. Then the children of each element are partitioned by themselves, from the innermost
elements outwards, and the exact search takes the cube of their number, not of the leaves'. Beyond `exact_children` the cheapest
neighbours are merged first, over a heap. Ties: the larger k, so a heading is joined last with what follows.

Records that have no element of their own (h3 p a h3 p a) would be mixed up; where the children of an element repeat in a period of 2
to 8, each repeat gets a node of its own first (O4, tandem repeats).
"""

from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from typing import Final, NamedTuple

from sitemine.mine.ontominer.costs import Range, grouping_cost
from sitemine.mine.ontominer.leaftree import RECORD, Kinds, LeafTree, joined, kinds_of, seen_from_above
from sitemine.options import Ontominer

UNIT: Final = 1 << 30
"""Costs are added as whole numbers of this unit, so that ties are ties."""


class Repeat(NamedTuple):
    """Where siblings repeat: from `start`, `times` times `period` of them."""

    start: int
    period: int
    times: int


class Merge(NamedTuple):
    """One inner node of the binary tree: two parts become one, below the element `common`.

    Parts are numbered: 0 to n - 1 are the leaves, n + k is what merge k made.
    """

    left: int
    right: int
    common: int


class Partition(NamedTuple):
    """A page's binary tree: its merges, children first, and each part as a range."""

    tree: LeafTree
    merges: list[Merge]
    ranges: list[Range]
    levels: int  # D


def tandem_repeat(kinds: Sequence[object], longest: int) -> Repeat | None:
    """The repetition of 2 to `longest` siblings that covers most; of equals the shorter period, then the earlier.

    For each period one pass: how far kinds equal those a period later tells how often they repeat.
    """
    best: tuple[int, int, int, Repeat] | None = None
    n = len(kinds)
    for period in range(2, min(longest, n // 2) + 1):
        run = 0  # siblings from here on that equal the one a period later
        same = 0  # siblings from here on that equal their neighbour
        for start in range(n - 2, -1, -1):
            same = same + 1 if kinds[start] == kinds[start + 1] else 0
            if start + period >= n:
                continue
            run = run + 1 if kinds[start] == kinds[start + period] else 0
            times = run // period + 1
            if times < 2 or same >= period - 1:
                continue
            found = (times * period, -period, -start, Repeat(start, period, times))
            best = max(best, found) if best else found
    return best[3] if best else None


class _Partitioner:
    """One page at work: the tree, the binary tree so far, and the part that stands for each node."""

    def __init__(self, tree: LeafTree, options: Ontominer) -> None:
        self.tree, self.options = tree, options
        self.levels = max(options.least_depth, *tree.depth)
        self.merges: list[Merge] = []
        self.ranges: list[Range] = []
        self.part_of: dict[int, int] = {}  # of each node that is done
        self.above: dict[int, Kinds] = {}  # its kinds, as seen from its parent

    def finish(self, node: int, part: int, own: Kinds) -> None:
        self.part_of[node] = part
        self.above[node] = seen_from_above(self.tree, node, own)

    def merge(self, left: int, right: int, common: int, kinds: Kinds) -> int:
        self.merges.append(Merge(left, right, common))
        self.ranges.append(Range(common, kinds))
        return len(self.ranges) - 1

    def with_records(self, node: int) -> list[int]:
        """The children of a node, those that repeat in a period put together."""
        children = self.tree.children[node]
        if len(children) < 2 * 2:
            return children
        kinds = [(self.tree.tag[child], self.above[child].paths) for child in children]
        repeat = tandem_repeat(kinds, self.options.longest_period)
        if repeat is None:
            return children
        start, period, times = repeat
        records = [self.record(node, children[k : k + period]) for k in range(start, start + period * times, period)]
        return [*children[:start], *records, *children[start + period * times :]]

    def record(self, parent: int, children: list[int]) -> int:
        """A node for siblings that are one record, done at once."""
        record = self.tree.add(parent, RECORD, children)
        self.partition(record, children)
        return record

    def partition(self, node: int, children: list[int]) -> None:
        """Merges the children of a node into one part."""
        exact = len(children) <= self.options.exact_children
        part = (_exact if exact else _greedy)(self, node, children)
        self.finish(node, part, joined([self.above[child] for child in children], self.options.kinds))


def _exact(work: _Partitioner, node: int, children: list[int]) -> int:
    """The partition of least cost of a few siblings."""
    n = len(children)
    tree, most = work.tree, work.options.kinds
    ranges = {(k, k): work.ranges[work.part_of[child]] for k, child in enumerate(children)}
    above = [work.above[child] for child in children]
    best = {(k, k): (0, k) for k in range(n)}
    for width in range(1, n):
        for i in range(n - width):
            j = i + width
            found = []
            for k in range(i, j):
                cost = grouping_cost(tree, node, ranges[i, k], ranges[k + 1, j], work.levels)
                found.append((best[i, k][0] + best[k + 1, j][0] + round(cost * UNIT), -k))
            cost_of_all, split = min(found)
            best[i, j] = cost_of_all, -split
            ranges[i, j] = Range(node, joined(above[i : j + 1], most))
    return _merged(work, node, children, best, ranges)


def _merged(
    work: _Partitioner,
    node: int,
    children: list[int],
    best: dict[tuple[int, int], tuple[int, int]],
    ranges: dict[tuple[int, int], Range],
) -> int:
    """Makes the merges that the search found, children first, without recursion."""
    part = {(k, k): work.part_of[child] for k, child in enumerate(children)}
    waiting = [(0, len(children) - 1)]
    while waiting:
        i, j = waiting[-1]
        if (i, j) in part:
            waiting.pop()
            continue
        k = best[i, j][1]
        missing = [half for half in ((k + 1, j), (i, k)) if half not in part]
        if missing:
            waiting += missing
        else:
            part[i, j] = work.merge(part[i, k], part[k + 1, j], node, ranges[i, j].kinds)
    return part[0, len(children) - 1]


def _greedy(work: _Partitioner, node: int, children: list[int]) -> int:
    """Neighbours merged in order of their cost, the first of equals first."""
    n = len(children)
    parts = [work.part_of[child] for child in children]
    above = [work.above[child] for child in children]
    before, after = list(range(-1, n - 1)), list(range(1, n + 1))
    stamp = [0] * n  # how often the part that begins here has grown

    def cost(left: int, right: int) -> tuple[int, int, int, int, int]:
        one, other = work.ranges[parts[left]], work.ranges[parts[right]]
        price = round(grouping_cost(work.tree, node, one, other, work.levels) * UNIT)
        return price, left, stamp[left], right, stamp[right]

    heap = [cost(k, k + 1) for k in range(n - 1)]
    heapify(heap)
    while heap:
        _, left, grown, right, right_grown = heappop(heap)
        if stamp[left] != grown or stamp[right] != right_grown:
            continue
        above[left] = joined([above[left], above[right]], work.options.kinds)
        parts[left] = work.merge(parts[left], parts[right], node, above[left])
        stamp[left] += 1
        stamp[right] = -1
        after[left] = after[right]
        if after[left] < n:
            before[after[left]] = left
            heappush(heap, cost(left, after[left]))
        if before[left] >= 0:
            heappush(heap, cost(before[left], left))
    return parts[0]


def hierarchical_partition(tree: LeafTree, options: Ontominer | None = None) -> Partition:
    """The binary semantic partition of a page."""
    options = options or Ontominer()
    work = _Partitioner(tree, options)
    for node in range(tree.root + 1):
        if node < tree.n_leaves:
            own = kinds_of(tree, node, [], options.kinds)
            work.ranges.append(Range(node, own))
            work.finish(node, node, own)
        else:
            children = work.with_records(node)
            tree.children[node] = children
            work.partition(node, children)
    return Partition(tree, work.merges, work.ranges, work.levels)
