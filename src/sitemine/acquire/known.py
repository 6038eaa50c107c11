"""What is known of URLs, of their kinds and of the crawl: the records that the frontier keeps and gives."""

from collections import Counter, deque
from dataclasses import dataclass, field
from typing import NamedTuple

from sitemine.acquire.seen import Seen, Shown
from sitemine.records import Outcome


class Row(NamedTuple):
    """A URL that waits."""

    id: int
    url: str
    kind: int
    own: int
    depth: int
    hops: int
    etag: str | None
    modified: str | None
    body: bytes | None
    role: str | None


@dataclass(slots=True)
class Kind:
    """The URLs of one shape on one host, and what those that were fetched turned out to be."""

    id: int
    host: str
    fine: str
    coarse: str
    fetched: int = 0
    articles: int = 0
    tocs: int = 0
    harvest: float = -1.0  # articles that a page of it newly leads to, lately; below 0: not known yet
    fruitless: int = 0  # pages in a row that led to nothing
    waiting: int = 0
    ready: deque[Row] = field(default_factory=deque)


class Found(NamedTuple):
    """A URL that was found, before it is known whether it is new."""

    url: str
    host: str
    fine: str
    coarse: str
    depth: int
    hops: int = 0
    prior: int = 0
    own: int = 0  # how near to its own it was found (`order.kinship`)
    outcome: Outcome | None = None  # where it is refused at once
    detail: str = ""


@dataclass(slots=True)
class Done:
    """What became of a URL, and what goes into the archive for it."""

    row: Row
    outcome: Outcome
    detail: str = ""
    status: int = 0
    record: bytes | None = None
    time: float = 0.0
    etag: str | None = None
    modified: str | None = None
    body: bytes | None = None
    text: bytes | None = None
    role: str | None = None
    found: list[Found] = field(default_factory=list)
    seen: Seen | None = None
    shown: Shown | None = None  # of a page that was shown in a browser


@dataclass(slots=True)
class State:
    """How far a crawl has come, for people."""

    fetched: int = 0
    waiting: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    roles: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)
