"""What the templates of a page call its elements: the words of classes, ids, roles and item properties, as small numbers.

`class="Entry-Content post-1234"` says the words entry, content and post, and the names entry-content and post-; digits are
left out, since they count and do not name. Words and names are hashed to `SLOTS` slots, which index the columns of what
was learned of them.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

from sitemine import kernel
from sitemine.dom.names import ATTRIBUTE_CODE
from sitemine.dom.table import NodeTable
from sitemine.measure.hashing import Hashes, hash_slices

Places = npt.NDArray[np.intp]
Slots = npt.NDArray[np.intp]

SLOT_BITS: Final = 16
SLOTS: Final = 1 << SLOT_BITS
NAMING: Final = ("class", "id", "role", "itemprop")
MOST_LETTERS: Final = 256
"""Of one attribute; what is longer is made by scripts."""

STYLES: Final = (b"display:", b"visibility:")
UNSEEN: Final = re.compile(rb"display:\s*none|visibility:\s*hidden")
UNSEEN_SLOT: Final = 1
"""The slot of elements that their own style hides."""

_SHIFT: Final = np.uint64(64 - SLOT_BITS)
_UPPER: Final = bytes(ord("A") <= byte <= ord("Z") for byte in range(256))
_ASCII: Final = 128
_LETTER: Final = bytes(byte >= _ASCII or chr(byte).isalpha() for byte in range(256))
_GAP: Final = bytes(byte <= ord(" ") for byte in range(256))
_FOLDED: Final = bytes(range(256)).lower().translate(bytes.maketrans(b"0123456789", bytes(10)))


@dataclass(frozen=True, slots=True, eq=False)
class Names:
    """One row for each word or name that an element goes by."""

    node: Places
    slot: Slots
    signature: Hashes  # of each node: what its classes say, in any order; 0 where it has none


def slots_of(hashes: Hashes) -> Slots:
    """The slot of each hash."""
    return (hashes >> _SHIFT).astype(np.intp)


def _looked_up(data: bytes, table: bytes) -> npt.NDArray[np.uint8]:
    return np.frombuffer(data.translate(table), np.uint8)


def _gathered(table: NodeTable, rows: Places) -> tuple[bytes, Places]:
    """The values of some attributes, each with a space behind it, and where each begins."""
    begins = table.attribute_values.start[rows].astype(np.intp)
    length = np.minimum(table.attribute_values.end[rows] - begins, MOST_LETTERS) + 1
    start = np.concatenate(([0], np.cumsum(length)))
    step = np.ones(start[-1], np.intp)
    step[start[:-1]] = begins - np.append(0, (begins + length - 1))[: len(begins)]
    letters = np.frombuffer(table.attribute_values.data, np.uint8)[np.cumsum(step)]
    letters[start[1:] - 1] = ord(" ")
    return letters.tobytes(), start


def _runs(inside: npt.NDArray[np.bool_], cut: npt.NDArray[np.bool_] | None = None) -> tuple[Places, Places]:
    """Where runs of flags begin and end; a cut begins a new one."""
    before = np.concatenate(([False], inside[:-1]))
    begins, ends = inside & ~before, before & ~inside
    if cut is not None:
        between = cut & inside & before
        begins |= between
        ends |= between
    # The text ends in a space, so that every run has an end.
    return np.flatnonzero(begins), np.flatnonzero(ends)


def _unseen(data: bytes) -> Iterator[int]:
    """Where in the data something is hidden; `find` first, since it is fifty times as quick as a pattern."""
    for style in STYLES:
        place = data.find(style)
        while place >= 0:
            if UNSEEN.match(data, place):
                yield place
            place = data.find(style, place + 1)


def _styled(table: NodeTable) -> Places:
    """The nodes that their own style hides."""
    values = table.attribute_values
    found = np.array(list(_unseen(values.data)), np.intp)
    if len(found) == 0 or len(values) == 0:
        return found[:0]
    row = np.maximum(np.searchsorted(values.start, found, "right") - 1, 0)
    is_style = (table.attribute_name[row] == ATTRIBUTE_CODE["style"]) & (found < values.end[row])
    return np.unique(table.attribute_node[row[is_style]]).astype(np.intp)


def _hidden(table: NodeTable) -> Places:
    """The nodes that are hidden by an attribute, or by their own style."""
    rows = np.flatnonzero(table.attribute_name == ATTRIBUTE_CODE["hidden"])
    return np.unique(np.concatenate((table.attribute_node[rows].astype(np.intp), _styled(table))))


@cache
def _meanings() -> npt.NDArray[np.uint8]:
    """What each attribute is to names, in the bits of `src/kernel/naming.h`."""
    meanings = np.zeros(256, np.uint8)
    for bit, names in enumerate((NAMING, ("class",), ("style",), ("hidden",))):
        meanings[[ATTRIBUTE_CODE[name] for name in names]] |= np.uint8(1 << bit)
    return meanings


def _compiled(quick: kernel.Kernel, table: NodeTable) -> Names:
    """What `names_of` gives, from the kernel."""
    values = table.attribute_values
    columns = (table.attribute_node, table.attribute_name, values.start, values.end)
    words, names, hidden, signature = quick.naming(values.data, *columns, _meanings(), len(table), MOST_LETTERS)
    rows = kernel.column(words + names, np.uint64).reshape(-1, 2)
    unseen = kernel.column(hidden, np.int64)
    return Names(
        np.concatenate((rows[:, 0].astype(np.intp), unseen)),
        np.concatenate((slots_of(rows[:, 1]), np.full(len(unseen), UNSEEN_SLOT))),
        kernel.column(signature, np.uint64),
    )


def names_of(table: NodeTable) -> Names:
    """The words and names that the elements of a table go by."""
    if kernel.compiled is not None:
        return _compiled(kernel.compiled, table)
    is_naming = np.zeros(len(ATTRIBUTE_CODE), np.bool_)
    is_naming[[ATTRIBUTE_CODE[name] for name in NAMING]] = True
    rows = np.flatnonzero(is_naming[table.attribute_name])
    data, start = _gathered(table, rows)
    is_letter = _looked_up(data, _LETTER).view(np.bool_)
    is_upper = _looked_up(data, _UPPER).view(np.bool_)
    camel = np.concatenate(([False], is_upper[1:] & ~is_upper[:-1]))
    word_start, word_end = _runs(is_letter, camel)
    name_start, name_end = _runs(~_looked_up(data, _GAP).view(np.bool_))
    # A name that is one word is that word already.
    place = np.minimum(np.searchsorted(word_start, name_start), max(len(word_start) - 1, 0))
    if len(word_start):
        compound = (word_start[place] != name_start) | (word_end[place] != name_end)
        name_start, name_end = name_start[compound], name_end[compound]
    begins, ends = np.concatenate((word_start, name_start)), np.concatenate((word_end, name_end))
    hashes = hash_slices(_looked_up(data, _FOLDED).astype(np.uint64), begins, ends)
    owner = rows[np.searchsorted(start, begins, "right") - 1]
    node = table.attribute_node[owner].astype(np.intp)
    is_class = table.attribute_name[owner] == ATTRIBUTE_CODE["class"]
    signature = np.zeros(len(table), np.uint64)
    np.add.at(signature, node[is_class], hashes[is_class])
    hidden = _hidden(table)
    return Names(
        np.concatenate((node, hidden)),
        np.concatenate((slots_of(hashes), np.full(len(hidden), UNSEEN_SLOT))),
        signature,
    )
