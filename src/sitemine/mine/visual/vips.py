"""VIPS: the content structure of a page as a reader sees it, a tree of visual blocks (Cai, Yu, Wen, Ma 2003).

    divide   the blocks of this round into nodes that are blocks (`division`)
    part     each pool by its separators (`separators`): the strongest part the pool, weaker ones its parts, and so on, so
             that what the weakest part is merged first, as in section 4.3
    repeat   with every leaf whose degree of coherence is less than the one permitted (PDoC)

The degree of coherence (DoC) of a merged block follows from the strongest separator in it, w, on the scale of the separators
found on the page so far, lo to hi (V6):

    DoC = 11 - ceil(9 (w - lo) / (hi - lo) + 1)        10 where hi = lo

and no block is less coherent than the one around it. The root has 1. Where a part by itself is less coherent than the scale
makes the merged block, the paper profile raises the part; the modern one lowers the merged block, since on pages of few
separators the scale calls the weakest of them coherent whatever it parts (`docs/vips.md` measures both).

All blocks of all pages of a table are divided and parted together, level by level; the loops run over rounds and levels.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sitemine.dom.layout import Layout, Lengths, Places
from sitemine.dom.table import Flags, Ints, NodeTable
from sitemine.mine.visual.divisible import KEEP, REDUCED, Divisible, divisible, reach
from sitemine.mine.visual.division import Pool, extracted
from sitemine.mine.visual.separators import Looks, Separators, separators, weights
from sitemine.options import Vips

FINEST: Final = 10
DEEPEST: Final = 64
"""Levels of separators in one pool; what is not parted by then stays together."""

CORNERS: Final = ("left", "top", "right", "bottom")
COLUMNS: Final = ("parent", "page", "level", "strongest", "coherence", "first", "end", "is_leaf", "is_apart", *CORNERS)

Degrees = npt.NDArray[np.int8]


@dataclass(frozen=True, slots=True, eq=False)
class VisualBlocks:
    """The visual blocks of some pages: a tree for each page, parents before children."""

    page: Ints
    parent: Places  # -1 for the root of a page
    level: Places  # 0 for a root
    coherence: Degrees  # DoC
    is_leaf: Flags
    is_apart: Flags  # fixed or sticky: over the page rather than in its flow
    first: Places  # the boxes of a block that is not merged; those of a merged block are its leaves'
    end: Places
    left: Lengths
    top: Lengths
    right: Lengths
    bottom: Lengths
    separators: "PlacedSeparators"

    def __len__(self) -> int:
        return len(self.parent)


@dataclass(frozen=True, slots=True, eq=False)
class PlacedSeparators:
    """The separators of some pages, each between two parts of a block."""

    block: Places  # that it parts
    is_horizontal: Flags
    start: Lengths
    end: Lengths
    weight: npt.NDArray[np.int64]


class _Items(NamedTuple):
    """The blocks of some pools that are being parted."""

    group: Places  # the block, a row of the tree, that each belongs to
    first: Places
    end: Places
    own: Places
    look: Places  # row of `Looks`


class _Tree:
    """The trees while they grow: columns as lists of what each step adds."""

    def __init__(self) -> None:
        self.n = 0
        self.columns: dict[str, list[npt.NDArray[np.int64]]] = {name: [] for name in COLUMNS}
        self.parted: list[tuple[npt.NDArray[np.int64], ...]] = []

    def add(self, **columns: npt.ArrayLike) -> Places:
        """Adds blocks; gives their rows."""
        size = len(np.asarray(columns["parent"]))
        for name in COLUMNS:
            self.columns[name].append(np.broadcast_to(np.asarray(columns[name], np.int64), size).copy())
        self.n += size
        return np.arange(self.n - size, self.n)

    def whole(self) -> dict[str, npt.NDArray[np.int64]]:
        """The columns as they stand, each in one array, which later changes write to."""
        for name, pieces in self.columns.items():
            if len(pieces) > 1:
                self.columns[name] = [np.concatenate(pieces)]
        return {name: pieces[0] for name, pieces in self.columns.items()}


def _looks(layout: Layout, nodes: Divisible, pool: Pool) -> Looks:
    """What the blocks of a pool look like."""
    texts = np.flatnonzero(nodes.is_valid & layout.is_text)
    lines = np.flatnonzero(nodes.is_line)
    font = np.append((layout.font_size * 1024 + layout.font_weight)[texts], 0)
    size = np.append(layout.font_size[texts], 0)
    before, until = np.searchsorted(texts, pool.first), np.searchsorted(texts, pool.end)
    first = np.where(until > before, before, len(texts))
    last = np.where(until > before, until - 1, len(texts))
    left, top, right, bottom = reach(nodes, pool.first, pool.end)
    is_plain = nodes.is_virtual_text[pool.first] | (nodes.decided[pool.first] == KEEP)
    return Looks(
        left=left,
        top=top,
        right=right,
        bottom=bottom,
        background=layout.background[pool.first].astype(np.int64),
        border=layout.border[pool.first].astype(np.int64),
        first_font=font[first],
        last_font=font[last],
        first_size=size[first],
        last_size=size[last],
        text=np.where(is_plain & (until > before), 1 + layout.tag[pool.first].astype(np.int64), 0),
        lines_before=np.searchsorted(lines, pool.first),
        lines_within=np.searchsorted(lines, pool.end),
    )


class _Cut(NamedTuple):
    """How the groups of one level are parted."""

    part: Places  # of each item
    strongest: npt.NDArray[np.int64]  # separator of each group, 0 where there is none


def _strongest(found: Separators, weight: npt.NDArray[np.int64], n_groups: int) -> npt.NDArray[np.int64]:
    strongest = np.zeros(n_groups, np.int64)
    np.maximum.at(strongest, found.pool, weight)
    return strongest


def _cut(tree: _Tree, group: Places, rows: Places, looks: Looks, options: Vips) -> _Cut:
    """Parts each group at its strongest separators, at the horizontal ones where both directions are as strong.

    `group` numbers the blocks in `looks` from 0, `rows` are the rows of the tree that the groups are.
    """
    touching, n = options.is_modern, len(rows)
    across = separators(group, looks.top, looks.bottom, touching=touching)
    down = separators(group, looks.left, looks.right, touching=touching)
    weight = weights(across, looks, options, horizontal=True), weights(down, looks, options, horizontal=False)
    most = _strongest(across, weight[0], n), _strongest(down, weight[1], n)
    strongest = np.maximum(*most)
    is_across = most[0] >= most[1]
    part = np.empty(len(group), np.intp)
    for found, w, of_group in ((across, weight[0], is_across), (down, weight[1], ~is_across)):
        chosen = of_group[found.pool] & (w == strongest[found.pool])
        tree.parted.append(
            tuple(
                column[chosen]
                for column in (rows[found.pool], np.full(len(w), found is across), found.start, found.end, w)
            )
        )
        is_new = np.zeros(len(group), np.bool_)
        is_new[found.place[chosen]] = True
        ordered = group[found.order]
        # Groups that nothing parts fall into their blocks: they overlap, and none is more together than another.
        is_new |= strongest[ordered] == 0
        is_new[1:] |= ordered[1:] != ordered[:-1]
        is_new[:1] = True
        own = of_group[ordered]
        number = np.cumsum(is_new) + (0 if found is across else len(group))
        part[found.order[own]] = number[own]
    return _Cut(part, strongest)


def _grow(tree: _Tree, items: _Items, looks: Looks, options: Vips) -> list[Places]:
    """Adds what some pools are parted into, level by level; gives the rows of each level."""
    levels: list[Places] = []
    while len(items.group) and len(levels) < DEEPEST:
        rows, group = np.unique(items.group, return_inverse=True)
        seen = Looks(*(getattr(looks, name)[items.look] for name in Looks.__dataclass_fields__))
        cut = _cut(tree, group, rows, seen, options)
        order = np.lexsort((items.first, cut.part))
        starts = np.flatnonzero(np.diff(cut.part[order], prepend=-1))
        leading = np.minimum.reduceat(items.first[order], starts)
        size = np.diff(np.append(starts, len(order)))
        # The parts of a block stand in the order of the page.
        rank = np.lexsort((leading, items.group[order[starts]]))
        place = np.empty(len(rank), np.intp)
        place[rank] = np.arange(len(rank))
        lone = order[starts[rank]]
        is_merged = size[rank] > 1
        corners = [
            reduced.reduceat(column[order], starts)[rank]
            for reduced, column in zip(REDUCED, (seen.left, seen.top, seen.right, seen.bottom), strict=True)
        ]
        whole = tree.whole()
        whole["strongest"][rows] = cut.strongest
        added = tree.add(
            parent=items.group[lone],
            page=whole["page"][items.group[lone]],
            strongest=0,
            coherence=np.where(is_merged, np.minimum.reduceat(items.own[order], starts)[rank], items.own[lone]),
            first=np.where(is_merged, leading[rank], items.first[lone]),
            end=np.where(is_merged, leading[rank], items.end[lone]),
            level=whole["level"][items.group[lone]] + 1,
            is_leaf=~is_merged,
            is_apart=whole["is_apart"][items.group[lone]],
            **dict(zip(CORNERS, corners, strict=True)),
        )
        levels.append(added)
        of_item = np.empty(len(order), np.intp)
        of_item[order] = np.repeat(added[place], size)
        goes_on = np.empty(len(order), np.bool_)
        goes_on[order] = np.repeat(size > 1, size)
        items = _Items(of_item[goes_on], *(column[goes_on] for column in items[1:]))
    return levels


def _scaled(tree: _Tree, levels: list[Places], low: Lengths, high: Lengths, *, lowered: bool) -> None:
    """Gives the blocks that were added their degrees, so that no block is less coherent than the one around it."""
    whole = tree.whole()
    coherence, strongest, page, parent = whole["coherence"], whole["strongest"], whole["page"], whole["parent"]
    is_merged = (strongest > 0) & (whole["is_leaf"] == 0)
    for rows in levels:
        w, lo, hi = strongest[rows], low[page[rows]], high[page[rows]]
        scaled = np.where(hi > lo, FINEST + (1 - FINEST) * (w - lo) // np.maximum(hi - lo, 1), FINEST)
        coherence[rows] = np.where(is_merged[rows], scaled, coherence[rows])
    for rows in reversed(levels[1:] if lowered else []):
        np.minimum.at(coherence, parent[rows], coherence[rows])
    for rows in levels:
        coherence[rows] = np.maximum(coherence[rows], coherence[parent[rows]])


def _planted(nodes: Divisible, layout: Layout, n_pages: int) -> _Tree:
    """The trees with their roots, and with what stands apart from each page's flow."""
    tree = _Tree()
    root = np.flatnonzero(layout.parent < 0)
    apart = np.flatnonzero(nodes.is_apart)
    for rows, parent in ((root, np.full(n_pages, -1)), (apart, layout.page[apart])):
        corners = reach(nodes, rows, layout.subtree_end[rows].astype(np.intp))
        tree.add(
            parent=parent,
            page=layout.page[rows],
            strongest=0,
            coherence=1 if rows is root else nodes.coherence[rows],
            first=rows,
            end=layout.subtree_end[rows],
            level=int(rows is apart),
            is_leaf=1,
            is_apart=rows is apart,
            **dict(zip(CORNERS, corners, strict=True)),
        )
    return tree


def _divided(
    tree: _Tree, nodes: Divisible, layout: Layout, pending: Places, options: Vips
) -> tuple[Places, list[Places]]:
    """One round: divides some leaves; gives those that were only replaced by what is in them, and the levels added."""
    whole = tree.whole()
    asked = Pool(pending, whole["first"][pending], whole["end"][pending], whole["coherence"][pending].astype(np.int8))
    pool = extracted(nodes, layout, asked, options)
    size = np.bincount(pool.block, minlength=len(pending))
    lone = np.flatnonzero(size[pool.block] == 1)
    rows = pending[pool.block[lone]]
    whole["first"][rows], whole["end"][rows] = pool.first[lone], pool.end[lone]
    is_root = whole["parent"][rows] < 0
    whole["coherence"][rows] = np.maximum(whole["coherence"][rows], np.where(is_root, 1, pool.coherence[lone]))
    several = np.flatnonzero(size[pool.block] > 1)
    pool = Pool(*(column[several] for column in pool))
    whole["is_leaf"][pending[size > 1]] = 0
    items = _Items(pending[pool.block], pool.first, pool.end, pool.coherence, np.arange(len(several)))
    return rows, _grow(tree, items, _looks(layout, nodes, pool), options)


def _unfinished(tree: _Tree, nodes: Divisible, rows: Places, pdoc: int) -> Places:
    """Leaves that are less coherent than permitted and can be divided."""
    whole = tree.whole()
    first, end = whole["first"][rows], whole["end"][rows]
    atomic = nodes.is_content[first] & (nodes.subtree_end[first] == end)
    return np.asarray(rows[(whole["is_leaf"][rows] > 0) & (whole["coherence"][rows] < pdoc) & ~atomic])


def _grown(tree: _Tree) -> VisualBlocks:
    whole = tree.whole()
    block, across, start, end, weight = (np.concatenate(columns) for columns in zip(*tree.parted, strict=True))
    return VisualBlocks(
        page=whole["page"].astype(np.int32),
        parent=whole["parent"],
        coherence=whole["coherence"].astype(np.int8),
        is_leaf=whole["is_leaf"] > 0,
        is_apart=whole["is_apart"] > 0,
        **{name: whole[name] for name in ("level", "first", "end", *CORNERS)},
        separators=PlacedSeparators(block, across, start, end, weight),
    )


def visual_blocks(table: NodeTable, layout: Layout, options: Vips | None = None) -> VisualBlocks:
    """The content structure of the pages of a table."""
    options = options or Vips()
    nodes = divisible(table, layout, options)
    tree = _planted(nodes, layout, table.n_pages)
    low, high = np.full(table.n_pages, 1 << 30), np.zeros(table.n_pages, np.int64)
    tree.parted.append((*(np.zeros(0, np.int64),), np.zeros(0, np.bool_), *(np.zeros(0, np.int64),) * 3))
    pending: Places = np.arange(tree.n)
    for _ in range(options.rounds):
        pending = _unfinished(tree, nodes, pending, options.pdoc)
        if not len(pending):
            break
        begun = len(tree.parted)
        replaced, levels = _divided(tree, nodes, layout, pending, options)
        for block, _, _, _, weight in tree.parted[begun:]:
            page = tree.whole()["page"][block]
            np.minimum.at(low, page, weight)
            np.maximum.at(high, page, weight)
        _scaled(tree, levels, low, high, lowered=options.is_modern)
        pending = np.concatenate((replaced, *levels))
    return _grown(tree)
