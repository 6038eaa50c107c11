"""The files of a run as Parquet, with the columns of `schema` (extra `sitemine[parquet]`)."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from itertools import islice
from pathlib import Path
from types import UnionType
from typing import Any, Final, get_args, get_origin, get_type_hints

import msgspec

from sitemine.errors import MissingExtraError
from sitemine.publish.lines import replacing
from sitemine.publish.schema import FILES, SCHEMA

ROWS: Final = 4_096
"""Rows of a group: all that is in memory at a time."""


def need_parquet() -> Any:
    """The library that writes Parquet; raises what names the extra where it is not installed."""
    try:
        import pyarrow as pa
    except ImportError as error:
        raise MissingExtraError("parquet", "writing Parquet") from error
    return pa


def _type(arrow: Any, kind: Any) -> Any:
    """The Parquet type of a field."""
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        return arrow.struct([(item.name, _type(arrow, hints[item.name])) for item in fields(kind)])
    if get_origin(kind) is tuple:
        return arrow.list_(_type(arrow, get_args(kind)[0]))
    if get_origin(kind) is UnionType:
        return _type(arrow, get_args(kind)[0])
    return {str: arrow.string(), int: arrow.int64(), float: arrow.float64(), bool: arrow.bool_()}[kind]


def _groups(path: Path) -> Iterator[list[object]]:
    with path.open("rb") as lines:
        while group := [msgspec.json.decode(line) for line in islice(lines, ROWS)]:
            yield group


def write_parquet(folder: Path) -> list[Path]:
    """Writes `pages.parquet`, `articles.parquet`, `tocs.parquet` and `links.parquet` beside the JSON lines of a run."""
    arrow = need_parquet()
    from pyarrow import parquet

    written = []
    for name, row in FILES.items():
        struct = _type(arrow, row)
        schema = arrow.schema(list(struct)).with_metadata({"sitemine.schema": str(SCHEMA)})
        path = folder / f"{name}.parquet"
        with replacing(path) as beside, parquet.ParquetWriter(beside, schema, compression="zstd") as writer:
            for group in _groups(folder / f"{name}.jsonl"):
                writer.write_table(arrow.Table.from_pylist(group, schema=schema))
        written.append(path)
    return written
