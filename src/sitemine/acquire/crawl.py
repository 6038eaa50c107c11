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
from dataclasses import dataclass
from hashlib import blake2b
from heapq import heappop, heappush
from typing import Final

from sitemine.acquire.archive import Archive, block_of, response_record, shown_record
from sitemine.acquire.cookies import Cookies
from sitemine.acquire.fetch import TROUBLE, Answer, Fetcher, Headers
from sitemine.acquire.frontier import Frontier
from sitemine.acquire.hosts import Host, Manners
from sitemine.acquire.intake import Intake
from sitemine.acquire.known import Done, Found, Row, State
from sitemine.acquire.order import Order
from sitemine.acquire.outcomes import BURDENS, STORED
from sitemine.acquire.robots import wishes_of
from sitemine.acquire.scope import Scope
from sitemine.acquire.seeds import FEEDS, FILES, LEVELS, offer_of
from sitemine.acquire.seen import LINKS, Asked, Read, Seen, Show
from sitemine.acquire.urls import Parts, canonical, join, parts
from sitemine.acquire.warc import HIDDEN
from sitemine.errors import SourceError
from sitemine.options import Crawl, Limits
from sitemine.records import MINED, Outcome

ENTRANCE: Final = 1_000_000  # what URLs promise that no anchor speaks of, beside its 0 to 100
MOVED: Final = 100
OFFERED: Final = 50
AGAIN: Final = 3  # times that a redirect to itself is followed at once, as long as it sets another cookie
NOT_MODIFIED: Final = 304
PATIENT: Final = 0.5  # seconds after which the loop looks around at the latest


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
        show: Show | None = None,
        told: Callable[[State], None] = lambda _state: None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._frontier, self._archive, self._fetcher, self._read = frontier, archive, fetcher, read
        self._crawl, self._limits, self._told, self.clock = crawl, limits, told, clock
        self._show = show
        self._manners = Manners(crawl, limits, fetcher, frontier)
        self._order = Order(frontier, crawl.fruitless)
        self._cookies = Cookies()
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

    def _enter(self, entrance: str) -> None:
        """The entrance as the first URL, and what belongs to its site."""
        url = canonical(entrance)
        if url is None:
            raise SourceError(entrance, "is no http or https URL")
        scope = str(self._frontier.fact("scope", url))
        self._intake = Intake(Scope.of(scope, self._crawl.same), self._crawl)
        if not self._frontier.known(url):
            found = self._intake.found(url, 0, prior=ENTRANCE)
            if found is None:
                raise SourceError(entrance, f"is not of the site that was crawled here, {scope}; choose another folder")
            self._frontier.add([found])

    def _wishes(self, seen: Seen) -> frozenset[str]:
        """What a page asks of a crawler, as far as that is obeyed."""
        return wishes_of(seen.robots, self._manners.agent) if self._crawl.robots else frozenset()

    def _links(self, row: Row, seen: Seen) -> list[Found]:
        """Where a page leads, each target once; what its anchor promises counts where the target is new."""
        kind, found = self._frontier.kinds[row.kind], {}
        for link in () if "nofollow" in self._wishes(seen) else seen.links[:LINKS]:
            if self._crawl.robots and "nofollow" in link.rel.lower().split():
                continue
            url = None if link.url in found else self._intake.found(link.url, row.depth + 1, on=kind)
            if url and not self._frontier.is_familiar(url.url):
                url = url._replace(prior=self._order.promise(link.text))
            if url:
                found[link.url] = url
        return list(found.values())

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
        if row.depth == 0 and (place := parts(target)) and not self._intake.scope.has(place):
            self._move(target)
        if found := self._intake.found(target, row.depth, prior=MOVED, hops=row.hops + 1):
            done.found.append(found)
        return done

    def _move(self, target: str) -> None:
        """The entrance leads to another host: that is the site."""
        self._intake = Intake(Scope.of(target, self._crawl.same), self._crawl)
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
        asked = Asked(row.url, block_of(answer), answer.cut)
        seen = await self._read(asked)
        shown = await self._show(asked, seen) if self._show else None
        seen = shown.seen if shown else seen
        done = Done(row, Outcome(seen.outcome), seen.detail, shown=shown)
        if done.outcome in MINED:
            is_hidden = "noindex" in self._wishes(seen)
            # A page is no copy of one that is hidden: of a page and its view to print, one may be found.
            text = _digest(HIDDEN.encode() + seen.text) if seen.text and is_hidden else seen.text
            if text and self._frontier.is_said(text, row):
                return Done(row, Outcome.DUPLICATE, "says the very same as another page")
            if is_hidden:
                done.outcome, done.detail = Outcome.NOINDEX, HIDDEN
            done.role, done.text, done.seen = seen.role, text or None, seen
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
                host.bear(self._crawl.per_host, well=False)
                return _Retry(row, wait)
            done = await self._made_of(row, answer)
            host.bear(self._crawl.per_host, well=done.shown is not None or done.outcome not in BURDENS)
        finally:
            host.active -= 1
        if done.seen:
            self._subscribe(host, done.seen)
        done.status, done.time = answer.status, self.clock()
        self._store(done, answer)
        return done

    def _store(self, done: Done, answer: Answer) -> None:
        """What goes into the archive, unless it lies there already, and by what that is told the next time."""
        row, is_hidden, shown = done.row, done.outcome is Outcome.NOINDEX, done.shown
        body = shown.html if shown else answer.body
        done.body = _digest(HIDDEN.encode() * is_hidden + body) if body else None
        # Nothing of what is hidden could be as it was; what scripts write may be another although the answer is the same.
        if not is_hidden and not shown:
            done.etag, done.modified = answer.header("etag") or row.etag, answer.header("last-modified") or row.modified
        is_same = done.body is not None and done.body == row.body and row.role is not None
        if is_same and done.outcome in MINED:
            done.outcome, done.detail = Outcome.NOT_MODIFIED, "sent again, unchanged"
        if done.outcome in STORED and answer.status and not (is_same and is_hidden):
            done.record = response_record(answer, done.time, done.outcome.value if is_hidden else "")
            if shown and not is_hidden:
                done.record += shown_record(answer, done.time, shown.html, shown.cut)

    # Hosts.

    def _host(self, name: str) -> Host:
        return self._manners.host(name, self.clock())

    def _is_open(self, name: str) -> bool:
        host = self._host(name)
        if host.robots is None and not host.is_asked and self.clock() >= host.closed:
            host.is_asked = True
            self._start(self._meet(host))
        return host.is_open(self.clock())

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

    def _subscribe(self, host: Host, seen: Seen) -> None:
        """Reads the feeds of the first page of a host that names any; further pages name the same, or one for each page."""
        feeds = [url for url in seen.feeds if url.startswith(f"{host.name}/")][:FEEDS]
        is_wanted = self._crawl.seeds and "nofollow" not in self._wishes(seen)
        if feeds and is_wanted and self._frontier.fact(f"feeds {host.name}") is None:
            self._frontier.note(f"feeds {host.name}", 1)
            self._start(self._sow(host, feeds))

    async def _sow(self, host: Host, urls: list[str]) -> None:
        """Takes the URLs of sitemaps and feeds into the frontier."""
        waiting = [(url, 1) for url in dict.fromkeys(urls)]
        asked: set[str] = set()
        while waiting and len(asked) < FILES and not self.is_stopped:
            url, level = waiting.pop(0)
            place = parts(url)
            if url in asked or place is None or not self._intake.scope.has(place):
                continue
            if host.robots and not host.robots.allows(url, self._manners.agent):
                continue
            asked.add(url)
            await asyncio.sleep(max(0.0, host.next_start - self.clock()))
            host.start(self.clock())
            host.active -= 1
            offered = offer_of(await self._fetcher.fetch(url), self._limits)
            found = [self._intake.found(page, 1, prior=OFFERED) for page in offered.pages]
            self._frontier.add([url for url in found if url])
            self._order.renew()
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
            return Done(row, host.blocked, host.reason)
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
            if not host.is_asked and host.has_room:
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
