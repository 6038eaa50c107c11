"""What a page says of itself in JSON-LD, as a flat list of things.

Templates write it by hand: in comments and CDATA, with entities, line breaks in strings, trailing commas, two values in one
script, or cut off in the middle. What can be read of it is read; nothing raises, and nothing is unbounded.
"""

import json
import re
from collections import deque
from collections.abc import Iterable
from html import unescape
from typing import Any, Final

import msgspec

Thing = dict[str, Any]
"""One object of JSON-LD; what its keys hold is as the page wrote it."""

LONGEST: Final = 1 << 20
"""Characters of one script that are read; the longest of 7,543 pages has 600,000."""

MOST_THINGS: Final = 500
MOST_NODES: Final = 20_000
WRAPPING: Final = re.compile(
    r"^\s*(?:<!--|//\s*<!\[CDATA\[|/\*\s*<!\[CDATA\[\s*\*/|<!\[CDATA\[)|(?:-->|//\s*\]\]>|/\*\s*\]\]>\s*\*/|\]\]>)\s*;?\s*$"
)
TRAILING: Final = re.compile(r",(?=\s*[}\]])")
_DECODER: Final = json.JSONDecoder(strict=False)


def _values(text: str) -> list[Any]:
    """The values that a text begins with, one after another; the last may be cut off and is lost."""
    values: list[Any] = []
    place = 0
    while (place := len(text) - len(text[place:].lstrip(" \t\r\n;,"))) < len(text) and len(values) < MOST_THINGS:
        try:
            value, place = _DECODER.raw_decode(text, place)
        except (ValueError, RecursionError):
            break
        values.append(value)
    return values


def _closed(text: str) -> str:
    """A text that was cut off, up to its last whole member and with what is open closed."""
    opened, is_string, last, held = [], False, 0, ""
    escaped = False
    for place, char in enumerate(text):
        if escaped:
            escaped = False
        elif is_string:
            escaped, is_string = char == "\\", char != '"'
        elif char == '"':
            is_string = True
        elif char in "{[":
            opened.append("}" if char == "{" else "]")
        elif char in "}]":
            if not opened:
                break
            opened.pop()
        elif char == "," and opened:
            last, held = place, "".join(reversed(opened))
    return text[:last] + held


def _parsed(text: str) -> list[Any]:
    """The values of one script."""
    try:
        return [msgspec.json.decode(text)]
    except (msgspec.DecodeError, RecursionError):
        text = TRAILING.sub("", WRAPPING.sub("", text[:LONGEST])).strip()
    for repaired in (text, unescape(text) if "&quot;" in text else "", _closed(text)):
        if values := _values(repaired):
            return values
    return []


def types_of(thing: Thing) -> tuple[str, ...]:
    """The types of a thing without the vocabulary that they are of."""
    said = thing.get("@type", ())
    said = said if isinstance(said, list) else [said]
    return tuple(name.rsplit("/", 1)[-1].rsplit(":", 1)[-1] for name in said if isinstance(name, str))


def things_of(scripts: Iterable[str]) -> list[Thing]:
    """The things with a type in some scripts, outer ones first."""
    found: list[Thing] = []
    waiting: deque[Any] = deque(value for text in scripts for value in _parsed(text))
    for _ in range(MOST_NODES):
        if not waiting or len(found) == MOST_THINGS:
            break
        value = waiting.popleft()
        if isinstance(value, dict):
            if "@type" in value:
                found.append(value)
            waiting.extend(held for held in value.values() if isinstance(held, dict | list))
        elif isinstance(value, list):
            waiting.extend(held for held in value if isinstance(held, dict | list))
    return found


def text_in(value: object) -> str:
    """What a value says: a text, a number, what has a value or a name, or the first of several."""
    for _ in range(3):
        if isinstance(value, list):
            value = value[0] if value else ""
        elif isinstance(value, dict):
            value = next((value[key] for key in ("@value", "name", "url", "@id") if key in value), "")
        else:
            break
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    said = str(value)
    return " ".join((unescape(said) if "&" in said else said).split())


def texts_in(value: object) -> list[str]:
    """What each of several values says, without those that say nothing."""
    values = value if isinstance(value, list) else [value]
    return [said for one in values[:MOST_THINGS] if (said := text_in(one))]
