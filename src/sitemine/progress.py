"""How far long work has come, for people: a moving line in a terminal, else a plain line every ten seconds."""

import shutil
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

from sitemine.run import Summary

if TYPE_CHECKING:
    from sitemine.acquire.known import State
    from sitemine.run.crawl import CrawlSummary

MOVING: Final = 0.1  # seconds between two states of the moving line
PLAIN: Final = 10.0  # seconds between two plain lines

SHOWN: Final = 3  # URLs that are shown of each outcome
MOST_SHOWN: Final = 300  # characters of such a line

PASSES: Final = {"read": "reading and comparing", "compare": "deciding on roles", "write": "writing"}


class _Line:
    """A line on stderr that moves in a terminal, and is written every ten seconds elsewhere."""

    def __init__(self) -> None:
        self._is_terminal = sys.stderr.isatty()
        self.start = self._last = time.monotonic()
        self._is_open = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._is_open:
            sys.stderr.write("\r\x1b[K")
            self._is_open = False

    def is_due(self) -> bool:
        """Whether it is time to tell again."""
        now = time.monotonic()
        if now - self._last < (MOVING if self._is_terminal else PLAIN):
            return False
        self._last = now
        return True

    def tell(self, line: str) -> None:
        if self._is_terminal:
            sys.stderr.write(f"\r\x1b[K{line[: shutil.get_terminal_size().columns - 1]}")
            sys.stderr.flush()
            self._is_open = True
        else:
            print(line, file=sys.stderr, flush=True)


class Crawling(_Line):
    """Tells how far a crawl has come."""

    def __call__(self, state: "State") -> None:
        if not self.is_due():
            return
        rate = state.fetched / (time.monotonic() - self.start)
        roles = ", ".join(f"{count:,} {role}" for role, count in sorted(state.roles.items()))
        rest = ", ".join(f"{count:,} {name}" for name, count in sorted(state.outcomes.items()) if name != "ok")
        parts = [
            f"{state.fetched:,} asked for",
            f"{state.waiting:,} known and waiting",
            f"{rate:,.1f} a second",
            roles,
            rest,
        ]
        self.tell("crawling: " + "; ".join(part for part in parts if part))

    def summary(self, summary: "CrawlSummary", out: Path) -> None:
        """Tells what became of every URL: what was refused or skipped is named, with the reason."""
        took = time.monotonic() - self.start
        say = [f"{summary.fetched:,} URLs asked for in {took:.1f} s, {summary.n_pages:,} pages known"]
        for outcome, count in summary.outcomes.items():
            if outcome == "waiting":
                say.append(f"{count:,} known and not asked for yet; the same command goes on with them")
            elif outcome != "ok":
                say.append(f"{count:,} {outcome}")
            say += [f"    {_printable(line)}" for line in summary.examples.get(outcome, [])[:SHOWN]]
            more = count - SHOWN
            say += [f"    and {more:,} more"] if summary.examples.get(outcome) and more > 0 else []
        say.append(f"{out / 'crawl' / 'urls.jsonl'}  every URL with what became of it, and why")
        print("\n".join(say), file=sys.stderr, flush=True)


def tell_new(urls: list[str]) -> None:
    """Names the articles that are new: how many, and the first of them."""
    more = len(urls) - SHOWN
    say = [f"new articles: {len(urls):,}"] if urls else []
    say += [f"    {_printable(url)}" for url in urls[:SHOWN]]
    say += [f"    and {more:,} more"] if more > 0 else []
    print("".join(f"{line}\n" for line in say), end="", file=sys.stderr, flush=True)


def _printable(line: str) -> str:
    """What a server says must not steer the terminal that shows it."""
    return "".join(c for c in line if c.isprintable())[:MOST_SHOWN]


class Told(_Line):
    """Tells on stderr what has been done."""

    def __call__(self, name: str, done: int) -> None:
        if self.is_due():
            self.tell(f"{PASSES[name]}: {done:,} pages, {done / (time.monotonic() - self.start):,.0f} a second")

    def summary(self, summary: Summary, out: Path) -> None:
        """Tells what became of the pages and where the files are."""
        took = time.monotonic() - self.start
        roles = ", ".join(f"{count:,} {role}" for role, count in summary.roles.items())
        say = [f"{summary.pages:,} pages in {took:.1f} s: {roles}"]
        say += [f"{count:,} {outcome}" for outcome, count in summary.outcomes.items() if outcome != "ok"]
        say += [
            f"{out / 'articles.jsonl'}  the articles: text, Markdown, title, authors, date",
            f"{out / 'tocs.jsonl'}  the TOC pages with what they introduce",
            f"{out / 'pages.jsonl'}  every page with its role and outcome",
            f"{out / 'links.jsonl'}  every link with its entropy",
            f"{out / 'structure.json'}  which TOC pages introduce which pages",
            f"{out / 'structure.graphml'}  the same, to draw",
            f"{out / 'model.sxm'}  what the site repeats, for `sitemine extract --model`",
            f"{out / 'run.json'}  the summary",
        ]
        print("\n".join(say), file=sys.stderr, flush=True)
