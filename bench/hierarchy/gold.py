"""The hierarchy that a page's own markup declares, as pairs of (label, what stands under it).

Units are the lines of a page (segments of its node table). Four kinds of markup declare a pair:

    headings        a heading labels all lines up to the next heading of the same or a higher level, within its sectioning element
                    (HTML's outline); only in the page's content, the smallest element that holds the gold text, since beyond it headings
                    of sidebars have levels of convenience
    terms           a `dt` labels the lines of the `dd` that follow it
    nested lists    the first line of an `li` labels the lines of the lists in it
    tables          a `th` labels the `td` of its column or, in a row with other cells, of its row

Pairs are the transitive closure. They are judged within the *parts* of a page: its content, and each outermost list, definition
list or table with pairs beyond it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from sitemine.dom.table import NodeTable

SECTIONS: Final = frozenset("article aside nav section blockquote details dialog fieldset figure td".split())
LEVELS: Final = {f"h{level}": level for level in range(1, 7)}
LISTS: Final = frozenset(("ul", "ol", "menu"))
CONTENT_SHARE: Final = 0.9  # of the characters of gold text that the content must hold

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Declared:
    """What a page's markup declares: pairs of lines, and the part of the page that each line belongs to (-1: none)."""

    pairs: frozenset[Pair]
    part: tuple[int, ...]

    def judged(self, pairs: set[Pair]) -> set[Pair]:
        """Those pairs that lie within one part."""
        return {(a, b) for a, b in pairs if self.part[a] == self.part[b] >= 0}


class _Page:
    """A page's tree in plain lists."""

    def __init__(self, table: NodeTable) -> None:
        self.table = table
        self.tag = [table.tags[tag] for tag in table.tag.tolist()]
        self.parent: list[int] = table.parent.tolist()
        self.end: list[int] = table.subtree_end.tolist()
        self.lines: list[int] = table.segment_node.tolist()

    def above(self, row: int) -> Iterator[int]:
        while row >= 0:
            yield row
            row = self.parent[row]

    def around(self, row: int, tags: frozenset[str] | set[str]) -> int:
        """The innermost of some elements around a row."""
        return next((one for one in self.above(row) if self.tag[one] in tags), -1)

    def within(self, row: int) -> list[int]:
        """The lines of an element; they are in document order."""
        first, last = np.searchsorted(
            self.table.segment_start, (self.table.text_start[row], self.table.text_end[row])
        ).tolist()
        return [line for line in range(first, last) if row <= self.lines[line] < self.end[row]]

    def children(self, row: int) -> list[int]:
        found, child = [], row + 1
        while child < self.end[row]:
            found.append(child)
            child = self.end[child]
        return found


def content_row(page: _Page, text: str) -> int:
    """The smallest element that holds nearly all of the gold text."""
    wanted = {" ".join(line.split()) for line in text.split("\n")} - {""}
    table = page.table
    sizes = np.zeros(len(table), np.int64)
    for start, end, node in zip(table.segment_start, table.segment_end, table.segment_node, strict=True):
        if " ".join(table.text[start:end].split()) in wanted:
            sizes[node] += end - start
    total = np.concatenate(([0], np.cumsum(sizes)))
    held = total[table.subtree_end] - total[:-1]
    rows = np.flatnonzero(held >= CONTENT_SHARE * total[-1]) if total[-1] else np.zeros(0, np.intp)
    return int(rows[np.argmax(table.depth[rows])]) if len(rows) else -1


def _headings(page: _Page, content: int) -> Iterator[Pair]:
    stack: list[tuple[int, int, int]] = []  # line, level, end of its sectioning element
    for line in page.within(content):
        node = page.lines[line]
        while stack and node >= stack[-1][2]:
            stack.pop()
        heading = page.around(node, set(LEVELS))
        if heading >= content:
            level = LEVELS[page.tag[heading]]
            while stack and stack[-1][1] >= level:
                stack.pop()
        yield from ((label, line) for label, _, _ in stack)
        if heading >= content:
            around = page.around(heading, SECTIONS)
            stack.append((line, level, page.end[max(around, content)]))


def _terms(page: _Page, row: int) -> Iterator[Pair]:
    terms: list[int] = []
    was_term = False
    for child in page.children(row):
        for item in page.children(child) if page.tag[child] == "div" else [child]:
            lines = page.within(item)
            if page.tag[item] == "dt":
                terms = (terms if was_term else []) + lines[:1]
                was_term = True
            elif page.tag[item] == "dd":
                was_term = False
                yield from ((term, line) for term in terms for line in lines)


def _items(page: _Page, row: int) -> Iterator[Pair]:
    lines = page.within(row)
    if lines and page.around(page.lines[lines[0]], LISTS | {"li"}) == row:
        yield from ((lines[0], line) for line in lines[1:] if page.around(page.lines[line], LISTS) > row)


def _cells(page: _Page, row: int) -> Iterator[Pair]:
    heads: dict[int, list[int]] = {}
    for one in range(row, page.end[row]):
        if page.tag[one] != "tr" or page.around(one, {"table"}) != row:
            continue
        cells = [cell for cell in page.children(one) if page.tag[cell] in ("td", "th")]
        is_head = all(page.tag[cell] == "th" for cell in cells)
        label: list[int] = []
        for place, cell in enumerate(cells):
            lines = page.within(cell)
            if page.tag[cell] == "th" and is_head:
                heads[place] = lines[:1]
            elif page.tag[cell] == "th":
                label = lines[:1]
            else:
                yield from ((head, line) for head in (*heads.get(place, ()), *label) for line in lines)


def _closure(pairs: set[Pair]) -> frozenset[Pair]:
    below: dict[int, set[int]] = {}
    for label, line in pairs:
        below.setdefault(label, set()).add(line)
    found: set[Pair] = set()
    for label, direct in below.items():
        waiting = list(direct)
        while waiting:
            line = waiting.pop()
            if (label, line) not in found and line != label:
                found.add((label, line))
                waiting += below.get(line, ())
    return frozenset(found)


def declared(table: NodeTable, text: str) -> Declared:
    """What the markup of a page (a table of one) declares; `text` is its gold text."""
    page = _Page(table)
    content = content_row(page, text)
    pairs = set(_headings(page, content)) if content >= 0 else set()
    part = [-1] * len(page.lines)
    kinds = {"dl": _terms, "li": _items, "table": _cells}
    for row, tag in enumerate(page.tag):
        if of_kind := kinds.get(tag):
            found = set(of_kind(page, row))
            pairs |= found
            outer = next(
                (one for one in reversed(list(page.above(row))) if page.tag[one] in (*LISTS, "dl", "table")), -1
            )
            if found and outer >= 0:
                for line in page.within(outer):
                    part[line] = outer
    if content >= 0:
        for line in page.within(content):
            part[line] = content
    closed = Declared(frozenset(pairs), tuple(part))
    return Declared(frozenset(closed.judged(set(_closure(pairs)))), closed.part)
