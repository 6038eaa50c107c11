"""The bytes of a source, from a path, from an open file, or from a pipe.

Its own file because three readers open their source in the same way, and because a pipe can be looked into only by
taking bytes out of it, which then must be given back.
"""

import gzip
import io
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from os import PathLike, fspath
from pathlib import Path
from typing import BinaryIO, Final, cast

from sitemine.errors import SourceError

Openable = str | PathLike[str] | BinaryIO

GZIP: Final = b"\x1f\x8b"


class Pipe(io.RawIOBase):
    """A stream that cannot seek, with the bytes that were already taken out of it back in front."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        super().__init__()
        self._head = head
        self._rest = rest
        self._place = 0

    def readable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._place

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        piece = self._head[: len(buffer)] or self._rest.read(len(buffer))
        self._head = self._head[len(piece) :]
        buffer[: len(piece)] = piece
        self._place += len(piece)
        return len(piece)


def looked_into(stream: BinaryIO, size: int) -> tuple[bytes, BinaryIO]:
    """The next bytes of a stream, and a stream that still has them."""
    if stream.seekable():
        place = stream.tell()
        head = stream.read(size)
        stream.seek(place)
        return head, stream
    head = stream.read(size)
    return head, io.BufferedReader(Pipe(head, stream))


def unpacked(stream: BinaryIO) -> BinaryIO:
    """The stream, with gzip undone if that is what its first bytes say."""
    head, stream = looked_into(stream, len(GZIP))
    if head == GZIP:
        return cast("BinaryIO", gzip.GzipFile(fileobj=stream, mode="rb"))
    return stream


def name_of(source: Openable) -> str:
    """The file name by which pages without URL are called; not the path, which differs between machines."""
    if isinstance(source, str | PathLike):
        return Path(fspath(source)).name
    name = getattr(source, "name", None)
    return Path(name).name.strip("<>") if isinstance(name, str) and name else "stream"


def shown(source: Openable) -> str:
    """The source as its caller wrote it, for messages."""
    return fspath(source) if isinstance(source, str | PathLike) else name_of(source)


@contextmanager
def opened(source: Openable) -> Iterator[BinaryIO]:
    """The bytes of a source; a stream that came open stays open."""
    if not isinstance(source, str | PathLike):
        yield looked_into(source, 0)[1]
        return
    with ExitStack() as stack:
        try:
            stream = stack.enter_context(Path(source).open("rb"))
        except OSError as error:
            raise SourceError(shown(source), f"cannot be opened: {error.strerror}") from error
        yield stream
