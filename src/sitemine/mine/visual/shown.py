"""What visual blocks say and show: the text of each, how a page falls into blocks at a degree of coherence, and which inform.

The tree that VIPS builds for one degree holds the blocks of every lower one: they are where a walk from the root first
meets a block that is coherent enough.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from sitemine.dom.layout import Layout, Places
from sitemine.dom.table import Flags, NodeTable, nearest
from sitemine.measure.structure import Floats
from sitemine.mine.visual.vips import VisualBlocks

ONE: Final = 1 << 16
"""Votes are summed as whole numbers of this unit, so that ties are ties."""


def by_level(blocks: VisualBlocks) -> list[Places]:
    """The blocks of each level, roots first."""
    order = np.argsort(blocks.level, kind="stable")
    edges = np.searchsorted(blocks.level[order], np.arange(int(blocks.level.max(initial=-1)) + 2))
    return [order[begin:end] for begin, end in zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True)]


def leaf_of_boxes(layout: Layout, blocks: VisualBlocks) -> Places:
    """The leaf that each box stands in, the innermost where what stands apart is in another; -1 for none."""
    leaves = np.flatnonzero(blocks.is_leaf)
    first, end = blocks.first[leaves], blocks.end[leaves]
    whole = layout.subtree_end[first] == end
    found = np.full(len(layout), -1, np.intp)
    several = np.flatnonzero(~whole)
    size = end[several] - first[several]
    within = np.repeat(first[several] - (np.cumsum(size) - size), size) + np.arange(int(size.sum()))
    tops = layout.depth[within] == np.repeat(layout.depth[first[several]], size)
    found[within[tops]] = np.repeat(leaves[several], size)[tops]
    found[first[whole]] = leaves[whole]
    order = np.argsort(layout.depth, kind="stable")
    edges = np.searchsorted(layout.depth[order], np.arange(1, int(layout.depth.max(initial=0)) + 2))
    for begin, stop in zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True):
        rows = order[begin:stop]
        rows = rows[found[rows] < 0]
        found[rows] = found[layout.parent[rows]]
    return found


def at_degree(blocks: VisualBlocks, pdoc: int) -> Places:
    """For each block the one that it is part of where a page is parted at a degree; -1 for blocks larger than those."""
    found = np.full(len(blocks), -1, np.intp)
    for rows in by_level(blocks):
        # What stands apart is no part of the page's own block, even where that is not divided.
        is_part = (blocks.parent[rows] >= 0) & ~(blocks.is_apart[rows] & (blocks.level[rows] == 1))
        around = np.where(is_part, found[blocks.parent[rows]], -1)
        is_enough = (blocks.coherence[rows] >= pdoc) | blocks.is_leaf[rows]
        found[rows] = np.where(around >= 0, around, np.where(is_enough, rows, -1))
    return found


def _leaf_of_runs(table: NodeTable, layout: Layout, blocks: VisualBlocks) -> Places:
    """The leaf that each run of text is seen in; -1 where it is not seen.

    Text that is laid out but cut off (the rest of a teaser, the other slides of a carousel) or folded (`details`) is read
    on a click: it goes with the text before it.
    """
    box = layout.box_of_run
    has_extent = (layout.width[box] > 0) & (layout.height[box] > 0)
    leaf = np.where(layout.is_visible[box] & has_extent, leaf_of_boxes(layout, blocks)[box], -1)
    details = nearest(table.tag == table.tags.index("details"), table.subtree_end)[table.run_node] >= 0
    clicked = (leaf < 0) & ((layout.is_visible[box] & ~has_extent) | details)
    before = np.maximum.accumulate(np.where(leaf >= 0, np.arange(len(leaf)), 0)) if len(leaf) else leaf
    same_page = table.page[table.run_node[before]] == table.page[table.run_node]
    return np.asarray(np.where(clicked & same_page, leaf[before], leaf))


def leaf_of_segments(table: NodeTable, layout: Layout, blocks: VisualBlocks) -> Places:
    """The leaf that holds most of each segment's text; -1 where nothing of it is seen."""
    leaf = _leaf_of_runs(table, layout, blocks)
    runs = np.flatnonzero(leaf >= 0)
    segment = np.searchsorted(table.segment_start, table.run_start[runs], side="right") - 1
    length = table.run_end[runs] - table.run_start[runs]
    order = np.lexsort((leaf[runs], segment))
    leaves, segments = leaf[runs][order], segment[order]
    is_new = np.ones(len(order), np.bool_)
    is_new[1:] = (np.diff(segments) > 0) | (np.diff(leaves) != 0)
    starts = np.flatnonzero(is_new)
    found = np.full(len(table.segment_start), -1, np.intp)
    if len(starts):
        total = np.add.reduceat(length[order], starts)
        most = np.lexsort((-np.arange(len(starts)), total))  # of two that hold as much, the first comes last and stays
        found[segments[starts][most]] = leaves[starts][most]
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Informative:
    """The visual blocks of some pages at one degree of coherence, and which of them inform.

    The last block of a page may be what nobody sees: text that has no box.
    """

    node: npt.NDArray[np.intp]  # row of the node table: the smallest subtree that holds the block
    segment_block: npt.NDArray[np.intp]  # place in `node`
    kept: Flags
    coherence: npt.NDArray[np.int64]  # 0 for what nobody sees
    score: Floats


def _votes(table: NodeTable, probability: Floats) -> npt.NDArray[np.int64]:
    length = table.segment_end - table.segment_start
    return np.asarray(np.rint((2.0 * probability - 1.0) * length * ONE).astype(np.int64))


def _chosen(blocks: VisualBlocks, own: npt.NDArray[np.int64]) -> Flags:
    """The blocks of the part of each page with the most votes, without the parts of it that have less than none."""
    total = own.copy()
    levels = by_level(blocks)
    for rows in reversed(levels[1:]):
        np.add.at(total, blocks.parent[rows], total[rows])
    order = np.lexsort((blocks.level, -total, blocks.page))  # of two with as many votes the larger
    _, first = np.unique(blocks.page[order], return_index=True)
    inside = np.zeros(len(blocks), np.bool_)
    inside[order[first]] = total[order[first]] > 0
    for rows in levels[1:]:
        inside[rows] |= inside[blocks.parent[rows]] & (total[rows] >= 0)
    return inside


def informative(table: NodeTable, layout: Layout, blocks: VisualBlocks, probability: Floats, pdoc: int) -> Informative:
    """Which visual blocks of each page inform, from the probability that each segment does.

    Segments vote for the visual blocks that hold them rather than for subtrees; the block with the most votes is the page's
    informative one, and of it the parts with less than none are left out.
    """
    leaf = leaf_of_segments(table, layout, blocks)
    seen = leaf >= 0
    own = np.zeros(len(blocks), np.int64)
    np.add.at(own, leaf[seen], _votes(table, probability)[seen])
    inside = _chosen(blocks, own)
    # What nobody sees is one more block of its page.
    block = np.where(seen, at_degree(blocks, pdoc)[leaf], len(blocks) + table.page[table.segment_node])
    found, first, segment_block = np.unique(block, return_index=True, return_inverse=True)
    order = np.argsort(first)
    place = np.empty(len(order), np.intp)
    place[order] = np.arange(len(order))
    found, segment_block = found[order], place[segment_block]
    is_seen = found < len(blocks)
    length = np.maximum(table.segment_end - table.segment_start, 1)
    total = np.bincount(segment_block, length, len(found))
    kept = np.bincount(segment_block, length * (seen & inside[leaf]), len(found))
    score = np.bincount(segment_block, np.rint(probability * ONE) * length, len(found)) / np.maximum(total, 1) / ONE
    return Informative(
        node=_holders(table, segment_block, len(found)),
        segment_block=segment_block,
        kept=is_seen & (2 * kept > total),
        coherence=np.where(is_seen, blocks.coherence[np.minimum(found, len(blocks) - 1)], 0).astype(np.int64),
        score=np.asarray(score),
    )


def _holders(table: NodeTable, block: npt.NDArray[np.intp], n_blocks: int) -> npt.NDArray[np.intp]:
    """The smallest subtree that holds all of each block's segments."""
    order = np.argsort(block, kind="stable")
    starts = np.searchsorted(block[order], np.arange(n_blocks))
    if not n_blocks:
        return np.zeros(0, np.intp)
    nodes = table.segment_node[order]
    node = np.minimum.reduceat(nodes, starts).astype(np.intp)
    last = np.maximum.reduceat(nodes, starts)
    while (outside := last >= table.subtree_end[node]).any():
        node[outside] = table.parent[node[outside]]
    return node
