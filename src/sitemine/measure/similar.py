"""How many pages have a set like each of some sets: an exact join by similarity without comparing all pairs.

ContentExtractor (Debnath, Mitra, Giles 2005), section 3.1: two blocks are the same if the cosine of their binary vectors,

    cos(X, Y) = |X and Y| / sqrt(|X| |Y|),

is above 0.9. From that follows, with least = 0.9 squared, what two like sets must have in common:

    size      the smaller has more than 0.81 of the elements of the larger
    prefix    with elements ordered by how rare they are, one of the first |X| - ceil(0.81 |X|) + 1 of either is in both
              (Chaudhuri, Ganti, Kaushik 2006), so that only sets that share a rare element are ever looked at
    suffix    if the first element that both have is the p-th of X (counted from 0), they share |X| - p at most
    parity    two sets differ in at least as many elements as the parities of hashed elements do (256 bits a set)

Neighbours in the lists of rare elements are compared at growing distances, all lists at once, and a set that has been found
on as many pages as one asks for asks no more. So a thousand menus that differ in the current item cost a thousand
comparisons times that number, not a million. The counts are those of comparing all pairs, up to that number; but among
thousands of unlike sets with the same rare element, which only pages made for it have, a set looks no further than
`FURTHEST`, and its count may be too low.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sitemine.dom.table import Flags
from sitemine.measure.hashing import Hashes, stir

Numbers = npt.NDArray[np.int64]

UNITS: Final = 1000
"""Similarities are told in thousandths, so that comparing two is a comparison of whole numbers."""

WORDS: Final = 4
"""64-bit words of a set's parities."""

FURTHEST: Final = 512
"""How far from a set, in a list of sets with the same rare element, one like it is looked for."""

AT_ONCE: Final = 1 << 21
"""Elements that are looked up at once: a matter of memory."""


class Sets(NamedTuple):
    """Some sets: the elements of set k are `element[start[k]:start[k + 1]]`, each once."""

    start: npt.NDArray[np.intp]
    element: Hashes

    @property
    def size(self) -> Numbers:
        return np.diff(self.start).astype(np.int64)


class _Ordered(NamedTuple):
    """The sets with elements numbered by how rare they are and in that order."""

    start: Numbers
    size: Numbers
    element: Numbers
    key: Numbers  # of set and element, in order
    parity: Hashes  # set by word
    width: int  # greater than any element


def slices(start: npt.NDArray[np.integer], size: npt.NDArray[np.integer]) -> Numbers:
    """The places of all slices that begin at `start` and are so long, one after the other."""
    ends = np.cumsum(size, dtype=np.int64)
    return np.asarray(np.arange(int(ends[-1]) if len(ends) else 0) + np.repeat(start - ends + size, size))


def _ordered(sets: Sets) -> _Ordered:
    size = sets.size
    of = np.repeat(np.arange(len(size)), size)
    distinct, which, df = np.unique(sets.element, return_inverse=True, return_counts=True)
    rarity = np.empty(len(distinct), np.int64)
    rarity[np.argsort(df, kind="stable")] = np.arange(len(distinct))
    width = len(distinct) + 1
    key = np.sort(of * width + rarity[which])
    bit = stir(sets.element + np.uint64(1)) % np.uint64(64 * WORDS)
    word, shift = (bit >> np.uint64(6)).astype(np.intp), bit & np.uint64(63)
    parity = np.zeros(len(size) * WORDS, np.uint64)
    np.bitwise_xor.at(parity, of * WORDS + word, np.uint64(1) << shift)
    return _Ordered(sets.start.astype(np.int64), size, key % width, key, parity.reshape(-1, WORDS), width)


def _overlap(sets: _Ordered, one: Numbers, other: Numbers) -> Numbers:
    """How many elements the sets of each pair share; `one` are the smaller."""
    shared = np.zeros(len(one), np.int64)
    upto = np.cumsum(sets.size[one])
    first = 0
    while first < len(one):
        done = upto[first - 1] if first else 0
        last = max(int(np.searchsorted(upto, done + AT_ONCE, side="right")), first + 1)
        small, large = one[first:last], other[first:last]
        size = sets.size[small]
        element = sets.element[slices(sets.start[small], size)]
        key = np.repeat(large, size) * sets.width + element
        at = np.minimum(np.searchsorted(sets.key, key), len(sets.key) - 1)
        pair = np.repeat(np.arange(len(small)), size)
        shared[first:last] = np.bincount(pair, sets.key[at] == key, len(small)).astype(np.int64)
        first = last
    return shared


def _is_alike(sets: _Ordered, one: Numbers, other: Numbers, least: int) -> Flags:
    """Which pairs are more alike than `least` thousandths; `one` are the smaller."""
    x, y = sets.size[one], sets.size[other]
    product = x * y * (least * least)
    need = np.sqrt(product.astype(np.float64)) / UNITS  # shared elements, to a rounding error
    differ = np.bitwise_count(sets.parity[one] ^ sets.parity[other]).sum(axis=1, dtype=np.int64)
    likely = np.flatnonzero(differ <= x + y - 2 * need + 1)
    alike = np.zeros(len(one), np.bool_)
    shared = _overlap(sets, one[likely], other[likely])
    alike[likely] = shared * shared * (UNITS * UNITS) > product[likely]
    return alike


class _Lists(NamedTuple):
    """The lists of the sets that have a rare element, one list after the other, each by the size of the sets."""

    number: Numbers  # of the list that a row is in
    of: Numbers  # set
    end: Numbers  # where its list ends
    largest: Numbers  # set that the set may be like, if this is the first element that both have


def _lists(sets: _Ordered, least: int) -> _Lists:
    share = least * least
    prefix = np.minimum(sets.size - (sets.size * share + UNITS * UNITS - 1) // (UNITS * UNITS) + 1, sets.size)
    of = np.repeat(np.arange(len(prefix)), prefix)
    element = sets.element[slices(sets.start[:-1], prefix)]
    size = sets.size[of]
    suffix = size - (np.arange(len(of)) - np.repeat(np.cumsum(prefix) - prefix, prefix))
    largest = (suffix * suffix * (UNITS * UNITS) - 1) // (share * size)
    order = np.lexsort((of, size, element))
    _, number, length = np.unique(element[order], return_inverse=True, return_counts=True)
    return _Lists(number, of[order], np.cumsum(length)[number], largest[order])


class _Pages:
    """The pages that each set was found on so far, as far as one asks."""

    def __init__(self, start: npt.NDArray[np.intp], page: npt.NDArray[np.integer], most: int) -> None:
        n = len(start) - 1
        self._width = int(page.max(initial=0)) + 1
        self._most = most
        size = np.minimum(np.diff(start), most)
        self._page = page[slices(start[:-1], size)].astype(np.int64)
        self._start, self._size = np.cumsum(size) - size, size
        self.found = np.repeat(np.arange(n), size) * self._width + self._page
        self.count = size.astype(np.int64)

    def add(self, one: Numbers, other: Numbers) -> None:
        """Notes for each set `one` the pages of the set `other`."""
        size = self._size[other]
        page = self._page[slices(self._start[other], size)]
        self.found = np.unique(np.concatenate((self.found, np.repeat(one, size) * self._width + page)))
        self.count = np.bincount(self.found // self._width, minlength=len(self.count))

    @property
    def asks(self) -> Flags:
        return self.count < self._most


def _rounds(length: int) -> Iterator[range]:
    """Distances to look at together: 1, 2, 3 and 4, 5 to 8, ..."""
    first, last = 1, 2
    while first < length:
        yield range(first, min(last, length))
        first, last = last, 2 * last - 1


def similar_pages(
    sets: Sets, page_start: npt.NDArray[np.intp], page: npt.NDArray[np.integer], similarity: float, most: int
) -> Numbers:
    """On how many pages there is a set like each set, counted up to `most`; its own are among them.

    Set k stands on the pages `page[page_start[k]:page_start[k + 1]]`, each once. A set without elements is like no other.
    """
    pages = _Pages(page_start, page, most)
    ordered = _ordered(sets)
    least = round(similarity * UNITS)
    lists = _lists(ordered, least)
    left = np.arange(len(lists.of))
    for distances in _rounds(min(int(np.bincount(lists.number).max(initial=0)), FURTHEST)):
        asked = np.bincount(lists.number, pages.asks[lists.of]) > 0
        left = left[asked[lists.number[left]]]
        alike: list[tuple[Numbers, Numbers]] = []
        for distance in distances:
            left = left[left + distance < lists.end[left]]
            one, other = lists.of[left], lists.of[left + distance]
            near = ordered.size[other] <= lists.largest[left]
            left, one, other = left[near], one[near], other[near]
            asks = (pages.asks[one] | pages.asks[other]) & (ordered.size[one] <= lists.largest[left + distance])
            one, other = one[asks], other[asks]
            same = _is_alike(ordered, one, other, least)
            alike.append((one[same], other[same]))
        smaller, larger = (np.concatenate(column) for column in zip(*alike, strict=True))
        if len(smaller):
            pages.add(np.concatenate((smaller, larger)), np.concatenate((larger, smaller)))
        if len(left) == 0:
            break
    return np.minimum(pages.count, most)
