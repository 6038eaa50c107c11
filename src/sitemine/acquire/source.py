"""One door for everything that pages can come from.

A source is recognised by what it is: a folder, a file (by its name, else by its first bytes), a stream, pages already
in memory, or several of these. Whatever a person can get wrong about it is told in one sentence.
"""

import io
import stat
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from itertools import chain
from os import PathLike, fspath
from pathlib import Path
from typing import BinaryIO, Final, Protocol, TypeAlias, cast, runtime_checkable

from sitemine.acquire.body import LIMITS, undone
from sitemine.acquire.claims import BEGINNING, claimed, saved_from
from sitemine.acquire.files import read_files, read_list
from sitemine.acquire.folder import read_folder
from sitemine.acquire.rows import read_jsonl, read_parquet
from sitemine.acquire.sniff import is_html
from sitemine.acquire.streams import GZIP, looked_into, name_of, opened
from sitemine.acquire.urls import canonical
from sitemine.acquire.warc import is_crawl, read_crawl, read_warc
from sitemine.errors import SourceError, UsageError
from sitemine.options import Limits
from sitemine.records import Outcome, Page

Pair: TypeAlias = tuple[str, str | bytes]
Place: TypeAlias = str | PathLike[str] | BinaryIO
AnySource: TypeAlias = Place | Iterable[Page | Pair | Place] | Mapping[str, str | bytes]

ACCEPTED: Final = (
    "a folder, a .warc, .jsonl, .parquet or .html file, a .txt list of such pages, or - for standard input"
)
_STDIN: Final = "-"
_UNNAMED: Final = "https://stdin.invalid/"
_HEAD: Final = 4 << 10  # bytes by which a stream or a file with a name of its own is known

# What begins like this is read as that; Lz4 and Zstandard come only as packed WARC.
_BEGINNINGS: Final = (
    (b"WARC/", "warc"),
    (b"\x28\xb5\x2f\xfd", "warc"),
    (b"\x04\x22\x4d\x18", "warc"),
    (b"filedesc:", "warc"),
    (b"PAR1", "parquet"),
    (b"{", "jsonl"),
    (b"[", "jsonl"),
)
_NAMES: Final = {
    **dict.fromkeys((".warc", ".warc.gz", ".warc.zst", ".warc.lz4", ".arc", ".arc.gz"), "warc"),
    **dict.fromkeys((".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz"), "jsonl"),
    **dict.fromkeys((".parquet", ".pq"), "parquet"),
    **dict.fromkeys((".html", ".htm", ".xhtml", ".shtml", ".html.gz", ".htm.gz"), "file"),
    **dict.fromkeys((".txt", ".lst"), "list"),
}


@dataclass(frozen=True, slots=True)
class Source:
    """Something that pages come from; iterating reads it, again each time where the source itself allows that."""

    name: str
    kind: str  # folder, crawl, warc, jsonl, parquet, file, list, pages or several
    read: Callable[[], Iterator[Page]]

    def __iter__(self) -> Iterator[Page]:
        return self.read()


@runtime_checkable
class _Readable(Protocol):
    def read(self, size: int = ..., /) -> bytes: ...


def _kind_of(head: bytes) -> str:
    """What a file or stream is, by its first bytes; empty if that cannot be told."""
    if head.startswith(GZIP):
        try:
            head = zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(head, _HEAD)
        except zlib.error:
            return ""
    head = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if is_html(head):
        return "file"
    return next((kind for start, kind in _BEGINNINGS if head.startswith(start)), "")


def _one_page(stream: BinaryIO, base: str, limits: Limits) -> Iterator[Page]:
    """The page that a stream is."""
    data = stream.read(limits.bytes + 1)
    body = undone(data, "gzip" if data.startswith(GZIP) else "", limits)
    beginning = body.content[:BEGINNING]
    url = canonical(base) or saved_from(beginning) or claimed(beginning) or _UNNAMED
    yield Page(url, body.content, outcome=body.outcome, detail=body.detail)


def _of_stream(stream: BinaryIO, name: str, base: str, limits: Limits) -> Source:
    head, stream = looked_into(stream, _HEAD)
    kind = _kind_of(head)
    readers: dict[str, Callable[[], Iterator[Page]]] = {
        "warc": partial(read_warc, stream, limits=limits),
        "jsonl": partial(read_jsonl, stream, base=base, limits=limits),
        "file": partial(_one_page, stream, base, limits),
    }
    if kind not in readers:
        what = "is empty" if not head else "is neither WARC nor JSON lines nor an HTML page"
        raise SourceError(name, f"{what}; other sources are given by their path")
    return Source(name, kind, readers[kind])


def _mode_of(path: Path) -> int:
    """What is at a path."""
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        raise SourceError(fspath(path), f"there is no such file or folder; a source is {ACCEPTED}") from None
    except OSError as error:
        raise SourceError(fspath(path), f"cannot be opened: {error.strerror}") from error


def _kind_of_file(path: Path) -> str:
    """What a file is, by its name, else by its first bytes."""
    suffix = path.suffix.lower()
    double = Path(path.stem).suffix.lower() + suffix
    if kind := _NAMES.get(double) or _NAMES.get(suffix):
        return kind
    with opened(path) as stream:
        return _kind_of(stream.read(_HEAD))


def _of_pipe(path: Path, base: str, limits: Limits) -> Source:
    """A path whose bytes come once, as a shell's <(...)."""
    with ExitStack() as stack:
        stream = stack.enter_context(path.open("rb"))
        source = _of_stream(stream, fspath(path), base, limits)
        left_open = stack.pop_all()

    def read_and_close() -> Iterator[Page]:
        with left_open:
            yield from source.read()

    return Source(source.name, source.kind, read_and_close)


def _of_path(path: Path, base: str, limits: Limits) -> Source:
    name, mode = fspath(path), _mode_of(path)
    if stat.S_ISDIR(mode) and is_crawl(path):
        return Source(name, "crawl", partial(read_crawl, path, limits=limits))
    if stat.S_ISDIR(mode):
        return Source(name, "folder", partial(read_folder, path, base=base, limits=limits))
    if not stat.S_ISREG(mode):
        return _of_pipe(path, base, limits)
    readers: dict[str, Callable[[], Iterator[Page]]] = {
        "warc": partial(read_warc, path, limits=limits),
        "jsonl": partial(read_jsonl, path, base=base, limits=limits),
        "parquet": partial(read_parquet, path, base=base, limits=limits),
        "file": partial(read_files, (path,), base=base, limits=limits),
        "list": partial(read_list, path, base=base, limits=limits),
    }
    kind = _kind_of_file(path)
    if kind not in readers:
        raise SourceError(name, f"is no kind of file that holds pages here; a source is {ACCEPTED}")
    return Source(name, kind, readers[kind])


def _of_text(text: str, base: str, limits: Limits) -> Source:
    if text == _STDIN:
        return _of_stream(sys.stdin.buffer, "standard input", base, limits)
    if canonical(text):
        raise SourceError(text, "a web address; `sitemine mine` and `sitemine.crawl_site` fetch its pages first")
    if text.lstrip().startswith("<"):
        raise SourceError("source", f"markup is no source; sitemine.extract takes one page, and a source is {ACCEPTED}")
    if not text or "\x00" in text:
        raise SourceError(repr(text), f"is no path; a source is {ACCEPTED}")
    return _of_path(Path(text), base, limits)


def _page_of(item: object, place: int) -> Page:
    match item:
        case Page():
            return item
        case (str() as url, (str() | bytes()) as html):
            return Page(url, html, outcome=Outcome.OK if html.strip() else Outcome.EMPTY)
    raise SourceError(f"item {place}", f"a {type(item).__name__} is neither a Page nor a pair of URL and HTML")


def _pages_of(items: Iterable[object]) -> Iterator[Page]:
    for place, item in enumerate(items):
        yield _page_of(item, place)


def _of_items(items: Iterable[object], base: str, limits: Limits) -> Source:
    """Pages in memory, or several sources: the first item tells."""
    iterator = iter(items)
    first = next(iterator, None)
    again = items if iterator is not items else chain((first,), iterator)
    if first is None:
        return Source("pages", "pages", lambda: iter(()))
    if not isinstance(first, str | PathLike | _Readable):
        _page_of(first, 0)
        return Source("pages", "pages", lambda: _pages_of(again))
    sources = [open_source(cast("Place", item), base=base, limits=limits) for item in again]
    return Source(", ".join(source.name for source in sources), "several", lambda: chain.from_iterable(sources))


def open_source(source: AnySource, *, base: str = "", limits: Limits = LIMITS) -> Source:
    """The source, recognised and known to be there; no page is read yet.

    `base` is the address below which pages that do not tell their own are known.
    """
    if base and not canonical(base):
        raise UsageError(f"base must be an absolute http or https URL, not {base!r}")
    thing: object = source
    match thing:
        case str():
            return _of_text(thing, base, limits)
        case PathLike():
            return _of_path(Path(thing), base, limits)
        case bytes() | bytearray() | Page():
            raise SourceError("source", "a lone page is no source; give it in a list, or to sitemine.extract")
        case Mapping():
            return _of_items(thing.items(), base, limits)
        case io.TextIOBase():
            raise SourceError("source", "is open as text; open it for bytes, as in open(path, 'rb')")
        case _Readable():
            stream = cast("BinaryIO", thing)
            return _of_stream(stream, name_of(stream), base, limits)
        case Iterable():
            return _of_items(thing, base, limits)
    raise SourceError("source", f"a {type(source).__name__} is no source; a source is {ACCEPTED}")


def read(source: AnySource, *, base: str = "", limits: Limits = LIMITS) -> Iterator[Page]:
    """The pages of any source, one at a time; see `open_source`."""
    return open_source(source, base=base, limits=limits).read()
