"""Where the pages of a site write their date: the lines of one path of tags that on page after page are a date.

A line beside the title may be of anything. One that stands at the same place on many pages of the site, is there once, and always
names a day, is the template's line for it. Places are counted like blocks: pages on which a path leads to one dated line.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sitemine.dom.table import NodeTable
from sitemine.measure.fingerprints import PageCounts, with_place
from sitemine.measure.hashing import Hashes
from sitemine.mine.facts.dates import YEAR, moment_of

LONGEST_LINE: Final = 120
"""Characters of a line that says when and by whom; longer ones tell."""

FEWEST_PAGES: Final = 3
LEAST_SHARE: Final = 0.2
"""Pages of a site, and their share, on which a place is a date from which on it is the site's place for it: a site may have
several templates, and TOC pages besides."""

MOST_ALIKE: Final = 0.5
"""Share of the pages with a date at a place that may have the same: what more have is the date of something else."""

DAY: Final = len("2024-03-09")
Rows = npt.NDArray[np.integer]


class Dated(NamedTuple):
    """Lines that name a day."""

    segment: Rows
    day: Hashes  # the day of each, as a number


def dated_lines(table: NodeTable, first: int, last: int) -> Dated:
    """The short lines between two places of the text that name a day, of each path of a page only where it is one."""
    places = [found.start() for found in YEAR.finditer(table.text, first, last)]
    segments = np.unique(np.searchsorted(table.segment_start, places, "right") - 1)
    length = table.segment_end[segments] - table.segment_start[segments]
    segments = segments[length <= LONGEST_LINE]
    lines = (table.text[table.segment_start[k] : table.segment_end[k]] for k in segments.tolist())
    day = np.array([int(moment_of(line)[:DAY].replace("-", "") or 0) for line in lines], np.uint64)
    segments, day = segments[day > 0], day[day > 0]
    node = table.segment_node[segments]
    order = np.lexsort((table.path[node], table.page[node]))
    page, path = table.page[node][order], table.path[node][order]
    same = np.zeros(len(order) + 1, np.bool_)
    same[1:-1] = (page[1:] == page[:-1]) & (path[1:] == path[:-1])
    alone = np.sort(order[~same[1:] & ~same[:-1]])
    return Dated(segments[alone], day[alone])


def date_places(table: NodeTable) -> tuple[Rows, Hashes]:
    """The pages of a table and the paths of their dated lines; and each again with the day, for those that never change."""
    found = dated_lines(table, 0, len(table.text))
    node = table.segment_node[found.segment]
    page, path = table.page[node], table.path[node]
    return np.concatenate((page, page)), np.concatenate((path, with_place(path, found.day)))


def site_line(table: NodeTable, page: int, dates: PageCounts) -> str:
    """The line at the place at which the most pages of the site have a date of their own; empty where it has no such place."""
    found = dated_lines(table, *table.page_text[page : page + 2].tolist())
    if len(found.segment) == 0 or len(dates) == 0:
        return ""
    path = table.path[table.segment_node[found.segment]]
    pages, alike = dates.pages(path), dates.pages(with_place(path, found.day))
    best = int(np.argmax(pages - alike))
    if pages[best] < max(FEWEST_PAGES, LEAST_SHARE * dates.n_pages) or alike[best] > MOST_ALIKE * pages[best]:
        return ""
    segment = found.segment[best]
    return table.text[table.segment_start[segment] : table.segment_end[segment]]
