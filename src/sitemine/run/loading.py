"""What pages of the web load while a browser shows them, fetched by the crawler's own fetcher.

The browser has no way into the network. Each of its requests is made here, to addresses that the crawler's check allows,
with the manners of a crawl: robots.txt is obeyed, a host in trouble is left alone, and nothing is asked for twice. The
thread in which that happens begins with the first request, so pages that load nothing cost nothing.
"""

import asyncio
import threading
import time
from collections import defaultdict
from concurrent.futures import CancelledError, Future
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from sitemine.acquire.address import networks_of
from sitemine.acquire.body import undone
from sitemine.acquire.dial import Dialer
from sitemine.acquire.fetch import TROUBLE, Answer, Fetcher
from sitemine.acquire.frontier import Frontier
from sitemine.acquire.hosts import Host, Manners
from sitemine.acquire.tabs import Resource
from sitemine.acquire.urls import join, parts
from sitemine.options import Crawl, Limits
from sitemine.records import Outcome
from sitemine.run.crawl import World

BURST: Final = 10.0
"""Requests for what a page loads in the time in which the rate of the crawl has one for a page."""

MOST: Final = 20_000  # requests in all; 500 pages with 40 each
LONGEST: Final = 1_800.0  # seconds from the first request, after which nothing more is loaded
WAITED: Final = 30.0  # seconds for one answer; a page is taken as it stands before that
KEPT: Final = 64 << 20  # bytes of answers that are given again


def resource_of(answer: Answer, limits: Limits) -> Resource | None:
    """An answer as a browser takes it; None where there is none that is whole."""
    if answer.outcome is not Outcome.OK:
        return None
    if answer.status // 100 == 3 and (target := join(answer.url, answer.header("location"))):
        return Resource(b"", "", answer.status, target)
    body = undone(answer.body, answer.header("content-encoding"), limits)
    return Resource(body.content, answer.header("content-type"), answer.status) if body.outcome is Outcome.OK else None


class Network:
    """Answers what pages ask for from the web; called by any thread, answered in one of its own."""

    def __init__(
        self, crawl: Crawl, limits: Limits, entrance: str = "", world: World | None = None, *, is_endless: bool = False
    ) -> None:
        self._crawl, self._limits, self._world = crawl, limits, world or World()
        # Within a crawl each page has its own bounds, and the crawl's budget bounds the pages.
        self._most: float = float("inf") if is_endless else MOST
        self._longest = float("inf") if is_endless else LONGEST
        place = parts(entrance)
        self._ports = (place.port,) if place else ()
        self._lock, self._is_ready = threading.Lock(), threading.Event()
        self._thread: threading.Thread | None = None
        self._is_closed = False
        self._n_asked, self._start, self._n_kept = 0, 0.0, 0
        self._kept: dict[str, Resource] = {}
        self._awaited: dict[str, Future[Resource | None]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _at: TracebackType | None
    ) -> None:
        with self._lock:
            self._is_closed = True
            if self._thread is not None:
                self._loop.call_soon_threadsafe(self._ended.set)
        if self._thread is not None:
            self._thread.join()

    # The thread that asks.

    def _begin(self) -> None:
        # What may fail is made here, where that is heard of; the thread itself cannot but become ready.
        dialer = Dialer(networks_of(self._crawl.private), self._ports, self._world.resolve)
        self._fetcher = Fetcher(self._crawl, self._limits, dialer, tls=self._world.tls)
        self._hosts = Frontier(Path(":memory:"))
        quick = replace(self._crawl, rate=self._crawl.rate * BURST)
        self._manners = Manners(quick, self._limits, self._fetcher, self._hosts)
        self._start = time.monotonic()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), name="sitemine-network", daemon=True)
        self._thread.start()
        self._is_ready.wait()

    async def _serve(self) -> None:
        self._learning: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._room: defaultdict[str, asyncio.Semaphore] = defaultdict(lambda: asyncio.Semaphore(self._crawl.per_host))
        self._loop, self._ended = asyncio.get_running_loop(), asyncio.Event()
        self._is_ready.set()
        try:
            await self._ended.wait()
        finally:
            await self._fetcher.close()
            self._hosts.close()

    async def _host(self, name: str) -> Host:
        """A host, whose robots.txt is known."""
        host = self._manners.host(name, time.time())
        async with self._learning[name]:
            if host.robots is None and time.time() >= host.closed:
                await self._manners.learn(host, time.time())
        return host

    async def _load(self, url: str) -> Resource | None:
        place = parts(url)
        if place is None:
            return None
        host = await self._host(f"{place.scheme}://{place.authority}")
        robots = host.robots
        if robots is None or not robots.reachable or not robots.allows(url, self._manners.agent):
            return None
        async with self._room[host.name]:
            now = time.time()
            if now < host.closed:
                return None
            wait = max(0.0, host.next_start - now)
            host.start(now)
            await asyncio.sleep(wait)
            answer = await self._fetcher.fetch(url)
        if answer.status in TROUBLE:
            host.leave_alone(time.time() + (answer.wait(time.time()) or self._crawl.backoff))
        return resource_of(answer, self._limits)

    # The threads that wait.

    def _keep(self, url: str, found: Resource) -> None:
        with self._lock:
            if found.status == 200 and url not in self._kept and self._n_kept + len(found.content) <= KEPT:
                self._kept[url] = found
                self._n_kept += len(found.content)

    def _coming(self, url: str) -> "Future[Resource | None] | None":
        """What is on its way for a URL, asked for now if nobody waits for it yet; None where nothing more is asked for."""
        if waiting := self._awaited.get(url):
            return waiting
        if self._thread is None and not self._is_closed:
            self._begin()
        if self._is_closed or self._n_asked >= self._most or time.monotonic() - self._start > self._longest:
            return None
        self._n_asked += 1
        waiting = self._awaited[url] = asyncio.run_coroutine_threadsafe(self._load(url), self._loop)
        return waiting

    def __call__(self, url: str) -> Resource | None:
        """What a URL answers, or None: it may not be asked for, says nothing, or takes too long."""
        with self._lock:
            if found := self._kept.get(url):
                return found
            waiting = self._coming(url)  # within the lock, so that all that is asked comes before the end
        if waiting is None:
            return None
        try:
            found = waiting.result(WAITED)
        except (TimeoutError, CancelledError):
            waiting.cancel()
            found = None
        if found:
            self._keep(url, found)
        with self._lock:  # only now: whoever comes meanwhile finds it here or there
            self._awaited.pop(url, None)
        return found
