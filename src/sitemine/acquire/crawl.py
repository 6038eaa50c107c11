"""Crawls a site: what is asked next and when, and what is made of each answer.

One loop starts requests as hosts and limits allow (`hosts.py`), in the order that promises most (`order.py`), and commits
what comes back (`frontier.py`). A URL keeps its place among those in flight until its outcome is committed, so that a
kill costs no more requests than were in flight. Nothing here parses a page: that is asked of `read`.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from heapq import heappop, heappush
from typing import Final

from sitemine.acquire.archive import Archive, block_of, response_record
from sitemine.acquire.cookies import Cookies
from sitemine.acquire.fetch import TROUBLE, Answer, Fetcher, Headers
from sitemine.acquire.frontier import Done, Found, Frontier, Row
from sitemine.acquire.hosts import Host, Manners
from sitemine.acquire.order import Order, kinship
from sitemine.acquire.scope import Scope, is_page_like, refused, shape_of, without_visitor
from sitemine.acquire.seeds import FILES, LEVELS, offer_of
from sitemine.acquire.seen import Asked, Read, Seen
from sitemine.acquire.urls import Parts, canonical, join, parts
from sitemine.errors import SourceError
from sitemine.options import Crawl, Limits
from sitemine.records import MINED, Outcome

LINKS: Final = 10_000  # of one page; what has more is a list for machines
KINDS: Final = 2_000  # shapes of a host, beyond which only the rough ones are told apart
AGAIN: Final = 3  # times that a redirect to itself is followed at once, as long as it sets another cookie
NOT_MODIFIED: Final = 304
PATIENT: Final = 0.5  # seconds after which the loop looks around at the latest

STORED: Final = frozenset((*MINED, Outcome.BAD_STATUS, Outcome.REDIRECTED, Outcome.EMPTY, Outcome.NOT_HTML))
"""Outcomes whose answers the archive keeps; a duplicate, a bomb or a trap says nothing that anybody would look up."""

AGAIN_LATER: Final = frozenset(
    (
        *(*STORED, Outcome.NOT_MODIFIED, Outcome.DUPLICATE, Outcome.RETRY_EXHAUSTED, Outcome.DNS_ERROR),
        *(Outcome.TIMEOUT_CONNECT, Outcome.TIMEOUT_HEADER, Outcome.TIMEOUT_BODY, Outcome.TOO_SLOW, Outcome.TLS_ERROR),
        *(Outcome.ROBOTS_DENIED, Outcome.ROBOTS_UNREACHABLE),
    )
)
"""Outcomes that may be others the next time that the site is visited."""


@dataclass(slots=True)
class State:
    """How far a crawl has come, for people."""

    fetched: int = 0
    waiting: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    roles: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Retry:
    row: Row
    wait: float


def _digest(content: bytes) -> bytes:
    return blake2b(content, digest_size=12).digest()


class Crawler:
    """One run of a crawl; `run` goes on until nothing is left, the budget is spent or `stop` was called."""

    def __init__(
        self,
        frontier: Frontier,
        archive: Archive,
        fetcher: Fetcher,
        read: Read,
        *,
        crawl: Crawl,
        limits: Limits,
        told: Callable[[State], None] = lambda _state: None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._frontier, self._archive, self._fetcher, self._read = frontier, archive, fetcher, read
        self._crawl, self._limits, self._told, self.clock = crawl, limits, told, clock
        self._manners = Manners(crawl, limits, fetcher, frontier)
        self._order = Order(frontier, crawl.fruitless)
        self._cookies = Cookies()
        self._scope: Scope | None = None
        self._tries: Counter[int] = Counter()
        self._later: list[tuple[float, Row]] = []
        self._tasks: set[asyncio.Task[Done | _Retry | None]] = set()
        self._seeded: set[str] = set()
        self._started = 0
        self.is_stopped = False
        self.state = State()

    def stop(self) -> None:
        """Lets what is in flight come to its end, and starts nothing more."""
        self.is_stopped = True

    # URLs in.

    def _found(self, url: str, depth: int, row: Row | None, prior: int, hops: int = 0) -> Found | None:
        """A URL as the frontier takes it; None where it is not the site's or no page's."""
        place = parts(without_visitor(url))
        if place is None or self._scope is None or not self._scope.has(place) or not is_page_like(place):
            return None
        if depth > self._crawl.depth:
            return None
        shape = shape_of(place)
        name = f"{place.scheme}://{place.authority}"
        fine = shape.fine if len(self._frontier.kinds) < KINDS else shape.coarse
        reason = refused(place, self._crawl) or ("redirected too often" if hops > self._crawl.hops else "")
        outcome = Outcome.TRAP_SUSPECTED if reason else None
        clean = without_visitor(url)
        found = Found(clean, name, fine, shape.coarse, depth, hops, prior, 0, outcome, reason)
        return found if row is None else replace(found, own=kinship(self._frontier.kinds[row.kind], found))

    def _enter(self, entrance: str) -> None:
        """The entrance as the first URL, and what belongs to its site."""
        url = canonical(entrance)
        if url is None:
            raise SourceError(entrance, "is no http or https URL")
        scope = str(self._frontier.fact("scope", url))
        self._scope = Scope.of(scope, self._crawl.same)
        if not self._frontier.known(url):
            place = parts(url)
            if place is None or not self._scope.has(place):
                raise SourceError(entrance, f"is not of the site that was crawled here, {scope}; choose another folder")
            shape = shape_of(place)
            name = f"{place.scheme}://{place.authority}"
            self._frontier.add([Found(url, name, shape.fine, shape.coarse, 0, prior=1_000_000)])

    def _links(self, row: Row, seen: Seen) -> list[Found]:
        found = []
        for link in seen.links[:LINKS] if seen.is_open or not self._crawl.robots else ():
            if self._crawl.robots and "nofollow" in link.rel.lower().split():
                continue
            if url := self._found(link.url, row.depth + 1, row, self._order.promise(link.text)):
                found.append(url)
        return found

    # One request.

    def _headers(self, row: Row, place: Parts) -> Headers:
        pairs = (
            ("If-None-Match", row.etag),
            ("If-Modified-Since", row.modified),
            ("Cookie", self._cookies.give(place)),
        )
        return [(name, value) for name, value in pairs if value]

    async def _answer(self, row: Row, place: Parts) -> Answer:
        for _ in range(AGAIN):
            answer = await self._fetcher.fetch(row.url, self._headers(row, place))
            lines = [value for name, value in answer.headers if name.lower() == "set-cookie"]
            is_new = bool(lines) and self._cookies.take(place, lines)
            if not (is_new and answer.status // 100 == 3 and join(row.url, answer.header("location")) == row.url):
                break
        return answer

    def _redirected(self, row: Row, answer: Answer) -> Done:
        location = answer.header("location")
        target = join(row.url, location)
        done = Done(row, Outcome.REDIRECTED, f"to {location}"[:500])
        if target is None:
            done.outcome, done.detail = Outcome.BLOCKED_ADDRESS, f"redirected to no http or https URL: {location}"[:500]
            return done
        if row.depth == 0 and self._scope and (place := parts(target)) and not self._scope.has(place):
            self._move(target)
        if found := self._found(target, row.depth, None, 100, row.hops + 1):
            done.found.append(found)
        return done

    def _move(self, target: str) -> None:
        """The entrance leads to another host: that is the site."""
        self._scope = Scope.of(target, self._crawl.same)
        self._frontier.note("scope", target)

    async def _made_of(self, row: Row, answer: Answer) -> Done:
        """What an answer means for its URL."""
        if answer.outcome not in MINED:
            return Done(row, answer.outcome, answer.detail)
        if answer.status == NOT_MODIFIED:
            return Done(row, Outcome.NOT_MODIFIED, role=row.role)
        if answer.status // 100 == 3 and answer.header("location"):
            return self._redirected(row, answer)
        if answer.status in TROUBLE:
            return Done(row, Outcome.RETRY_EXHAUSTED, f"{answer.status} {answer.reason}".strip())
        seen = await self._read(Asked(row.url, block_of(answer), answer.cut))
        done = Done(row, Outcome(seen.outcome), seen.detail)
        if done.outcome in MINED:
            if seen.text and self._frontier.is_said(seen.text, row):
                return Done(row, Outcome.DUPLICATE, "says the very same as another page")
            done.role, done.text, done.seen = seen.role, seen.text or None, seen
            done.found = self._links(row, seen)
        return done

    def _trouble(self, host: Host, row: Row, answer: Answer) -> float | None:
        """How long to wait before a URL is tried again; None where it is not."""
        if not answer.may_pass:
            return None
        now, asked = self.clock(), answer.wait(self.clock())
        self._tries[row.id] += 1
        wait = max(self._crawl.backoff * 2 ** (self._tries[row.id] - 1), asked or 0.0)
        if asked or answer.status in TROUBLE:
            host.leave_alone(now + wait)
            self._frontier.note_host(
                host.name, *(self._frontier.host(host.name) or (0, b"", 0.0, 0.0))[:3], host.closed
            )
        return wait if self._tries[row.id] < self._crawl.tries and wait <= self._crawl.patience else None

    async def _visit(self, host: Host, row: Row) -> Done | _Retry:
        place = parts(row.url)
        if place is None:
            return Done(row, Outcome.BLOCKED_ADDRESS, "no http or https URL")
        try:
            answer = await self._answer(row, place)
            wait = self._trouble(host, row, answer)
            if wait is not None:
                return _Retry(row, wait)
            done = await self._made_of(row, answer)
        finally:
            host.active -= 1
        done.status, done.time = answer.status, self.clock()
        done.body = _digest(answer.body) if answer.body else None
        done.etag, done.modified = answer.header("etag") or row.etag, answer.header("last-modified") or row.modified
        is_same = done.body is not None and done.body == row.body and row.role is not None
        if is_same and done.outcome in MINED:
            done.outcome, done.detail = Outcome.NOT_MODIFIED, "sent again, unchanged"
        if done.outcome in STORED and answer.status:
            done.record = response_record(answer, done.time)
        return done

    # Hosts.

    def _host(self, name: str) -> Host:
        return self._manners.host(name, self.clock())

    def _is_open(self, name: str) -> bool:
        host = self._host(name)
        if host.robots is None and not host.is_asked and self.clock() >= host.closed:
            host.is_asked = True
            self._start(self._meet(host))
        return host.is_open(self.clock(), self._crawl.per_host)

    async def _meet(self, host: Host) -> None:
        try:
            await self._manners.learn(host, self.clock())
        finally:
            host.is_asked = False
        if host.robots and host.robots.reachable and self._crawl.seeds and host.name not in self._seeded:
            self._seeded.add(host.name)
            # Not asked for again by a run that goes on with what an earlier one began.
            if self._frontier.fact(f"seeds {host.name}") is None:
                await self._sow(host, [*host.seeds, f"{host.name}/sitemap.xml"])
                self._frontier.note(f"seeds {host.name}", 1)

    async def _sow(self, host: Host, urls: list[str]) -> None:
        """Takes the URLs of sitemaps and feeds into the frontier."""
        waiting = [(url, 1) for url in dict.fromkeys(urls)]
        asked: set[str] = set()
        while waiting and len(asked) < FILES and not self.is_stopped:
            url, level = waiting.pop(0)
            place = parts(url)
            if url in asked or place is None or self._scope is None or not self._scope.has(place):
                continue
            if host.robots and not host.robots.allows(url, self._manners.agent):
                continue
            asked.add(url)
            await asyncio.sleep(max(0.0, host.next_start - self.clock()))
            host.start(self.clock())
            host.active -= 1
            offered = offer_of(await self._fetcher.fetch(url), self._limits)
            found = [self._found(page, 1, None, 50) for page in offered.pages]
            self._frontier.add([url for url in found if url])
            if level < LEVELS:
                waiting += [(more, level + 1) for more in offered.more]

    # The loop.

    def _start(self, work: "asyncio._CoroutineLike[Done | _Retry | None]") -> None:
        self._tasks.add(asyncio.create_task(work))

    def _left(self) -> float:
        return self._crawl.pages - self._started if self._crawl.pages else float("inf")

    def _refusal(self, row: Row, host: Host) -> Done | None:
        """The outcome of a URL that is not asked for."""
        robots = host.robots
        if host.blocked:
            return Done(row, host.blocked, "as its robots.txt")
        if robots and not robots.reachable:
            return Done(row, Outcome.ROBOTS_UNREACHABLE, robots.detail)
        if robots and not robots.allows(row.url, self._manners.agent):
            return Done(row, Outcome.ROBOTS_DENIED, "the host's robots.txt asks for it")
        if self._order.is_suspected(row):
            return Done(row, Outcome.TRAP_SUSPECTED, "its kind leads to ever more of its kind, and to nothing else")
        return None

    def _next(self) -> Row | None:
        if self._later and self._later[0][0] <= self.clock() and self._is_open(self._name_of(self._later[0][1])):
            return heappop(self._later)[1]
        return self._order.choose(self._is_open, self._left())

    def _name_of(self, row: Row) -> str:
        return self._frontier.kinds[row.kind].host

    def _start_ready(self) -> list[Done]:
        """Starts as many requests as may be; gives the outcomes of the URLs that are not asked for."""
        refused_now: list[Done] = []
        while len(self._tasks) < self._crawl.at_once and self._left() > 0 and not self.is_stopped:
            row = self._next()
            if row is None:
                break
            host = self._host(self._name_of(row))
            if refusal := self._refusal(row, host):
                refusal.time = self.clock()
                refused_now.append(refusal)
                if len(refused_now) >= LINKS:
                    break
                continue
            host.start(self.clock())
            self._started += not self._tries[row.id]
            self._start(self._visit(host, row))
        return refused_now

    def _commit(self, batch: Iterable[Done | _Retry | None]) -> None:
        now, finished = self.clock(), []
        for item in batch:
            if isinstance(item, _Retry):
                heappush(self._later, (now + item.wait, item.row))
            elif item:
                finished.append(item)
        if not finished:
            return
        new = self._frontier.commit(finished, self._archive, now)
        for done in finished:
            self.state.outcomes[done.outcome.value] += 1
            if done.role:
                self.state.roles[done.role] += 1
            if done.status:
                self._order.learn(done, new[done.row.id])
        self.state.fetched = self._started
        self.state.waiting = sum(kind.waiting for kind in self._frontier.kinds.values())
        self._told(self.state)

    def _pause(self) -> float | None:
        """Seconds until something may be asked again; None if nothing will be in this run."""
        now = self.clock()
        times = [when for when, _ in self._later]
        for name in {kind.host for kind in self._frontier.kinds.values() if kind.waiting > 0}:
            host = self._host(name)
            if not host.is_asked and host.active < self._crawl.per_host:
                times.append(max(host.next_start, host.closed))
        times = [when for when in times if when - now <= self._crawl.patience]
        return max(min(times) - now, 0.001) if times else None

    async def run(self, entrance: str) -> State:
        """Crawls, from the entrance or from where an earlier run ended."""
        self._enter(entrance)
        try:
            while True:
                refused_now = self._start_ready()
                self._commit(refused_now)
                if not self._tasks:
                    pause = None if self.is_stopped or self._left() <= 0 else self._pause()
                    if pause is None and not refused_now:
                        break
                    await asyncio.sleep(min(pause or 0.0, PATIENT))
                    continue
                wait = min(self._pause() or PATIENT, PATIENT) if len(self._tasks) < self._crawl.at_once else PATIENT
                ended, _ = await asyncio.wait(self._tasks, timeout=wait, return_when=asyncio.FIRST_COMPLETED)
                self._tasks -= ended
                self._commit(task.result() for task in ended)
                self._told(self.state)
        finally:
            await self._end()
        return self.state

    async def _end(self) -> None:
        for task in self._tasks:
            task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._fetcher.close()
        self._archive.close()
