"""What the crawler is told of a page: what became of it, where it leads, what it is for.

The crawler does not read pages itself: `dom` comes after it. Whoever joins the two (`run/crawl.py`) gives it a function
that answers with this record, from a process of its own or from this one.
"""

from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

import msgspec

LINKS: Final = 10_000  # of one page; what has more is a list for machines


class Link(msgspec.Struct, frozen=True, array_like=True):
    """Where a page leads."""

    url: str
    text: str = ""
    rel: str = ""


class Seen(msgspec.Struct, frozen=True, array_like=True):
    """What was seen of a page."""

    outcome: str  # of records.Outcome
    detail: str = ""
    role: str = ""  # of records.Role; empty where there is no page
    links: tuple[Link, ...] = ()
    feeds: tuple[str, ...] = ()
    robots: str = ""  # what the page and its header ask of robots, as they say it
    is_hollow: bool = False  # whether next to nothing is there, and scripts that may write the rest
    text: bytes = b""  # a digest of all that it says
    lines: tuple[tuple[int, int], ...] = ()  # of what informs: a hash of each line, its digits aside, and its bytes


class Shown(msgspec.Struct, frozen=True):
    """A page as a browser showed it."""

    html: bytes
    cut: str  # why it is not whole, in WARC's words
    seen: Seen


class Asked(msgspec.Struct, frozen=True, array_like=True):
    """A page that is to be seen: its answer as HTTP has it."""

    url: str
    block: bytes
    cut: str = ""


Read: TypeAlias = Callable[[Asked], Awaitable[Seen]]
Show: TypeAlias = Callable[[Asked, Seen], Awaitable[Shown | None]]
