"""What each page shows of itself that tells whether it lists or tells, as compact columns: what is left of a page when the
pages of a site are to be decided on together.

Everything here is counted on one page and by what the site repeats; nothing is compared with another page yet
(`mine/standing.py` does). All numbers are whole or halves, so the columns are the same in whatever chunks pages are read.
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
from sitemine.dom.table import Flags, Ints, NodeTable, covered
from sitemine.dom.text import DIGIT, classes_of, code_points
from sitemine.measure.fingerprints import fingerprints
from sitemine.measure.hashing import Hashes, hash_slices, stir
from sitemine.measure.structure import Floats, mean_weight
from sitemine.measure.sums import Counts
from sitemine.measure.terms import Terms, hash_terms
from sitemine.mine.blocks import SegmentEvidence
from sitemine.mine.metadata import title_parts
from sitemine.mine.sight import HEADINGS, Sight
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

PROSE: Final = 80
LONG_PROSE: Final = 200
"""Letters of an alphabet from which on a segment is a sentence, and from which on a paragraph."""

PROSE_LINK_SHARE: Final = 0.3

TAGS: Final = ("article", "time", "textarea", "p", "img", "li", "form", "pre", "h1", "h2", "h3", "table", "input", "dl")
TELLING: Final = re.compile(
    r'"@type"\s*:\s*\[?\s*"(?:\w*Article|BlogPosting|Report|DiscussionForumPosting|QAPage|Recipe|Product)"'
)
LISTING: Final = re.compile(r'"@type"\s*:\s*\[?\s*"(?:CollectionPage|ItemList|Blog|SearchResultsPage|ProfilePage)"')

TOLD: Final = (
    *("text", "linked", "prose", "longest", "n_prose", "n_long", "own", "own_linked", "own_free_linked", "own_free"),
    *("n_own", "comments", "unique_prose", "shared_prose", "n_unique", "n_shared", "n_dated", "n_links", "n_numbers"),
    *("n_headings", "n_linked_headings", "n_own_headings", "json_telling", "json_listing", "og_article", "og_other"),
    *("published", "rel_next", "rel_bookmark", "rel_tag", "rel_author"),
    *("group_links", "group_width", "group_anchor", "n_groups", "opening", "in_body", "n_empty_links"),
    *(f"n_{tag}" for tag in TAGS),
)
"""What is counted of each page, a column each."""

ESCAPE: Final = re.compile("%[0-9a-fA-F]{2}")

SAID: Final = ("json_telling", "json_listing", "og_article", "og_other", "published")


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


class _Sheet:
    """The counts of the pages of a table, while they are made."""

    def __init__(self, table: NodeTable) -> None:
        self.table = table
        self.told = np.zeros((table.n_pages, len(TOLD)))

    def put(self, name: str, values: npt.ArrayLike) -> None:
        self.told[:, TOLD.index(name)] = values

    def add(self, name: str, page: npt.NDArray[np.integer], value: npt.NDArray[np.number] | None = None) -> None:
        """Counts rows, or adds up their values, by page."""
        self.put(name, np.bincount(page, value, self.table.n_pages))


def _segments(sheet: _Sheet, seen: SegmentEvidence, own: Flags, pages: Counts) -> None:
    """Counts what the segments show."""
    page, width = seen.page, seen.width
    linked = np.rint(2 * width * seen.link_share) / 2
    sheet.add("text", page, width)
    sheet.add("linked", page, linked)
    sheet.add("comments", page, width * seen.in_comments)
    sheet.add("own", page, width * own)
    sheet.add("n_own", page[own])
    sheet.add("own_linked", page, linked * own)
    free = own & ~seen.in_landmark
    sheet.add("own_free_linked", page, linked * free)
    sheet.add("own_free", page, width * free)
    prose = own & (seen.link_share < PROSE_LINK_SHARE) & ~seen.in_comments
    sheet.add("prose", page, width * prose)
    longest = np.zeros(sheet.table.n_pages)
    np.maximum.at(longest, page[prose], width[prose])
    sheet.put("longest", longest)
    sheet.add("n_prose", page[prose & (width >= PROSE)])
    sheet.add("n_long", page[prose & (width >= LONG_PROSE)])
    said = prose & (width >= PROSE / 2)
    sheet.add("unique_prose", page, width * (said & (pages <= 1)))
    sheet.add("shared_prose", page, width * (said & (pages > 1)))
    sheet.add("n_unique", page[said & (pages <= 1)])
    sheet.add("n_shared", page[said & (pages > 1)])
    sheet.add("in_body", page, width * seen.in_body)
    first = np.full(sheet.table.n_pages, len(page))
    long = np.flatnonzero(prose & (width >= LONG_PROSE))
    np.minimum.at(first, page[long], long)
    begins = np.searchsorted(page, np.arange(sheet.table.n_pages))
    own_before = np.concatenate(([0], np.cumsum(own)))
    sheet.put("opening", own_before[first] - own_before[np.minimum(begins, first)])


def _dates(sheet: _Sheet, seen: SegmentEvidence, own: Flags) -> None:
    """Counts the short lines of a page's own that hold as many digits as a date does."""
    table = sheet.table
    digits = np.concatenate(([0], np.cumsum(classes_of(code_points(table.text)) == DIGIT)))
    n_digits = digits[table.segment_end] - digits[table.segment_start]
    sheet.add("n_dated", seen.page[own & (n_digits >= 3) & (n_digits <= 14) & (seen.width < PROSE)])


def _tags(sheet: _Sheet, own_node: Flags, has_link: Flags, in_link: Flags) -> None:
    """Counts elements; headings that link, or stand in a link, are those of lists."""
    table = sheet.table
    for tag in TAGS:
        sheet.add(f"n_{tag}", table.page[table.tag == table.tags.index(tag)])
    heading = np.isin(table.tag, [table.tags.index(tag) for tag in HEADINGS])
    linked = heading & (has_link | in_link) & own_node
    sheet.add("n_headings", table.page[heading])
    sheet.add("n_linked_headings", table.page[linked])
    sheet.add("n_own_headings", table.page[heading & own_node & ~linked])


def _said_by_head(head: Head) -> tuple[float, ...]:
    kind = head.meta.get("og:type", "").lower()
    return (
        float(any(TELLING.search(text) for text in head.json_ld)),
        float(any(LISTING.search(text) for text in head.json_ld)),
        float(kind == "article"),
        float(bool(kind) and kind != "article"),
        float("article:published_time" in head.meta or "datepublished" in head.meta),
    )


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


def _shingles(
    terms: Terms, node_page: Ints, seen: SegmentEvidence, own: Flags, table: NodeTable
) -> tuple[Ints, Hashes]:
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


def _groups(sheet: _Sheet, page: Ints, place: Hashes, width: Floats) -> None:
    """Counts the links of each page's own that stand in one place: the rows of its lists, the widest of them."""
    if len(page) == 0:
        return
    order = np.lexsort((place, page))
    page, place, width = page[order], place[order], width[order]
    is_new = np.ones(len(page), np.bool_)
    is_new[1:] = (page[1:] != page[:-1]) | (place[1:] != place[:-1])
    group = np.cumsum(is_new) - 1
    of_page, count, total = page[is_new], np.bincount(group), np.bincount(group, width)
    sheet.add("n_groups", of_page[count > 1])
    best = np.lexsort((place[is_new], total, of_page))
    last = best[np.append(of_page[best][1:] != of_page[best][:-1], True)]
    for name, values in (("group_links", count), ("group_width", total), ("group_anchor", total / count)):
        column = np.zeros(sheet.table.n_pages)
        column[of_page[last]] = values[last]
        sheet.put(name, column)


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


def _links(sheet: _Sheet, sight: Sight, own_node: Flags, free: Flags) -> None:
    """Counts links by what they say and by their relation to the page."""
    links, table = sight.batch.links, sight.batch.table
    page, node = links.source, links.node
    saying = sight.saying
    start, end = table.text_start[saying], table.text_end[saying]
    length = end - start
    sheet.add("n_links", page)
    sheet.add("n_empty_links", page[length == 0])
    digits = np.concatenate(([0], np.cumsum(classes_of(code_points(table.text)) == DIGIT)))
    n_digits = digits[end] - digits[start]
    sheet.add("n_numbers", page[(length > 0) & (n_digits == length)])
    wanted = own_node[node] & free[node] & (length > 0)
    _groups(sheet, page[wanted], sight.place[node[wanted]], length[wanted].astype(np.float64))
    for name, words in (
        ("rel_next", {"next", "prev"}),
        ("rel_bookmark", {"bookmark"}),
        ("rel_tag", {"tag", "category"}),
        ("rel_author", {"author"}),
    ):
        said = [bool(words & set(rel.lower().split())) if rel else False for rel in links.rel]
        sheet.add(name, page[np.array(said, np.bool_)])


def _counted(sight: Sight, own: Flags, pages: Counts) -> Floats:
    """All that is counted of each page, where some of its segments are its own."""
    batch, seen = sight.batch, sight.seen
    table, node = batch.table, batch.links.node
    sheet = _Sheet(table)
    _segments(sheet, seen, own, pages)
    _dates(sheet, seen, own)
    own_node = _holding(table, seen, own)
    is_link = np.zeros(len(table), np.bool_)
    is_link[node] = True
    before = np.concatenate(([0], np.cumsum(is_link)))
    has_link = before[table.subtree_end] > before[:-1]
    in_link = covered(np.flatnonzero(is_link), table.subtree_end[is_link], len(table))
    _tags(sheet, own_node, has_link, in_link)
    _links(sheet, sight, own_node, _holding(table, seen, ~seen.in_landmark))
    said = np.array([_said_by_head(head) for head in batch.heads], np.float64).reshape(-1, len(SAID))
    for name, values in zip(SAID, said.T, strict=True):
        sheet.put(name, values)
    return sheet.told


def told_alone(sight: Sight) -> Floats:
    """All that is counted of each page, as if there were no other."""
    n = len(sight.pages)
    return _counted(sight, np.ones(n, np.bool_), np.ones(n, np.int64))


def portray(sight: Sight, left_out: Collection[int] = ()) -> Portrait:
    """What the pages of a batch show of themselves, but for those at the places `left_out` and those with nothing to read."""
    batch, table, terms, seen = sight.batch, sight.batch.table, sight.terms, sight.seen
    found = link_places(sight)
    own = sight.pages < max(COMMON_LEAST, COMMON_SHARE * sight.model.n_pages)
    title_page, title = _titles(batch, terms)
    shingle_page, shingle = _shingles(terms, table.page, seen, own, table)
    whole = Portrait(
        key=_keys([batch.urls[k] for k in batch.mined]),
        alias=_aliases(batch),
        told=_counted(sight, own, sight.pages),
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


def _holding(table: NodeTable, seen: SegmentEvidence, marked: Flags) -> Flags:
    """Which nodes hold a segment, or a part of one, that is marked."""
    before = np.concatenate(([0], np.cumsum(marked)))
    first = np.searchsorted(table.segment_end, table.text_start, "right")
    last = np.searchsorted(table.segment_start, table.text_end)
    return np.asarray(before[np.maximum(last, first)] > before[first])


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
