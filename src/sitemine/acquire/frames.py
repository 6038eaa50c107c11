"""The records of a WARC file, as many of them as can be reached.

The reader stops at the first byte that it does not understand. Archives break in the middle (a full disk, a lost
connection, a bad sector), so after a break the search goes on for the next place where a record, or the compressed
frame of one, can start. What was read before and what is found behind are kept; the break itself is reported once.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import BinaryIO, Final

from fastwarc.warc import ArchiveIterator, WarcRecord, WarcRecordType

_STARTS: Final = (b"WARC/", b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd", b"\x04\x22\x4d\x18")  # plain, gzip, zstd, lz4
_PLAIN: Final = b"WARC/"
_LONGEST: Final = 5  # bytes of the longest start
_STEP: Final = 64 << 10  # bytes read at a time; a claimed length allocates nothing
_WINDOW: Final = 1 << 20  # bytes searched at a time

RESPONSE: Final = "response"
RESOURCE: Final = "resource"
CONVERSION: Final = "conversion"
_KINDS: Final = (
    (WarcRecordType.response, RESPONSE),
    (WarcRecordType.resource, RESOURCE),
    (WarcRecordType.conversion, CONVERSION),
)


@dataclass(frozen=True, slots=True)
class Break:
    """The file cannot be read on from somewhere in or behind the record at `place`."""

    place: int  # byte of the file
    whole: int  # bytes of that record's block, 0 where the break is within it
    detail: str


SHOWN: Final = "shown"
"""What `JUDGED` says of a conversion that is the page before it as a browser showed it."""

JUDGED: Final = "Sitemine-Outcome"
"""A field of our own; the standard lets readers pass over those that they do not know."""


class Frame:
    """One record: its header fields, and its block to be read at most once."""

    __slots__ = ("_record", "place")

    def __init__(self, record: WarcRecord, place: int) -> None:
        self._record = record
        self.place = place

    @property
    def kind(self) -> str:
        """`response`, `resource`, `conversion`, or empty for a record that holds no page."""
        kind = self._record.record_type
        return next((name for known, name in _KINDS if kind == known), "")

    @property
    def url(self) -> str:
        # wget writes <...>, as an early draft of the standard had it
        return (self._record.headers.get("WARC-Target-URI") or "").strip("<> ")

    @property
    def time(self) -> datetime | None:
        time: datetime | None = self._record.record_date
        if time is None:
            return None
        return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)

    @property
    def media_type(self) -> str:
        return self._record.headers.get("Content-Type") or ""

    @property
    def cut(self) -> str:
        """Why the crawler stored less than the server sent; empty where it stored all."""
        return self._record.headers.get("WARC-Truncated") or ""

    @property
    def judged(self) -> str:
        """The outcome that our own crawler gave to what it stored, where that does not show in the response."""
        return self._record.headers.get(JUDGED) or ""

    @property
    def length(self) -> int:
        """The length that the record claims: not a length to allocate."""
        return self._record.content_length

    def read(self, size: int) -> bytes:
        """The next bytes of the block, fewer at its end and where the file breaks."""
        block = bytearray()
        try:
            while len(block) < size and (piece := self._record.reader.read(min(size - len(block), _STEP))):
                block += piece
        except OSError:
            pass  # the search for the next record meets the same error, and names it
        return bytes(block)

    def is_whole(self) -> bool:
        """Whether the file holds as much as the record claims; reads over what is left of it."""
        self._record.reader.consume()
        whole: bool = self._record.reader.tell() >= self.length
        return whole


def _start_at(stream: BinaryIO, place: int) -> bytes:
    """What the record at `place` starts with, empty if no record starts there."""
    stream.seek(place)
    head = stream.read(_LONGEST)
    return next((start for start in _STARTS if head.startswith(start)), b"")


def _next_start(stream: BinaryIO, place: int, starts: Sequence[bytes]) -> int | None:
    """The next place at or behind `place` where a record may start."""
    pattern = re.compile(b"|".join(map(re.escape, starts)))
    stream.seek(place)
    tail = b""
    while window := stream.read(_WINDOW):
        window = tail + window
        if found := pattern.search(window):
            return stream.tell() - len(window) + found.start()
        tail = window[-_LONGEST:]
    return None


def _run(stream: BinaryIO) -> Iterator[Frame | Break]:
    """The records up to the first break, and the break."""
    place, whole = stream.tell(), 0
    try:
        for record in ArchiveIterator(stream, parse_http=False, strict_mode=False):
            place, whole = record.stream_pos, 0
            frame = Frame(record, place)
            yield frame
            if not frame.is_whole():
                yield Break(place, 0, "the record is shorter than it says")
                return
            whole = frame.length
    except OSError as error:
        yield Break(place, whole, f"the file cannot be read on from here: {error}")


def frames(stream: BinaryIO) -> Iterator[Frame | Break]:
    """The records of a WARC file and the breaks between them; a frame is read before the next one is asked for.

    A stream without seek ends at its first break.
    """
    place: int | None = stream.tell()
    starts: Sequence[bytes] = _STARTS
    is_told = False
    while place is not None:
        broken, n_frames = None, 0
        for item in _run(stream):
            if isinstance(item, Break):
                broken = item
            else:
                n_frames += 1
                yield item
        if broken and (n_frames or not is_told):
            is_told = True
            yield broken
        if not broken or not stream.seekable():
            return
        start = _start_at(stream, broken.place)
        if n_frames and start:
            starts = (start,)
        # Behind a whole record where that is plain: a page may quote a WARC.
        place = _next_start(stream, broken.place + 1 + (broken.whole if start == _PLAIN else 0), starts)
        if place is not None:
            stream.seek(place)
