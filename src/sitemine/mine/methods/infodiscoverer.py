"""Informative blocks of pages of one kind, by the entropy of their terms among these pages.

InfoDiscoverer (Kao, Lin, Ho, Chen 2004), sections 3.2, 3.3 and 4.3; with TABLE blocks it is LH (Lin and Ho 2002). For each
cluster of pages, by its pages alone,

    E(T)   entropy of a term, to the base of the number of the pages
    H(CB)  mean entropy of the distinct terms of a block (I2); a block without terms has none
    F(t)   the distinct terms of all blocks with H <= t

and the threshold is the least t of 0, 0.1, ... 1 from which the next step adds no term to F: there is the boundary between
informative and redundant blocks. It is sought from the first t on at which F is not empty (I3), and comes to 1 where
every step adds some. Blocks with H <= threshold are informative (I4).

A whole site takes three steps (section 4.3): the informative blocks of its TOC pages; the pages that the links in these lead to
are the articles; the informative blocks of those.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sitemine.acquire.urls import host, path_of
from sitemine.dom.batch import Batch
from sitemine.dom.table import Flags, Ints, NodeTable
from sitemine.measure.entropy import L_ONE, TermCounts, TermStatistics, count_terms
from sitemine.measure.fingerprints import fingerprints, with_place
from sitemine.measure.hashing import Hashes
from sitemine.measure.partition import Rows, modern_blocks, table_blocks
from sitemine.measure.sitelinks import aliases_of, number_pages, targets_of
from sitemine.measure.structure import Floats
from sitemine.measure.sums import find
from sitemine.measure.terms import Terms
from sitemine.options import Infodiscoverer

TOLERANCE: Final = 1e-6
"""An entropy that misses a step of the threshold by so little is on it: sums of whole numbers are right to some 1e-7."""

NAMED_FOLDER: Final = 2
"""Parts of a path (the first is empty, the last names the page) beyond which the second is a folder."""


class Thresholds(NamedTuple):
    """What InfoDiscoverer finds out about each cluster."""

    threshold: Floats
    n_terms: npt.NDArray[np.intp]  # cluster by step: the size of F
    is_found: Flags  # False: every step adds terms, or there are none, and the threshold is 1


@dataclass(frozen=True, slots=True, eq=False)
class Discovered:
    """The blocks of some pages, and which of them inform."""

    node: Rows  # of each block, in document order
    page: Ints
    entropy: Floats  # H of each block; not a number where it has no terms
    kept: Flags  # informative blocks
    thresholds: Thresholds
    segment_block: npt.NDArray[np.intp]  # place in `node`
    node_block: npt.NDArray[np.intp]  # of each row of the table: place in `node`, -1 where the block says nothing

    @property
    def segment_kept(self) -> Flags:
        return self.kept[self.segment_block]

    @property
    def segment_entropy(self) -> Floats:
        return self.entropy[self.segment_block]


def greedy_thresholds(cluster: Ints, entropy: Floats, n_clusters: int, step: float) -> Thresholds:
    """The threshold of each cluster, from its terms' clusters and the least entropy of a block that says each."""
    n_steps = math.ceil(1 / step - TOLERANCE) + 1
    first = np.clip(np.ceil((entropy - TOLERANCE) / step), 0, n_steps - 1).astype(np.intp)
    added = np.bincount(cluster * n_steps + first, minlength=n_clusters * n_steps).reshape(n_clusters, n_steps)
    n_terms = np.cumsum(added, axis=1)
    is_plateau = (n_terms[:, :-1] > 0) & (n_terms[:, :-1] == n_terms[:, 1:])
    is_found = is_plateau.any(axis=1)
    at = np.where(is_found, is_plateau.argmax(axis=1), n_steps - 1)
    return Thresholds(np.minimum(at * step, 1.0), n_terms, is_found)


def _training(terms: Terms, cluster: Ints, most: int) -> Flags:
    """Pages to learn from: so many of each cluster, drawn by lot.

    The lots are hashes of what the pages say, so that neither their order nor chance decides.
    """
    lot = fingerprints(terms, terms.page_start[:-1], terms.page_start[1:])
    order = np.lexsort((lot, cluster))
    size = np.bincount(cluster + 1)  # place 0: pages that take no part
    nth = np.arange(len(order)) - np.repeat(np.cumsum(size) - size, size)
    chosen = np.zeros(len(cluster), np.bool_)
    chosen[order[nth < most]] = True
    return chosen & (cluster >= 0)


def cluster_entropy(counts: TermCounts, cluster: Ints, trained: Flags) -> tuple[Hashes, Floats]:
    """Terms together with their cluster, in order, and the entropy of each among the trained pages of its cluster."""
    counts = counts.only(trained)
    page_cluster = cluster[trained]
    of_row = np.repeat(page_cluster, np.diff(counts.page_start))
    told = TermStatistics.of(counts._replace(term=keyed(counts.term, of_row)))
    n = np.bincount(page_cluster)
    first = find(told.term, keyed(counts.term, of_row))
    base = np.ones(len(told))
    base[first] = np.log(np.maximum(n[of_row], 2))
    tf = told.tf.astype(np.float64)
    nats = np.log(tf) - told.spread / (tf * L_ONE)
    return told.term, np.where(told.df > 1, np.clip(nats / base, 0.0, 1.0), 0.0)


def keyed(term: Hashes, cluster: Ints) -> Hashes:
    """Each term together with a cluster."""
    return with_place(term, cluster.astype(np.uint64) + np.uint64(1))


def distinct_pairs(block: npt.NDArray[np.intp], term: Hashes) -> tuple[npt.NDArray[np.intp], Hashes]:
    """The distinct pairs of block and term."""
    order = np.lexsort((term, block))
    block, term = block[order], term[order]
    is_new = np.ones(len(term), np.bool_)
    is_new[1:] = (block[1:] != block[:-1]) | (term[1:] != term[:-1])
    return block[is_new], term[is_new]


def blocks_of(table: NodeTable, kind: str) -> Rows:
    """The block of each row that holds text, by the paper's partition or the modern one."""
    if kind == "table":
        return table_blocks(table)
    return modern_blocks(table, np.bincount(table.segment_node, minlength=len(table)))


class Parted(NamedTuple):
    """The blocks of some pages that say something."""

    node: Rows
    page: Ints
    segment_block: npt.NDArray[np.intp]
    node_block: npt.NDArray[np.intp]

    def said(self, table: NodeTable, terms: Terms, cluster: Ints, key: Hashes) -> "Said":
        """Each distinct term of each block of the pages that are in a cluster; `key` are the terms learned."""
        of_term = self.segment_block[np.searchsorted(table.segment_start, terms.start, side="right") - 1]
        takes_part = cluster[self.page[of_term]] >= 0
        block, term = distinct_pairs(of_term[takes_part], terms.term[takes_part])
        of_block = cluster[self.page[block]]
        return Said(block, find(key, keyed(term, of_block)), of_block)


def parts_of(table: NodeTable, block: Rows) -> Parted:
    """The blocks of some pages, from the block that each row belongs to."""
    nodes, segment_block = np.unique(block[table.segment_node], return_inverse=True)
    place = np.full(len(table), -1, np.intp)
    place[nodes] = np.arange(len(nodes))
    return Parted(nodes, table.page[nodes], segment_block, place[block])


class Said(NamedTuple):
    """Each distinct term of each block that takes part."""

    block: npt.NDArray[np.intp]
    row: npt.NDArray[np.intp]  # of the term in its cluster; -1 where no page that was learned from says it
    cluster: Ints


def block_entropy(said: Said, entropy: Floats, n_blocks: int) -> Floats:
    """H of each block; a term that no page learned from says is said on few, and its entropy is 0."""
    total = np.bincount(said.block, np.append(entropy, 0.0)[said.row], n_blocks)
    count = np.bincount(said.block, minlength=n_blocks)
    found = np.full(n_blocks, np.nan)
    np.divide(total, count, out=found, where=count > 0)
    return found


def learned_thresholds(said: Said, trained: Flags, found: Floats, n_clusters: int, step: float) -> Thresholds:
    """The threshold of each cluster; `trained` tells the blocks of pages to learn from."""
    used = trained[said.block]
    row, cluster = said.row[used], said.cluster[used]
    least = np.full(int(row.max(initial=-1)) + 1, np.inf)
    np.minimum.at(least, row, found[said.block[used]])
    of_term = np.full(len(least), -1, np.int32)
    of_term[row] = cluster
    return greedy_thresholds(of_term[of_term >= 0], least[of_term >= 0], n_clusters, step)


def discover(
    table: NodeTable, terms: Terms, cluster: Ints, block: Rows, options: Infodiscoverer | None = None
) -> Discovered:
    """The informative blocks of the pages of a table.

    `cluster` is that of each page, counted from 0; -1 for pages that take no part, whose blocks are all dropped. `block` is the
    block that each row belongs to (`blocks_of`). A page without another of its cluster has nothing to differ from: all of
    its entropies are 0, and its blocks are kept.
    """
    options = options or Infodiscoverer()
    trained = _training(terms, cluster, options.training_pages)
    key, entropy = cluster_entropy(count_terms(terms), cluster, trained)
    parted = parts_of(table, block)
    said = parted.said(table, terms, cluster, key)
    found = block_entropy(said, entropy, len(parted.node))
    n_clusters = int(cluster.max(initial=-1)) + 1
    thresholds = learned_thresholds(said, trained[parted.page], found, n_clusters, options.step)
    kept = is_informative(found, thresholds.threshold, cluster[parted.page])
    return Discovered(parted.node, parted.page, found, kept, thresholds, parted.segment_block, parted.node_block)


def is_informative(entropy: Floats, threshold: Floats, cluster: npt.NDArray[np.integer]) -> Flags:
    """Which blocks have an entropy up to the threshold of their cluster; one without terms has not."""
    return np.asarray(entropy <= np.append(threshold, np.nan)[cluster] + TOLERANCE)  # not a number: never kept


def address_key(url: str) -> tuple[str, int, str]:
    """What the URLs of pages of one cluster share: host, depth, and the folder of the first level."""
    parts = path_of(url).split("/")
    return host(url), len(parts), parts[1] if len(parts) > NAMED_FOLDER else ""


def address_clusters(urls: Sequence[str]) -> Ints:
    """The cluster of each page by its URL: the folder of the first level, and how deep it lies; lone pages are one cluster."""
    keys = [address_key(url) for url in urls]
    pages = Counter(keys)
    several = sorted(key for key, count in pages.items() if count > 1)
    number = {key: place for place, key in enumerate(several, 1)}
    return np.array([number.get(key, 0) for key in keys], np.int32)


class SiteBlocks(NamedTuple):
    """What InfoDiscoverer finds on a whole site."""

    tocs: Discovered
    articles: Discovered
    is_article: Flags  # pages that links in informative blocks of TOC pages lead to


def linked_pages(batch: Batch, tocs: Discovered) -> Flags:
    """The pages that the links in the informative blocks of TOC pages lead to."""
    urls = [batch.urls[place] for place in batch.mined]
    pages = number_pages(urls, aliases_of(batch))
    informs = np.append(tocs.kept, np.False_)[tocs.node_block[batch.links.node]]
    target = targets_of(batch.links, pages)[informs]
    is_linked = np.zeros(pages.n_pages, np.bool_)
    is_linked[target[target >= 0]] = True
    return is_linked[pages.numbers_of(urls)]


def discover_site(
    batch: Batch, terms: Terms, is_toc: Flags, cluster: Ints, options: Infodiscoverer | None = None
) -> SiteBlocks:
    """The informative blocks of a site's TOC pages, the articles that they lead to, and the informative blocks of these."""
    options = options or Infodiscoverer()
    block = blocks_of(batch.table, options.blocks)
    tocs = discover(batch.table, terms, np.where(is_toc, cluster, -1), block, options)
    is_article = linked_pages(batch, tocs) & ~is_toc
    articles = discover(batch.table, terms, np.where(is_article, cluster, -1), block, options)
    return SiteBlocks(tocs, articles, is_article)
