"""Where on a page a node stands, as its template has it: the tags from the root to it, each with the first of its classes.

The rows of one list stand in one place, on whatever page; a menu and a list of entries stand in two. Of the classes only
the first counts, and of it no digit: the rest tells one record from the other (`post-117 tag-tides odd`). Those of html and body do not count: they tell one kind of
page from the other, and a menu is the same on both.
"""

from itertools import pairwise
from typing import Final

import numpy as np

from sitemine.dom.names import ATTRIBUTE_CODE
from sitemine.dom.table import PATH_FACTOR, Hashes, Ints, NodeTable
from sitemine.measure.hashing import hash_slices, stir

LONGEST: Final = 24
"""Bytes of a class that are read; what is longer was made by a program, and often its end is a number."""


def _first_classes(table: NodeTable) -> tuple[Ints, Hashes]:
    """The nodes that have a class, and a hash of the first of each without its digits."""
    values = table.attribute_values
    rows = np.flatnonzero(table.attribute_name == ATTRIBUTE_CODE["class"])
    rows = rows[table.depth[table.attribute_node[rows]] > 1]
    start, length = values.start[rows].astype(np.intp), np.minimum(values.end[rows] - values.start[rows], LONGEST)
    bound = np.concatenate(([0], np.cumsum(length)))
    places = np.arange(bound[-1]) + np.repeat(start - bound[:-1], length)
    letters = np.frombuffer(values.data, np.uint8)[places]
    space = np.append(np.flatnonzero(letters <= ord(" ")), bound[-1])
    end = np.minimum(space[np.searchsorted(space, bound[:-1])], bound[1:])
    is_digit = (letters >= ord("0")) & (letters <= ord("9"))
    kept = np.concatenate(([0], np.cumsum(~is_digit)))
    return table.attribute_node[rows], hash_slices(letters[~is_digit].astype(np.uint64), kept[bound[:-1]], kept[end])


def _along_paths(table: NodeTable, own: Hashes) -> Hashes:
    """The hashes of the nodes from the root to each, level by level."""
    place = own.copy()
    by_depth = np.argsort(table.depth, kind="stable")
    levels = np.searchsorted(table.depth[by_depth], np.arange(1, int(table.depth.max(initial=0)) + 2))
    for begin, end in pairwise(levels.tolist()):
        rows = by_depth[begin:end]
        place[rows] += place[table.parent[rows]] * PATH_FACTOR
    return place


def places_of(table: NodeTable) -> Hashes:
    """The place of each node."""
    own = table.path.copy()
    node, named = _first_classes(table)
    own[node] += named
    return stir(_along_paths(table, own))
