"""Which nodes VIPS divides, and the visual blocks that it extracts (Cai, Yu, Wen, Ma 2003, section 4.1).

The thirteen rules of the technical report are tried in order, by kind of node; the first that fires decides. All that
depends on the page alone is a column (`divisible`); what depends on the block that is being divided (rules 3, 9, 10) is
decided here while its nodes are walked, level by level, for all blocks of all pages together.

A rule that does not fire passes to the next; it never divides by not firing.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sitemine.dom.layout import PIXEL, Layout, Places
from sitemine.dom.table import Flags
from sitemine.mine.visual.divisible import (
    BY_COLOUR,
    CELL,
    KEEP,
    LEAST,
    MIXED,
    MOST,
    ORDINARY,
    ROW,
    TABLE,
    TEXT,
    Divisible,
    reach,
)
from sitemine.options import Vips


class Pool(NamedTuple):
    """The visual blocks of some blocks that were divided: each a slice of boxes."""

    block: Places  # the block that was divided
    first: Places  # box
    end: Places
    coherence: Places


class _Walk(NamedTuple):
    """Nodes that are looked at, and the block that each belongs to."""

    node: Places
    block: Places


def _expanded(nodes: Divisible, walk: _Walk) -> tuple[_Walk, Places]:
    """The valid children of some nodes, and the place of each one's parent in the walk."""
    begin, count = nodes.first_child[walk.node], nodes.first_child[walk.node + 1] - nodes.first_child[walk.node]
    owner = np.repeat(np.arange(len(walk.node)), count)
    nth = np.arange(len(owner)) - np.repeat(np.cumsum(count) - count, count)
    return _Walk(nodes.children[begin[owner] + nth], walk.block[owner]), owner


def _runs(nodes: Divisible, layout: Layout, found: _Walk, owner: Places) -> Places:
    """The runs of inline nodes among siblings, by their first node; two br in a row end one."""
    joins = np.zeros(len(owner), np.bool_)
    virtual = nodes.is_virtual_text[found.node]
    joins[1:] = virtual[1:] & virtual[:-1] & (owner[1:] == owner[:-1]) & (layout.breaks[found.node[1:]] < 2)
    starts = np.bincount(owner[~joins], minlength=int(owner.max(initial=-1)) + 1)
    # What is one run as a whole would never be divided; so its nodes are told apart.
    joins &= starts[owner] > 1
    return np.flatnonzero(~joins)


class _Kept(NamedTuple):
    """What the rules make of the nodes of a walk."""

    keeps: Flags
    divides: Flags
    by_colour: Flags
    coherence: Places


def _judged(nodes: Divisible, walk: _Walk, area: npt.NDArray[np.float64], is_root: Flags, large: float) -> _Kept:
    """The rules in order, for the nodes of a walk; `area` is that of the block that each belongs to."""
    node = walk.node
    whole = np.maximum(area[walk.block], 1.0)
    kind, decided, threshold = nodes.kind[node], nodes.decided[node], nodes.threshold[node]
    share = nodes.area(node) / whole
    content = nodes.is_content[node]
    # Rules 1 to 3: without a valid child a node is cut, with one that is no text it is divided, and so is the root of a block.
    divides = ~content & (nodes.is_wrapper[node] | (is_root & (nodes.n_valid[node] > 0)))
    cut = ~content & (nodes.n_valid[node] == 0)
    open_ = ~content & ~divides & ~cut
    by_colour = open_ & (decided == BY_COLOUR)
    # Rules 9, 10: small blocks are not divided; 12 divides what is left, 13 does not.
    is_table = (kind == TABLE) | (kind == ROW)
    small = (nodes.has_text[node] & ~is_table & (share < threshold)) | (nodes.child_area[node] < threshold * whole)
    kept = (decided == KEEP) | ((decided == 0) & (small | is_table | (kind == CELL)))
    by_size = np.clip(nodes.coherence[node] - (share > large), LEAST, MOST)
    coherence = np.where((decided == KEEP) | content, nodes.coherence[node], by_size).astype(np.int8)
    return _Kept(content | (open_ & kept), divides | (open_ & ~kept), by_colour, coherence)


def extracted(nodes: Divisible, layout: Layout, block: Pool, options: Vips) -> Pool:
    """The visual blocks in some blocks, in document order; `block` of the result is the place of the block divided."""
    area = _areas(nodes, block)
    found: list[Pool] = []
    walk, is_root = _roots(nodes, layout, block)
    while len(walk.node):
        judged = _judged(nodes, walk, area, is_root, options.large)
        kept = judged.keeps
        found.append(
            Pool(walk.block[kept], walk.node[kept], layout.subtree_end[walk.node[kept]], judged.coherence[kept])
        )
        inner, owner = _expanded(nodes, _Walk(*(column[judged.divides] for column in walk)))
        colours = judged.by_colour[judged.divides][owner] & nodes.differs[inner.node]
        found.append(_coloured(nodes, layout, inner, colours))
        inner, owner = _Walk(*(column[~colours] for column in inner)), owner[~colours]
        if options.is_modern:
            inner = _gathered(nodes, layout, inner, owner, found)
        walk, is_root = inner, np.zeros(len(inner.node), np.bool_)
    pool = Pool(*(np.concatenate(columns) for columns in zip(*found, strict=True))) if found else block
    order = np.lexsort((pool.first, pool.block))
    return Pool(*(column[order] for column in pool))


def _coloured(nodes: Divisible, layout: Layout, inner: _Walk, chosen: Flags) -> Pool:
    """Rule 8: children with a background of their own are blocks in this round."""
    node = inner.node[chosen]
    coherence = np.clip(nodes.coherence[node], ORDINARY, MOST).astype(np.int8)
    coherence[nodes.is_content[node]] = TEXT
    return Pool(inner.block[chosen], node, layout.subtree_end[node], coherence)


def _gathered(nodes: Divisible, layout: Layout, inner: _Walk, owner: Places, found: list[Pool]) -> _Walk:
    """Adds the runs of inline nodes as blocks; gives the nodes that are in none."""
    starts = _runs(nodes, layout, inner, owner)
    ends = np.append(starts[1:], len(owner)) if len(starts) else starts
    several = ends - starts > 1
    first, last = inner.node[starts[several]], inner.node[ends[several] - 1]
    font = layout.font_size[inner.node] * 1024 + layout.font_weight[inner.node]
    coherence = np.zeros(0, np.int8)
    if several.any():
        least, most = np.minimum.reduceat(font, starts), np.maximum.reduceat(font, starts)
        coherence = np.where(least == most, TEXT, MIXED)[several].astype(np.int8)
    found.append(Pool(inner.block[starts[several]], first, layout.subtree_end[last].astype(np.intp), coherence))
    alone = starts[~several]
    return _Walk(inner.node[alone], inner.block[alone])


def _areas(nodes: Divisible, block: Pool) -> npt.NDArray[np.float64]:
    """The area of each block; a slice of several nodes is as large as its nodes together reach."""
    left, top, right, bottom = reach(nodes, block.first, block.end)
    return np.asarray((right - left) / PIXEL * ((bottom - top) / PIXEL))


def _roots(nodes: Divisible, layout: Layout, block: Pool) -> tuple[_Walk, Flags]:
    """The nodes that blocks consist of, and which of them are the only one of their block (rule 3)."""
    whole = layout.subtree_end[block.first] == block.end
    around = np.where(whole, block.first, layout.parent[block.first])
    found, _ = _expanded(nodes, _Walk(np.where(whole, 0, around)[~whole], np.arange(len(around))[~whole]))
    inside = (found.node >= block.first[found.block]) & (found.node < block.end[found.block])
    node = np.concatenate((block.first[whole], found.node[inside]))
    of_block = np.concatenate((np.flatnonzero(whole), found.block[inside]))
    return _Walk(node, of_block), np.arange(len(node)) < int(whole.sum())
