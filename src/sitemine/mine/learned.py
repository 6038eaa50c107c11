"""What was learned from pages with gold and ships with the package: files of named columns, one for each subject.

`python -m bench.train` writes them. They are as much a part of the program as its constants are, and each is read once, on
first use: a length, a table of contents in JSON, the columns one after the other.
"""

import json
import pkgutil
import struct
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

Column = npt.NDArray[Any]

_LENGTH: Final = struct.Struct("<I")
_ALIGNED: Final = 16


def packed(columns: Mapping[str, Column]) -> bytes:
    """The columns as a file; equal columns give equal bytes."""
    contents, parts, place = {}, [], 0
    for name, column in sorted(columns.items()):
        own = np.ascontiguousarray(column, column.dtype.newbyteorder("<"))
        data = own.tobytes()
        contents[name] = [own.dtype.str, list(own.shape), place]
        padding = -len(data) % _ALIGNED
        parts += [data, bytes(padding)]
        place += len(data) + padding
    table = json.dumps(contents, separators=(",", ":")).encode()
    table += b" " * (-(len(table) + _LENGTH.size) % _ALIGNED)
    return b"".join((_LENGTH.pack(len(table)), table, *parts))


def unpacked(content: bytes) -> dict[str, Column]:
    """The columns that a file holds; they share its memory."""
    (length,) = _LENGTH.unpack_from(content)
    start = _LENGTH.size + length
    columns = {}
    for name, (kind, shape, place) in json.loads(content[_LENGTH.size : start]).items():
        dtype = np.dtype(kind)
        count = int(np.prod(shape, dtype=np.int64))
        columns[name] = np.frombuffer(content, dtype, count, start + place).reshape(shape)
    return columns


def part(columns: Mapping[str, Column], name: str) -> dict[str, Column]:
    """The columns whose names begin with `name` and a dot, by the rest of their names."""
    return {key.removeprefix(f"{name}."): column for key, column in columns.items() if key.startswith(f"{name}.")}


@cache
def shipped(subject: str) -> dict[str, Column]:
    """The columns that ship with the package about one subject."""
    name = f"{subject}.bin"
    content = pkgutil.get_data(__package__, name)
    if content is None:
        raise FileNotFoundError(name)
    return unpacked(content)
