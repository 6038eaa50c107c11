"""How widely each term is said on a site, as sums that can be added, merged and taken back.

WISDOM (Kao, Ho, Chen 2005), section 3.1; LAMIS (Kao, Lin, Ho, Chen 2004), section 3.3.

For a term that page j says tf_j times, with n pages, TF = sum of tf_j and L = sum of tf_j ln tf_j,

    EN = (ln TF - L / TF) / ln n        in [0, 1]: 0 said on one page only, 1 said evenly on all
    W  = 1 - EN                         the weight: how much the term informs
    IDF = log_n (n / df)                equal to W where tf is even over the df pages, else below it

TF, L and df are sums over pages. L is kept in whole numbers of 2**-24, so that adding is associative and the statistics
are the same to the last bit in whatever order pages are added, in how many parts, or after how many replacements.

With n < 2 the base of the logarithm does not exist: EN is 0 and W is 1 for every term, which is our choice, and `n_pages` tells
the consumer that nothing was compared.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sitemine.measure.hashing import Hashes
from sitemine.measure.structure import Floats
from sitemine.measure.sums import Counts, Index, add_up
from sitemine.measure.terms import Terms

L_ONE: Final = 1 << 24


class TermCounts(NamedTuple):
    """How often each term is said on each page: one row for a term of a page, by page and term."""

    page_start: npt.NDArray[np.intp]  # first row of each page, and the number of rows
    term: Hashes
    tf: npt.NDArray[np.int32]

    def only(self, wanted: npt.NDArray[np.bool_]) -> "TermCounts":
        """The counts of some of the pages."""
        size = np.diff(self.page_start)
        row = np.repeat(wanted, size)
        return TermCounts(np.concatenate(([0], np.cumsum(size[wanted]))), self.term[row], self.tf[row])


def count_terms(terms: Terms) -> TermCounts:
    """The terms of a table counted page by page."""
    ordered = terms.term.copy()
    starts = terms.page_start.tolist()
    for begin, end in pairwise(starts):
        ordered[begin:end].sort()
    is_new = np.ones(len(ordered), np.bool_)
    is_new[1:] = ordered[1:] != ordered[:-1]
    is_new[terms.page_start[:-1][terms.page_start[:-1] < len(ordered)]] = True
    first = np.flatnonzero(is_new)
    tf = np.diff(first, append=len(ordered)).astype(np.int32)
    return TermCounts(np.searchsorted(first, terms.page_start), ordered[first], tf)


@dataclass(frozen=True, slots=True, eq=False)
class TermStatistics:
    """The additive statistics of a site's terms, in order of the terms' hashes."""

    n_pages: int
    term: Hashes
    tf: Counts
    spread: Counts  # L, in units of 1 / L_ONE
    df: Counts

    def __len__(self) -> int:
        return len(self.term)

    @classmethod
    def empty(cls) -> "TermStatistics":
        none = np.zeros(0, np.int64)
        return cls(0, none.astype(np.uint64), none, none, none)

    @classmethod
    def of(cls, counts: TermCounts) -> "TermStatistics":
        """The statistics of the pages that were counted."""
        tf = counts.tf.astype(np.int64)
        spread = np.rint(tf * np.log(np.maximum(tf, 1)) * L_ONE).astype(np.int64)
        return cls._of_rows(len(counts.page_start) - 1, counts.term, (tf, spread, np.ones(len(tf), np.int64)))

    @classmethod
    def _of_rows(cls, n_pages: int, term: Hashes, columns: tuple[Counts, Counts, Counts]) -> "TermStatistics":
        said, (tf, spread, df) = add_up(term, columns)
        return cls(n_pages, said, tf, spread, df)

    def merge(self, other: "TermStatistics") -> "TermStatistics":
        """The statistics of both sets of pages together."""
        pairs = zip((self.tf, self.spread, self.df), (other.tf, other.spread, other.df), strict=True)
        tf, spread, df = (np.concatenate(pair) for pair in pairs)
        term = np.concatenate((self.term, other.term))
        return self._of_rows(self.n_pages + other.n_pages, term, (tf, spread, df))

    def without(self, other: "TermStatistics") -> "TermStatistics":
        """The statistics after the pages of `other`, which were counted before, are taken back."""
        minus = TermStatistics(-other.n_pages, other.term, -other.tf, -other.spread, -other.df)
        return self.merge(minus)

    def entropy(self) -> Floats:
        """EN of each term."""
        if self.n_pages < 2:
            return np.zeros(len(self.term))
        tf = self.tf.astype(np.float64)
        nats = np.log(tf) - self.spread / (tf * L_ONE)
        # L is rounded, and a term of one page would come out a hair above 0: models in files leave those terms out.
        return np.asarray(np.where(self.df > 1, np.clip(nats / np.log(self.n_pages), 0.0, 1.0), 0.0))

    def idf(self) -> Floats:
        """IDF of each term, in the same base as the entropy."""
        if self.n_pages < 2:
            return np.ones(len(self.term))
        return np.asarray(np.log(self.n_pages / self.df) / np.log(self.n_pages))


def weights_of(terms: Terms, statistics: TermStatistics) -> Floats:
    """W of each term of a table; a term that the site never said informs fully."""
    return term_weights(terms.term, statistics)


def term_weights(term: Hashes, statistics: TermStatistics) -> Floats:
    """W of some terms, wherever they are said."""
    if len(statistics) == 0:
        return np.ones(len(term))
    index, weight = _weights(statistics)
    return weight[index.find(term)]


@lru_cache(maxsize=2)
def _weights(statistics: TermStatistics) -> tuple[Index, Floats]:
    """What is looked up for every page of a site, made once: where each term stands, and W of each; at last 1."""
    return Index(statistics.term), np.append(1.0 - statistics.entropy(), 1.0)


def next_entropy(entropy: float, n: int, total: int, tf: int) -> float:
    """EN after page n + 1 says the term `tf` times, from EN over n >= 1 pages that said it `total` times.

    WISDOM, section 3.1, leaves the proof to an appendix that is not printed. Derived: with a = TF / (TF + t) and b = t / (TF + t),
    E' = (a E ln n - a ln a - b ln b) / ln (n + 1), where 0 ln 0 = 0.
    """
    a, b = total / (total + tf), tf / (total + tf)
    nats = a * entropy * np.log(n) - sum(share * np.log(share) for share in (a, b) if share > 0)
    return float(nats / np.log(n + 1))
