"""GetBlockSet: the blocks that a page is cut into at some of its tags.

ContentExtractor (Debnath, Mitra, Giles 2005), section 3. The paper cuts a page tag by tag along an ordered list; the outcome is
a partition of the page's text, in which a text belongs to the nearest element around it whose tag is in the list (C1). What
belongs to one element is one block; a rule (hr) sets off a new one within its element, and so does a heading in the modern
list. A row or a cell of a table is no block, "the whole table at the deepest level" is.

    paper       table, p, ul, and hr
    modern      all elements that set parts of a page apart; a div where it has text of its own or at least two parts
    containers  the modern list without what prose is made of: an article's paragraphs, lists and headings are one block

Blocks are numbered by their elements in document order, and within an element by their order.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from sitemine.dom.table import Flags, Ints, NodeTable
from sitemine.measure.partition import Rows, innermost

CONTAINERS: Final = frozenset("section article main aside nav header footer form".split())
OWNERS: Final = {
    "paper": frozenset("table p ul".split()),
    "modern": CONTAINERS | frozenset("p ul ol dl figure details table".split()),
    "containers": CONTAINERS,
}
DIVIDERS: Final = {
    "paper": frozenset(("hr",)),
    "modern": frozenset("hr h1 h2 h3 h4 h5 h6".split()),
    "containers": frozenset(("hr",)),
}
SHOWN: Final = frozenset(
    "img picture svg video audio canvas object embed applet iframe input select textarea button".split()
)
"""What a block may show without saying anything."""


@dataclass(frozen=True, slots=True, eq=False)
class BlockSet:
    """The blocks of the pages of a table."""

    node: Rows  # the element that each block belongs to
    page: Ints
    row_block: Rows  # block of each row of the table; -1 in a block that says and shows nothing
    segment_block: Rows

    def __len__(self) -> int:
        return len(self.node)

    @property
    def has_text(self) -> Flags:
        return np.bincount(self.segment_block, minlength=len(self)) > 0


def tagged(table: NodeTable, names: frozenset[str]) -> Flags:
    """Which rows have one of these tags."""
    return np.array([name in names for name in table.tags], np.bool_)[table.tag]


def _divisions(table: NodeTable) -> Flags:
    """The div elements that hold more than one part: wrappers around a single one are no blocks of their own."""
    child = np.flatnonzero((table.parent >= 0) & (table.text_length > 0))
    several = np.bincount(table.parent[child], minlength=len(table)) > 1
    several[table.run_node] = True
    return several & tagged(table, frozenset(("div",)))


def _nth(owner: Rows, place: npt.NDArray[np.integer], dividers: npt.NDArray[np.int64], width: int) -> Rows:
    """How many dividers of its owner stand at or before each place."""
    start = owner.astype(np.int64) * width
    upto = np.searchsorted(dividers, start + place, side="right")
    return upto - np.searchsorted(dividers, start)


def block_set(table: NodeTable, kind: str) -> BlockSet:
    """The blocks of some pages by one of the lists of tags."""
    owners = tagged(table, OWNERS[kind])
    owner = innermost(table, owners if kind == "paper" else owners | _divisions(table))
    at = np.flatnonzero(tagged(table, DIVIDERS[kind]))
    n, width = len(table), len(table.text) + 1
    by_row = np.sort(owner[at] * np.int64(n + 1) + at)
    by_place = np.sort(owner[at] * np.int64(width) + table.text_start[at])
    of_segment = owner[table.segment_node]
    rows = owner * np.int64(n + 1) + _nth(owner, np.arange(n), by_row, n + 1)
    segments = of_segment * np.int64(n + 1) + _nth(of_segment, table.segment_start, by_place, width)
    shown = rows[tagged(table, SHOWN)]
    keys = np.unique(np.concatenate((segments, shown)))
    node = keys // (n + 1)
    row_block = np.minimum(np.searchsorted(keys, rows), max(len(keys) - 1, 0))
    is_block = keys[row_block] == rows if len(keys) else np.False_
    row_block = np.where(is_block, row_block, -1)
    return BlockSet(node, table.page[node], row_block, np.searchsorted(keys, segments))


def texts_of(table: NodeTable, kind: str) -> list[list[str]]:
    """The text of each block of each page, those without text left out."""
    blocks = block_set(table, kind)
    lines: list[list[str]] = [[] for _ in range(len(blocks))]
    starts, ends = table.segment_start.tolist(), table.segment_end.tolist()
    for block, start, end in zip(blocks.segment_block.tolist(), starts, ends, strict=True):
        lines[block].append(table.text[start:end])
    pages: list[list[str]] = [[] for _ in range(table.n_pages)]
    for page, said in zip(blocks.page.tolist(), lines, strict=True):
        if said:
            pages[page].append("\n".join(said))
    return pages
