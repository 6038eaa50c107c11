"""What an article holds besides its plain text, made from its excerpt when somebody asks.

The excerpt is all that is kept, compared and pickled. What is made of it is made anew each time, in a few milliseconds; only
the tree of the latest article is remembered, and nothing that is written changes it.
"""

from collections.abc import Callable, Iterator
from typing import Final

from sitemine.mine.article.addresses import Addresses
from sitemine.mine.article.excerpt import EMPTY, Excerpt
from sitemine.mine.article.html import to_html
from sitemine.mine.article.markdown import to_markdown
from sitemine.mine.article.parts import Part, text_of
from sitemine.mine.article.plain import to_text
from sitemine.mine.article.shape import shaped
from sitemine.mine.article.tables import grid_of
from sitemine.mine.article.tei import to_tei
from sitemine.mine.article.wanted import Wanted
from sitemine.records import Article, Code, Image, Reference


def _parts(blocks: list[Part]) -> Iterator[Part]:
    """All parts in reading order."""
    waiting = list(reversed(blocks))
    while waiting:
        part = waiting.pop()
        yield part
        waiting += [child for child in reversed(part.inside) if isinstance(child, Part)]


def _nothing() -> Excerpt:
    return EMPTY


class _Latest:
    """The tree of the article that was asked for last: whoever asks for Markdown asks for links next."""

    __slots__ = ("_held",)

    def __init__(self) -> None:
        self._held: tuple[Excerpt, list[Part]] | None = None

    def of(self, excerpt: Excerpt) -> list[Part]:
        held = self._held
        if held is None or held[0] is not excerpt:
            held = self._held = (excerpt, shaped(excerpt))
        return held[1]


_latest: Final = _Latest()


class Content:
    """The parts of an article, written in any way; a value that is known by its excerpt."""

    __slots__ = ("_excerpt", "_make")

    def __init__(self, excerpt: Excerpt | None = None, make: Callable[[], Excerpt] = _nothing) -> None:
        self._excerpt = excerpt
        self._make = make

    @property
    def excerpt(self) -> Excerpt:
        """What is kept of the page's table, which is held until this is asked for."""
        if self._excerpt is None:
            self._excerpt = self._make()
            self._make = _nothing
        return self._excerpt

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Content) and self.excerpt == other.excerpt

    def __hash__(self) -> int:
        return hash(self.excerpt)

    def __reduce__(self) -> tuple[type["Content"], tuple[Excerpt]]:
        return Content, (self.excerpt,)

    def __repr__(self) -> str:
        return f"<Content of {len(self.excerpt.tag)} elements>"

    def _addresses(self) -> Addresses:
        tags = self.excerpt.tag
        return Addresses(self.excerpt.base, has_formulas="math" in tags or "annotation" in tags)

    def text(self, *, tables: bool = True) -> str:
        """One line a block, without tables if they are not wanted."""
        return to_text(_latest.of(self.excerpt), Wanted(tables=tables))

    def markdown(self, *, links: bool = True, images: bool = False, tables: bool = True) -> str:
        return to_markdown(_latest.of(self.excerpt), self._addresses(), Wanted(links, images, tables))

    def html(self, *, links: bool = True, images: bool = True, tables: bool = True) -> str:
        return to_html(_latest.of(self.excerpt), self._addresses(), Wanted(links, images, tables))

    def tei(self, article: Article, *, links: bool = True, images: bool = True, tables: bool = True) -> str:
        return to_tei(article, _latest.of(self.excerpt), self._addresses(), Wanted(links, images, tables))

    @property
    def links(self) -> tuple[Reference, ...]:
        addresses, parts = self._addresses(), _parts(_latest.of(self.excerpt))
        found = ((addresses.link(part.said.get("href", "")), part) for part in parts if part.kind == "a")
        return tuple(Reference(url, text_of(part.inside)) for url, part in found if url)

    @property
    def images(self) -> tuple[Image, ...]:
        addresses, found, captions = self._addresses(), [], dict[int, str]()
        for part in _parts(_latest.of(self.excerpt)):
            if part.kind == "figure":
                said = " ".join(text_of(held.inside) for held in _parts([part]) if held.kind == "caption")
                captions.update({id(held): said for held in _parts([part]) if held.kind == "image"})
            elif part.kind == "image" and (url := addresses.image(part.said)):
                caption = captions.get(id(part)) or part.said.get("caption", "")
                found.append(Image(url, " ".join(part.said.get("alt", "").split()), caption))
        return tuple(found)

    @property
    def tables(self) -> tuple[tuple[tuple[str, ...], ...], ...]:
        tables = (part for part in _parts(_latest.of(self.excerpt)) if part.kind == "table")
        rows = ([held for held in table.inside if isinstance(held, Part) and held.kind == "row"] for table in tables)
        return tuple(
            tuple(tuple(text_of(cell.inside) if cell else "" for cell in row) for row in grid_of(held)) for held in rows
        )

    @property
    def code(self) -> tuple[Code, ...]:
        parts = (part for part in _parts(_latest.of(self.excerpt)) if part.kind == "pre")
        return tuple(Code(part.said["text"].rstrip(), part.said["language"]) for part in parts)
