"""What a page says of itself: title, language, base, canonical URL, meta data, JSON-LD; nothing is interpreted here."""

from dataclasses import dataclass, field
from typing import Final

import numpy as np

from sitemine.dom.parse import ATTRIBUTES, FIRST_TAG, TAG_CODE, TAGS, TEXT, Markup

MOST_META: Final = 500
"""Rows of attributes that are looked at; real pages have below a hundred."""

_SPEAKING: Final = np.zeros(FIRST_TAG + len(TAGS), np.bool_)
_SPEAKING[[TAG_CODE[tag] for tag in ("html", "base", "link", "meta", "script")]] = True


@dataclass(frozen=True, slots=True)
class Head:
    """What a page says of itself."""

    title: str = ""
    language: str = ""
    base: str = ""
    canonical: str = ""
    meta: dict[str, str] = field(default_factory=dict)  # by name, property or itemprop in lower case; the first counts
    json_ld: tuple[str, ...] = ()


def _elements(markup: Markup) -> list[tuple[int, str, dict[str, str]]]:
    """The elements that speak of the page: event, tag, attributes."""
    codes = np.frombuffer(markup.codes, np.int16)
    events = np.frombuffer(markup.attribute_events, np.int32)
    code = codes[events]
    rows = np.flatnonzero((code < len(_SPEAKING)) & _SPEAKING[np.minimum(code, len(_SPEAKING) - 1)])[:MOST_META]
    found: list[tuple[int, str, dict[str, str]]] = []
    for row in rows.tolist():
        event = markup.attribute_events[row]
        if not found or found[-1][0] != event:
            found.append((event, TAGS[markup.codes[event] - FIRST_TAG], {}))
        found[-1][2][ATTRIBUTES[markup.attribute_names[row]]] = markup.attribute_values[row]
    return found


def _text_after(markup: Markup, event: int) -> str:
    """The text that follows an event at once."""
    codes = markup.codes
    if event + 1 >= len(codes) or codes[event + 1] != TEXT:
        return ""
    return markup.texts[int(np.count_nonzero(np.frombuffer(codes, np.int16)[:event] == TEXT))]


def _title(markup: Markup) -> str:
    """The page's title. Behind the first drawing a title is that of a drawing."""
    codes, title, drawing = markup.codes, TAG_CODE["title"], TAG_CODE["svg"]
    if title not in codes or (drawing in codes and codes.index(drawing) < codes.index(title)):
        return ""
    return " ".join(_text_after(markup, codes.index(title)).split())


def read_head(markup: Markup) -> Head:
    """What a page says of itself."""
    language = base = canonical = ""
    meta: dict[str, str] = {}
    json_ld: list[str] = []
    for event, tag, attributes in _elements(markup):
        if tag == "meta":
            name = attributes.get("property") or attributes.get("name") or attributes.get("itemprop")
            name = name or attributes.get("http-equiv", "")
            meta.setdefault(name.strip().lower(), attributes.get("content", "").strip())
        elif tag == "html":
            language = attributes.get("lang", "")
        elif tag == "base":
            base = base or attributes.get("href", "")
        elif tag == "link" and "canonical" in attributes.get("rel", "").lower().split():
            canonical = canonical or attributes.get("href", "").strip()
        elif tag == "script" and attributes.get("type", "").strip().lower() == "application/ld+json":
            json_ld.append(_text_after(markup, event))
    meta.pop("", None)
    return Head(_title(markup), language.strip(), base.strip(), canonical, meta, tuple(json_ld))
