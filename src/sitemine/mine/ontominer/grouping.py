"""Which parts of a partition are instances of the same thing (OntoMiner, section 2.2, grouping).

Leaves are simple. Two simple siblings whose cost is at most 0.33 are instances, and their parent a group; two groups whose instances
are as near are one group, and so are a group and a simple sibling. The paper leaves open:

    O5  the cost of two groups is that of their nearest instances, the last of the left and the first of the right
    O6  two siblings that do not group are a composite, which is simple again: else a record of two leaves could never group
    O7  the threshold is for the mean of the factors: on their sum a record without its picture would not be like the others
"""

from typing import NamedTuple

from sitemine.mine.ontominer.costs import N_FACTORS, grouping_cost
from sitemine.mine.ontominer.hierarchy import Partition
from sitemine.options import Ontominer


class Grouping(NamedTuple):
    """The groups of a page: of each part its instances (parts), in document order; none where the part is simple."""

    instances: list[tuple[int, ...]]

    def groups(self) -> list[int]:
        """The outermost parts that are groups of their own: not merged further into a larger one of the same instances."""
        swallowed = {part for members in self.instances for part in members}
        return [part for part, members in enumerate(self.instances) if members and part not in swallowed]


def _cost(partition: Partition, left: int, right: int, common: int, *, averaged: bool) -> float:
    one, other = partition.ranges[left], partition.ranges[right]
    cost = grouping_cost(partition.tree, common, one, other, partition.levels)
    return cost / N_FACTORS if averaged else cost


def group(partition: Partition, options: Ontominer | None = None) -> Grouping:
    """Marks the groups of a partition, children before their parents."""
    options = options or Ontominer()
    chains: list[_Chain] = [_Chain(part, part, False) for part in range(partition.tree.n_leaves)]
    for number, (left, right, common) in enumerate(partition.merges):
        one, other = chains[left], chains[right]
        cost = _cost(partition, one.last, other.first, common, averaged=options.averaged)
        if cost <= options.threshold:
            chains.append(_Chain(one.first, other.last, True))
        else:
            part = partition.tree.n_leaves + number
            chains.append(_Chain(part, part, False))
    return Grouping(_members(partition, chains))


class _Chain(NamedTuple):
    """A group by its first and last instance; a simple part is its own only one."""

    first: int
    last: int
    is_group: bool


def _members(partition: Partition, chains: list[_Chain]) -> list[tuple[int, ...]]:
    """The instances of the groups that no larger group takes in, gathered once each."""
    n = partition.tree.n_leaves
    taken = set()
    for number, (left, right, _) in enumerate(partition.merges):
        if chains[n + number].is_group:
            taken |= {part for part in (left, right) if chains[part].is_group}
    members: list[tuple[int, ...]] = [()] * len(chains)
    for part, found in enumerate(chains):
        if found.is_group and part not in taken:
            members[part] = _gathered(partition, chains, part)
    return members


def _gathered(partition: Partition, chains: list[_Chain], part: int) -> tuple[int, ...]:
    waiting, found = [part], []
    while waiting:
        one = waiting.pop()
        if chains[one].is_group:
            left, right, _ = partition.merges[one - partition.tree.n_leaves]
            waiting += (right, left)
        else:
            found.append(one)
    return tuple(found)
