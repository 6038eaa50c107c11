"""What kind of page a page is, as a score for each kind: what templates call their elements, and what the address says.

The kinds are those of the pages with gold. A shop's page says cart and price, a thread says reply and quote, whatever the
language of its text. Each distinct name of a page has a weight for each kind; a score is their sum.
"""

import re
from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

import numpy as np
import numpy.typing as npt

from sitemine import kernel
from sitemine.dom.head import Head
from sitemine.dom.table import NodeTable
from sitemine.measure.hashing import hash_slices
from sitemine.mine.declared import MOST_LETTERS
from sitemine.mine.linear import Learned
from sitemine.mine.names import SLOT_BITS, SLOTS, Names, Places, slots_of

KINDS: Final = ("article", "documentation", "service", "forum", "collection", "listing", "product")
WORDS: Final = re.compile(r"[^\W\d_]+")
SCHEMA: Final = re.compile(r'"@type"\s*:\s*"(\w+)"')
MOST_PAGES: Final = 1024
"""Pages of a table up to which the kernel holds a bit for each slot of each page."""

KIND_UNIT: Final = 1.0 / 64


def _told(head: Head, url: str) -> set[str]:
    """What the address and the head of a page say, each word marked by where it stands."""
    try:
        path = urlsplit(url).path
    except ValueError:  # brackets that hold no address
        path = ""
    json_ld = "".join(head.json_ld)[:MOST_LETTERS]
    said = {f"url:{word}" for word in WORDS.findall(path.lower())}
    said |= {f"schema:{word.lower()}" for word in SCHEMA.findall(json_ld)}
    said.add(f"og:{head.meta.get('og:type', '').strip().lower()}")
    return said | {f"generator:{word}" for word in WORDS.findall(head.meta.get("generator", "").lower())[:1]}


def _hashed(words: Sequence[str]) -> Places:
    data = "".join(words).encode("utf-8", "replace")
    length = [len(word.encode("utf-8", "replace")) for word in words]
    bounds = np.concatenate(([0], np.cumsum(length))).astype(np.intp)
    return slots_of(hash_slices(np.frombuffer(data, np.uint8).astype(np.uint64), bounds[:-1], bounds[1:]))


def _slots(
    table: NodeTable, names: Names, heads: Sequence[Head], urls: Sequence[str]
) -> tuple[npt.NDArray[np.int64], Places]:
    """The slots of each page, as often as it has them: a row for each page and slot."""
    told = [sorted(_told(head, url)) for head, url in zip(heads, urls, strict=True)]
    of_told = np.repeat(np.arange(len(told)), [len(words) for words in told])
    page = np.concatenate((table.page[names.node].astype(np.int64), of_told))
    return page, np.concatenate((names.slot, _hashed([word for words in told for word in words])))


def page_slots(
    table: NodeTable, names: Names, heads: Sequence[Head], urls: Sequence[str]
) -> tuple[npt.NDArray[np.intp], Places]:
    """The distinct slots of each page: a row for each page and slot."""
    page, slot = _slots(table, names, heads, urls)
    rows = np.unique(page.astype(np.intp) << SLOT_BITS | slot)
    return rows >> SLOT_BITS, rows & (SLOTS - 1)


def kind_scores(
    table: NodeTable, names: Names, heads: Sequence[Head], urls: Sequence[str], learned: Learned
) -> npt.NDArray[np.int64]:
    """The score of each page for each kind, in units: a row for each page."""
    if kernel.compiled is not None and table.n_pages <= MOST_PAGES:
        rows = _slots(table, names, heads, urls)
        found = kernel.compiled.weigh_pages(*rows, learned.kind, len(KINDS), table.n_pages)
        return kernel.column(found, np.int64).reshape(-1, len(KINDS)) + learned.kind_start
    page, slot = page_slots(table, names, heads, urls)
    sums = [np.bincount(page, own[slot], table.n_pages) for own in learned.kind]
    return np.stack(sums, axis=1).astype(np.int64) + learned.kind_start
