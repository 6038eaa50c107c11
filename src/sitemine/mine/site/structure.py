"""The structure of a site: which TOC pages introduce which pages. Menus, footers and what is called related are no part of it."""

from collections.abc import Iterable
from dataclasses import dataclass

from sitemine.acquire.urls import identity
from sitemine.records import MinedPage


@dataclass(frozen=True, slots=True)
class StructurePage:
    """A page of the structure; one that was introduced and did not come has no role."""

    url: str
    role: str
    title: str


@dataclass(frozen=True, slots=True)
class Introduction:
    """A TOC page introduces a page, by their places among the pages of the structure."""

    source: int
    target: int
    text: str
    date: str


@dataclass(frozen=True, slots=True)
class Structure:
    """The TOC pages of a site, what they introduce, and who introduces what."""

    pages: tuple[StructurePage, ...]  # in order of their URLs
    links: tuple[Introduction, ...]  # by TOC page, in the order of the page


@dataclass(frozen=True, slots=True)
class Sketch:
    """What the structure takes of a page."""

    url: str
    role: str
    title: str
    entries: tuple[tuple[str, str, str], ...] = ()  # URL, text, date

    @classmethod
    def of(cls, page: MinedPage) -> "Sketch":
        entries = tuple((entry.url, entry.text, entry.date) for entry in page.entries)
        return cls(page.url, page.role.value, page.article.title if page.article else "", entries)


def structure_of(sketches: Iterable[Sketch]) -> Structure:
    """The structure of a site; the order of the pages does not matter."""
    came = sorted(sketches, key=lambda sketch: sketch.url)
    named = {identity(sketch.url): sketch for sketch in came}
    tocs = [sketch for sketch in came if sketch.entries]
    pages = {sketch.url: StructurePage(sketch.url, sketch.role, sketch.title) for sketch in tocs}
    introduced: list[list[tuple[str, str, str]]] = []
    for toc in tocs:
        ends = []
        for url, text, date in toc.entries:
            sketch = named.get(identity(url), Sketch(url, "", text))
            pages.setdefault(sketch.url, StructurePage(sketch.url, sketch.role, sketch.title))
            ends.append((sketch.url, text, date))
        introduced.append(ends)
    place = {url: number for number, url in enumerate(sorted(pages))}
    links = (
        Introduction(place[toc.url], place[url], text, date)
        for toc, ends in zip(tocs, introduced, strict=True)
        for url, text, date in ends
    )
    return Structure(tuple(pages[url] for url in place), tuple(links))
