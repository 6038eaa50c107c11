"""The leaves of pages: the shortest texts that a reader would point at, with the path that leads to each.

OntoMiner (section 2) works on the leaf nodes of the DOM tree. Today's pages break a sentence into many text nodes where it holds a
link or an emphasis, and put a whole menu into one line. So a leaf here is a segment, a line of text between two block
boundaries, but for four kinds of segment that are several leaves:

    links     more of it is links than not, and there are several: each link is a leaf, and what stands between two
    time      it is short and holds a `time`: that is a leaf ("Ann Lee 4 October")
    card      it is short, begins with its only link, and all that it says stands in elements side by side, none of it between them:
              each element is a leaf, which a style sheet sets apart ("Lamp" "19.00")
    label     it begins in bold and goes on otherwise ("**By** Ann Lee"): the label is a leaf, the rest is one

The path of a leaf is that of the innermost element that holds all of it. Everything is columns, for all pages of a table at once.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from sitemine.dom.names import ATTRIBUTE_CODE
from sitemine.dom.table import Flags, Hashes, Ints, NodeTable, nearest
from sitemine.dom.text import DIGIT, SPACE, UNSPACED, WORD, classes_of, code_points

Rows = npt.NDArray[np.intp]

HEADINGS: Final = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
BOLD: Final = frozenset(("b", "strong", "th", *HEADINGS))
"""What the paper calls a bold tag, and what browsers show in bold."""

DEEPEST: Final = 6
"""Levels of inline elements in which the text of a line is followed."""

CAPITALS: Final = 2
"""Letters that a text must have at least to be called fully capitalised."""

SHORT_LINE: Final = 160
"""Characters of a line up to which it may be parted at a time: a byline, not a sentence of a story."""

FIRST_BEYOND_ASCII: Final = 128


@dataclass(frozen=True, slots=True, eq=False)
class Leaves:
    """The leaves of some pages, in document order."""

    page: Ints
    page_start: Rows  # first leaf of each page, and the number of leaves
    node: Ints  # the innermost row that holds all of it
    segment: Rows  # the segment that it is (a part of)
    start: Ints  # slice of the table's text
    end: Ints
    path: Hashes
    link: Rows  # row of the link that it stands in, -1 where none
    is_bold: Flags
    is_capital: Flags  # fully capitalised
    level: Ints  # of the heading that it stands in, 1 to 6; 0 where in none

    def __len__(self) -> int:
        return len(self.node)

    @property
    def is_emphasised(self) -> Flags:
        """Bold or fully capitalised: what may label others (OntoMiner, section 2.2, promotion)."""
        return self.is_bold | self.is_capital


def tagged(table: NodeTable, names: frozenset[str]) -> Flags:
    """Which rows have one of some tags."""
    return np.array([name in names for name in table.tags], np.bool_)[table.tag]


def _links(table: NodeTable) -> Flags:
    """Which rows are links."""
    marked = np.zeros(len(table), np.bool_)
    marked[table.attribute_node[table.attribute_name == ATTRIBUTE_CODE["href"]]] = True
    return marked & tagged(table, frozenset(("a",)))


def _levels(table: NodeTable, node: npt.NDArray[np.integer]) -> Ints:
    """The level of the heading that each row stands in, 0 where in none."""
    heading = nearest(tagged(table, HEADINGS), table.subtree_end)[node]
    level = np.array([int(tag[1]) if tag in HEADINGS else 0 for tag in table.tags], np.int32)
    return np.where(heading >= 0, level[table.tag[heading]], 0).astype(np.int32)


def common_ancestors(table: NodeTable, one: npt.NDArray[np.integer], other: npt.NDArray[np.integer]) -> Rows:
    """The lowest common ancestor of each two rows of one page; a row is its own ancestor."""
    one, other = np.array(one, np.intp), np.array(other, np.intp)
    apart = np.flatnonzero(one != other)
    while len(apart):
        a, b = one[apart], other[apart]
        is_deeper = table.depth[a] >= table.depth[b]
        one[apart] = np.where(is_deeper, table.parent[a], a)
        other[apart] = np.where(is_deeper, b, table.parent[b])
        apart = apart[one[apart] != other[apart]]
    return one.astype(np.intp)


def _side_by_side(table: NodeTable, segment: Rows) -> npt.NDArray[np.integer]:
    """The element right in the block of its segment that each run of text stands in; the block itself where it stands there.

    What stands deeper than `DEEPEST` is known by an element in between, which tells it from its neighbours as well.
    """
    block, top = table.segment_node[segment], table.run_node.copy()
    for _ in range(DEEPEST):
        above = np.where(top == block, top, table.parent[top])
        top = np.where(above == block, top, above)
    return top


def _cards(
    table: NodeTable, segment: Rows, link: Rows, top: npt.NDArray[np.integer], n_links: npt.NDArray[np.integer]
) -> Flags:
    """Which segments begin with their only link and say all that they say in elements side by side."""
    n_segments = len(table.segment_start)
    begins = np.concatenate(([True], segment[1:] != segment[:-1]))[: len(segment)]
    is_bare = np.bincount(segment, top == table.segment_node[segment], n_segments) > 0
    is_led = np.bincount(segment, begins & (link >= 0), n_segments) > 0
    return np.asarray(is_led & ~is_bare & (n_links == 1) & (table.segment_end - table.segment_start <= SHORT_LINE))


def _cuts(table: NodeTable, segment: Rows, link: Rows, is_bold: Flags) -> Flags:
    """At which runs of text a leaf begins."""
    time = nearest(tagged(table, frozenset(("time",))), table.subtree_end)[table.run_node]
    n_segments, length = len(table.segment_start), table.run_end - table.run_start
    begins = np.ones(len(segment), np.bool_)
    begins[1:] = segment[1:] != segment[:-1]
    changes = begins.copy()
    changes[1:] |= link[1:] != link[:-1]
    n_links = np.bincount(segment[changes & (link >= 0)], minlength=n_segments)
    linked = np.bincount(segment, length * (link >= 0), n_segments)
    is_menu = (n_links > 1) & (2 * linked > np.bincount(segment, length, n_segments))
    top = _side_by_side(table, segment)
    is_card = _cards(table, segment, link, top, n_links)
    parted = np.zeros(len(segment), np.bool_)
    parted[1:] = (top[1:] != top[:-1]) & is_card[segment[1:]]
    turns = np.zeros(len(segment), np.bool_)
    turns[1:] = is_bold[:-1] & ~is_bold[1:] & ~begins[1:]
    first = np.maximum.accumulate(np.where(begins, np.arange(len(segment)), 0))
    n_turns = np.cumsum(turns)
    is_label_end = turns & is_bold[first] & (n_turns - n_turns[first] == 1)
    is_short = (table.segment_end - table.segment_start <= SHORT_LINE)[segment]
    timed = np.zeros(len(segment), np.bool_)
    timed[1:] = (time[1:] != time[:-1]) & is_short[1:]
    return np.asarray(begins | timed | parted | (changes & is_menu[segment]) | (is_label_end & ~is_menu[segment]))


def _holds(start: Ints, end: Ints, wanted: Flags) -> Flags:
    """Which slices have a wanted character."""
    before = np.concatenate(([0], np.cumsum(wanted)))
    return np.asarray(before[end] > before[start])


def _capitalised(text: str, start: Ints, end: Ints, classes: npt.NDArray[np.uint8]) -> Flags:
    """Which slices are fully capitalised: at least two letters, all upper case; scripts without case never are."""
    points = code_points(text)
    is_upper = (points >= ord("A")) & (points <= ord("Z"))
    for place in np.flatnonzero((points >= FIRST_BEYOND_ASCII) & (classes == WORD)).tolist():
        is_upper[place] = text[place].isupper()
    letters = (classes == WORD) | (classes == UNSPACED)
    upper, other = (np.concatenate(([0], np.cumsum(flags))) for flags in (is_upper, letters & ~is_upper))
    return np.asarray((upper[end] - upper[start] >= CAPITALS) & (other[end] == other[start]))


def leaves_of(table: NodeTable) -> Leaves:
    """The leaves of all pages of a table."""
    node = table.run_node
    segment = np.searchsorted(table.segment_start, table.run_start, side="right") - 1
    link = nearest(_links(table), table.subtree_end)[node]
    is_bold = nearest(tagged(table, BOLD), table.subtree_end)[node] >= 0
    first = np.flatnonzero(_cuts(table, segment, link, is_bold))
    last = np.append(first[1:], len(node))[: len(first)] - 1
    start, end = table.run_start[first], table.run_end[last]
    classes = classes_of(code_points(table.text))
    says = _holds(start, end, np.isin(classes, (WORD, DIGIT, UNSPACED)))
    is_whole = np.bincount(segment[first], minlength=len(table.segment_start))[segment[first]] == 1
    stays = says | (is_whole & _holds(start, end, classes != SPACE))
    first, last, start, end = first[stays], last[stays], start[stays], end[stays]
    bold = np.concatenate(([0], np.cumsum(is_bold & (table.run_end > table.run_start))))
    holder = common_ancestors(table, node[first], node[last])
    page = table.page[holder]
    return Leaves(
        page=page,
        page_start=np.searchsorted(page, np.arange(table.n_pages + 1)),
        node=holder.astype(np.int32),
        segment=segment[first],
        start=start,
        end=end,
        path=table.path[holder],
        link=np.where(link[first] == link[last], link[first], -1),
        is_bold=bold[last + 1] - bold[first] == last + 1 - first,
        is_capital=_capitalised(table.text, start, end, classes),
        level=_levels(table, holder),
    )
