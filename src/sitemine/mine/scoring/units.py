"""The blocks of text that are judged, one row each: neighbouring segments that stand in the same element.

A line break (`br`) ends a segment and not a block, so that an address or a poem is kept or dropped as one.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

from sitemine import kernel
from sitemine.dom.table import Flags, Ints, NodeTable
from sitemine.dom.text import UNSPACED, character_classes, characters, code_points
from sitemine.measure.fingerprints import fingerprints
from sitemine.measure.hashing import Hashes
from sitemine.measure.structure import Floats
from sitemine.measure.terms import Terms, count_before

Places = npt.NDArray[np.intp]

UNSPACED_WIDTH: Final = 2.5
"""Letters of an alphabet that say as much as one letter of a script without spaces (translations differ by 2 to 3)."""

STOPS: Final = ".!?\u2026\u3002\uff01\uff1f\uff0e\u061f\u06d4\u0964\u0965\u17d4\u104b\u1362\u0589"
"""What ends a sentence in Latin, Han, Arabic, Indic, Khmer, Burmese, Ethiopic and Armenian writing."""

STOP: Final = 0
CAPITAL: Final = 1
WIDE: Final = 2
"""The bits of what characters are for a block: stops, capitals, letters of scripts without spaces."""

TALLIES: Final = 8
"""What the kernel counts of a slice: seven marks, and last the marks of its last character."""

_MARKED: Final = 1 << 16


@dataclass(frozen=True, slots=True, eq=False)
class Units:
    """The blocks of text of a table, in document order."""

    page: Ints
    page_start: Places  # first block of each page, and their number
    first: Places  # segments [first, end) are the block's
    end: Places
    node: Ints  # the innermost block-level element around it
    holder: Ints  # the innermost element around all of it
    node_first: Ints  # of each node of the table: the blocks in it are [node_first, node_last)
    node_last: Ints
    start: Ints  # in the text
    stop: Ints
    length: Ints
    anchor: Ints  # of these characters, in links
    width: Floats  # length in letters of an alphabet
    n_terms: Places
    first_term: Places
    fingerprint: Hashes
    stops: Ints
    capitals: Ints
    ends: Flags  # in a stop

    def __len__(self) -> int:
        return len(self.page)


@cache
def _marks() -> npt.NDArray[np.uint8]:
    """What each character is for a block; there are no stops or capitals beyond the first plane."""
    points = np.arange(_MARKED, dtype=np.uint32)
    points[0xD800:0xE000] = ord(" ")
    marks = np.where(character_classes() == UNSPACED, 1 << WIDE, 0).astype(np.uint8)
    marks[[ord(letter) for letter in STOPS]] |= 1 << STOP
    marks[[place for place, letter in enumerate(characters(points)) if letter.isupper()]] |= 1 << CAPITAL
    return marks


def tallied(text: str, start: Ints, stop: Ints) -> npt.NDArray[np.int32]:
    """How many characters with each mark each slice has, and last the marks of its last character."""
    if kernel.compiled is not None:
        counts = kernel.compiled.tally(text.encode("utf-8", "surrogatepass"), _marks(), start, stop)
        return kernel.column(counts, np.int32).reshape(-1, TALLIES)
    marks = _marks()[code_points(text)]
    tallies = np.zeros((len(start), TALLIES), np.int32)
    for bit in (STOP, CAPITAL, WIDE):
        places = np.flatnonzero(marks & (1 << bit))
        tallies[:, bit] = np.searchsorted(places, stop) - np.searchsorted(places, start)
    tallies[:, -1] = marks[stop - 1]
    return tallies


def _holders(table: NodeTable, node: Ints, start: Ints, stop: Ints) -> Ints:
    """The innermost element that holds each slice."""
    run = np.searchsorted(table.run_start, start)
    holder = table.run_node[run].copy()
    rows = np.arange(len(holder))
    while len(rows):
        inner = holder[rows]
        rows = rows[(table.text_end[inner] < stop[rows]) & (inner != node[rows])]
        holder[rows] = table.parent[holder[rows]]
    return holder


def _first_segments(table: NodeTable) -> tuple[Places, Places]:
    """The segments [first, end) of each block."""
    of = table.segment_node
    first = np.flatnonzero(np.concatenate(([True], of[1:] != of[:-1]))[: len(of)])
    return first, np.append(first[1:], len(of))[: len(first)]


def units_of(table: NodeTable, terms: Terms) -> Units:
    """The blocks of text of a table."""
    first, end = _first_segments(table)
    node, start, stop = table.segment_node[first], table.segment_start[first], table.segment_end[end - 1]
    page, length = table.page[node], stop - start
    node_first, node_last = count_before(start, len(table.text), (table.text_start, table.text_end))
    tallies = tallied(table.text, start, stop)
    term, last = terms.before(start), terms.before(stop)
    anchors = np.concatenate(([0], np.cumsum(table.segment_anchor)))
    return Units(
        page=page,
        page_start=np.searchsorted(page, np.arange(table.n_pages + 1)),
        first=first,
        end=end,
        node=node,
        holder=_holders(table, node, start, stop),
        node_first=node_first,
        node_last=node_last,
        start=start,
        stop=stop,
        length=length,
        anchor=(anchors[end] - anchors[first]).astype(np.int32),
        width=length + (UNSPACED_WIDTH - 1.0) * tallies[:, WIDE],
        n_terms=last - term,
        first_term=term,
        fingerprint=fingerprints(terms, term, last),
        stops=tallies[:, STOP],
        capitals=tallies[:, CAPITAL],
        ends=(tallies[:, -1] & 1 << STOP) > 0,
    )
