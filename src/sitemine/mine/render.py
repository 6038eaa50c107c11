"""Kept segments as text and as Markdown: one line a segment, and the shape that their elements give them."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from sitemine.dom.table import PREFORMATTED, NodeTable

HEADINGS: Final = {f"h{level}": level for level in range(1, 7)}
LISTS: Final = frozenset(("ul", "ol", "menu", "dir"))
CELLS: Final = frozenset(("td", "th"))
SPECIAL: Final = re.compile(r"([\\`*_\[\]<>]|&(?=#?\w+;))")
AT_START: Final = re.compile(r"^(?:(\d{1,9})(?=[.)](?:\s|$))|(?=#{1,6}(?:\s|$)|[-+](?:\s|$)|-[-\s]*$|=+\s*$|~{3}))")
AT_END_OF_HEADING: Final = re.compile(r"(?<=\s)(?=#+$)")


@dataclass(frozen=True, slots=True)
class Shape:
    """What an element makes of the text in it; of its ancestors the innermost that says anything counts."""

    kind: str  # heading, list, quote, code, table, text
    level: int  # of a heading; depth of a list
    node: int  # the element that it shares with others of one list item, cell, code block
    number: int  # of an item in an ordered list; 0 in others
    row: int  # of a table; -1 in others
    path: str  # tags from the root
    lists: int  # open around it


NOWHERE: Final = Shape("text", 0, -1, 0, -1, "", 0)


class Shapes:
    """The shapes of the elements of one table, each found once."""

    def __init__(self, table: NodeTable) -> None:
        self._table = table
        self._known = {-1: NOWHERE}
        self._numbers: dict[int, dict[int, int]] = {}

    def of(self, node: int) -> Shape:
        chain = []
        while node not in self._known:
            chain.append(node)
            node = int(self._table.parent[node])
        shape = self._known[node]
        for below in reversed(chain):
            shape = self._known[below] = self._below(shape, below)
        return shape

    def _below(self, above: Shape, node: int) -> Shape:
        tag = self._table.tags[self._table.tag[node]]
        path = f"{above.path}/{tag}" if above.path else tag
        lists = above.lists + (tag in LISTS)
        if tag in HEADINGS:
            return Shape("heading", HEADINGS[tag], node, 0, -1, path, lists)
        if tag in PREFORMATTED:
            return Shape("code", 0, node, 0, -1, path, lists)
        if tag == "li":
            return Shape("list", max(lists, 1), node, self._number(node), -1, path, lists)
        if tag in CELLS:
            return Shape("table", 0, node, 0, int(self._table.parent[node]), path, lists)
        if tag == "blockquote":
            return Shape("quote", 0, node, 0, -1, path, lists)
        owner = node if above.kind == "text" else above.node
        return Shape(above.kind, above.level, owner, above.number, above.row, path, lists)

    def _number(self, item: int) -> int:
        """The number of an item in an ordered list, 0 in any other."""
        table, parent = self._table, int(self._table.parent[item])
        if parent < 0 or table.tags[table.tag[parent]] != "ol":
            return 0
        if parent not in self._numbers:
            rows = np.arange(parent + 1, table.subtree_end[parent])
            items = rows[(table.parent[rows] == parent) & (table.tag[rows] == table.tag[item])]
            self._numbers[parent] = {row: place + 1 for place, row in enumerate(items.tolist())}
        return self._numbers[parent][item]


@dataclass(frozen=True, slots=True)
class Line:
    """One segment as it is to be written."""

    text: str
    kind: str  # these are the shape's
    level: int
    node: int
    number: int
    row: int
    path: str = ""


def lines_of(table: NodeTable, segments: Iterable[int]) -> list[Line]:
    """Segments of a table, each with its shape."""
    shapes = Shapes(table)
    nodes, starts, ends = table.segment_node, table.segment_start, table.segment_end
    lines = []
    for k in segments:
        shape = shapes.of(int(nodes[k]))
        text = table.text[starts[k] : ends[k]]
        lines.append(Line(text, shape.kind, shape.level, shape.node, shape.number, shape.row, shape.path))
    return lines


def _escaped(text: str) -> str:
    return AT_START.sub(r"\1\\", SPECIAL.sub(r"\\\1", text))


def _fenced(text: str) -> str:
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{text.rstrip()}\n{fence}"


def _written(line: Line, before: Line | None) -> tuple[str, str]:
    """What separates a line from the one before it, and the line."""
    same = before is not None and before.kind == line.kind
    if line.kind == "heading":
        return "\n\n", f"{'#' * line.level} {AT_END_OF_HEADING.sub(chr(92) * 2, _escaped(line.text))}"
    if line.kind == "code":
        return "\n\n", _fenced(line.text)
    if line.kind == "list":
        indent = "    " * (line.level - 1)
        if before is not None and same and before.node == line.node:
            return "\n", f"{indent}    {_escaped(line.text)}"
        mark = f"{line.number}." if line.number else "-"
        return "\n" if same else "\n\n", f"{indent}{mark} {_escaped(line.text)}"
    if line.kind == "table":
        cell = _escaped(line.text).replace("|", "\\|")
        if before is None or not same:
            return "\n\n", cell
        return " " if before.node == line.node else " | " if before.row == line.row else "\n", cell
    if line.kind == "quote":
        return "\n> \n" if same else "\n\n", f"> {_escaped(line.text)}"
    return "\n\n", _escaped(line.text)


def _ranked(lines: Iterable[Line]) -> Iterator[Line]:
    """The lines with the level of a list item counted from the outermost item of its list that was kept.

    Four spaces before a line that no list is open for would make code of it.
    """
    levels: list[int] = []
    for line in lines:
        if line.kind != "list":
            levels.clear()
            yield line
            continue
        while levels and levels[-1] > line.level:
            levels.pop()
        if not levels or levels[-1] < line.level:
            levels.append(line.level)
        yield replace(line, level=len(levels))


def _joined(lines: Iterable[Line]) -> Iterator[Line]:
    """The lines with all of one code block as one."""
    before: Line | None = None
    for line in lines:
        if before is not None and before.kind == line.kind == "code" and before.node == line.node:
            before = replace(before, text=f"{before.text}\n{line.text}")
            continue
        if before is not None:
            yield before
        before = line
    if before is not None:
        yield before


def to_text(lines: Iterable[Line]) -> str:
    """The lines as plain text."""
    return "\n".join(line.text for line in lines)


def to_markdown(lines: Iterable[Line]) -> str:
    """The lines as Markdown."""
    written: list[str] = []
    before: Line | None = None
    for line in _ranked(_joined(lines)):
        joint, text = _written(line, before)
        written += (joint, text) if before is not None else (text,)
        before = line
    return "".join(written)
