"""Every method on the same pages, side by side: what each keeps, how long it takes, and what that is worth where gold is given."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from sitemine.acquire.urls import identity
from sitemine.errors import SourceError, UsageError
from sitemine.measure import AnchorStatistics, Hubs, analyse, hash_terms, number_pages, site_links, terms_of
from sitemine.measure.partition import modern_blocks
from sitemine.measure.sitelinks import Pages, SiteLinks, aliases_of
from sitemine.mine.methods.blockstore import BlockStore
from sitemine.mine.methods.named import DEFAULT, METHODS
from sitemine.records import MinedPage, Role
from sitemine.run.site import Site

SHOWN: Final = ("ol", "hits", "hits-ln", "lamis", "lamis-ln", "lamis-ln-cb-hr-tw")
"""The link analyses that are compared: the baselines, the paper's two, and its best."""

FIRST: Final = 3
"""Pages that are shown of each ranking."""


@dataclass(frozen=True, slots=True)
class GoldPage:
    """What people found on a page."""

    text: str
    role: str


@dataclass(frozen=True, slots=True)
class MethodRow:
    """What one method did."""

    name: str
    needs: str
    milliseconds: float  # a page, from its table to its text
    pages: int  # that have a text
    kept: float  # share of the characters of the pages
    agreement: float | None  # F1 of the terms with those that the default keeps; mean over pages
    precision: float | None  # of the terms of article pages, against gold; the same mean
    recall: float | None
    text: float | None  # F1
    detail: str = ""  # why it could not be asked


@dataclass(frozen=True, slots=True)
class RankingRow:
    """How one link analysis orders the pages."""

    name: str
    first: tuple[str, ...]
    r_precision: float | None  # among as many pages as are TOC pages by the gold; pages that tie share their places


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything side by side."""

    n_pages: int
    methods: tuple[MethodRow, ...]
    rankings: tuple[RankingRow, ...]
    stored: float  # share of the bytes of all blocks that storing each block once would save


def read_gold(path: Path) -> dict[str, GoldPage]:
    """The gold of a file of JSON lines with url, text and role, by the identity of the URL."""
    gold = {}
    try:
        for line in path.read_text(encoding="utf-8").splitlines():
            row: Any = json.loads(line) if line.strip() else None
            if row is not None:
                gold[identity(str(row["url"]))] = GoldPage(str(row.get("text") or ""), str(row.get("role") or ""))
    except OSError as error:
        raise SourceError(str(path), error.strerror or "cannot be read") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise SourceError(str(path), "no gold: it must have one JSON object a line with url, text and role") from error
    return gold


def _bag(text: str) -> Counter[int]:
    return Counter(hash_terms(text, numbers=True)[0].tolist())


def _overlap(given: Counter[int], wanted: Counter[int]) -> tuple[float, float, float]:
    """Precision, recall and F1 of two bags; nothing wants nothing."""
    if not given or not wanted:
        same = float(not given and not wanted)
        return same, same, same
    shared = (given & wanted).total()
    return shared / given.total(), shared / wanted.total(), 2 * shared / (given.total() + wanted.total())


def _means(rows: Sequence[tuple[float, float, float]]) -> tuple[float | None, float | None, float | None]:
    if not rows:
        return None, None, None
    precision, recall, f1 = (sum(column) / len(rows) for column in zip(*rows, strict=True))
    return precision, recall, f1


def _text(page: MinedPage) -> str:
    return page.article.text if page.article else ""


def _row(site: Site, name: str, default: Mapping[str, Counter[int]], gold: Mapping[str, GoldPage]) -> MethodRow:
    needs = METHODS[name].needs.value
    start = perf_counter()
    try:
        own = site.by(name)
        texts = {url: _text(page) for url, page in own.pages.items()}
    except UsageError as error:
        return MethodRow(name, needs, 0.0, 0, 0.0, None, None, None, None, str(error))
    spent = 1000 * (perf_counter() - start) / max(len(texts), 1)
    bags = {url: _bag(text) for url, text in texts.items()}
    length = sum(site.lengths().values())
    alike = _means([_overlap(bags[url], default[url]) for url in bags if default])[2]
    told = {url: gold[identity(url)] for url in bags if identity(url) in gold}
    worth = _means([_overlap(bags[url], _bag(one.text)) for url, one in told.items() if one.role in {"", Role.ARTICLE}])
    kept = sum(map(len, texts.values())) / max(length, 1)
    return MethodRow(name, needs, spent, sum(map(bool, texts.values())), kept, alike, *worth)


def _site_links(site: Site) -> tuple[Pages, SiteLinks] | None:
    """The links between the pages of a site."""
    batches = list(site.batches())
    urls = [batch.urls[place] for batch in batches for place in batch.mined]
    if not urls:
        return None
    pages = number_pages(urls, (alias for batch in batches for alias in aliases_of(batch)))
    said = [terms_of(batch.table) for batch in batches]
    parts = [AnchorStatistics.of(batch, terms) for batch, terms in zip(batches, said, strict=True)]
    statistics = parts[0]
    for part in parts[1:]:
        statistics = statistics.merge(part)
    links = []
    for batch, terms in zip(batches, said, strict=True):
        block = modern_blocks(batch.table, np.bincount(batch.links.node, minlength=len(batch.table)))
        links.append(site_links(batch, terms, statistics, pages, block))
    return pages, SiteLinks.together(links)


def r_precision(rank: npt.NDArray[np.float64], is_toc: npt.NDArray[np.bool_]) -> float | None:
    """The share of TOC pages among as many first pages; pages that tie share their places. None where there is no TOC page."""
    wanted = int(is_toc.sum())
    if not wanted:
        return None
    last = np.sort(rank)[-wanted]
    above, tied = rank > last, rank == last
    places = wanted - int(above.sum())
    return float((is_toc[above].sum() + places * is_toc[tied].mean()) / wanted)


def _ranked(pages: Pages, name: str, rank: npt.NDArray[np.float64], gold: Mapping[str, GoldPage]) -> RankingRow:
    judged = [place for place, key in enumerate(pages.keys) if key in gold]
    is_toc = np.array([gold[pages.keys[place]].role == Role.TOC for place in judged], np.bool_)
    first = np.argsort(-rank, kind="stable")[:FIRST].tolist()
    return RankingRow(name, tuple(pages.keys[place] for place in first), r_precision(rank[judged], is_toc))


def rankings(site: Site, gold: Mapping[str, GoldPage]) -> tuple[RankingRow, ...]:
    """How each link analysis, and the default, order the pages of a site, TOC pages first."""
    linked = _site_links(site)
    if linked is None:
        return ()
    pages, links = linked
    own = np.zeros(pages.n_pages)
    for url, page in site.pages.items():
        if identity(url) in pages.number:
            own[pages.number[identity(url)]] = page.toc_probability
    found: dict[str, Hubs] = analyse(links, SHOWN)
    rows = [_ranked(pages, DEFAULT, own, gold)]
    return (*rows, *(_ranked(pages, name, hubs.rank, gold) for name, hubs in found.items()))


def compare(site: Site, gold: Mapping[str, GoldPage] | None = None, names: Iterable[str] = ()) -> Comparison:
    """Every method, or those named, on the pages of a mined site."""
    gold = gold or {}
    texts = {url: _bag(_text(page)) for url, page in site.by(DEFAULT).pages.items()}
    methods = tuple(_row(site, name, texts, gold) for name in names or METHODS)
    return Comparison(len(texts), methods, rankings(site, gold), store_of(site).saved)


def store_of(site: Site) -> BlockStore:
    """The blocks of a site, each kept once: those that ContentExtractor compares."""
    return BlockStore.of(site.block_texts())
