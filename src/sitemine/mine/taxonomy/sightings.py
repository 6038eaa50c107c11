"""What a site says of its own sections: how its pages link to each other, and under what names.

For each page that is linked to within the site: the labels of its links, how many pages link to it, and how many of these links are of a kind
that tells what it is: `rel=tag` or `category` names a topic, `author` a person, and what stands in a pager leads on in the same list. The trails of
breadcrumbs, in the page or in its JSON-LD, tell what lies under what. All of it adds up over pages in any order.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from sitemine.acquire.urls import host, identity, join
from sitemine.dom.batch import Batch
from sitemine.dom.names import ATTRIBUTE_CODE
from sitemine.dom.table import Flags, NodeTable, nearest
from sitemine.measure.partition import innermost
from sitemine.mine.taxonomy.concepts import label_of

CRUMBS: Final = re.compile(rb"bread-?crumb", re.IGNORECASE)
PAGERS: Final = re.compile(rb"pagination|pager|page-?numbers|paginat|nav-?links|page-?nav|wp-pagenavi", re.IGNORECASE)
AUTHORS: Final = re.compile(rb"\bauthor\b|by-?line|vcard", re.IGNORECASE)
TOPICS: Final = frozenset(("tag", "category"))
LEADS_ON: Final = frozenset(("next", "prev", "nofollow-next"))
LEAST_SHARED: Final = 10  # pages that a host must share with the site, to be the same by another name
LONGEST_LABEL: Final = 80  # characters; what is longer is a headline

Trail = tuple[tuple[str, str], ...]
"""Labels and pages (as keys) from the top down; a key may be empty."""


class Addresses:
    """Which page of the site a link leads to.

    Sites are saved under another name than their links have, and servers take `/Tags/Linux` for `/tags/linux`. So a host is the site's own
    too if most of what is linked to on it are pages that the site has; and where no page has just this address, one that differs
    in case or in a slash at the end alone is meant.
    """

    def __init__(self, keys: Iterable[str]) -> None:
        self._keys = frozenset(keys)
        self._hosts = frozenset(map(host, self._keys))
        self._at = {_place(key): key for key in sorted(self._keys, reverse=True)}
        self._linked: dict[str, set[str]] = defaultdict(set)

    def learn(self, batch: Batch) -> None:
        """Notes which places of other hosts a batch links to."""
        for target in set(batch.links.target):
            if host(target) not in self._hosts:
                self._linked[host(target)].add(_place(identity(target)))

    def settle(self) -> None:
        """Decides which hosts are the site's own."""
        for name, places in self._linked.items():
            shared = sum(place in self._at for place in places)
            if shared >= LEAST_SHARED and 2 * shared > len(places):
                self._hosts |= {name}
        self._linked.clear()

    def key_of(self, target: str) -> str:
        """The key of the page that a link leads to; empty where it leads out of the site."""
        if host(target) not in self._hosts:
            return ""
        key = identity(target)
        return key if key in self._keys else self._at.get(_place(key), key)


def _place(key: str) -> str:
    """What is behind the host, in lower case and without a slash at its end."""
    return key.split("/", 3)[-1].casefold().rstrip("/")


@dataclass(slots=True)
class Sighting:
    """What links say of one page."""

    url: str = ""
    labels: Counter[str] = field(default_factory=Counter)
    pages: int = 0  # that link to it
    topics: int = 0  # pages that link to it as to a topic
    authors: int = 0
    pagers: int = 0

    def add(self, url: str, told: list[str]) -> None:
        """Counts what one page tells: names of counts, and after a space what it calls the page."""
        self.url = min(self.url, url)
        for what in told:
            if not what.startswith(" "):
                setattr(self, what, getattr(self, what) + 1)
            elif 1 < len(what) <= LONGEST_LABEL:
                self.labels[what[1:]] += 1


@dataclass(slots=True)
class Sightings:
    """What the links of a site's pages say, by the page that they lead to."""

    seen: dict[str, Sighting] = field(default_factory=dict)
    trails: Counter[Trail] = field(default_factory=Counter)
    menus: Counter[tuple[str, str]] = field(default_factory=Counter)  # (outer, inner) of nested lists of links
    linked_from: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    named_by: dict[str, set[str]] = field(
        default_factory=lambda: defaultdict(set)
    )  # pages that link to it as to a topic
    titles: dict[str, str] = field(default_factory=dict)  # first heading of each page
    languages: Counter[str] = field(default_factory=Counter)
    told: Counter[str] = field(default_factory=Counter)  # pages that say they stand in a section, by its name


def _named(table: NodeTable, names: tuple[str, ...], pattern: re.Pattern[bytes]) -> Flags:
    """Which rows lie in an element one of whose attributes matches."""
    rows = np.flatnonzero(np.isin(table.attribute_name, [ATTRIBUTE_CODE[name] for name in names]))
    marked = np.zeros(len(table), np.bool_)
    marked[table.attribute_node[table.attribute_values.rows_with(pattern, rows)]] = True
    return nearest(marked & (table.depth > 1), table.subtree_end) >= 0


def _nested_links(batch: Batch) -> list[tuple[int, int]]:
    """Links of nested lists: that which an item begins with, and those of the lists inside of the item.

    An item that begins with a heading and a list ("Categories") has no link of its own.
    """
    table, node = batch.table, batch.links.node
    item = innermost(table, table.tag == table.tags.index("li"))
    inner = item[node]
    outer = np.where(table.parent[inner] >= 0, item[table.parent[inner]], inner)
    first = np.minimum(np.searchsorted(node, outer), max(len(node) - 1, 0))
    is_item = table.tag[outer] == table.tags.index("li")
    is_own = (item[node[first]] == outer) & (node[first] < inner)
    nested = np.flatnonzero(is_item & (outer != inner) & is_own)
    return list(zip(first[nested].tolist(), nested.tolist(), strict=True))


def _headings(table: NodeTable) -> list[str]:
    """The first h1 of each page."""
    found = [""] * table.n_pages
    for row in np.flatnonzero(table.tag == table.tags.index("h1")).tolist():
        page = int(table.page[row])
        found[page] = found[page] or " ".join(table.text_of(row).split())
    return found


def _walked(thing: object) -> Iterator[dict[str, object]]:
    """Every object of a JSON-LD text, at any depth."""
    waiting = [thing]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            yield one
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one


def _said_trail(items: object, url: str) -> Trail:
    """The trail of a BreadcrumbList."""
    steps: list[tuple[float, str, str]] = []
    for number, item in enumerate(items if isinstance(items, list) else ()):
        if not isinstance(item, dict):
            continue
        inner = item.get("item")
        thing = inner if isinstance(inner, dict) else {"@id": inner}
        label = label_of(str(item.get("name") or thing.get("name") or ""))
        target = join(url, str(thing.get("@id") or thing.get("url") or "")) or ""
        place = item.get("position")
        order = float(place) if isinstance(place, (int, float)) else float(number)
        steps.append((order, label, identity(target) if target and (inner or target != url) else ""))
    return tuple((label, key) for _, label, key in sorted(steps) if label)


def _objects(texts: tuple[str, ...]) -> Iterator[dict[str, object]]:
    """Every object of a page's JSON-LD; what cannot be read is left out."""
    for text in texts:
        try:
            thing = json.loads(text)
        except (ValueError, RecursionError):
            continue
        yield from _walked(thing)


def json_ld_trails(texts: tuple[str, ...], url: str) -> Iterator[Trail]:
    """The breadcrumbs that a page's JSON-LD tells."""
    for one in _objects(texts):
        if one.get("@type") == "BreadcrumbList" and (trail := _said_trail(one.get("itemListElement"), url)):
            yield trail


def json_ld_sections(texts: tuple[str, ...]) -> set[str]:
    """The sections that a page's JSON-LD says it stands in, in lower case."""
    found: set[str] = set()
    for one in _objects(texts):
        said = one.get("articleSection")
        found |= {
            label_of(text).casefold() for text in (said if isinstance(said, list) else [said]) if isinstance(text, str)
        }
    return found - {""}


def _note(into: Sightings, batch: Batch, keys: list[str], target: list[str]) -> dict[int, list[tuple[str, str]]]:
    """Counts the links of a batch, once a page; gives the labels and pages of each page's breadcrumbs."""
    table, links = batch.table, batch.links
    is_crumb = _named(table, ("class", "id", "itemtype", "aria-label"), CRUMBS)[links.node].tolist()
    is_pager = _named(table, ("class", "id", "aria-label"), PAGERS)[links.node].tolist()
    is_author = _named(table, ("class", "itemprop"), AUTHORS)[links.node].tolist()
    noted: set[tuple[int, str, str]] = set()  # page, target, what was counted
    trails: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for row, (page, node, key) in enumerate(zip(links.source.tolist(), links.node.tolist(), target, strict=True)):
        here = keys[batch.mined[page]]
        text = label_of(table.text_of(node) or links.label[row]) if key else ""
        if is_crumb[row] and text:
            trails[page].append((text, key))
        if not key or key == here:
            continue
        rels = set(links.rel[row].lower().split())
        kinds = {"pages"} | ({"topics"} if rels & TOPICS else set())
        kinds |= {"authors"} if is_author[row] or "author" in rels else set()
        kinds |= {"pagers"} if is_pager[row] or rels & LEADS_ON else set()
        fresh = [what for what in (*sorted(kinds), f" {text}") if (page, key, what) not in noted]
        noted |= {(page, key, what) for what in fresh}
        into.seen.setdefault(key, Sighting(links.target[row])).add(links.target[row], fresh)
        into.linked_from[key].add(here)
        if "topics" in kinds:
            into.named_by[key].add(here)
    return trails


def observe(batch: Batch, left_out: frozenset[int], addresses: Addresses, into: Sightings) -> None:
    """Adds what the pages of a batch say, but for those at the places `left_out`."""
    keys = [identity(url) for url in batch.urls]
    source = batch.links.source.tolist()
    told = zip(source, batch.links.target, strict=True)
    target = ["" if batch.mined[page] in left_out else addresses.key_of(url) for page, url in told]
    trails = _note(into, batch, keys, target)
    into.menus.update((target[outer], target[inner]) for outer, inner in _nested_links(batch) if target[inner])
    headings = _headings(batch.table)
    for page, place in enumerate(batch.mined):
        if place in left_out:
            continue
        head = batch.heads[page]
        into.titles[keys[place]] = headings[page]
        into.languages[head.language.split("-")[0].lower()] += 1
        into.told.update(json_ld_sections(head.json_ld))
        said = {*json_ld_trails(head.json_ld, batch.urls[place])}
        into.trails.update(said | ({tuple(dict.fromkeys(trails[page]))} if page in trails else set()))
