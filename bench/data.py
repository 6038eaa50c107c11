"""The two data sets as records, read from the folder that the caller names.

`wcxb-dev.parquet` holds single pages, `sites-dev.parquet` whole sites with roles and entries. The bytes of the pages
are streamed, as they are hundreds of megabytes; the gold is small and kept.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TypeVar

import pyarrow.parquet as pq

WCXB = "wcxb-dev.parquet"
SITES = "sites-dev.parquet"
WCXB_GOLD = ["id", "page_type", "text", "title", "author", "date", "must", "mustnot"]
SITES_GOLD = ["url", "site", "role", "text", "title", "date", "entries"]
ROWS = 64  # pages in memory at once


@dataclass(frozen=True, slots=True)
class Source:
    """A page as an extractor gets it, under the key that joins it with its gold."""

    key: str
    url: str
    html: bytes


@dataclass(frozen=True, slots=True)
class Gold:
    """What people found on a page; `group` is its page type or its site."""

    key: str
    group: str
    text: str
    title: str = ""
    date: str = ""
    author: str = ""
    role: str = ""
    must: tuple[str, ...] = ()
    mustnot: tuple[str, ...] = ()
    entries: frozenset[str] = frozenset()


Row = dict[str, object]
Item = TypeVar("Item")


def _strings(value: object) -> tuple[str, ...]:
    return tuple(str(item) for item in value) if isinstance(value, list) else ()


def _targets(value: object) -> frozenset[str]:
    return frozenset(str(item["url"]) for item in value) if isinstance(value, list) else frozenset()


def _gold(row: Row, key: str, group: str) -> Gold:
    return Gold(
        key=str(row[key]),
        group=str(row[group]),
        text=str(row["text"] or ""),
        title=str(row["title"] or ""),
        date=str(row["date"] or ""),
        author=str(row.get("author") or ""),
        role=str(row.get("role", "")),
        must=_strings(row.get("must")),
        mustnot=_strings(row.get("mustnot")),
        entries=_targets(row.get("entries")),
    )


def wcxb_gold(folder: Path) -> list[Gold]:
    """The gold of the single pages, in the order of the file."""
    rows = pq.read_table(folder / WCXB, columns=WCXB_GOLD).to_pylist()
    return [_gold(row, "id", "page_type") for row in rows]


def sites_gold(folder: Path) -> list[Gold]:
    """The gold of the pages of all sites, in the order of the file."""
    rows = pq.read_table(folder / SITES, columns=SITES_GOLD).to_pylist()
    return [_gold(row, "url", "site") for row in rows]


def _rows(path: Path, columns: list[str]) -> Iterator[dict[str, object]]:
    with pq.ParquetFile(path) as file:
        for batch in file.iter_batches(ROWS, columns=columns):
            yield from batch.to_pylist()


def _source(key: str, url: str, html: object) -> Source:
    return Source(key, url or f"https://example.org/{key}", html if isinstance(html, bytes) else b"")


def wcxb_sources(folder: Path, keys: Collection[str]) -> Iterator[Source]:
    """The single pages of these ids."""
    for row in _rows(folder / WCXB, ["id", "url", "html"]):
        if row["id"] in keys:
            yield _source(str(row["id"]), str(row["url"] or ""), row["html"])


def sites_sources(folder: Path, keys: Collection[str]) -> Iterator[Source]:
    """The pages of these URLs, of all sites."""
    for row in _rows(folder / SITES, ["url", "html"]):
        if row["url"] in keys:
            yield _source(str(row["url"]), str(row["url"]), row["html"])


def site_sources(folder: Path, site: str) -> list[Source]:
    """Every page of one site, also those that nobody judges."""
    table = pq.read_table(folder / SITES, columns=["url", "html"], filters=[("site", "=", site)])
    return [_source(row["url"], row["url"], row["html"]) for row in table.to_pylist()]


SourcesOf = Callable[[Path, Collection[str]], Iterator[Source]]


def sampled(golds: Iterable[Gold], count: int) -> list[Gold]:
    """The same `count` pages on every run and for every contestant (0: all), in the order given."""
    kept = list(golds)
    if not count:
        return kept
    lots = sorted(kept, key=lambda gold: blake2b(gold.key.encode()).digest())
    drawn = {gold.key for gold in lots[:count]}
    return [gold for gold in kept if gold.key in drawn]


def batched(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    """The items in lists of `size`, the last one shorter."""
    batch: list[Item] = []
    for item in items:
        batch.append(item)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch
