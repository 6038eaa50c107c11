"""Two linear scores of each block: what the names and tags around it say for it, and what its first and last terms say.

Each name, tag and term has a weight that was learned; a score is the sum of the weights of all that a block has. The names
of all elements around a block count, and once more, with weights of their own, those of the nearest three; the tags of the
nearest four count together. Weights are whole numbers, so that a sum does not depend on its order, and sums over all that
is around a node are one pass down the table.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sitemine import kernel
from sitemine.dom.names import FIRST_TAG, TAG_CODE, TAGS
from sitemine.dom.table import NodeTable
from sitemine.measure.hashing import stir
from sitemine.measure.terms import Terms
from sitemine.mine.scoring.names import SLOTS, Names, Places, Slots, slots_of
from sitemine.mine.scoring.units import Units

Weights = npt.NDArray[np.int16]
Sums = npt.NDArray[np.int64]

LEVELS: Final = 4
"""Anywhere around a block, at its own element, at the parent, at the grandparent."""

STEPS: Final = 4
UNIT: Final = 1.0 / 512
TAG_SALT: Final = np.uint64(0xC2B2AE3D27D4EB4F)
EDGE_SALTS: Final = (0x165667B19E3779F9, 0x27D4EB2F165667C5)
SHORT: Final = 12
"""Terms up to which a block as a whole is a word of its own: "Share this article"."""

FIRST_TERMS: Final = 3
LAST_TERMS: Final = 2


class Scores(NamedTuple):
    """What was learned of the names and terms of each block, in units."""

    structure: Sums
    words: Sums
    worst: Sums
    best: Sums
    names: Sums  # how many around the block were learned; where there are none, only tags speak


@dataclass(frozen=True, slots=True, eq=False)
class Learned:
    """The weights of names and of terms, in units."""

    named: Weights  # levels, slots; at last the paths
    term: Weights
    start: Sums  # of both scores, before anything is seen

    @classmethod
    def of(cls, columns: Mapping[str, npt.NDArray[Any]]) -> "Learned":
        """The weights that a file holds."""
        return cls(*(columns[item.name] for item in fields(cls)))


@lru_cache(maxsize=1)
def _by_slot(learned: Learned) -> Weights:
    """The weights of names, those of one slot side by side, since a name asks for all of them."""
    return np.ascontiguousarray(learned.named[:LEVELS].T)


@cache
def _slots_of_tags(count: int) -> Slots:
    number = np.arange(count, dtype=np.uint64)
    number[TAG_CODE["unknown"] - FIRST_TAG :] = TAG_CODE["unknown"] - FIRST_TAG
    return slots_of(stir((number + np.uint64(1)) * TAG_SALT))


def tag_slots(table: NodeTable) -> Slots:
    """The slot of each tag of a table; those that pages invented share one."""
    known = _slots_of_tags(len(TAGS))
    return np.concatenate((known, np.full(len(table.tags) - len(TAGS), known[-1])))


def chain(table: NodeTable, node: npt.NDArray[np.integer]) -> list[Places]:
    """The nodes, their parents and so on, `STEPS` of them; a root is its own parent."""
    found = [node.astype(np.intp)]
    for _ in range(STEPS - 1):
        above = table.parent[found[-1]]
        found.append(np.where(above < 0, found[-1], above))
    return found


def path_slots(table: NodeTable, steps: list[Places]) -> Slots:
    """The slot of the tags of four nested nodes."""
    tags = tag_slots(table)
    mixed = np.zeros(len(steps[0]), np.uint64)
    for step in steps:
        mixed = mixed * np.uint64(SLOTS + 1) + tags[table.tag[step]].astype(np.uint64)
    return slots_of(stir(mixed * TAG_SALT))


def down(table: NodeTable, own: Sums) -> Sums:
    """The sum of a column over each node and all that it stands in."""
    change = np.zeros(len(own) + 1, np.int64)
    change[:-1] = own
    held = np.flatnonzero(own)
    np.subtract.at(change, table.subtree_end[held], own[held])
    return np.cumsum(change[:-1])


def _of_names(weight: Weights, names: Names, table: NodeTable) -> Sums:
    """What each node's own names weigh."""
    return np.bincount(names.node, weight[names.slot], len(table)).astype(np.int64)


def _by_node(weight: Weights, names: Names, tags: Slots, table: NodeTable) -> Sums:
    """What each node's own names and tag weigh."""
    return _of_names(weight, names, table) + weight[tags][table.tag]


def structure_scores(table: NodeTable, units: Units, names: Names, learned: Learned) -> Sums:
    """What the names and tags around each block say for it."""
    steps, tags = chain(table, units.holder), tag_slots(table)
    total = down(table, _by_node(learned.named[0], names, tags, table))[units.holder]
    for level in range(1, LEVELS):
        total = total + _by_node(learned.named[level], names, tags, table)[steps[level - 1]]
    paths = learned.named[LEVELS, path_slots(table, steps)]
    return np.asarray(total + paths + learned.start[0])


def extremes(table: NodeTable, units: Units, names: Names, learned: Learned) -> tuple[Sums, Sums]:
    """What the worst and the best named of the elements around each block weigh: one "sidebar" outweighs many a "content"."""
    own = _of_names(learned.named[0], names, table)
    node = units.holder.astype(np.intp)
    worst, best = own[node], own[node]
    rows = np.flatnonzero(table.parent[node] >= 0)
    while len(rows):
        node[rows] = table.parent[node[rows]]
        found = own[node[rows]]
        worst[rows], best[rows] = np.minimum(worst[rows], found), np.maximum(best[rows], found)
        rows = rows[table.parent[node[rows]] >= 0]
    return worst, best


def n_names(table: NodeTable, units: Units, names: Names, learned: Learned) -> Sums:
    """How many names around each block were learned."""
    known = np.bincount(names.node, learned.named[0][names.slot] != 0, len(table)).astype(np.int64)
    return down(table, known)[units.holder]


def _edge(terms: Terms, units: Units, number: int, salt: int) -> Slots:
    """The slot of one term of each block, counted from its start (0, 1 ...) or its end (-1, -2 ...); 0 where it has none."""
    place = units.first_term + (number if number >= 0 else units.n_terms + number)
    inside = (place >= units.first_term) & (place < units.first_term + units.n_terms)
    found = np.append(terms.term, np.uint64(0))[np.where(inside, place, -1)]
    return np.where(inside, slots_of(stir(found ^ np.uint64(salt))), 0)


def term_slots(terms: Terms, units: Units) -> list[Slots]:
    """The slots of what is read of each block: its first and last terms, and the whole of a short one."""
    first = [_edge(terms, units, number, EDGE_SALTS[0]) for number in range(FIRST_TERMS)]
    last = [_edge(terms, units, -1 - number, EDGE_SALTS[1]) for number in range(LAST_TERMS)]
    whole = np.where((units.n_terms > 0) & (units.n_terms <= SHORT), slots_of(units.fingerprint), 0)
    return [*first, *last, whole]


def term_scores(terms: Terms, units: Units, learned: Learned) -> Sums:
    """What the first and last terms of each block say for it."""
    if kernel.compiled is not None:
        columns = (terms.term, units.first_term, units.n_terms, units.fingerprint)
        return np.asarray(
            kernel.column(kernel.compiled.weigh_edges(*columns, learned.term), np.int64) + learned.start[1]
        )
    total = np.full(len(units), int(learned.start[1]), np.int64)
    for slots in term_slots(terms, units):
        total += learned.term[slots]
    return total


def scores_of(table: NodeTable, terms: Terms, units: Units, names: Names, learned: Learned) -> Scores:
    """What was learned of the names and terms of each block of a table."""
    words = term_scores(terms, units, learned)
    if kernel.compiled is None:
        structure = structure_scores(table, units, names, learned)
        worst, best = extremes(table, units, names, learned)
        return Scores(structure, words, worst, best, n_names(table, units, names, learned))
    own = names.node, names.slot, tag_slots(table)[table.tag], table.parent
    found = kernel.compiled.weigh(*own, _by_slot(learned), learned.named[LEVELS], units.holder)
    structure, known, worst, best = kernel.column(found, np.int64).reshape(4, -1)
    return Scores(structure + learned.start[0], words, worst, best, known)
