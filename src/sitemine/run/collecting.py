"""Pages that somebody else fetches, kept in an archive as they come and mined at the end.

For those who crawl with something else: whatever fetched a page, `Collector.add` keeps it, and `mine` reads the archive as
it reads that of our own crawler. Nothing is held in memory, and a program that dies leaves all that it had added.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from sitemine.acquire.archive import Archive, response_record
from sitemine.acquire.fetch import Answer
from sitemine.acquire.urls import canonical
from sitemine.acquire.warc import read_warc
from sitemine.errors import UsageError
from sitemine.options import Options
from sitemine.run.site import Site, mine_pages

AT_ONCE: Final = 32  # records written with one sync


@dataclass(slots=True)
class Collector:
    """An archive of pages in a folder."""

    folder: Path
    _waiting: list[bytes] = field(default_factory=list)
    _archive: Archive | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def add(
        self, url: str, body: bytes, *, status: int = 200, headers: Mapping[str, str] | None = None, when: float = 0.0
    ) -> None:
        """Keeps a page: its bytes with any content coding undone, and when it was fetched (in seconds since 1970)."""
        if canonical(url) is None:
            raise UsageError(f"{url!r} is no http or https URL")
        named = [(name, value) for name, value in (headers or {}).items() if name.lower() != "content-encoding"]
        moment = when or time.time()
        self._waiting.append(response_record(Answer(url, status, "", named, body), moment))
        if len(self._waiting) >= AT_ONCE:
            self._write(moment)

    def _write(self, moment: float) -> None:
        if self._archive is None:
            self._archive = Archive(self.folder, "")
            self._archive.go_on()
        self._archive.append(self._waiting, moment)
        self._waiting.clear()

    def close(self) -> None:
        """Writes what waits to be written."""
        if self._waiting:
            self._write(time.time())
        if self._archive:
            self._archive.close()

    def mine(self, options: Options | None = None) -> Site:
        """Mines all pages that were ever added to the folder."""
        self.close()
        chosen = options or Options()
        pages = (page for path in Archive(self.folder, "") for page in read_warc(path, limits=chosen.limits))
        return mine_pages(pages, chosen, source=self.folder.name)
