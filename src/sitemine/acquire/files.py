"""The pages in single files, given by name or by a list."""

import gzip
import zlib
from collections.abc import Iterable, Iterator
from os import PathLike, fspath
from pathlib import Path
from typing import Final

from sitemine.acquire import sniff
from sitemine.acquire.addresses import address, base_for
from sitemine.acquire.body import LIMITS, Body, oversized, undone
from sitemine.acquire.claims import BEGINNING, claimed, saved_from
from sitemine.acquire.streams import opened
from sitemine.acquire.urls import canonical
from sitemine.errors import SourceError
from sitemine.options import Limits
from sitemine.records import Outcome, Page

_UNREAD: Final = 4  # times Limits.bytes; larger files are not opened, as no encoding makes a page of a quarter
_GZ: Final = ".gz"
_SOURCE_CODE: Final = (b"<?php", b"<?=", b"<%")


def beginning_of(path: Path) -> bytes:
    """The first bytes of a file, gzip undone; none if it cannot be read."""
    try:
        with gzip.open(path) if path.suffix == _GZ else path.open("rb") as stream:
            return stream.read(BEGINNING)
    except (OSError, EOFError, zlib.error):
        return b""


def _stored(path: Path, limits: Limits) -> Body:
    try:
        size = path.stat().st_size
        if size > limits.bytes * _UNREAD:
            return oversized(size, size, limits)
        data = path.read_bytes()
    except OSError as error:
        return Body(b"", Outcome.BAD_RECORD, f"cannot be read: {error.strerror}")
    return undone(data, "gzip", limits) if path.suffix == _GZ else Body(data)


def body_of(path: Path, limits: Limits) -> Body:
    """The bytes of a file that should be a page."""
    body = _stored(path, limits)
    if body.outcome is not Outcome.OK:
        return body
    head = body.content[: sniff.HEAD].lstrip()
    if not head:
        return Body(b"", Outcome.EMPTY)
    if sniff.is_binary(head):
        return Body(b"", Outcome.NOT_HTML, "a binary file")
    if head.startswith(_SOURCE_CODE):
        return Body(b"", Outcome.NOT_HTML, "source code of a page, not the page")
    return body


def _page_in(path: Path, url: str, base: str, limits: Limits) -> Page:
    body = body_of(path, limits)
    beginning = body.content[:BEGINNING]
    url = url or saved_from(beginning) or claimed(beginning) or address(path.name, base or base_for(path.parent))
    return Page(url, body.content, outcome=body.outcome, detail=body.detail)


def read_files(paths: Iterable[str | PathLike[str]], *, base: str = "", limits: Limits = LIMITS) -> Iterator[Page]:
    """The pages in some files, in the order given.

    A page's URL is the one it was saved from or calls its own, else its file's name below `base`.
    """
    for path in paths:
        yield _page_in(Path(path), "", base, limits)


def _entries(path: str | PathLike[str]) -> Iterator[tuple[str, str]]:
    """The files of a list, each with its URL or an empty text."""
    with opened(path) as stream:
        for line in stream:
            entry = line.decode("utf-8-sig", "surrogateescape").strip()
            if not entry or entry.startswith("#"):
                continue
            name, _, url = entry.partition("\t")
            if canonical(name):
                reason = (
                    "lists web addresses; `sitemine crawl` fetches the pages of a site, `sitemine extract` single ones"
                )
                raise SourceError(fspath(path), reason)
            yield name.strip(), canonical(url) or url.strip()


def read_list(path: str | PathLike[str], *, base: str = "", limits: Limits = LIMITS) -> Iterator[Page]:
    """The pages in the files of a list: one path per line, or a path, a tab and its URL; `#` begins a comment.

    Paths are relative to the list.
    """
    folder = Path(path).parent
    for name, url in _entries(path):
        yield _page_in(folder / name, url, base, limits)
