"""Rankings of the pages of a site, TOC pages first: every link analysis of LAMIS, and simple baselines, against gold."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from bench.data import Gold, site_sources, sites_gold
from bench.quality.results import mean
from bench.quality.roles import eleven_points, precision_at, r_precision
from bench.quality.sites import JUDGED, TOC
from sitemine.acquire.urls import path_of
from sitemine.dom.batch import Batch, read_batch
from sitemine.measure import Terms, terms_of
from sitemine.measure.hubs import Hubs, analyse
from sitemine.measure.partition import modern_blocks, table_blocks
from sitemine.measure.sitelinks import AnchorStatistics, Pages, SiteLinks, aliases_of, number_pages, site_links
from sitemine.options import Lamis, Limits
from sitemine.records import Page

TOP = 20
TABLES = " (TABLE)"
"""What follows the name of an analysis whose blocks are those of the paper."""

Ranks = Mapping[str, npt.NDArray[np.float64]]


@dataclass(frozen=True, slots=True)
class ReadSite:
    """A site as one table, with its links by both partitions."""

    name: str
    golds: Sequence[Gold]  # judged pages
    batch: Batch
    terms: Terms
    pages: Pages
    modern: SiteLinks
    tables: SiteLinks


@dataclass(frozen=True, slots=True)
class Ranking:
    """What one ranking of one site is worth."""

    r_precision: float
    top: float
    points: list[float]


def read_site(name: str, golds: Sequence[Gold], folder: Path) -> ReadSite:
    """A site of the data, read as one table."""
    sources = site_sources(folder, name)
    batch = read_batch([Page(url=source.url, html=source.html) for source in sources], Limits())
    terms, table = terms_of(batch.table), batch.table
    said = AnchorStatistics.of(batch, terms)
    pages = number_pages(batch.urls, aliases_of(batch))
    held = np.bincount(batch.links.node, minlength=len(table))
    modern = site_links(batch, terms, said, pages, modern_blocks(table, held))
    tables = site_links(batch, terms, said, pages, table_blocks(table))
    judged = [gold for gold in golds if gold.role in JUDGED]
    return ReadSite(name, judged, batch, terms, pages, modern, tables)


def read_sites(folder: Path) -> Iterator[ReadSite]:
    """The sites of the data, in the order of their names."""
    by_site: defaultdict[str, list[Gold]] = defaultdict(list)
    for gold in sites_gold(folder):
        by_site[gold.group].append(gold)
    for name in sorted(by_site):
        yield read_site(name, by_site[name], folder)


def _baselines(site: ReadSite) -> Ranks:
    """Link-text share and URL depth of each page; the out-link count is `ol`."""
    table, n = site.batch.table, site.pages.n_pages
    number = site.pages.numbers_of(site.batch.urls[place] for place in site.batch.mined)
    root = table.page_start[:-1]
    share, depth = np.zeros(n), np.zeros(n)
    share[number] = table.anchor_length[root] / np.maximum(table.text_length[root], 1)
    depth[number] = [path_of(site.batch.urls[place]).rstrip("/").count("/") for place in site.batch.mined]
    return {"link-text share": share, "URL depth": -depth}


def analyses(site: ReadSite, options: Lamis | None = None) -> dict[str, Hubs]:
    """Every link analysis of a site; those by block also with the blocks of the paper."""
    by_tables = analyse(site.tables, options=options)
    return analyse(site.modern, options=options) | {
        f"{name}{TABLES}": found for name, found in by_tables.items() if "-cb" in name
    }


def rankings(site: ReadSite, found: Mapping[str, Hubs]) -> dict[str, Ranking]:
    """What each ranking of a site with TOC pages is worth."""
    at = site.pages.numbers_of(gold.key for gold in site.golds)
    relevant = [gold.role == TOC for gold in site.golds]
    worth = {}
    for name, by_page in ({name: hubs.rank for name, hubs in found.items()} | dict(_baselines(site))).items():
        ranks = by_page[at].tolist()
        order = sorted(range(len(ranks)), key=lambda place: (-ranks[place], site.golds[place].key))
        precision = r_precision(ranks, relevant)
        if precision is not None:
            points = eleven_points([relevant[place] for place in order])
            worth[name] = Ranking(precision, precision_at(ranks, relevant, TOP), points)
    return worth


def mean_ranking(rankings: Sequence[Ranking]) -> Ranking:
    """The means over sites."""
    points = [mean(values) or 0.0 for values in zip(*(ranking.points for ranking in rankings), strict=True)]
    first = mean(ranking.r_precision for ranking in rankings) or 0.0
    return Ranking(first, mean(ranking.top for ranking in rankings) or 0.0, points)
