"""The terms of a table, in text order: stable units that can be counted on pages of any language.

A term is a word in lower case, without regard to language; scripts that are written without spaces between words (Han,
Kana, Thai, Lao, Khmer, Myanmar) give the pairs of neighbouring letters, or the letter that stands alone (WISDOM counts
words of a private term base there; the pairs are our choice). Numbers are not terms (WISDOM, section 3.1: "numeric
terms are ignored") unless asked for. Stop words are kept: they are said on every page, and so weigh nothing.

Terms are identified by 64-bit hashes of their letters, so that no table of words has to be shared: pages can be counted
in any process and the counts added up. Two of a million terms share a hash with a chance of 3 in 100 million.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from sitemine import kernel
from sitemine.dom.table import Ints, NodeTable
from sitemine.dom.text import (
    DIGIT,
    UNSPACED,
    WORD,
    character_classes,
    classes_of,
    code_points,
    folded,
    folded_of,
)
from sitemine.kernel import column
from sitemine.measure.hashing import Hashes, hash_slices

Stemmer = Callable[[str], str]


@dataclass(frozen=True, slots=True, eq=False)
class Terms:
    """The terms of a table; those of a node are the slice `[node_start, node_end)`."""

    term: Hashes
    start: Ints  # of the term in the table's text
    end: Ints
    page_start: Ints  # first term of each page, and the number of terms
    node_start: Ints
    node_end: Ints

    def __len__(self) -> int:
        return len(self.term)

    def before(self, place: npt.NDArray[np.integer]) -> npt.NDArray[np.intp]:
        """How many terms begin before each place of the text."""
        return np.searchsorted(self.start, place)


def _bounds(classes: npt.NDArray[np.uint8], *, numbers: bool) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Where the terms of a text begin and end."""
    n = len(classes)
    edge = np.zeros(n + 2, np.bool_)
    edge[1:-1] = (classes == WORD) | (classes == DIGIT)
    change = np.flatnonzero(edge[1:] != edge[:-1])
    start, end = change[::2], change[1::2]
    if not numbers:
        letters = np.concatenate(([0], np.cumsum(classes == WORD, dtype=np.int32)))
        is_word = letters[end] > letters[start]
        start, end = start[is_word], end[is_word]
    letter = np.zeros(n + 2, np.bool_)
    letter[1:-1] = classes == UNSPACED
    if not letter.any():
        return start, end
    pair = letter[1:-1] & letter[2:]
    alone = letter[1:-1] & ~letter[:-2] & ~letter[2:]
    first = np.flatnonzero(pair | alone)
    start, end = np.concatenate((start, first)), np.concatenate((end, first + 1 + pair[first]))
    order = np.argsort(start, kind="stable")
    return start[order], end[order]


def hash_terms(text: str, *, numbers: bool = False) -> tuple[Hashes, Ints, Ints]:
    """The terms of a text, and where each begins and ends."""
    if kernel.compiled is not None:
        buffers = kernel.compiled.terms(text.encode("utf-8", "surrogatepass"), character_classes(), folded(), numbers)
        return column(buffers[0], np.uint64), column(buffers[1], np.int32), column(buffers[2], np.int32)
    points = code_points(text)
    start, end = _bounds(classes_of(points), numbers=numbers)
    hashes = hash_slices(folded_of(points).astype(np.uint64), start, end)
    return hashes, start.astype(np.int32), end.astype(np.int32)


def count_before(start: Ints, length: int, places: Sequence[Ints]) -> list[Ints]:
    """How many of some things in a text of this length begin before each of some places; no two begin at one."""
    if kernel.compiled is not None:
        counts = column(kernel.compiled.count_before(start, length, np.concatenate(places)), np.int32)
        ends = list(accumulate(len(place) for place in places))
        return [counts[first:end] for first, end in zip((0, *ends), ends, strict=False)]
    begun = np.zeros(length + 1, np.int32)
    begun[start + 1] = 1
    begun = np.cumsum(begun, dtype=np.int32)
    return [begun[place] for place in places]


def _stemmed(text: str, term: Hashes, start: Ints, end: Ints, stem: Stemmer) -> Hashes:
    """The hashes of the terms' stems; each distinct term is stemmed once."""
    _, first, which = np.unique(term, return_index=True, return_inverse=True)
    stems = [stem(text[a:b].lower()) for a, b in zip(start[first].tolist(), end[first].tolist(), strict=True)]
    points = folded_of(code_points("".join(stems))).astype(np.uint64)
    bounds = np.concatenate(([0], np.cumsum([len(s) for s in stems])))
    return hash_slices(points, bounds[:-1], bounds[1:])[which]


def terms_of(table: NodeTable, *, numbers: bool = False, stem: Stemmer | None = None) -> Terms:
    """The terms of a table's text, with the slice that each node has of them."""
    term, start, end = hash_terms(table.text, numbers=numbers)
    if stem is not None and len(term):
        term = _stemmed(table.text, term, start, end, stem)
    places = (table.page_text, table.text_start, table.text_end)
    return Terms(term, start, end, *count_before(start, len(table.text), places))
