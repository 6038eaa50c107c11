"""InfoDiscoverer on a site that is read in parts: learned from a few pages of each cluster, told for every page.

LAMIS and InfoDiscoverer (Kao, Lin, Ho, Chen 2004), section 4.3; `infodiscoverer` has the formulas. A cluster are the pages of one
folder and depth. The pages to learn from are those of the least lots, hashes of what they say, so that a survey of the site
can forget all others as it goes, and comes to the same pages in whatever order it meets them.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sitemine.acquire.urls import identity
from sitemine.dom.batch import Batch
from sitemine.dom.table import Flags
from sitemine.measure.entropy import TermCounts, count_terms
from sitemine.measure.fingerprints import fingerprints
from sitemine.measure.hashing import Hashes
from sitemine.measure.structure import Floats
from sitemine.measure.sums import find
from sitemine.measure.terms import Terms
from sitemine.mine.methods.infodiscoverer import (
    Parted,
    Said,
    address_clusters,
    address_key,
    block_entropy,
    blocks_of,
    cluster_entropy,
    distinct_pairs,
    is_informative,
    keyed,
    learned_thresholds,
    parts_of,
)
from sitemine.options import Infodiscoverer


class Drawn(NamedTuple):
    """What one page says, if the lot falls on it."""

    lot: int
    url: str
    term: Hashes
    tf: npt.NDArray[np.int32]
    block: npt.NDArray[np.intp]  # of each distinct term of each block
    block_term: Hashes


def survey(batch: Batch, terms: Terms, wanted: Sequence[int], options: Infodiscoverer) -> list[Drawn]:
    """What some pages of a batch, by their places in its table, say."""
    table = batch.table
    lot = fingerprints(terms, terms.page_start[:-1], terms.page_start[1:])
    counts, parted = count_terms(terms), parts_of(table, blocks_of(table, options.blocks))
    segment = np.searchsorted(table.segment_start, terms.start, side="right") - 1
    block, term = distinct_pairs(parted.segment_block[segment], terms.term)
    bounds = np.searchsorted(parted.page[block], np.arange(table.n_pages + 1))
    drawn = []
    for page in wanted:
        first, last = counts.page_start[page : page + 2]
        begin, end = bounds[page : page + 2]
        url = batch.urls[batch.mined[page]]
        said = (counts.term[first:last], counts.tf[first:last], block[begin:end], term[begin:end])
        drawn.append(Drawn(int(lot[page]), url, *said))
    return drawn


@dataclass(frozen=True, slots=True, eq=False)
class Trained:
    """What InfoDiscoverer has learned of a site."""

    clusters: dict[str, int]  # by the identity of a page's URL
    key: Hashes  # terms with their cluster, in order
    entropy: Floats
    threshold: Floats  # of each cluster


def _least(drawn: list[Drawn], most: int) -> list[Drawn]:
    return sorted(drawn, key=lambda page: page[:2])[:most]


def train(parts: Iterable[list[Drawn]], options: Infodiscoverer) -> Trained:
    """Learns entropies and thresholds from a survey of all pages of a site."""
    most, urls = options.training_pages, []
    by_key: defaultdict[tuple[str, int, str], list[Drawn]] = defaultdict(list)
    for part in parts:
        urls += [page.url for page in part]
        for page in part:
            pages = by_key[address_key(page.url)]
            pages.append(page)
            if len(pages) > 2 * most:
                pages[:] = _least(pages, most)
    urls.sort()
    number = dict(zip(urls, address_clusters(urls).tolist(), strict=True))
    clusters: defaultdict[int, list[Drawn]] = defaultdict(list)
    for pages in by_key.values():
        for page in pages:
            clusters[number[page.url]].append(page)
    chosen = [(cluster, page) for cluster in sorted(clusters) for page in _least(clusters[cluster], most)]
    return _learned(chosen, {identity(url): cluster for url, cluster in number.items()}, options.step)


def _learned(chosen: list[tuple[int, Drawn]], clusters: dict[str, int], step: float) -> Trained:
    cluster = np.array([number for number, _ in chosen], np.int32)
    pages = [page for _, page in chosen]
    start = np.cumsum([0, *(len(page.term) for page in pages)])
    counts = TermCounts(start, np.concatenate([p.term for p in pages]), np.concatenate([p.tf for p in pages]))
    key, entropy = cluster_entropy(counts, cluster, np.ones(len(pages), np.bool_))
    n_pairs = np.array([len(page.block) for page in pages], np.intp)
    at = np.repeat(np.arange(len(pages)), n_pairs)
    own = np.concatenate([page.block for page in pages])
    _, block = np.unique(at * (own.max(initial=0) + 1) + own, return_inverse=True)
    of_pair = cluster[at]
    said = Said(block, find(key, keyed(np.concatenate([p.block_term for p in pages]), of_pair)), of_pair)
    n_blocks = int(block.max(initial=-1)) + 1
    found = block_entropy(said, entropy, n_blocks)
    every = np.ones(n_blocks, np.bool_)
    thresholds = learned_thresholds(said, every, found, int(cluster.max(initial=-1)) + 1, step)
    return Trained(clusters, key, entropy, thresholds.threshold)


class Told(NamedTuple):
    """The blocks of some pages, and which of them inform."""

    parted: Parted
    entropy: Floats  # not a number where a block has no terms
    threshold: Floats
    kept: Flags


def tell(batch: Batch, terms: Terms, trained: Trained, options: Infodiscoverer) -> Told:
    """The informative blocks of some pages of a site, by what was learned of it."""
    table = batch.table
    urls = (batch.urls[place] for place in batch.mined)
    cluster = np.array([trained.clusters.get(identity(url), -1) for url in urls], np.int32)
    parted = parts_of(table, blocks_of(table, options.blocks))
    said = parted.said(table, terms, cluster, trained.key)
    found = block_entropy(said, trained.entropy, len(parted.node))
    of_block = cluster[parted.page]
    threshold = np.append(trained.threshold, np.nan)[of_block]
    return Told(parted, found, threshold, is_informative(found, trained.threshold, of_block))
