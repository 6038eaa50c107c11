"""Pages as old templates would have them, to learn from beside the pages as they are.

What is learned leans on the names of elements, and on tables that hold data. Templates of twenty years ago have no names, and
nested tables in place of divisions, headings and lists. So each page is turned into such a one: always without names and
divisions, and without headings, lists or paragraphs as its address is hashed.
"""

from dataclasses import replace
from hashlib import blake2b
from typing import Final

import numpy as np
import numpy.typing as npt

from bench.train.examples import Part
from bench.train.labels import Flags
from sitemine.mine.scoring.names import Names

SOME: Final = 6
"""Of so many pages one is learned from once more as an old template would have it."""

DIVISIONS: Final = ("div", "section", "article", "main", "header", "footer", "nav", "aside")
HEADINGS: Final = ("h1", "h2", "h3", "h4", "h5", "h6")
LISTS: Final = ("ul", "ol", "dl")
ITEMS: Final = ("li", "dt", "dd")
PARAGRAPHS: Final = ("p", "blockquote")


def _digests(part: Part, salt: bytes) -> npt.NDArray[np.uint64]:
    """A number for each page, by its address."""
    digests = (blake2b(url.encode() + salt, digest_size=8).digest() for url in part.urls)
    return np.array([int.from_bytes(digest, "big") for digest in digests], np.uint64)


def some(part: Part) -> Flags:
    """Which pages are learned from as old ones too."""
    return np.asarray(_digests(part, b"some") % np.uint64(SOME) == 0)


def as_old(part: Part) -> Part:
    """The pages of a part as old templates would have them."""
    tags, tag = part.table.tags, part.table.tag
    bits = _digests(part, b"old")[part.table.page]
    table, cell = tags.index("table"), tags.index("td")

    def turned(old: tuple[str, ...], new: int, *chances: int) -> None:
        drawn = np.ones(len(tag), np.bool_)
        for bit in chances:
            drawn &= (bits >> np.uint64(bit)) & np.uint64(1) == 1
        changed[drawn & np.isin(tag, [tags.index(name) for name in old])] = new

    changed = tag.copy()
    turned(DIVISIONS, cell)
    turned(HEADINGS, cell, 0)
    turned(LISTS, table, 1)
    turned(ITEMS, cell, 1)
    turned(PARAGRAPHS, cell, 2, 3)
    names = Names(part.names.node[:0], part.names.slot[:0], np.zeros_like(part.names.signature))
    return replace(part, table=replace(part.table, tag=changed), names=names)
