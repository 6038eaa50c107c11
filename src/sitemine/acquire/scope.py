"""Which URLs are the site's, which are one page under two spellings, and of what kind a URL is.

The kind of a URL is its shape: what the directories are called, and of what its last part is made. Pages of one template
lie under one shape on most sites, so that what the first of them turned out to be says what the others will be.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Final

from publicsuffixlist import PublicSuffixList

from sitemine.acquire.sniff import has_asset_name
from sitemine.acquire.urls import Parts, identity, parts
from sitemine.options import Crawl

# Parameters that name the visitor and not the page; what else is idle on a site is learned (`traps.py`).
_VISITOR: Final = re.compile(
    r"(?:^|(?<=&))(?:jsessionid|phpsessid|aspsessionid\w*|asp\.net_sessionid|cfid|cftoken|sid|sess(?:ion)?_?id"
    r"|utm_\w+|fbclid|gclid|msclkid|mc_[ce]id|_ga|yclid)=[^&]*(?:&|$)",
    re.IGNORECASE,
)
_PATH_SESSION: Final = re.compile(
    r";(?:jsessionid|sid|phpsessid)=[^/?;]*|/\((?:[A-Z]\([\w-]+\))+\)(?=/)", re.IGNORECASE
)
_FILES: Final = re.compile(
    r"\.(?:7z|apk|avi|bin|bz2|csv|deb|dmg|docx?|epub|exe|flac|gz|iso|jar|mkv|mov|mpe?g|msi|odp|ods|odt|ogv|pdf|pptx?|psd|rar"
    r"|rpm|rtf|tar|tgz|tiff?|torrent|wmv|xlsx?|xz|zip)$",
    re.IGNORECASE,
)
_REPEATED: Final = re.compile(r"((?:/[^/]+){1,4}?)\1{2,}(?=/|$)|((?:/[^/]+){2,4}?)\2(?=/|$)")
_DIGITS: Final = re.compile(r"\d+")
_WORD: Final = re.compile(r"[^\W\d_]+")
_LITERAL: Final = 24  # letters of a directory's name; longer ones are titles
_TITLE: Final = 2  # words, the same


@lru_cache(maxsize=1)
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()


@lru_cache(maxsize=4_096)
def owner(host: str) -> str:
    """The registrable domain of a host: what one owner holds; the host itself where there is none."""
    return _suffixes().privatesuffix(host) or host


def _bare(host: str) -> str:
    return host.removeprefix("www.")


@dataclass(frozen=True, slots=True)
class Scope:
    """What belongs to the site that is entered at a URL."""

    entrance: Parts
    same: str

    @classmethod
    def of(cls, url: str, same: str) -> "Scope":
        entrance = parts(url)
        if entrance is None:
            raise ValueError(url)
        return cls(entrance, same)

    def has(self, place: Parts) -> bool:
        """Whether a URL is the site's."""
        if self.same == "domain":
            return owner(place.host) == owner(self.entrance.host)
        if _bare(place.host) != _bare(self.entrance.host) or not self._is_our_port(place):
            return False
        folder = self.entrance.target.partition("?")[0].rpartition("/")[0]
        return self.same == "host" or place.target.startswith(f"{folder}/")

    def _is_our_port(self, place: Parts) -> bool:
        plain = {80, 443}
        return place.port == self.entrance.port or {place.port, self.entrance.port} <= plain


def without_visitor(url: str) -> str:
    """The URL without what names the visitor rather than the page."""
    path, mark, query = url.partition("?")
    if ";" in path or "(" in path:
        path = _PATH_SESSION.sub("", path)
    if mark and "=" in query:
        query = _VISITOR.sub("", query).rstrip("&")
    return f"{path}?{query}" if query else path


def key_of(url: str) -> bytes:
    """What two URLs share that are the same page."""
    return blake2b(identity(without_visitor(url)).encode(), digest_size=12).digest()


def refused(place: Parts, crawl: Crawl) -> str:
    """Why a URL cannot be that of a page that people made; empty if it can."""
    path = place.target.partition("?")[0]
    if len(place.target) + len(place.authority) > crawl.url_length:
        return f"a URL of {len(place.target):,} characters"
    if path.count("/") > crawl.segments:
        return f"a path of {path.count('/')} parts"
    if _REPEATED.search(path):
        return "a path that repeats itself"
    return ""


def is_page_like(place: Parts) -> bool:
    """Whether a URL may be a page's: not named as images, films and other files are."""
    path = place.target.partition("?")[0]
    return not has_asset_name(path) and not _FILES.search(path)


def _kind(part: str) -> str:
    """Of what the last part of a path is made: digits, a word, a title of several words, or both."""
    if part.endswith("/"):
        return f"{_kind(part[:-1])}/"
    stem, dot, ending = part.rpartition(".")
    stem, ending = (stem, ending.lower()) if dot and len(ending) <= 5 else (part, "")
    words, digits = len(_WORD.findall(stem)), len(_DIGITS.findall(stem))
    letters = "t" if words > 2 or len(stem) > _LITERAL else "w" * words
    return f"{letters}{'d' * min(digits, 2)}.{ending}"


def _split(path: str) -> tuple[list[str], str]:
    """The directories of a path and its last part; what ends in a slash is named by the part before, as weblogs have it."""
    parts = path.split("/")[1:]
    last = "" if parts[-1].startswith("index.") else parts[-1]
    return (parts[:-2], f"{parts[-2]}/") if len(parts) > 1 and not last else (parts[:-1], last)


def _directory(part: str) -> str:
    """The name of a directory; numbers and titles are none."""
    is_name = len(part) <= _LITERAL and not _DIGITS.search(part) and len(_WORD.findall(part)) <= _TITLE
    return part if is_name else "#"


@dataclass(frozen=True, slots=True)
class Shape:
    """The kind of a URL, exactly and roughly: with the names of its directories, and by their number alone."""

    fine: str
    coarse: str


@lru_cache(maxsize=16_384)
def _shape(target: str) -> Shape:
    path, mark, query = target.partition("?")
    parts, named = _split(path)
    last = _kind(named)
    names = sorted({field.partition("=")[0] for field in query.split("&")}) if mark else []
    directories = list(map(_directory, parts))
    asked = f"?{'&'.join(names[:4])}" if names else ""
    return Shape(f"/{'/'.join(directories)}/{last}{asked}", f"{len(directories)}/{last}{'?' if mark else ''}")


def shape_of(place: Parts) -> Shape:
    """The kind of a URL."""
    return _shape(place.target)
