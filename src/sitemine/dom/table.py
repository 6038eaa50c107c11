"""The one idea: the pages of a batch or a site are one table of nodes, in document order, as columns.

Each element of each page is a row; a page's rows are contiguous, and so is every subtree: rows `[i, subtree_end[i])`. Its
text is the slice `[text_start[i], text_end[i])` of the table's text. Any sum over a subtree is one subtraction of prefix
sums. No object per node exists.

Not rows, nor is their text: script, style, template, what is in an svg, head and what belongs there (meta, link, title, base), the
breaks br and wbr, comments, doctypes. Rows, but their text is nobody's reading: iframe, svg, canvas, media, option lists
and the like. What a page says to readers without scripts (noscript) is read: whole forum threads stand there.

What makes a table valid (`check` asserts it, the tests check it on random pages):

1.  `page` never falls, and `page_start[p]:page_start[p + 1]` are the rows of page p.
2.  `parent[i] < i`, on the same page, or -1 for a page's root; `depth[i] == depth[parent[i]] + 1`, 0 for a root.
3.  `i < subtree_end[i] <= subtree_end[parent[i]]`: subtrees are nested or disjoint.
4.  `text_start[i] <= text_end[i]`; a slice with text lies within the parent's; siblings' slices follow one another.
5.  `anchor_length + context_length` of a node are the characters of its slice but for the breaks between segments;
    no node has less of either than its children together.
6.  Runs and segments are in text order and do not overlap; a segment's slice holds no break of its own making.
7.  No slice begins or ends with white space, unless it is kept by `pre`.

Two consequences that may surprise: an element without text has an empty slice that stands before the next text; and the
text of an inline element that ends inside a word ends inside that word.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sitemine import kernel
from sitemine.dom.elements import Elements, Names, elements_of, hung_events
from sitemine.dom.names import ATTRIBUTE_CODE, FIRST_TAG, TAG_CODE
from sitemine.dom.parse import Markup
from sitemine.dom.scan import Scan, Values, scan
from sitemine.dom.text import CodePoints, Collapsed, Runs, characters, code_points, collapse
from sitemine.options import Limits

Ints = npt.NDArray[np.int32]
Flags = npt.NDArray[np.bool_]
Hashes = npt.NDArray[np.uint64]

DROPPED: Final = frozenset(("head", "title", "base", "link", "meta", "style", "script", "template", "br", "wbr"))
SILENT: Final = frozenset(
    ("iframe", "svg", "canvas", "audio", "video", "select", "datalist", "textarea", "noembed", "noframes", "title")
)
BLOCK: Final = frozenset(
    (
        *("html body header footer nav main section article aside address hgroup search h1 h2 h3 h4 h5 h6").split(),
        *("p div pre blockquote ol ul menu li dl dt dd figure figcaption hr center dir listing plaintext xmp").split(),
        *("table caption colgroup col tbody thead tfoot tr td th form fieldset legend optgroup option").split(),
        *("details summary dialog frameset frame iframe video audio canvas object").split(),
    )
)
"""Elements that stand on lines of their own (the HTML standard's rendering section)."""

PREFORMATTED: Final = frozenset(("pre", "listing", "plaintext", "xmp"))
APART: Final = frozenset(("a", "button", "label"))
"""Inline elements that are shown apart from their like: two adjacent links are two words, `a<b>b</b>c` is one."""

PATH_FACTOR: Final = np.uint64(0x9E3779B97F4A7C15)
"""An odd number, so that no step of a path is lost from its hash."""

SOFT_HYPHEN: Final = "\u00ad".encode()
"""A hint where a word may be broken; no reader sees it, and it would break the word in two."""

AMPERSAND: Final = ord("&")
ESCAPES: Final = ((ord("a"), 5, ord("&")), (ord("l"), 4, ord("<")), (ord("g"), 4, ord(">")), (ord("n"), 6, ord(" ")))
"""The second letter of each escape, its length, what it means."""

TOP_BITS: Final = 0xC0
FIRST_CONTINUING: Final = 0x80
"""UTF-8: bytes that continue a character are 0b10xxxxxx."""


@dataclass(frozen=True, slots=True, eq=False)
class NodeTable:
    """The elements of some pages, in document order, as columns."""

    text: str
    tags: tuple[str, ...]
    page_start: Ints  # row at which each page begins, and the number of rows
    page_text: Ints  # place in the text at which each page begins, and the length of the text
    page: Ints
    parent: Ints
    subtree_end: Ints
    depth: npt.NDArray[np.int16]
    tag: npt.NDArray[np.int16]  # place in `tags`
    path: Hashes  # of the tags from the root to the node
    text_start: Ints
    text_end: Ints
    anchor_length: Ints  # characters of the subtree inside links, ALEN_A
    context_length: Ints  # its other characters, CLEN_A
    run_node: Ints  # the element that a run of text stands in directly
    run_start: Ints
    run_end: Ints
    segment_node: Ints  # the innermost block that a segment begins in
    segment_start: Ints
    segment_end: Ints
    segment_anchor: Ints  # characters of the segment inside links
    attribute_node: Ints
    attribute_name: npt.NDArray[np.uint8]  # place in `names.ATTRIBUTES`
    attribute_values: Values

    def __len__(self) -> int:
        return len(self.parent)

    @property
    def n_pages(self) -> int:
        return len(self.page_start) - 1

    @property
    def text_length(self) -> Ints:
        """Characters of the subtree, TLEN_A."""
        return self.anchor_length + self.context_length

    def text_of(self, node: int) -> str:
        return self.text[self.text_start[node] : self.text_end[node]]

    def path_of(self, node: int) -> str:
        """Tags from the root to the node, as one reads them."""
        steps: list[str] = []
        while node >= 0:
            steps.append(self.tags[self.tag[node]])
            node = int(self.parent[node])
        return "/".join(reversed(steps))

    def nbytes(self) -> int:
        """Memory that the columns take, near enough."""
        columns = (getattr(self, item.name) for item in fields(self))
        arrays = sum(column.nbytes for column in columns if isinstance(column, np.ndarray))
        return arrays + 2 * len(self.text) + self.attribute_values.nbytes


def covered(start: npt.NDArray[np.integer], end: npt.NDArray[np.integer], length: int) -> Flags:
    """Which of `length` rows lie in any of the slices `[start, end)`."""
    change = np.bincount(start, minlength=length + 1) - np.bincount(end, minlength=length + 1)
    return np.cumsum(change[:length]) > 0


def nearest(marked: Flags, subtree_end: npt.NDArray[np.integer]) -> npt.NDArray[np.intp]:
    """The outermost marked ancestor-or-self of each row, -1 where there is none."""
    rows = np.flatnonzero(marked)
    found = np.full(len(marked), -1, np.intp)
    if len(rows) == 0:
        return found
    furthest = np.maximum.accumulate(subtree_end[rows])
    outer = rows[np.concatenate(([True], rows[1:] >= furthest[:-1]))]
    found[outer] = outer
    found = np.maximum.accumulate(found)
    inside = found >= 0
    inside[inside] = np.flatnonzero(inside) < subtree_end[found[inside]]
    found[~inside] = -1
    return found


class _Kept(NamedTuple):
    """Which elements become rows, and which texts are read."""

    rows: npt.NDArray[np.intp]  # elements that stay
    stays: Flags  # whether each element does
    row_of: npt.NDArray[np.intp]  # the row of each element that stays; of others, the row that would come next
    heard: Flags  # texts that are read
    text_rank: npt.NDArray[np.intp]  # texts that stay before each event, and in all


def _keep(elements: Elements, names: Names, n_events: int) -> _Kept:
    code, end, n = elements.code, elements.subtree_end, len(elements.code)
    marked = names.among(DROPPED)[code]
    gone = covered(np.flatnonzero(marked), end[marked], n)
    silent = names.among(SILENT)[code]
    unread = gone | covered(np.flatnonzero(silent), end[silent], n)
    rows = np.flatnonzero(~gone)
    row_of: npt.NDArray[np.intp] = np.cumsum(~gone) - ~gone
    heard = ~unread[elements.text_node]
    is_heard = np.zeros(n_events + 1, np.intp)
    is_heard[elements.text_events[heard] + 1] = 1
    return _Kept(rows, ~gone, np.append(row_of, len(rows)), heard, np.cumsum(is_heard))


class _Reading(NamedTuple):
    """The text of the batch, and the columns that speak of it."""

    text: str
    text_start: Ints
    text_end: Ints
    anchor_length: Ints
    context_length: Ints
    runs: tuple[Ints, Ints, Ints]
    segments: tuple[Ints, Ints, Ints, Ints]


def _lengths(start: Ints, end: Ints, is_anchor: Flags, separators: npt.NDArray[np.intp]) -> tuple[Ints, Ints]:
    """Characters inside and outside of links of each slice; the breaks between segments count for neither."""
    anchors = np.concatenate(([0], np.cumsum(is_anchor, dtype=np.int32)))
    breaks = np.zeros(len(is_anchor) + 1, np.int32)
    breaks[separators + 1] = 1
    breaks = np.cumsum(breaks, dtype=np.int32)
    anchor = anchors[end] - anchors[start]
    return anchor.astype(np.int32), (end - start - (breaks[end] - breaks[start]) - anchor).astype(np.int32)


def _anchor_characters(read: Collapsed, link: npt.NDArray[np.intp]) -> Flags:
    """Which characters are anchor text; a space between two runs of one link is."""
    is_anchor = np.zeros(len(read.points), np.bool_)
    begins, ends = read.slices(np.arange(len(link)), np.arange(1, len(link) + 1))
    heard = np.flatnonzero(ends > begins)
    linked = heard[link[heard] >= 0]
    is_anchor[covered(begins[linked], ends[linked], len(is_anchor))] = True
    same = np.flatnonzero((link[heard[1:]] == link[heard[:-1]]) & (link[heard[1:]] >= 0))
    between = begins[heard[1:]][same] - 1
    is_anchor[between[read.points[between] == ord(" ")]] = True
    is_anchor[read.separators] = False
    return is_anchor


def _raw_text(pages: Scan, heard: Flags) -> tuple[CodePoints, npt.NDArray[np.intp]]:
    """The characters of the texts that are read, and where each text starts."""
    begins, ends = pages.text_start[heard], pages.text_end[heard]
    start = np.concatenate(([0], np.cumsum(ends - begins)))
    step = np.ones(start[-1], np.intp)  # from each byte to the next that is read; no text is empty
    step[start[:-1]] = begins - np.append(0, ends - 1)[: len(begins)]
    letters = np.frombuffer(pages.data, np.uint8)[np.cumsum(step)]
    is_kept = _meant(letters)
    if is_kept is None and letters.max(initial=0) < FIRST_CONTINUING:
        return letters.astype(np.uint32), start
    begun = np.zeros(len(letters) + 1, np.intp)
    starts_one = (letters & TOP_BITS) != FIRST_CONTINUING
    np.cumsum(starts_one if is_kept is None else starts_one & is_kept, out=begun[1:])
    whole = letters if is_kept is None else letters[is_kept]
    return code_points(whole.tobytes().decode("utf-8")), begun[start]


def _meant(letters: npt.NDArray[np.uint8]) -> Flags | None:
    """Which bytes of escaped text stay when it is read; writes what escapes mean in their first. None: all stay.

    Only four characters are escaped: &amp; &lt; &gt; and &nbsp;, of which the last is read as a space.
    """
    escapes = np.flatnonzero(letters == AMPERSAND)
    hyphens = np.flatnonzero(letters == SOFT_HYPHEN[1])
    hyphens = hyphens[letters[hyphens - 1] == SOFT_HYPHEN[0]]
    if len(escapes) + len(hyphens) == 0:
        return None
    stays = np.ones(len(letters), np.bool_)
    stays[hyphens] = stays[hyphens - 1] = False
    second = letters[escapes + 1]
    for letter, length, meaning in ESCAPES:
        found = escapes[second == letter]
        letters[found] = meaning
        stays[(found[:, None] + np.arange(1, length)).ravel()] = False
    return stays


def _read(elements: Elements, kept: _Kept, pages: Scan, names: Names, is_link: Flags) -> _Reading:
    holder, end = elements.text_node[kept.heard], elements.subtree_end
    raw, start = _raw_text(pages, kept.heard)
    is_pre = (nearest(names.among(PREFORMATTED)[elements.code], end) >= 0)[holder]
    apart = np.where(is_pre, -1, nearest(names.among(APART)[elements.code], end)[holder])
    segment = elements.boundary[elements.text_events[kept.heard]]
    read = collapse(raw, Runs(start, segment, apart, is_pre))
    is_anchor = _anchor_characters(read, nearest(is_link, end)[holder])

    opening, closing = elements.opening[kept.rows], elements.closing[kept.rows]
    text_start, text_end = read.slices(kept.text_rank[opening], kept.text_rank[closing])
    anchor_length, context_length = _lengths(text_start, text_end, is_anchor, read.separators)
    run_start, run_end = read.slices(np.arange(len(holder)), np.arange(1, len(holder) + 1))
    said = np.flatnonzero(run_end > run_start)
    begins = np.concatenate((np.zeros(min(1, len(said)), np.intp), read.separators + 1)).astype(np.int32)
    ends = np.concatenate((read.separators, np.full(min(1, len(said)), len(read.points)))).astype(np.int32)
    first = said[np.searchsorted(run_start[said], begins)]
    block = _nearest_block(elements, names)[holder[first]]
    return _Reading(
        text=characters(read.points),
        text_start=text_start,
        text_end=text_end,
        anchor_length=anchor_length,
        context_length=context_length,
        runs=(kept.row_of[holder[said]].astype(np.int32), run_start[said], run_end[said]),
        segments=(
            kept.row_of[block].astype(np.int32),
            begins,
            ends,
            _lengths(begins, ends, is_anchor, read.separators)[0],
        ),
    )


def _nearest_block(elements: Elements, names: Names) -> npt.NDArray[np.intp]:
    """The innermost block that each element is or stands in."""
    block = np.where(names.among(BLOCK)[elements.code], np.arange(len(elements.code)), elements.parent)
    while True:
        above = block[block]
        if np.array_equal(above, block):
            return block
        block = above


def _paths(elements: Elements, names: Names) -> Hashes:
    """A hash of the tags from the root to each element, level by level."""
    own = names.hashes()[elements.code - FIRST_TAG]
    path = own.copy()
    levels = np.searchsorted(elements.depth[elements.by_depth], np.arange(1, int(elements.depth.max(initial=0)) + 2))
    for begin, end in pairwise(levels.tolist()):
        rows = elements.by_depth[begin:end]
        path[rows] += path[elements.parent[rows]] * PATH_FACTOR
    return path


def flatten_plainly(markups: Sequence[Markup], limits: Limits) -> NodeTable:
    """What `flatten` gives, by array operations; beside it stands the kernel's loop."""
    pages, n_pages = scan(markups), len(markups)
    names = Names(pages.tags)
    codes, place = hung_events(pages.codes, limits.depth, names.among(DROPPED | SILENT))
    elements = elements_of(codes, names.among(BLOCK | {"br"}))
    kept = _keep(elements, names, len(codes))

    event, attribute_name = place[pages.attribute_event], pages.attribute_name
    element_at = np.full(len(codes), -1, np.intp)
    element_at[elements.opening] = np.arange(len(elements.code))
    holder = np.where(event >= 0, element_at[event], -1)
    is_link = np.zeros(len(elements.code), np.bool_)
    is_link[holder[(attribute_name == ATTRIBUTE_CODE["href"]) & (holder >= 0)]] = True
    is_link &= elements.code == TAG_CODE["a"]

    reading = _read(elements, kept, pages, names, is_link)
    row = np.where(kept.stays[holder] & (holder >= 0), kept.row_of[holder], -1)
    has_row = row >= 0
    page = elements.page[kept.rows]
    page_start = np.searchsorted(page, np.arange(n_pages + 1)).astype(np.int32)
    parent = elements.parent[kept.rows]
    return NodeTable(
        text=reading.text,
        tags=names.names,
        page_start=page_start,
        page_text=np.append(reading.text_start, len(reading.text))[page_start].astype(np.int32),
        page=page,
        parent=np.where(parent < 0, -1, kept.row_of[parent]).astype(np.int32),
        subtree_end=kept.row_of[elements.subtree_end[kept.rows]].astype(np.int32),
        depth=elements.depth[kept.rows].astype(np.int16),
        tag=elements.code[kept.rows] - np.int16(FIRST_TAG),
        path=_paths(elements, names)[kept.rows],
        text_start=reading.text_start,
        text_end=reading.text_end,
        anchor_length=reading.anchor_length,
        context_length=reading.context_length,
        run_node=reading.runs[0],
        run_start=reading.runs[1],
        run_end=reading.runs[2],
        segment_node=reading.segments[0],
        segment_start=reading.segments[1],
        segment_end=reading.segments[2],
        segment_anchor=reading.segments[3],
        attribute_node=row[has_row].astype(np.int32),
        attribute_name=attribute_name[has_row],
        attribute_values=Values(
            pages.data,
            pages.attribute_start[has_row].astype(np.int32),
            pages.attribute_end[has_row].astype(np.int32),
        ),
    )


def flatten(markups: Sequence[Markup], limits: Limits) -> NodeTable:
    """The node table of some pages, page k of it being `markups[k]`."""
    quick = kernel.compiled
    if quick is None:
        return flatten_plainly(markups, limits)
    from sitemine.dom.compiled import flatten

    return flatten(quick, markups, limits)
