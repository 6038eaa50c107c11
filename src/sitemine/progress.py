"""How far long work has come, for people: a moving line in a terminal, else a plain line every ten seconds."""

import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from sitemine.run import Summary

MOVING: Final = 0.1  # seconds between two states of the moving line
PLAIN: Final = 10.0  # seconds between two plain lines

PASSES: Final = {"read": "reading and comparing", "compare": "deciding on roles", "write": "writing"}


class Told:
    """Tells on stderr what has been done."""

    def __init__(self) -> None:
        self._is_terminal = sys.stderr.isatty()
        self._start = self._last = time.monotonic()
        self._is_open = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._end_line()

    def __call__(self, name: str, done: int) -> None:
        now = time.monotonic()
        if now - self._last < (MOVING if self._is_terminal else PLAIN):
            return
        self._last = now
        line = f"{PASSES[name]}: {done:,} pages, {done / (now - self._start):,.0f} a second"
        if self._is_terminal:
            sys.stderr.write(f"\r\x1b[K{line}")
            sys.stderr.flush()
            self._is_open = True
        else:
            print(line, file=sys.stderr, flush=True)

    def _end_line(self) -> None:
        if self._is_open:
            sys.stderr.write("\r\x1b[K")
            self._is_open = False

    def summary(self, summary: Summary, out: Path) -> None:
        """Tells what became of the pages and where the files are."""
        took = time.monotonic() - self._start
        roles = ", ".join(f"{count:,} {role}" for role, count in summary.roles.items())
        say = [f"{summary.pages:,} pages in {took:.1f} s: {roles}"]
        say += [f"{count:,} {outcome}" for outcome, count in summary.outcomes.items() if outcome != "ok"]
        say += [
            f"{out / 'articles.jsonl'}  the articles: text, Markdown, title, date",
            f"{out / 'tocs.jsonl'}  the TOC pages with what they introduce",
            f"{out / 'pages.jsonl'}  every page with its role and outcome",
            f"{out / 'links.jsonl'}  every link with its entropy",
            f"{out / 'structure.json'}  TOC pages and what they introduce; structure.graphml for drawing",
            f"{out / 'model.sxm'}  what the site repeats, for `sitemine extract --model`",
            f"{out / 'run.json'}  the summary",
        ]
        print("\n".join(say), file=sys.stderr, flush=True)
