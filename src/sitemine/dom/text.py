"""From text as the parser found it to text as people read it: white space collapsed, blocks on lines of their own.

The text of all pages of a table is one string. Its *segments* are the runs between block boundaries; each is one line.
Within a segment white space is one space, as HTML renders it; inside `pre` it stays as it is. So every subtree is a slice
of this string, and a slice never begins or ends with a separator.

Characters fall into five classes, in one table over all of Unicode that is made on first use (some 40 ms) from the
interpreter's own Unicode data: white space, digits, other parts of words, letters of scripts that are written without
spaces between words, and the rest.
"""

import re
import sys
import unicodedata
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

OTHER: Final = 0
SPACE: Final = 1
WORD: Final = 2
DIGIT: Final = 3
UNSPACED: Final = 4

UNSPACED_RANGES: Final = (
    (0x0E00, 0x0E7F),  # Thai
    (0x0E80, 0x0EFF),  # Lao
    (0x1000, 0x109F),  # Myanmar
    (0x1780, 0x17FF),  # Khmer
    (0x3005, 0x3007),  # ideographic iteration mark, closing mark, zero
    (0x3041, 0x30FF),  # Hiragana, Katakana
    (0x31F0, 0x31FF),  # Katakana extensions
    (0x3400, 0x4DBF),  # Han
    (0x4E00, 0x9FFF),
    (0xA9E0, 0xA9FF),  # Myanmar extensions
    (0xAA60, 0xAA7F),
    (0xF900, 0xFAFF),  # Han compatibility
    (0xFF66, 0xFF9F),  # half-width Katakana
    (0x1B000, 0x1B16F),  # Kana supplements
    (0x20000, 0x3FFFF),  # Han
)

_LAST: Final = sys.maxunicode + 1
_LAST_MARK: Final = 0x1F000  # beyond are only variation selectors for emoji and ideographs
_SURROGATES: Final = range(0xD800, 0xE000)

CodePoints = npt.NDArray[np.uint32]
Places = npt.NDArray[np.intp]
Ints = npt.NDArray[np.int32]


@cache
def _every_character() -> str:
    """All of Unicode in one string, with spaces for the surrogates."""
    points = np.arange(_LAST, dtype="<u4")
    points[_SURROGATES.start : _SURROGATES.stop] = ord(" ")
    return points.tobytes().decode("utf-32-le")


def _fill(classes: npt.NDArray[np.uint8], pattern: str, value: int) -> None:
    for found in re.finditer(pattern, _every_character()):
        classes[found.start() : found.end()] = value


@cache
def character_classes() -> npt.NDArray[np.uint8]:
    """The class of each code point."""
    classes = np.zeros(_LAST, np.uint8)
    _fill(classes, r"\w+", WORD)
    _fill(classes, r"\d+", DIGIT)
    _fill(classes, r"\s+", SPACE)
    # A mark belongs to the letter before it: without this, `\w+` cuts Hindi, Tamil and pointed Arabic inside words.
    rest = np.flatnonzero(classes[:_LAST_MARK] == OTHER).tolist()
    classes[[c for c in rest if unicodedata.category(chr(c))[0] == "M"]] = WORD
    for first, last in UNSPACED_RANGES:
        letters = classes[first : last + 1]
        letters[(letters == WORD) | (letters == DIGIT)] = UNSPACED
    classes[_SURROGATES.start : _SURROGATES.stop] = OTHER
    return classes


@cache
def folded() -> CodePoints:
    """The code point that stands for each in terms: its lower case, one for one, with one sigma."""
    every = _every_character().replace("\u0130", "i")  # the only character whose lower case is two
    table = code_points(every.lower()).copy()
    table[0x3C2] = 0x3C3
    table[_SURROGATES.start : _SURROGATES.stop] = np.arange(_SURROGATES.start, _SURROGATES.stop)
    return table


_ASCII: Final = 128


def _looked_up(points: CodePoints, table: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """`table[points]`, three times as quick for text that is mostly ASCII: that part is one pass over bytes."""
    few = table[:_ASCII].astype(np.uint8).tobytes() * 2
    found = np.frombuffer(points.astype(np.uint8).tobytes().translate(few), np.uint8).astype(table.dtype)
    others = np.flatnonzero(points >= _ASCII)
    found[others] = table[points[others]]
    return found


def classes_of(points: CodePoints) -> npt.NDArray[np.uint8]:
    """The class of each character of a text."""
    return _looked_up(points, character_classes())


def folded_of(points: CodePoints) -> CodePoints:
    """The characters of a text as they stand in terms."""
    return _looked_up(points, folded())


def code_points(text: str) -> CodePoints:
    """The characters of `text` as numbers."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")


def characters(points: CodePoints) -> str:
    """The text whose characters `points` are."""
    return points.astype("<u4", copy=False).tobytes().decode("utf-32-le", "surrogatepass")


class Collapsed(NamedTuple):
    """Text of some runs with white space collapsed."""

    points: CodePoints
    place: Places  # where each character that stays stands in `points`
    first: Places  # the first character that stays of each run, and their number
    separators: Places  # where the line breaks between segments stand

    def slices(self, run: npt.NDArray[np.integer], end: npt.NDArray[np.integer]) -> tuple[Ints, Ints]:
        """Where runs `[run, end)` stand in the collapsed text; a slice without text stands before what follows it."""
        first, last = self.first[run], self.first[end]
        place = np.append(self.place, len(self.points))
        begins = place[first]
        ends = np.where(last > first, place[last - 1] + 1, begins)
        return begins.astype(np.int32), ends.astype(np.int32)


class Runs(NamedTuple):
    """Runs of raw text, and what decides how they meet."""

    start: Places  # in the raw text, and its length
    segment: Places  # runs of different segments stand on different lines
    apart: Places  # runs of different elements of this kind get at least a space between them; -1 for none
    is_pre: npt.NDArray[np.bool_]  # white space is kept


def _shows(raw: CodePoints) -> npt.NDArray[np.bool_]:
    """Which characters are neither white space nor control."""
    shows = raw > ord(" ")
    others = np.flatnonzero(raw >= _ASCII)
    shows[others] = character_classes()[raw[others]] != SPACE
    return shows


def collapse(raw: CodePoints, runs: Runs) -> Collapsed:
    """Collapses the white space of raw text: none at the edges of a segment, one space within."""
    stays = _shows(raw)
    if runs.is_pre.any():
        stays |= np.repeat(runs.is_pre, np.diff(runs.start))
    kept = np.flatnonzero(stays)
    first = np.searchsorted(kept, runs.start)
    if len(kept) == 0:
        return Collapsed(raw[:0], kept, first, kept)
    heard = np.flatnonzero(first[1:] > first[:-1])
    before, after = heard[:-1], heard[1:]
    meeting = first[after]
    is_break = runs.segment[before] != runs.segment[after]
    is_apart = (runs.apart[before] != runs.apart[after]) & (runs.apart[before] >= 0) & (runs.apart[after] >= 0)
    gap = np.zeros(len(kept), np.bool_)
    gap[1:] = kept[1:] - kept[:-1] > 1
    gap[meeting[is_break | is_apart]] = True
    place = np.arange(len(kept)) + np.cumsum(gap)
    length = int(place[-1]) + 1
    separators = place[meeting[is_break]] - 1
    points = np.full(length, ord(" "), np.uint32)
    points[place] = raw[kept]
    points[separators] = ord("\n")
    return Collapsed(points, place, first, separators)
