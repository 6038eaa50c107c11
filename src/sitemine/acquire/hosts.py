"""How a host wants to be asked: by its robots.txt, by its own pace, and not at all for as long as it says."""

from dataclasses import dataclass, field
from typing import Final

from sitemine.acquire.body import undone
from sitemine.acquire.fetch import Answer, Fetcher
from sitemine.acquire.frontier import Frontier
from sitemine.acquire.robots import KEPT, MOST, REDIRECTS, Robots, of_status, product
from sitemine.acquire.urls import join
from sitemine.options import Crawl, Limits
from sitemine.records import Outcome

HOPELESS: Final = frozenset({Outcome.BLOCKED_ADDRESS, Outcome.DNS_ERROR, Outcome.TLS_ERROR})
"""What says more of a host than that its robots.txt cannot be had."""

ROBOTS_TRIES: Final = 3
"""Times that a robots.txt is asked for before its host is given up for the run."""


@dataclass(slots=True)
class Host:
    """A host, and when it may be asked again (in the seconds of the clock that `now` comes from)."""

    name: str  # scheme and authority
    robots: Robots | None = None
    active: int = 0
    room: float = 1.0  # requests at a time that it has shown to bear
    next_start: float = 0.0
    closed: float = 0.0  # until when it wants to be left alone
    tries: int = 0
    delay: float = 0.0  # between two requests
    is_asked: bool = False  # whether its robots.txt is on its way
    seeds: list[str] = field(default_factory=list)
    blocked: Outcome | None = None  # why no connection to it will ever stand
    reason: str = ""  # the same in words

    def is_open(self, now: float) -> bool:
        """Whether a request may start now."""
        return self.robots is not None and self.has_room and now >= max(self.next_start, self.closed)

    @property
    def has_room(self) -> bool:
        """Whether there are fewer requests in flight than it bears."""
        return self.active < int(self.room)

    def bear(self, most: int, *, well: bool) -> None:
        """Takes in whether an answer came in good order: half as many at a time after one that did not, then one more by one."""
        self.room = min(self.room + 1 / self.room, most) if well else max(self.room / 2, 1.0)

    def start(self, now: float) -> None:
        """A request starts."""
        self.active += 1
        self.next_start = max(now, self.next_start) + self.delay if self.delay else now

    def leave_alone(self, until: float) -> None:
        """The host is in trouble, or asked to be left alone."""
        self.closed = max(self.closed, until)


class Manners:
    """What the hosts of a crawl ask for."""

    def __init__(self, crawl: Crawl, limits: Limits, fetcher: Fetcher, frontier: Frontier) -> None:
        self._crawl, self._limits, self._fetcher, self._frontier = crawl, limits, fetcher, frontier
        self.agent = product(fetcher.agent)
        self.hosts: dict[str, Host] = {}

    def host(self, name: str, now: float) -> Host:
        """A host; what an earlier run learned of it holds for a day."""
        host = self.hosts.get(name)
        if host is None:
            delay = 1 / self._crawl.rate if self._crawl.rate else 0.0
            host = self.hosts[name] = Host(name, delay=delay, room=self._crawl.per_host)
            known = self._frontier.host(name)
            if not self._crawl.robots:
                self._settle(host, Robots(), now)
            elif known and known[2] + KEPT > now > known[2] and known[0]:
                self._settle(host, of_status(known[0], known[1]), now)
            host.closed = known[3] if known else 0.0
        return host

    def _settle(self, host: Host, robots: Robots, now: float) -> None:
        host.robots = robots
        asked = robots.delay(self.agent)
        host.delay = max(host.delay, asked)
        host.next_start = max(host.next_start, now + asked)

    async def learn(self, host: Host, now: float) -> None:
        """Asks for a host's robots.txt; what cannot be had is asked for again later, until the host is given up."""
        url, answer = f"{host.name}/robots.txt", Answer("")
        for _ in range(REDIRECTS + 1):
            answer = await self._fetcher.fetch(url, enough=MOST + 1)
            target = join(url, answer.header("location")) if answer.status // 100 == 3 else None
            if not target:
                break
            url = target
        status = answer.status if answer.outcome in {Outcome.OK, Outcome.TRUNCATED} else 0
        coded = answer.body if status // 100 == 2 else b""
        content = undone(coded, answer.header("content-encoding"), self._limits).content[: MOST + 1]
        host.tries += 1
        robots = of_status(status, content) if status else Robots(reachable=False, detail=answer.detail or "no answer")
        if not robots.reachable and host.tries < ROBOTS_TRIES and (answer.may_pass or status):
            host.leave_alone(now + max(self._crawl.backoff * 2 ** (host.tries - 1), answer.wait(now) or 0.0))
            return
        self._settle(host, robots, now)
        if robots.reachable:
            host.seeds = robots.seeds()
            self._frontier.note_host(host.name, status, content, now, host.closed)
        else:
            host.blocked = answer.outcome if answer.outcome in HOPELESS else None
            host.reason = answer.detail
