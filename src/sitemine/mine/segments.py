"""What is seen of each segment of a page by itself: its length, its links, the landmarks that it stands in.

A segment is a run of text between block boundaries. These columns tell people why a block was kept or dropped, and pages that
list from pages that tell; how likely a block informs is told by `judge`, from more evidence than people would read.
"""

import re
from dataclasses import dataclass
from typing import Final

import numpy as np

from sitemine import kernel
from sitemine.dom.names import ATTRIBUTE_CODE
from sitemine.dom.table import Flags, Ints, NodeTable
from sitemine.later import Later
from sitemine.measure.structure import Floats
from sitemine.mine.around import marks_of, standing
from sitemine.mine.scoring.units import UNSPACED_WIDTH, WIDE, tallied

LANDMARKS: Final = frozenset(("header", "footer", "nav", "aside", "form"))
BODIES: Final = frozenset(("main", "article"))
COMMENTS: Final = (b"comment", b"respond", b"disqus", b"trackback", b"pingback")
"""Names that templates of every kind give to the readers' comments, in classes and ids."""


@dataclass(frozen=True, slots=True, eq=False)
class SegmentEvidence(Later):
    """What is seen of each segment; how much of its like is links, when that is asked for."""

    page: Ints
    length: Ints
    width: Floats  # length in letters of an alphabet
    link_share: Floats
    in_landmark: Flags
    in_body: Flags
    in_comments: Flags
    path_link_share: Floats  # of all segments of the page with the same path


def _named(table: NodeTable, words: tuple[bytes, ...]) -> Flags:
    """Which nodes below body have a class or an id that says one of the words."""
    name, values = table.attribute_name, table.attribute_values
    rows = np.flatnonzero((name == ATTRIBUTE_CODE["class"]) | (name == ATTRIBUTE_CODE["id"]))
    if kernel.compiled is not None:
        says = kernel.compiled.saying(values.data, values.start[rows], values.end[rows], words)
        found = rows[kernel.column(says, np.bool_)]
    else:
        found = np.array(values.rows_with(re.compile(b"|".join(words), re.IGNORECASE), rows), np.intp)
    marked = np.zeros(len(table), np.bool_)
    marked[table.attribute_node[found]] = True
    return marked & (table.depth > 1)


def _widths(table: NodeTable) -> Floats:
    wide = tallied(table.text, table.segment_start, table.segment_end)[:, WIDE]
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


def segment_evidence(table: NodeTable) -> SegmentEvidence:
    """What the pages themselves show of each segment."""
    page = table.page[table.segment_node]
    length = table.segment_end - table.segment_start
    link_share = table.segment_anchor / np.maximum(length, 1)
    width = _widths(table)
    marks = marks_of(table, (LANDMARKS, BODIES)) | (_named(table, COMMENTS).astype(np.uint16) << np.uint16(2))
    in_landmark, in_body, in_comments, *_ = standing(table, marks, table.segment_node).T > 0
    seen = SegmentEvidence(
        page=page,
        length=length,
        width=width,
        link_share=link_share,
        in_landmark=in_landmark,
        in_body=in_body,
        in_comments=in_comments,
        path_link_share=link_share,
    )
    return seen.later(path_link_share=lambda: _path_link_share(table, page, length))
