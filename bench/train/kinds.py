"""Kinds of page: which names and which words of the address speak for each, by logistic regression of one against all."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix
from sitemine.mine.kinds import KIND_UNIT, KINDS, page_slots

from bench.quality.sites import ARTICLE
from bench.train.examples import Part
from bench.train.labels import Floats
from bench.train.linear import Flags, fitted, known
from sitemine.mine.names import SLOTS

RIDGE: Final = 15.0
MOST_UNITS: Final = (1 << 7) - 1


@dataclass(frozen=True, slots=True)
class Pages:
    """The pages of all parts as rows of a sparse table."""

    slots: csr_matrix
    kind: npt.NDArray[np.str_]  # "" where nobody says
    weight: Floats
    fold: npt.NDArray[np.int64]

    @classmethod
    def of(cls, parts: Sequence[Part]) -> "Pages":
        found, place = [], 0
        domains: list[str] = []
        for part in parts:
            page, slot = page_slots(part.table, part.names, part.heads, part.addresses)
            found.append((page + place, slot))
            place += len(part.golds)
            domains += part.domains
        rows, columns = (np.concatenate(both) for both in zip(*found, strict=True))
        matrix = csr_matrix((np.ones(len(rows), np.float32), (rows, columns)), (place, SLOTS))
        golds = [gold for part in parts for gold in part.golds]
        return cls(
            known(matrix, np.unique(np.array(domains, np.str_), return_inverse=True)[1]),
            np.array([gold.group if not gold.role else ARTICLE if gold.role == ARTICLE else "" for gold in golds]),
            np.concatenate([part.page_weight for part in parts]),
            np.concatenate([part.fold for part in parts]),
        )


def learned_kinds(pages: Pages, wanted: Flags) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int64]]:
    """The weights of slots for each kind, and the starts, that the wanted pages teach."""
    rows = np.flatnonzero(wanted & (pages.kind != ""))
    weights, starts = np.zeros((len(KINDS), SLOTS), np.int8), np.zeros(len(KINDS), np.int64)
    for number, kind in enumerate(KINDS):
        own, start = fitted(pages.slots[rows], (pages.kind[rows] == kind).astype(float), pages.weight[rows], RIDGE)
        weights[number] = np.clip(np.rint(own / KIND_UNIT), -MOST_UNITS, MOST_UNITS)
        starts[number] = round(start / KIND_UNIT)
    return weights, starts
