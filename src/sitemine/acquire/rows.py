"""The pages in the rows of a table: JSON lines and Parquet.

A row holds `url` and the markup: `html`, else `content`, else `body`, as crawlers and corpora call it. Optional are
`time` (ISO 8601, or seconds since 1970), `status` and `headers`. Other fields are left alone. A row that cannot be
read is a page of outcome BAD_RECORD, called by its file and line.
"""

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from http import HTTPStatus
from os import PathLike
from types import ModuleType
from typing import BinaryIO, Final

import msgspec

from sitemine.acquire.body import LIMITS
from sitemine.acquire.message import outcome_of
from sitemine.acquire.streams import Openable, name_of, opened, shown, unpacked
from sitemine.acquire.urls import canonical, join
from sitemine.errors import MissingExtraError, SourceError
from sitemine.options import Limits
from sitemine.records import Outcome, Page

_MARKUP: Final = ("html", "content", "body")
_COLUMNS: Final = ("url", *_MARKUP, "time", "status")
_ESCAPED: Final = 6  # bytes of JSON that a character may take, as in \u003c
_BATCH: Final = 64  # rows of a Parquet file in memory at a time
_BUFFER: Final = 1 << 20  # bytes read ahead of each of its columns
_ARRAY: Final = "is one JSON array, not JSON lines with one object per line; `jq -c '.[]'` makes them"
_BOM: Final = b"\xef\xbb\xbf"


class _Row(msgspec.Struct):
    url: object = None
    html: object = None
    content: object = None
    body: object = None
    time: object = None
    status: object = None
    headers: object = None


_decoder: Final = msgspec.json.Decoder(_Row)


def _leniently(line: bytes) -> _Row:
    """A row in which some characters are no text: those are replaced, as browsers do."""
    text = line.decode("utf-8", "replace")
    fields = json.loads(text)
    if not isinstance(fields, dict):
        raise TypeError("not an object")
    row = _Row(**{name: fields[name] for name in _Row.__struct_fields__ if name in fields})
    for name in ("url", *_MARKUP):
        if isinstance(value := getattr(row, name), str):
            setattr(row, name, value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace"))
    return row


def _decoded(line: bytes) -> _Row | None:
    try:
        return _decoder.decode(line)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        pass
    try:
        return _leniently(line)
    except (ValueError, TypeError, RecursionError):
        return None


def _time(value: object) -> datetime | None:
    try:
        match value:
            case datetime():
                time = value
            case str():
                time = datetime.fromisoformat(value)
            case int() | float():
                time = datetime.fromtimestamp(value, UTC)
            case _:
                return None
    except (ValueError, OverflowError, OSError):
        return None
    return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)


def _headers(value: object) -> dict[str, str]:
    if not isinstance(value, Mapping):
        return {}
    return {str(name).lower(): text for name, text in value.items() if isinstance(text, str)}


def _url(value: object, base: str) -> str:
    if not isinstance(value, str):
        return ""
    return (join(base, value) if base else canonical(value)) or value.strip()


def _page_of(row: _Row, name: str, base: str, limits: Limits) -> Page:
    """The page of a row; called by `name` where the row cannot be read."""
    url = _url(row.url, base)
    html = next((value for name in _MARKUP if (value := getattr(row, name)) is not None), None)
    if not url:
        return Page(name, outcome=Outcome.BAD_RECORD, detail="no url")
    status = row.status if isinstance(row.status, int) else int(HTTPStatus.OK)
    time, headers = _time(row.time), _headers(row.headers)
    if (outcome := outcome_of(status)) is not Outcome.OK:
        return Page(url, b"", time, headers, status, outcome, str(status))
    if not isinstance(html, str | bytes):
        return Page(url, outcome=Outcome.BAD_RECORD, detail=f"none of {', '.join(_MARKUP)} holds text")
    if len(html) > limits.bytes:
        return Page(url, b"", time, headers, status, Outcome.TOO_LARGE, f"more than {limits.bytes:,} bytes")
    outcome = Outcome.OK if html.strip() else Outcome.EMPTY
    return Page(url, html, time, headers, status, outcome)


def _lines(stream: BinaryIO, most: int) -> Iterator[tuple[int, bytes]]:
    """The numbered lines of a file; of a line longer than `most` one byte more than that."""
    number = 0
    while line := stream.readline(most + 1):
        number += 1
        yield number, line
        is_longer = len(line) > most
        while is_longer and line and not line.endswith(b"\n"):
            line = stream.readline(most)


def _line_page(line: bytes, name: str, base: str, limits: Limits) -> Page:
    if len(line) > limits.bytes * _ESCAPED:
        return Page(name, outcome=Outcome.TOO_LARGE, detail=f"a line of more than {limits.bytes * _ESCAPED:,} bytes")
    row = _decoded(line.removeprefix(_BOM).strip())
    if row is None:
        return Page(name, outcome=Outcome.BAD_RECORD, detail="not a JSON object")
    return _page_of(row, name, base, limits)


def read_jsonl(source: Openable, *, base: str = "", limits: Limits = LIMITS) -> Iterator[Page]:
    """The pages of a file of JSON lines, gzip or not, in its order.

    Relative URLs resolve against `base`.
    """
    name, number = name_of(source), 0
    with opened(source) as stream:
        try:
            for number, line in _lines(unpacked(stream), limits.bytes * _ESCAPED):
                if number == 1 and line.removeprefix(_BOM).startswith(b"["):
                    raise SourceError(shown(source), _ARRAY)
                if line.strip():
                    yield _line_page(line, f"{name}#line-{number}", base, limits)
        except (OSError, EOFError, zlib.error) as error:
            yield Page(f"{name}#line-{number + 1}", outcome=Outcome.TRUNCATED, detail=f"the file breaks off: {error}")


def _parquet(path: str | PathLike[str]) -> ModuleType:
    try:
        from pyarrow import parquet
    except ImportError as error:
        raise MissingExtraError("parquet", f"reading {shown(path)}") from error
    module: ModuleType = parquet
    return module


def _columns(path: str | PathLike[str], found: Sequence[str]) -> list[str]:
    """The columns that are read, of those in the file."""
    names = [name for name in _COLUMNS if name in found]
    if "url" not in names or not any(name in names for name in _MARKUP):
        raise SourceError(shown(path), f"needs the columns url and html, and has {', '.join(found)}")
    return names


def read_parquet(path: str | PathLike[str], *, base: str = "", limits: Limits = LIMITS) -> Iterator[Page]:
    """The pages of a Parquet file, in its order, a few rows in memory at a time.

    Relative URLs resolve against `base`.
    """
    parquet = _parquet(path)
    name, number = name_of(path), 0
    try:
        file = parquet.ParquetFile(path, buffer_size=_BUFFER, pre_buffer=False)
    except (OSError, ValueError) as error:
        raise SourceError(shown(path), f"is no Parquet file: {error}") from error
    with file:
        columns = _columns(path, file.schema_arrow.names)
        try:
            for batch in file.iter_batches(batch_size=_BATCH, columns=columns):
                for fields in batch.to_pylist():
                    number += 1
                    yield _page_of(_Row(**fields), f"{name}#row-{number}", base, limits)
        except (OSError, ValueError) as error:
            yield Page(f"{name}#row-{number + 1}", outcome=Outcome.TRUNCATED, detail=f"the file breaks off: {error}")
