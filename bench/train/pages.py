"""Pages to learn roles from: whole sites, parts of them, and pages of other sites that stand alone.

Thirty sites are few. So each is seen several times, as parts of it, with more or fewer of its TOC pages, without what its
pages declare of themselves, or without the relations that its links declare: what is learned must do without any of them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
import pyarrow.parquet as pq

from bench import data
from bench.data import Gold, Source, batched
from bench.quality.hidden import hidden, hidden_site
from bench.quality.sites import JUDGED, TOC
from bench.train.boosted import Flags, Floats
from sitemine.dom import Batch, read_batch
from sitemine.measure import terms_of
from sitemine.mine import Repeated
from sitemine.mine.sight import sight_of
from sitemine.mine.site.counted import SAID, TOLD
from sitemine.mine.site.portrait import Portrait, page_key, portray
from sitemine.options import Options
from sitemine.records import Page

PAGES: Final = 32  # that share a table here; changes speed alone
VARIANTS: Final = 4  # of each site, besides itself
SHARES: Final = (0.1, 0.25, 0.5, 0.75)  # of a site's pages that a part of it has
LEAST: Final = 6  # pages of a part
LISTING: Final = frozenset(("listing", "collection"))  # page types of lone pages that list
UNSURE: Final = {"service": 0.3}  # page types of lone pages that do either, with their weight
RELATIONS: Final = ("rel_next", "rel_bookmark", "rel_tag", "rel_author")


@dataclass(frozen=True, slots=True, eq=False)
class ReadSite:
    """A site read as `mine` reads it."""

    name: str
    golds: Mapping[int, Gold]  # by the key of the page
    model: Repeated
    batches: Sequence[Batch]
    portrait: Portrait


@dataclass(frozen=True, slots=True, eq=False)
class Pages:
    """Portraits with labels."""

    portrait: Portrait
    is_toc: Flags
    is_judged: Flags


def place_of(name: str) -> bytes:
    """What sites are dealt by: neither their names' order nor anything of their pages."""
    return blake2b(name.encode()).digest()


def read_site(name: str, sources: Sequence[Source], golds: Sequence[Gold]) -> ReadSite:
    """A site, its pages compared with each other."""
    limits = Options().limits
    batches = [read_batch(group, limits) for group in batched((Page(s.url, s.html) for s in sources), PAGES)]
    model = Repeated.empty()
    for batch in batches:
        model = model.merge(Repeated.of(batch, terms_of(batch.table)))
    portrait = Portrait.together([portray(sight_of(batch, model)) for batch in batches])
    return ReadSite(name, {page_key(gold.key): gold for gold in golds}, model, batches, portrait)


def read_sites(folder: Path, *, hide: bool = False) -> Iterator[ReadSite]:
    """The sites of the data, in the order of their names; with their addresses hidden if wanted."""
    by_site: dict[str, list[Gold]] = {}
    for gold in data.sites_gold(folder):
        by_site.setdefault(gold.group, []).append(gold)
    for name in sorted(by_site):
        sources, golds = data.site_sources(folder, name), by_site[name]
        if hide:
            sources = hidden_site(sources)
            golds = [
                replace(gold, key=hidden(gold.key), entries=frozenset(map(hidden, gold.entries))) for gold in golds
            ]
        yield read_site(name, sources, golds)


def labelled(site: ReadSite) -> Pages:
    """The pages of a site with what people took them for."""
    roles = [site.golds[key].role for key in site.portrait.key.tolist()]
    return Pages(site.portrait, np.array([r == TOC for r in roles]), np.array([r in JUDGED for r in roles]))


def _without(portrait: Portrait, names: Sequence[str]) -> Portrait:
    columns = [TOLD.index(name) for name in names]
    told, alone = portrait.told.copy(), portrait.alone.copy()
    told[:, columns] = alone[:, columns] = 0.0
    return replace(portrait, told=told, alone=alone)


def variant(pages: Pages, seed: int) -> Pages:
    """The site with something missing."""
    chance = np.random.default_rng(seed)
    portrait = pages.portrait
    for names in (SAID, RELATIONS):
        if chance.random() < 1 / 2:
            portrait = _without(portrait, names)
    if chance.random() < 1 / 4:
        return replace(pages, portrait=portrait)
    n = len(portrait)
    odds = np.where(pages.is_toc, chance.choice([0.3, 1.0, 3.0]), 1.0)
    size = min(n, max(LEAST, int(n * chance.choice(SHARES))))
    stays = np.zeros(n, np.bool_)
    stays[chance.choice(n, size, replace=False, p=odds / odds.sum())] = True
    return Pages(portrait.only(stays), pages.is_toc[stays], pages.is_judged[stays])


def variants(site: ReadSite, number: int) -> list[Pages]:
    """The site itself, and the site with one thing or another missing."""
    pages = labelled(site)
    return [pages, *(variant(pages, 1_000 * seed + number) for seed in range(1, VARIANTS + 1))]


@dataclass(frozen=True, slots=True, eq=False)
class LonePages:
    """Pages that stand alone, by what they tell."""

    told: Floats
    is_toc: Flags
    weight: Floats


def lone_pages(folder: Path) -> LonePages:
    """The single pages of the data, each by itself."""
    limits, nothing = Options().limits, Repeated.empty()
    told: list[npt.NDArray[np.float64]] = []
    types: list[str] = []
    with pq.ParquetFile(folder / data.WCXB) as file:
        for rows in file.iter_batches(data.ROWS, columns=["id", "url", "html", "page_type"]):
            for row in rows.to_pylist():
                url = row["url"] or f"https://example.org/{row['id']}"
                portrait = portray(sight_of(read_batch([Page(url, row["html"])], limits), nothing))
                told += list(portrait.alone)
                types += [row["page_type"]] * len(portrait)
    weight = np.array([UNSURE.get(kind, 1.0) for kind in types])
    return LonePages(np.array(told), np.array([kind in LISTING for kind in types]), weight)
