"""Blocks of one page that are alike: those with the same path and classes, and those that say the same."""

from typing import Final

import numpy as np

from sitemine import kernel
from sitemine.dom.table import NodeTable
from sitemine.measure.structure import Floats
from sitemine.mine.scoring.linear import Sums
from sitemine.mine.scoring.names import Names
from sitemine.mine.scoring.units import Places, Units

Columns = dict[str, Floats]

LONG: Final = 12
"""Terms from which on a block that is said again is a copy: shorter ones, as a price or a name, are repeated by texts."""


def groups_of(table: NodeTable, units: Units, names: Names) -> Places:
    """Blocks of one page with the same path and classes, as one number each."""
    like = table.path[units.node] * np.uint64(0x9E3779B97F4A7C15) + names.signature[units.node]
    if kernel.compiled is not None:
        return kernel.column(kernel.compiled.alike(units.page_start, like), np.int64)[: len(like)]
    order = np.lexsort((like, units.page))
    is_new = np.ones(len(order), np.bool_)
    is_new[1:] = (units.page[order][1:] != units.page[order][:-1]) | (like[order][1:] != like[order][:-1])
    group = np.empty(len(order), np.intp)
    group[order] = np.cumsum(is_new) - 1
    return group


def of_groups(units: Units, group: Places, words: Sums) -> Columns:
    """What the blocks of the same kind are like, all together."""
    n = int(group.max(initial=-1)) + 1
    count = np.bincount(group, minlength=n)
    width, length = np.bincount(group, units.width, n), np.bincount(group, units.length, n)
    whole = np.bincount(units.page, units.width)[units.page]
    return {
        "group_share": width[group] / np.maximum(whole, 1),
        "group_count": count[group].astype(np.float64),
        "group_width": (width / np.maximum(count, 1))[group],
        "group_links": (np.bincount(group, units.anchor, n) / np.maximum(length, 1))[group],
        "group_words": (np.bincount(group, words, n) / np.maximum(count, 1))[group],
        "group_stops": (np.bincount(group, units.stops, n) / np.maximum(length, 1))[group],
    }


def of_repeats(units: Units) -> Columns:
    """How often a page says the same, and whether it has said so before."""
    count, earlier = _repeats(units)
    mute = units.fingerprint == 0
    count[mute], earlier[mute] = 0, 0
    return {"repeats": count, "said_before": earlier}


def _repeats(units: Units) -> tuple[Floats, Floats]:
    """How many blocks of its page say what each block says, and how many of these stand before it."""
    if kernel.compiled is not None:
        found = kernel.column(kernel.compiled.alike(units.page_start, units.fingerprint), np.int64)
        _, same, before = found.reshape(3, -1).astype(np.float64)
        return same, before
    order = np.lexsort((np.arange(len(units)), units.fingerprint, units.page))
    page, said = units.page[order], units.fingerprint[order]
    is_new = np.ones(len(order), np.bool_)
    is_new[1:] = (page[1:] != page[:-1]) | (said[1:] != said[:-1])
    number = np.cumsum(is_new) - 1
    first = np.flatnonzero(is_new)
    count, earlier = np.empty(len(order)), np.empty(len(order))
    count[order] = np.bincount(number)[number] if len(order) else 0
    earlier[order] = np.arange(len(order)) - first[number] if len(order) else 0
    return count, earlier


def said_once(table: NodeTable, units: Units, repeats: Floats, probability: Floats) -> Floats:
    """The probabilities where of the copies of a long block only the likeliest informs, the first of equals.

    Templates write a text once for wide screens and once for narrow ones, or once more as a teaser of itself; a reader sees it
    once. Copies in the same element stay together: a refrain is a part of its song.
    """
    rows = np.flatnonzero((repeats > 1) & (units.n_terms >= LONG))
    if len(rows) == 0:
        return probability
    page, said = units.page[rows], units.fingerprint[rows]
    order = rows[np.lexsort((rows, -probability[rows], said, page))]
    page, said, around = units.page[order], units.fingerprint[order], table.parent[units.node[order]]
    is_new = np.ones(len(order), np.bool_)
    is_new[1:] = (page[1:] != page[:-1]) | (said[1:] != said[:-1])
    likeliest = np.flatnonzero(is_new)[np.cumsum(is_new) - 1]
    once = probability.copy()
    once[order[around != around[likeliest]]] = 0.0
    return once
