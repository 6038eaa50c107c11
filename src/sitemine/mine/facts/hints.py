"""Where a page names its date and its authors outside of its head: elements marked for machines, by class, or by their place.

Everything is looked up when it is asked for: most pages say these things in their head, and then nothing here runs. Class
names are found in the bytes of all attributes at once, which takes microseconds where asking each attribute takes half a
millisecond.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

import numpy as np

from sitemine.dom.names import ATTRIBUTE_CODE, TAGS
from sitemine.dom.table import NodeTable
from sitemine.measure.fingerprints import PageCounts
from sitemine.mine.facts.datelines import LONGEST_LINE, site_line
from sitemine.mine.facts.dates import YEAR

MOST_FOUND: Final = 200
"""Places that are looked at for one name; pages of comments have thousands."""

MOST_HEADINGS: Final = 3
NEAR_BEFORE: Final = 4
NEAR_AFTER: Final = 10
"""Segments around the title in which a date may stand."""

FIRST_LINES: Final = 25
"""Lines of the informative block in which a date may stand, where no heading is near one."""

H1: Final = TAGS.index("h1")
TIME: Final = TAGS.index("time")
ROWS_BEFORE: Final = 60
ROWS_AFTER: Final = 150
"""Rows around the title in which elements are looked for by their class."""

MARKING: Final = tuple(ATTRIBUTE_CODE[name] for name in ("class", "id", "itemprop", "rel"))
REL: Final = ATTRIBUTE_CODE["rel"]


@dataclass(frozen=True, slots=True)
class Mark:
    """An element that says something of its page: for machines, and for people."""

    value: str
    lines: tuple[str, ...]
    names: str  # its itemprop, id, class and rel, the last with a mark, in lower case
    length: int  # of all that it says

    @property
    def text(self) -> str:
        return " ".join(self.lines)


class Hints:
    """What one page of a table shows of its date and its authors; `start` and `end` are the rows of its informative block,
    `dates` the places at which its site has dates.
    """

    def __init__(
        self, table: NodeTable, page: int, start: int = 0, end: int = 0, dates: PageCounts | None = None
    ) -> None:
        self._table, self._page = table, page
        self._near: list[str] | None = None
        self._dates = dates
        self._first, self._last = int(table.page_start[page]), int(table.page_start[page + 1])
        self._start, self._end = (start, end) if end > start else (self._first, self._last)
        self._rows = slice(*np.searchsorted(table.attribute_node, (self._first, self._last)).tolist())

    def headings(self) -> list[str]:
        """The first headings of the first rank."""
        table = self._table
        rows = self._first + np.flatnonzero(table.tag[self._first : self._last] == H1)[:MOST_HEADINGS]
        return [text for row in rows.tolist() if (text := table.text_of(row))]

    def _title(self) -> int:
        """The row of the first heading; -1 without one."""
        found = np.flatnonzero(self._table.tag[self._first : self._last] == H1)[:1].tolist()
        return self._first + found[0] if found else -1

    def _valued(self, name: str) -> dict[int, str]:
        """The values of an attribute by node."""
        table, first = self._table, self._rows.start
        rows = first + np.flatnonzero(table.attribute_name[self._rows] == ATTRIBUTE_CODE[name])[:MOST_FOUND]
        nodes = table.attribute_node[rows].tolist()
        return {node: table.attribute_values[row] for node, row in zip(nodes, rows.tolist(), strict=True)}

    def _mark(self, node: int, value: str) -> Mark:
        table = self._table
        first, last = np.searchsorted(table.attribute_node, (node, node + 1)).tolist()
        names = [
            f"rel={said}" if table.attribute_name[row] == REL else said
            for row in range(first, last)
            if table.attribute_name[row] in MARKING
            for said in table.attribute_values[row].split()
        ]
        start = int(table.text_start[node])
        text = table.text[start : min(int(table.text_end[node]), start + LONGEST_LINE)]
        lines = (" ".join(line.split()) for line in text.split("\n"))
        return Mark(value, tuple(filter(None, lines)), " ".join(names).lower(), int(table.text_length[node]))

    def times(self) -> Iterator[Mark]:
        """The elements with a machine-readable time, those of the informative block first."""
        found = self._valued("datetime")
        inside = [node for node in found if self._start <= node < self._end]
        for node in (*inside, *(node for node in found if node not in set(inside))):
            yield self._mark(node, found[node])

    def properties(self, *wanted: str) -> Iterator[tuple[str, Mark]]:
        """The elements with one of some itemprops, each with it; of a thing with a name, the name."""
        found = self._valued("itemprop")
        said = self._valued("datetime") | self._valued("content") if found else {}
        for node, name in found.items():
            if (wanted_name := name.strip().lower()) in wanted:
                end = self._table.subtree_end[node]
                named = next((held for held, other in found.items() if node < held < end and other == "name"), node)
                yield wanted_name, self._mark(named, said.get(named, ""))

    def _around(self) -> slice:
        """The attributes of the rows around the first heading; without one, of those that the informative block begins with."""
        title = self._title()
        anchor = self._start if title < 0 else title
        around = max(self._first, anchor - ROWS_BEFORE), min(self._last, anchor + ROWS_AFTER)
        return slice(*np.searchsorted(self._table.attribute_node, around).tolist())

    def named(self, *words: bytes) -> Iterator[Mark]:
        """The elements near the title with one of the words in their class, id or rel, in document order."""
        table, near = self._table, self._around()
        start, end = table.attribute_values.start[near], table.attribute_values.end[near]
        if len(start) == 0:
            return
        data, last = table.attribute_values.data, int(end[-1])
        places: set[int] = set()
        for word in words:
            place = int(start[0]) - 1
            while len(places) < MOST_FOUND and (place := data.find(word, place + 1, last)) >= 0:
                places.add(place)
        rows = np.searchsorted(start, sorted(places), "right") - 1
        for row, place in zip(rows.tolist(), sorted(places), strict=True):
            if table.attribute_name[near][row] in MARKING and place < end[row]:
                yield self._mark(int(table.attribute_node[near][row]), "")

    def _lines(self, places: Iterable[int]) -> Iterator[str]:
        table = self._table
        for k in places:
            if table.segment_end[k] - table.segment_start[k] <= LONGEST_LINE:
                yield table.text[table.segment_start[k] : table.segment_end[k]]

    def _lines_near_title(self) -> Iterator[str]:
        """The short lines around the first heading, nearest first; without one, those that the informative block begins with."""
        table = self._table
        lowest, highest = np.searchsorted(table.segment_start, table.page_text[self._page : self._page + 2]).tolist()
        if (title := self._title()) >= 0:
            first = int(np.searchsorted(table.segment_start, table.text_start[title]))
            after = range(first, min(first + NEAR_AFTER, highest))
            before = range(first - 1, max(first - 1 - NEAR_BEFORE, lowest - 1), -1)
            mixed = [k for pair in zip_longest(after, before) for k in pair if k is not None]
            yield from self._lines(mixed)
        begin = (
            int(np.searchsorted(table.segment_start, table.text_start[self._start]))
            if self._start < len(table)
            else highest
        )
        yield from self._lines(range(begin, min(begin + FIRST_LINES, highest)))

    def near_title(self) -> list[str]:
        """The short lines around the first heading, or of the beginning of the informative block."""
        if self._near is None:
            self._near = list(dict.fromkeys(self._lines_near_title()))
        return self._near

    def site_line(self) -> str:
        """The line at which the site's pages have their date."""
        return site_line(self._table, self._page, self._dates) if self._dates else ""

    def dated_lines(self) -> list[str]:
        """Those of these lines that name a year."""
        return [line for line in self.near_title() if YEAR.search(line)]
