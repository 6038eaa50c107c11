"""The bytes of a page, from the bytes that came: chunks joined, content codings undone, never more than allowed.

A body that cannot be undone to its end still gives what stands before the break; the outcome names the break. Its own
file because every source with HTTP in it needs the same answer, and because hostile input meets Sitemine here first.
"""

import io
import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Protocol

from fastwarc.stream_io import BrotliReader, ZstdReader

from sitemine.acquire.sniff import is_html
from sitemine.options import Limits
from sitemine.records import Outcome

LIMITS: Final = Limits()

_STEP: Final = 64 << 10  # bytes undone at a time
_FEED: Final = 4 << 10  # bytes taken in at a time; small, so that what came in is known when too much comes out
_FINE_STEP: Final = 1 << 10  # bytes undone at a time up to a break
_GZIP: Final = b"\x1f\x8b"
_LAYERS: Final = 2  # content codings over each other; more is not seen but in attacks
_CHUNK: Final = re.compile(rb"(?:\r?\n)?[\t ]*([0-9A-Fa-f]{1,8})[\t ]*(?:;[^\r\n]*)?\r?\n")
_SHOWN: Final = 20  # characters of a stranger's word in our message
_PLAIN: Final = frozenset({"", "identity", "none", "utf-8"})  # the last two mean nothing and are often sent


@dataclass(frozen=True, slots=True)
class Body:
    """The bytes of one page and how their undoing ended."""

    content: bytes
    outcome: Outcome = Outcome.OK
    detail: str = ""


class _Reader(Protocol):
    def read(self, size: int = ..., /) -> bytes: ...


def unchunked(data: bytes) -> Body:
    """The body of a chunked message. Many archives hold joined bodies under a header that says chunked: left alone."""
    head = _CHUNK.match(data)
    if not head:
        return Body(data)
    joined = bytearray()
    while head and (size := int(head[1], 16)):
        joined += data[head.end() : head.end() + size]
        head = _CHUNK.match(data, head.end() + size)
    if head:
        return Body(bytes(joined))
    return Body(bytes(joined), Outcome.TRUNCATED, "the chunked body has no end")


def _inflated(source: io.BytesIO, window: int, step: int) -> Iterator[bytes]:
    """The pieces of a gzip (any number of members), zlib or raw deflate stream."""
    inflater = zlib.decompressobj(window)
    while data := inflater.unconsumed_tail or source.read(_FEED):
        yield inflater.decompress(data, step)
        if inflater.eof:
            data = inflater.unused_data + source.read(_FEED)
            if not data.startswith(_GZIP):
                return  # what servers leave behind the body is no part of it
            inflater = zlib.decompressobj(window)
            yield inflater.decompress(data, step)
    while piece := inflater.decompress(b"", step):
        yield piece
    if not inflater.eof:
        raise EOFError("it ends early")


def _deflated(source: io.BytesIO, step: int) -> Iterator[bytes]:
    """HTTP's deflate is zlib by its standard and raw deflate by many servers."""
    try:
        zlib.decompressobj().decompress(source.getvalue()[:_STEP], 1)
    except zlib.error:
        return _inflated(source, -zlib.MAX_WBITS, step)
    return _inflated(source, zlib.MAX_WBITS, step)


def _pieces(reader: _Reader, step: int) -> Iterator[bytes]:
    while piece := reader.read(step):
        yield piece


def _undoing(coding: str, source: io.BytesIO, step: int) -> Iterator[bytes]:
    match coding:
        case "gzip" | "x-gzip":
            return _inflated(source, zlib.MAX_WBITS | 16, step)
        case "deflate":
            return _deflated(source, step)
        case "br":
            return _pieces(BrotliReader(source), step)
        case "zstd":
            return _pieces(ZstdReader(source), step)
        case _:
            raise LookupError


def _gathered(pieces: Iterable[bytes], most: int) -> tuple[bytes, str]:
    """What the pieces hold, until it is more than `most`, and what broke them off."""
    gathered = bytearray()
    try:
        for piece in pieces:
            gathered += piece
            if len(gathered) > most:
                break
    except (OSError, EOFError, zlib.error) as error:
        return bytes(gathered), str(error)
    return bytes(gathered), ""


def _salvaged(coding: str, data: bytes, limits: Limits) -> Body:
    """What a broken body still gives. The readers lose the step that breaks, so the steps are small."""
    if is_html(data):
        return Body(data)  # archives often hold the undone body under the header of the coded one
    content, problem = _gathered(_undoing(coding, io.BytesIO(data), _FINE_STEP), limits.bytes)
    outcome = Outcome.TRUNCATED if content else Outcome.BAD_RECORD
    return Body(content, outcome, f"the {coding} body is broken: {problem}")


def _layer(coding: str, data: bytes, limits: Limits) -> Body:
    source = io.BytesIO(data)
    try:
        content, problem = _gathered(_undoing(coding, source, _STEP), limits.bytes)
    except LookupError:
        return Body(b"", Outcome.BAD_RECORD, f"unknown content coding {coding[:_SHOWN]!r}")
    if len(content) > limits.bytes:
        return oversized(source.tell(), len(content), limits)
    return _salvaged(coding, data, limits) if problem else Body(content)


def oversized(before: int, after: int, limits: Limits) -> Body:
    """No bytes, and the name for too many of them: a bomb if they came of very few."""
    if after > before * limits.expansion:
        return Body(b"", Outcome.BOMB, f"{before:,} bytes unfold to more than {limits.bytes:,}")
    return Body(b"", Outcome.TOO_LARGE, f"more than {limits.bytes:,} bytes")


def undone(data: bytes, codings: str, limits: Limits = LIMITS) -> Body:
    """The body under a Content-Encoding header's codings, the last applied undone first."""
    layers = [coding for word in codings.split(",") if (coding := word.strip().lower()) not in _PLAIN]
    if len(layers) > _LAYERS:
        return Body(b"", Outcome.BOMB, f"{len(layers)} content codings over each other")
    if len(data) > limits.bytes:
        return oversized(len(data), len(data), limits)
    body = Body(data)
    for coding in reversed(layers if data else []):
        body = _layer(coding, body.content, limits)
        if body.outcome is not Outcome.OK:
            return body
    return body
