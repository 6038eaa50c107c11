"""Pages of a crawl that only their scripts write: shown in a browser as they come, so that what they link to is followed.

A page is shown between its answer and the commit of its outcome: its URL is in flight until then, so a kill costs no more
than any other, and what was shown lies in the archive right behind the answer, in one step with it. What pages load goes
the crawler's way (`loading.py`). Of each template some hollow pages are tried, and unless one of them says more in the
browser, the others are left as they are (`rendering.py`).
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec

from sitemine.acquire.browser import RENDERED_TYPE, Browser
from sitemine.acquire.seen import Asked, Link, Read, Seen, Shown
from sitemine.acquire.warc import page_of
from sitemine.errors import MissingBrowserError
from sitemine.options import Crawl, Options
from sitemine.records import MINED, Page
from sitemine.run.rendering import Js, Trials

if TYPE_CHECKING:
    from sitemine.run.crawl import World

_HEAD = f"HTTP/1.1 200 OK\r\nContent-Type: {RENDERED_TYPE}\r\n\r\n".encode()


@dataclass(slots=True)
class Scripted:
    """Shows pages of a crawl, all of them or those that say next to nothing by themselves."""

    js: Js
    browser: Browser
    read: Read
    options: Options
    is_missing: bool = False  # whether a page was left as it is because no browser is installed
    _trials: Trials = field(default_factory=Trials)

    def _is_wanted(self, asked: Asked, seen: Seen) -> bool:
        if self.is_missing or not (seen.is_hollow or seen.outcome in MINED):
            return False
        return self.js == "always" or (seen.is_hollow and self._trials.is_worth(asked.url))

    def _rendered(self, asked: Asked) -> Page | None:
        page = page_of(asked.url, asked.block, asked.cut, limits=self.options.limits)
        return self.browser.render(page) if page else None

    async def _seen(self, asked: Asked, shown: Page, plain: Seen) -> Shown:
        """What is seen in the browser, with the links that are seen without it, and where the scripts led."""
        html = shown.html if isinstance(shown.html, bytes) else shown.html.encode("utf-8", "replace")
        cut = "time" if shown.detail.startswith("still loading") else ""
        seen = await self.read(Asked(asked.url, _HEAD + html, cut))
        led = (Link(shown.url),) if shown.url != asked.url else ()
        merged = msgspec.structs.replace(
            seen, links=(*seen.links, *led, *plain.links), robots=f"{plain.robots},{seen.robots}"
        )
        return Shown(html, cut, merged)

    async def __call__(self, asked: Asked, seen: Seen) -> Shown | None:
        """The page as a browser shows it; None where it is left as it came."""
        if not self._is_wanted(asked, seen):
            return None
        try:
            rendered = await asyncio.to_thread(self._rendered, asked)
        except MissingBrowserError:
            if self.js == "always":
                raise
            self.is_missing = True
            return None
        is_shown = rendered is not None and rendered.outcome in MINED
        shown = await self._seen(asked, rendered, seen) if rendered and is_shown else None
        gained = shown is not None and shown.seen.outcome in MINED and not shown.seen.is_hollow
        self._trials.learn(asked.url, gained=gained)
        return shown if gained or (shown and self.js == "always" and shown.seen.outcome in MINED) else None


@contextmanager
def scripted(
    js: Js, entrance: str, crawl: Crawl, options: Options, *, world: "World", read: Read
) -> Iterator[Scripted | None]:
    """What shows the pages of a crawl, if any are to be shown; browser and network begin with the first of them."""
    if js == "never":
        yield None
        return
    from sitemine.run.loading import Network

    with Network(crawl, options.limits, entrance, world, is_endless=True) as fetch, Browser(fetch=fetch) as browser:
        yield Scripted(js, browser, read, options)
