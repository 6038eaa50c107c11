"""Informative blocks of a page by what they are made of: those in which the desired features prevail.

FeatureExtractor and K-FeatureExtractor (Debnath, Mitra, Giles 2005), sections 3.2 and 3.3. For a block b, features f, and
the set D of desired ones (text, say),

    value_f(b) = count of f in b / the largest count of f in any block of the page (C6), 0 where no block has f
    P(b)       = sum of value_f(b) over D / sum of value_f(b) over all features

The winners are the blocks with P > 1/2, in which D prevails. Their values are taken anew, by the largest counts among the
winners, and the best of them is the answer:

    FeatureExtractor    the winner with the largest sum of desired values (C5: or with the largest P, as the paper also says)
    K-FeatureExtractor  the winners are parted by k-means into k clusters by that sum, starting from equidistant winners in
                        order of the sum (C7); the cluster with the largest centroid is the answer. With no more than k
                        winners all of them are (C8)

Where there is no winner, the block with the largest sum of desired values is the answer and `is_winner` is false for all blocks
of the page; where no block has any desired feature there is no answer. Ties go to the first block of the page.

Scripts and style sheets are features in the paper; nothing of them is read here, so they count for nothing.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sitemine.dom.table import Flags, NodeTable
from sitemine.measure.blockset import BlockSet, block_set, tagged
from sitemine.measure.structure import Floats
from sitemine.measure.terms import Terms
from sitemine.options import FEATURES, FeatureExtractor

TAGGED: Final = {
    "text-tags": frozenset("h1 h2 h3 h4 h5 h6 strong b em i blockquote pre code".split()),
    "lists": frozenset("ul ol dl menu".split()),
    "images": frozenset("img svg canvas".split()),
    "links": frozenset(("a", "area")),
    "objects": frozenset("object embed applet iframe video audio".split()),
    "tables": frozenset(("table",)),
    "forms": frozenset("form input select textarea button".split()),
}
"""What each feature counts besides text, which counts terms."""

Counts = npt.NDArray[np.int64]


def _linked(table: NodeTable, terms: Terms) -> Flags:
    """Which terms stand in links."""
    run = np.searchsorted(table.run_start, terms.start, side="right") - 1
    return np.asarray(table.context_length[table.run_node[run]] == 0)


def feature_counts(table: NodeTable, terms: Terms, blocks: BlockSet, *, prose: bool = False) -> Counts:
    """How often each block has each feature: blocks by `FEATURES`. With `prose`, text is what is outside of links."""
    linked = _linked(table, terms)
    counts = np.zeros((len(blocks), len(FEATURES)), np.int64)
    segment = np.searchsorted(table.segment_start, terms.start, side="right") - 1
    for column, name in enumerate(FEATURES):
        if name == "text":
            heard = segment[~linked] if prose else segment
            counts[:, column] = np.bincount(blocks.segment_block[heard], minlength=len(blocks))
        else:
            block = blocks.row_block[tagged(table, TAGGED[name])]
            counts[:, column] = np.bincount(block[block >= 0], minlength=len(blocks))
    return counts


def values(counts: Counts, page: npt.NDArray[np.integer], among: Flags) -> Floats:
    """Each count in units of the largest of its feature among some blocks of the page."""
    largest = np.zeros((int(page.max(initial=-1)) + 1, counts.shape[1]), np.int64)
    np.maximum.at(largest, page[among], counts[among])
    return np.asarray(counts / np.maximum(largest[page], 1))


class Winners(NamedTuple):
    """What the desired features come to in each block."""

    desired: Floats  # sum of the desired values; of winners, taken anew among them
    share: Floats  # P among all blocks of the page; 0 where a block has no feature
    is_winner: Flags


def winners(
    counts: Counts, page: npt.NDArray[np.integer], desired: tuple[str, ...], ranked: tuple[str, ...] = ()
) -> Winners:
    """The blocks in which the desired features prevail, valued by those of them in `ranked`, or by all."""
    wanted = np.array([name in desired for name in FEATURES])
    valued = np.array([name in (set(ranked) & set(desired) or desired) for name in FEATURES])
    value = values(counts, page, np.ones(len(counts), np.bool_))
    total, own = value.sum(axis=1), value[:, wanted].sum(axis=1)
    is_winner = 2 * own > total
    anew = values(counts, page, is_winner)[:, valued].sum(axis=1)
    share = np.divide(own, total, out=np.zeros(len(own)), where=total > 0)
    return Winners(np.where(is_winner, anew, value[:, valued].sum(axis=1)), share, is_winner)


def _best(page: npt.NDArray[np.integer], worth: Floats, candidate: Flags) -> Flags:
    """The first candidate of each page that is worth most."""
    rows = np.flatnonzero(candidate & (worth > 0))
    order = rows[np.lexsort((rows, -worth[rows], page[rows]))]
    best = np.zeros(len(page), np.bool_)
    best[order[np.flatnonzero(np.diff(page[order], prepend=-1))]] = True
    return best


def candidates(found: Winners, page: npt.NDArray[np.integer]) -> Flags:
    """The winners of each page; all of its blocks where it has none."""
    has_winner = np.bincount(page, found.is_winner, int(page.max(initial=-1)) + 1) > 0
    return np.asarray(found.is_winner | ~has_winner[page])


def _nearest_centroid(value: Floats, group: npt.NDArray[np.integer], centroid: Floats) -> npt.NDArray[np.intp]:
    away = np.abs(value[:, None] - centroid[group])
    return np.asarray(np.argmin(np.where(np.isnan(away), np.inf, away), axis=1))


def k_means(value: Floats, group: npt.NDArray[np.integer], k: int, rounds: int) -> tuple[npt.NDArray[np.intp], Floats]:
    """The cluster of each value among those of its group, and the centroids of each group; empty clusters are dropped.

    Values are in order within their groups, and groups in order; each group has k values at least.
    """
    size = np.bincount(group)
    first = np.cumsum(size) - size
    nth = np.rint(np.linspace(0.0, 1.0, k)[None, :] * (size[:, None] - 1)).astype(np.intp)
    centroid = value[first[:, None] + nth]
    cluster = _nearest_centroid(value, group, centroid)
    for _ in range(rounds):
        place = group * k + cluster
        count = np.bincount(place, minlength=len(size) * k)
        total = np.bincount(place, value, len(size) * k)
        centroid = np.divide(total, count, out=np.full(len(total), np.nan), where=count > 0).reshape(-1, k)
        moved = _nearest_centroid(value, group, centroid)
        if np.array_equal(moved, cluster):
            break
        cluster = moved
    return cluster, centroid


def best_cluster(page: npt.NDArray[np.integer], worth: Floats, candidate: Flags, options: FeatureExtractor) -> Flags:
    """Of each page the candidates in the cluster with the largest centroid; all where there are no more than k."""
    rows = np.flatnonzero(candidate & (worth > 0))
    count = np.bincount(page[rows], minlength=int(page.max(initial=-1)) + 1)
    kept = np.zeros(len(page), np.bool_)
    kept[rows[count[page[rows]] <= options.k]] = True
    many = rows[count[page[rows]] > options.k]
    if len(many):
        many = many[np.lexsort((worth[many], page[many]))]
        group = np.cumsum(np.diff(page[many], prepend=page[many[0]]) > 0)
        cluster, centroid = k_means(worth[many], group, options.k, options.rounds)
        top = np.nanargmax(centroid, axis=1)
        kept[many[cluster == top[group]]] = True
    return kept


class Featured(NamedTuple):
    """What FeatureExtractor finds of each block of some pages."""

    blocks: BlockSet
    found: Winners
    kept: Flags


def featured(table: NodeTable, terms: Terms, options: FeatureExtractor) -> tuple[BlockSet, Winners]:
    """The blocks of some pages and what the desired features come to in each."""
    blocks = block_set(table, options.blocks)
    return blocks, winners(
        feature_counts(table, terms, blocks, prose=options.prose), blocks.page, options.desired, options.ranked
    )


def best_block(table: NodeTable, terms: Terms, options: FeatureExtractor) -> Featured:
    """FeatureExtractor: the best block of each page."""
    blocks, found = featured(table, terms, options)
    worth = found.desired if options.final == "sum" else np.where(found.desired > 0, found.share, 0.0)
    return Featured(blocks, found, _best(blocks.page, worth, candidates(found, blocks.page)))


def best_blocks(table: NodeTable, terms: Terms, options: FeatureExtractor) -> Featured:
    """K-FeatureExtractor: the best blocks of each page."""
    blocks, found = featured(table, terms, options)
    several = best_cluster(blocks.page, found.desired, found.is_winner, options)
    lone = _best(blocks.page, found.desired, candidates(found, blocks.page) & ~found.is_winner)
    return Featured(blocks, found, several | lone)
