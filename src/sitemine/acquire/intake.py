"""URLs as the frontier takes them: the site's own, of pages, without what names the visitor, and with their kind.

What is known of a URL by itself is remembered: the menus of a site stand on each of its pages.
"""

from typing import Final, NamedTuple

from sitemine.acquire.known import Found, Kind
from sitemine.acquire.order import kinship
from sitemine.acquire.scope import Scope, is_page_like, refused, shape_of, without_visitor
from sitemine.acquire.urls import parts
from sitemine.options import Crawl
from sitemine.records import Outcome

KINDS: Final = 2_000  # shapes of a site, beyond which only the rough ones are told apart
_REMEMBERED: Final = 50_000


class _Target(NamedTuple):
    """What a URL says by itself."""

    url: str
    host: str
    fine: str
    coarse: str
    reason: str  # why it cannot be a page's that people made


class Intake:
    """What becomes of the URLs that are found."""

    def __init__(self, scope: Scope, crawl: Crawl) -> None:
        self.scope = scope
        self._crawl = crawl
        self._targets: dict[str, _Target | None] = {}
        self._shapes: set[str] = set()

    def _target(self, url: str) -> _Target | None:
        clean = without_visitor(url)
        place = parts(clean)
        if place is None or not self.scope.has(place) or not is_page_like(place):
            return None
        shape = shape_of(place)
        fine = shape.fine if len(self._shapes) < KINDS or shape.fine in self._shapes else shape.coarse
        self._shapes.add(fine)
        return _Target(clean, f"{place.scheme}://{place.authority}", fine, shape.coarse, refused(place, self._crawl))

    def _known(self, url: str) -> _Target | None:
        if url not in self._targets:
            if len(self._targets) >= _REMEMBERED:
                self._targets.clear()
            self._targets[url] = self._target(url)
        return self._targets[url]

    def found(self, url: str, depth: int, *, on: Kind | None = None, prior: int = 0, hops: int = 0) -> Found | None:
        """A URL, found on a page of some kind; None where it is not the site's, no page's or too deep."""
        target = self._known(url)
        if target is None or depth > self._crawl.depth:
            return None
        clean, host, fine, coarse, reason = target
        if hops > self._crawl.hops:
            reason = "redirected too often"
        own = kinship(on, host, fine) if on else 0
        outcome = Outcome.TRAP_SUSPECTED if reason else None
        return Found(clean, host, fine, coarse, depth, hops, prior, own, outcome, reason)
