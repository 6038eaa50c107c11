"""The URLs that a site offers besides its links: in sitemaps (sitemaps.org 0.9: XML, text, index, gzip) and feeds.

Read with patterns, not with an XML parser: what is wanted are the texts of a few elements, and a pattern expands no entity,
reads no DTD, follows no reference, and gets on with files that break off.
"""

import html
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from sitemine.acquire.body import undone
from sitemine.acquire.fetch import Answer
from sitemine.acquire.streams import GZIP
from sitemine.acquire.urls import canonical, join
from sitemine.options import Limits
from sitemine.records import Outcome

MOST: Final = 50_000  # URLs of one file; the standard's figure
FILES: Final = 50  # sitemaps and feeds of one host
FEEDS: Final = 3  # of a page: the same in two formats, and that of its comments
LEVELS: Final = 3  # an index may name an index, which the standard forbids and sites do
_LONGEST: Final = 2_048  # characters of a URL; the standard's figure

_HEAD: Final = 2_048  # bytes in which a file says what it is
_LOCATION: Final = re.compile(rb"<(?:\w{1,20}:)?loc\b[^>]{0,200}>\s{0,99}(?:<!\[CDATA\[)?([^<\]]{1,4096})")
_ITEM: Final = re.compile(
    rb"<(?:\w{1,20}:)?(?:item|entry)\b.{0,65536}?</(?:\w{1,20}:)?(?:item|entry)\s{0,9}>", re.DOTALL
)
_RSS_LINK: Final = re.compile(rb"<link\b[^>]{0,200}>\s{0,99}(?:<!\[CDATA\[)?([^<\]]{1,4096})")
_ATOM_LINK: Final = re.compile(rb"<(?:\w{1,20}:)?link\b([^>]{1,4096})>")
_HREF: Final = re.compile(rb"""\bhref\s{0,9}=\s{0,9}["']([^"']{1,4096})""")
_OTHER_REL: Final = re.compile(rb"""\brel\s{0,9}=\s{0,9}["'](?!alternate)""")
_FEED: Final = re.compile(rb"<(?:\w{1,20}:)?(?:rss|feed|RDF)\b")


@dataclass(frozen=True, slots=True)
class Offered:
    """What a sitemap or feed holds."""

    pages: tuple[str, ...] = ()
    more: tuple[str, ...] = ()  # further sitemaps
    detail: str = ""


def _urls(found: Iterator[bytes], base: str) -> tuple[str, ...]:
    texts = (html.unescape(text.decode("utf-8", "replace")).strip() for text in found)
    urls = (join(base, text) for text in texts if text and len(text) <= _LONGEST)
    return tuple(dict.fromkeys(islice((url for url in urls if url), MOST)))


def _feed_links(content: bytes) -> Iterator[bytes]:
    for item in _ITEM.finditer(content):
        if found := _RSS_LINK.search(item[0]):
            yield found[1]
            continue
        for link in _ATOM_LINK.finditer(item[0]):
            if (place := _HREF.search(link[1])) and not _OTHER_REL.search(link[1]):
                yield place[1]
                break


def _json_links(content: bytes) -> Iterator[bytes]:
    try:
        items = json.loads(content).get("items", [])
    except (ValueError, AttributeError, RecursionError):
        return
    for item in items if isinstance(items, list) else []:
        if isinstance(item, dict) and isinstance(item.get("url"), str):
            yield item["url"].encode("utf-8", "replace")


def read_offer(content: bytes, base: str) -> Offered:
    """The URLs in a sitemap or feed, of whatever form; none in anything else."""
    content = content.removeprefix(b"\xef\xbb\xbf").lstrip()
    head = content[:_HEAD]
    if b"<sitemapindex" in head or b":sitemapindex" in head:
        return Offered(more=_urls((found[1] for found in _LOCATION.finditer(content)), base)[:FILES])
    if b"<urlset" in head or b":urlset" in head:
        return Offered(_urls((found[1] for found in _LOCATION.finditer(content)), base))
    if _FEED.search(head):
        return Offered(_urls(_feed_links(content), base))
    if head.startswith(b"{"):
        return Offered(_urls(_json_links(content), base))
    if head.startswith((b"http://", b"https://")):
        lines = (line for line in islice(content.splitlines(), MOST) if canonical(line.decode("utf-8", "replace")))
        return Offered(_urls(lines, base))
    return Offered(detail="neither a sitemap nor a feed")


def offer_of(answer: Answer, limits: Limits) -> Offered:
    """The URLs in the answer to a request for a sitemap or feed."""
    if answer.outcome is not Outcome.OK or answer.status // 100 != 2:
        return Offered(detail=answer.detail or f"status {answer.status}")
    body = undone(answer.body, answer.header("content-encoding"), limits)
    if body.content.startswith(GZIP):  # a .gz that is served as what it is
        body = undone(body.content, "gzip", limits)
    if body.outcome not in {Outcome.OK, Outcome.TRUNCATED}:
        return Offered(detail=body.detail)
    return read_offer(body.content, answer.url)
