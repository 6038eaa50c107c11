"""Which blocks of a page its gold holds, as shares of their words.

The words of the page are aligned with those of the gold: the longest common subsequence, in which each new run of words
that follow one another in both costs a part of a word, so that "the" of a menu is not taken for "the" of the text. A block
of which little was matched gives its words back; what is left of the gold is then looked for out of order, by triples of
words.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from bench.quality.words import WORDS_OR_CHARACTERS

Ints = npt.NDArray[np.int32]
Flags = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]

MATCH: Final = 10
NEW_RUN: Final = 7
"""What a matched word earns, and what a run costs; the penalty is 0.7 words."""

LEAST: Final = 0.34
"""The share of its words below which a block was matched by chance."""

MOST_CELLS: Final = 150_000_000
"""Of the table of the alignment; pages beyond are matched by triples alone."""

NEVER: Final = -(1 << 28)


def words_of(text: str) -> list[str]:
    """The words of a text in lower case; letters of scripts without spaces one by one."""
    return WORDS_OR_CHARACTERS.findall(text.lower())


def _rows(rows: Ints, columns: Ints) -> tuple[Ints, list[tuple[Ints, Flags]]]:
    """The table of best alignments, and of each row where it matches and whether that goes on."""
    places: dict[int, Ints] = {}
    order = np.argsort(columns, kind="stable").astype(np.int32)
    bounds = np.flatnonzero(np.diff(columns[order], prepend=-1, append=-1))
    for first, last in pairwise(bounds.tolist()):
        places[int(columns[order[first]])] = order[first:last]
    none = np.zeros(0, np.int32)
    best = np.zeros((len(rows) + 1, len(columns) + 1), np.int32)
    matching = np.full(len(columns) + 1, NEVER, np.int32)
    found = []
    for i, word in enumerate(rows.tolist()):
        place = places.get(word, none)
        goes_on, begins = matching[place] + MATCH, best[i, place] + (MATCH - NEW_RUN)
        worth = np.maximum(goes_on, begins)
        found.append((place, goes_on >= begins))
        matching[:] = NEVER
        matching[place + 1] = worth
        np.maximum.accumulate(np.maximum(best[i], matching), out=best[i + 1])
    return best, found


def aligned(page: Ints, gold: Ints) -> tuple[Flags, Flags]:
    """Which words of the page and of the gold stand in their best alignment."""
    is_turned = len(page) > len(gold)
    rows, columns = (gold, page) if is_turned else (page, gold)
    best, found = _rows(rows, columns)
    in_rows, in_columns = np.zeros(len(rows), np.bool_), np.zeros(len(columns), np.bool_)
    i, j, runs_on = len(rows), len(columns), False
    while i > 0 and j > 0:
        place, goes_on = found[i - 1]
        if not runs_on:
            j = int(np.searchsorted(best[i], best[i, j]))
            if j == 0:
                break
            if best[i - 1, j] == best[i, j]:
                i -= 1
                continue
        at = int(np.searchsorted(place, j - 1))
        in_rows[i - 1] = in_columns[j - 1] = True
        runs_on = bool(goes_on[at])
        i, j = i - 1, j - 1
    return (in_columns, in_rows) if is_turned else (in_rows, in_columns)


def _numbered(blocks: Sequence[Sequence[str]], gold: Sequence[str]) -> tuple[Ints, Ints, Ints]:
    """Words as numbers: those of the page, the block of each, those of the gold. What the gold does not say is -1."""
    number: dict[str, int] = {}
    wanted = np.array([number.setdefault(word, len(number)) for word in gold], np.int32)
    words = np.array([number.get(word, -1) for block in blocks for word in block], np.int32)
    of = np.repeat(np.arange(len(blocks), dtype=np.int32), [len(block) for block in blocks])
    return words, of, wanted


def _triples(words: Ints) -> list[tuple[int, ...]]:
    return list(zip(words[:-2].tolist(), words[1:-1].tolist(), words[2:].tolist(), strict=True))


def _out_of_order(words: Ints, of: Ints, left: Ints, share: Floats) -> Floats:
    """The shares of blocks that were not matched, by the triples of the gold that is left; each triple is found once."""
    remaining = Counter(triple for triple in _triples(left) if min(triple) >= 0)
    shares = share.copy()
    bounds = np.searchsorted(of, np.arange(len(share) + 1))
    for block in np.flatnonzero(share == 0).tolist():
        triples = _triples(words[bounds[block] : bounds[block + 1]])
        hits = [triple for triple in triples if remaining[triple] > 0]
        if triples and len(hits) >= max(LEAST * len(triples), 1):
            remaining.subtract(hits)
            shares[block] = len(hits) / len(triples)
    return shares


def shares_of(texts: Sequence[str], gold: str) -> Floats:
    """The share of the words of each block of a page that the gold holds."""
    blocks, wanted = [words_of(text) for text in texts], words_of(gold)
    words, of, numbers = _numbered(blocks, wanted)
    count = np.bincount(of, minlength=len(blocks))
    if not len(numbers) or not len(words):
        return np.zeros(len(blocks))
    # Of words that the gold does not say, one in a row is enough to end a run.
    stays = (words >= 0) | (np.append(0, words[:-1]) >= 0)
    share, in_gold = np.zeros(len(blocks)), np.zeros(len(numbers), np.bool_)
    if int(stays.sum()) * len(numbers) <= MOST_CELLS:
        in_page, in_gold = aligned(words[stays], numbers)
        share = np.bincount(of[stays], in_page, len(blocks)) / np.maximum(count, 1)
        by_chance = share < LEAST
        given_back = by_chance[of[stays][in_page]]
        in_gold[np.flatnonzero(in_gold)[given_back]] = False
        share[by_chance] = 0.0
    left = np.where(in_gold, -1, numbers)
    return _out_of_order(words, of, left, share)
