"""The blocks of a site, each kept once: a page is a list of pointers to them.

ContentExtractor (Debnath, Mitra, Giles 2005), section 1: "if a block already exists in the repository, a second copy is not stored;
instead a pointer". The paper does so with similar blocks, too, and cannot give a page back as it was; here blocks must be equal, so
that it can.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

POINTER: Final = 4
"""Bytes of a pointer."""


@dataclass(frozen=True, slots=True, eq=False)
class BlockStore:
    """The blocks of a site and, of each page, which of them it is made of."""

    blocks: tuple[str, ...]
    pages: dict[str, tuple[int, ...]]  # by URL, in their order
    n_bytes: int  # of all blocks of all pages

    @classmethod
    def of(cls, pages: Iterable[tuple[str, Sequence[str]]]) -> "BlockStore":
        """The store of some pages, given by URL and the texts of their blocks; the same in whatever order they come."""
        number: dict[str, int] = {}
        pointers, n_bytes = {}, 0
        for url, texts in sorted(pages):
            pointers[url] = tuple(number.setdefault(text, len(number)) for text in texts)
            n_bytes += sum(len(text.encode()) for text in texts)
        return cls(tuple(number), pointers, n_bytes)

    def page(self, url: str) -> list[str]:
        """The blocks of a page, in its order."""
        return [self.blocks[block] for block in self.pages[url]]

    @property
    def stored_bytes(self) -> int:
        """Bytes of the blocks, each once, and of all pointers."""
        return sum(len(text.encode()) for text in self.blocks) + POINTER * sum(map(len, self.pages.values()))

    @property
    def saved(self) -> float:
        """The share of the bytes that storing blocks once saves; below 0 where pointers take more than copies."""
        return 1.0 - self.stored_bytes / self.n_bytes if self.n_bytes else 0.0
