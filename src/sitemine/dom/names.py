"""The names of elements and attributes, as numbers, and how they are recognised in bytes.

A name of up to sixteen bytes is two words of eight; both are read by one unaligned load each for all names of a table at
once, cut at the name's length, and looked up in a sorted table.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint64]
Places = npt.NDArray[np.intp]

END: Final = 0
TEXT: Final = 1
FIRST_TAG: Final = 2
"""An event is END, TEXT, or FIRST_TAG plus the place of the tag that starts among the tags of the table."""

TAGS: Final = (
    *("html head body title base link meta style script noscript template slot").split(),
    *("header footer nav main section article aside address hgroup search h1 h2 h3 h4 h5 h6").split(),
    *("p div pre blockquote ol ul menu li dl dt dd figure figcaption hr center dir listing plaintext xmp").split(),
    *(
        "a abbr acronym b bdi bdo big br cite code data del dfn em font i ins kbd mark nobr q rb rp rt rtc ruby s"
    ).split(),
    *("samp small span strike strong sub sup time tt u var wbr blink marquee").split(),
    *("img picture source map area svg math canvas audio video track embed object param iframe frame frameset").split(),
    *("noembed noframes applet portal").split(),
    *("table caption colgroup col tbody thead tfoot tr td th").split(),
    *("form fieldset legend label input button select datalist optgroup option textarea output progress meter").split(),
    *("details summary dialog keygen isindex basefont bgsound").split(),
    *("path g use rect circle defs polygon polyline line ellipse symbol linearGradient radialGradient stop").split(),
    *("clipPath mask text tspan desc filter pattern image foreignObject").split(),
    *("mi mo mn mrow msub msup mfrac msqrt mtext mstyle semantics annotation munder mover mtable mtr mtd").split(),
    "unknown",
)
"""The tags with a fixed place; what pages invent comes behind them."""

TAG_CODE: Final = {tag: FIRST_TAG + i for i, tag in enumerate(TAGS)}
FIRST_INVENTED: Final = FIRST_TAG + len(TAGS)

VOID: Final = frozenset(
    "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr".split()
)
"""Elements that are written without an end tag."""

ATTRIBUTES: Final = (
    *("class id role itemprop itemtype lang dir hidden aria-hidden style").split(),
    *("href rel src srcset data-src data-srcset alt title aria-label datetime cite download").split(),
    *("colspan rowspan start reversed value type name property content http-equiv charset open").split(),
    *("data-lang data-language encoding data-original data-lazy-src alttext display").split(),
    "data-sitemine",  # the number of an element's box in a page that a browser has rendered
)
"""The attributes that are kept; a row names one by its place here."""

ATTRIBUTE_CODE: Final = {name: i for i, name in enumerate(ATTRIBUTES)}

LONGEST: Final = 16
_WORD: Final = 8
_KEEP: Final = np.array([(1 << 8 * k) - 1 for k in range(_WORD + 1)], np.uint64)
MIX: Final = np.uint64(0x9E3779B97F4A7C15)
_ONES: Final = np.uint64(0x0101010101010101)
_HIGH: Final = np.uint64(0x8080808080808080)
_SPACES: Final = np.uint64(0x2020202020202020)
_GREATERS: Final = np.uint64(0x3E3E3E3E3E3E3E3E)
_ONE: Final = np.uint64(1)
_SLOT_BITS: Final = 16
_SLOT_SHIFT: Final = np.uint64(64 - _SLOT_BITS)


class Known(NamedTuple):
    """Names by their two words, each in a slot of its own."""

    factor: np.uint64
    slot: npt.NDArray[np.int16]  # the name in each slot, the number of names in an empty one
    low: Words
    high: Words
    code: npt.NDArray[np.int16]

    @classmethod
    def of(cls, names: tuple[str, ...], first: int) -> "Known":
        words = [name.encode().ljust(2 * _WORD, b"\0") for name in names]
        low = np.array([int.from_bytes(word[:_WORD], "little") for word in words], np.uint64)
        high = np.array([int.from_bytes(word[_WORD:], "little") for word in words], np.uint64)
        factor = MIX
        while len(np.unique(place := _slot(low, high, factor))) < len(names):
            factor *= MIX
        slot = np.full(1 << _SLOT_BITS, len(names), np.int16)
        slot[place] = np.arange(len(names))
        nothing = np.zeros(1, np.uint64)
        code = np.append(np.arange(first, first + len(names)), -1).astype(np.int16)
        return cls(factor, slot, np.append(low, nothing), np.append(high, nothing), code)

    def find(self, low: Words, high: Words) -> npt.NDArray[np.int16]:
        """The code of each name; -1 for those that are not known."""
        name = self.slot[_slot(low, high, self.factor)]
        return np.where((self.low[name] == low) & (self.high[name] == high), self.code[name], np.int16(-1))


def _slot(low: Words, high: Words, factor: np.uint64) -> Places:
    return np.right_shift((low + high * MIX) * factor, _SLOT_SHIFT).astype(np.intp)


KNOWN_TAGS: Final = Known.of(TAGS, FIRST_TAG)
KNOWN_ATTRIBUTES: Final = Known.of(ATTRIBUTES, 0)


def words_at(data: bytes) -> Words:
    """The eight bytes from each place on, as one number; `data` ends in enough zeros."""
    return np.ndarray((len(data) - _WORD + 1,), "<u8", data, strides=(1,))


def cut(words: Words, start: Places, length: Places) -> tuple[Words, Words]:
    """The two words of each name of up to sixteen bytes."""
    low = words[start] & _KEEP[np.minimum(length, _WORD)]
    high = np.zeros(len(start), np.uint64)
    long = np.flatnonzero(length > _WORD)
    high[long] = words[start[long] + _WORD] & _KEEP[np.minimum(length[long] - _WORD, _WORD)]
    return low, high


def _first_delimiter(word: Words) -> Words:
    """A bit in the first byte that is a space or `>`; 0 where there is none.

    The old trick: a byte of x is 0 where (x - 1) & ~x has its highest bit; borrows only spoil bytes behind the first.
    """
    space, greater = word ^ _SPACES, word ^ _GREATERS
    found = (((space - _ONES) & ~space) | ((greater - _ONES) & ~greater)) & _HIGH
    return found & (~found + _ONE)


def length_at(words: Words, start: Places) -> Places:
    """How many bytes there are before a space or `>`; more than `LONGEST` where none is near."""
    found = _first_delimiter(words[start])
    length: Places = (np.bitwise_count(found - _ONE) >> 3).astype(np.intp)
    long = np.flatnonzero(found == 0)
    further = _first_delimiter(words[start[long] + _WORD])
    length[long] = np.where(further, _WORD + (np.bitwise_count(further - _ONE) >> 3), LONGEST + 1)
    return length
