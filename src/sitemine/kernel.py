"""Whether the compiled twin of the quick parts is here: `compiled` is its module, or None.

The Python twins beside which it stands say what is computed, and do so alone where no compiler was when Sitemine was
installed, or where SITEMINE_KERNEL=python asks for them. Both give the same columns to the last bit, so that nothing
that is written depends on which of them ran; `sitemine doctor` says which does. The sources are in `src/kernel`.
"""

import os
from importlib import import_module
from types import ModuleType
from typing import Any, Final, Protocol, cast

import numpy as np
import numpy.typing as npt

Buffer = bytes | bytearray | npt.NDArray[Any]
Names = object
"""The known names of tags and attributes, as the kernel keeps them."""


class Kernel(Protocol):
    """The functions of `src/kernel/module.c`."""

    def __hash__(self) -> int: ...
    def names(  # noqa: PLR0917  C has no names of arguments
        self, tags: tuple[str, ...], first: int, meaning: Buffer, attributes: tuple[str, ...], link: int, href: int, /
    ) -> Names: ...
    def scan(
        self, names: Names, data: bytes, most_attributes: int, most_angles: int, /
    ) -> tuple[bytearray, bytearray, list[str], int, int]: ...
    def table(
        self,
        names: Names,
        classes: Buffer,
        hashes: Buffer,
        deepest: int,
        pages: list[tuple[bytes, bytearray, bytearray, bytes]],
        /,
    ) -> tuple[Any, ...]: ...
    def terms(
        self, text: bytes, classes: Buffer, folded: Buffer, numbers: bool, /
    ) -> tuple[bytearray, bytearray, bytearray]: ...
    def forest(  # noqa: PLR0917
        self,
        threshold: Buffer,
        tree: Buffer,
        left: Buffer,
        first: Buffer,
        leaf: Buffer,
        n_trees: int,
        columns: list[npt.NDArray[np.float64]],
        n: int,
        /,
    ) -> bytearray: ...
    def naming(  # noqa: PLR0917
        self,
        data: bytes,
        node: Buffer,
        name: Buffer,
        start: Buffer,
        end: Buffer,
        meaning: Buffer,
        n_nodes: int,
        most_letters: int,
        /,
    ) -> tuple[bytearray, bytearray, bytearray, bytearray]: ...
    def saying(self, data: bytes, start: Buffer, end: Buffer, words: tuple[bytes, ...], /) -> bytearray: ...
    def tally(self, text: bytes, marks: Buffer, start: Buffer, stop: Buffer, /) -> bytearray: ...
    def standing(self, parent: Buffer, marks: Buffer, rows: Buffer, /) -> bytearray: ...
    def blocks(self, columns: tuple[Buffer, ...], /) -> bytearray: ...
    def wider(self, parent: Buffer, text_start: Buffer, text_end: Buffer, /) -> bytearray: ...
    def weigh(  # noqa: PLR0917
        self,
        node: Buffer,
        slot: Buffer,
        tag_slot: Buffer,
        parent: Buffer,
        weight: Buffer,
        path: Buffer,
        holder: Buffer,
        /,
    ) -> bytearray: ...
    def weigh_edges(
        self, term: Buffer, first: Buffer, count: Buffer, fingerprint: Buffer, weight: Buffer, /
    ) -> bytearray: ...
    def alike(self, page_start: Buffer, key: Buffer, /) -> bytearray: ...
    def ranked(self, page_start: Buffer, score: Buffer, width: Buffer, lowest: float, /) -> bytearray: ...
    def keep(  # noqa: PLR0917
        self, page_start: Buffer, mass: Buffer, n_terms: Buffer, certain: float, beta: float, least: int, /
    ) -> bytearray: ...
    def smallest(  # noqa: PLR0917
        self,
        page_start: Buffer,
        kept: Buffer,
        width: Buffer,
        page: Buffer,
        first: Buffer,
        last: Buffer,
        share: float,
        /,
    ) -> bytearray: ...
    def count_before(self, start: Buffer, length: int, place: Buffer, /) -> bytearray: ...
    def hash_slices(self, values: Buffer, start: Buffer, end: Buffer, /) -> bytearray: ...


def _found() -> ModuleType | None:
    if os.environ.get("SITEMINE_KERNEL") == "python":
        return None
    try:
        return import_module("sitemine._kernel")
    except ImportError:
        return None


compiled: Final = cast("Kernel | None", _found())


def column(buffer: bytearray, dtype: type[np.generic]) -> npt.NDArray[Any]:
    """What the kernel gave, as an array."""
    return np.frombuffer(buffer, dtype)
