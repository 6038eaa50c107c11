"""Informative blocks of a site: those that stand on one page, or on few, and no block like them elsewhere.

ContentExtractor (Debnath, Mitra, Giles 2005), section 3.1. The pages of a class are cut into blocks (`measure.blockset`); a block
is the set of its terms and of the kinds of things it shows, and two blocks are the same if the cosine of their sets is above
0.9. With S the other pages of the class that have the same block,

    IBDF = 1 / (1 + |S|)

the inverse block document frequency (C2: the paper says that it is inversely proportional), and a block informs if its IBDF is
above theta = 0.5, that is, if no other page has it (C3). On a large site print views and TOC pages repeat what informs, so
that there a block must stand on more than a share of the pages to be redundant (C3b). Blocks without text inform of nothing.

What pages say is surveyed in any parts and any order (`survey`, `Survey.together`), compared once (`compare`), and told
for each page again (`informative`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sitemine.acquire.urls import identity
from sitemine.dom.batch import Batch
from sitemine.dom.table import Flags, NodeTable
from sitemine.measure.blockset import BlockSet, block_set, tagged
from sitemine.measure.fingerprints import with_place
from sitemine.measure.hashing import Hashes, stir
from sitemine.measure.similar import Numbers, Sets, similar_pages, slices
from sitemine.measure.structure import Floats
from sitemine.measure.sums import find
from sitemine.measure.terms import Terms
from sitemine.mine.methods.infodiscoverer import address_clusters
from sitemine.options import ContentExtractor

STRUCTURE: Final = (
    frozenset("img picture svg canvas".split()),
    frozenset("video audio object embed applet iframe".split()),
    frozenset("form input select textarea button".split()),
)
"""Kinds of things that a block may show, each an element of its set; scripts are no rows of the table."""


class BlockTerms(NamedTuple):
    """The set of each block of some pages."""

    blocks: BlockSet
    sets: Sets
    fingerprint: Hashes  # of the set; 0 where a block has no text


def block_terms(table: NodeTable, terms: Terms, kind: str) -> BlockTerms:
    """The sets of the blocks of some pages: their terms, and the kinds of things they show."""
    blocks = block_set(table, kind)
    segment = np.searchsorted(table.segment_start, terms.start, side="right") - 1
    of, element = [blocks.segment_block[segment]], [terms.term]
    for place, names in enumerate(STRUCTURE, 1):
        shown = blocks.row_block[tagged(table, names)]
        of.append(shown[shown >= 0])
        element.append(np.full(len(of[-1]), stir(np.array([place], np.uint64))[0]))
    block, term = np.concatenate(of), np.concatenate(element)
    order = np.lexsort((term, block))
    block, term = block[order], term[order]
    is_new = np.ones(len(term), np.bool_)
    is_new[1:] = (block[1:] != block[:-1]) | (term[1:] != term[:-1])
    block, term = block[is_new], term[is_new]
    sums = np.concatenate((np.zeros(1, np.uint64), np.cumsum(stir(term))))
    start = np.searchsorted(block, np.arange(len(blocks) + 1))
    fingerprint = stir(sums[start[1:]] - sums[start[:-1]]) + np.uint64(1)
    return BlockTerms(blocks, Sets(start, term), np.where(blocks.has_text, fingerprint, np.uint64(0)))


@dataclass(frozen=True, slots=True, eq=False)
class Survey:
    """What some pages say, block by block; equal sets of a page are one."""

    urls: tuple[str, ...]
    page_start: npt.NDArray[np.intp]  # first block of each page, and the number of blocks
    fingerprint: Hashes
    sets: Sets

    @classmethod
    def together(cls, parts: Sequence["Survey"]) -> "Survey":
        """What all parts say, in the order of the URLs, whatever order the parts come in."""
        urls = [url for part in parts for url in part.urls]
        per_page = np.concatenate([np.diff(part.page_start) for part in parts])
        first = np.cumsum(per_page) - per_page
        order = np.array(sorted(range(len(urls)), key=urls.__getitem__), np.intp)
        block = slices(first[order], per_page[order])
        size = np.concatenate([part.sets.size for part in parts])
        begin = np.cumsum(size) - size
        element = np.concatenate([part.sets.element for part in parts])[slices(begin[block], size[block])]
        return cls(
            tuple(urls[k] for k in order.tolist()),
            np.concatenate(([0], np.cumsum(per_page[order]))),
            np.concatenate([part.fingerprint for part in parts])[block],
            Sets(np.concatenate(([0], np.cumsum(size[block]))), element),
        )


def survey(batch: Batch, terms: Terms, wanted: Sequence[int], options: ContentExtractor) -> Survey:
    """What some pages of a batch, by their places in its table, say."""
    found = block_terms(batch.table, terms, options.blocks)
    page = found.blocks.page
    order = np.lexsort((found.fingerprint, page))
    same = (np.diff(page[order], prepend=-1) == 0) & (found.fingerprint[order] == np.roll(found.fingerprint[order], 1))
    stays = order[~same & (found.fingerprint[order] != 0) & np.isin(page[order], wanted)]
    size = found.sets.size[stays]
    return Survey(
        tuple(batch.urls[batch.mined[page]] for page in sorted(wanted)),
        np.searchsorted(page[stays], [*sorted(wanted), batch.table.n_pages]),
        found.fingerprint[stays],
        Sets(np.concatenate(([0], np.cumsum(size))), found.sets.element[slices(found.sets.start[stays], size)]),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """On how many pages of its class each block of a site stands, or one like it."""

    classes: dict[str, int]  # by the identity of a page's URL
    class_pages: Numbers  # of each class
    key: Hashes  # block and class, in order
    pages: Numbers  # up to one more than `most_pages`


def compare(found: Survey, options: ContentExtractor) -> Compared:
    """Compares the blocks of a site, each with those of the pages of its class."""
    class_ = address_clusters(found.urls) if options.classes == "address" else np.zeros(len(found.urls), np.int32)
    page = np.repeat(np.arange(len(found.urls)), np.diff(found.page_start))
    key = with_place(found.fingerprint, class_[page].astype(np.uint64) + np.uint64(1))
    order = np.lexsort((page, key))
    first = np.flatnonzero(np.concatenate((np.ones(min(len(key), 1), np.bool_), key[order][1:] != key[order][:-1])))
    one = order[first]
    size = found.sets.size[one]
    place = slices(found.sets.start[one], size)
    marked = with_place(found.sets.element[place], np.repeat(class_[page[one]], size).astype(np.uint64) + np.uint64(1))
    pages = similar_pages(
        Sets(np.concatenate(([0], np.cumsum(size))), marked),
        np.append(first, len(order)),
        page[order],
        options.similarity,
        options.most_pages + 1,
    )
    identities = [identity(url) for url in found.urls]
    return Compared(dict(zip(identities, class_.tolist(), strict=True)), np.bincount(class_), key[one], pages)


class Extracted(NamedTuple):
    """What ContentExtractor finds of each block of some pages."""

    blocks: BlockSet
    pages: Numbers  # of its class that have it; 0 where it has no text
    n_pages: Numbers  # of its class
    ibdf: Floats
    kept: Flags


def _without_asides(
    table: NodeTable, blocks: BlockSet, kept: Flags, in_comments: Flags, options: ContentExtractor
) -> Flags:
    """The informative blocks without lists of links, on pages that say more than they list, and without comments."""
    length, of, n = table.segment_end - table.segment_start, blocks.segment_block, len(blocks)
    total = np.bincount(of, length, n)
    if not options.comments:
        kept = kept & (2 * np.bincount(of, length * in_comments, n) <= total)
    lists = np.bincount(of, table.segment_anchor, n) > options.link_share * total
    listed, said = (np.bincount(blocks.page, total * (kept & chosen), table.n_pages) for chosen in (lists, ~lists))
    return np.asarray(kept & ~(lists & (listed <= said)[blocks.page]))


def informative(batch: Batch, terms: Terms, site: Compared, options: ContentExtractor, in_comments: Flags) -> Extracted:
    """The informative blocks of some pages of a site; `in_comments` tells the segments that readers wrote."""
    found = block_terms(batch.table, terms, options.blocks)
    urls = [batch.urls[place] for place in batch.mined]
    class_ = np.array([site.classes.get(identity(url), -1) for url in urls], np.int64)[found.blocks.page]
    key = with_place(found.fingerprint, (class_ + 1).astype(np.uint64))
    has_text = found.blocks.has_text
    pages = np.where(has_text, np.maximum(np.append(site.pages, 0)[find(site.key, key)], 1), 0)
    n_pages = np.append(site.class_pages, 1)[class_]
    ibdf = np.where(has_text, 1.0 / np.maximum(pages, 1), 0.0)
    few = np.clip(np.floor(options.page_share * n_pages), options.least_pages, options.most_pages)
    few = np.minimum(few, n_pages - 1)  # what all pages of a class have is no article's
    is_rare = (ibdf > options.threshold) | ((options.page_share > 0) & (pages <= few))
    kept = _without_asides(batch.table, found.blocks, has_text & is_rare, in_comments, options)
    return Extracted(found.blocks, pages, n_pages, ibdf, kept)
