"""What is counted of each page: how much it tells and lists, in its own segments and in all, and what it declares of itself.

All numbers are whole or halves, so a page's are the same in whatever company it is counted.
"""

import re
from typing import Final

import numpy as np
import numpy.typing as npt

from sitemine.dom.head import Head
from sitemine.dom.table import Flags, Ints, NodeTable, covered
from sitemine.dom.text import DIGIT, classes_of, code_points
from sitemine.measure.hashing import Hashes
from sitemine.measure.structure import Floats
from sitemine.measure.sums import Counts
from sitemine.mine.segments import SegmentEvidence
from sitemine.mine.sight import HEADINGS, Sight

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

SAID: Final = ("json_telling", "json_listing", "og_article", "og_other", "published")


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
    begins, first = (np.searchsorted(page, np.arange(sheet.table.n_pages), side) for side in ("left", "right"))
    long = np.flatnonzero(prose & (width >= LONG_PROSE))
    np.minimum.at(first, page[long], long)
    own_before = np.concatenate(([0], np.cumsum(own)))
    sheet.put("opening", own_before[first] - own_before[begins])


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


def _holding(table: NodeTable, marked: Flags) -> Flags:
    """Which nodes hold a segment, or a part of one, that is marked."""
    before = np.concatenate(([0], np.cumsum(marked)))
    first = np.searchsorted(table.segment_end, table.text_start, "right")
    last = np.searchsorted(table.segment_start, table.text_end)
    return np.asarray(before[np.maximum(last, first)] > before[first])


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


def counted(sight: Sight, own: Flags, pages: Counts) -> Floats:
    """All that is counted of each page, where some of its segments are its own."""
    batch, seen = sight.batch, sight.seen
    table, node = batch.table, batch.links.node
    sheet = _Sheet(table)
    _segments(sheet, seen, own, pages)
    _dates(sheet, seen, own)
    own_node = _holding(table, own)
    is_link = np.zeros(len(table), np.bool_)
    is_link[node] = True
    before = np.concatenate(([0], np.cumsum(is_link)))
    has_link = before[table.subtree_end] > before[:-1]
    in_link = covered(np.flatnonzero(is_link), table.subtree_end[is_link], len(table))
    _tags(sheet, own_node, has_link, in_link)
    _links(sheet, sight, own_node, _holding(table, ~seen.in_landmark))
    said = np.array([_said_by_head(head) for head in batch.heads], np.float64).reshape(-1, len(SAID))
    for name, values in zip(SAID, said.T, strict=True):
        sheet.put(name, values)
    return sheet.told


def told_alone(sight: Sight) -> Floats:
    """All that is counted of each page, as if there were no other."""
    n = len(sight.pages)
    return counted(sight, np.ones(n, np.bool_), np.ones(n, np.int64))
