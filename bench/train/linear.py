"""Linear scores: which names, tags and terms speak for a block, by logistic regression over hashed slots."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize
from scipy.sparse import csr_matrix, hstack, vstack

from bench.train.examples import Part
from bench.train.labels import Floats
from sitemine.mine.scoring.linear import LEVELS, UNIT, chain, path_slots, tag_slots, term_slots
from sitemine.mine.scoring.names import SLOTS

Flags = npt.NDArray[np.bool_]

LEAST_DOMAINS: Final = 5
"""Domains that must know a name before it is learned."""

STRUCTURE_RIDGE: Final = 8.0
TERM_RIDGE: Final = 2.0
STEPS: Final = 60
MOST_UNITS: Final = (1 << 15) - 1
TRUST: Final = 0.002
"""Labels are shares of words; none is quite sure."""


def _rows(row: npt.NDArray[np.intp], slot: npt.NDArray[np.intp], n_rows: int, n_slots: int = SLOTS) -> csr_matrix:
    return csr_matrix((np.ones(len(row), np.float32), (row, slot)), (n_rows, n_slots))


def _own_names(part: Part) -> csr_matrix:
    """Nodes by slots: the names and the tag of each."""
    table = part.table
    node = np.concatenate((part.names.node, np.arange(len(table))))
    slot = np.concatenate((part.names.slot, tag_slots(table)[table.tag]))
    return _rows(node, slot, len(table))


def _around(part: Part) -> csr_matrix:
    """Blocks by nodes: all that a block stands in."""
    row: npt.NDArray[np.intp]
    node: npt.NDArray[np.integer[Any]]
    node, row = part.units.holder.astype(np.intp), np.arange(len(part.units))
    rows, nodes = [], []
    while len(row):
        rows.append(row)
        nodes.append(node)
        node = part.table.parent[node]
        row, node = row[node >= 0], node[node >= 0]
    return _rows(np.concatenate([*rows, row]), np.concatenate([*nodes, node]), len(part.units), len(part.table))


def structure_matrix(part: Part) -> csr_matrix:
    """Blocks by slots of all levels, one after the other, and of the path."""
    own, steps = _own_names(part), chain(part.table, part.units.holder)
    levels = [_around(part) @ own, *(own[steps[level]] for level in range(LEVELS - 1))]
    rows = np.arange(len(part.units))
    return hstack([*levels, _rows(rows, path_slots(part.table, steps), len(rows))], format="csr", dtype=np.float32)


def term_matrix(part: Part) -> csr_matrix:
    """Blocks by slots of their terms; the slot of a term that is not there is left out."""
    slots, rows = term_slots(part.terms, part.units), np.arange(len(part.units))
    row = np.concatenate([rows[found > 0] for found in slots])
    slot = np.concatenate([found[found > 0] for found in slots])
    return _rows(row, slot, len(rows))


@dataclass(frozen=True, slots=True)
class Rows:
    """The blocks of all parts as rows of two sparse tables."""

    structure: csr_matrix
    term: csr_matrix
    share: Floats
    weight: Floats
    fold: npt.NDArray[np.int64]

    @classmethod
    def of(cls, parts: Sequence[Part]) -> "Rows":
        domain = np.unique(
            np.concatenate([np.array(part.domains, object)[part.units.page] for part in parts]).astype(str),
            return_inverse=True,
        )[1]
        return cls(
            known(vstack([structure_matrix(part) for part in parts], format="csr"), domain),
            known(vstack([term_matrix(part) for part in parts], format="csr"), domain),
            np.concatenate([part.share for part in parts]),
            np.concatenate([part.weight for part in parts]),
            np.concatenate([part.fold[part.units.page] for part in parts]),
        )


def known(matrix: csr_matrix, domain: npt.NDArray[np.intp]) -> csr_matrix:
    """The table without what fewer than `LEAST_DOMAINS` domains know."""
    rows = np.arange(matrix.shape[0])
    by_domain = _rows(domain, rows, int(domain.max()) + 1, len(rows)) @ matrix
    count = np.bincount(by_domain.nonzero()[1], minlength=matrix.shape[1])
    keep = np.zeros(matrix.shape[1], np.float32)
    keep[count >= LEAST_DOMAINS] = 1.0
    matrix = matrix.copy()
    matrix.data *= keep[matrix.indices]
    matrix.eliminate_zeros()
    return matrix


def fitted(matrix: csr_matrix, share: Floats, weight: Floats, ridge: float) -> tuple[Floats, float]:
    """The weights of the columns, and the start, that make the shares likeliest."""
    used = np.flatnonzero(np.asarray(np.abs(matrix).sum(axis=0)).ravel())
    columns = matrix[:, used]
    turned = columns.T.tocsr()
    target = np.clip(share, TRUST, 1 - TRUST).astype(np.float32)
    mass = weight.astype(np.float32)

    def loss(x: Floats) -> tuple[float, Floats]:
        odds = columns @ x[1:].astype(np.float32) + np.float32(x[0])
        value = float(np.sum(mass * (np.logaddexp(0, odds) - target * odds), dtype=np.float64))
        slope = mass * (1 / (1 + np.exp(-odds)) - target)
        gradient = np.concatenate(([slope.sum(dtype=np.float64)], turned @ slope + ridge * x[1:]))
        return value + ridge / 2 * float(x[1:] @ x[1:]), gradient

    found = minimize(loss, np.zeros(len(used) + 1), jac=True, method="L-BFGS-B", options={"maxiter": STEPS})
    weights = np.zeros(matrix.shape[1])
    weights[used] = found.x[1:]
    return weights, float(found.x[0])


def in_units(weights: Floats) -> npt.NDArray[np.int16]:
    return np.clip(np.rint(weights / UNIT), -MOST_UNITS, MOST_UNITS).astype(np.int16)


def scored(rows: Rows, wanted: Flags) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16], npt.NDArray[np.int64]]:
    """The weights of names and paths, of terms, and the starts of both, that the wanted rows teach."""
    share, weight = rows.share[wanted], rows.weight[wanted]
    structure, start = fitted(rows.structure[wanted], share, weight, STRUCTURE_RIDGE)
    term, term_start = fitted(rows.term[wanted], share, weight, TERM_RIDGE)
    levels = in_units(structure).reshape(LEVELS + 1, SLOTS)
    return levels, in_units(term), np.array([round(start / UNIT), round(term_start / UNIT)])
