"""One tab of a browser: it shows one page at a time, answers what the page asks for, and tells how that ended."""

import threading
import time
from base64 import b64decode, b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from sitemine.acquire.devtools import Connection, LateError, Message, RefusedError, Session
from sitemine.acquire.snapshot import STYLES, Snapshot
from sitemine.options import Rendering

OPENING: Final = 10.0
"""Seconds that a browser or a tab has to open."""

MOST_PIXELS: Final = 16_384
"""Of a photograph's height: what Chromium can paint at once."""


LOADED: Final = frozenset(("Document", "Stylesheet", "Image", "Font", "Script", "XHR", "Fetch"))
"""What a page may load; not its icon, prefetched pages, pings, films."""


class CrashedError(Exception):
    """The process that shows the page has ended."""


@dataclass(frozen=True, slots=True)
class Resource:
    """What was fetched for a page: a style sheet, an image, an answer to a script, or the page itself."""

    content: bytes
    content_type: str = ""
    status: int = 200
    location: str = ""  # where a redirect leads


Fetch = Callable[[str], Resource | None]


def nobody() -> None:
    """Tells nobody."""


def no_network(_url: str) -> Resource | None:
    """Fetches nothing."""
    return None


class _Request(msgspec.Struct):
    url: str
    method: str = "GET"


class _Paused(msgspec.Struct, rename="camel"):
    request_id: str
    request: _Request
    frame_id: str = ""
    resource_type: str = ""


class _Frame(msgspec.Struct, rename="camel"):
    id: str
    url: str = ""
    parent_id: str = ""


class _Navigated(msgspec.Struct):
    frame: _Frame


class _Begun(msgspec.Struct, rename="camel"):
    frame_id: str = ""
    error_text: str = ""
    is_download: bool = False


class _Opened(msgspec.Struct, rename="camel"):
    browser_context_id: str = ""
    target_id: str = ""
    session_id: str = ""


class _Data(msgspec.Struct):
    data: str = ""


class _Nothing(msgspec.Struct):
    pass


@dataclass(slots=True)
class Visit:
    """What happens while a page is shown."""

    url: str
    first: Resource | None  # the page itself where it is given; else it is fetched like everything else
    fetch: Fetch
    frame: str = ""  # the page's own frame
    shown: str = ""  # the address that it shows in the end
    n_requests: int = 0
    n_pending: int = 0
    n_pages: int = 0  # documents that its own frame asked for
    n_dialogs: int = 0
    n_downloads: int = 0
    refused: str = ""  # where the page wanted to lead and was not let
    is_loaded: bool = False
    is_download: bool = False  # the page itself


class Tab:
    """A tab in a browser context of its own, which shares nothing with others."""

    def __init__(self, connection: Connection, options: Rendering, fetchers: ThreadPoolExecutor) -> None:
        self._options, self._fetchers, self._lock = options, fetchers, threading.Lock()
        until = time.monotonic() + OPENING
        self._browser = connection.session()
        self._context = self._asked("Target.createBrowserContext", until).browser_context_id
        self._target = self._asked(
            "Target.createTarget", until, url="about:blank", browserContextId=self._context,
            width=options.width, height=options.height,
        ).target_id  # fmt: skip
        name = self._asked("Target.attachToTarget", until, targetId=self._target, flatten=True).session_id
        self.session: Session = connection.session(name)
        self.session.heard = self._heard
        self.left: Callable[[], None] = nobody
        """Called when the browser has gone."""
        self._visit = Visit("about:blank", None, no_network)
        for method, params in self._settings():
            self.session.call(method, _Nothing, until, **params)

    def _asked(self, method: str, until: float, **params: Any) -> _Opened:
        return self._browser.call(method, _Opened, until, **params)

    def _settings(self) -> tuple[tuple[str, dict[str, Any]], ...]:
        size = {"width": self._options.width, "height": self._options.height}
        return (
            ("Page.enable", {}),
            ("Inspector.enable", {}),
            ("Network.setBypassServiceWorker", {"bypass": True}),
            ("Fetch.enable", {"patterns": [{"urlPattern": "*"}]}),
            ("Browser.setDownloadBehavior", {"behavior": "deny", "browserContextId": self._context}),
            ("Emulation.setDeviceMetricsOverride", {**size, "deviceScaleFactor": 1, "mobile": False}),
            ("Emulation.setScriptExecutionDisabled", {"value": not self._options.scripts}),
        )

    def _heard(self, event: Message) -> None:
        visit, params = self._visit, event.params
        match event.method:
            case "Fetch.requestPaused":
                self._answer(msgspec.json.decode(params, type=_Paused))
            case "Page.loadEventFired":
                visit.is_loaded = True
            case "Page.frameStoppedLoading":  # the only end of a page that leads elsewhere before it has loaded
                visit.is_loaded |= (
                    visit.n_pages > 0 and msgspec.json.decode(params, type=_Begun).frame_id == visit.frame
                )
            case "Page.frameNavigated":
                frame = msgspec.json.decode(params, type=_Navigated).frame
                visit.shown = visit.shown if frame.parent_id else frame.url
            case "Page.javascriptDialogOpening":
                visit.n_dialogs += 1
                self.session.send("Page.handleJavaScriptDialog", accept="beforeunload" in str(bytes(params)))
            case "Page.downloadWillBegin":
                visit.n_downloads += 1
            case "Inspector.targetCrashed":
                raise CrashedError

    def _answer(self, paused: _Paused) -> None:
        """Answers a request: with the page itself, by `fetch`, or not at all."""
        visit, url = self._visit, paused.request.url
        is_page = paused.resource_type == "Document" and paused.frame_id == visit.frame
        visit.n_pages += is_page
        visit.n_requests += 1
        if is_page and visit.n_pages == 1 and visit.first is not None:
            self._fulfil(paused, visit.first)
        elif visit.fetch is no_network or not self._allows(paused, is_page):
            visit.refused = url if is_page else visit.refused
            # An aborted navigation leaves the page as it is; a failed one would put an error page in its place.
            self.session.send("Fetch.failRequest", requestId=paused.request_id, errorReason="Aborted")
        else:
            visit.n_pending += 1
            self._fetchers.submit(self._fetched, paused, visit)

    def _allows(self, paused: _Paused, is_page: bool) -> bool:
        visit, request = self._visit, paused.request
        is_meant = request.method == "GET" and request.url.startswith(("http://", "https://"))
        in_bounds = visit.n_requests <= self._options.requests and (
            not is_page or visit.n_pages <= self._options.navigations
        )
        return paused.resource_type in LOADED and is_meant and in_bounds

    def _fetched(self, paused: _Paused, visit: Visit) -> None:
        """Fetches for the page, in a thread of its own, and wakes the one that waits."""
        found = None
        try:
            found = visit.fetch(paused.request.url)
        finally:
            with suppress(Exception):
                if found is None:
                    self.session.send("Fetch.failRequest", requestId=paused.request_id, errorReason="Aborted")
                else:
                    self._fulfil(paused, found)
            with self._lock:
                visit.n_pending -= 1
            self.session.queue.put(Message(method="fetched"))

    def _fulfil(self, paused: _Paused, resource: Resource) -> None:
        headers = {
            "Content-Type": resource.content_type,
            "Location": resource.location,
            "Access-Control-Allow-Origin": "*",
        }
        self.session.send(
            "Fetch.fulfillRequest",
            requestId=paused.request_id,
            responseCode=resource.status,
            responseHeaders=[{"name": name, "value": value} for name, value in headers.items() if value],
            body=b64encode(resource.content).decode("ascii"),
        )

    def show(self, visit: Visit) -> bool:
        """Loads a page and waits until it stands still; False where that takes longer than it may."""
        self._visit = visit
        until = time.monotonic() + self._options.seconds
        try:
            # The frame of a tab has the tab's own identity.
            visit.frame = self._target
            begun = self.session.call("Page.navigate", _Begun, until, url=visit.url)
            visit.is_download |= begun.is_download
            if begun.error_text:
                return True
            while not visit.is_loaded:
                self.session.next(until)
            self._settle(min(until, time.monotonic() + self._options.settle))
        except LateError:
            return False
        return True

    def _settle(self, until: float) -> None:
        """Waits until nothing was asked for during some time."""
        with suppress(LateError):
            while (now := time.monotonic()) < until:
                self.session.next(min(now + self._options.quiet, until) if not self._visit.n_pending else until)

    def stop(self) -> None:
        """Takes the page as it stands: stops its loading and its scripts."""
        self.session.send("Page.stopLoading")
        self.session.send("Runtime.terminateExecution")

    def snapshot(self) -> Snapshot:
        """The page as it is shown; raises `LateError` where it does not stand still."""
        until = time.monotonic() + self._options.grace
        return self.session.call(
            "DOMSnapshot.captureSnapshot", Snapshot, until, computedStyles=list(STYLES), includePaintOrder=True
        )

    def photograph(self, height: float) -> bytes:
        """The whole page as a PNG."""
        clip = {"x": 0, "y": 0, "width": self._options.width, "height": min(max(height, 1), MOST_PIXELS), "scale": 1}
        until = time.monotonic() + self._options.grace + OPENING
        told = self.session.call("Page.captureScreenshot", _Data, until, captureBeyondViewport=True, clip=clip)
        return b64decode(told.data)

    def clear(self) -> None:
        """Forgets what the page has stored, so that no page can tell which came before."""
        until = time.monotonic() + self._options.grace
        with suppress(RefusedError):
            self.session.call("Storage.clearDataForOrigin", _Nothing, until, origin="*", storageTypes="all")
        self.session.call("Network.clearBrowserCookies", _Nothing, until)

    def close(self) -> None:
        """Closes the tab without waiting for the page in it."""
        self._browser.send("Target.closeTarget", targetId=self._target)
        self._browser.send("Target.disposeBrowserContext", browserContextId=self._context)
        self.session.forget()
