"""What each page shows of itself that tells whether it lists or tells, as compact columns: what is left of a page when the
pages of a site are to be decided on together.

Everything here is counted on one page and by what the site repeats; nothing is compared with another page yet
(`mine/site/standing.py` does). All numbers are whole or halves, so the columns are the same in whatever chunks pages are read.
"""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from hashlib import blake2b
from typing import Final

import numpy as np
import numpy.typing as npt

from sitemine.acquire.urls import host, identity, join, path_of
from sitemine.dom.batch import Batch
from sitemine.dom.head import Head
from sitemine.dom.table import Flags, Ints, NodeTable
from sitemine.measure.fingerprints import fingerprints
from sitemine.measure.hashing import Hashes, hash_slices, stir
from sitemine.measure.structure import Floats, mean_weight
from sitemine.measure.terms import Terms, hash_terms
from sitemine.mine.facts.metadata import title_parts
from sitemine.mine.segments import SegmentEvidence
from sitemine.mine.sight import Sight
from sitemine.mine.site.counted import TOLD, counted, told_alone
from sitemine.records import MINED

Rows = npt.NDArray[np.intp]

BANDS: Final = 8
BAND_ROWS: Final = 3
"""Two pages whose sets of places overlap by s share a band with s ** 3 (Broder 1997; Indyk and Motwani 1998)."""

SHINGLE: Final = 6
SHINGLES_SKIPPED: Final = np.uint64(16)
"""Of runs of six terms one in sixteen is kept, the same wherever it is said (Manber 1994)."""

COMMON_SHARE: Final = 0.05
COMMON_LEAST: Final = 3
"""A segment is the site's rather than the page's from this share, and this number, of its pages on."""

ESCAPE: Final = re.compile("%[0-9a-fA-F]{2}")

OF_PAGES: Final = ("key", "alias", "told", "alone", "band")
KINDS: Final = ("title", "link", "shingle")
"""The columns of a portrait that have a row for each page, and the beginnings of those that have more."""


@lru_cache(maxsize=1 << 16)
def page_key(url: str) -> int:
    """The number under which a page is known on its site: a hash of its URL's identity, however its escapes are written."""
    name = ESCAPE.sub(lambda found: found[0].upper(), identity(url)) if "%" in url else identity(url)
    return int.from_bytes(blake2b(name.encode("utf-8", "replace"), digest_size=8).digest(), "little") | 1


def _keys(urls: Sequence[str]) -> Hashes:
    return np.fromiter(map(page_key, urls), np.uint64, len(urls))


@dataclass(frozen=True, slots=True, eq=False)
class Portrait:
    """What some pages show of themselves; columns that begin alike have a row for each of one thing."""

    key: Hashes  # of each page
    alias: Hashes  # what a page says that it is called; 0 for its own name or none
    told: Floats  # pages, TOLD: of what is the page's own on its site
    alone: Floats  # pages, TOLD: as if there were no other page
    band: Hashes  # pages, BANDS: pages of one template share some
    title_page: Ints
    title: Hashes  # fingerprints of what may be the page's title
    link_page: Ints
    link_target: Hashes  # key of the page that it leads to
    link_place: Hashes  # where the link stands
    link_text: Hashes  # fingerprint of what it says
    link_heading: Hashes  # fingerprint of the heading that stands with it and with no other link; 0 where there is none
    link_alpha: npt.NDArray[np.float32]
    link_inside: Flags  # it leads to the host of its page
    shingle_page: Ints
    shingle: Hashes
    homes: Counter[tuple[str, str]]  # where pages say that the site is at home, and where they came from

    def __len__(self) -> int:
        return len(self.key)

    @classmethod
    def empty(cls) -> "Portrait":
        """The portraits of no pages."""
        keys, rows = np.zeros(0, np.uint64), np.zeros(0, np.int32)
        counted = np.zeros((0, len(TOLD)))
        return cls(
            key=keys,
            alias=keys,
            told=counted,
            alone=counted,
            band=np.zeros((0, BANDS), np.uint64),
            title_page=rows,
            title=keys,
            link_page=rows,
            link_target=keys,
            link_place=keys,
            link_text=keys,
            link_heading=keys,
            link_alpha=np.zeros(0, np.float32),
            link_inside=np.zeros(0, np.bool_),
            shingle_page=rows,
            shingle=keys,
            homes=Counter(),
        )

    def merge(self, other: "Portrait") -> "Portrait":
        """The portraits of both sets of pages."""
        return Portrait.together([self, other])

    @classmethod
    def together(cls, parts: Sequence["Portrait"]) -> "Portrait":
        """The portraits of all pages in order of their keys, in whatever parts they came; there must be one part at least."""
        starts = np.cumsum([0, *map(len, parts)])
        columns = {
            item.name: np.concatenate(
                [
                    getattr(part, item.name) + (start if item.name.endswith("_page") else 0)
                    for part, start in zip(parts, starts.tolist(), strict=False)
                ]
            )
            for item in fields(cls)
            if item.name != "homes"
        }
        order = np.argsort(columns["key"], kind="stable")
        place = np.empty(len(order), np.int32)
        place[order] = np.arange(len(order), dtype=np.int32)
        for name in OF_PAGES:
            columns[name] = columns[name][order]
        for kind in KINDS:
            page = place[columns[f"{kind}_page"]]
            by_page = np.argsort(page, kind="stable")
            for name in columns:
                if name.startswith(kind) and not name.endswith("_page"):
                    columns[name] = columns[name][by_page]
            columns[f"{kind}_page"] = page[by_page]
        return cls(**columns, homes=sum((part.homes for part in parts), Counter()))

    def only(self, stays: Flags) -> "Portrait":
        """The portraits of some of the pages."""
        if stays.all():
            return self
        place = np.cumsum(stays) - 1
        columns = {name: getattr(self, name)[stays] for name in OF_PAGES}
        for kind in KINDS:
            page = getattr(self, f"{kind}_page")
            kept = stays[page]
            for item in fields(self):
                if item.name.startswith(kind):
                    columns[item.name] = getattr(self, item.name)[kept]
            columns[f"{kind}_page"] = place[page[kept]].astype(np.int32)
        return Portrait(**columns, homes=self.homes)


def _titles(batch: Batch, terms: Terms) -> tuple[Ints, Hashes]:
    """What may be the title of each page: the parts of its title, its og:title, its headings of the first rank."""
    told = [(page, part) for page, head in enumerate(batch.heads) for part in _told_titles(head)]
    lines = [part for _, part in told]
    term, start, _ = hash_terms("\n".join(lines))
    bounds = np.searchsorted(start, np.concatenate(([0], np.cumsum([len(line) + 1 for line in lines], dtype=np.int64))))
    said = hash_slices(term, bounds[:-1], bounds[1:])
    table = batch.table
    first = np.flatnonzero(table.tag == table.tags.index("h1"))
    shown = fingerprints(terms, terms.node_start[first], terms.node_end[first])
    page = np.concatenate((np.array([page for page, _ in told], np.int32), table.page[first]))
    title = np.concatenate((said, shown))
    return _distinct(page[title != 0], title[title != 0])


def _told_titles(head: Head) -> set[str]:
    og = " ".join(head.meta.get("og:title", "").split())
    return {part for part in (head.title, og, *title_parts(head.title)) if part}


def _distinct(page: Ints, key: Hashes) -> tuple[Ints, Hashes]:
    """Each key once a page, by page and key."""
    order = np.lexsort((key, page))
    page, key = page[order], key[order]
    is_new = np.ones(len(page), np.bool_)
    is_new[1:] = (page[1:] != page[:-1]) | (key[1:] != key[:-1])
    return page[is_new], key[is_new]


def _shingles(terms: Terms, seen: SegmentEvidence, own: Flags, table: NodeTable) -> tuple[Ints, Hashes]:
    """A sample of the runs of terms within each page's own segments."""
    first, last = terms.before(table.segment_start), terms.before(table.segment_end)
    count = np.where(own, np.maximum(last - first - SHINGLE + 1, 0), 0)
    which = np.repeat(np.arange(len(count)), count)
    start = np.arange(len(which)) - np.repeat(np.cumsum(count) - count, count) + first[which]
    key = hash_slices(terms.term, start, start + SHINGLE)
    kept = key % SHINGLES_SKIPPED == 0
    return _distinct(seen.page[which[kept]], key[kept])


def _bands(table: NodeTable, place: Hashes) -> Hashes:
    """Bands of the least of several hashes of each page's places."""
    seed = stir(np.arange(1, BANDS * BAND_ROWS + 1, dtype=np.uint64))
    least = np.empty((table.n_pages, BANDS * BAND_ROWS), np.uint64)
    for row, salt in enumerate(seed):
        least[:, row] = np.minimum.reduceat(stir(place ^ salt), table.page_start[:-1]) if len(place) else 0
    return np.column_stack(
        [_joined(least[:, BAND_ROWS * band : BAND_ROWS * (band + 1)], band) for band in range(BANDS)]
    )


def _joined(rows: Hashes, band: int) -> Hashes:
    total = np.full(len(rows), band + 1, np.uint64)
    for column in rows.T:
        total = stir(total + stir(column))
    return total


@dataclass(frozen=True, slots=True, eq=False)
class LinkPlaces:
    """What is known of each link of a batch before pages are compared."""

    target: Hashes
    place: Hashes
    text: Hashes
    heading: Hashes
    start: Ints  # of what it says in the text: its own, else that of the heading
    end: Ints
    alpha: Floats
    n_terms: Ints
    inside: Flags


def link_places(sight: Sight) -> LinkPlaces:
    """Where each link of a batch leads and stands, and what it says."""
    batch, terms, place = sight.batch, sight.terms, sight.place
    links, table = batch.links, batch.table
    own = [{host(batch.urls[k]), host(head.canonical)} for k, head in zip(batch.mined, batch.heads, strict=True)]
    known = {url: host(url) for url in set(links.target)}
    inside = [known[url] in own[page] for url, page in zip(links.target, links.source.tolist(), strict=True)]
    target = _keys(links.target)
    node, heading = sight.saying, sight.heading
    start, end = terms.node_start[node], terms.node_end[node]
    return LinkPlaces(
        target=target,
        place=place[links.node],
        text=fingerprints(terms, start, end),
        heading=_said_in(terms, heading),
        start=table.text_start[node],
        end=table.text_end[node],
        alpha=mean_weight(sight.weight, start, end),
        n_terms=end - start,
        inside=np.array(inside, np.bool_),
    )


def _said_in(terms: Terms, node: Rows) -> Hashes:
    """The fingerprints of what nodes say; 0 where there is no node."""
    row = np.maximum(node, 0)
    said = (
        fingerprints(terms, terms.node_start[row], terms.node_end[row])
        if len(terms.node_start)
        else node.astype(np.uint64)
    )
    return np.where(node >= 0, said, np.uint64(0))


def portray(sight: Sight, left_out: Collection[int] = ()) -> Portrait:
    """What the pages of a batch show of themselves, but for those at the places `left_out` and those with nothing to read."""
    batch, table, terms, seen = sight.batch, sight.batch.table, sight.terms, sight.seen
    found = link_places(sight)
    own = sight.pages < max(COMMON_LEAST, COMMON_SHARE * sight.model.n_pages)
    title_page, title = _titles(batch, terms)
    shingle_page, shingle = _shingles(terms, seen, own, table)
    whole = Portrait(
        key=_keys([batch.urls[k] for k in batch.mined]),
        alias=_aliases(batch),
        told=counted(sight, own, sight.pages),
        alone=told_alone(sight),
        band=_bands(table, sight.place),
        title_page=title_page,
        title=title,
        link_page=batch.links.source,
        link_target=found.target,
        link_place=found.place,
        link_text=found.text,
        link_heading=found.heading,
        link_alpha=found.alpha.astype(np.float32),
        link_inside=found.inside,
        shingle_page=shingle_page,
        shingle=shingle,
        homes=_homes(batch),
    )
    stays = [batch.outcomes[k] in MINED and k not in left_out for k in batch.mined]
    return whole.only(np.array(stays, np.bool_))


def origin(url: str) -> str:
    """The scheme and the host of a URL."""
    return "/".join(url.split("/", 3)[:3])


def _homes(batch: Batch) -> Counter[tuple[str, str]]:
    """Where pages say that they are at home, if it is another host with the same path, and where they came from.

    A copy of a site links to its pages by the names that they have at home; also to pages of which only the copy is known.
    """
    urls = [batch.urls[k] for k in batch.mined]
    said = [join(url, head.canonical) if head.canonical else None for url, head in zip(urls, batch.heads, strict=True)]
    pairs = [
        (origin(alias), origin(url)) for url, alias in zip(urls, said, strict=True) if alias and _is_moved(url, alias)
    ]
    return Counter(pairs)


def _is_moved(url: str, alias: str) -> bool:
    return origin(url) != origin(alias) and path_of(url) == path_of(alias)


def _aliases(batch: Batch) -> Hashes:
    """What each page says that it is called, 0 where that is nothing new."""
    urls = [batch.urls[k] for k in batch.mined]
    said = [join(url, head.canonical) if head.canonical else None for url, head in zip(urls, batch.heads, strict=True)]
    keys = [(page_key(url), page_key(alias) if alias else 0) for url, alias in zip(urls, said, strict=True)]
    return np.array([alias if alias != key else 0 for key, alias in keys], np.uint64)
