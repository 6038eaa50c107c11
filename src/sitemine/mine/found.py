"""`Blocks`: what any method finds on some pages, in one shape, so that all can be run, compared and explained alike."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sitemine.dom.table import Flags, Ints, NodeTable
from sitemine.measure.partition import Rows
from sitemine.measure.similar import slices
from sitemine.measure.structure import Floats, coverage

KINDS: Final = ("block", "article", "toc")
"""What a block is for, as far as its method tells: it tells, or it lists; "block" where the method does not ask."""

BLOCK, ARTICLE, TOC = range(len(KINDS))


@dataclass(frozen=True, slots=True, eq=False)
class Blocks:
    """The blocks of some pages that a method has judged, in document order."""

    node: Rows
    kind: npt.NDArray[np.int8]  # place in `KINDS`
    kept: Flags
    score: Floats  # 0 redundant to 1 informative; from 1/2 on the method's own condition is met, where it has one
    evidence: Mapping[str, npt.NDArray[np.number]]  # what the method saw, in its own words, by block
    start: npt.NDArray[np.intp]  # first of each block's segments in `segment`, and their number
    segment: Rows
    segment_kept: Flags  # of the table: those that are the page's text
    inside: Flags  # rows of the table that are kept, without those that only connect them

    def __len__(self) -> int:
        return len(self.node)

    def structure(self, table: NodeTable) -> Flags:
        """The informative structure: the kept rows with all of their ancestors."""
        return np.asarray(coverage(table, self.inside.astype(np.int64)) > 0)

    def segments_of(self, block: int) -> list[int]:
        """The segments of a block."""
        return [int(row) for row in self.segment[self.start[block] : self.start[block + 1]]]

    def reason(self, block: int) -> str:
        """What the method saw of a block, in words."""
        told = ((name, column[block]) for name, column in self.evidence.items())
        return ", ".join(f"{name} {value:.4g}" for name, value in told if np.isfinite(value))


def holders(table: NodeTable, segment_kept: Flags) -> Flags:
    """The nodes that the text of some segments stands in directly."""
    segment = np.searchsorted(table.segment_start, table.run_start, side="right") - 1
    return np.bincount(table.run_node, segment_kept[segment], len(table)) > 0


class Verdict(NamedTuple):
    """What a method says of each block."""

    kept: Flags
    score: Floats
    evidence: Mapping[str, npt.NDArray[np.number]]


def of_partition(table: NodeTable, node: Rows, segment_block: Rows, verdict: Verdict) -> Blocks:
    """The blocks of a method that parts the text of a page into blocks."""
    kept = verdict.kept
    segment_kept = kept[segment_block] if len(kept) else np.zeros(len(segment_block), np.bool_)
    order = np.argsort(segment_block, kind="stable")
    start = np.searchsorted(segment_block[order], np.arange(len(node) + 1))
    kind = np.full(len(node), BLOCK, np.int8)
    return Blocks(node, kind, *verdict, start, order, segment_kept, holders(table, segment_kept))


class Subtrees(NamedTuple):
    """The blocks that a search of some pages for subtrees has come by, and what stands of the pages."""

    node: Rows
    kind: npt.NDArray[np.int8]
    segment_kept: Flags
    inside: Flags


def of_subtrees(table: NodeTable, found: Subtrees, verdict: Verdict) -> Blocks:
    """The blocks of a method that searches a page for subtrees."""
    node = found.node
    first = np.searchsorted(table.segment_start, table.text_start[node])
    size = np.maximum(np.searchsorted(table.segment_start, table.text_end[node]) - first, 0)
    start = np.concatenate(([0], np.cumsum(size)))
    return Blocks(node, found.kind, *verdict, start, slices(first, size), found.segment_kept, found.inside)


def lowest_common(table: NodeTable, segment_kept: Flags) -> Ints:
    """The smallest subtree of each page that holds all of its kept segments; -1 where it has none."""
    found = np.full(table.n_pages, -1, np.int32)
    nodes = table.segment_node[segment_kept]
    page = table.page[nodes]
    pages, first = np.unique(page, return_index=True)
    if len(pages) == 0:
        return found
    least, most = np.minimum.reduceat(nodes, first), np.maximum.reduceat(nodes, first)
    while (outside := most >= table.subtree_end[least]).any():
        least[outside] = table.parent[least[outside]]
    found[pages] = least
    return found
