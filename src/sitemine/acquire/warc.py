"""The pages of a WARC file.

What becomes of a record:
- a response with status 200 and a page in it: an OK page, its transfer and content codings undone;
- one that our crawler stored of a page that wants to be in no index: NOINDEX, without bytes;
- a redirect or another status: REDIRECTED or BAD_STATUS, without bytes, unless the URL is named as an image, style,
  script or font is: nobody asked for that as a page;
- another media type: passed over if it is an asset or data for scripts, else NOT_HTML (a PDF, a feed, a text), so that
  a document that somebody linked to is missing by name;
- a resource record: a page if it holds one, else passed over, as it holds whatever the crawler stored on its own behalf;
- a conversion that our crawler's browser made of the page before it: that page as it was shown;
- requests, revisits, metadata, other conversions, `304 Not Modified`, `robots.txt`, and what is not http: passed over.
"""

import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from http import HTTPStatus
from itertools import islice
from pathlib import Path
from typing import BinaryIO, Final, cast

from sitemine.acquire import message, sniff
from sitemine.acquire.body import LIMITS, Body, oversized, unchunked, undone
from sitemine.acquire.frames import CONVERSION, RESOURCE, RESPONSE, SHOWN, Break, Frame, frames
from sitemine.acquire.message import Response, response_of
from sitemine.acquire.streams import GZIP, Openable, looked_into, name_of, opened, shown
from sitemine.acquire.urls import canonical, path_of
from sitemine.errors import SourceError
from sitemine.options import Limits
from sitemine.records import MINED, Outcome, Page

_FIRST: Final = 16 << 10  # bytes of a record that tell whether the rest is wanted
HIDDEN: Final = "asks to be taken into no index"
_BROKEN: Final = frozenset({Outcome.TRUNCATED, Outcome.BAD_RECORD})
_ARC: Final = b"filedesc:"
_NEXT_RECORD: Final = re.compile(rb"\r\n\r\nWARC/[01]\.\d+\r\n")


def _is_wanted(path: str, media: str, status: int) -> bool:
    """Whether a response was asked for as a page."""
    if sniff.is_asset_type(media) or status == HTTPStatus.NOT_MODIFIED or path == "/robots.txt":
        return False
    is_plain_page = status == HTTPStatus.OK and media in sniff.PAGE_TYPES
    return is_plain_page or not sniff.has_asset_name(path)


def _stored(frame: Frame, response: Response, read: int) -> Body:
    """The body of a response as it is stored, to its end or to where the file or the crawler ended it."""
    wanted = max(frame.length - read, 0)
    rest = frame.read(wanted)
    data = response.body + rest
    if len(rest) < wanted:
        glued = _NEXT_RECORD.search(data)
        data = data[: glued.start()] if glued else data
        return Body(data, Outcome.TRUNCATED, "the file holds less of it than the record says")
    if frame.cut:
        return Body(data, Outcome.TRUNCATED, f"the crawler cut it: {frame.cut}")
    return Body(data)


def _whole(frame: Frame, response: Response, read: int, limits: Limits) -> Body:
    """The body of a response with its codings undone."""
    if frame.length > limits.bytes + message.MOST:
        return oversized(frame.length, frame.length, limits)
    stored = _stored(frame, response, read)
    is_chunked = "chunked" in response.headers.get("transfer-encoding", "").lower()
    joined = unchunked(stored.content) if is_chunked else stored
    body = undone(joined.content, response.headers.get("content-encoding", ""), limits)
    told = next((step for step in (body, joined, stored) if step.outcome is not Outcome.OK), body)
    return Body(body.content, told.outcome, told.detail)


def _kind_checked(body: Body, media: str) -> Body:
    """The body if it is a page, else its outcome: nothing there, or something else."""
    if body.outcome not in {Outcome.OK, Outcome.TRUNCATED}:
        return body
    if not body.content.strip():
        return Body(b"", Outcome.TRUNCATED if body.outcome is Outcome.TRUNCATED else Outcome.EMPTY, body.detail)
    if sniff.is_page(media, body.content[: sniff.HEAD]):
        return body
    return Body(b"", Outcome.NOT_HTML, media or "no media type")


def _answered(url: str, frame: Frame, response: Response) -> Page:
    """The page of a response without a page."""
    outcome = message.outcome_of(response.status)
    location = response.headers.get("location", "")
    detail = f"to {location}" if outcome is Outcome.REDIRECTED else f"{response.status} {response.reason}".strip()
    return Page(url, b"", frame.time, response.headers, response.status, outcome, detail)


def _response_in(frame: Frame) -> tuple[Response, int]:
    """The response of a record as far as it was read, and how many bytes that took."""
    if frame.kind == RESOURCE:
        return Response(headers={"content-type": frame.media_type}), 0
    block = frame.read(_FIRST)
    response = response_of(block)
    if not response.body and len(block) == _FIRST:
        block += frame.read(message.MOST - _FIRST)
        response = response_of(block)
    return response, len(block)


def _page_of(frame: Frame, limits: Limits) -> Page | None:
    """The page of a record; None for a record that is passed over."""
    url = canonical(frame.url)
    if frame.kind in {"", CONVERSION} or (frame.url and not url):
        return None
    if not url or not frame.length:
        return Page(frame.url, outcome=Outcome.BAD_RECORD, detail="a record without URL or content")
    response, read = _response_in(frame)
    media = sniff.media_type(response.headers.get("content-type", ""))
    if not _is_wanted(path_of(url), media, response.status):
        return None
    if response.status != HTTPStatus.OK:
        return _answered(url, frame, response)
    if frame.judged == Outcome.NOINDEX:
        return Page(url, b"", frame.time, response.headers, response.status, Outcome.NOINDEX, HIDDEN)
    body = _kind_checked(_whole(frame, response, read, limits), media)
    if body.outcome is Outcome.NOT_HTML and frame.kind == RESOURCE:
        return None
    return Page(url, body.content, frame.time, response.headers, response.status, body.outcome, body.detail)


def _shown(frame: Frame, page: Page | None, limits: Limits) -> Page | None:
    """The page of the record before a conversion, as our crawler's browser showed it where that is what the conversion says."""
    is_ours = frame.judged == SHOWN and page is not None and page.outcome in MINED
    if not is_ours or page is None or canonical(frame.url) != page.url or frame.length > limits.bytes:
        return page
    html = frame.read(frame.length)
    if len(html) < frame.length:
        return page
    outcome, detail = (Outcome.TRUNCATED, f"the crawler cut it: {frame.cut}") if frame.cut else (Outcome.OK, "")
    headers = {**page.headers, "content-type": frame.media_type}
    return replace(page, html=html, headers=headers, outcome=outcome, detail=detail)


@dataclass(slots=True)
class _Block:
    """A response that was not stored yet, as if it were a record."""

    url: str
    block: bytes
    cut: str
    kind: str = RESPONSE
    media_type: str = ""
    judged: str = ""
    time: datetime | None = None
    length: int = field(init=False)

    def __post_init__(self) -> None:
        self.length = len(self.block)

    def read(self, size: int) -> bytes:
        piece, self.block = self.block[:size], self.block[size:]
        return piece


def page_of(url: str, block: bytes, cut: str = "", *, limits: Limits = LIMITS) -> Page | None:
    """The page in a response as HTTP has it: the very page that is read when the response has been archived."""
    return _page_of(cast("Frame", _Block(url, block, cut)), limits)


def _is_arc(head: bytes) -> bool:
    if head.startswith(GZIP):
        try:
            head = zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(head, len(_ARC))
        except zlib.error:
            return False
    return head.startswith(_ARC)


def _records(stream: BinaryIO, source: Openable) -> Iterator[Frame | Break]:
    """The records and breaks of a file that holds at least one record."""
    head, stream = looked_into(stream, _FIRST)
    records = frames(stream)
    first = list(islice(records, 1))
    if first and isinstance(first[0], Frame):
        yield first[0]
    else:
        second = next(records, None)
        if second is None:
            arc = "is an ARC file; convert it to WARC first, as `warcio recompress` does"
            raise SourceError(shown(source), arc if _is_arc(head) else "holds no WARC record")
        yield from (*first, second)
    yield from records


def _is_told(broken: Break, page: Page | None) -> bool:
    """Whether the page of the last record says already what the break would say."""
    return page is not None and (page.outcome in _BROKEN or (page.outcome is not Outcome.OK and not broken.whole))


def _pages(records: Iterable[Frame | Break], name: str, limits: Limits) -> Iterator[Page | None]:
    """For each record a page, or None; and a page for each break that no page of a record tells of already."""
    page = held = None  # held until the next record has said whether it is the same page
    for item in records:
        if isinstance(item, Frame) and item.kind == CONVERSION:
            held = page = _shown(item, held, limits)
            continue
        yield held
        held = None
        if isinstance(item, Frame):
            held = page = _page_of(item, limits)
        elif not _is_told(item, page):
            outcome = Outcome.BAD_RECORD if item.whole else Outcome.TRUNCATED
            held = Page(f"{name}#byte-{item.place}", outcome=outcome, detail=item.detail)
    yield held


def read_warc(source: Openable, *, limits: Limits = LIMITS) -> Iterator[Page]:
    """The pages of a .warc, .warc.gz, .warc.zst or .warc.lz4 file, in its order.

    Where the file is broken, one page of outcome TRUNCATED or BAD_RECORD says so, and the pages before and behind are
    kept. It carries the URL of the record, or the file's name and the place where no URL can be told.
    """
    with opened(source) as stream:
        for page in _pages(_records(stream, source), name_of(source), limits):
            if page:
                yield page


def is_crawl(folder: Path) -> bool:
    """Whether a crawl was laid down in a folder."""
    return (folder / "crawl" / "crawl.sqlite").is_file()


def read_crawl(folder: Path, *, limits: Limits = LIMITS) -> Iterator[Page]:
    """The pages that were crawled into a folder, in the order in which they came."""
    for path in sorted((folder / "crawl" / "warc").glob("*.warc.gz")):
        yield from read_warc(path, limits=limits)
