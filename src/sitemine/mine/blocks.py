"""Which segments of a page inform: what each shows of itself, what the site shows of it, and the subtree they add up to.

A segment is a run of text between block boundaries. Every segment gets a probability p of being informative from a
logistic sum of a few pieces of evidence, all of them columns:

    on the page   share of link text in segments of the same path, and in its neighbours; its and their length;
                  position; landmarks it stands in (header, footer, nav, aside, form; main, article; pre; comments)
    on the site   its content information index (CII), the mean weight of its terms: 0 for what every page says, 1 for
                  what no other page says (WISDOM, section 3.1)

With one page there is nothing to compare and the first line decides alone. Segments then vote for the page's informative
block: each gives (2p - 1) times its length to every subtree that holds it, the subtree with the most votes wins, and of
it the subtrees with less than none are left out. Only sums over slices are needed, so this is a handful of array
operations for all pages of a table.
"""

import re
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from sitemine.dom.names import ATTRIBUTE_CODE
from sitemine.dom.table import Flags, Ints, NodeTable, covered, nearest
from sitemine.dom.text import UNSPACED, classes_of, code_points
from sitemine.measure.structure import Floats
from sitemine.options import Weights

LANDMARKS: Final = frozenset(("header", "footer", "nav", "aside", "form"))
BODIES: Final = frozenset(("main", "article"))
COMMENTS: Final = re.compile(rb"comment|respond|disqus|trackback|pingback", re.IGNORECASE)
"""Names that templates of every kind give to the readers' comments, in classes and ids."""

VOTE_ONE: Final = 1 << 16
"""Votes are summed as whole numbers of this unit, so that ties are ties."""

UNSPACED_WIDTH: Final = 2.5
"""Letters of an alphabet that say as much as one letter of a script without spaces (translations differ by 2 to 3)."""


@dataclass(frozen=True, slots=True, eq=False)
class SegmentEvidence:
    """What is seen of each segment."""

    page: Ints
    first_row: npt.NDArray[np.intp]  # the segments in each node are [first_row, end_row)
    end_row: npt.NDArray[np.intp]
    length: Ints
    width: Floats  # length in letters of an alphabet
    link_share: Floats
    path_link_share: Floats  # of all segments of the page with the same path
    near_link_share: Floats  # mean of the segments before and after
    near_length: Floats  # mean logarithm of the widths of the segment, the one before and the one after
    position: Floats  # 0 first of the page, near 1 last
    in_landmark: Flags
    in_body: Flags
    in_pre: Flags
    in_comments: Flags


def _within(table: NodeTable, marked: Flags) -> Flags:
    """Which segments stand in a marked node."""
    return nearest(marked, table.subtree_end)[table.segment_node] >= 0


def _named(table: NodeTable, pattern: re.Pattern[bytes]) -> Flags:
    """Which nodes below body have a class or an id that the pattern finds."""
    names = np.isin(table.attribute_name, (ATTRIBUTE_CODE["class"], ATTRIBUTE_CODE["id"]))
    marked = np.zeros(len(table), np.bool_)
    marked[table.attribute_node[table.attribute_values.rows_with(pattern, np.flatnonzero(names))]] = True
    return marked & (table.depth > 1)


def _widths(table: NodeTable) -> Floats:
    classes = classes_of(code_points(table.text))
    unspaced = np.concatenate(([0], np.cumsum(classes == UNSPACED)))
    wide = unspaced[table.segment_end] - unspaced[table.segment_start]
    return (table.segment_end - table.segment_start) + (UNSPACED_WIDTH - 1.0) * wide


def _path_link_share(table: NodeTable, page: Ints, length: Ints) -> Floats:
    """The share of link text in all segments of a page whose blocks have the same path."""
    path = table.path[table.segment_node]
    order = np.lexsort((path, page))
    is_new = np.ones(len(order), np.bool_)
    is_new[1:] = (page[order][1:] != page[order][:-1]) | (path[order][1:] != path[order][:-1])
    group = np.empty(len(order), np.intp)
    group[order] = np.cumsum(is_new) - 1
    share = np.bincount(group, table.segment_anchor) / np.maximum(np.bincount(group, length), 1)
    return np.asarray(share[group])


def _near(value: Floats, page: Ints) -> Floats:
    """The mean of the segments before and after on the same page; where there is neither, the segment's own."""
    total, count = np.zeros(len(value)), np.zeros(len(value))
    same = page[1:] == page[:-1]
    total[1:] += np.where(same, value[:-1], 0.0)
    total[:-1] += np.where(same, value[1:], 0.0)
    count[1:] += same
    count[:-1] += same
    return np.asarray(np.where(count > 0, total / np.maximum(count, 1), value))


def segment_evidence(table: NodeTable) -> SegmentEvidence:
    """What the pages themselves show of each segment."""
    page = table.page[table.segment_node]
    length = table.segment_end - table.segment_start
    link_share = table.segment_anchor / np.maximum(length, 1)
    width = _widths(table)
    page_start = np.searchsorted(page, np.arange(table.n_pages + 1))
    count = np.diff(page_start)
    tag = {name: place for place, name in enumerate(table.tags)}

    def among(names: frozenset[str]) -> Flags:
        return _within(table, np.isin(table.tag, [tag[name] for name in names]))

    return SegmentEvidence(
        page=page,
        first_row=np.searchsorted(table.segment_start, table.text_start),
        end_row=np.searchsorted(table.segment_start, table.text_end),
        length=length,
        width=width,
        link_share=link_share,
        path_link_share=_path_link_share(table, page, length),
        near_link_share=_near(link_share, page),
        near_length=(np.log1p(width) + 2 * _near(np.log1p(width), page)) / 3,
        position=(np.arange(len(page)) - page_start[page]) / np.maximum(count, 1)[page],
        in_landmark=among(LANDMARKS),
        in_body=among(BODIES),
        in_pre=among(frozenset(("pre",))),
        in_comments=_within(table, _named(table, COMMENTS)),
    )


def probabilities(seen: SegmentEvidence, information: Floats | None, weights: Weights) -> Floats:
    """The probability that each segment informs; `information` is its CII, None where no pages were compared."""
    total = (
        weights.start
        + weights.path_link_share * seen.path_link_share
        + weights.near_link_share * seen.near_link_share
        + weights.near_length * seen.near_length
        + weights.position * seen.position
        + weights.in_landmark * seen.in_landmark
        + weights.in_body * seen.in_body
        + weights.in_pre * seen.in_pre
        + weights.in_comments * seen.in_comments
    )
    if information is not None:
        total = total + weights.information * information
    return np.asarray(1.0 / (1.0 + np.exp(-total)))


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """The informative block of each page and its segments."""

    node: Ints  # of each page; -1 where no subtree informs more than it repeats
    kept: Flags  # segments


def choose(table: NodeTable, seen: SegmentEvidence, probability: Floats) -> Choice:
    """The subtree of each page with the most votes, and its segments without the subtrees that have less than none."""
    votes = np.rint((2.0 * probability - 1.0) * seen.length * VOTE_ONE).astype(np.int64)
    sums = np.concatenate((np.zeros(1, np.int64), np.cumsum(votes)))
    total = sums[seen.end_row] - sums[seen.first_row]
    node = np.full(table.n_pages, -1, np.int32)
    if len(total) == 0:
        return Choice(node, np.zeros(0, np.bool_))
    most = np.maximum.reduceat(total, table.page_start[:-1])
    best = np.flatnonzero(total == most[table.page])
    first = best[np.searchsorted(table.page[best], np.arange(table.n_pages))]
    node[most > 0] = first[most > 0]
    chosen = node[node >= 0]
    kept = covered(seen.first_row[chosen], seen.end_row[chosen], len(votes))
    root = node[table.page]
    inside = (np.arange(len(total)) > root) & (np.arange(len(total)) < table.subtree_end[root])
    doubted = np.flatnonzero((total < 0) & inside & (root >= 0))
    return Choice(node, kept & ~covered(seen.first_row[doubted], seen.end_row[doubted], len(votes)))
