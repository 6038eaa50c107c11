"""The boxes of a node table: where a browser showed each element and each run of text, as columns in document order.

A box is a row of the node table or a run of its text, so the boxes of a subtree are a slice, as its rows are. The
elements of a rendered page carry the numbers of their boxes (`acquire.boxes`), so the join is exact whatever the parser
made of the HTML; the k-th run of an element is the k-th text that the browser found in it. Pages without boxes have none
that are visible.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from sitemine.acquire.boxes import DISPLAYS, IMAGE, POSITIONS, UNITS, Boxes
from sitemine.dom.names import ATTRIBUTE_CODE
from sitemine.dom.table import Flags, Ints, NodeTable

Places = npt.NDArray[np.integer]
Lengths = npt.NDArray[np.int64]

DISPLAY: Final = {name: code for code, name in enumerate(DISPLAYS)}
POSITION: Final = {name: code for code, name in enumerate(POSITIONS)}
PIXEL: Final = UNITS
"""One pixel: all lengths are whole numbers of 1/64 pixel."""

COLOUR: Final = IMAGE - 1


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """The boxes of some pages, elements and runs of text, in document order."""

    is_rendered: Flags  # of each page: whether a browser has shown it
    page: Ints
    node: Ints  # row of the element, or of the element that the text stands in
    run: Ints  # place of the text among the table's runs, -1 for elements
    parent: Ints  # box of the element around it, -1 for a page's root
    subtree_end: Ints
    depth: Ints
    tag: npt.NDArray[np.int16]  # of the element, or of the element that the text stands in
    x: Lengths
    y: Lengths
    width: Lengths
    height: Lengths
    font_size: Lengths
    font_weight: Ints
    background: npt.NDArray[np.uint32]
    display: npt.NDArray[np.uint8]
    position: npt.NDArray[np.uint8]
    is_visible: Flags
    border: npt.NDArray[np.uint8]
    paint_order: Ints
    n_lines: Ints
    breaks: npt.NDArray[np.uint8]
    box_of: Places  # of each row of the node table
    box_of_run: Places

    def __len__(self) -> int:
        return len(self.node)

    @property
    def is_text(self) -> Flags:
        return self.run >= 0


SHOWN: Final = (
    *("x", "y", "width", "height", "font_size", "font_weight", "background", "display", "position", "is_visible"),
    *("border", "paint_order", "n_lines", "breaks"),
)
"""The columns that come from the browser as they are."""


def places_of(table: NodeTable) -> tuple[Places, Places]:
    """The place of each row and of each run in document order.

    A run comes behind all rows that start where it starts or before: an element without text has the place of what
    follows it, and so stands before it.
    """
    behind = np.searchsorted(table.text_start, table.run_start, side="right")
    before = np.cumsum(np.bincount(behind, minlength=len(table) + 1))[: len(table)]
    return np.arange(len(table)) + before, behind + np.arange(len(behind))


def _rank(owner: npt.NDArray[np.integer]) -> Places:
    """How many before each have the same owner; owners need not be in order."""
    order = np.argsort(owner, kind="stable")
    ordered = owner[order]
    is_new = np.ones(len(order), np.bool_)
    is_new[1:] = ordered[1:] != ordered[:-1]
    first = np.maximum.accumulate(np.where(is_new, np.arange(len(order)), 0))
    rank = np.empty(len(order), np.intp)
    rank[order] = np.arange(len(order)) - first
    return rank


def _numbers(table: NodeTable) -> tuple[Places, Places]:
    """The rows that carry numbers of boxes, and the numbers."""
    rows = np.flatnonzero(table.attribute_name == ATTRIBUTE_CODE["data-sitemine"])
    values = [table.attribute_values[row] for row in rows.tolist()]
    is_number = [value.isascii() and value.isdigit() and len(value) < 9 for value in values]
    kept = [int(value) for value, sound in zip(values, is_number, strict=True) if sound]
    return table.attribute_node[rows[is_number]].astype(np.intp), np.array(kept, np.intp)


def _sources(table: NodeTable, boxes: Sequence[Boxes | None], places: tuple[Places, Places]) -> Places:
    """For each box of the table the one among all that the browsers told, -1 where it told none."""
    count = np.array([0 if told is None else len(told["parent"]) for told in boxes], np.intp)
    start = np.concatenate(([0], np.cumsum(count)))
    source = np.full(len(places[0]) + len(places[1]), -1, np.intp)
    rows, numbers = _numbers(table)
    sound = numbers < count[table.page[rows]]
    rows, numbers = rows[sound], (numbers + start[table.page[rows]])[sound]
    source[places[0][rows]] = numbers

    row_of = np.full(start[-1], -1, np.intp)
    row_of[numbers] = rows
    told = [page for page in boxes if page is not None]
    text = np.flatnonzero(np.concatenate([page["is_text"] for page in told])) if told else np.zeros(0, np.intp)
    around = np.concatenate([page["parent"] for page in told])[text].astype(np.intp) if told else text
    around += np.repeat(start[:-1], count)[text]
    key = row_of[around] * len(source) + _rank(around)
    order = np.argsort(key, kind="stable")
    wanted = table.run_node.astype(np.intp) * len(source) + _rank(table.run_node)
    at = np.minimum(np.searchsorted(key[order], wanted), max(len(order) - 1, 0))
    if len(order):
        found = key[order[at]] == wanted
        source[places[1][found]] = text[order[at[found]]]
    return source


def columns_around(table: NodeTable, places: tuple[Places, Places]) -> dict[str, Any]:
    """The columns of a layout that the node table alone decides."""
    of_row, of_run = places
    n = len(of_row) + len(of_run)
    node, run = np.empty(n, np.int32), np.full(n, -1, np.int32)
    node[of_row], node[of_run] = np.arange(len(of_row)), table.run_node
    run[of_run] = np.arange(len(of_run))
    is_text = run >= 0
    parent = np.where(is_text, of_row[node], np.where(table.parent[node] < 0, -1, of_row[table.parent[node]]))
    # Behind a subtree stand its rows and those before it, and the runs that start before it ends.
    last = table.subtree_end + np.searchsorted(table.run_start, table.text_end)
    subtree_end = np.where(is_text, np.arange(n) + 1, last[node])
    return {
        "page": table.page[node],
        "node": node,
        "run": run,
        "parent": parent.astype(np.int32),
        "subtree_end": subtree_end.astype(np.int32),
        "depth": (table.depth[node] + is_text).astype(np.int32),
        "tag": table.tag[node],
        "box_of": of_row,
        "box_of_run": of_run,
    }


def layout_of(table: NodeTable, boxes: Sequence[Boxes | None]) -> Layout:
    """The layout of a node table, from what a browser told of each of its pages."""
    places = places_of(table)
    source = _sources(table, boxes, places)
    told = [page for page in boxes if page is not None]
    columns: dict[str, Any] = columns_around(table, places)
    for name in SHOWN:
        if told:
            joined = np.concatenate([page[name] for page in told])
            columns[name] = np.append(joined, np.zeros(1, joined.dtype))[source]  # -1, the last: nothing was told
        else:
            columns[name] = np.zeros(len(source), np.int64)
    columns["is_visible"] = columns["is_visible"].astype(np.bool_)
    for name in ("x", "y", "width", "height", "font_size"):
        columns[name] = columns[name].astype(np.int64)
    for name in ("font_weight", "paint_order", "n_lines"):
        columns[name] = columns[name].astype(np.int32)
    return Layout(is_rendered=np.array([page is not None for page in boxes], np.bool_), **columns)
