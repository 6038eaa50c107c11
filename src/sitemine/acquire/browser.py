"""Pages as a browser shows them: rendered in headless Chromium, each with the boxes of its elements.

The page's HTML is handed to the browser under the page's own URL, so that links, scripts and style sheets resolve as they
do on the web. Everything else that it asks for goes through `fetch`, a function that the caller gives (the crawler's, with
its check of addresses; or one that reads a folder); without one nothing is loaded. The browser itself has no way into the
network at all (`chromium`), so nothing can slip past `fetch`.

A page that never ends, opens dialogs, downloads, leads elsewhere, takes all memory or breaks the browser ends in an outcome
that names it, and the next page works: tabs and browsers that were lost are opened anew.
"""

import os
import signal
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from queue import Empty, LifoQueue
from types import TracebackType
from typing import Final, Self

from sitemine.acquire.chromium import Process, start_chromium
from sitemine.acquire.devtools import BrowserGoneError, LateError, RefusedError
from sitemine.acquire.snapshot import Snapshot, rendered
from sitemine.acquire.tabs import CrashedError, Fetch, Resource, Tab, Visit, no_network
from sitemine.options import Rendering
from sitemine.records import MINED, Outcome, Page

WEB: Final = ("http://", "https://")
NOWHERE: Final = "http://page.invalid/"
"""The address of pages that have none; the domain leads nowhere by its standard (RFC 2606)."""

FETCHERS: Final = 6
RENDERED_TYPE: Final = "text/html; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Photograph:
    """A rendered page and what it looks like."""

    page: Page
    png: bytes  # empty where there is nothing to see


def _given(page: Page) -> Resource:
    """The page as the browser gets it in place of an answer from the web."""
    if isinstance(page.html, str):
        return Resource(page.html.encode("utf-8", "replace"), RENDERED_TYPE)
    said = page.headers.get("content-type", "")
    return Resource(page.html, said if said.startswith(("text/html", "application/xhtml+xml")) else "text/html")


def _answered(page: Page, visit: Visit, in_time: bool, seconds: float) -> Page:
    """The page with what is to be said of how it was shown."""
    said = []
    if visit.n_dialogs:
        said.append(f"{visit.n_dialogs} dialogs dismissed")
    if visit.n_downloads:
        said.append(f"{visit.n_downloads} downloads refused")
    if visit.refused:
        said.append(f"leads to {visit.refused}, not followed")
    elif visit.shown.partition("#")[0] not in {visit.url.partition("#")[0], ""}:
        said.append(f"led to {visit.shown}")
    if not in_time:
        said.insert(0, f"still loading after {seconds:g} s")
    outcome = page.outcome if in_time else Outcome.TRUNCATED
    return replace(page, outcome=outcome, detail="; ".join((*([page.detail] if page.detail else []), *said)))


class Browser:
    """A browser that is started when it is first needed; used by several threads, each has a tab of its own."""

    def __init__(self, options: Rendering | None = None, fetch: Fetch = no_network) -> None:
        self.options = options or Rendering()
        self.fetch = fetch
        self._lock, self._opening = threading.Lock(), threading.Lock()
        self._process: Process | None = None
        self._tabs: LifoQueue[Tab] = LifoQueue()
        self._room = threading.Semaphore(self.options.tabs)
        self._fetchers = ThreadPoolExecutor(FETCHERS, "sitemine-fetch")
        self._heavy: set[int] = set()  # processes that were ended for their memory

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _at: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the browser and all that belongs to it."""
        self._fetchers.shutdown(wait=False, cancel_futures=True)
        self._end(self._process)

    def _end(self, process: Process | None) -> None:
        """Ends a browser process with its tabs, unless another thread has done so and begun a new one."""
        with self._lock:
            if process is not self._process:
                return
            self._process = None
            with suppress(Empty):
                while True:
                    self._tabs.get_nowait()
        if process is not None:
            process.end()

    def _tab(self) -> Tab:
        """A tab that is free, or a new one."""
        with self._lock:
            with suppress(Empty):
                return self._tabs.get_nowait()
            if self._process is None:
                self._process = start_chromium(heap=self.options.heap, sandbox=self.options.sandbox)
            process = self._process
        try:
            with self._opening:  # all tabs are opened through the browser's one session
                tab = Tab(process.connection, self.options, self._fetchers)
        except BrowserGoneError:
            self._end(process)
            raise
        tab.session.watch = lambda: self._watch(process)
        tab.left = lambda: self._end(process)
        return tab

    def _watch(self, process: Process) -> None:
        """Ends what takes more memory than it may; its tab hears that it crashed."""
        for pid in process.heavy(self.options.memory):
            self._heavy.add(pid)
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def render(self, page: Page) -> Page:
        """The page as the browser shows it: HTML that holds its boxes, or no HTML and the outcome that says why."""
        return self._show(page, _given(page), photographed=False).page

    def photograph(self, page: Page) -> Photograph:
        """The page as the browser shows it, and its picture."""
        return self._show(page, _given(page), photographed=True)

    def open(self, url: str) -> Photograph:
        """The page of an address, fetched by `fetch`, and its picture."""
        return self._show(Page(url), None, photographed=True)

    def render_all(self, pages: Iterable[Page]) -> Iterator[Page]:
        """The pages as the browser shows them, in their order, in all its tabs at once."""
        waiting: list[Page] = []
        with ThreadPoolExecutor(self.options.tabs, "sitemine-render") as threads:
            for page in pages:
                waiting.append(page)
                if len(waiting) == 2 * self.options.tabs:
                    yield from threads.map(self.render, waiting)
                    waiting.clear()
            yield from threads.map(self.render, waiting)

    def _show(self, page: Page, first: Resource | None, *, photographed: bool) -> Photograph:
        if page.outcome not in MINED:
            return Photograph(page, b"")
        with self._room:
            n_heavy, tab, is_whole = len(self._heavy), None, False
            try:
                tab = self._tab()
                found = self._shown(tab, page, first, photographed=photographed)
                tab.clear()
                is_whole = True
            except (CrashedError, BrowserGoneError) as error:
                if isinstance(error, BrowserGoneError) and tab is not None:
                    tab.left()
                found = Photograph(self._lost(page, n_heavy), b"")
            except (LateError, RefusedError):
                found = Photograph(
                    replace(page, html=b"", outcome=Outcome.RENDER_TIMEOUT, detail="never stands still"), b""
                )
            finally:
                if tab is not None and is_whole:
                    self._tabs.put(tab)
                elif tab is not None:
                    with suppress(BrowserGoneError):
                        tab.close()
        return found

    def _lost(self, page: Page, n_heavy: int) -> Page:
        if len(self._heavy) > n_heavy:
            detail = f"more than {self.options.memory >> 20} MB"
            return replace(page, html=b"", outcome=Outcome.RENDER_MEMORY, detail=detail)
        return replace(page, html=b"", outcome=Outcome.RENDER_CRASH, detail="the browser's process ended")

    def _shown(self, tab: Tab, page: Page, first: Resource | None, *, photographed: bool) -> Photograph:
        url = page.url if page.url.startswith(WEB) else NOWHERE
        visit = Visit(url, first, self.fetch)
        in_time = tab.show(visit)
        if visit.is_download:
            return Photograph(replace(page, html=b"", outcome=Outcome.NOT_HTML, detail="a download"), b"")
        if not in_time:
            tab.stop()
        snapshot = tab.snapshot()
        if len(snapshot.frames[0].nodes.parent_index) > self.options.nodes:
            detail = f"more than {self.options.nodes} nodes in the browser"
            return Photograph(replace(page, html=b"", outcome=Outcome.PARSE_LIMIT, detail=detail), b"")
        if first is None and not visit.shown.startswith(WEB):
            return Photograph(replace(page, outcome=Outcome.BAD_STATUS, detail="could not be fetched"), b"")
        if visit.refused and not _says_something(snapshot):
            return Photograph(replace(page, html=b"", outcome=Outcome.REDIRECTED, detail=f"to {visit.refused}"), b"")
        png = tab.photograph(snapshot.frames[0].content_height) if photographed else b""
        told = _answered(page, visit, in_time, self.options.seconds)
        shown = visit.shown if visit.shown.startswith(WEB) and page.url.startswith(WEB) else page.url
        headers = {**page.headers, "content-type": RENDERED_TYPE}
        return Photograph(replace(told, url=shown, html=rendered(snapshot), headers=headers), png)


def _says_something(snapshot: Snapshot) -> bool:
    return bool(snapshot.frames[0].text_boxes.layout_index)
