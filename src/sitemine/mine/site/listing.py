"""The entries of TOC pages as records: what each page introduces, in its own words, and its neighbours in a paginated list.

`entries` tells which links are entries. Here links to one page become one entry: the best of their texts is its title. The record
around an entry is the largest part of the page that holds no other entry; what it says besides the title is the teaser, and it
tells the date. Where records are not nested (a heading, a paragraph, the next heading) an entry's part reaches to the next.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sitemine.dom.batch import Batch
from sitemine.dom.names import ATTRIBUTE_CODE
from sitemine.dom.table import Flags, nearest
from sitemine.mine.facts.dates import moment_of
from sitemine.mine.sight import HEADINGS, Sight
from sitemine.mine.site.entries import PageLinks, at_home, entry_log_odds, page_links
from sitemine.mine.site.roles import SiteRoles
from sitemine.records import Entry

MOST_TEASER: Final = 500
"""Letters of a teaser; a TOC page that prints whole articles has them elsewhere."""

LEAST_TEASER: Final = 25
"""Letters from which on a line of a record is a sentence rather than a date, a name or a label."""

MOST_NUMBERS: Final = 6
"""Digits of a page's number in a paginated list."""

FRAGMENT: Final = re.compile(rb"#.")
DAY: Final = len("2026-01-31")
Rows = npt.NDArray[np.integer]
NEXT: Final = frozenset(("next",))
PREVIOUS: Final = frozenset(("prev", "previous"))


@dataclass(frozen=True, slots=True)
class Listing:
    """What a TOC page lists."""

    entries: tuple[Entry, ...] = ()
    next: str = ""
    previous: str = ""


class _Link(NamedTuple):
    """A link that is an entry's."""

    page: int
    row: int  # in the batch's table of links
    node: int
    url: str
    log_odds: float  # to be an entry
    said: float  # how much its text informs, all terms together
    is_of_part: bool  # it leads to a place within its page, and so may only name what stands there


def _parts_led_to(batch: Batch, links: Rows) -> frozenset[int]:
    """The elements of some links, those that lead to a place within a page."""
    table = batch.table
    hrefs = np.flatnonzero(table.attribute_name == ATTRIBUTE_CODE["href"])
    hrefs = hrefs[np.isin(table.attribute_node[hrefs], batch.links.node[links])]
    rows = table.attribute_values.rows_with(FRAGMENT, hrefs)
    return frozenset(int(table.attribute_node[row]) for row in rows)


def _by_entry(batch: Batch, links: PageLinks, roles: SiteRoles) -> list[list[_Link]]:
    """The links of each entry that are taken for one."""
    log_odds = entry_log_odds(links)
    of_part = _parts_led_to(batch, links.row[log_odds > 0])
    together: dict[tuple[int, int], list[_Link]] = {}
    for k in np.flatnonzero(log_odds > 0).tolist():
        row, page = int(links.row[k]), int(links.page[k])
        url = at_home(batch.links.target[row], roles)
        said = float(links.alpha[k]) * int(links.n_terms[k])
        node = int(batch.links.node[row])
        link = _Link(page, row, node, url, float(log_odds[k]), said, node in of_part)
        together.setdefault((page, int(links.target[k])), []).append(link)
    return list(together.values())


class _Text:
    """How a batch's text is read for records of entries."""

    def __init__(self, batch: Batch) -> None:
        self.batch, self.table = batch, batch.table
        table = self.table
        is_heading = np.isin(table.tag, [table.tags.index(tag) for tag in HEADINGS])
        self.headings = np.flatnonzero(is_heading).tolist()
        times = np.flatnonzero(table.attribute_name == ATTRIBUTE_CODE["datetime"])
        self.time_nodes = table.attribute_node[times].tolist()
        self.time_rows = times.tolist()
        self.around = nearest(is_heading, table.subtree_end)

    def of(self, node: int) -> str:
        return " ".join(self.table.text_of(node).split())

    def title_node(self, links: Sequence[_Link]) -> int:
        """The node that says an entry's title: a link in a heading, a heading in a link, else the link that says most."""
        ordered = sorted(links, key=lambda link: (link.is_of_part, -link.said, -link.log_odds, link.row))
        for link in ordered:
            if self.around[link.node] >= 0 and self.of(link.node):
                return link.node
        for link in ordered:
            inside = self._first(self.headings, link.node, int(self.table.subtree_end[link.node]))
            if inside >= 0 and self.of(inside):
                return inside
        return next((link.node for link in ordered if self.of(link.node)), ordered[0].node)

    def _first(self, nodes: Sequence[int], start: int, end: int) -> int:
        place = bisect_left(nodes, start)
        return nodes[place] if place < len(nodes) and nodes[place] < end else -1

    def heading_in(self, start: int, end: int) -> int:
        return self._first(self.headings, start, end)

    def date_in(self, start: int, end: int, text: str, language: str) -> str:
        """The day that a record tells: by its first time element with one, else in its text."""
        first, last = bisect_left(self.time_nodes, start), bisect_left(self.time_nodes, end)
        for row in self.time_rows[first:last]:
            if day := moment_of(self.table.attribute_values[row], language)[:DAY]:
                return day
        return moment_of(text, language)[:DAY]


def _records(batch: Batch, entries: Sequence[Sequence[_Link]], titles: Sequence[int]) -> list[tuple[int, int]]:
    """The rows of each entry's record: the largest subtree around its title that holds no other's, or up to the next title."""
    table = batch.table
    marks = np.zeros(len(table) + 1, np.int64)
    np.add.at(marks, np.array(titles, np.intp) + 1, 1)
    before = np.cumsum(marks)
    count = before[table.subtree_end] - before[:-1]
    pages = np.array([links[0].page for links in entries])
    alone = np.bincount(pages, minlength=table.n_pages) == 1
    items = np.isin(table.tag, [table.tags.index(tag) for tag in ("article", "li", "tr", "dd", "section")])
    around = nearest((count == 1) & (~alone[table.page] | items), table.subtree_end)
    starts = [int(around[title]) if around[title] >= 0 else title for title in titles]
    ends = [int(table.subtree_end[start]) for start in starts]
    for place, (one, other) in enumerate(pairwise(range(len(starts)))):
        is_bare = table.text_end[starts[one]] == table.text_end[titles[one]]
        same = table.parent[starts[one]] == table.parent[starts[other]]
        if is_bare and same and starts[other] > ends[one]:
            ends[place] = starts[other]
    return list(zip(starts, ends, strict=True))


def _teaser(text: _Text, sight: Sight, rows: tuple[int, int], title: int, said: str) -> str:
    """What a record says besides its title: its lines of prose."""
    table, seen = text.table, sight.seen
    start, last = table.text_start[rows[0]], table.text_end[rows[1] - 1 :][:1]
    end = max(int(table.text_end[rows[0]]), int(last[0]) if len(last) else 0)
    first, final = np.searchsorted(table.segment_start, (start, end))
    lines = []
    for segment in range(int(first), int(final)):
        if table.segment_start[segment] <= table.text_start[title] < table.segment_end[segment]:
            continue
        line = " ".join(table.text[table.segment_start[segment] : table.segment_end[segment]].split())
        if seen.width[segment] >= LEAST_TEASER and 2 * seen.link_share[segment] <= 1 and line != said:
            lines.append(line)
    whole = " ".join(lines)
    return whole if len(whole) <= MOST_TEASER else whole[: MOST_TEASER - 1].rstrip() + "\u2026"


def _entry(text: _Text, sight: Sight, links: Sequence[_Link], title: int, rows: tuple[int, int]) -> Entry:
    language = text.batch.heads[links[0].page].language.lower()
    said = text.of(title)
    heading = text.heading_in(*rows) if not said else -1
    if heading >= 0:
        title, said = heading, text.of(heading)
    said = said or next((text.batch.links.label[link.row] for link in links if text.batch.links.label[link.row]), "")
    table = text.table
    whole = table.text[table.text_start[rows[0]] : max(table.text_end[rows[0]], table.text_end[rows[1] - 1])]
    return Entry(
        url=links[0].url,
        text=said,
        teaser=_teaser(text, sight, rows, title, said),
        date=text.date_in(*rows, whole, language),
    )


def _neighbours(batch: Batch, page: int, roles: SiteRoles) -> tuple[str, str]:
    """The next and the previous page of a paginated list: as links declare it, else by the numbers that links say."""
    first, last = np.searchsorted(batch.links.source, (page, page + 1)).tolist()
    found = {"next": "", "prev": ""}
    numbers: dict[int, str] = {}
    for row in range(first, last):
        url, words = batch.links.target[row], frozenset(batch.links.rel[row].lower().split())
        for name, meant in (("next", NEXT), ("prev", PREVIOUS)):
            if words & meant:
                found[name] = found[name] or at_home(url, roles)
        node = int(batch.links.node[row])
        start, end = batch.table.text_start[node], batch.table.text_end[node]
        if 0 < end - start <= MOST_NUMBERS and (said := batch.table.text[start:end].strip()).isdecimal():
            numbers.setdefault(int(said), at_home(url, roles))
    if not any(found.values()) and len(numbers) > 1:
        here = _missing(sorted(numbers))
        found = {"next": numbers.get(here + 1, ""), "prev": numbers.get(here - 1, "")}
    return found["next"], found["prev"]


def _missing(numbers: Sequence[int]) -> int:
    """The number of the page itself, which it does not link to: the gap among the numbers that it does; 0 for none."""
    if numbers[0] == 2:
        return 1
    gaps = [one + 1 for one, other in pairwise(numbers) if other == one + 2]
    if gaps:
        return gaps[0]
    return numbers[-1] + 1 if numbers[0] == 1 and numbers[-1] == len(numbers) else 0


def listings_of(sight: Sight, roles: SiteRoles, wanted: Flags) -> dict[int, Listing]:
    """What each of the wanted pages of a batch lists."""
    batch = sight.batch
    text = _Text(batch)
    together = _by_entry(batch, page_links(sight, roles, wanted), roles)
    titles = [text.title_node(links) for links in together]
    order = sorted(range(len(titles)), key=titles.__getitem__)
    together, titles = [together[k] for k in order], [titles[k] for k in order]
    records = _records(batch, together, titles) if together else []
    rows = zip(together, titles, records, strict=True)
    found = {page: list(group) for page, group in groupby(rows, key=lambda row: row[0][0].page)}
    listed = {}
    for page in np.flatnonzero(wanted).tolist():
        entries = tuple(_entry(text, sight, one, title, span) for one, title, span in found.get(page, []))
        listed[page] = Listing(entries, *_neighbours(batch, page, roles))
    return listed
