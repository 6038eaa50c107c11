"""Which nodes VIPS divides, and the visual blocks that it extracts (Cai, Yu, Wen, Ma 2003, section 4.1).

The thirteen rules of the technical report (MSR-TR-2003-79, reconstructed; `docs/vips.md` has the table) are tried in order,
by kind of node; the first that fires decides. All that depends on the page alone is a column, computed once for all nodes;
what depends on the block that is being divided (rules 3, 9, 10) is decided while its nodes are walked, level by level, for
all blocks of all pages together.

A rule that does not fire passes to the next; it never divides by not firing.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sitemine.dom.layout import DISPLAY, PIXEL, POSITION, Layout, Lengths, Places
from sitemine.dom.names import FIRST_TAG, TAG_CODE
from sitemine.dom.table import Flags, Ints, NodeTable, covered
from sitemine.options import Vips

INLINE: Final = frozenset(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q rb rp rt ruby s samp small span strike"
    " strong sub sup time tt u var wbr nobr".split()
)
"""V1: inline by tag, where no browser has told."""

INLINE_DISPLAYS: Final = ("inline", "inline-block", "inline-flex", "inline-grid", "inline-table", "ruby")
CONTENT: Final = frozenset(
    "img picture svg canvas video audio object embed iframe frame input button select textarea map area math applet".split()
)
"""Elements that show something although no text is in them: they are blocks of their own."""

TABLES: Final = frozenset(("table", "tbody", "thead", "tfoot"))
CELLS: Final = frozenset(("td", "th"))
ROUTINES: Final = frozenset(("table", "tr", "td", "th", "ul", "ol", "form"))

COHERENCE: Final = {
    **dict.fromkeys("p li dt dd h1 h2 h3 h4 h5 h6 a span blockquote pre figure figcaption caption".split(), 8),
    **dict.fromkeys("ul ol dl table form nav tr".split(), 7),
    **dict.fromkeys("html body".split(), 5),
}
"""V4: the degree of coherence of a node that is not divided, by its tag; 6 for all others."""

ORDINARY: Final = 6
CELL_WITH_TEXT: Final = 8
TEXT: Final = 10
MIXED: Final = 9
"""Rule 4: the degree of text in one font, and of text in several."""

TABLE, ROW, CELL, PARAGRAPH, INLINE_NODE, OTHER = range(6)
"""The kinds of nodes that the rules tell apart."""

LEAST: Final = 5
MOST: Final = 8
"""The degrees that rules 8, 9, 10 and 13 can give."""

REDUCED: Final = (np.minimum, np.minimum, np.maximum, np.maximum)
THIN: Final = 3 * PIXEL
"""Up to which an image is a line: the paper's own cases of failure (section 5)."""

KEEP: Final = 1
DIVIDE: Final = 2
BY_COLOUR: Final = 3
"""What the rules that depend on the page alone decide; 0 where they do not."""


@dataclass(frozen=True, slots=True, eq=False)
class Divisible:
    """What of the nodes decides on their division, as columns beside a layout's."""

    left: Lengths
    top: Lengths
    right: Lengths
    bottom: Lengths
    is_valid: Flags
    is_apart: Flags  # fixed, sticky or over the page: not of its flow
    is_content: Flags  # text, images and the like: never divided
    is_virtual_text: Flags  # text, or inline with nothing but text in it
    kind: npt.NDArray[np.int8]
    n_valid: Ints  # children that are valid
    is_wrapper: Flags  # one child is valid, and it is no text (rule 2)
    decided: npt.NDArray[np.int8]
    coherence: npt.NDArray[np.int8]  # by tag, or by rule 4 where that fires
    has_text: Flags  # a child is text
    child_area: Lengths  # of the largest valid child
    differs: Flags  # in its background from the node around it
    is_line: Flags  # hr, or an image as thin as a line
    children: Places  # valid children, node by node
    first_child: Places  # where each node's begin among them, and their number
    threshold: npt.NDArray[np.float64]  # of rules 9 and 10
    subtree_end: Ints

    def area(self, rows: npt.NDArray[np.integer]) -> npt.NDArray[np.float64]:
        height = (self.bottom[rows] - self.top[rows]) / PIXEL
        return np.asarray((self.right[rows] - self.left[rows]) / PIXEL * height)


class Pool(NamedTuple):
    """The visual blocks of some blocks that were divided: each a slice of boxes."""

    block: Places  # the block that was divided
    first: Places  # box
    end: Places
    coherence: npt.NDArray[np.int8]


def _tags(table: NodeTable, names: frozenset[str]) -> Flags:
    flags = np.zeros(len(table.tags), np.bool_)
    flags[[TAG_CODE[name] - FIRST_TAG for name in names]] = True
    return flags


def _any_child(layout: Layout, marked: Flags) -> Flags:
    """Which nodes have a child that is marked."""
    found = np.zeros(len(layout), np.bool_)
    found[layout.parent[marked & (layout.parent >= 0)]] = True
    return found


def _subtree_count(layout: Layout, marked: Flags) -> Places:
    """How many nodes of each subtree are marked, the node itself among them."""
    sums = np.concatenate(([0], np.cumsum(marked)))
    return np.asarray(sums[layout.subtree_end] - sums[:-1])


def _spread(layout: Layout, shown: Flags, corners: list[Lengths]) -> list[Lengths]:
    """The corners of all boxes, where those without an extent of their own have that of what is in them."""
    left, top, right, bottom = (corner.copy() for corner in corners)
    far = np.int64(1) << 40
    for corner in (left, top):
        corner[~shown] = far
    for corner in (right, bottom):
        corner[~shown] = -far
    hollow = ~shown & (_subtree_count(layout, shown) > 0)
    if hollow.any():
        order = np.argsort(layout.depth, kind="stable")
        levels = np.searchsorted(layout.depth[order], np.arange(1, int(layout.depth.max()) + 2))
        for begin, end in reversed(list(zip(levels[:-1].tolist(), levels[1:].tolist(), strict=True))):
            rows = order[begin:end]
            rows = rows[hollow[layout.parent[rows]]]
            around = layout.parent[rows]
            np.minimum.at(left, around, left[rows])
            np.minimum.at(top, around, top[rows])
            np.maximum.at(right, around, right[rows])
            np.maximum.at(bottom, around, bottom[rows])
    nothing = right < left
    for corner in (left, top, right, bottom):
        corner[nothing] = 0
    return [left, top, right, bottom]


def _extents(layout: Layout, is_content: Flags, *, modern: bool) -> tuple[list[Lengths], Flags]:
    """The corners of all boxes, and which nodes are valid: seen by a reader, with a width and a height."""
    corners = [layout.x, layout.y, layout.x + layout.width, layout.y + layout.height]
    least = PIXEL if modern else 0  # what is one pixel wide is hidden, as style sheets hide what is meant for screen readers
    shown = layout.is_visible & (layout.width > least) & (layout.height > least)
    # An image may be as thin as a line, and is one.
    shown |= layout.is_visible & is_content & ~layout.is_text & (layout.width > 0) & (layout.height > 0)
    if not modern:
        return corners, shown
    shown &= (corners[2] > 0) & (corners[3] > 0)
    corners = _spread(layout, shown, corners)
    return corners, _subtree_count(layout, shown) > 0


def _kinds(table: NodeTable, layout: Layout, is_inline: Flags, *, modern: bool) -> npt.NDArray[np.int8]:
    kind = np.full(len(layout), OTHER, np.int8)
    kind[is_inline] = INLINE_NODE
    if modern:
        grid = np.isin(layout.display, [DISPLAY[name] for name in ("table", "flex", "grid", "inline-flex", "inline-grid")])
        kind[grid] = TABLE
        around = np.maximum(layout.parent, 0)
        items = np.isin(layout.display, [DISPLAY["table-cell"]]) | _tags(table, frozenset(("li",)))[layout.tag]
        kind[(items | (grid[around] & (layout.parent >= 0))) & ~grid] = CELL
        kind[layout.display == DISPLAY["table-row"]] = ROW
    kind[_tags(table, TABLES)[layout.tag]] = TABLE
    kind[_tags(table, frozenset(("tr",)))[layout.tag]] = ROW
    kind[_tags(table, CELLS)[layout.tag]] = CELL
    kind[_tags(table, frozenset("p"))[layout.tag]] = PARAGRAPH
    return kind


def _apart(table: NodeTable, layout: Layout, valid: Flags, *, modern: bool) -> Flags:
    """Nodes that do not flow with the page: they would cross every separator of it."""
    if not modern:
        return np.zeros(len(layout), np.bool_)
    held = np.isin(layout.position, (POSITION["fixed"], POSITION["sticky"]))
    return valid & ~layout.is_text & (held | _tags(table, frozenset(("dialog",)))[layout.tag])


def _fonts_alike(layout: Layout, child: Flags) -> Flags:
    """Which nodes have children of one font."""
    rows = np.flatnonzero(child)
    font = layout.font_size[rows] * 1024 + layout.font_weight[rows]
    least, most = np.full(len(layout), np.int64(1) << 60), np.zeros(len(layout), np.int64)
    np.minimum.at(least, layout.parent[rows], font)
    np.maximum.at(most, layout.parent[rows], font)
    return np.asarray(least == most)


class _Children(NamedTuple):
    """What the valid children of each node add up to."""

    count: Places
    virtual: Places
    area: npt.NDArray[np.float64]
    square: npt.NDArray[np.float64]
    largest: npt.NDArray[np.float64]


def _added_up(layout: Layout, child: Flags, virtual: Flags, area: npt.NDArray[np.float64]) -> _Children:
    rows = np.flatnonzero(child)
    around, n = layout.parent[rows], len(layout)
    largest = np.zeros(n)
    np.maximum.at(largest, around, area[rows])
    return _Children(
        np.bincount(around, minlength=n),
        np.bincount(around, virtual[rows], n).astype(np.intp),
        np.bincount(around, area[rows], n),
        np.bincount(around, area[rows] ** 2, n),
        largest,
    )


def _decided(
    kind: npt.NDArray[np.int8], fires: dict[int, Flags], seven_b: Flags
) -> npt.NDArray[np.int8]:
    """What rules 4 to 8 decide for each node, the first that fires for its kind."""
    rules = {
        INLINE_NODE: ((4, KEEP), (5, DIVIDE), (6, DIVIDE), (7, DIVIDE)),
        PARAGRAPH: ((4, KEEP), (5, DIVIDE), (6, DIVIDE), (7, DIVIDE)),
        TABLE: ((8, BY_COLOUR),),
        ROW: ((7, DIVIDE), (8, BY_COLOUR)),
        CELL: ((4, KEEP),),
        OTHER: ((4, KEEP), (6, DIVIDE), (7, DIVIDE)),
    }
    decided = np.zeros(len(kind), np.int8)
    for of_kind, tried in rules.items():
        for rule, action in tried:
            decided[(kind == of_kind) & (decided == 0) & fires[rule]] = action
    decided[(decided == 0) & seven_b] = DIVIDE
    return decided


def _coherence_by_tag(table: NodeTable, layout: Layout, has_text: Flags) -> npt.NDArray[np.int8]:
    of_tag = np.full(len(table.tags), ORDINARY, np.int8)
    for tag, coherence in COHERENCE.items():
        of_tag[TAG_CODE[tag] - FIRST_TAG] = coherence
    coherence = of_tag[layout.tag]
    coherence[_tags(table, CELLS)[layout.tag] & has_text] = CELL_WITH_TEXT
    return coherence


def divisible(table: NodeTable, layout: Layout, options: Vips) -> Divisible:
    """What of all nodes decides on their division."""
    modern = options.is_modern
    is_content = layout.is_text | (_tags(table, CONTENT)[layout.tag] & ~_any_child(layout, layout.is_text))
    corners, valid = _extents(layout, is_content, modern=modern)
    by_tag = _tags(table, INLINE)[layout.tag]
    by_display = np.isin(layout.display, [DISPLAY[name] for name in INLINE_DISPLAYS])
    is_inline = np.where(layout.is_rendered[layout.page] & modern, by_display, by_tag) | layout.is_text
    kind = _kinds(table, layout, is_inline, modern=modern)
    is_apart = _apart(table, layout, valid, modern=modern)
    is_hr = _tags(table, frozenset(("hr",)))[layout.tag] & ~layout.is_text
    thin = np.minimum(corners[2] - corners[0], corners[3] - corners[1]) <= THIN
    is_line = is_hr | (is_content & ~layout.is_text & thin & valid & modern)
    valid = valid & ~is_line
    child = valid & ~is_apart & (layout.parent >= 0)

    icon = is_content & ~layout.is_text & (corners[3] - corners[1] <= 2 * layout.font_size) & modern
    has_child = _any_child(layout, child)
    plain = layout.is_text | icon | (is_inline & has_child)
    virtual = valid & plain & (_subtree_count(layout, valid & ~plain) == 0)
    area = ((corners[2] - corners[0]) / PIXEL) * ((corners[3] - corners[1]) / PIXEL)
    added = _added_up(layout, child, virtual, area)
    differs = child & (layout.background != layout.background[np.maximum(layout.parent, 0)]) & ~layout.is_text
    fires = {
        4: (added.count > 0) & (added.count == added.virtual),
        5: _any_child(layout, child & ~is_inline),
        6: _any_child(layout, is_line),
        7: added.area > area,
        8: _any_child(layout, differs),
    }
    mean = added.area / np.maximum(added.count, 1)
    spread = np.sqrt(np.maximum(added.square / np.maximum(added.count, 1) - mean**2, 0))
    more = (area > options.sparse * added.area) & (added.count > 0) & options.has_rule_7b
    more = more | _any_child(layout, child & (layout.breaks > 1) & options.divides_at_breaks)
    more = more | ((spread > options.deviation * mean) & (options.deviation > 0))
    decided = _decided(kind, fires, more)
    coherence = _coherence_by_tag(table, layout, _any_child(layout, child & layout.is_text))
    by_rule_4 = decided == KEEP
    coherence[by_rule_4] = np.where(_fonts_alike(layout, child), TEXT, MIXED)[by_rule_4]
    coherence[is_content] = TEXT
    rows = np.flatnonzero(child)
    order = rows[np.argsort(layout.parent[rows], kind="stable")]
    return Divisible(
        *corners,
        is_valid=valid,
        is_apart=is_apart,
        is_content=is_content,
        is_virtual_text=virtual,
        kind=kind,
        n_valid=added.count.astype(np.int32),
        is_wrapper=(added.count == 1) & _any_child(layout, child & ~(virtual if modern else layout.is_text)),
        decided=decided,
        coherence=coherence,
        has_text=_any_child(layout, child & virtual),
        child_area=added.largest,
        differs=differs,
        is_line=is_line & layout.is_visible,
        children=order,
        first_child=np.searchsorted(layout.parent[order], np.arange(len(layout) + 1)),
        threshold=np.where(_tags(table, ROUTINES)[layout.tag], options.routine_factor, 1.0) * options.threshold,
        subtree_end=layout.subtree_end,
    )


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
    coherence: npt.NDArray[np.int8]


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
        found.append(Pool(walk.block[kept], walk.node[kept], layout.subtree_end[walk.node[kept]], judged.coherence[kept]))
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


def reach(nodes: Divisible, first: Places, end: Places) -> tuple[Lengths, Lengths, Lengths, Lengths]:
    """The corners of slices of boxes: those of the first node, and where there are several, of all that are valid."""
    corners = [column[first] for column in (nodes.left, nodes.top, nodes.right, nodes.bottom)]
    several = np.flatnonzero(nodes.subtree_end[first] != end)
    if len(several):
        edges = np.stack((first[several], end[several]), axis=1).ravel()
        far = np.int64(1) << 40
        columns = (nodes.left, nodes.top, nodes.right, nodes.bottom)
        for place, (column, reduced, blank) in enumerate(zip(columns, REDUCED, (far, far, -far, -far), strict=True)):
            padded = np.append(np.where(nodes.is_valid, column, blank), blank)
            corners[place][several] = reduced.reduceat(padded, edges)[::2]
    return corners[0], corners[1], corners[2], corners[3]


def _roots(nodes: Divisible, layout: Layout, block: Pool) -> tuple[_Walk, Flags]:
    """The nodes that blocks consist of, and which of them are the only one of their block (rule 3)."""
    whole = layout.subtree_end[block.first] == block.end
    around = np.where(whole, block.first, layout.parent[block.first])
    found, owner = _expanded(nodes, _Walk(np.where(whole, 0, around)[~whole], np.arange(len(around))[~whole]))
    inside = (found.node >= block.first[found.block]) & (found.node < block.end[found.block])
    node = np.concatenate((block.first[whole], found.node[inside]))
    of_block = np.concatenate((np.flatnonzero(whole), found.block[inside]))
    return _Walk(node, of_block), np.arange(len(node)) < int(whole.sum())
