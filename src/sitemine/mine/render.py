"""Kept segments as text and as Markdown: one line a segment, and the shape that their elements give them."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from sitemine.dom.table import PREFORMATTED, NodeTable

HEADINGS: Final = {f"h{level}": level for level in range(1, 7)}
LISTS: Final = frozenset(("ul", "ol", "menu", "dir"))
CELLS: Final = frozenset(("td", "th"))
SPECIAL: Final = re.compile(r"([\\`*_\[\]<>]|&(?=#?\w+;))")
AT_START: Final = re.compile(r"^(?:(\d{1,9})(?=[.)](?:\s|$))|(?=#{1,6}(?:\s|$)|[-+](?:\s|$)|-[-\s]*$|=+\s*$|~{3}))")
AT_END_OF_HEADING: Final = re.compile(r"(?<=\s)(?=#+$)")


@dataclass(frozen=True, slots=True)
class Line:
    """One segment as it is to be written."""

    text: str
    kind: str  # heading, list, quote, code, table, text
    level: int  # of a heading; depth of a list
    node: int  # the element that it shares with others of one list item, cell, code block
    number: int  # of an item in an ordered list; 0 in others
    row: int  # of a table; -1 in others


def line_of(table: NodeTable, segment: int) -> Line:
    """A segment with the shape that its ancestors give it; the innermost counts."""
    text = table.text[table.segment_start[segment] : table.segment_end[segment]]
    node = int(table.segment_node[segment])
    ancestors = []
    while node >= 0:
        ancestors.append((table.tags[table.tag[node]], node))
        node = int(table.parent[node])
    for tag, owner in ancestors:
        if tag in HEADINGS:
            return Line(text, "heading", HEADINGS[tag], owner, 0, -1)
        if tag in PREFORMATTED:
            return Line(text, "code", 0, owner, 0, -1)
        if tag == "li":
            depth = sum(name in LISTS for name, _ in ancestors)
            return Line(text, "list", max(depth, 1), owner, _number(table, owner), -1)
        if tag in CELLS:
            return Line(text, "table", 0, owner, 0, int(table.parent[owner]))
        if tag == "blockquote":
            return Line(text, "quote", 0, owner, 0, -1)
    return Line(text, "text", 0, ancestors[0][1], 0, -1)


def _number(table: NodeTable, item: int) -> int:
    """The number of an item in an ordered list, 0 in any other."""
    parent = int(table.parent[item])
    if parent < 0 or table.tags[table.tag[parent]] != "ol":
        return 0
    siblings = table.parent[parent + 1 : item + 1] == parent
    return int((siblings & (table.tag[parent + 1 : item + 1] == table.tag[item])).sum())


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
