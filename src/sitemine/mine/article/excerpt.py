"""What an article keeps of its page's node table: the rows that its text stands in, as plain columns of their own.

A table of nodes is a hundred times as large as the text of its article, and is let go; an excerpt is a few times as large.
All that is ever written of an article besides plain text (Markdown, HTML, TEI, its links, images, tables) is made from its
excerpt, when somebody asks.

Kept are the elements with kept text in them, the images that belong to it (`pictures`), and every cell of a kept table, also
an empty one: without it the others would move. Places in the text are places in the article's own text.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Final

import numpy as np
import numpy.typing as npt

from sitemine.dom.names import ATTRIBUTE_CODE, ATTRIBUTES, TAGS
from sitemine.dom.table import Flags, NodeTable, covered
from sitemine.mine.article.pictures import Pictures, pictures
from sitemine.records import Entry

Rows = npt.NDArray[np.integer]

WANTED: Final = (
    *("href src srcset data-src data-srcset data-original data-lazy-src alt title cite colspan rowspan start").split(),
    *("value reversed lang data-lang data-language type encoding alttext display aria-hidden").split(),
)
"""The attributes that something is made of, besides the classes of code and formulas."""

_IS_WANTED: Final = np.isin(np.arange(256), [ATTRIBUTE_CODE[name] for name in WANTED])
CLASS: Final = ATTRIBUTE_CODE["class"]
IMG, TABLE, OL, LI, PRE, CODE, MATH, ANNOTATION = (
    TAGS.index(tag) for tag in ("img", "table", "ol", "li", "pre", "code", "math", "annotation")
)
CELLS: Final = (TAGS.index("td"), TAGS.index("th"))


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The elements of an article in document order, as columns."""

    text: str
    tag: tuple[str, ...]
    parent: tuple[int, ...]  # -1 for the first
    start: tuple[int, ...]  # slice of the text that each element says
    end: tuple[int, ...]
    run_node: tuple[int, ...]  # the element that a run of text stands in directly
    run_start: tuple[int, ...]
    run_end: tuple[int, ...]
    joined: frozenset[int]  # where in the text a line begins that only a line break parts from the one before
    attribute_node: tuple[int, ...]
    attribute_name: tuple[str, ...]
    attribute_value: tuple[bytes, ...]
    number: tuple[
        tuple[int, int], ...
    ]  # items of ordered lists, and the place of each among all items of the page's list
    base: str  # what addresses are relative to


EMPTY: Final = Excerpt("", (), (), (), (), (), (), (), frozenset(), (), (), (), (), "")


@dataclass(frozen=True, slots=True, eq=False)
class _Places:
    """Where the kept segments stand in the table's text, and in the excerpt's."""

    start: Rows
    end: Rows
    begins: Rows

    def of(self, places: Rows) -> Rows:
        """Places in the excerpt's text; what stands in no kept segment stands before the next."""
        k = np.minimum(np.searchsorted(self.end, places, "right"), len(self.end) - 1)
        moved = np.clip(places, self.start[k], self.end[k]) - self.start[k] + self.begins[k]
        return np.asarray(moved)

    def ends_of(self, places: Rows) -> Rows:
        """Places at which slices end; what ends in no kept segment ends with the one before."""
        k = np.maximum(np.searchsorted(self.start, places, "left") - 1, 0)
        moved = np.clip(places, self.start[k], self.end[k]) - self.start[k] + self.begins[k]
        return np.asarray(moved)


def _pictures(table: NodeTable, page: int, kept: Rows) -> Pictures:
    """The images of a page that belong to the segments that are kept."""
    first, last = int(table.page_start[page]), int(table.page_start[page + 1])
    images = first + np.flatnonzero(table.tag[first:last] == IMG)
    if len(images) == 0:
        return Pictures(images, [])
    begin, end = np.searchsorted(table.segment_start, table.page_text[page : page + 2]).tolist()
    is_kept = np.zeros(end - begin, np.bool_)
    is_kept[kept - begin] = True
    return pictures(table, images, slice(begin, end), is_kept)


def _rows(table: NodeTable, page: int, kept: Rows, images: Rows) -> Flags:
    """Which rows of a page stay."""
    first, last = int(table.page_start[page]), int(table.page_start[page + 1])
    tag, end = table.tag[first:last], table.subtree_end[first:last] - first
    marked = np.zeros(last - first, np.bool_)
    run = np.searchsorted(table.segment_start[kept], table.run_start, "right") - 1
    heard = (run >= 0) & (table.run_start < table.segment_end[kept][run])
    marked[table.run_node[heard] - first] = True
    marked[images - first] = True
    stays = _held(marked, end)
    tables = np.flatnonzero(stays & (tag == TABLE))
    if len(tables):
        marked |= np.isin(tag, CELLS) & covered(tables, end[tables], len(tag))
        stays = _held(marked, end)
    return stays


def _held(marked: Flags, end: Rows) -> Flags:
    """Which rows are or hold a marked one."""
    counts = np.concatenate(([0], np.cumsum(marked)))
    return np.asarray(counts[end] > counts[: len(marked)])


def _numbers(tag: Rows, parent: Rows, stays: Flags) -> list[tuple[int, int]]:
    """The items of ordered lists that stay, each with its place among all items of its list, from 1."""
    items = np.flatnonzero((tag == LI) & (parent >= 0) & (tag[parent] == OL))
    if len(items) == 0:
        return []
    order = items[np.argsort(parent[items], kind="stable")]
    _, first, count = np.unique(parent[order], return_index=True, return_counts=True)
    number = np.arange(len(order)) - np.repeat(first, count) + 1
    return [(item, place) for item, place in zip(order.tolist(), number.tolist(), strict=True) if stays[item]]


def _attributes(table: NodeTable, rows: Rows, row_of: Rows, first: int) -> tuple[list[int], list[str], list[bytes]]:
    """The wanted attributes of the rows that stay."""
    a, b = np.searchsorted(table.attribute_node, (first, first + len(row_of))).tolist()
    name, node = table.attribute_name[a:b], row_of[table.attribute_node[a:b] - first]
    tag = table.tag[rows]
    speaks = np.isin(tag, (PRE, CODE))
    above = table.parent[rows[tag == PRE]]
    speaks[row_of[above[above >= first] - first]] = True  # highlighters name the language on what holds the code
    if np.isin(tag, (MATH, ANNOTATION)).any():
        speaks[:] = True
    wanted = np.flatnonzero((node >= 0) & (_IS_WANTED[name] | ((name == CLASS) & speaks[node])))
    values = table.attribute_values
    slices = zip(values.start[a + wanted].tolist(), values.end[a + wanted].tolist(), strict=True)
    return node[wanted].tolist(), [ATTRIBUTES[k] for k in name[wanted].tolist()], [values.data[i:j] for i, j in slices]


def excerpt_of(table: NodeTable, page: int, kept: Rows, base: str) -> Excerpt:
    """The excerpt of a page of which the segments `kept` inform; they are places in the table's segments, rising."""
    if len(kept) == 0:
        return EMPTY
    first = int(table.page_start[page])
    shown = _pictures(table, page, kept)
    stays = _rows(table, page, kept, shown.row)
    row_of = np.where(stays, np.cumsum(stays) - 1, -1)
    rows = first + np.flatnonzero(stays)
    start, end = table.segment_start[kept], table.segment_end[kept]
    places = _Places(start, end, np.concatenate(([0], np.cumsum(end - start + 1)[:-1])))
    run = np.searchsorted(start, table.run_start, "right") - 1
    run = np.flatnonzero((run >= 0) & (table.run_start < end[run]))
    parent = table.parent[first : int(table.page_start[page + 1])]
    parent = np.where(parent < 0, -1, parent - first)
    is_joined = (np.diff(kept) == 1) & (np.diff(table.segment_node[kept]) == 0)
    numbers = _numbers(table.tag[first : first + len(parent)], parent, stays)
    names = table.tags
    attributes = _attributes(table, rows, row_of, first)
    captions = [
        (row, said) for row, said in zip(row_of[shown.row - first].tolist(), shown.caption, strict=True) if said
    ]
    begins = places.of(table.text_start[rows])
    return Excerpt(
        text="\n".join([table.text[a:b] for a, b in zip(start.tolist(), end.tolist(), strict=True)]),
        tag=tuple([names[k] for k in table.tag[rows].tolist()]),
        parent=tuple(np.where(parent[stays] < 0, -1, row_of[parent[stays]]).tolist()),
        start=tuple(begins.tolist()),
        end=tuple(np.maximum(begins, places.ends_of(table.text_end[rows])).tolist()),
        run_node=tuple(row_of[table.run_node[run] - first].tolist()),
        run_start=tuple(places.of(table.run_start[run]).tolist()),
        run_end=tuple(places.ends_of(table.run_end[run]).tolist()),
        joined=frozenset(places.begins[1:][is_joined].tolist()),
        attribute_node=(*attributes[0], *(row for row, _ in captions)),
        attribute_name=(*attributes[1], *("caption" for _ in captions)),
        attribute_value=(*attributes[2], *(escape(said).encode("utf-8", "replace") for _, said in captions)),
        number=tuple((int(row_of[item]), place) for item, place in numbers),
        base=base,
    )


def _lines_of(entries: Sequence[Entry]) -> Iterator[tuple[int, str, str, str]]:
    """What entries say, line by line: the place of the entry, what the line is, its text, where it leads."""
    for place, entry in enumerate(entries):
        for tag, said in (("a", entry.text or entry.url), ("p", entry.date), ("p", entry.teaser)):
            if text := " ".join(said.split()):
                yield place, tag, text, entry.url if tag == "a" else ""


def excerpt_of_entries(entries: Sequence[Entry]) -> Excerpt:
    """The excerpt of a list that links to each entry, with its date and its teaser below."""
    rows: list[tuple[str, int, int, int]] = []  # tag, parent, slice of the text
    attributes, lines, place, last = [], [], 0, -1
    for entry, tag, text, url in _lines_of(entries):
        if entry != last:
            item, last = len(rows) + 1, entry
            rows.append(("li", 0, place, place + len(text)))
        rows[item - 1] = ("li", 0, rows[item - 1][2], place + len(text))
        rows.append((tag, item, place, place + len(text)))
        attributes += [(len(rows), escape(url).encode("utf-8", "replace"))] if url else []
        lines.append(text)
        place += len(text) + 1
    whole = [("ul", -1, 0, max(place - 1, 0)), *rows]
    runs = [(row, start, end) for row, (tag, _, start, end) in enumerate(whole) if tag in {"a", "p"}]
    return replace(
        EMPTY,
        text="\n".join(lines),
        tag=tuple(tag for tag, _, _, _ in whole),
        parent=tuple(parent for _, parent, _, _ in whole),
        start=tuple(start for _, _, start, _ in whole),
        end=tuple(end for _, _, _, end in whole),
        run_node=tuple(row for row, _, _ in runs),
        run_start=tuple(start for _, start, _ in runs),
        run_end=tuple(end for _, _, end in runs),
        attribute_node=tuple(node for node, _ in attributes),
        attribute_name=("href",) * len(attributes),
        attribute_value=tuple(value for _, value in attributes),
    )
