"""The informative structure of a page: its TOC blocks by what their links lead to, its article blocks by what they say.

WISDOM (Kao, Ho, Chen 2005). Phase 1 gives each node its features (section 3.1):

    API(N)  anchor N with the page q it leads to: sum of 1 / EN(t) over the terms t that both say (anchor precision index). EN
            is no less than log_n 2, the entropy of a term that two pages say alike (W7); terms count once (W6)
    ALEN, CLEN, CII and SII as in `measure.structure`; all but CII are aggregated over subtrees

Phases 2 and 3 find the blocks (`skeleton`), for each type with its own feature and constraint:

    type     f_A     SII of   constraint
    TOC      API_A   API_A    API_A / number of anchors > 1.25
    article  CLEN_A  CLEN_A   CII > 0.2

Where the links of a page cannot be told (most of its anchors have an API of 0, as on a lone page), TOC blocks go by anchor text
instead: ALEN_A, ST = 0.9, no expansion, and in place of the constraint, which speaks of API, a mean anchor longer than the
site's median (W10).

The paper divides an article down to its last element, so that a bold word may be the block. With `leaves="segments"` it is
divided into lines instead: a node's children are the blocks in it and the lines that stand in it directly (W3).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sitemine.acquire.urls import identity
from sitemine.dom.batch import Batch
from sitemine.dom.table import Flags, Ints, NodeTable, covered
from sitemine.measure.blockset import tagged
from sitemine.measure.entropy import TermStatistics, term_weights
from sitemine.measure.fingerprints import with_place
from sitemine.measure.hashing import Hashes
from sitemine.measure.partition import Rows
from sitemine.measure.similar import slices
from sitemine.measure.sitelinks import Pages, aliases_of, label_terms, number_pages, targets_of
from sitemine.measure.structure import Floats, content_information, coverage, structure_information
from sitemine.measure.sums import Index
from sitemine.measure.terms import Terms
from sitemine.mine.methods.skeleton import Tree, best, condensed, expanded, frontier
from sitemine.options import Wisdom

API_ONE: Final = 1 << 20
"""API is summed in whole numbers of this unit, so that ties are ties whatever else is in the table."""

WHOLE: Final = frozenset("table pre figure blockquote ul ol dl".split())
"""Elements that are parts of a text and no more divided than a paragraph is, where articles are divided into lines."""

LONGEST_ANCHOR: Final = 1024
"""Characters from which on all anchors count as equally long."""


@dataclass(frozen=True, slots=True, eq=False)
class Crawled:
    """What the pages of a site say, as far as links to them are concerned: a sum over pages, in parts or as a whole."""

    urls: tuple[str, ...]
    aliases: tuple[tuple[str, str], ...]
    page: Ints  # place in `urls` of the page that says a term
    term: Hashes
    anchors: npt.NDArray[np.int64]  # number of anchors by length


def survey(batch: Batch, terms: Terms, wanted: Sequence[int]) -> Crawled:
    """What some pages of a batch, by their places in its table, say."""
    pages = sorted(wanted)
    slot = np.full(batch.table.n_pages, -1, np.int64)
    slot[pages] = np.arange(len(pages))
    of = np.repeat(slot, np.diff(terms.page_start))
    order = np.lexsort((terms.term, of))
    of, term = of[order], terms.term[order]
    is_new = np.ones(len(term), np.bool_)
    is_new[1:] = (of[1:] != of[:-1]) | (term[1:] != term[:-1])
    is_new &= of >= 0
    urls = tuple(batch.urls[batch.mined[page]] for page in pages)
    named = tuple(pair for pair in aliases_of(batch) if pair[0] in set(urls))
    links = batch.links.node[slot[batch.links.source] >= 0]
    length = np.minimum(batch.table.anchor_length[links], LONGEST_ANCHOR)
    return Crawled(
        urls, named, of[is_new].astype(np.int32), term[is_new], np.bincount(length, minlength=LONGEST_ANCHOR + 1)
    )


@dataclass(frozen=True, slots=True, eq=False)
class Targets:
    """The pages that links may lead to, and what each says."""

    pages: Pages
    said: Index  # of page and term
    median_anchor: int  # characters

    @classmethod
    def of(cls, parts: Sequence[Crawled]) -> "Targets":
        """The pages of a site from all of its parts, in whatever order."""
        pages = number_pages((url for part in parts for url in part.urls), (a for part in parts for a in part.aliases))
        keys = [_keyed(part.term, pages.numbers_of(part.urls)[part.page]) for part in parts if len(part.term)] or [
            np.zeros(0, np.uint64)
        ]
        anchors = np.sum([part.anchors for part in parts], axis=0)
        anchors[0] = 0
        median = int(np.searchsorted(np.cumsum(anchors), (anchors.sum() + 1) // 2))
        return cls(pages, Index(np.unique(np.concatenate(keys))), median)


def _keyed(term: Hashes, page: npt.NDArray[np.integer]) -> Hashes:
    return with_place(term, page.astype(np.uint64) + np.uint64(1))


class _AnchorTerms(NamedTuple):
    """The distinct terms of the links of some pages."""

    link: npt.NDArray[np.int64]
    term: Hashes


def _anchor_terms(batch: Batch, terms: Terms, *, labels: bool) -> _AnchorTerms:
    node = batch.links.node
    start, size = terms.node_start[node], (terms.node_end - terms.node_start)[node]
    parts = [(np.repeat(np.arange(len(node)), size), terms.term[slices(start, size)])]
    if labels:
        said = label_terms(batch.links, batch.table.n_pages)
        size = np.where(size > 0, 0, said.node_end - said.node_start)
        parts.append((np.repeat(np.arange(len(node)), size), said.term[slices(said.node_start, size)]))
    link, term = (np.concatenate(column) for column in zip(*parts, strict=True))
    order = np.lexsort((term, link))
    link, term = link[order], term[order]
    is_new = np.ones(len(link), np.bool_)
    is_new[1:] = (link[1:] != link[:-1]) | (term[1:] != term[:-1])
    return _AnchorTerms(link[is_new], term[is_new])


def anchor_precision(
    batch: Batch, terms: Terms, statistics: TermStatistics, targets: Targets, *, labels: bool
) -> npt.NDArray[np.int64]:
    """API of each link of a batch, in units of `API_ONE`; 0 where the page that it leads to is not known, or is its own."""
    links = batch.links
    api = np.zeros(len(links), np.int64)
    if statistics.n_pages < 2 or len(links) == 0:
        return api
    target = targets_of(links, targets.pages)
    urls = [batch.urls[place] for place in batch.mined]
    own = np.array([targets.pages.number.get(identity(url), -1) for url in urls], np.int64)[links.source]
    found = _anchor_terms(batch, terms, labels=labels)
    told = (target >= 0) & (target != own)
    link, term = found.link[told[found.link]], found.term[told[found.link]]
    matched = targets.said.find(_keyed(term, target[link])) >= 0
    link, term = link[matched], term[matched]
    least = np.log(2) / np.log(statistics.n_pages)
    worth = np.rint(API_ONE / np.maximum(1.0 - term_weights(term, statistics), least)).astype(np.int64)
    np.add.at(api, link, worth)
    return api


class Found(NamedTuple):
    """The blocks of one type on some pages."""

    tree: Tree
    told: Floats  # what the constraint asks, in units of what it wants: above 1 it is met
    skeleton: Rows
    roots: Rows  # the skeleton nodes and what joined them
    kept: Flags  # nodes of the informative structure, without those that only connect


class Links(NamedTuple):
    """What the links of each node's subtree come to."""

    api: npt.NDArray[np.int64]  # in units of API_ONE
    n_links: npt.NDArray[np.int64]
    is_told: Flags  # pages whose links can be told by API


def link_features(
    batch: Batch, terms: Terms, statistics: TermStatistics, targets: Targets | None, options: Wisdom
) -> Links:
    """API_A and the number of anchors of each node, and on which pages they tell anything."""
    table, links = batch.table, batch.links
    api = np.zeros(len(links), np.int64)
    if targets is not None:
        api = anchor_precision(batch, terms, statistics, targets, labels=options.labels)
    own = np.zeros(len(table), np.int64)
    np.add.at(own, links.node, api)
    count = np.bincount(links.node, minlength=len(table))
    speaks = table.anchor_length[links.node] >= options.anchor_length
    n_speaking = np.bincount(links.source[speaks], minlength=table.n_pages)
    n_silent = np.bincount(links.source[speaks & (api == 0)], minlength=table.n_pages)
    is_told = n_silent <= options.silent_share * n_speaking
    if options.toc_by != "auto":
        is_told[:] = options.toc_by == "api"
    return Links(coverage(table, own).astype(np.int64), coverage(table, count).astype(np.int64), is_told)


def _alike(parent: Ints, feature: npt.NDArray[np.integer], least: Floats | float) -> Flags:
    sii = structure_information(parent, feature)
    return np.nan_to_num(sii, nan=-1.0) >= least


def toc_blocks(table: NodeTable, links: Links, median_anchor: int, options: Wisdom) -> Found:
    """The TOC blocks of some pages."""
    by_api = links.is_told[table.page]
    feature = np.where(by_api, links.api, table.anchor_length)
    least = np.where(by_api, options.structure, options.fallback_structure)
    wanted = np.where(by_api, options.toc * API_ONE, max(median_anchor, 1))
    told = feature / np.maximum(links.n_links * wanted, 1e-9)
    passes = (links.n_links > 0) & (told > 1)
    tree = Tree(table.page, table.parent, table.subtree_end, feature, _alike(table.parent, feature, least), passes)
    skeleton = best(tree, options.k)
    grows = skeleton[by_api[skeleton]]
    roots = np.union1d(skeleton, expanded(tree, grows, dstm=options.dstm, cstm=options.cstm))
    failing = ~tree.is_live | (~passes & (links.n_links > 0) & by_api)
    return Found(tree, told, skeleton, roots, condensed(tree, roots, failing))


class Lines(NamedTuple):
    """What is known of the segments of some pages."""

    pages: npt.NDArray[np.integer]  # of the site that each stands on
    n_pages: int  # of the site
    in_comments: Flags  # those that readers wrote


def _by_nodes(table: NodeTable, _lines: Lines, options: Wisdom) -> tuple[npt.NDArray[np.int64], Flags]:
    """CLEN_A of each node and whether its children are alike, as the paper has it."""
    feature = (table.context_length if options.article_by == "context" else table.text_length).astype(np.int64)
    return feature, _alike(table.parent, feature, options.structure)


def _by_lines(table: NodeTable, lines: Lines, options: Wisdom) -> tuple[npt.NDArray[np.int64], Flags]:
    """The same over lines: a node's children are the blocks in it and the lines that stand in it directly."""
    width = (table.segment_end - table.segment_start).astype(np.int64)
    if options.article_by == "context":
        width -= table.segment_anchor
    width[lines.pages > max(1, options.repeated * lines.n_pages)] = 0
    if not options.comments:
        width[lines.in_comments] = 0
    own = np.bincount(table.segment_node, width, len(table)).astype(np.int64)
    feature = coverage(table, own).astype(np.int64)
    parent, values = np.concatenate((table.parent, table.segment_node)), np.concatenate((feature, width))
    return feature, _alike(parent, values, options.structure)[: len(table)] | tagged(table, WHOLE)


def article_blocks(table: NodeTable, terms: Terms, weight: Floats, lines: Lines, options: Wisdom) -> Found:
    """The article blocks of some pages."""
    information = content_information(terms, weight)
    feature, is_alike = (_by_nodes if options.leaves == "nodes" else _by_lines)(table, lines, options)
    tree = Tree(table.page, table.parent, table.subtree_end, feature, is_alike, information > options.article)
    skeleton = best(tree, options.k)
    roots = expanded(tree, skeleton, dstm=options.dstm, cstm=options.cstm, larger=options.larger)
    told = information / max(options.article, 1e-9)
    return Found(tree, told, skeleton, roots, condensed(tree, roots, ~tree.is_live | ~tree.passes))


def segments_of(table: NodeTable, found: Found, leaves: str) -> Flags:
    """The segments that stand for the most part in kept nodes."""
    if leaves == "segments":
        return found.kept[table.segment_node]
    segment = np.searchsorted(table.segment_start, table.run_start, side="right") - 1
    length = (table.run_end - table.run_start) * found.kept[table.run_node]
    inside = np.bincount(segment, length, len(table.segment_start))
    return 2 * inside > table.segment_end - table.segment_start


def candidates(found: Found) -> Rows:
    """All nodes that were judged: the blocks found, and where the search stopped outside of them."""
    stopped, ends = frontier(found.tree), found.tree.subtree_end
    inside = covered(found.roots, ends[found.roots], len(ends))
    return np.union1d(stopped[~inside[stopped]], found.roots)
