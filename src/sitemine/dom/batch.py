"""Some pages read together: what became of each, and the tables of those that can be mined.

A page that cannot be read is a row with an outcome like every other; it only has no place in the tables.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import blake2b

import numpy as np

from sitemine.dom.decode import decode, sniff
from sitemine.dom.head import Head, read_head
from sitemine.dom.links import NO_LINKS, LinkTable, links_of
from sitemine.dom.parse import Markup, ParseLimitError, parse
from sitemine.dom.table import NodeTable, flatten
from sitemine.later import Later
from sitemine.options import Limits
from sitemine.records import MINED, Outcome, Page

_BEGINNING = datetime(1, 1, 1, tzinfo=UTC)
STRING = 100  # bytes of a short text with its place in a list or dict
PAGE = 2_000  # bytes of what is kept of each page besides tables

_READABLE = frozenset(("html", "text", "xml"))


@dataclass(frozen=True, slots=True)
class Reading:
    """What became of one page: its parsed markup, or why there is none."""

    outcome: Outcome
    detail: str = ""
    markup: Markup | None = None


@dataclass(frozen=True, slots=True)
class Batch(Later):
    """Some pages as columns; page k of the tables is `mined[k]` of the batch.

    Captures and links are made when they are asked for: the article of one page needs neither.
    """

    urls: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    details: tuple[str, ...]
    times: tuple[str, ...]  # of each capture, as text that sorts as time does; empty where it is not known
    mined: tuple[int, ...]
    heads: tuple[Head, ...]
    table: NodeTable
    captures: tuple[tuple[str, str], ...] = ()  # time and content of each page: what tells captures of one URL apart
    links: LinkTable = NO_LINKS

    def __len__(self) -> int:
        return len(self.urls)

    def nbytes(self) -> int:
        """Memory that the batch takes, near enough."""
        said = sum(len(head.title) + sum(map(len, head.json_ld)) + STRING * len(head.meta) for head in self.heads)
        targets = len(self.links) * STRING + sum(map(len, self.links.target))
        return self.table.nbytes() + targets + said + PAGE * len(self)


def read(page: Page, limits: Limits) -> Reading:
    """One page decoded and parsed, or why it cannot be."""
    if page.outcome not in MINED:
        return Reading(page.outcome, page.detail)
    if len(page.html) > limits.bytes:
        return Reading(Outcome.TOO_LARGE, f"{len(page.html)} bytes, more than {limits.bytes}")
    if isinstance(page.html, bytes):
        kind = sniff(page.html)
        if kind == "empty":
            return Reading(Outcome.EMPTY, "no bytes")
        if kind not in _READABLE:
            return Reading(Outcome.NOT_HTML, kind)
    decoded = decode(page.html, page.headers.get("content-type", ""))
    try:
        markup = parse(decoded.text, limits)
    except ParseLimitError as error:
        return Reading(Outcome.PARSE_LIMIT, str(error))
    return Reading(page.outcome, page.detail, markup)


def _instant(time: datetime | None) -> str:
    """A time as text that sorts as time does, whatever its zone; without one it is UTC."""
    if time is None:
        return ""
    since = (time if time.tzinfo else time.replace(tzinfo=UTC)) - _BEGINNING
    return f"{max(since // timedelta(microseconds=1), 0):018d}"


def _capture(page: Page) -> tuple[str, str]:
    content = page.html if isinstance(page.html, bytes) else page.html.encode("utf-8", "surrogatepass")
    return (_instant(page.time), blake2b(content, digest_size=16).hexdigest())


def _writable(text: str) -> str:
    """The text without lone surrogates, which no file could hold."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def read_batch(pages: Sequence[Page], limits: Limits) -> Batch:
    """Some pages read together."""
    readings = [read(page, limits) for page in pages]
    mined = tuple(k for k, reading in enumerate(readings) if reading.markup is not None)
    markups = [reading.markup for reading in readings if reading.markup is not None]
    heads = tuple(read_head(markup) for markup in markups)
    table = flatten(markups, limits)
    for k, length in zip(mined, np.diff(table.page_text).tolist(), strict=True):
        if length == 0:
            readings[k] = Reading(Outcome.EMPTY, "no text")
    urls = [pages[k].url for k in mined]
    batch = Batch(
        urls=tuple(_writable(page.url) for page in pages),
        outcomes=tuple(reading.outcome for reading in readings),
        details=tuple(_writable(reading.detail) for reading in readings),
        times=tuple(_instant(page.time) for page in pages),
        mined=mined,
        heads=heads,
        table=table,
    )
    return batch.later(captures=lambda: tuple(map(_capture, pages)), links=lambda: links_of(table, urls, heads))
