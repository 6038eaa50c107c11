"""What a host's robots.txt asks for, as RFC 9309 has it.

A file that is not there (4xx) forbids nothing; one that cannot be had now (5xx, 429, no answer) forbids everything until it
can. At most 500 KiB are read, as the standard's least; redirects are followed five times, wherever they lead.
"""

from dataclasses import dataclass
from typing import Final

from protego import Protego

MOST: Final = 500 << 10  # bytes; section 2.5
REDIRECTS: Final = 5  # section 2.3.1.2
KEPT: Final = 24 * 3600.0  # seconds; section 2.4
_VALUED: Final = frozenset({"unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"})
_DELAY: Final = 3_600.0  # seconds; what is asked for beyond that is asked for by mistake


@dataclass(frozen=True, slots=True)
class Robots:
    """What a host asks of a crawler."""

    rules: Protego | None = None
    reachable: bool = True
    detail: str = ""

    def allows(self, url: str, agent: str) -> bool:
        """Whether a URL may be fetched."""
        return self.rules is None or bool(self.rules.can_fetch(url, agent))

    def delay(self, agent: str) -> float:
        """Seconds between two requests that the host asks for, 0 where it asks for none."""
        asked = self.rules.crawl_delay(agent) if self.rules else None
        return min(float(asked), _DELAY) if asked and asked > 0 else 0.0

    def seeds(self) -> list[str]:
        """The URLs of the host's sitemaps."""
        return list(self.rules.sitemaps) if self.rules else []


def product(agent: str) -> str:
    """The word of a user agent that robots.txt speaks to."""
    return agent.partition("/")[0].split(" ")[0] or agent


def wishes_of(said: str, agent: str) -> frozenset[str]:
    """What a page asks of a crawler, in the words of robots metadata and of `X-Robots-Tag`; what is asked of others is none of it.

    `none` is both words that it stands for.
    """
    wishes: set[str] = set()
    is_meant = True
    for part in said.lower().split(","):
        name, colon, words = part.partition(":")
        if colon and name.strip() not in _VALUED:
            is_meant = name.strip() == agent.lower()
        if is_meant:
            wishes.update((words if colon else part).split())
    return frozenset(wishes | {"noindex", "nofollow"} if "none" in wishes else wishes)


def read_robots(content: bytes) -> Robots:
    """The rules in a robots.txt, whatever else it may hold."""
    lines = content[:MOST]
    if len(content) > MOST:
        lines = lines[: lines.rfind(b"\n") + 1]  # half a rule may be another rule
    text = lines.removeprefix(b"\xef\xbb\xbf").replace(b"\x00", b"").decode("utf-8", "replace")
    try:
        return Robots(Protego.parse(text))
    except (ValueError, IndexError, KeyError, RecursionError, OverflowError) as error:
        return Robots(detail=f"cannot be read: {type(error).__name__}")


def of_status(status: int, content: bytes) -> Robots:
    """What an answer to the request for robots.txt means."""
    if status // 100 == 2:
        return read_robots(content)
    if status // 100 == 4 and status != 429:
        return Robots(detail=f"status {status}, so nothing is forbidden")
    if status // 100 == 3:
        return Robots(detail="redirected too often, so nothing is forbidden")
    return Robots(reachable=False, detail=f"status {status}")
