"""Which pages are shown in a browser before they are read: all, none, or those whose text only their scripts write.

A page is hollow if it has scripts and next to no text. Of each template - the pages of a host whose addresses lie in one
folder - a few hollow pages are tried first; unless one of them says more in the browser, the others are left as they are.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Final, Literal, Self

from sitemine.acquire.boxes import NAME
from sitemine.acquire.browser import Browser
from sitemine.acquire.served import served
from sitemine.acquire.tabs import Fetch, no_network
from sitemine.acquire.urls import canonical, host, path_of
from sitemine.errors import MissingBrowserError
from sitemine.mine.methods.named import METHODS, Needs
from sitemine.options import Crawl, Limits, Options, Rendering
from sitemine.records import MINED, Page
from sitemine.run.plan import read_safely

if TYPE_CHECKING:
    from sitemine.run.crawl import World

Js = Literal["auto", "never", "always", "wanted"]
"""Which pages a browser shows; "wanted": all, but where no browser is installed they are left as they are."""

LITTLE: Final = 250
"""Characters up to which a page says next to nothing; a short note with its menu says more."""

TRIED: Final = 3
"""Hollow pages of a template that are rendered before it is given up."""

SCRIPT: Final = re.compile(rb"<script[\s>]", re.IGNORECASE)
HELD: Final = f'name="{NAME}"'.encode()

Template = tuple[str, str, int]


def is_rendered(page: Page) -> bool:
    """Whether a page holds the boxes of an earlier rendering."""
    return HELD in _content(page)


def _content(page: Page) -> bytes:
    return page.html if isinstance(page.html, bytes) else page.html.encode("utf-8", "replace")


def _n_characters(page: Page, limits: Limits) -> int:
    return len(read_safely([page], limits).table.text)


def is_hollow(page: Page, limits: Limits) -> bool:
    """Whether a page's text is missing without its scripts."""
    return bool(SCRIPT.search(_content(page))) and _n_characters(page, limits) <= LITTLE


def template_of(url: str) -> Template:
    """What addresses of pages of one kind share: the host, the first folder, how deep they lie."""
    parts = path_of(url).split("/")
    return (host(url), parts[1] if len(parts) > 2 else "", len(parts))


class Trials:
    """Which templates are worth the browser: some hollow pages of each are tried."""

    def __init__(self) -> None:
        self._tried: Counter[Template] = Counter()
        self._gains: set[Template] = set()

    def is_worth(self, url: str) -> bool:
        """Whether a hollow page may say more in the browser."""
        template = template_of(url)
        return template in self._gains or self._tried[template] < TRIED

    def learn(self, url: str, *, gained: bool) -> None:
        """Takes in whether a hollow page said more."""
        self._tried[template_of(url)] += 1
        if gained:
            self._gains.add(template_of(url))


class Renderer:
    """Renders the pages that have to be; the browser is started for the first of them."""

    def __init__(
        self,
        js: Js = "auto",
        fetch: Fetch = no_network,
        rendering: Rendering | None = None,
        limits: Limits | None = None,
    ) -> None:
        self._js, self._limits = js, limits or Limits()
        self._browser = Browser(rendering, fetch)
        self._trials = Trials()
        self.is_missing = False
        """Whether a page was left as it is because no browser is installed."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _at: TracebackType | None
    ) -> None:
        self._browser.close()

    def _asks(self, page: Page) -> bool:
        if self._js == "never" or page.outcome not in MINED or is_rendered(page):
            return False
        if self._js in {"always", "wanted"}:
            return True
        return self._trials.is_worth(page.url) and is_hollow(page, self._limits)

    def __call__(self, page: Page) -> Page:
        """The page as the browser shows it, or as it came."""
        if not self._asks(page):
            return page
        try:
            shown = self._browser.render(page)
        except MissingBrowserError:
            if self._js == "always":
                raise
            self.is_missing = True
            return page
        if self._js in {"always", "wanted"}:
            return shown
        gained = shown.outcome in MINED and _n_characters(shown, self._limits) > LITTLE
        self._trials.learn(page.url, gained=gained)
        if gained:
            return shown
        return page if shown.outcome in MINED else replace(page, detail=f"{shown.outcome.value}: {shown.detail}")

    def pages(self, pages: Iterable[Page]) -> Iterator[Page]:
        """All pages, each as the browser shows it or as it came."""
        return map(self, pages)


def js_for(method: str, js: Js) -> Js:
    """What is asked of the browser for a method: one that looks at the page wants it shown, if it may be."""
    chosen = METHODS.get(method)
    return "wanted" if js == "auto" and chosen is not None and chosen.needs is Needs.BROWSER else js


@contextmanager
def renderer_for(
    source: object, js: Js | None, options: Options, *, crawl: Crawl | None = None, world: "World | None" = None
) -> Iterator[Renderer]:
    """What shows the pages of a source; unless told otherwise, those of a URL that say nothing without their scripts.

    What pages of a URL load is fetched as the crawl fetches; those of a folder find it there, and others find nothing.
    """
    url = canonical(source) if isinstance(source, str) else None
    chosen = js_for(options.method, js or ("auto" if url else "never"))
    with ExitStack() as stack:
        fetch: Fetch = no_network
        if chosen != "never" and url:
            from sitemine.run.loading import Network

            fetch = stack.enter_context(Network(crawl or Crawl(), options.limits, url, world))
        elif chosen != "never" and isinstance(source, str | Path) and Path(source).is_dir():
            fetch = served(Path(source))
        yield stack.enter_context(Renderer(chosen, fetch, limits=options.limits))
