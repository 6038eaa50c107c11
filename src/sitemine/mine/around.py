"""What nodes stand in: for some kinds of nodes at once, how many of each kind are around a node, itself among them."""

from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

from sitemine import kernel
from sitemine.dom.names import FIRST_TAG, TAG_CODE, TAGS
from sitemine.dom.table import NodeTable

Marks = npt.NDArray[np.uint16]
"""Of each node: bit k where it is of kind k."""

MOST_KINDS: Final = 16


@cache
def _of_tags(kinds: tuple[frozenset[str], ...]) -> Marks:
    marks = np.zeros(len(TAGS), np.uint16)
    for bit, kind in enumerate(kinds):
        marks[[TAG_CODE[tag] - FIRST_TAG for tag in kind]] |= np.uint16(1 << bit)
    return marks


def marks_of(table: NodeTable, kinds: tuple[frozenset[str], ...]) -> Marks:
    """The marks of each node, a kind being a set of tags."""
    invented = np.zeros(len(table.tags) - len(TAGS), np.uint16)
    return np.concatenate((_of_tags(kinds), invented))[table.tag]


def standing(table: NodeTable, marks: Marks, rows: npt.NDArray[np.integer]) -> npt.NDArray[np.int32]:
    """In how many nodes of each kind each of some nodes stands, itself among them: rows, kinds."""
    if kernel.compiled is not None:
        counts = kernel.compiled.standing(table.parent, marks, np.ascontiguousarray(rows, np.int32))
        return kernel.column(counts, np.int32).reshape(-1, MOST_KINDS)
    found = np.zeros((len(rows), MOST_KINDS), np.int32)
    for bit in range(MOST_KINDS):
        marked = (marks >> np.uint16(bit) & 1).astype(np.bool_)
        change = np.zeros(len(table) + 1, np.int32)
        change[:-1] = marked
        np.subtract.at(change, table.subtree_end[marked], 1)
        found[:, bit] = np.cumsum(change[:-1])[rows]
    return found
