"""The pages of both data sets as training examples: tables, blocks, names, and the share of each block that the gold holds."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from bench import data
from bench.data import Gold, Source, batched
from bench.quality.sites import ARTICLE, TOC
from bench.train.folds import domain_of, fold_of
from bench.train.labels import Floats, shares_of, words_of
from sitemine.dom import Batch, Head, NodeTable, read_batch
from sitemine.dom.table import Hashes
from sitemine.measure import Terms, terms_of, weights_of
from sitemine.mine import Repeated
from sitemine.mine.decision import among_its_like, information_of
from sitemine.mine.scoring.names import Names, names_of
from sitemine.mine.scoring.units import Units, units_of
from sitemine.mine.sight import block_pages
from sitemine.mine.site.places import places_of
from sitemine.options import Options
from sitemine.records import Page

PAGES: Final = 32  # that share a table here; changes speed alone
ARTICLES_OF_A_SITE: Final = 40
TOCS_OF_A_SITE: Final = 8
SITE_WEIGHT: Final = 8.0
"""The pages of a site weigh as much as so many single pages."""


SITE_PAGES: Final = ARTICLES_OF_A_SITE + TOCS_OF_A_SITE


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Some pages in one table, without what was read off them already."""

    table: NodeTable
    heads: tuple[Head, ...]
    urls: tuple[str, ...]
    terms: Terms
    units: Units
    names: Names
    texts: list[str]  # of blocks
    share: Floats  # label of each block
    weight: Floats  # of each block in training
    golds: tuple[Gold, ...]
    domains: tuple[str, ...]  # of pages
    information: Floats | None  # of each segment among the pages of its template
    pages: npt.NDArray[np.int64] | None
    n_site: int
    place: Hashes  # of each node

    @property
    def page_weight(self) -> Floats:
        """What a page counts in training."""
        return np.full(len(self.golds), 1.0 if self.information is None else SITE_WEIGHT / SITE_PAGES)

    @property
    def lists(self) -> npt.NDArray[np.bool_]:
        """Which pages are TOC pages."""
        return np.array([gold.role == TOC for gold in self.golds])

    @property
    def addresses(self) -> list[str]:
        """The URL of each page, without the mark that tells captures apart."""
        return [url.partition("#")[0] for url in self.urls]

    @property
    def fold(self) -> npt.NDArray[np.int64]:
        """The fold of each page: the pages of a domain are never on both sides."""
        return np.array([fold_of(domain) for domain in self.domains], np.int64)


def _weights(units: Units, golds: Sequence[Gold], page_weight: float) -> Floats:
    """What a block counts in training: its share of the gold, as far as it goes."""
    wanted = np.array([max(150, len(words_of(gold.text))) for gold in golds], np.float64)
    return np.asarray((np.minimum(0.5, units.n_terms / wanted[units.page]) + 0.0005) * page_weight)


def part_of(
    batch: Batch, golds: dict[str, Gold], groups: dict[str, str], page_weight: float, model: Repeated | None = None
) -> Part:
    table = batch.table
    terms = terms_of(table)
    units = units_of(table, terms)
    texts = [table.text[start:end] for start, end in zip(units.start.tolist(), units.stop.tolist(), strict=True)]
    own = tuple(golds[batch.urls[place]] for place in batch.mined)
    share = np.zeros(len(units))
    for page, gold in enumerate(own):
        rows = slice(units.page_start[page], units.page_start[page + 1])
        share[rows] = shares_of(texts[rows], gold.text)
    information = pages = None
    if model is not None:
        weight = weights_of(terms, model.terms)
        pages = block_pages(table, terms, model)
        least, page_of = Options().template_pages, table.page[table.segment_node]
        information = among_its_like(page_of, pages, model.n_pages, information_of(table, terms, weight), least)
    return Part(
        table=replace(table, attribute_values=replace(table.attribute_values, data=b"")),
        heads=batch.heads,
        urls=tuple(batch.urls[place] for place in batch.mined),
        terms=terms,
        units=units,
        names=names_of(table),
        texts=texts,
        share=share,
        weight=_weights(units, own, page_weight),
        golds=own,
        domains=tuple(groups[gold.key] for gold in own),
        information=information,
        pages=pages,
        n_site=model.n_pages if model else 0,
        place=places_of(table),
    )


def _batch(sources: Iterable[Source]) -> Batch:
    return read_batch([Page(source.key, source.html) for source in sources], Options().limits)


def wcxb_parts(folder: Path) -> Iterator[Part]:
    golds = {gold.key: gold for gold in data.wcxb_gold(folder)}
    sources = (replace_key(source) for source in data.wcxb_sources(folder, set(golds)))
    for number, chunk in enumerate(batched(sources, PAGES)):
        by = {source.url: golds[source.key] for source in chunk}
        groups = {golds[source.key].key: domain_of(source.url) for source in chunk}
        pages = [Page(source.url, source.html) for source in chunk]
        yield part_of(read_batch(pages, Options().limits), by, groups, 1.0)
        print(f"read {PAGES * (number + 1)} pages", file=sys.stderr, flush=True)


def replace_key(source: Source) -> Source:
    """Two captures of one URL are two pages here."""
    return Source(source.key, f"{source.url}#{source.key}", source.html)


def _evenly(golds: list[Gold], count: int) -> list[Gold]:
    return [golds[place] for place in sorted({k * len(golds) // count for k in range(count)})] if golds else []


def site_parts(folder: Path) -> Iterator[Part]:
    golds = data.sites_gold(folder)
    for site in sorted({gold.group for gold in golds}):
        own = [gold for gold in golds if gold.group == site]
        chosen = _evenly([gold for gold in own if gold.role == ARTICLE], ARTICLES_OF_A_SITE)
        chosen += _evenly([gold for gold in own if gold.role == TOC], TOCS_OF_A_SITE)
        by = {gold.key: gold for gold in chosen}
        model, kept = Repeated.empty(), []
        for chunk in batched(data.site_sources(folder, site), PAGES):
            batch = _batch(chunk)
            model = model.merge(Repeated.of(batch, terms_of(batch.table)))
            kept += [source for source in chunk if source.key in by]
        groups = {gold.key: domain_of(gold.key) for gold in chosen}
        for chunk in batched(kept, PAGES):
            yield part_of(_batch(chunk), by, groups, SITE_WEIGHT / len(kept), model)
        print(f"read {site}", file=sys.stderr, flush=True)
