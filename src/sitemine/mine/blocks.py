"""What is seen of each segment of a page by itself: its length, its links, the landmarks that it stands in.

A segment is a run of text between block boundaries. These columns tell people why a block was kept or dropped, and pages that
list from pages that tell; how likely a block informs is told by `judge`, from more evidence than people would read.
"""

import re
from dataclasses import dataclass
from typing import Final

import numpy as np

from sitemine.dom.names import ATTRIBUTE_CODE
from sitemine.dom.table import Flags, Ints, NodeTable, nearest
from sitemine.dom.text import UNSPACED, classes_of, code_points
from sitemine.measure.structure import Floats
from sitemine.mine.units import UNSPACED_WIDTH

LANDMARKS: Final = frozenset(("header", "footer", "nav", "aside", "form"))
BODIES: Final = frozenset(("main", "article"))
COMMENTS: Final = re.compile(rb"comment|respond|disqus|trackback|pingback", re.IGNORECASE)
"""Names that templates of every kind give to the readers' comments, in classes and ids."""


@dataclass(frozen=True, slots=True, eq=False)
class SegmentEvidence:
    """What is seen of each segment."""

    page: Ints
    length: Ints
    width: Floats  # length in letters of an alphabet
    link_share: Floats
    path_link_share: Floats  # of all segments of the page with the same path
    in_landmark: Flags
    in_body: Flags
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


def segment_evidence(table: NodeTable) -> SegmentEvidence:
    """What the pages themselves show of each segment."""
    page = table.page[table.segment_node]
    length = table.segment_end - table.segment_start
    link_share = table.segment_anchor / np.maximum(length, 1)
    width = _widths(table)
    tag = {name: place for place, name in enumerate(table.tags)}

    def among(names: frozenset[str]) -> Flags:
        return _within(table, np.isin(table.tag, [tag[name] for name in names]))

    return SegmentEvidence(
        page=page,
        length=length,
        width=width,
        link_share=link_share,
        path_link_share=_path_link_share(table, page, length),
        in_landmark=among(LANDMARKS),
        in_body=among(BODIES),
        in_comments=_within(table, _named(table, COMMENTS)),
    )
