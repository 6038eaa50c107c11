"""In what order URLs are fetched: first what leads to articles, and no further into what leads to nothing.

URLs are grouped by shape (`scope.py`); what was fetched of a shape tells what the rest of it will be:
- its *harvest*, how many articles a page of it newly leads to: the hubs of the site, high for TOC pages, 0 for pages whose
  links are all known;
- its share of *articles*, as the judge of the first pages sees them.

As long as the articles that are known, and those that they lead to, are fewer than the budget may fetch, the shape with the
greatest harvest comes first: TOC pages before articles. From then on, articles. A large shape of which nothing is known is sampled first of all. Within a shape,
links whose anchors say what few pages say come before those whose anchors stand everywhere: the anchor's entropy, as LAMIS
has it (Kao, Lin, Ho, Chen 2004, section 3.1), estimated by the pages that say a term as ln df / ln n.

A shape is suspected of being a trap (a calendar without end, filters on filters) when a number of its pages in a row told
nothing and led nowhere outside of the shape where none of its pages had led before, and the next one was found on a page of
the same shape. So an archive of a hundred pages is none, even if all of its articles are known: each page lists others.
Folders in folders, each a shape of its own, are suspected when under directories where no page told anything new one new
shape after the other led to nearly nothing. Pages that say the very same as another are duplicates, and their links are
not followed: so end session numbers in URLs.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final

from sitemine.acquire.frontier import Frontier
from sitemine.acquire.known import Done, Found, Kind, Row

UNKNOWN_ARTICLE: Final = 0.3  # share of articles among URLs of which nothing is known
UNKNOWN_HARVEST: Final = 2.0
MEMORY: Final = 0.5  # of the latest page in a shape's harvest
SAMPLED: Final = 4  # URLs of a shape from which on its role matters enough to be found out first
NOVEL: Final = 140  # bytes of text that no page said before, from which on a page is neither a form nor a copy
TERMS: Final = 200_000  # terms of anchors, and lines of text, that are remembered
LINES: Final = 1_000_000
PROMISE: Final = 100  # steps in which the entropy of an anchor is told
_TERM: Final = re.compile(r"[^\W\d_]+")

OWN_FAMILY: Final = 1  # a URL was found on a page of its own shape, parameters aside
OWN_BRANCH: Final = (4, 2)  # or on one under the same first directory, or the same two

_ARTICLE: Final = "article"
_TOC: Final = "toc"


def family(shape: Kind | Found) -> tuple[str, str]:
    """A shape without its parameters: filters make a shape of each of their combinations."""
    return shape.host, shape.fine.partition("?")[0]


@lru_cache(maxsize=16_384)
def _folders(fine: str) -> tuple[str, ...]:
    """The first two directories of a shape; there are none beside the entrance."""
    return tuple(name for name in fine.partition("?")[0].rstrip("/").split("/")[1:-1] if name)[:2]


def branches(kind: Kind) -> list[tuple[str, ...]]:
    """Under which directories a shape lies: folders in folders make a shape of each of their levels."""
    names = _folders(kind.fine)
    return [(kind.host, *names[:depth]) for depth in range(1, len(names) + 1)]


@lru_cache(maxsize=65_536)
def _near(one: str, other: str) -> int:
    """How near two shapes of a host are."""
    folders, others = _folders(one), _folders(other)
    is_family = one.partition("?")[0] == other.partition("?")[0]
    is_near = bool(folders) and folders[:1] == others[:1]
    return OWN_FAMILY * is_family | OWN_BRANCH[0] * is_near | OWN_BRANCH[1] * (is_near and folders == others)


def kinship(kind: Kind, host: str, fine: str) -> int:
    """How near to its own a page of some kind finds a URL of a shape."""
    return _near(kind.fine, fine) if kind.host == host else 0


@lru_cache(maxsize=8_192)
def _terms(text: str) -> tuple[str, ...]:
    """The words of an anchor; menus say the same on each page."""
    return tuple(_TERM.findall(text.lower()))


class Order:
    """Chooses the next URL, and learns from each page."""

    def __init__(self, frontier: Frontier, fruitless: int) -> None:
        self._frontier, self._fruitless = frontier, fruitless
        self._rough: dict[tuple[str, str], list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
        self._families: Counter[tuple[str, str]] = Counter()
        self._barren: Counter[tuple[str, ...]] = Counter()  # shapes of a branch in a row that led to nearly nothing
        self._telling: set[tuple[str, ...]] = set()  # branches that hold what no other page says
        self._led_to: dict[tuple[str, str], set[int]] = defaultdict(set)
        self._n_led = 0
        self._anchors: Counter[str] = Counter()
        self._lines: set[int] = set()
        self._n_pages = 0
        self._ranked: list[Kind] = []
        self._stale = True
        for kind in frontier.kinds.values():
            self._families[family(kind)] = max(self._families[family(kind)], kind.fruitless)
            self._add_rough(kind, kind.fetched, kind.articles, max(kind.harvest, 0.0) * kind.fetched)
            if kind.articles:
                self._telling.update(branches(kind))

    def _add_rough(self, kind: Kind, fetched: float, articles: float, harvest: float) -> None:
        sums = self._rough[kind.host, kind.coarse]
        sums[0] += fetched
        sums[1] += articles
        sums[2] += harvest

    # What is expected of a shape.

    def article_share(self, kind: Kind) -> float:
        """The expected share of articles among the URLs of a shape."""
        fetched, articles, _ = self._rough[kind.host, kind.coarse]
        rough = (articles + 2 * UNKNOWN_ARTICLE) / (fetched + 2)
        return (kind.articles + 2 * rough) / (kind.fetched + 2)

    def harvest(self, kind: Kind) -> float:
        """The expected number of articles that a page of a shape newly leads to."""
        if kind.fetched and kind.harvest >= 0:
            return kind.harvest + kind.tocs / kind.fetched
        fetched, _, harvest = self._rough[kind.host, kind.coarse]
        return (harvest + UNKNOWN_HARVEST) / (fetched + 1)

    def is_suspected(self, row: Row) -> bool:
        """Whether a URL lies in a trap, as far as can be told."""
        kind = self._frontier.kinds[row.kind]
        if row.role is not None:
            return False
        for place, own in zip(branches(kind), OWN_BRANCH, strict=False):
            is_barren = place not in self._telling and self._barren[place] >= self._fruitless // 2 + 2
            if is_barren and kind.fetched == 0 and row.own & own:
                return True
        return bool(row.own & OWN_FAMILY) and self._families[family(kind)] >= self._fruitless

    # The choice.

    def _rank(self, left: float) -> None:
        waiting = [kind for kind in self._frontier.kinds.values() if kind.waiting > 0]
        share = {kind.id: self.article_share(kind) for kind in waiting}
        # Articles that wait name others.
        is_hungry = sum(share[kind.id] * kind.waiting * (1 + self.harvest(kind)) for kind in waiting) < left

        def value(kind: Kind) -> tuple[bool, float, int]:
            is_barren = self._families[family(kind)] >= self._fruitless
            is_sample = kind.fetched == 0 and kind.waiting >= SAMPLED and not is_barren
            return is_sample, self.harvest(kind) if is_hungry else share[kind.id], -kind.id

        self._ranked = sorted(waiting, key=value, reverse=True)
        self._stale = False

    def choose(self, is_open: Callable[[str], bool], left: float) -> Row | None:
        """The next URL of a host that may be asked now; `left` is what is left of the budget."""
        if self._stale:
            self._rank(left)
        for kind in self._ranked:
            if kind.waiting > 0 and is_open(kind.host) and self._frontier.ready(kind):
                if kind.fetched == 0:
                    self._stale = True  # one sample is under way
                return self._frontier.take(kind)
        return None

    # Learning.

    def renew(self) -> None:
        """URLs came that no page led to: kinds may be new."""
        self._stale = True

    def promise(self, text: str) -> int:
        """What the anchor of a link promises, 0 to 100: that its terms stand on few pages."""
        terms = _terms(text)
        if not terms or self._n_pages < 2:
            return PROMISE // 2
        entropy = (
            sum(math.log(max(self._anchors[term], 1)) for term in terms) / len(terms) / math.log(self._n_pages + 1)
        )
        return round(PROMISE * (1 - min(entropy, 1.0)))

    def _novelty(self, lines: Iterable[tuple[int, int]]) -> int:
        """The bytes of a page's text that no other page said; what differs in digits alone is the same."""
        said = dict(lines)
        novel = sum(length for line, length in said.items() if line not in self._lines)
        if len(self._lines) > LINES:
            self._lines.clear()
        self._lines.update(said)
        return novel

    def _leads_on(self, own: tuple[str, str], found: Iterable[Found]) -> bool:
        """Whether a page leads out of its family to where none of the family has led."""
        known = self._led_to[own]
        before = len(known)
        known.update(hash(url.url) for url in found if family(url) != own)
        self._n_led += len(known) - before
        is_new = len(known) > before
        if self._n_led > LINES:
            self._led_to.clear()
            self._n_led = 0
        return is_new

    def _hear(self, anchors: Iterable[str]) -> None:
        self._n_pages += 1
        self._anchors.update({term for text in anchors for term in _terms(text)})
        if len(self._anchors) > TERMS:
            self._anchors = Counter(dict(self._anchors.most_common(TERMS // 2)))

    def _judge_branches(self, kind: Kind, harvest: float, *, told: bool) -> None:
        for place in branches(kind):
            if told:
                self._telling.add(place)
            if told or harvest >= UNKNOWN_HARVEST:
                self._barren[place] = 0
            elif kind.fetched == 1:
                self._barren[place] += 1

    def learn(self, done: Done, new: list[Found]) -> None:
        """Takes in what a URL turned out to be, and what it newly led to."""
        seen = done.seen
        kind = self._frontier.kinds[done.row.kind]
        self._stale = True
        told = seen is not None and self._novelty(seen.lines) >= NOVEL
        is_article = told and done.role == _ARTICLE
        if seen:
            self._hear(link.text for link in seen.links)
        leads = [self._frontier.kind_of(found.host, found.fine, found.coarse) for found in new if not found.outcome]
        harvest = sum(map(self.article_share, leads))
        kind.harvest = harvest if kind.harvest < 0 else MEMORY * harvest + (1 - MEMORY) * kind.harvest
        kind.fetched += 1
        kind.articles += is_article
        kind.tocs += done.role == _TOC and harvest > 0
        self._add_rough(kind, 1, is_article, harvest)
        own = family(kind)
        if self._leads_on(own, done.found) or is_article:
            kind.fruitless = self._families[own] = 0
        else:
            kind.fruitless += 1
            self._families[own] += 1
        self._judge_branches(kind, harvest, told=told)
        self._frontier.changed(kind)
