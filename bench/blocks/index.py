"""A search index over whole pages against one over their informative blocks: how large it is, and what it finds.

BM25 (k1 = 1.2, b = 0.75) over the terms of each page of a site. Known items are the article pages: by the title of the gold, and by
a phrase of its body, the line of 6 to 25 terms whose terms are rarest on the site on average. Bytes are those of postings as
indexes write them: gaps of page numbers and frequencies, seven bits a byte.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bench.blocks.measured import Judged
from bench.quality.sites import ARTICLE
from sitemine.measure import hash_terms
from sitemine.measure.sums import find

K1, B = 1.2, 0.75
SHORTEST, LONGEST = 6, 25
QUERIES = 40
"""Pages of a site that are looked for, the same on every run."""

Hashes = npt.NDArray[np.uint64]
Flags = npt.NDArray[np.bool_]


class Index(NamedTuple):
    """The postings of a site's pages, by term and page."""

    term: Hashes  # in order
    start: npt.NDArray[np.intp]
    page: npt.NDArray[np.integer]
    tf: npt.NDArray[np.integer]
    length: npt.NDArray[np.float64]  # of each page, in terms

    @property
    def n_bytes(self) -> int:
        """The bytes of the postings."""
        gap = np.diff(self.page, prepend=0)
        gap[self.start[:-1]] = self.page[self.start[:-1]]
        numbers = np.concatenate((gap, self.tf))
        return int(np.maximum(1, np.ceil(np.log2(numbers + 1) / 7)).sum())


def indexed(site: Judged, kept: Flags) -> Index:
    """The index of some segments of all pages."""
    table, terms = site.batch.table, site.terms
    segment = np.searchsorted(table.segment_start, terms.start, side="right") - 1
    stays = kept[segment]
    term, page = terms.term[stays], table.page[table.segment_node[segment[stays]]]
    order = np.lexsort((page, term))
    term, page = term[order], page[order]
    is_new = np.ones(len(term), np.bool_)
    is_new[1:] = (term[1:] != term[:-1]) | (page[1:] != page[:-1])
    first = np.flatnonzero(is_new)
    tf = np.diff(first, append=len(term))
    distinct, start = np.unique(term[first], return_index=True)
    length = np.bincount(page, minlength=table.n_pages).astype(np.float64)
    return Index(distinct, np.append(start, len(first)), page[first], tf, length)


def place_of(index: Index, query: Hashes, wanted: int) -> float:
    """The place of a page in the answer to a query, ties shared; the last where it is not found."""
    n = len(index.length)
    worth = np.zeros(n)
    norm = K1 * (1 - B + B * index.length / max(index.length.mean(), 1.0))
    for row in find(index.term, np.unique(query)).tolist():
        if row >= 0:
            rows = slice(index.start[row], index.start[row + 1])
            page, tf = index.page[rows], index.tf[rows]
            idf = np.log(1 + (n - len(page) + 0.5) / (len(page) + 0.5))
            worth[page] += idf * tf * (K1 + 1) / (tf + norm[page])
    if worth[wanted] <= 0:
        return float(n)
    return float(1 + (worth > worth[wanted]).sum() + ((worth == worth[wanted]).sum() - 1) / 2)


def phrase_of(text: str, index: Index) -> Hashes | None:
    """The terms of the most distinctive line of a text."""
    df = np.append(np.diff(index.start), 1)
    best: tuple[float, Hashes] | None = None
    for line in text.splitlines():
        term = hash_terms(line)[0]
        if SHORTEST <= len(term) <= LONGEST:
            rarity = float(-np.log(df[find(index.term, term)]).mean())
            if best is None or rarity > best[0]:
                best = rarity, term
    return best[1] if best else None


class Study(NamedTuple):
    """What one index is worth on one site."""

    terms: int
    postings: int
    n_bytes: int
    titles: list[float]  # places of the pages looked for
    phrases: list[float]


def studied(site: Judged, kept: dict[str, Flags]) -> dict[str, Study]:
    """The indexes over all segments and over those that each method keeps."""
    every = {"whole pages": np.ones(len(site.gold_segment), np.bool_), **kept}
    indexes = {name: indexed(site, flags) for name, flags in every.items()}
    whole = indexes["whole pages"]
    pages: Sequence[int] = sorted(site.pages(ARTICLE), key=lambda page: page * 2654435761 % (1 << 32))[:QUERIES]
    titles = [(page, hash_terms(site.golds[page].title)[0]) for page in pages if site.golds[page].title]
    phrases = [(page, found) for page in pages if (found := phrase_of(site.golds[page].text, whole)) is not None]
    return {
        name: Study(
            len(index.term),
            len(index.page),
            index.n_bytes,
            [place_of(index, query, page) for page, query in titles],
            [place_of(index, query, page) for page, query in phrases],
        )
        for name, index in indexes.items()
    }
