"""One spelling for every URL, and the key under which two URLs are the same page.

The only file that knows the URL parser: two parsers in one program disagree on the host sooner or later, and links
would then point to pages that exist under another name. The parser follows the WHATWG URL standard, as browsers do.
A URL here is absolute, http or https, and has neither fragment nor credentials; whatever cannot be brought to that
form is None.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ada_url import join_url, normalize_url

_HTTP: Final = ("http://", "https://")
_INDEX: Final = re.compile(r"(?<=/)(?:index\.html?|index\.php|default\.aspx?)$", re.IGNORECASE)

# These resolve alike for all pages of an origin. "http:" without "//" does not: it may be relative to the page.
_OF_THE_SITE: Final = ("/", *_HTTP, "javascript:", "mailto:", "tel:")
_REMEMBERED: Final = 256  # characters; longer links are data rather than menus, and would fill the memory
_ORIGINS: Final = 32  # origins whose links are remembered at a time
_LINKS: Final = 2_048  # links remembered per origin; menus hold some hundred

_MISSING: Final = ""  # not a result: results are URLs or None


def _scalar(text: str) -> str:
    """The text as browsers hand it to their URL parser: lone surrogates replaced."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _plain(href: str) -> str | None:
    """A parsed URL without fragment and credentials; None unless it is http or https."""
    if not href.startswith(_HTTP):
        return None
    if "#" in href:
        href = href[: href.index("#")]
    if "@" in href:
        scheme, _, rest = href.partition("//")
        authority, slash, path = rest.partition("/")
        href = f"{scheme}//{authority.rpartition('@')[2]}{slash}{path}"
    return href


def canonical(url: str) -> str | None:
    """The one spelling of an http or https URL, None for anything else.

    >>> canonical("HTTP://user@Example.org:80#top")
    'http://example.org/'
    """
    try:
        return _plain(normalize_url(url))
    except ValueError:
        if url.isascii():
            return None
    try:
        return _plain(normalize_url(_scalar(url)))
    except ValueError:
        return None


def join(base: str, href: str) -> str | None:
    """Where a link on the page `base` points, None where that is no http or https URL.

    An empty link is the page itself, as browsers have it. Where the base is no URL (a page that came without one), absolute
    links still resolve.

    >>> join("https://example.org/news/", " ../p/1.html#top")
    'https://example.org/p/1.html'
    """
    try:
        return _plain(join_url(base, href))
    except ValueError:
        pass
    try:
        return _plain(join_url(_scalar(base), _scalar(href)))
    except ValueError:
        return canonical(href)


@lru_cache(maxsize=_ORIGINS)
def _links_of(_origin: str) -> dict[str, str | None]:
    """The remembered links of one origin; the same dict for every page of it."""
    return {}


def _origin(base: str) -> str:
    url = canonical(base) or ""
    return url[: url.index("/", len("https://"))] if url else ""


class Resolver:
    """`join` for the many links of one page.

    The menus of a site repeat on each of its pages, and most of their links do not depend on the page but on its origin
    alone; those are resolved once per site. What is remembered is bounded, and never changes a result.
    """

    __slots__ = ("_base", "_here", "_site")

    def __init__(self, base: str) -> None:
        self._base = base
        self._site = _links_of(_origin(base))
        self._here: dict[str, str | None] = {}

    def resolve(self, href: str) -> str | None:
        """Exactly what `join` answers for this page and link."""
        url = self._site.get(href, _MISSING)
        if url == _MISSING:
            url = self._here.get(href, _MISSING)
        return self._remember(href) if url == _MISSING else url

    def _remember(self, href: str) -> str | None:
        url = join(self._base, href)
        if len(href) <= _REMEMBERED:
            links = self._site if href.startswith(_OF_THE_SITE) else self._here
            if len(links) >= _LINKS:
                links.clear()
            links[href] = url
        return url


def _folded(url: str) -> str:
    url = canonical(url) or url
    if url.startswith("http:"):
        url = f"https{url[4:]}"
    path, mark, query = url.partition("?")
    return f"{_INDEX.sub('', path)}{mark}{query}"


_folded_quickly = lru_cache(maxsize=8_192)(_folded)


def identity(url: str) -> str:
    """The key under which two URLs are the same page; a text that is no URL is its own key.

    Folded are the scheme and the names that servers give a folder's own page. Not folded are `www.`, case and query:
    on some sites they tell pages apart.

    >>> identity("http://example.org/news/index.html?page=2")
    'https://example.org/news/?page=2'
    """
    return _folded_quickly(url) if len(url) <= _REMEMBERED else _folded(url)


def host(url: str) -> str:
    """The DNS name or address of a URL, in lower case and without port; empty for what is no URL."""
    authority = (canonical(url) or "///").split("/", 3)[2]
    return re.sub(r":\d+$", "", authority)


def path_of(url: str) -> str:
    """The path of a URL, without query; empty for what is no URL."""
    _, slash, rest = (canonical(url) or "").partition("://")[2].partition("/")
    return slash + rest.partition("?")[0]


@dataclass(frozen=True, slots=True)
class Parts:
    """A URL as a request needs it."""

    scheme: str
    host: str  # an IPv6 address in brackets
    port: int
    authority: str  # as written: with the port where it is not the scheme's own
    target: str  # path and query


def parts(url: str) -> Parts | None:
    """The parts of a URL; None for what is no URL. Nothing is parsed twice: a canonical URL has one way to be cut."""
    scheme, mark, rest = (canonical(url) or "").partition("://")
    if not mark:
        return None
    authority, _, target = rest.partition("/")
    numbered = re.search(r":(\d+)$", authority)
    name = authority[: numbered.start()] if numbered else authority
    return Parts(
        scheme, name, int(numbered[1]) if numbered else 443 if scheme == "https" else 80, authority, f"/{target}"
    )
