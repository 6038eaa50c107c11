"""Crawls a site into a folder: joins the crawler with what reads pages, and tells what became of every URL.

The folder holds `crawl/crawl.sqlite` (every URL with its outcome) and `crawl/warc/` (what the servers answered). What is
mined is read from the archive alone, so that the result is a pure function of it; how it was crawled never shows.
"""

import asyncio
import json
import signal
import ssl
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from sitemine.acquire import join, read_crawl
from sitemine.acquire.address import networks_of
from sitemine.acquire.archive import Archive, block_of
from sitemine.acquire.crawl import Crawler
from sitemine.acquire.dial import Dialer, Resolve, system_resolve
from sitemine.acquire.fetch import Fetcher
from sitemine.acquire.frontier import Frontier, locked
from sitemine.acquire.known import State
from sitemine.acquire.outcomes import AGAIN_LATER
from sitemine.acquire.urls import parts
from sitemine.acquire.warc import page_of
from sitemine.errors import SourceError
from sitemine.options import Crawl, Options
from sitemine.publish import write_atomically
from sitemine.records import FAILED, MINED, Outcome, Page
from sitemine.run.reading import Here, Readers
from sitemine.run.site import Progress, Site, mine_pages, silent

if TYPE_CHECKING:
    from sitemine.run.rendering import Js

FOLDER: Final = "crawl"
NAMED: Final = 10
"""URLs that the summary names of each outcome; all of them are in `urls.jsonl`."""


_PLAIN: Final = frozenset({"ok", "waiting", "not_modified"})
_REFUSING: Final = frozenset(
    {"robots_denied", "robots_unreachable", "bad_status", "retry_exhausted", "blocked_address", "noindex"}
)
_LOST: Final = FAILED | (
    {Outcome.RETRY_EXHAUSTED, Outcome.ROBOTS_UNREACHABLE, Outcome.TOO_SLOW, Outcome.TLS_ERROR, Outcome.DNS_ERROR}
    | {Outcome.TIMEOUT_CONNECT, Outcome.TIMEOUT_HEADER, Outcome.TIMEOUT_BODY}
)


@dataclass(frozen=True, slots=True)
class CrawlSummary:
    """What became of the URLs of a crawl."""

    entrance: str
    fetched: int  # in this run
    outcomes: dict[str, int] = field(default_factory=dict)  # of all URLs that are known; those that wait are `waiting`
    roles: dict[str, int] = field(default_factory=dict)
    examples: dict[str, list[str]] = field(default_factory=dict)  # some URLs of each outcome but ok, with the reason
    new: list[str] = field(default_factory=list)  # articles that this run, or the time asked for, saw first
    is_finished: bool = True
    is_stopped: bool = False
    is_without_browser: bool = False  # whether pages that only scripts write were left as they are, for want of one

    @property
    def n_pages(self) -> int:
        """Pages that the archive holds."""
        return sum(self.outcomes.get(name, 0) for name in ("ok", "not_modified", "truncated"))

    @property
    def n_failed(self) -> int:
        """URLs of which something was lost that another day, or other limits, may give."""
        return sum(count for name, count in self.outcomes.items() if name in _LOST)

    @property
    def is_refused(self) -> bool:
        """Whether the site does not want to be crawled, or not now."""
        return any(name in self.outcomes for name in _REFUSING)

    @property
    def waiting(self) -> int:
        """URLs that are known and were not asked for yet."""
        return self.outcomes.get("waiting", 0)


class _Row(msgspec.Struct):
    """A line of `urls.jsonl`."""

    url: str
    outcome: str
    detail: str
    role: str
    status: int | None


class _Told:
    """What the summary names, gathered while every URL is written."""

    def __init__(self, since: float) -> None:
        self._since = since
        self.examples: dict[str, list[str]] = {}
        self.new: list[str] = []

    def _name(self, url: str, outcome: str, detail: str) -> None:
        named = self.examples.setdefault(outcome, [])
        if len(named) < NAMED:
            named.append(f"{url}  {detail}".rstrip())

    def lines(self, frontier: Frontier) -> Iterator[bytes]:
        """The lines of the list of all URLs."""
        encode = msgspec.json.Encoder().encode
        for url, outcome, detail, first, role, status in frontier.listed():
            if outcome not in _PLAIN:
                self._name(url, outcome, detail)
            if role == "article" and outcome != "noindex" and first is not None and first >= self._since:
                self.new.append(url)
            yield encode(_Row(url, outcome, detail, role or "", status)) + b"\n"


def _told(frontier: Frontier, folder: Path, run: CrawlSummary, since: float) -> CrawlSummary:
    """Writes what became of every URL; gives the summary of a run with all that the frontier knows."""
    told = _Told(since)
    write_atomically(folder / "urls.jsonl", told.lines(frontier))
    outcomes = frontier.outcomes()
    summary = replace(
        run,
        outcomes=outcomes,
        roles=frontier.roles(),
        examples=told.examples,
        new=told.new,
        is_finished=not outcomes.get("waiting"),
    )
    write_atomically(folder / "crawl.json", iter([json.dumps(asdict(summary), indent=2).encode() + b"\n"]))
    return summary


def _ports(entrance: str) -> tuple[int, ...]:
    place = parts(entrance)
    if place is None:
        raise SourceError(entrance, "is no http or https URL")
    return (place.port,)


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """What a crawl meets the world with; others are for tests and for networks of one's own."""

    resolve: Resolve = system_resolve
    tls: ssl.SSLContext | None = None
    in_this_process: bool = False  # whether pages are read here and not in children
    children: int = 1


async def _crawl(
    entrance: str,
    folder: Path,
    *,
    crawl: Crawl,
    options: Options,
    world: World,
    told: Callable[[State], None],
    since: float,
    js: "Js",
) -> CrawlSummary:
    from sitemine.run.scripted import scripted

    dialer = Dialer(networks_of(crawl.private), _ports(entrance), world.resolve)
    fetcher = Fetcher(crawl, options.limits, dialer, tls=world.tls)
    frontier = Frontier(folder / "crawl.sqlite")
    archive = Archive(folder / "warc", fetcher.agent)
    read = Here(options) if world.in_this_process else Readers(options, children=world.children)
    try:
        frontier.align(archive)
        with scripted(js, entrance, crawl, options, world=world, read=read) as show:
            crawler = Crawler(
                frontier, archive, fetcher, read, crawl=crawl, limits=options.limits, show=show, told=told
            )
            start = crawler.clock()
            state = await _gone_on(crawler, frontier, entrance)
        lacks = show is not None and show.is_missing
        run = CrawlSummary(entrance, state.fetched, is_stopped=crawler.is_stopped, is_without_browser=lacks)
        summary = _told(frontier, folder, run, since or start)
        # Only now: a crawl that is killed before it has told what it found has still to do so, and nothing else.
        frontier.note("finished", int(summary.is_finished))
        return summary
    finally:
        await read.close()
        frontier.close()


class _Signals:
    """Ctrl-C lets the crawl come to its end; a second one ends it at once, which costs nothing but what is in flight."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    def __enter__(self) -> None:
        with suppress(NotImplementedError, RuntimeError, ValueError):
            loop = asyncio.get_running_loop()
            loop.add_signal_handler(signal.SIGINT, self._heed)
            loop.add_signal_handler(signal.SIGTERM, self._heed)

    def _heed(self) -> None:
        if self._crawler.is_stopped:
            for task in asyncio.all_tasks():
                task.cancel()
        self._crawler.stop()

    def __exit__(self, *_: object) -> None:
        with suppress(NotImplementedError, RuntimeError, ValueError):
            asyncio.get_running_loop().remove_signal_handler(signal.SIGINT)
            asyncio.get_running_loop().remove_signal_handler(signal.SIGTERM)


async def _gone_on(crawler: Crawler, frontier: Frontier, entrance: str) -> State:
    """How far a crawl has come that goes on where it was stopped, or looks again at what it had finished."""
    if frontier.fact("finished"):
        frontier.note("finished", 0)
        frontier.revisit(AGAIN_LATER)
    with _Signals(crawler):
        return await crawler.run(entrance)


def _run(work: Coroutine[None, None, CrawlSummary]) -> CrawlSummary:
    try:
        return asyncio.run(work)
    except asyncio.CancelledError:  # by a second Ctrl-C
        raise KeyboardInterrupt from None


def crawl_site(
    entrance: str,
    folder: str | Path,
    *,
    crawl: Crawl | None = None,
    options: Options | None = None,
    world: World | None = None,
    told: Callable[[State], None] = lambda _state: None,
    since: float = 0.0,
    js: "Js" = "never",
) -> CrawlSummary:
    """Crawls the site behind a URL into a folder, or goes on with what an earlier run left there.

    A crawl that was finished is brought up to date: TOC pages are asked for first, and what did not change is not sent
    again. `since` is the time (in seconds since 1970) from which on an article counts as new; by default this run's start.
    `js` says which pages a browser shows, so that links that scripts write are followed: "never", "auto" (those that say
    next to nothing by themselves) or "always".
    """
    _ports(entrance)
    networks_of((crawl or Crawl()).private)
    home = Path(folder) / FOLDER
    home.mkdir(parents=True, exist_ok=True)
    with locked(home):
        work = _crawl(
            entrance,
            home,
            crawl=crawl or Crawl(),
            options=options or Options(),
            world=world or World(),
            told=told,
            since=since,
            js=js,
        )
        return _run(work)


def mine_crawl(folder: str | Path, options: Options, *, source: str = "", progress: Progress = silent) -> Site:
    """Mines what was crawled into a folder."""
    return mine_pages(read_crawl(Path(folder), limits=options.limits), options, source=source, progress=progress)


async def _fetched(url: str, crawl: Crawl, options: Options, world: World) -> Page:
    dialer = Dialer(networks_of(crawl.private), _ports(url), world.resolve)
    fetcher = Fetcher(crawl, options.limits, dialer, tls=world.tls)
    try:
        for _ in range(crawl.hops + 1):
            answer = await fetcher.fetch(url)
            target = join(url, answer.header("location")) if answer.status // 100 == 3 else None
            if not target:
                break
            url = target
        if answer.outcome not in MINED:
            return Page(url, outcome=answer.outcome, detail=answer.detail)
        page = page_of(url, block_of(answer), answer.cut, limits=options.limits)
        return page or Page(url, outcome=Outcome.NOT_HTML, detail=answer.header("content-type"))
    finally:
        await fetcher.close()


def fetch_page(
    url: str, *, crawl: Crawl | None = None, options: Options | None = None, world: World | None = None
) -> Page:
    """One page that a person asked for, fetched as a browser would: redirects are followed, no robots.txt is asked."""
    return asyncio.run(_fetched(url, crawl or Crawl(), options or Options(), world or World()))
