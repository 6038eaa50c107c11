"""What the pages of a site show of each other: how each stands among them, as columns for the decision on their roles.

A TOC page leads to many pages that few others lead to, by links that say those pages' titles, from places on the page that change
from page to page; and it says pieces of what they say. An article is led to, and says what no other page says. All of it is
counts over pairs of a page and what it links to, by sorting: nothing is quadratic, and nothing depends on the order of the
pages, which stand in that of their keys.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sitemine.dom.table import Flags
from sitemine.measure.hashing import Hashes, stir
from sitemine.measure.structure import Floats
from sitemine.measure.sums import Counts
from sitemine.mine.site.counted import TOLD
from sitemine.mine.site.portrait import Portrait

Rows = npt.NDArray[np.intp]
Whole = npt.NDArray[np.integer]

RARE: Final = 3
"""A page is led to by few where no more pages than these do, or than a twentieth of the site."""

RARE_SHARE: Final = 0.05

CHANGING: Final = 0.3
"""A link stands in the content rather than in a menu if no more than this share of the pages that have its place have it there."""


DOUBT: Final = 5.0
"""What the agreement of templates is measured against: the spread of a handful of pages."""


class Table(NamedTuple):
    """Keys in order, with the row of each key that was asked for."""

    key: Hashes
    row: Rows

    @classmethod
    def of(cls, key: Hashes) -> "Table":
        found, row = np.unique(key, return_inverse=True)
        return cls(found, row.astype(np.intp))


def pair_keys(one: Hashes, other: Hashes) -> Hashes:
    """One key for each pair of keys."""
    return stir(stir(one) + other)


def _pages_of(page: npt.NDArray[np.integer], row: Rows, n_rows: int, n_pages: int) -> Counts:
    """On how many pages each row stands."""
    both = np.unique(row.astype(np.int64) * max(n_pages, 1) + page)
    return np.bincount(both // max(n_pages, 1), minlength=n_rows)


@dataclass(frozen=True, slots=True, eq=False)
class PlaceTable:
    """What a site's links show of the places that they stand in and of the pages that they lead to.

    This is all that the pages' entries are chosen by, besides the pages themselves.
    """

    n_pages: int
    target: Hashes  # pages that are led to, in order of their keys
    target_pages: Counts  # on how many pages a link to each stands
    target_number: Rows  # which page of the site each is; -1 where it did not come
    place: Hashes
    place_pages: Counts  # on how many pages each place is
    place_links: Counts
    place_targets: Counts  # how many pages its links lead to
    spot: Hashes  # pairs of a place and a target
    spot_pages: Counts
    titled: Hashes  # pairs of a text and the page that it is the title of
    place_toc: Floats  # mean probability that the page of a link in the place is a TOC page
    place_article: Floats  # and that the page that it leads to is an article; -1 where none came


class _LinkCounts(NamedTuple):
    """The counts of `PlaceTable`."""

    target_pages: Counts
    place_pages: Counts
    place_links: Counts
    place_targets: Counts
    spot_pages: Counts


class Standing:
    """How the pages of a site stand among each other."""

    def __init__(self, portrait: Portrait) -> None:
        self.portrait = portrait
        self.n = len(portrait)
        self._target = Table.of(portrait.link_target)
        self._place = Table.of(portrait.link_place)
        self._spot = Table.of(pair_keys(portrait.link_place, portrait.link_target))
        self._page = portrait.link_page.astype(np.int64)
        self.number = self._numbers(self._target.key)

    def _numbers(self, key: Hashes) -> Rows:
        """Which page of the site each key is, by its own name or by one that it alone claims."""
        own = self.portrait.key
        claims = np.flatnonzero(self.portrait.alias)
        alias, first, count = np.unique(self.portrait.alias[claims], return_index=True, return_counts=True)
        single = (count == 1) & ~np.isin(alias, own)
        names = np.concatenate((own, alias[single]))
        pages = np.concatenate((np.arange(len(own)), claims[first[single]]))
        order = np.argsort(names, kind="stable")
        names, pages = names[order], pages[order]
        if len(names) == 0:
            return np.full(len(key), -1, np.intp)
        row = np.minimum(np.searchsorted(names, key), len(names) - 1)
        return np.where(names[row] == key, pages[row], -1)

    @cached_property
    def _link_counts(self) -> "_LinkCounts":
        n_places = len(self._place.key)
        spot_place = np.zeros(len(self._spot.key), np.intp)
        spot_place[self._spot.row] = self._place.row
        return _LinkCounts(
            target_pages=_pages_of(self._page, self._target.row, len(self._target.key), self.n),
            place_pages=_pages_of(self._page, self._place.row, n_places, self.n),
            place_links=np.bincount(self._place.row, minlength=n_places),
            place_targets=np.bincount(spot_place, minlength=n_places),
            spot_pages=_pages_of(self._page, self._spot.row, len(self._spot.key), self.n),
        )

    @cached_property
    def titled(self) -> Hashes:
        """Pairs of a text and the page that it is the title of, in order."""
        return np.unique(pair_keys(self.portrait.title, self.portrait.key[self.portrait.title_page]))

    def places(self, toc: Floats) -> PlaceTable:
        """The tables by which entries are chosen; `toc` is how likely each page is a TOC page."""
        n_places = len(self._place.key)
        number = self.number[self._target.row]
        known = number >= 0
        listed = np.bincount(self._place.row, toc[self._page], n_places)
        row = self._place.row[known]
        told, count = np.bincount(row, 1.0 - toc[number[known]], n_places), np.bincount(row, minlength=n_places)
        counts = self._link_counts
        return PlaceTable(
            n_pages=self.n,
            target=self._target.key,
            target_number=self.number,
            place=self._place.key,
            spot=self._spot.key,
            titled=self.titled,
            place_toc=listed / np.maximum(counts.place_links, 1),
            place_article=np.where(count > 0, told / np.maximum(count, 1), -1.0),
            **counts._asdict(),
        )

    @cached_property
    def constancy(self) -> Floats:
        """Of each link, on what share of the pages that have its place it stands there: 1 in a menu."""
        pages = self._link_counts.place_pages[self._place.row]
        here = self._link_counts.spot_pages[self._spot.row]
        return np.where(pages > 1, (here - 1) / np.maximum(pages - 1, 1), 0.0)

    @cached_property
    def pairs(self) -> "Pairs":
        """Each page with each other page that it links to."""
        p = self.portrait
        target = self.number[self._target.row]
        key = self._page * max(len(self._target.key), 1) + self._target.row
        other = target != self._page
        pair, which = np.unique(key[other], return_inverse=True)
        source, led = np.divmod(pair, max(len(self._target.key), 1))
        alpha, constancy = np.zeros(len(pair)), np.ones(len(pair))
        np.maximum.at(alpha, which, p.link_alpha[other].astype(np.float64))
        np.minimum.at(constancy, which, self.constancy[other])
        titled, inside = np.zeros(len(pair), np.bool_), np.zeros(len(pair), np.bool_)
        np.logical_or.at(titled, which, self._says_title(target)[other])
        np.logical_or.at(inside, which, p.link_inside[other])
        pages = self._link_counts.target_pages[led]
        return Pairs(source, self.number[led], alpha, constancy, titled, inside | (self.number[led] >= 0), pages)

    def _says_title(self, target: Rows) -> Flags:
        """Which links say the title of the page that they lead to."""
        p = self.portrait
        known = target >= 0
        said = np.zeros(len(target), np.bool_)
        for text in (p.link_text, p.link_heading):
            said[known] |= np.isin(pair_keys(text[known], p.key[target[known]]), self.titled) & (text[known] != 0)
        return said


class Pairs(NamedTuple):
    """Pages and the other pages that they link to, each pair once, by source."""

    source: Rows
    target: Rows  # -1 where the page did not come
    alpha: Floats  # of the link that says most
    constancy: Floats  # of the link that changes most from page to page
    titled: Flags  # a link says the target's title
    inside: Flags  # the target is of this site
    pages: Counts  # that link to the target

    def only(self, wanted: Flags) -> "Pairs":
        """Some of the pairs."""
        return Pairs(
            self.source[wanted],
            self.target[wanted],
            self.alpha[wanted],
            self.constancy[wanted],
            self.titled[wanted],
            self.inside[wanted],
            self.pages[wanted],
        )


def _ratio(part: Floats, whole: Floats) -> Floats:
    return np.divide(part, whole, out=np.zeros(len(part)), where=whole > 0)


class _Columns:
    """The columns of the decision, by name."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.found: dict[str, Floats] = {}

    def counts(self, name: str, page: Whole, value: Floats | None = None) -> Floats:
        """The logarithm of a count by page, kept as a column; gives the count."""
        count = np.bincount(page, value, self.n).astype(np.float64)
        self.found[name] = np.log1p(count)
        return count

    def mean(self, name: str, page: Whole, value: Floats, none: float = -1.0) -> None:
        count = np.bincount(page, minlength=self.n)
        total = np.bincount(page, value, self.n)
        self.found[name] = np.where(count > 0, total / np.maximum(count, 1), none)


LOGGED: Final = tuple(name for name in TOLD if not name.startswith(("json_", "og_", "published")))


def told_columns(counted: Floats) -> dict[str, Floats]:
    """What each page tells of itself: counts as logarithms, and shares of them."""
    told = dict(zip(TOLD, counted.T, strict=True))
    found = {name: np.log1p(value) if name in LOGGED else value for name, value in told.items()}
    for name, part, whole in (
        ("linked_share", "linked", "text"),
        ("own_linked_share", "own_linked", "own"),
        ("free_linked_share", "own_free_linked", "own_free"),
        ("prose_share", "prose", "own"),
        ("longest_share", "longest", "own"),
        ("comments_share", "comments", "text"),
        ("unique_share", "unique_prose", "prose"),
        ("shared_share", "shared_prose", "prose"),
        ("group_share", "group_width", "own"),
        ("numbers_share", "n_numbers", "n_links"),
    ):
        found[name] = _ratio(told[part], told[whole])
    found["width_of_own"] = np.log1p(_ratio(told["own"], told["n_own"]))
    found["linked_headings_share"] = _ratio(
        told["n_linked_headings"], told["n_linked_headings"] + told["n_own_headings"]
    )
    return found


def _out(c: _Columns, pairs: Pairs, n: int) -> None:
    few = pairs.pages <= max(RARE, RARE_SHARE * n)
    changing = pairs.constancy <= CHANGING
    idf = 1.0 - np.log(pairs.pages) / np.log(max(n, 2))
    inside = pairs.inside
    c.counts("out", pairs.source[inside])
    c.counts("out_abroad", pairs.source[~inside])
    rare = c.counts("out_rare", pairs.source[few & inside])
    moving = c.counts("out_changing", pairs.source[changing & inside])
    c.counts("out_single", pairs.source[(pairs.pages == 1) & inside])
    c.counts("out_idf", pairs.source[inside], idf[inside])
    c.counts("out_alpha", pairs.source[inside], pairs.alpha[inside])
    c.counts("out_changing_alpha", pairs.source[inside], (pairs.alpha * (1 - pairs.constancy))[inside])
    titled = c.counts("out_titled", pairs.source[pairs.titled & changing])
    c.counts("out_titled_rare", pairs.source[pairs.titled & few])
    c.found["out_titled_share"] = _ratio(titled, moving)
    c.found["out_rare_share"] = _ratio(rare, np.expm1(c.found["out"]))
    c.mean("out_pages", pairs.source[changing & inside], np.log(pairs.pages[changing & inside]))
    c.mean("out_idf_mean", pairs.source[inside], idf[inside])
    c.mean("out_alpha_mean", pairs.source[changing & inside], pairs.alpha[changing & inside])
    c.mean("out_constancy", pairs.source[inside], pairs.constancy[inside])


def _in(c: _Columns, known: Pairs, n: int) -> None:
    changing = known.constancy <= CHANGING
    into = c.counts("in", known.target)
    c.found["in_share"] = into / max(n - 1, 1)
    moving = c.counts("in_changing", known.target[changing])
    c.found["in_changing_share"] = _ratio(moving, into)
    c.mean("in_alpha", known.target, known.alpha)
    c.mean("in_constancy", known.target, known.constancy)
    titled = c.counts("in_titled", known.target[known.titled])
    c.found["in_titled_share"] = _ratio(titled, into)
    # An entry among many is a weak link, the only link of a page's content a strong one.
    out = np.bincount(known.source[changing], minlength=n)
    c.counts("in_normalised", known.target[changing], 1.0 / np.maximum(out, 1)[known.source[changing]])


def _mutual(c: _Columns, known: Pairs, n: int) -> None:
    key = known.source * max(n, 1) + known.target
    back = np.isin(known.target * max(n, 1) + known.source, key)
    changing = known.constancy <= CHANGING
    c.mean("out_back", known.source[changing], back[changing].astype(np.float64))
    c.mean("in_back", known.target[changing], back[changing].astype(np.float64))
    moves = np.isin(known.target * max(n, 1) + known.source, key[changing])
    c.mean("out_back_changing", known.source[changing], moves[changing].astype(np.float64))
    c.mean("in_back_changing", known.target[changing], moves[changing].astype(np.float64))


def _overlap(c: _Columns, standing: Standing) -> None:
    """How much of a page's own text is said elsewhere, and whether by the pages that it leads to."""
    p = standing.portrait
    _, row, df = np.unique(p.shingle, return_inverse=True, return_counts=True)
    pages = df[row]
    total = c.counts("shingles", p.shingle_page)
    again = c.counts("shingles_again", p.shingle_page[pages > 1])
    c.found["again_share"] = np.where(total > 0, _ratio(again, total), -1.0)
    c.mean("shingle_pages", p.shingle_page, np.log(pages))
    c.mean("again_pages", p.shingle_page[pages > 1], np.log(pages[pages > 1]))


def by_name(standing: Standing) -> dict[str, Floats]:
    """All columns of a site's pages but those of the second decision."""
    n = standing.n
    c = _Columns(n)
    pairs = standing.pairs
    known = pairs.only(pairs.target >= 0)
    _out(c, pairs, n)
    _in(c, known, n)
    _mutual(c, known, n)
    _overlap(c, standing)
    for name in ("out_changing", "out_rare", "out_titled", "in_changing", "in", "in_normalised"):
        c.found[f"{name}_of_site"] = c.found[name] - np.median(c.found[name]) if n else c.found[name]
    told = told_columns(standing.portrait.told)
    for name in ("prose", "own", "longest", "group_width", "n_links", "n_dated", "text", "n_own"):
        told[f"{name}_of_site"] = told[name] - np.median(told[name]) if n else told[name]
    return told | c.found


class Support(NamedTuple):
    """What the pages around each page are taken for, in log odds of being TOC pages."""

    alike: Floats  # mean of the pages of its template, without itself
    variance: Floats  # of the pages of its template, itself among them
    n_alike: Floats  # how many share its template, as a mean over the bands
    agreement: (
        float  # how well the pages of a template agree on this site: the correlation of a page with those like it
    )
    introduced: Floats  # mean of the pages that it leads to in its content by their titles; 0 where there are none


def _alike(band: Hashes, told: Floats) -> tuple[Floats, Floats, Floats]:
    """Of the pages that share bands with each page: their mean without it, the variance with it, and how many share one."""
    total, variance, there, size = (np.zeros(len(told)) for _ in range(4))
    for keys in band.T:
        _, row = np.unique(keys, return_inverse=True)
        count, sums, squares = np.bincount(row), np.bincount(row, told), np.bincount(row, told * told)
        several = count[row] > 1
        total += np.where(several, (sums[row] - told) / np.maximum(count[row] - 1, 1), 0.0)
        variance += np.where(several, np.maximum(squares / count - (sums / count) ** 2, 0.0)[row], 0.0)
        there += several
        size += count[row]
    there = np.maximum(there, 1)
    return total / there, variance / there, size / max(band.shape[1], 1)


def _agreement(told: Floats, alike: Floats) -> float:
    """The correlation of the pages with those like them, drawn towards 0 where there are few."""
    if len(told) < 2:
        return 0.0
    one, other = told - told.mean(), alike - alike.mean()
    spread = float(np.sqrt((one * one).sum() * (other * other).sum()))
    return max(0.0, float((one * other).sum()) / (spread + DOUBT))


def support(standing: Standing, told: Floats) -> Support:
    """What the pages around each page are taken for, if each page is taken for what is `told`."""
    alike, variance, n_alike = _alike(standing.portrait.band, told)
    pairs = standing.pairs
    titled = pairs.only((pairs.target >= 0) & (pairs.constancy <= CHANGING) & pairs.titled)
    c = _Columns(standing.n)
    c.mean("introduced", titled.source, told[titled.target], 0.0)
    return Support(alike, variance, n_alike, _agreement(told, alike), c.found["introduced"])
