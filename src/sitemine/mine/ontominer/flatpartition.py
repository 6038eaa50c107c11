"""The logical segments of a page: where one kind of leaves ends and another begins (OntoMiner, section 2.1).

A similarity link joins a leaf with the next one of the same root-to-leaf path. For each candidate boundary b of the current
segment [s, b) the flat partitioner takes

    ratio = (similarity links that cross b) / (similarity links inside of [s, b)),   of links that begin at or after s

and b is a boundary where ratio < delta = 0.34. Counted literally this cuts a uniform list after every fourth leaf: one link
crosses, three are inside. We count distinct paths that have such links instead ("distinct"); "literal" is the paper's text.
Where no link is inside, 0 / 0, there is no cut, so that a heading joins the list that follows.

One pass over the leaves of all pages: a path crosses b where it occurs in [s, b) and again later, and is inside where it occurs twice
in [s, b). Both counts change by at most one with each leaf, so no links are gathered.
"""

from fractions import Fraction
from typing import Final

import numpy as np
import numpy.typing as npt

from sitemine.dom.table import Hashes
from sitemine.options import Ontominer

Rows = npt.NDArray[np.intp]

NONE: Final = -1


def neighbours(page: npt.NDArray[np.integer], path: Hashes) -> tuple[Rows, Rows]:
    """The leaf before and the leaf after each one on the same page and path, -1 where there is none."""
    order = np.lexsort((np.arange(len(path)), path, page))
    is_same = (page[order][1:] == page[order][:-1]) & (path[order][1:] == path[order][:-1])
    before, after = np.full(len(path), NONE, np.intp), np.full(len(path), NONE, np.intp)
    before[order[1:][is_same]] = order[:-1][is_same]
    after[order[:-1][is_same]] = order[1:][is_same]
    return before, after


def flat_partition(page: npt.NDArray[np.integer], path: Hashes, options: Ontominer | None = None) -> Rows:
    """The leaves at which a logical segment begins, for all pages; `page` never falls."""
    options = options or Ontominer()
    before, after = (column.tolist() for column in neighbours(page, path))
    over, under = Fraction(str(options.delta)).as_integer_ratio()  # whole numbers, so that 0.34 is 0.34
    is_distinct = options.flat_counts == "distinct"
    cuts: list[int] = []
    start = crossing = inside = 0
    pages = page.tolist()
    for leaf in range(len(pages)):
        new_page = leaf == 0 or pages[leaf] != pages[leaf - 1]
        if new_page or (inside and crossing * under < inside * over):
            cuts.append(leaf)
            start, crossing, inside = leaf, 0, 0
        last = before[leaf]
        if last >= start:  # a link of this segment ends here: it crossed the boundaries up to this one
            crossing -= 1
            inside += not is_distinct or before[last] < start
        crossing += after[leaf] != NONE
    return np.array(cuts, np.intp)
