"""Boxes as a browser without style sheets would lay them out, roughly: for VIPS where no browser is at hand (V8).

An approximation, and named so wherever its blocks are shown: display, font and margins follow from tags, hiding and colours
from attributes, text takes ceil(0.5 font size x letters / width) lines of 1.2 times the font size, the cells of a row share
its width, everything else is stacked. A letter of a script without spaces is twice as wide.

Fonts and widths pass from the outside to the inside and heights back, level by level; a prefix sum over siblings places them.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from sitemine.acquire.boxes import DISPLAYS, NAME, unpacked
from sitemine.dom.head import Head
from sitemine.dom.layout import DISPLAY, PIXEL, SHOWN, Layout, Lengths, Places, columns_around, layout_of, places_of
from sitemine.dom.names import ATTRIBUTE_CODE, FIRST_TAG, TAG_CODE
from sitemine.dom.table import BLOCK, Flags, NodeTable, covered
from sitemine.dom.text import UNSPACED, classes_of, code_points

WIDTH: Final = 1264 * PIXEL
"""Of a window of 1280 pixels without the body's margins."""

EDGE: Final = 8 * PIXEL
FONT: Final = 16 * PIXEL
FONTS: Final = {"h1": 2.0, "h2": 1.5, "h3": 1.17, "h5": 0.83, "h6": 0.67, "small": 0.83, "big": 1.17}
"""Times the ordinary size of 16 pixels: the HTML standard's rendering section."""

BOLD: Final = frozenset("b strong h1 h2 h3 h4 h5 h6 th".split())
SPACED: Final = frozenset("p ul ol dl h1 h2 h3 h4 h5 h6 blockquote pre figure hr table".split())
PICTURES: Final = frozenset("img picture svg canvas video iframe object embed".split())
DISPLAY_OF: Final = {
    **dict.fromkeys(("tbody", "thead", "tfoot"), "table-row-group"),
    "table": "table",
    "tr": "table-row",
    "td": "table-cell",
    "th": "table-cell",
    "li": "list-item",
}
PICTURE: Final = 100 * PIXEL
HEIGHT: Final = 6
"""Of a line: 1.2 times the font size, in fifths of it."""

FIFTH: Final = 5
HIDES: Final = re.compile(rb"(?i)display\s*:\s*none|visibility\s*:\s*hidden")
COLOUR: Final = re.compile(r"(?i)background(?:-color)?\s*:\s*#([0-9a-f]{6}|[0-9a-f]{3})\b")
WHITE: Final = 0xFFFFFF


def _tags(table: NodeTable, names: frozenset[str]) -> Flags:
    flags = np.zeros(len(table.tags), np.bool_)
    flags[[TAG_CODE[name] - FIRST_TAG for name in names]] = True
    return flags


def _hidden(table: NodeTable) -> Flags:
    """Rows that their own attributes hide, and all that is in them."""
    names = table.attribute_name
    rows = np.flatnonzero(names == ATTRIBUTE_CODE["hidden"])
    styled = table.attribute_values.rows_with(HIDES, np.flatnonzero(names == ATTRIBUTE_CODE["style"]))
    nodes = np.unique(table.attribute_node[np.concatenate((rows, np.array(styled, np.intp)))])
    return covered(nodes, table.subtree_end[nodes], len(table))


def _colours(table: NodeTable) -> npt.NDArray[np.int64]:
    """The background that a row's style attribute names, -1 where it names none."""
    found = np.full(len(table), -1, np.int64)
    styled = np.flatnonzero(table.attribute_name == ATTRIBUTE_CODE["style"])
    for row in table.attribute_values.rows_with(re.compile(rb"(?i)background"), styled):
        if colour := COLOUR.search(table.attribute_values[row]):
            digits = colour[1] if len(colour[1]) == len("rrggbb") else "".join(2 * digit for digit in colour[1])
            found[table.attribute_node[row]] = int(digits, 16)
    return found


def _levels(depth: npt.NDArray[np.integer]) -> list[Places]:
    """The boxes of each level below the roots."""
    order = np.argsort(depth, kind="stable")
    edges = np.searchsorted(depth[order], np.arange(1, int(depth.max(initial=0)) + 2))
    return [order[begin:end] for begin, end in zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True)]


class _Flow:
    """The boxes of a table while they are laid out."""

    def __init__(self, table: NodeTable) -> None:
        self.around = columns_around(table, places_of(table))
        node, self.is_text = self.around["node"], self.around["run"] >= 0
        self.parent, self.tag = self.around["parent"], self.around["tag"]
        self.outer = np.maximum(self.parent, 0)
        self.levels = _levels(self.around["depth"])
        self.n = len(node)
        is_block = (_tags(table, BLOCK)[self.tag] & ~self.is_text) | (self.parent < 0)
        inside = np.concatenate(([0], np.cumsum(is_block)))
        self.is_inline = inside[self.around["subtree_end"]] - inside[:-1] == 0
        self.is_picture = _tags(table, PICTURES)[self.tag] & ~self.is_text
        self.is_cell = _tags(table, frozenset(("td", "th")))[self.tag] & ~self.is_text
        self.is_row = _tags(table, frozenset(("tr",)))[self.tag] & ~self.is_text
        self.is_hidden = _hidden(table)[node]
        self.is_spaced = _tags(table, SPACED)[self.tag] & ~self.is_text & ~self.is_inline
        self._inherit(table)
        self._letters(table)

    def _inherit(self, table: NodeTable) -> None:
        """Fonts, colours and widths, from the outside to the inside."""
        size = np.zeros(len(table.tags), np.int64)
        for tag, times in FONTS.items():
            size[TAG_CODE[tag] - FIRST_TAG] = round(FONT * times)
        self.font = np.where(self.is_text, 0, size[self.tag])
        bold = _tags(table, BOLD)[self.tag]
        self.weight = np.where(bold, 700, 400)
        self.background = np.where(self.is_text, -1, _colours(table)[self.around["node"]])
        self.font[self.parent < 0] = FONT
        self.background[(self.parent < 0) & (self.background < 0)] = WHITE
        self.width = np.full(self.n, WIDTH, np.int64)
        cells = np.bincount(self.outer[self.is_cell], minlength=self.n)
        for rows in self.levels:
            around = self.parent[rows]
            self.font[rows] = np.where(self.font[rows] > 0, self.font[rows], self.font[around])
            self.weight[rows] = np.maximum(self.weight[rows], self.weight[around])
            self.background[rows] = np.where(self.background[rows] >= 0, self.background[rows], self.background[around])
            shared = self.is_cell[rows] & self.is_row[around]
            self.width[rows] = self.width[around] // np.where(shared, np.maximum(cells[around], 1), 1)

    def _letters(self, table: NodeTable) -> None:
        """The length of what each box says on one endless line."""
        wide = np.concatenate(([0], np.cumsum(classes_of(code_points(table.text)) == UNSPACED)))
        letters = np.zeros(self.n, np.int64)
        runs = self.around["box_of_run"]
        length = table.run_end - table.run_start + wide[table.run_end] - wide[table.run_start]
        letters[runs] = np.maximum(length * self.font[runs] // 2, 1)
        letters[self.is_picture] = PICTURE
        letters[self.is_hidden] = 0
        sums = np.concatenate(([0], np.cumsum(letters)))
        self.length = sums[self.around["subtree_end"]] - sums[:-1]
        self.is_empty = self.length == 0

    def lines(self) -> tuple[Places, Places]:
        """The inline boxes that stand in blocks, and the first of the run of neighbours that each belongs to."""
        top = np.flatnonzero(self.is_inline & ~self.is_inline[self.outer] & (self.parent >= 0))
        children = np.flatnonzero(self.parent >= 0)
        children = children[np.argsort(self.parent[children], kind="stable")]
        starts = np.ones(len(children), np.bool_)
        starts[1:] = ~(
            self.is_inline[children[1:]]
            & self.is_inline[children[:-1]]
            & (self.parent[children[1:]] == self.parent[children[:-1]])
        )
        first = np.empty(self.n, np.intp)
        first[children] = children[np.maximum.accumulate(np.where(starts, np.arange(len(children)), 0))]
        return top, first[top]

    def lay(self) -> tuple[Lengths, Lengths, Lengths]:
        """The left edge, the top and the height of each box."""
        own, given = np.zeros(self.n, np.int64), np.zeros(self.n, np.int64)
        top, first = self.lines()
        length = np.zeros(self.n, np.int64)
        np.add.at(length, first, self.length[top])
        heads = np.unique(first)
        n_lines = -(-length[heads] // np.maximum(self.width[self.parent[heads]], 1))
        own[heads] = n_lines * self.font[heads] * HEIGHT // FIFTH
        pictured = np.zeros(self.n, np.bool_)
        pictured[first[self.is_picture[top]]] = True
        own[heads] = np.maximum(own[heads], np.where(pictured[heads] & (length[heads] > 0), PICTURE, 0))
        given[heads] = own[heads]
        for rows in reversed(self.levels):
            blocks = rows[~self.is_inline[rows]]
            given[blocks] = own[blocks] + np.where(self.is_spaced[blocks] & ~self.is_empty[blocks], FONT, 0)
            around = self.parent[rows]
            in_row = self.is_row[around]
            np.add.at(own, around[~in_row], given[rows[~in_row]])
            np.maximum.at(own, around[in_row], given[rows[in_row]])
        left, upper = self._placed(given)
        own[top], upper[top], left[top] = own[first], upper[first], left[first]
        for rows in self.levels:
            inner = rows[self.is_inline[self.outer[rows]]]
            for column in (own, upper, left):
                column[inner] = column[self.parent[inner]]
        return left, upper, own

    def _placed(self, given: Lengths) -> tuple[Lengths, Lengths]:
        """The left edge and the top of each box: below those before it, or beside them in a row."""
        children = np.flatnonzero(self.parent >= 0)
        children = children[np.argsort(self.parent[children], kind="stable")]
        in_row = self.is_row[self.parent[children]]
        down, across = np.where(in_row, 0, given[children]), np.where(in_row, self.width[children], 0)
        starts = np.searchsorted(self.parent[children], self.parent[children])
        before = [np.cumsum(step) - step for step in (down, across)]
        offset = [np.zeros(self.n, np.int64) for _ in before]
        for column, sums in zip(offset, before, strict=True):
            column[children] = sums - sums[starts]
        left, upper = np.full(self.n, EDGE, np.int64), np.full(self.n, EDGE, np.int64)
        pages = np.flatnonzero(self.parent < 0)
        upper[pages] = 0
        for rows in self.levels:
            upper[rows] = upper[self.parent[rows]] + offset[0][rows]
            left[rows] = left[self.parent[rows]] + offset[1][rows]
        return left, upper

    def displays(self, table: NodeTable) -> npt.NDArray[np.uint8]:
        of_tag = np.full(len(table.tags), DISPLAY["block"], np.uint8)
        for tag, display in DISPLAY_OF.items():
            of_tag[TAG_CODE[tag] - FIRST_TAG] = DISPLAYS.index(display)
        return np.where(self.is_inline, DISPLAY["inline"], of_tag[self.tag]).astype(np.uint8)


def approximate(table: NodeTable) -> Layout:
    """The layout of pages that no browser has shown; `is_rendered` is false for all of them."""
    flow = _Flow(table)
    left, upper, height = flow.lay()
    columns: dict[str, Any] = dict(flow.around)
    return Layout(
        is_rendered=np.zeros(table.n_pages, np.bool_),
        x=left,
        y=upper,
        width=np.where(flow.is_inline, np.minimum(flow.length, flow.width), flow.width),
        height=height,
        font_size=flow.font,
        font_weight=flow.weight.astype(np.int32),
        background=flow.background.astype(np.uint32),
        display=flow.displays(table),
        position=np.zeros(flow.n, np.uint8),
        is_visible=~flow.is_empty & ~flow.is_hidden,
        border=np.zeros(flow.n, np.uint8),
        paint_order=np.zeros(flow.n, np.int32),
        n_lines=flow.is_text.astype(np.int32),
        breaks=np.zeros(flow.n, np.uint8),
        **columns,
    )


def seen_layout(table: NodeTable, heads: Sequence[Head]) -> Layout:
    """The layout of pages as a browser has shown them, approximated for those that none has shown."""
    boxes = [unpacked(head.meta.get(NAME, "")) for head in heads]
    if all(told is not None for told in boxes):
        return layout_of(table, boxes)
    guessed = approximate(table)
    if all(told is None for told in boxes):
        return guessed
    told = layout_of(table, boxes)
    shown = told.is_rendered[told.page]
    columns = {name: np.where(shown, getattr(told, name), getattr(guessed, name)) for name in SHOWN}
    return replace(told, **columns)
