"""Which block of its page each node belongs to.

LAMIS and InfoDiscoverer (Kao, Lin, Ho, Chen 2004), sections 4.3 and 5.2.1, take each TABLE for a block, and what stands in no
table for one more. Pages of today have few tables; the `modern` partition takes the parts that they are made of instead. Either
way a node belongs to the innermost block around it, so that blocks never share a text or a link.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from sitemine.dom.table import Flags, NodeTable, nearest
from sitemine.measure.structure import coverage

Rows = npt.NDArray[np.intp]

PARTS: Final = frozenset("nav aside footer header ul ol dl table section article form".split())
"""Elements that set a part of a page apart."""


def innermost(table: NodeTable, marked: Flags) -> Rows:
    """The innermost marked ancestor-or-self of each row; the root of its page where there is none."""
    rows = np.arange(len(table))
    around = np.where(marked | (table.parent < 0), rows, table.parent)
    while True:
        above = around[around]
        if np.array_equal(above, around):
            return around
        around = above


def _tagged(table: NodeTable, names: frozenset[str]) -> Flags:
    return np.array([name in names for name in table.tags], np.bool_)[table.tag]


def table_blocks(table: NodeTable) -> Rows:
    """The block of each row, as the paper has it: the innermost TABLE."""
    return innermost(table, _tagged(table, frozenset(("table",))))


def modern_blocks(table: NodeTable, held: npt.NDArray[np.integer]) -> Rows:
    """The block of each row: the outermost part of the page that holds it, or a division of several such parts.

    `held` tells of each row how many links (or characters) stand in it directly; parts without any are no blocks.
    """
    parts = _tagged(table, PARTS) & (coverage(table, held) > 0)
    outer = parts & (nearest(parts, table.subtree_end) == np.arange(len(table)))
    holds = coverage(table, outer.astype(np.int64)) > 0
    below = np.flatnonzero(holds & (table.parent >= 0))
    several = np.bincount(table.parent[below], minlength=len(table)) > 1
    return innermost(table, outer | (several & _tagged(table, frozenset(("div",))) & ~outer))
