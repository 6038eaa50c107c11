"""Which images belong to an article, and what those captions say of them that its text leaves out.

An image belongs to an article if it stands between kept lines, or in an element all of whose lines are kept. Credits and captions
are often dropped from the text, and say nothing against the image above them: dropped lines of a figure are looked through,
as are the one or two lines below an image in a box without links. What leads elsewhere is a teaser and no caption.

Between the title and the first paragraph stands more that is dropped: who wrote it, what to share it by. So an image that says nothing
itself belongs to the kept line right after it, in one element with it, if a line before it in that element is kept, too. What
has a caption, and any figure, needs no line before it, but in the body of the page itself, where it may be a logo; and a figure may be
the last thing in its element.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sitemine.dom.names import TAGS
from sitemine.dom.table import Flags, NodeTable, covered

Rows = npt.NDArray[np.integer]

FIGURE, A = TAGS.index("figure"), TAGS.index("a")
CLIMB: Final = 4
"""Levels above an image in which its figure, its caption or its paragraph is looked for."""

LINES: Final = 2
"""Lines of a box without links that are taken for the caption of its image."""


class Pictures(NamedTuple):
    """The images of a page that belong to its article."""

    row: Rows  # in the node table
    caption: list[str]  # what was dropped beside each; empty where nothing was, or where the text has it


class _Images(NamedTuple):
    """The images of a page."""

    row: Rows
    figure: Rows  # around each, -1 without one
    is_linked: Flags


class _Lines(NamedTuple):
    """Lines of a page in document order."""

    start: Rows  # slices of the table's text
    end: Rows
    is_kept: Flags

    def without(self, left_out: Flags) -> "_Lines":
        return _Lines(self.start[~left_out], self.end[~left_out], self.is_kept[~left_out])

    def of(self, table: NodeTable, node: Rows) -> tuple[Rows, Rows]:
        """The lines of each node, as a slice."""
        first, end = (np.searchsorted(self.start, of[node], "left") for of in (table.text_start, table.text_end))
        return first, np.maximum(first, end)

    def kept_before(self, place: Rows) -> Rows:
        """How many of the lines before each place are kept."""
        return np.asarray(np.concatenate(([0], np.cumsum(self.is_kept)))[place])


def _climbed(table: NodeTable, rows: Rows, goes_on: Callable[[Rows], Flags]) -> Rows:
    """Each row, or the one above it that is reached as long as `goes_on` says so of where one stands."""
    reached = rows.copy()
    for _ in range(CLIMB):
        moves = goes_on(reached) & (table.parent[reached] >= 0)
        reached[moves] = table.parent[reached[moves]]
    return reached


def _figures(table: NodeTable, images: Rows) -> Rows:
    """The figure around each image, -1 without one."""
    reached = _climbed(table, images, lambda rows: table.tag[rows] != FIGURE)
    return np.where(table.tag[reached] == FIGURE, reached, -1)


def _boxes(table: NodeTable, images: Rows) -> Rows:
    """The smallest element around each image that says something."""
    return _climbed(table, images, lambda rows: table.text_start[rows] == table.text_end[rows])


def _is_linked(table: NodeTable, images: Rows) -> Flags:
    return np.asarray(table.tag[_climbed(table, images, lambda rows: table.tag[rows] != A)] == A)


def _captions(table: NodeTable, lines: _Lines, images: _Images) -> tuple[Rows, Flags]:
    """The figure or box around each image, and whether what was dropped of its lines says no more than what the image shows."""
    is_figure = images.figure >= 0
    holder = np.where(is_figure, images.figure, _boxes(table, images.row))
    first, end = lines.of(table, holder)
    is_dropped = lines.kept_before(end) == lines.kept_before(first)
    is_above = lines.of(table, images.row)[0] == first
    anchors = table.anchor_length[holder]
    of_figure = 2 * anchors <= anchors + table.context_length[holder]
    of_box = is_dropped & is_above & (end - first <= LINES) & (anchors == 0) & ~images.is_linked
    return holder, np.where(is_figure, of_figure, of_box)


def _among(table: NodeTable, lines: _Lines, images: Rows) -> Flags:
    """Which images stand between two kept lines or within one, or in an element all of whose lines are kept."""
    kept = np.concatenate(([False], lines.is_kept, [False]))
    place = table.text_start[images]
    after = np.searchsorted(lines.end, place, "right")
    inside = (after < len(lines.start)) & (np.append(lines.start, 0)[after] < place)
    first, end = lines.of(table, _boxes(table, images))
    is_whole = (end > first) & (lines.kept_before(end) - lines.kept_before(first) == end - first)
    return np.asarray((kept[after + 1] & (inside | kept[after])) | is_whole)


def _beside(table: NodeTable, lines: _Lines, images: _Images, has_caption: Flags) -> Flags:
    """Which images say nothing and stand in one element with the kept line right after them, or figures before its end."""

    def is_silent(rows: Rows) -> Flags:
        first, end = lines.of(table, rows)
        return np.asarray(first == end)

    is_figure = images.figure >= 0
    top = np.where(is_figure, images.figure, images.row)
    top = _climbed(table, top, lambda rows: is_silent(rows) & is_silent(table.parent[rows]))
    around = table.parent[top]
    first, end = lines.of(table, around)
    place, _ = lines.of(table, top)
    kept = np.concatenate((lines.is_kept, [False]))
    is_before = (place < end) & kept[place]
    has_earlier = lines.kept_before(place) > lines.kept_before(first)
    is_told = is_figure | has_caption
    leads = is_before & np.where(is_told, has_earlier | (table.depth[around] > 1), has_earlier & ~images.is_linked)
    ends = is_figure & (place == end) & (place > first) & kept[place - 1]
    return np.asarray((leads | ends) & is_silent(top) & (around >= 0))


def _said(table: NodeTable, lines: _Lines, holder: Rows) -> list[str]:
    """What each element says, where none of it was kept."""
    first, end = lines.of(table, holder)
    end = np.where(lines.kept_before(end) == lines.kept_before(first), end, first)
    slices = zip(first.tolist(), end.tolist(), strict=True)
    return [" ".join(table.text[a:b] for a, b in zip(lines.start[i:j], lines.end[i:j], strict=True)) for i, j in slices]


def pictures(table: NodeTable, rows: Rows, segments: slice, is_kept: Flags) -> Pictures:
    """Those of the images in some rows that belong to the article of their page, of whose segments those stay that `is_kept` says."""
    lines = _Lines(table.segment_start[segments], table.segment_end[segments], is_kept)
    images = _Images(rows, _figures(table, rows), _is_linked(table, rows))
    holder, speaks = _captions(table, lines, images)
    first, end = lines.of(table, holder[speaks])
    heard = lines.without(covered(first, end, len(is_kept)) & ~is_kept)
    shown = _among(table, heard, rows) | _beside(table, heard, images, speaks & (images.figure < 0))
    captions = _said(table, lines, holder)
    return Pictures(rows[shown], [captions[k] if speaks[k] else "" for k in np.flatnonzero(shown)])
