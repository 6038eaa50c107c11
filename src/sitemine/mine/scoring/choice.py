"""Which blocks of a page are kept: as many of the likeliest as promise the best text as a whole.

A threshold is the same for a page whose blocks are all nearly sure and for one where none is. The measure that users look
at is not: by how far the words kept are the words wanted, F. With the probability p and n terms of each block, keeping a set S
promises

    F_beta = (1 + b2) sum_S p n / (sum_S n + b2 sum_all p n)        b2 = beta squared

and the best set is always a prefix of the blocks in order of p (the same sum gives the best threshold for F of binary
decisions: Lipton, Elkan, Naryanaswamy 2014). So one sort and two running sums decide on all pages of a table at once.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from sitemine import kernel
from sitemine.dom.table import Flags, NodeTable, nearest
from sitemine.measure.structure import Floats
from sitemine.mine.scoring.units import Units

Counts = npt.NDArray[np.int64]

CERTAIN: Final = 1 << 16
"""Probabilities are summed as whole numbers of this unit, so that equal promises are equal."""

MOST: Final = 0.9
"""The share of what is kept that the informative block holds at least."""


PARTS: Final = ("pre", "table")
"""Elements that are parts of a text; quotations are not among them, as posts of a forum quote what is there already."""


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """The informative block of each page and what is kept of it."""

    node: npt.NDArray[np.int32]  # of each page: the smallest subtree with nearly all that is kept; -1 where nothing is
    kept: Flags  # segments


def promises(units: Units, mass: Counts, order: npt.NDArray[np.intp], beta: float) -> tuple[Floats, Counts]:
    """The F that each block promises with all those before it in the order, and how many terms they have."""
    start = units.page_start[:-1][units.page]
    said = np.concatenate((np.zeros(1, np.int64), np.cumsum(units.n_terms[order])))
    meant = np.concatenate((np.zeros(1, np.int64), np.cumsum((mass * units.n_terms)[order])))
    n_terms, found = said[1:] - said[start], meant[1:] - meant[start]
    wanted = np.diff(meant[units.page_start])[units.page]
    b2 = beta * beta
    return (1 + b2) * found / np.maximum(n_terms * float(CERTAIN) + b2 * wanted, 1.0), n_terms


def kept_units(units: Units, probability: Floats, beta: float, least: int) -> Flags:
    """Which blocks are kept of each page; none where they would have fewer than `least` terms and not half of the page's."""
    kept = np.zeros(len(units), np.bool_)
    if len(units) == 0:
        return kept
    mass = np.rint(probability * CERTAIN).astype(np.int64)
    if kernel.compiled is not None:
        found = kernel.compiled.keep(units.page_start, mass, units.n_terms, CERTAIN, beta, least)
        return kernel.column(found, np.bool_)
    order = np.lexsort((-mass, units.page))
    promise, n_terms = promises(units, mass, order, beta)
    pages = np.flatnonzero(np.diff(units.page_start))
    best = np.maximum.reduceat(promise, units.page_start[pages])
    row = np.flatnonzero(promise == np.repeat(best, np.diff(units.page_start)[pages]))
    last = row[np.searchsorted(row, units.page_start[pages])]  # of equal promises the one with fewer blocks
    whole = np.add.reduceat(units.n_terms, units.page_start[pages])
    few = (n_terms[last] < least) & (2 * n_terms[last] < whole)
    until = np.repeat(np.where(few, -1, last), np.diff(units.page_start)[pages])
    kept[order] = np.arange(len(units)) <= until
    return kept


def informative_nodes(table: NodeTable, units: Units, kept: Flags) -> npt.NDArray[np.int32]:
    """The smallest subtree of each page that holds nearly all that is kept; -1 where nothing is."""
    if kernel.compiled is not None:
        columns = (units.page_start, kept, units.width, table.page, units.node_first, units.node_last)
        return kernel.column(kernel.compiled.smallest(*columns, MOST), np.int32)
    sums = np.concatenate((np.zeros(1), np.cumsum(np.where(kept, units.width, 0.0))))
    whole = np.diff(sums[units.page_start])[table.page]
    holds = np.flatnonzero((sums[units.node_last] - sums[units.node_first] >= MOST * whole) & (whole > 0))
    node = np.full(table.n_pages, -1, np.int32)
    np.maximum.at(node, table.page[holds], holds)  # those that hold most stand within each other, the smallest last
    return node


def completed(table: NodeTable, units: Units, kept: Flags) -> Flags:
    """The kept blocks and the listings and tables among them: where nearly all around one is kept, so is it.

    What such a part holds reads like nothing around it - numbers, code - so that by itself it promises little. A part that
    is mostly links is no part of a text.
    """
    is_part = np.zeros(len(table.tags), np.bool_)
    is_part[[table.tags.index(tag) for tag in PARTS]] = True
    parts = nearest(is_part[table.tag], table.subtree_end)
    part = parts[units.node]
    rows = np.flatnonzero((part >= 0) & ~kept)
    rows = rows[table.parent[part[rows]] >= 0]
    if len(rows) == 0:
        return kept
    part, around = part[rows], table.parent[part[rows]]
    width = np.rint(units.width).astype(np.int64)
    whole, found = (np.concatenate((np.zeros(1, np.int64), np.cumsum(column))) for column in (width, width * kept))

    def beside(sums: Counts) -> Counts:
        first, last = units.node_first, units.node_last
        return (sums[last[around]] - sums[first[around]]) - (sums[last[part]] - sums[first[part]])

    is_among = (beside(found) >= MOST * beside(whole)) & (beside(found) > 0)
    is_text = 2 * table.anchor_length[part] <= table.text_length[part]
    complete = kept.copy()
    complete[rows[is_among & is_text]] = True
    return complete


def choose(table: NodeTable, units: Units, probability: Floats, beta: float, least: int) -> Choice:
    """What is kept of each page."""
    kept = completed(table, units, kept_units(units, probability, beta, least))
    return Choice(informative_nodes(table, units, kept), np.repeat(kept, units.end - units.first))
