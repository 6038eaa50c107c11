"""Title, date and language of a page, from what it says of itself and what its site repeats.

Titles carry the site's name before or after a separator. On one page that can only be guessed; a site tells it: the part
that stands in the titles of many pages is not the page's own.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from hashlib import blake2b
from typing import Final

from sitemine.dom.head import Head

SEPARATOR: Final = re.compile("\\s+(?:[|\u2013\u2014·•»«:~/-]|::|>|<)\\s+|\\s*[|»«\uff5c_]\\s*")
PUBLISHED: Final = (
    "article:published_time",
    "datepublished",
    "dc.date.issued",
    "dcterms.created",
    "dc.date",
    "dcterms.date",
    "citation_publication_date",
    "citation_date",
    "parsely-pub-date",
    "sailthru.date",
    "pubdate",
    "publishdate",
    "date",
)
JSON_LD_DATE: Final = re.compile(r'"(?:datePublished|uploadDate|dateCreated)"\s*:\s*"([^"]{8,40})"')
ISO_DATE: Final = re.compile(r"(?<!\d)((?:19|20)\d\d)[-/.](\d\d?)[-/.](\d\d?)(?!\d)")
URL_DATE: Final = re.compile(r"/((?:19|20)\d\d)[/-](\d\d?)[/-](\d\d?)(?=[/.-]|$)")
URL_DAY: Final = re.compile(r"/((?:19|20)\d\d)(\d\d)(\d\d)(?!\d)")


def title_parts(title: str) -> list[str]:
    """A title cut at its separators."""
    return [part.strip() for part in SEPARATOR.split(title) if part.strip()]


def part_key(part: str) -> int:
    """The number under which a part of a title is counted over a site."""
    return int.from_bytes(blake2b(part.casefold().encode(), digest_size=8).digest(), "little") | 1


def _plain(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def title_of(head: Head, headings: Sequence[str], is_repeated: Callable[[str], bool]) -> str:
    """The page's own title: the first heading that its title or og:title contains, else the own part of these."""
    site_name = _plain(head.meta.get("og:site_name", ""))
    declared = [" ".join(text.split()) for text in (head.meta.get("og:title", ""), head.title) if text.strip()]
    for heading in headings:
        if _plain(heading) and not is_repeated(heading) and any(_plain(heading) in _plain(text) for text in declared):
            return " ".join(heading.split())
    for text in declared:
        parts = title_parts(text)
        own = [part for part in parts if _plain(part) != site_name and not is_repeated(part)]
        if len(parts) > 1 and own:
            return own[0] if len(own) < len(parts) else max(own, key=len)
        if own:
            return text
    return declared[0] if declared else next((" ".join(heading.split()) for heading in headings), "")


def _iso(text: str, pattern: re.Pattern[str] = ISO_DATE) -> str:
    """The first date in a text, as YYYY-MM-DD; empty where it has none that exists."""
    for found in pattern.finditer(text):
        try:
            return date(*map(int, found.groups())).isoformat()
        except ValueError:
            continue
    return ""


def _dates(head: Head, times: Sequence[str], url: str) -> Iterator[tuple[str, str]]:
    for text in head.json_ld:
        for found in JSON_LD_DATE.findall(text):
            yield _iso(found), "json-ld"
    for name in PUBLISHED:
        yield _iso(head.meta.get(name, "")), f"meta:{name}"
    for text in times:
        yield _iso(text), "time"
    yield _iso(url, URL_DATE) or _iso(url, URL_DAY), "url"


def date_of(head: Head, times: Sequence[str], url: str) -> tuple[str, str]:
    """When the page was published, and where it says so; `times` are the `datetime` values of its informative block."""
    return next(((day, source) for day, source in _dates(head, times, url) if day), ("", ""))


def language_of(head: Head) -> str:
    """The language that the page declares, as in BCP 47."""
    declared = head.language or head.meta.get("content-language", "") or head.meta.get("og:locale", "")
    return declared.split(",")[0].strip().replace("_", "-").lower()
