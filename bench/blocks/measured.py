"""What the informative blocks of each method are worth on the pages of a site whose gold is known.

IC and SNC are WISDOM's measures, block precision and recall those of ContentExtractor. The gold of the data is text, not
nodes, so IC is taken over words, and a block is right if most of it stands in the gold.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import process_time
from typing import Any

import numpy as np
import numpy.typing as npt

from bench.data import Gold
from bench.quality.discovered import kept_texts
from bench.quality.results import mean
from bench.quality.sites import ARTICLE, TOC
from bench.quality.words import words_or_characters
from sitemine.acquire.urls import identity
from sitemine.dom.batch import Batch
from sitemine.measure import Terms
from sitemine.mine import blocks_found, mine_batch
from sitemine.mine.found import TOC as TOC_KIND
from sitemine.mine.found import Blocks
from sitemine.mine.methods.named import method_named
from sitemine.mine.repeated import Repeated
from sitemine.mine.sight import sight_of
from sitemine.options import Options

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Measured:
    """Means over the pages of a site."""

    text: float | None  # word F1 of article pages
    precision: float | None  # IC
    recall: float | None
    snc_precision: float | None  # of TOC pages
    snc_recall: float | None
    block_precision: float | None
    block_recall: float | None
    milliseconds: float  # a page, CPU, without reading it


@dataclass(frozen=True, slots=True)
class Judged:
    """A site as one table, with the gold of its pages; `places` are those of pages with this role in the table."""

    name: str
    batch: Batch
    terms: Terms
    golds: dict[int, Gold]  # by page of the table
    gold_segment: Flags  # segments that stand in the gold of their page
    wanted: Flags  # links that the gold of their page lists

    def pages(self, role: str) -> list[int]:
        return [page for page, gold in self.golds.items() if gold.role == role]


def lots(n: int) -> npt.NDArray[np.intp]:
    """An order of n things that is no one's, the same on every run."""
    return np.argsort([place * 2654435761 % (1 << 32) for place in range(n)], kind="stable")


def _folded(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def _gold_segments(batch: Batch, golds: dict[int, Gold]) -> Flags:
    table = batch.table
    found = np.zeros(len(table.segment_start), np.bool_)
    texts = {page: _folded(gold.text) for page, gold in golds.items() if gold.role == ARTICLE}
    for row, page in enumerate(table.page[table.segment_node].tolist()):
        if page in texts:
            line = _folded(table.text[table.segment_start[row] : table.segment_end[row]])
            found[row] = line in texts[page]
    return found


def judged(name: str, batch: Batch, terms: Terms, golds: Sequence[Gold]) -> Judged:
    """A site with what its gold says of segments and links."""
    by_url = {gold.key: gold for gold in golds}
    urls = [batch.urls[place] for place in batch.mined]
    of_page = {page: by_url[url] for page, url in enumerate(urls) if url in by_url}
    listed = {page: {identity(url) for url in gold.entries} for page, gold in of_page.items() if gold.role == TOC}
    links = batch.links
    wanted = np.array(
        [
            page in listed and identity(target) in listed[page]
            for page, target in zip(links.source.tolist(), links.target, strict=True)
        ],
        np.bool_,
    )
    return Judged(name, batch, terms, of_page, _gold_segments(batch, of_page), wanted)


Found = Callable[[Judged, Repeated], Blocks]


def by_method(options: Options) -> Found:
    """The blocks of a method as Sitemine runs it."""

    def find(site: Judged, model: Repeated) -> Blocks:
        batch, terms, table = site.batch, site.terms, site.batch.table
        method = method_named(options.method)
        if method.find is None:
            return blocks_found(mine_batch(batch, model, options))
        known: Any = None
        if method.survey is not None and method.reduce is not None:
            known = method.reduce([method.survey(batch, terms, range(table.n_pages), options)], options)
        return method.find(sight_of(batch, model), known, options)

    return find


def _overlap(given: Counter[str], wanted: Counter[str]) -> tuple[float, float, float]:
    """Precision, recall and F1 of two bags of words."""
    if not given or not wanted:
        same = float(not given and not wanted)
        return same, same, same
    shared = (given & wanted).total()
    precision, recall = shared / given.total(), shared / wanted.total()
    return precision, recall, 2 * shared / (given.total() + wanted.total())


def _share(part: float, whole: float) -> float | None:
    return part / whole if whole else None


def _anchors(site: Judged, blocks: Blocks, pages: Sequence[int]) -> list[tuple[float | None, float | None]]:
    """SNC precision and recall of each page, over its anchors."""
    links = site.batch.links
    inside = blocks.structure(site.batch.table)[links.node]
    right = inside & site.wanted
    n = site.batch.table.n_pages
    found, given, wanted = (np.bincount(links.source[chosen], minlength=n) for chosen in (right, inside, site.wanted))
    told = [page for page in pages if wanted[page]]
    return [(found[page] / given[page] if given[page] else 0.0, found[page] / wanted[page]) for page in told]


def _block_worth(site: Judged, blocks: Blocks, pages: Sequence[int]) -> list[tuple[float | None, float | None]]:
    """Block precision and recall of each page: a block is right if most of its characters stand in the gold."""
    table = site.batch.table
    of = np.repeat(np.arange(len(blocks)), np.diff(blocks.start))
    length = (table.segment_end - table.segment_start)[blocks.segment]
    told = np.bincount(of, length, len(blocks)) > 0
    right = 2 * np.bincount(of, length * site.gold_segment[blocks.segment], len(blocks)) > np.bincount(
        of, length, len(blocks)
    )
    asked = told & (blocks.kind != TOC_KIND)
    page, n = table.page[blocks.node], table.n_pages
    both, given, wanted = (
        np.bincount(page[asked & chosen], minlength=n) for chosen in (blocks.kept & right, blocks.kept, right)
    )
    return [(_share(both[p], given[p]) if given[p] else 0.0, _share(both[p], wanted[p])) for p in pages]


def judged_texts(site: Judged, kept: Flags, pages: Sequence[int]) -> list[tuple[float, float, float]]:
    """Precision, recall and F1 of the words of some pages' kept segments."""
    texts = kept_texts(site.batch.table, kept)
    return [_overlap(words_or_characters(texts[p]), words_or_characters(site.golds[p].text)) for p in pages]


def features(site: Judged, kept: Flags) -> tuple[float, float] | None:
    """InfoDiscoverer's measure: precision and recall of the distinct terms of article pages; means over the pages."""
    texts, told = kept_texts(site.batch.table, kept), []
    for page in site.pages(ARTICLE):
        given, wanted = set(words_or_characters(texts[page])), set(words_or_characters(site.golds[page].text))
        if wanted:
            told.append((len(given & wanted) / max(len(given), 1), len(given & wanted) / len(wanted)))
    return (float(np.mean([p for p, _ in told])), float(np.mean([r for _, r in told]))) if told else None


def measured(site: Judged, model: Repeated, find: Found) -> Measured:
    """What one method is worth on one site."""
    start = process_time()
    blocks = find(site, model)
    spent = process_time() - start
    articles, tocs = site.pages(ARTICLE), site.pages(TOC)
    told = judged_texts(site, blocks.segment_kept, articles)
    anchors, worth = _anchors(site, blocks, tocs), _block_worth(site, blocks, articles)
    return Measured(
        text=mean(f1 for _, _, f1 in told),
        precision=mean(precision for precision, _, _ in told),
        recall=mean(recall for _, recall, _ in told),
        snc_precision=mean(precision for precision, _ in anchors),
        snc_recall=mean(recall for _, recall in anchors),
        block_precision=mean(precision for precision, _ in worth),
        block_recall=mean(recall for _, recall in worth),
        milliseconds=1000 * spent / max(len(site.batch.mined), 1),
    )
