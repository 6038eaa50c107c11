"""A site with every URL of its own replaced by one that means nothing: what is left to decide by.

The addresses of pages, links to them, canonical URLs, og:url and whatever else of the pages names an address of the site are
rewritten alike, so the links between pages stay what they were.
"""

import re
from collections.abc import Iterable
from hashlib import blake2b
from html import unescape

from bench.data import Source
from bench.quality.links import canonical
from sitemine.acquire.urls import host, join

HOST = "https://site.example/"
ATTRIBUTE = re.compile(rb"""(?i)(\s(?:href|content)\s*=\s*)("[^"]*"|'[^']*'|[^\s>"']+)""")
BASE = re.compile(rb"(?i)<base\b[^>]*>")


def hidden(url: str) -> str:
    """What stands for a URL: the same for the same page, and nothing to be read in it."""
    return HOST + blake2b(canonical(url).encode(), digest_size=8).hexdigest()


class _Hiding:
    """How one page is rewritten."""

    def __init__(self, source: Source, hosts: frozenset[str]) -> None:
        found = BASE.search(source.html)
        href = re.search(rb"""href\s*=\s*["']?([^"'>\s]+)""", found[0]) if found else None
        self.base = (join(source.url, href[1].decode("utf-8", "replace")) if href else None) or source.url
        self.hosts = hosts

    def attribute(self, found: re.Match[bytes]) -> bytes:
        """An attribute whose value leads into the site, rewritten; any other as it was."""
        value = unescape(found[2].strip(b"\"'").decode("utf-8", "replace")).strip()
        is_link = found[1].strip().lower().startswith(b"href")
        if value.startswith("#") or not (is_link or value.startswith(("http:", "https:"))):
            return found[0]
        target = join(self.base, value)
        if not target or host(target) not in self.hosts:
            return found[0]
        return found[1] + b'"' + hidden(target).encode() + b'"'

    def address(self, found: re.Match[bytes]) -> bytes:
        """An address of the site anywhere else, in JSON-LD for one."""
        return hidden(found[0].decode("utf-8", "replace")).encode()


def _page(source: Source, hosts: frozenset[str]) -> Source:
    hiding = _Hiding(source, hosts)
    html = BASE.sub(b"", ATTRIBUTE.sub(hiding.attribute, source.html))
    names = b"|".join(re.escape(name.encode()) for name in sorted(hosts))
    html = re.sub(rb"https?://(?:" + names + rb")/[^\s\"'<>\\)]*", hiding.address, html)
    return Source(source.key, hidden(source.url), html)


def hidden_site(sources: Iterable[Source]) -> list[Source]:
    """The pages of a site with every address of the site hidden; they keep their keys."""
    pages = list(sources)
    hosts = frozenset(host(source.url) for source in pages)
    return [_page(source, hosts) for source in pages]
