"""From pages as the parser writes them to events and attributes as columns, for all pages of a table at once.

Tags are where a `<` follows a `>`; text stands between a tag and the next. An attribute is a pair of quotes in a tag, its
name what stands before. The parser passes on whatever names a page has, even with quotes or `<` in them; tags whose quotes
are not what the grammar says are read one by one, with a regular expression.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import unescape
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sitemine.dom.names import (
    ATTRIBUTE_CODE,
    END,
    FIRST_INVENTED,
    KNOWN_ATTRIBUTES,
    KNOWN_TAGS,
    LONGEST,
    MIX,
    TAG_CODE,
    TAGS,
    TEXT,
    VOID,
    Places,
    Words,
    cut,
    length_at,
    words_at,
)
from sitemine.dom.parse import GREATER, LESS, QUOTE, Marks, Markup

Codes = npt.NDArray[np.int16]

MOST_INVENTED: Final = 20_000
"""Tags beyond the known ones that one table tells apart; later ones are "unknown"."""

SLASH, EXCLAMATION, QUESTION, EQUALS, SPACE = map(ord, "/!?= ")
NO_PLACES: Final = np.zeros(0, np.intp)
NO_KINDS: Final = np.zeros(0, np.uint8)
PADDING: Final = bytes(2 * LONGEST)
_NAME: Final = re.compile(rb"[^ >]*")
_ATTRIBUTE: Final = re.compile(rb' (=?[^ =>]*)="([^"]*)"')
LINE_FEED: Final = ord("\n")
TAKING_BREAK: Final = frozenset(("pre", "listing", "textarea"))
_CODES: Final = 1 << 15
_IS_VOID: Final = np.zeros(_CODES, np.bool_)
_IS_VOID[[TAG_CODE[tag] for tag in VOID]] = True
_TAKES_BREAK: Final = np.zeros(_CODES, np.bool_)
_TAKES_BREAK[[TAG_CODE[tag] for tag in TAKING_BREAK]] = True


@dataclass(frozen=True, slots=True, eq=False)
class Values:
    """The values of attributes, made text only where they are read."""

    data: bytes
    start: npt.NDArray[np.int32]
    end: npt.NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.start)

    def __getitem__(self, row: int) -> str:
        value = self.data[self.start[row] : self.end[row]].decode("utf-8", "replace")
        return unescape(value) if "&" in value else value

    @property
    def nbytes(self) -> int:
        return len(self.data) + self.start.nbytes + self.end.nbytes

    def rows_with(self, pattern: re.Pattern[bytes], rows: npt.NDArray[np.integer]) -> list[int]:
        """Those of the rows in whose value the pattern is found."""
        start, end = self.start[rows].tolist(), self.end[rows].tolist()
        search = pattern.search
        return [row for row, a, b in zip(rows.tolist(), start, end, strict=True) if search(self.data, a, b)]


class Scan(NamedTuple):
    """The pages of a table as events, texts and attributes."""

    data: bytes
    tags: tuple[str, ...]
    codes: Codes
    text_start: Places  # of each text in the data, in the order of the TEXT events
    text_end: Places
    attribute_event: Places
    attribute_name: npt.NDArray[np.uint8]
    attribute_start: Places
    attribute_end: Places


class _Tags(NamedTuple):
    """Everything between < and >, in order."""

    start: Places
    end: Places
    code: Codes  # END for end tags, 0 too for what is no tag; see is_other
    is_end: npt.NDArray[np.bool_]
    is_other: npt.NDArray[np.bool_]
    is_void: npt.NDArray[np.bool_]
    name_length: Places


class _Quotes(NamedTuple):
    """The quotes that stand in tags."""

    place: Places
    tag: Places


def _split(kind: npt.NDArray[np.uint8], marks: Places) -> tuple[Places, Places, _Quotes]:
    """Where tags start and end, and the quotes in them."""
    angles = np.flatnonzero(kind != QUOTE)
    is_less = kind[angles] == LESS
    opens = is_less.copy()
    opens[1:] &= ~is_less[:-1]  # a < in the name of an attribute opens nothing
    begins = np.zeros(len(marks), np.bool_)
    begins[angles[opens]] = True
    tag = np.cumsum(begins) - 1
    start, end = marks[begins], marks[kind == GREATER]
    quotes = np.flatnonzero(kind == QUOTE)
    place, of = marks[quotes], tag[quotes]
    inside = place < end[of]
    return start, end, _Quotes(place[inside], of[inside])


def _invented(data: bytes, start: Places, low: Words, high: Words, length: Places) -> tuple[Codes, tuple[str, ...]]:
    """The codes of tags that are not known, and their names in the order that they first appear."""
    long = length > LONGEST
    mixed = np.where(long, start.astype(np.uint64), low + high * MIX)  # a long name is looked at each time it stands
    _, first, which = np.unique(mixed, return_index=True, return_inverse=True)
    names: dict[str, int] = {}
    codes = np.empty(len(first), np.int16)
    for row in np.argsort(first).tolist():
        found = _NAME.match(data, int(start[first[row]]))
        name = found[0].decode("utf-8", "replace") if found else ""
        if name not in names and len(names) < MOST_INVENTED:
            names[name] = FIRST_INVENTED + len(names)
        codes[row] = names.get(name, TAG_CODE["unknown"])
    return codes[which], tuple(names)


def _lengths(data: bytes, start: Places, length: Places) -> Places:
    """The lengths of all names, those beyond `LONGEST` too."""
    for row in np.flatnonzero(length > LONGEST).tolist():
        found = _NAME.match(data, int(start[row]))
        length[row] = len(found[0]) if found else 0
    return length


def _closed(code: Codes, is_end: npt.NDArray[np.bool_], is_void: npt.NDArray[np.bool_]) -> list[int]:
    """Elements with the name of a void one that have an end tag all the same, as in <svg><source></source></svg>."""
    closed, opened = [], []
    for row, (name, ends) in enumerate(zip(code.tolist(), is_end.tolist(), strict=True)):
        if not ends:
            opened.append(row)
        elif _IS_VOID[name]:
            while opened and code[opened[-1]] != name:
                opened.pop()
            closed += opened[-1:]
            del opened[-1:]
        elif name:
            while opened and is_void[opened[-1]]:
                opened.pop()
            del opened[-1:]
    return closed


def _read_tags(data: bytes, words: Words, start: Places, end: Places) -> tuple[_Tags, tuple[str, ...]]:
    letters = np.frombuffer(data, np.uint8)
    first = letters[start + 1]
    is_end, is_other = first == SLASH, (first == EXCLAMATION) | (first == QUESTION)
    name = start + 1 + is_end
    length = length_at(words, name)
    low, high = cut(words, name, length)
    code = KNOWN_TAGS.find(low, high)
    code[length > LONGEST] = -1
    code[is_other] = 0
    strange = np.flatnonzero((code < 0) & ~is_end)
    code[strange], names = _invented(data, name[strange], low[strange], high[strange], length[strange])
    has_void_name = _IS_VOID[code]
    is_void = has_void_name & ~is_end
    if (has_void_name & is_end).any():
        is_void[_closed(code, is_end | is_other, is_void)] = False
    code[is_end] = END
    return _Tags(start, end, code, is_end, is_other, is_void, _lengths(data, name, length)), (*TAGS, *names)


def _events(letters: npt.NDArray[np.uint8], tags: _Tags) -> tuple[Codes, Places, Places, Places]:
    """The events, the event of each tag, and where each text starts and ends."""
    text_start, text_end = tags.end[:-1] + 1, tags.start[1:]
    # A text that begins with a line break is written with one more where the parser takes one away.
    text_start = text_start + (_TAKES_BREAK[tags.code[:-1]] & (letters[text_start] == LINE_FEED) & ~tags.is_end[:-1])
    has_text = np.zeros(len(tags.end), np.bool_)
    has_text[:-1] = text_end > text_start
    own = np.where(tags.is_other, 0, 1 + tags.is_void)
    after = np.cumsum(own + has_text)
    event = after - own - has_text
    codes = np.full(int(after[-1]) if len(after) else 0, END, np.int16)
    told = ~tags.is_other
    codes[event[told]] = tags.code[told]
    codes[after[has_text] - 1] = TEXT
    return codes, event, text_start[has_text[:-1]], text_end[has_text[:-1]]


class _Rows(NamedTuple):
    """Attributes: the tag that each stands in, its name, where its value starts and ends."""

    tag: Places
    name: npt.NDArray[np.int16]
    start: Places
    end: Places


def _irregular(data: bytes, tags: _Tags, rows: Places) -> _Rows:
    """The attributes of single tags, read one by one."""
    found: list[tuple[int, int, int, int]] = []
    for row in rows.tolist():
        for match in _ATTRIBUTE.finditer(data, int(tags.start[row]), int(tags.end[row])):
            name = ATTRIBUTE_CODE.get(match[1].decode("utf-8", "replace"))
            if name is not None:
                found.append((row, name, *match.span(2)))
    columns = np.array(found, np.intp).reshape(-1, 4).T
    return _Rows(columns[0], columns[1].astype(np.int16), columns[2], columns[3])


def _attributes(data: bytes, words: Words, tags: _Tags, quotes: _Quotes) -> _Rows:
    """The wanted attributes of all tags, in order."""
    letters = np.frombuffer(data, np.uint8)
    n, place, of = len(tags.start), quotes.place, quotes.tag
    count = np.bincount(of, minlength=n)
    first = np.cumsum(count) - count
    is_opening = ((np.arange(len(place)) - first[of]) & 1) == 0
    after = letters[place + 1]
    is_right = np.where(is_opening, letters[place - 1] == EQUALS, (after == SPACE) | (after == GREATER))
    odd = np.zeros(n, np.bool_)
    odd[of[~is_right]] = True
    odd |= (count & 1) == 1
    regular = np.flatnonzero(is_opening & ~odd[of])
    tag, opening, closing = of[regular], place[regular], place[regular + 1]
    # The name begins behind the value before it, or behind the tag's own name.
    is_first = first[tag] == regular
    begin = np.where(is_first, tags.start[tag] + 1 + tags.name_length[tag] + 1, place[regular - 1] + 2)
    length = opening - 1 - begin
    name = KNOWN_ATTRIBUTES.find(*cut(words, begin, np.clip(length, 0, LONGEST)))
    name[(length > LONGEST) | (length <= 0)] = -1
    wanted = np.flatnonzero((name >= 0) & ~tags.is_other[tag])
    rows = _Rows(tag[wanted], name[wanted], opening[wanted] + 1, closing[wanted])
    strange = np.flatnonzero(odd & ~tags.is_other)
    if len(strange) == 0:
        return rows
    more = _irregular(data, tags, strange)
    order = np.argsort(np.concatenate((rows.tag, more.tag)), kind="stable")
    return _Rows(
        np.concatenate((rows.tag, more.tag))[order],
        np.concatenate((rows.name, more.name))[order],
        np.concatenate((rows.start, more.start))[order],
        np.concatenate((rows.end, more.end))[order],
    )


def scan(markups: Sequence[Markup]) -> Scan:
    """The pages of a table as events, texts and attributes."""
    starts = np.cumsum([0, *(len(markup.data) for markup in markups)])
    data = b"".join((*(markup.data for markup in markups), PADDING))
    words = words_at(data)
    marks = [markup.marks for markup in markups if isinstance(markup.marks, Marks)]
    places = [mark.places + start for mark, start in zip(marks, starts.tolist(), strict=False)]
    kinds = np.concatenate((NO_KINDS, *(mark.kinds for mark in marks)))
    start, end, quotes = _split(kinds, np.concatenate((NO_PLACES, *places)))
    tags, names = _read_tags(data, words, start, end)
    codes, event, text_start, text_end = _events(np.frombuffer(data, np.uint8), tags)
    rows = _attributes(data, words, tags, quotes)
    return Scan(
        data, names, codes, text_start, text_end, event[rows.tag], rows.name.astype(np.uint8), rows.start, rows.end
    )
