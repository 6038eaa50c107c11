"""On how many of a site's pages the same block stands: blocks are told apart by a hash of their terms, in order.

The count of pages for a hash (document frequency) is a sum over pages and merges like the terms' statistics. A block
without terms has no fingerprint (hash 0) and is never counted.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sitemine.measure.hashing import Hashes, hash_slices, stir
from sitemine.measure.sums import Counts, add_up, find
from sitemine.measure.terms import Terms


def fingerprints(terms: Terms, start: npt.NDArray[np.integer], end: npt.NDArray[np.integer]) -> Hashes:
    """The fingerprint of each slice of terms."""
    return hash_slices(terms.term, start, end)


def with_place(fingerprint: Hashes, place: Hashes) -> Hashes:
    """The fingerprint of a block together with that of where it stands; 0 stays 0."""
    return np.where(fingerprint == 0, fingerprint, stir(fingerprint + stir(place)))


@dataclass(frozen=True, slots=True, eq=False)
class PageCounts:
    """On how many pages each fingerprint stands, in order of the fingerprints."""

    n_pages: int
    fingerprint: Hashes
    df: Counts

    def __len__(self) -> int:
        return len(self.fingerprint)

    @classmethod
    def empty(cls) -> "PageCounts":
        return cls(0, np.zeros(0, np.uint64), np.zeros(0, np.int64))

    @classmethod
    def of(cls, n_pages: int, page: npt.NDArray[np.integer], fingerprint: Hashes) -> "PageCounts":
        """The counts over a table's pages; a fingerprint counts once a page."""
        order = np.lexsort((page, fingerprint))
        ordered, on = fingerprint[order], page[order]
        is_new = np.ones(len(ordered), np.bool_)
        is_new[1:] = (ordered[1:] != ordered[:-1]) | (on[1:] != on[:-1])
        is_new &= ordered != 0
        distinct = ordered[is_new]
        return cls._of_rows(n_pages, distinct, np.ones(len(distinct), np.int64))

    @classmethod
    def _of_rows(cls, n_pages: int, fingerprint: Hashes, df: Counts) -> "PageCounts":
        seen, (df,) = add_up(fingerprint, (df,))
        return cls(n_pages, seen, df)

    def merge(self, other: "PageCounts") -> "PageCounts":
        """The counts over both sets of pages."""
        together = np.concatenate((self.fingerprint, other.fingerprint))
        return self._of_rows(self.n_pages + other.n_pages, together, np.concatenate((self.df, other.df)))

    def without(self, other: "PageCounts") -> "PageCounts":
        """The counts after the pages of `other`, which were counted before, are taken back."""
        return self.merge(PageCounts(-other.n_pages, other.fingerprint, -other.df))

    def pages(self, fingerprint: Hashes) -> Counts:
        """On how many pages each fingerprint stands; 0 for those never seen."""
        return np.append(self.df, 0)[find(self.fingerprint, fingerprint)]
