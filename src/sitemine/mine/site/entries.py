"""Which of the links of a TOC page are its entries: those to the pages that it introduces.

Not entries are the links of menus, footers, tag clouds and share buttons, nor those to other TOC pages beside the list. What tells them
apart is the place that a link stands in. The site shows of each place whether it holds the same links on every page, whether it is
found on TOC pages alone, and whether articles are what its links lead to; the page shows how long the anchors there
are, whether they say titles, and whether they are the page's main list. Boosted trees weigh it; a page that several links
lead to is an entry if one of them says so.
"""

from functools import cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sitemine.dom.batch import Batch
from sitemine.dom.table import Flags, Ints
from sitemine.dom.text import DIGIT, classes_of, code_points
from sitemine.measure.hashing import Hashes
from sitemine.measure.partition import Rows
from sitemine.measure.structure import Floats
from sitemine.measure.sums import find
from sitemine.mine.forest import Forest, forest_of
from sitemine.mine.learned import part, shipped
from sitemine.mine.sight import Sight
from sitemine.mine.site.portrait import LinkPlaces, link_places, origin, page_key
from sitemine.mine.site.roles import SiteRoles, believed
from sitemine.mine.site.standing import pair_keys

COLUMNS: Final = (
    *("constancy", "place_pages", "place_share", "links_a_page", "targets_a_link", "place_toc", "place_article"),
    *("target_pages", "target_share", "target_told", "is_known", "inside", "length", "is_number", "is_empty", "alpha"),
    *("has_heading", "says_title", "in_landmark", "in_body", "position", "rel_tag", "rel_author", "rel_bookmark"),
    *("rel_next", "segment_pages", "segment_share", "group_links", "group_targets", "group_length", "group_share"),
    *("group_of_best", "group_titled", "group_titled_of_best", "group_told", "group_alpha", "links_to_target"),
    *("page_told", "page_links", "in_item", "group_pages_of_target", "is_nofollow"),
    *("group_new", "group_new_of_best", "group_new_share"),
)
"""What the trees are asked of each link, a column each."""


class PageLinks(NamedTuple):
    """The links of some pages of a batch that may be entries."""

    row: Rows  # in the batch's table of links
    page: Ints
    target: Hashes
    columns: list[Floats]
    alpha: Floats  # how much each informs
    n_terms: Ints


class _Groups(NamedTuple):
    """The links of a page that stand in one place, as one."""

    of: Rows  # the group of each link
    page: Rows  # of each group

    @classmethod
    def by(cls, page: Ints, key: Hashes) -> "_Groups":
        pair, of = np.unique(np.column_stack((page.astype(np.uint64), key)), axis=0, return_inverse=True)
        return cls(of.reshape(-1), pair[:, 0].astype(np.intp))

    def sums(self, value: Floats) -> Floats:
        return np.bincount(self.of, value, len(self.page)).astype(np.float64)

    def of_best(self, value: Floats) -> Floats:
        """Each group's value as a share of the largest of its page, by link."""
        best = np.zeros(int(self.page.max(initial=-1)) + 1)
        np.maximum.at(best, self.page, value)
        return (value / np.maximum(best[self.page], 1e-9))[self.of]

    def means(self, value: Floats) -> Floats:
        """The mean of the links of each link's group."""
        count = np.bincount(self.of, minlength=len(self.page))
        return (self.sums(value) / np.maximum(count, 1))[self.of]


@cache
def _forest() -> Forest:
    return forest_of(part(shipped("roles"), "entries"))


def _rel(batch: Batch, rows: Rows, words: frozenset[str]) -> Floats:
    rel = (batch.links.rel[row] for row in rows.tolist())
    return np.array([float(bool(words & set(said.lower().split()))) if said else 0.0 for said in rel])


def _by_site(found: LinkPlaces, roles: SiteRoles, rows: Rows) -> dict[str, Floats]:
    """What the site shows of each link's place and target."""
    p = roles.places
    place, target = find(p.place, found.place[rows]), find(p.target, found.target[rows])
    spot = find(p.spot, pair_keys(found.place[rows], found.target[rows]))

    def told(column: npt.NDArray[np.number], row: Rows, unknown: float) -> Floats:
        return np.append(column, unknown)[row].astype(np.float64)

    pages, here = told(p.place_pages, place, 1.0), told(p.spot_pages, spot, 1.0)
    links, targets = told(p.place_links, place, 1.0), told(p.place_targets, place, 1.0)
    number = np.append(p.target_number, -1)[target]
    led = told(p.target_pages, target, 1.0)
    known = number >= 0
    return {
        "constancy": np.where(pages > 1, (here - 1) / np.maximum(pages - 1, 1), 0.0),
        "place_pages": np.log(pages),
        "place_share": pages / max(p.n_pages, 1),
        "links_a_page": np.log(links / pages),
        "targets_a_link": targets / links,
        "place_toc": told(p.place_toc, place, 0.5),
        "place_article": told(p.place_article, place, -1.0),
        "target_pages": np.log(led),
        "target_share": led / max(p.n_pages, 1),
        "target_told": np.where(known, believed(np.append(roles.log_odds, 0.0)[number]), 0.0),
        "is_known": known.astype(np.float64),
        "says_title": _says_title(found, roles, rows, number),
    }


def _says_title(found: LinkPlaces, roles: SiteRoles, rows: Rows, number: Rows) -> Floats:
    said = np.zeros(len(rows), np.bool_)
    known = np.flatnonzero(number >= 0)
    for text in (found.text[rows[known]], found.heading[rows[known]]):
        said[known] |= (find(roles.places.titled, pair_keys(text, roles.key[number[known]])) >= 0) & (text != 0)
    return said.astype(np.float64)


def _by_page(sight: Sight, found: LinkPlaces, rows: Rows) -> dict[str, Floats]:
    """What the page shows of each link."""
    batch, seen, pages, n_pages = sight.batch, sight.seen, sight.pages, sight.model.n_pages
    table, node = batch.table, batch.links.node[rows]
    page = batch.links.source[rows]
    start, end = found.start[rows], found.end[rows]
    digits = np.concatenate(([0], np.cumsum(classes_of(code_points(table.text)) == DIGIT)))
    own = np.clip(np.searchsorted(table.segment_start, start, "right") - 1, 0, max(len(table.segment_start) - 1, 0))
    first, size = table.page_start[:-1][page], np.diff(table.page_start)[page]

    def segments(column: npt.NDArray[np.generic]) -> Floats:
        return column[own].astype(np.float64) if len(column) else np.zeros(len(rows))

    return {
        "inside": found.inside[rows].astype(np.float64),
        "length": np.log1p(end - start),
        "is_number": ((end > start) & (digits[end] - digits[start] == end - start)).astype(np.float64),
        "is_empty": (end == start).astype(np.float64),
        "alpha": found.alpha[rows],
        "has_heading": (found.heading[rows] != 0).astype(np.float64),
        "in_landmark": segments(seen.in_landmark),
        "in_body": segments(seen.in_body),
        "position": (node - first) / np.maximum(size, 1),
        "segment_pages": np.log(np.maximum(segments(pages), 1)),
        "segment_share": segments(pages) / max(n_pages, 1),
        "rel_tag": _rel(batch, rows, frozenset(("tag", "category"))),
        "rel_author": _rel(batch, rows, frozenset(("author",))),
        "rel_bookmark": _rel(batch, rows, frozenset(("bookmark",))),
        "rel_next": _rel(batch, rows, frozenset(("next", "prev"))),
        "is_nofollow": _rel(batch, rows, frozenset(("nofollow", "external"))),
        "in_item": np.isin(table.tag[table.parent[node]], [table.tags.index(tag) for tag in ("li", "td", "dd")]).astype(
            np.float64
        ),
    }


def _by_group(page: Ints, found: LinkPlaces, columns: dict[str, Floats], rows: Rows) -> dict[str, Floats]:
    """What the other links of the page show that stand in the same place."""
    place, target = found.place[rows], found.target[rows]
    groups, twins = _Groups.by(page, place), _Groups.by(page, target)
    ones = np.ones(len(rows))
    _, first = np.unique(np.column_stack((groups.of.astype(np.uint64), target)), axis=0, return_index=True)
    targets = np.bincount(groups.of[first], minlength=len(groups.page)).astype(np.float64)
    length, titled = groups.sums(np.expm1(columns["length"])), groups.sums(columns["says_title"])
    on_page = np.bincount(page)[page]
    # What is new on the page: articles, or pages that did not come, which few others lead to.
    new = (
        (columns["target_told"] <= 0)
        * columns["inside"]
        * (1.0 - columns["target_share"])
        * np.expm1(columns["length"])
    )
    fresh = groups.sums(new)
    return {
        "group_new": np.log1p(fresh[groups.of]),
        "group_new_of_best": groups.of_best(fresh),
        "group_new_share": fresh[groups.of] / np.maximum(np.bincount(page, new)[page], 1e-9),
        "group_links": np.log(groups.sums(ones))[groups.of],
        "group_targets": np.log(targets)[groups.of],
        "group_length": np.log1p(groups.means(np.expm1(columns["length"]))),
        "group_share": groups.sums(ones)[groups.of] / on_page,
        "group_of_best": groups.of_best(length),
        "group_titled": groups.means(columns["says_title"]),
        "group_titled_of_best": groups.of_best(titled),
        "group_told": groups.means(columns["target_told"]),
        "group_alpha": groups.means(columns["alpha"]),
        "group_pages_of_target": groups.means(columns["target_pages"]),
        "links_to_target": twins.sums(ones)[twins.of],
        "page_links": np.log(on_page),
    }


def page_links(sight: Sight, roles: SiteRoles, wanted: Flags) -> PageLinks:
    """The links of the wanted pages of a batch, but for those to the page itself, with what the trees are asked of them."""
    batch = sight.batch
    found = link_places(sight)
    keys = np.array([page_key(batch.urls[k]) for k in batch.mined], np.uint64)
    source = batch.links.source
    rows = np.flatnonzero(wanted[source] & (found.target != keys[source]))
    page = source[rows]
    told = np.append(roles.log_odds, 0.0)[roles.rows(keys)]
    columns = _by_site(found, roles, rows) | _by_page(sight, found, rows)
    columns |= _by_group(page, found, columns, rows) | {"page_told": believed(told)[page]}
    return PageLinks(
        rows, page, found.target[rows], [columns[name] for name in COLUMNS], found.alpha[rows], found.n_terms[rows]
    )


def at_home(url: str, roles: SiteRoles) -> str:
    """The URL by which the pages of the site came, where a link calls a page by the name of the site's home."""
    came = roles.homes.get(origin(url), "")
    return came + url[len(origin(url)) :] if came else url


def entry_log_odds(links: PageLinks) -> Floats:
    """The log odds of each link to be an entry."""
    return _forest().log_odds(links.columns) if len(links.row) else np.zeros(0)
