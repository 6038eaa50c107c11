"""What of the nodes of a page decides on their division by VIPS, as columns: all that the rules ask of the page alone.

Section 4.1 of the paper (Cai, Yu, Wen, Ma 2003) and rules 1 to 8 of the technical report (MSR-TR-2003-79, reconstructed;
`docs/vips.md` has the table). `division` walks the nodes with these columns.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sitemine.dom.layout import DISPLAY, PIXEL, POSITION, Layout, Lengths, Places
from sitemine.dom.names import FIRST_TAG, TAG_CODE
from sitemine.dom.table import Flags, Ints, NodeTable
from sitemine.options import Vips

Floats = npt.NDArray[np.float64]

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
    child_area: Floats  # of the largest valid child
    differs: Flags  # in its background from the node around it
    is_line: Flags  # hr, or an image as thin as a line
    children: Places  # valid children, node by node
    first_child: Places  # where each node's begin among them, and their number
    threshold: Floats  # of rules 9 and 10
    subtree_end: Ints

    def area(self, rows: npt.NDArray[np.integer]) -> Floats:
        height = (self.bottom[rows] - self.top[rows]) / PIXEL
        return np.asarray((self.right[rows] - self.left[rows]) / PIXEL * height)


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
    least = (
        PIXEL if modern else 0
    )  # what is one pixel wide is hidden, as style sheets hide what is meant for screen readers
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
        grid = np.isin(
            layout.display, [DISPLAY[name] for name in ("table", "flex", "grid", "inline-flex", "inline-grid")]
        )
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

    number: Places
    virtual: Places
    area: Floats
    square: Floats
    largest: Floats


def _added_up(layout: Layout, child: Flags, virtual: Flags, area: Floats) -> _Children:
    rows = np.flatnonzero(child)
    around, n = layout.parent[rows], len(layout)
    largest = np.zeros(n)
    np.maximum.at(largest, around, area[rows])
    summed: tuple[Floats, Floats] = tuple(  # type: ignore[assignment]  # two columns in, two out
        np.bincount(around, column[rows], n).astype(np.float64) for column in (area, area**2)
    )
    number = np.bincount(around, minlength=n)
    return _Children(number, np.bincount(around[virtual[rows]], minlength=n), *summed, largest)


def _decided(kind: npt.NDArray[np.int8], fires: dict[int, Flags], seven_b: Flags) -> npt.NDArray[np.int8]:
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
    for tag, degree in COHERENCE.items():
        of_tag[TAG_CODE[tag] - FIRST_TAG] = degree
    coherence = of_tag[layout.tag]
    coherence[_tags(table, CELLS)[layout.tag] & has_text] = CELL_WITH_TEXT
    return coherence


class _Facts(NamedTuple):
    """What is known of each node by itself."""

    corners: list[Lengths]
    area: Floats
    valid: Flags
    apart: Flags
    content: Flags
    inline: Flags
    line: Flags
    kind: npt.NDArray[np.int8]
    child: Flags  # valid, and of the flow of the node around it


def _facts(table: NodeTable, layout: Layout, *, modern: bool) -> _Facts:
    content = layout.is_text | (_tags(table, CONTENT)[layout.tag] & ~_any_child(layout, layout.is_text))
    corners, valid = _extents(layout, content, modern=modern)
    by_tag = _tags(table, INLINE)[layout.tag]
    by_display = np.isin(layout.display, [DISPLAY[name] for name in INLINE_DISPLAYS])
    inline = np.where(layout.is_rendered[layout.page] & modern, by_display, by_tag) | layout.is_text
    width, height = corners[2] - corners[0], corners[3] - corners[1]
    is_hr = _tags(table, frozenset(("hr",)))[layout.tag] & ~layout.is_text
    line = is_hr | (content & ~layout.is_text & (np.minimum(width, height) <= THIN) & valid & modern)
    apart = _apart(table, layout, valid, modern=modern)
    return _Facts(
        corners=corners,
        area=np.asarray((width / PIXEL) * (height / PIXEL)),
        valid=valid & ~line,
        apart=apart,
        content=content,
        inline=inline,
        line=line,
        kind=_kinds(table, layout, inline, modern=modern),
        child=valid & ~line & ~apart & (layout.parent >= 0),
    )


def _virtual_text(layout: Layout, facts: _Facts, *, modern: bool) -> Flags:
    """Text, and inline nodes with nothing but such in them; today also what is as small as a letter."""
    height = facts.corners[3] - facts.corners[1]
    icon = facts.content & ~layout.is_text & (height <= 2 * layout.font_size) & modern
    plain = layout.is_text | icon | (facts.inline & _any_child(layout, facts.child))
    return np.asarray(facts.valid & plain & (_subtree_count(layout, facts.valid & ~plain) == 0))


def _by_variants(layout: Layout, facts: _Facts, added: _Children, options: Vips) -> Flags:
    """Nodes that the rules of APWeb 2003 divide, which are off by default (V2)."""
    mean = added.area / np.maximum(added.number, 1)
    spread = np.sqrt(np.maximum(added.square / np.maximum(added.number, 1) - mean**2, 0))
    sparse = (facts.area > options.sparse * added.area) & (added.number > 0) & options.has_rule_7b
    broken = _any_child(layout, facts.child & (layout.breaks > 1) & options.divides_at_breaks)
    return np.asarray(sparse | broken | ((spread > options.deviation * mean) & (options.deviation > 0)))


def _rules(layout: Layout, facts: _Facts, added: _Children, differs: Flags) -> dict[int, Flags]:
    """Where each of the rules 4 to 8 would fire."""
    return {
        4: (added.number > 0) & (added.number == added.virtual),
        5: _any_child(layout, facts.child & ~facts.inline),
        6: _any_child(layout, facts.line),
        7: added.area > facts.area,
        8: _any_child(layout, differs),
    }


def _degrees(table: NodeTable, layout: Layout, facts: _Facts, decided: npt.NDArray[np.int8]) -> npt.NDArray[np.int8]:
    """The degree of coherence of each node should it not be divided."""
    coherence = _coherence_by_tag(table, layout, _any_child(layout, facts.child & layout.is_text))
    by_rule_4 = decided == KEEP
    coherence[by_rule_4] = np.where(_fonts_alike(layout, facts.child), TEXT, MIXED)[by_rule_4]
    coherence[facts.content] = TEXT
    return coherence


def divisible(table: NodeTable, layout: Layout, options: Vips) -> Divisible:
    """What of all nodes decides on their division."""
    modern = options.is_modern
    facts = _facts(table, layout, modern=modern)
    child = facts.child
    virtual = _virtual_text(layout, facts, modern=modern)
    added = _added_up(layout, child, virtual, facts.area)
    differs = child & (layout.background != layout.background[np.maximum(layout.parent, 0)]) & ~layout.is_text
    variants = _by_variants(layout, facts, added, options)
    decided = _decided(facts.kind, _rules(layout, facts, added, differs), variants)
    rows = np.flatnonzero(child)
    order = rows[np.argsort(layout.parent[rows], kind="stable")]
    left, top, right, bottom = facts.corners
    return Divisible(
        left=left,
        top=top,
        right=right,
        bottom=bottom,
        is_valid=facts.valid,
        is_apart=facts.apart,
        is_content=facts.content,
        is_virtual_text=virtual,
        kind=facts.kind,
        n_valid=added.number.astype(np.int32),
        is_wrapper=(added.number == 1) & _any_child(layout, child & ~(virtual if modern else layout.is_text)),
        decided=decided,
        coherence=_degrees(table, layout, facts, decided),
        has_text=_any_child(layout, child & virtual),
        child_area=added.largest,
        differs=differs,
        is_line=facts.line & layout.is_visible,
        children=order,
        first_child=np.searchsorted(layout.parent[order], np.arange(len(layout) + 1)),
        threshold=np.where(_tags(table, ROUTINES)[layout.tag], options.routine_factor, 1.0) * options.threshold,
        subtree_end=layout.subtree_end,
    )


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
