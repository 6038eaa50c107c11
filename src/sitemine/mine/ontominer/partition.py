"""The semantic partition of pages: OntoMiner's door.

`partition` takes one page of a table through the paper's section 2: leaves, binary hierarchy, groups, labels. The flat partitioner is
in `flatpartition`, what is made of the labelled tree for readers in `outline`, taxonomies in `taxonomy`, instances in `instances`.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitemine.dom.table import NodeTable
from sitemine.mine.ontominer.grouping import Grouping, group
from sitemine.mine.ontominer.hierarchy import Partition, hierarchical_partition
from sitemine.mine.ontominer.leaftree import leaf_tree
from sitemine.mine.ontominer.leaves import Leaves
from sitemine.mine.ontominer.promotion import Labels, Leaf, promote
from sitemine.options import Ontominer


class Semantic(NamedTuple):
    """What is known of a page's leaves [first, last) of `Leaves`; leaves are counted from `first` here."""

    first: int
    partition: Partition
    grouping: Grouping
    labels: Labels


def _is_listed(leaves: Leaves, first: int, last: int) -> NDArray[np.bool_]:
    """Which leaves are links beside links at the same path: one that is written in capitals ("AI") labels none of the others."""
    path, is_link = leaves.path[first:last], leaves.link[first:last] >= 0
    alike = (path[1:] == path[:-1]) & is_link[1:] & is_link[:-1]
    return np.concatenate(([False], alike)) | np.concatenate((alike, [False]))


def _facts(leaves: Leaves, first: int, last: int) -> list[Leaf]:
    length = (leaves.end - leaves.start)[first:last].tolist()
    is_capital = leaves.is_capital[first:last] & ~_is_listed(leaves, first, last)
    level, is_bold, segment = (column[first:last].tolist() for column in (leaves.level, leaves.is_bold, leaves.segment))
    return [Leaf(*facts) for facts in zip(length, level, is_bold, is_capital.tolist(), segment, strict=True)]


def partition_leaves(
    table: NodeTable, leaves: Leaves, first: int, last: int, options: Ontominer | None = None
) -> Semantic | None:
    """The semantic partition of some leaves of one page; None where there are none."""
    if first == last:
        return None
    found = hierarchical_partition(leaf_tree(table, leaves, first, last), options)
    grouping = group(found, options)
    return Semantic(first, found, grouping, promote(found, grouping, _facts(leaves, first, last)))


def partition(table: NodeTable, leaves: Leaves, page: int, options: Ontominer | None = None) -> Semantic | None:
    """The semantic partition of a page of the table; None where it says nothing."""
    return partition_leaves(table, leaves, int(leaves.page_start[page]), int(leaves.page_start[page + 1]), options)
