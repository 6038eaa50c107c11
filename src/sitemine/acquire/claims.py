"""What a saved page says of its own address, and where its first links lead.

Read with patterns from the first bytes, not with a parser: it is asked of each file before any page is parsed, and what
it looks for is markup that browsers and generators write, not people.
"""

import html
import re
from typing import Final
from urllib.parse import unquote

from sitemine.acquire.sniff import HEAD
from sitemine.acquire.urls import canonical

BEGINNING: Final = 64 << 10  # bytes of a page in which its head and its menu begin

_LONGEST: Final = 2_048  # characters of a tag or URL worth reading
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")
_SAVED: Final = re.compile(
    rb"<!--\s{0,9}saved from url=\(\d{1,5}\)\s{0,9}([^\s>]{1,2048})|Page saved with SingleFile\s{1,9}url:\s{0,9}([^\s>]{1,2048})"
)
_TAG: Final = re.compile(rb"<(?:link|meta)\b[^<>]{1,2048}>", re.IGNORECASE)
_VALUE: Final = rb"""\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))"""
_HREF: Final = re.compile(rb"\bhref" + _VALUE, re.IGNORECASE)
_CONTENT: Final = re.compile(rb"\bcontent" + _VALUE, re.IGNORECASE)
_CANONICAL: Final = re.compile(rb"\brel\s{0,9}=\s{0,9}[\"']?canonical\b", re.IGNORECASE)
_OG_URL: Final = re.compile(rb"\b(?:property|name)\s{0,9}=\s{0,9}[\"']?og:url\b", re.IGNORECASE)
_ANCHOR: Final = re.compile(
    rb"""<a\s[^<>]{0,512}?\bhref\s{0,9}=\s{0,9}["']?(?!//)([^\s"'<>#?:]{1,2048})(?=[\s"'<>#?])""", re.IGNORECASE
)


def _readable(beginning: bytes) -> bytes:
    return beginning.replace(b"\x00", b"") if beginning.startswith(_UTF16) else beginning


def _text(value: bytes) -> str:
    return html.unescape(value.decode("utf-8", "replace"))


def saved_from(beginning: bytes) -> str | None:
    """The address that a browser or SingleFile wrote into the page when it saved it."""
    found = _SAVED.search(_readable(beginning[:HEAD]))
    return canonical(_text(found[1] or found[2])) if found else None


def claimed(beginning: bytes) -> str | None:
    """The absolute address that the page gives itself, as its canonical link or else for sharing."""
    shared = None
    for tag in _TAG.findall(_readable(beginning[:BEGINNING])):
        if _CANONICAL.search(tag) and (found := _HREF.search(tag)):
            return canonical(_text(b"".join(found.groups(b""))))
        if not shared and _OG_URL.search(tag) and (found := _CONTENT.search(tag)):
            shared = canonical(_text(b"".join(found.groups(b""))))
    return shared


def local_links(beginning: bytes) -> list[str]:
    """The paths, relative or from the root, to which the first links of the page lead; their names as files bear them."""
    return [unquote(_text(link)) for link in _ANCHOR.findall(_readable(beginning[:BEGINNING]))]


_ABSOLUTE: Final = re.compile(rb"""\bhref\s{0,9}=\s{0,9}["']?(https?)://([\w.:-]{1,255})""", re.IGNORECASE)


def linked_hosts(beginning: bytes) -> set[tuple[str, str]]:
    """Scheme and authority of the absolute addresses to which the first links of the page lead."""
    found = _ABSOLUTE.findall(_readable(beginning[:BEGINNING]))
    return {(scheme.decode().lower(), name.decode("ascii", "replace").lower()) for scheme, name in found}


_LINK: Final = re.compile(rb"<link\b[^<>]{1,2048}>", re.IGNORECASE)
_FEED_TYPE: Final = re.compile(
    rb"\btype\s{0,9}=\s{0,9}[\"']?application/(?:rss|atom|feed|rdf)\+(?:xml|json)", re.IGNORECASE
)
_REFRESH: Final = re.compile(r"""^[\s\d.]*[;,\s]\s*(?:url\s*=\s*)?["']?([^"']*)""", re.IGNORECASE)


def feeds(beginning: bytes) -> list[str]:
    """The addresses, as written, of the feeds that the page names."""
    tags = (tag for tag in _LINK.findall(_readable(beginning[:BEGINNING])) if _FEED_TYPE.search(tag))
    return [_text(b"".join(found.groups(b""))) for tag in tags if (found := _HREF.search(tag))]


def refresh(content: str) -> str:
    """Where a `meta` refresh forwards to, as written; empty where it only loads the page anew."""
    found = _REFRESH.match(content)
    return found[1].strip() if found else ""
