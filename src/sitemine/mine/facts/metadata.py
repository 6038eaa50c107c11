"""What a page is called, by whom and when it was written: from what it says of itself and what its site repeats.

Each answer comes from the first that gives one: JSON-LD, meta elements, elements marked for machines, the URL, the place
at which the pages of its site have their date, lines near the title. Publication and change are never taken for each other, no date lies after `latest`, and each says its source.
Titles carry the site's name before or after a separator. On one page that can only be guessed; a site tells it: the part
that stands in the titles of many pages is not the page's own.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from sitemine.dom.head import Head
from sitemine.mine.facts.dates import moment_of, month_of
from sitemine.mine.facts.hints import Hints
from sitemine.mine.facts.jsonld import Thing, text_in, texts_in, things_of, types_of
from sitemine.mine.facts.products import product_of
from sitemine.records import Product

SEPARATOR: Final = re.compile("\\s+(?:[|\u2013\u2014·•»«:~/-]|::|>|<)\\s+|\\s*[|»«\uff5c_]\\s*")
COLON: Final = re.compile(":\\s+|\\s*\uff1a\\s*")
"""Parts a title only where the site shows it: titles have colons of their own."""

SIGNS: Final = "\u00b6\u00a7#\u2693\U0001f517"
"""What a link to a heading or a definition, which stands in it, is written as."""

PERMALINK: Final = re.compile(f"\\s*[{SIGNS}]\ufe0f?$")
"""The sign of a link to a heading, which stands in it."""

PUBLISHED: Final = (
    *("article:published_time og:article:published_time og:published_time datepublished dc.date.issued").split(),
    *("dcterms.issued dcterms.created dc.date.created dc.date dcterms.date citation_publication_date").split(),
    *(
        "citation_online_date citation_date parsely-pub-date sailthru.date article.published cxenseparse:recs:publishtime"
    ).split(),
    *(
        "pubdate publishdate publish-date publish_date publication_date originalpublicationdate date.created created date"
    ).split(),
)
MODIFIED: Final = (
    *("article:modified_time og:updated_time og:modified_time datemodified dcterms.modified dc.date.modified").split(),
    *("last-modified lastmod modified article.updated revised").split(),
)
AUTHORS: Final = (
    *("citation_author dc.creator dcterms.creator article:author author parsely-author sailthru.author").split(),
    *("byl dc.contributor article.author twitter:creator").split(),
)
SECTIONS: Final = ("article:section", "parsely-section", "section", "og:section", "cxenseparse:recs:category")
TAGS: Final = ("article:tag", "og:article:tag", "news_keywords", "parsely-tags", "keywords")
IMAGES: Final = ("og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src", "thumbnail")
SITE_NAMES: Final = ("og:site_name", "application-name", "apple-mobile-web-app-title")

TELLING: Final = re.compile(
    r"Article|Posting|Report|Review$|Recipe|HowTo|Course|Event|Book|VideoObject|NewsItem|QAPage|Question"
)
"""Types of JSON-LD that are what a page tells; others are of its site, its author, its place in it."""

CARRYING: Final = re.compile(r"Page$|CreativeWork$|Product|Dataset|SoftwareSourceCode|ImageObject")
NO_AUTHOR: Final = re.compile(
    r"https?://|www\.|^[@#]|^\W*$|^(?:admin|administrator|root|editor|author|by|unknown|none|null|undefined)$",
    re.IGNORECASE,
)
BY: Final = re.compile(
    r"^(?:.*\b(?:written|posted|published|reviewed|authored)\s+by|(?:words\s+|story\s+|article\s+)?by|von|par|por|di|door|av|af|"
    r"\u043e\u0442|\u0430\u0432\u0442\u043e\u0440|authors?|autor(?:in|en|es|a)?|auteur|autore|\u4f5c\u8005|\u6587|\u8a18\u8005|\u8bb0\u8005)\s*"
    r"(?:[:\uff1a]\s*|\s)",
    re.IGNORECASE,
)
BETWEEN_AUTHORS: Final = re.compile(r"\s*(?:;|\u3001|\s(?:and|und|et|y|e|&)\s)\s*")
AFTER_AUTHORS: Final = re.compile(
    r"\s*(?:[|\u2022\u00b7]|\s[-\u2013\u2014]\s|\b(?:on|updated|published|posted)\b[:\s]|^\d+\b|\s\d|\n).*$",
    re.IGNORECASE | re.DOTALL,
)
LONGEST: Final = 1_000
"""Characters that are read of what says who wrote a page; what has more is the page, and named after its author."""

MOST_NAME: Final = 60
"""Characters of a name; the longest of an author in 2,600 gold names has 58."""

MOST_WORDS: Final = 7
NO_PART_OF_NAMES: Final = " ,.:|-\u2013\u2014\u00b7"
MOST_AUTHORS: Final = 20
ALIKE: Final = 0.6
"""Share of a heading's letter pairs that a title must have for the heading to be of the same thing; bench/quality."""

DAY: Final = len("2024-03-09")
OF_PUBLICATION: Final = re.compile(r"publi|posted|entry-date|created|issued|pub-?date")
NAMED_PUBLICATION: Final = re.compile(r"publi\w*[-_.:]?(?:date|time|on|at)$|(?:date|time)[-_.:]?publi|^dc\.date$")
JOINED: Final = re.compile(
    r"\b(?:joined|registered|member since|beigetreten|inscrit|registrado|\u0440\u0435\u0433\u0438\u0441\u0442\u0440\u0430\u0446)",
    re.IGNORECASE,
)
OF_CHANGE: Final = re.compile(r"updat|modif|revis|changed|edited")


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a page says of itself."""

    title: str = ""
    authors: tuple[str, ...] = ()
    author_source: str = ""
    published: str = ""  # as precise as the page says it, with the zone where it has one
    date_source: str = ""
    modified: str = ""
    modified_source: str = ""
    site_name: str = ""
    section: str = ""
    tags: tuple[str, ...] = ()
    description: str = ""
    image: str = ""
    product: Product | None = None


def title_parts(title: str) -> list[str]:
    """A title cut at its separators."""
    return [part.strip() for part in SEPARATOR.split(title) if part.strip()]


def lead_of(title: str) -> str:
    """What stands before the first colon of a title, where something follows: the name of a site, perhaps, or of a series."""
    lead, *rest = COLON.split(title, maxsplit=1)
    return lead.strip() if rest and rest[0].strip() else ""


def part_key(part: str) -> int:
    """The number under which a part of a title is counted over a site."""
    return int.from_bytes(blake2b(part.casefold().encode(), digest_size=8).digest(), "little") | 1


def _plain(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _pairs(text: str) -> set[str]:
    """The pairs of letters of a text, which serve all scripts alike."""
    return {text[k : k + 2] for k in range(len(text) - 1)} or {text}


def _is_of(heading: str, declared: Iterable[str]) -> bool:
    """Whether a heading names what the page's titles name, in other words perhaps."""
    plain = _plain(heading)
    pairs = _pairs(plain)
    return bool(plain) and any(plain in said or len(pairs & _pairs(said)) >= ALIKE * len(pairs) for said in declared)


def _without_lead(title: str, is_repeated: Callable[[str], bool]) -> str:
    """A title without what stands before a colon in the titles of many pages."""
    lead = lead_of(title)
    return COLON.split(title, maxsplit=1)[1].strip() if lead and is_repeated(lead) else title


def title_of(head: Head, headings: Sequence[str], is_repeated: Callable[[str], bool]) -> str:
    """The page's own title: the first heading that its title or og:title names too, else the own part of these."""
    site_name = _plain(head.meta.get("og:site_name", ""))
    declared = [" ".join(text.split()) for text in (head.meta.get("og:title", ""), head.title) if text.strip()]
    plain = [_plain(text) for text in declared]
    own_headings = [heading for heading in headings if _plain(heading) != site_name and not is_repeated(heading)]
    for heading in own_headings:
        if _is_of(heading, plain):
            said = " ".join(heading.split())
            return said if any(map(PERMALINK.search, declared)) else PERMALINK.sub("", said) or said
    for text in (_without_lead(text, is_repeated) for text in declared):
        parts = title_parts(text)
        own = [part for part in parts if _plain(part) != site_name and not is_repeated(part)]
        if len(parts) > 1 and own:
            return own[0] if len(own) < len(parts) else max(own, key=len)
        if own:
            return text
    return declared[0] if declared else next((" ".join(heading.split()) for heading in headings), "")


def _main_things(things: Sequence[Thing]) -> list[Thing]:
    """The things that a page tells, before those that carry it."""
    telling, carrying = [], []
    for thing in things:
        types = types_of(thing)
        if any(map(TELLING.search, types)):
            telling.append(thing)
        elif any(map(CARRYING.search, types)):
            carrying.append(thing)
    return telling + carrying


Candidates = Iterator[tuple[str, str]]
"""What may be the answer, each with its source, the best first."""


def _published(head: Head, main: Sequence[Thing], hints: Hints, url: str, language: str) -> Candidates:
    for key in ("datePublished", "uploadDate", "dateCreated"):
        for thing in main:
            yield moment_of(text_in(thing.get(key)), language), "json-ld"
    for name in PUBLISHED:
        if name in head.meta:
            yield moment_of(head.meta[name], language), f"meta:{name}"
    for name, mark in hints.properties("datepublished", "datecreated", "uploaddate"):
        yield moment_of(mark.value or mark.text, language), f"itemprop:{name}"
    for name, said in head.meta.items():
        if NAMED_PUBLICATION.search(name):
            yield moment_of(said, language), f"meta:{name}"
    yield from _timed(hints, language)
    yield _of_url(url), "url"
    yield moment_of(_of_publication(hints.site_line()), language), "site"
    for line in _dated_lines(hints):
        yield moment_of(_of_publication(line), language), "text"


def _dated_lines(hints: Hints) -> Iterator[str]:
    """Lines that may say when, but those that say since when somebody has been a member."""
    for line in hints.dated_lines():
        if not JOINED.search(line):
            yield line
    for mark in hints.named(b"date", b"publish", b"posted", b"Date", b"time"):
        if not OF_CHANGE.search(mark.names):
            yield mark.text


def _of_publication(line: str) -> str:
    """What of a line is not said of a change: `Published 1 May 2024, updated 3 June 2024` says both."""
    found = OF_CHANGE.search(line.lower())
    return line[: found.start()] if found else line


def _timed(hints: Hints, language: str) -> Candidates:
    """Publication by `time` elements: those that say so, then those that do not say that they mean a change."""
    times = [(mark, f"{mark.names} {mark.text.lower()}") for mark in hints.times()]
    for said in (True, False):
        for mark, words in times:
            if bool(OF_PUBLICATION.search(words)) == said and not OF_CHANGE.search(words):
                yield moment_of(mark.value, language), "time"


def _modified(head: Head, main: Sequence[Thing], hints: Hints, language: str) -> Candidates:
    for thing in main:
        yield moment_of(text_in(thing.get("dateModified")), language), "json-ld"
    for name in MODIFIED:
        if name in head.meta:
            yield moment_of(head.meta[name], language), f"meta:{name}"
    for name, mark in hints.properties("datemodified"):
        yield moment_of(mark.value or mark.text, language), f"itemprop:{name}"
    for mark in hints.times():
        if OF_CHANGE.search(mark.names) or OF_CHANGE.search(mark.text.lower()):
            yield moment_of(mark.value, language), "time"
    for line in hints.dated_lines():
        if found := OF_CHANGE.search(line.lower()):
            yield moment_of(line[found.end() :], language), "text"


URL_DAY: Final = re.compile(r"/((?:19|20)\d\d)[/-](\d\d?)[/-](\d\d?)(?=[/._-]|$)|/((?:19|20)\d\d)(\d\d)(\d\d)(?!\d)")


def _of_url(url: str) -> str:
    return next(
        (day for found in URL_DAY.finditer(url) if (day := moment_of("-".join(filter(None, found.groups()))))), ""
    )


def _first(candidates: Candidates, latest: str) -> tuple[str, str]:
    """The first answer that is one and, of dates, not after the latest day that can be."""
    return next(
        ((said, source) for said, source in candidates if said and (not latest or said[:DAY] <= latest)), ("", "")
    )


def _name(said: str) -> str:
    """A name without what follows it: a rank, a number, a date."""
    name = AFTER_AUTHORS.sub("", said).strip(NO_PART_OF_NAMES)
    before, _, last = name.rpartition(" ")
    return (
        before.strip(NO_PART_OF_NAMES) if before and name != said.strip(NO_PART_OF_NAMES) and month_of(last) else name
    )


def _people(said: Iterable[str]) -> list[str]:
    """The names in what is said of authors."""
    names: list[str] = []
    for text in said:
        for part in BETWEEN_AUTHORS.split(BY.sub("", " ".join(text[:LONGEST].split()))):
            name = _name(part)
            if (
                name
                and len(name) <= MOST_NAME
                and len(name.split()) <= MOST_WORDS
                and not NO_AUTHOR.search(name)
                and _plain(name) not in map(_plain, names)
            ):
                names.append(name)
    return names[:MOST_AUTHORS]


def _with_a_name(lines: Iterable[str]) -> str:
    """The first of some lines, up to the one that names somebody: `By`, on a line of its own, does not, and a rank stands below."""
    said = ""
    for line in lines:
        said = f"{said} {line}".strip()
        if not BY.fullmatch(f"{said} ") and _people([said]):
            break
    return said


def _by(head: Head, main: Sequence[Thing], hints: Hints) -> Iterator[tuple[list[str], str]]:
    """What the page says of its authors, each with its source."""
    for thing in main:
        for key in ("author", "creator"):
            yield texts_in(thing.get(key)), "json-ld"
    for name in AUTHORS:
        if name in head.meta:
            yield [head.meta[name], *(said for more, said in head.more if more == name)], f"meta:{name}"
    for name, mark in hints.properties("author", "creator"):
        yield [mark.text or mark.value], f"itemprop:{name}"
    for mark in hints.named(b"author", b"byline", b"Author"):
        if mark.length <= LONGEST:
            yield [_with_a_name(mark.lines)], "rel" if "rel=author" in mark.names.split() else "class"
    for line in hints.near_title():
        if BY.match(line):
            yield [line], "text"


def _authors(head: Head, main: Sequence[Thing], hints: Hints) -> tuple[tuple[str, ...], str]:
    for said, source in _by(head, main, hints):
        if names := _people(said):
            return tuple(names), source
    return (), ""


def _said(head: Head, names: Iterable[str]) -> str:
    return next((" ".join(said.split()) for name in names if (said := head.meta.get(name, ""))), "")


def _tags(head: Head, main: Sequence[Thing]) -> tuple[str, ...]:
    """The keywords of a page."""
    said = [text for thing in main[:1] for text in texts_in(thing.get("keywords"))]
    for name in TAGS:
        said += [head.meta.get(name, ""), *(text for more, text in head.more if more == name)] if not said else []
    return tuple(dict.fromkeys(tag for text in said for part in text.split(",") if (tag := " ".join(part.split()))))


def metadata_of(
    head: Head, hints: Hints, url: str, *, is_repeated: Callable[[str], bool], language: str = "", latest: str = ""
) -> Metadata:
    """What a page says of itself; no date of it is after the day `latest`, where one is given."""
    things = things_of(head.json_ld)
    main = _main_things(things)
    published, date_source = _first(_published(head, main, hints, url, language), latest)
    modified, modified_source = _first(_modified(head, main, hints, language), latest)
    publishers = (text_in(thing.get("publisher")) for thing in main)
    sites = (text_in(thing.get("name")) for thing in things if "WebSite" in types_of(thing))
    site_name = _said(head, SITE_NAMES) or next(filter(None, (*publishers, *sites)), "")
    authors, author_source = _authors(head, main, hints)
    return Metadata(
        title=title_of(head, hints.headings(), is_repeated),
        authors=authors,
        author_source=author_source,
        published=published,
        date_source=date_source,
        modified=modified,
        modified_source=modified_source,
        site_name=site_name,
        section=_said(head, SECTIONS)
        or next(filter(None, (text_in(thing.get("articleSection")) for thing in main)), ""),
        tags=_tags(head, main),
        description=_said(head, ("og:description", "description", "twitter:description")),
        image=_said(head, IMAGES) or next(filter(None, (text_in(thing.get("image")) for thing in main)), ""),
        product=product_of(things),
    )
