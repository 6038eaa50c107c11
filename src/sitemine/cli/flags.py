"""Options that go together: those of a crawl, which `sitemine crawl` and `sitemine mine URL` share, and those of a text."""

import re
import time
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from cyclopts import Parameter

from sitemine.errors import UsageError
from sitemine.options import Crawl, Options

Names = Annotated[tuple[str, ...], Parameter(negative=(), consume_multiple=False)]
_AGO: Final = {"m": 60, "h": 3_600, "d": 86_400, "w": 604_800}


@dataclass(frozen=True, slots=True, kw_only=True)
class CrawlFlags:
    """How a site is crawled.

    Parameters
    ----------
    max_pages
        Requests for pages in this run, 0 for no end.
    max_depth
        Links from the entrance.
    same
        What belongs to the site: its host (www. or bare), its domain, or what lies below the entrance's path.
    rate
        Requests a second to one host, 0 for no limit; a robots.txt may ask for less.
    parallel
        Requests at a time to one host.
    allow_private
        A network that may be spoken to although it is not public, as 127.0.0.0/8.
    agent
        Who asks, in place of Sitemine's own name; say where you can be reached.
    ignore_robots
        Ask for what robots.txt and nofollow ask not to, and mine what says noindex.
    sitemaps
        Read sitemaps and feeds for URLs.
    since
        What counts as a new article: first seen since then (a day as 2026-11-19, or an age as 7d, 12h).
    """

    max_pages: int = 500
    max_depth: int = 100
    same: Literal["host", "domain", "path"] = "host"
    rate: float = 2.0
    parallel: int = 2
    allow_private: Names = ()
    agent: str = ""
    ignore_robots: Annotated[bool, Parameter(negative=())] = False
    sitemaps: bool = True
    since: str = ""

    @property
    def crawl(self) -> Crawl:
        """The options of the crawl."""
        return Crawl(
            pages=self.max_pages,
            depth=self.max_depth,
            same=self.same,
            rate=self.rate,
            per_host=self.parallel,
            at_once=max(16, self.parallel),
            agent=self.agent,
            robots=not self.ignore_robots,
            seeds=self.sitemaps,
            private=self.allow_private,
        )

    @property
    def start(self) -> float:
        """The time from which on an article counts as new, 0 for this run."""
        if not self.since:
            return 0.0
        if found := re.fullmatch(r"(\d{1,6})([mhdw])", self.since):
            return time.time() - int(found[1]) * _AGO[found[2]]
        try:
            return time.mktime(time.strptime(self.since, "%Y-%m-%d"))
        except ValueError:
            raise UsageError(f"--since takes a day as 2026-11-19 or an age as 7d, not {self.since!r}") from None


Flags = Annotated[CrawlFlags, Parameter(name="*")]
DEFAULT: Final = CrawlFlags()


@dataclass(frozen=True, slots=True, kw_only=True)
class TextFlags:
    """What is written of a page.

    Parameters
    ----------
    links
        Write where links lead.
    images
        Write images.
    tables
        Write tables.
    comments
        Write the readers' comments, or the posts of a thread, below the article with who said what.
    toc
        What is written of a page that lists others: its text, its entries, or nothing (skip).
    favor
        precision keeps less and is surer of it, recall keeps more than is sure.
    """

    links: bool = True
    images: bool = False
    tables: bool = True
    comments: Annotated[bool, Parameter(negative=())] = False
    toc: Literal["text", "entries", "skip"] = "text"
    favor: Literal["precision", "recall"] | None = None

    @property
    def options(self) -> Options:
        """The options of the extraction."""
        return Options(
            comments=self.comments,
            toc=self.toc,
            favor_precision=self.favor == "precision",
            favor_recall=self.favor == "recall",
        )


Texts = Annotated[TextFlags, Parameter(name="*")]
PLAIN: Final = TextFlags()
