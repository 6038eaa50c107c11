"""The WARC files of a crawl: appended to record by record, each a gzip member of its own, cut back to what is known.

A record is in the archive when the frontier says so (`frontier.py`); what lies behind the last such record was written
by a crawl that was killed, and is cut off before another is written. The format is ISO 28500 (WARC 1.1).
"""

import os
import re
import zlib
from base64 import b32encode
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import blake2b, sha1
from pathlib import Path
from typing import BinaryIO, Final
from uuid import UUID

from sitemine.acquire.fetch import Answer
from sitemine.acquire.frames import JUDGED, SHOWN
from sitemine.version import __version__

LARGEST: Final = 1 << 30  # bytes of a file, from which on another is begun; the standard's advice
LEVEL: Final = 4  # of compression; 6 costs twice the time for 2 % of the space
REVISIT: Final = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"
_NOT_STORED: Final = frozenset({"transfer-encoding", "content-length", "connection", "keep-alive"})
_BREAKS: Final = re.compile(r"[\r\n\x00]+")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a record lies."""

    file: int
    start: int
    end: int


def _stamp(time: float) -> str:
    return datetime.fromtimestamp(time, UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def block_of(answer: Answer) -> bytes:
    """An answer as HTTP has it, with the body joined, as the header then says."""
    lines = [f"HTTP/1.1 {answer.status} {_BREAKS.sub(' ', answer.reason)}".rstrip()]
    lines += [f"{name}: {_BREAKS.sub(' ', value)}" for name, value in answer.headers if name.lower() not in _NOT_STORED]
    lines.append(f"Content-Length: {len(answer.body)}")
    return "\r\n".join([*lines, "", ""]).encode("latin-1", "replace") + answer.body


def _name(kind: str, url: str, time: float, block: bytes) -> str:
    """The name of a record, made of what it says, so that equal records have equal names."""
    digest = blake2b(f"{kind} {url} {_stamp(time)}".encode() + block, digest_size=16).digest()
    return f"<urn:uuid:{UUID(bytes=digest, version=4)}>"


def _record(kind: str, url: str, time: float, block: bytes, more: list[tuple[str, str]]) -> bytes:
    fields = [
        ("WARC-Type", kind),
        ("WARC-Record-ID", _name(kind, url, time, block)),
        ("WARC-Date", _stamp(time)),
        ("WARC-Target-URI", url),
        *more,
        ("WARC-Block-Digest", f"sha1:{b32encode(sha1(block, usedforsecurity=False).digest()).decode()}"),
        ("Content-Length", str(len(block))),
    ]
    head = "".join(f"{key}: {value}\r\n" for key, value in fields if value)
    return _packed(b"WARC/1.1\r\n" + head.encode() + b"\r\n" + block + b"\r\n\r\n")


def _packed(record: bytes) -> bytes:
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    return packer.compress(record) + packer.flush()


def response_record(answer: Answer, time: float, judged: str = "") -> bytes:
    """The record of an answer, and what its reader must know of it; of one that says that nothing changed, a revisit."""
    media = ("Content-Type", "application/http;msgtype=response")
    digest = b32encode(sha1(answer.body, usedforsecurity=False).digest()).decode()
    if answer.status == 304:
        return _record("revisit", answer.url, time, block_of(answer), [("WARC-Profile", REVISIT), media])
    more = [media, ("WARC-Payload-Digest", f"sha1:{digest}"), ("WARC-Truncated", answer.cut), (JUDGED, judged)]
    return _record("response", answer.url, time, block_of(answer), more)


def shown_record(answer: Answer, time: float, html: bytes, cut: str) -> bytes:
    """The record of what a browser showed of an answer, to stand behind the answer's own."""
    more = [
        ("WARC-Refers-To", _name("response", answer.url, time, block_of(answer))),
        ("Content-Type", "text/html; charset=utf-8"),
        ("WARC-Truncated", cut),
        (JUDGED, SHOWN),
    ]
    return _record("conversion", answer.url, time, html, more)


def _information(name: str, agent: str, time: float) -> bytes:
    text = f"software: sitemine/{__version__}\r\nformat: WARC File Format 1.1\r\nhttp-header-user-agent: {agent}\r\n"
    more = [("WARC-Filename", name), ("Content-Type", "application/warc-fields")]
    return _record("warcinfo", "", time, text.encode(), more)


class Archive:
    """The WARC files in a folder."""

    def __init__(self, folder: Path, agent: str, *, largest: int = LARGEST) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self._agent, self._largest = agent, largest
        self._number = 0
        self._file: BinaryIO | None = None
        self._end = 0

    def path(self, number: int) -> Path:
        """The file of a number."""
        return self.folder / f"{number:05d}.warc.gz"

    def paths(self) -> list[Path]:
        """The files, in the order in which they were written."""
        return sorted(self.folder.glob("[0-9]*.warc.gz"))

    def cut_back(self, number: int, end: int) -> bool:
        """Leaves what was committed and no more; tells whether all of that is there."""
        for path in self.paths():
            if int(path.name[:5]) > number:
                path.unlink()
        self._number, self._end = number, end
        path = self.path(number)
        size = path.stat().st_size if path.exists() else 0
        if size > end:
            os.truncate(path, end)
        return size >= end

    def go_on(self) -> None:
        """Writes on in a new file, as the last one may break off."""
        numbers = [int(path.name[:5]) for path in self.paths()]
        self._number, self._end = max(numbers, default=-1) + 1, 0

    def append(self, records: list[bytes], time: float) -> list[Place]:
        """Writes records and returns when the disk has them."""
        places = []
        file = self._opened(time)
        for record in records:
            file.write(record)
            places.append(Place(self._number, self._end, self._end + len(record)))
            self._end += len(record)
        file.flush()
        os.fdatasync(file.fileno())
        if self._end > self._largest:
            self.close()
            self._number, self._end = self._number + 1, 0
        return places

    def _opened(self, time: float) -> BinaryIO:
        if self._file is None:
            self._file = self.path(self._number).open("ab")
            if self._end == 0:
                record = _information(self.path(self._number).name, self._agent, time)
                self._file.write(record)
                self._end = len(record)
        return self._file

    def close(self) -> None:
        """Ends the writing."""
        if self._file:
            self._file.close()
            self._file = None

    def read(self, place: Place) -> bytes:
        """The bytes of a record, packed."""
        with self.path(place.file).open("rb") as file:
            file.seek(place.start)
            return file.read(place.end - place.start)

    def __iter__(self) -> Iterator[Path]:
        return iter(self.paths())
