"""An article as a TEI document: what is known of it in the header, its text in divisions by its headings.

The elements are those of the modules core, textstructure, header, linking, figures and tagdocs of TEI P5, each only where
its content model has it: a heading opens a division, and what is no paragraph in a cell or an item stands in it as such.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from sitemine.mine.article.addresses import Addresses
from sitemine.mine.article.parts import Part, text_of
from sitemine.mine.article.shape import HEADINGS, Inside
from sitemine.mine.article.wanted import Wanted
from sitemine.records import Article

NAMESPACE: Final = "http://www.tei-c.org/ns/1.0"
RENDERED: Final = {"em": "italic", "strong": "bold", "sub": "sub", "sup": "sup"}
NO_XML: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
WITH_SECONDS: Final = re.compile(r"T\d\d:\d\d:\d\d")
DAY: Final = len("2024-03-09")
LANGUAGE: Final = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$")


def _said(text: str) -> str:
    return escape(NO_XML.sub("\ufffd", text))


def _attribute(name: str, value: str) -> str:
    return f" {name}={quoteattr(NO_XML.sub(chr(0xFFFD), value))}" if value else ""


def _tag(tag: str, inside: str, **attributes: str) -> str:
    said = "".join(_attribute(name, value) for name, value in attributes.items())
    return f"<{tag}{said}>{inside}</{tag}>" if inside else f"<{tag}{said}/>"


class _Writer:
    """How the text of one article is written."""

    def __init__(self, addresses: Addresses, wanted: Wanted) -> None:
        self._addresses = addresses
        self._wanted = wanted

    def inline(self, parts: Inside) -> str:
        return "".join(_said(part) if isinstance(part, str) else self._inline_part(part) for part in parts)

    def _inline_part(self, part: Part) -> str:
        if part.kind in RENDERED:
            return _tag("hi", self.inline(part.inside), rend=RENDERED[part.kind])
        if part.kind == "del":
            return _tag("del", self.inline(part.inside))
        if part.kind == "code":
            return _tag("code", _said(text_of(part.inside)))
        if part.kind == "formula":
            return _tag("formula", _said(part.said["text"]), notation="tex")
        if part.kind == "br":
            return "<lb/>"
        if part.kind == "a":
            url = self._addresses.link(part.said.get("href", "")) if self._wanted.links else ""
            return _tag("ref", self.inline(part.inside), target=url) if url else self.inline(part.inside)
        if part.kind == "image":
            url = self._addresses.image(part.said) if self._wanted.images else ""
            said = " ".join(part.said.get("alt", "").split())
            return (
                _tag("figure", _tag("graphic", "", url=url) + (_tag("figDesc", _said(said)) if said else ""))
                if url
                else ""
            )
        return self.inline(part.inside)

    def blocks(self, parts: "Inside | Sequence[Part]") -> str:
        return "".join(self.block(part) for part in parts if isinstance(part, Part))

    def block(self, part: Part) -> str:
        if part.kind in {"table", "dl", "ul", "ol", "pre", "quote"}:
            return getattr(self, f"_{part.kind}")(part)  # type: ignore[no-any-return]
        if part.kind in HEADINGS:
            return _tag("p", _tag("hi", self.inline(part.inside), rend="heading"))
        if part.kind == "p":
            return _tag("p", said) if (said := self.inline(part.inside)).strip() else ""
        return self.blocks(part.inside)

    def _quote(self, part: Part) -> str:
        return _tag("quote", said) if (said := self.blocks(part.inside)) else ""

    def _pre(self, part: Part) -> str:
        code = _tag("code", _said(part.said["text"].rstrip()), lang=part.said["language"])
        return _tag("ab", code, type="code", **{"xml:space": "preserve"})

    def _ul(self, part: Part) -> str:
        return self._list(part, "bulleted")

    def _ol(self, part: Part) -> str:
        return self._list(part, "numbered")

    def _list(self, part: Part, kind: str) -> str:
        items = "".join(
            _tag("item", self.held(item), n=item.said.get("number", ""))
            for item in part.inside
            if isinstance(item, Part)
        )
        return _tag("list", items, rend=kind)

    def _dl(self, part: Part) -> str:
        """A list of glosses, in which each term has what is said of it, be that nothing."""
        written, terms = "", ""
        for held in part.inside:
            if isinstance(held, Part) and held.kind == "dt":
                terms += f"{'; ' if terms else ''}{_said(text_of(held.inside))}"
            elif isinstance(held, Part):
                written += _tag("label", terms) + _tag("item", self.held(held))
                terms = ""
        return _tag("list", written + (_tag("label", terms) + "<item/>" if terms else ""), type="gloss")

    def held(self, part: Part) -> str:
        """What an item or a cell holds: of but one paragraph, its text."""
        blocks = [block for block in part.inside if isinstance(block, Part)]
        if blocks and blocks[0].kind == "p" and all(block.kind != "p" for block in blocks[1:]):
            return self.inline(blocks[0].inside) + self.blocks(blocks[1:])
        return self.blocks(blocks)

    def _table(self, part: Part) -> str:
        if not self._wanted.tables:
            return ""
        rows = [row for row in part.inside if isinstance(row, Part) and row.kind == "row"]
        caption = " ".join(
            text_of(held.inside) for held in part.inside if isinstance(held, Part) and held.kind == "caption"
        )
        head = _tag("head", _said(caption)) if caption else ""
        return _tag("table", head + "".join(map(self._row, rows)))

    def _row(self, row: Part) -> str:
        return _tag("row", "".join(self._cell(cell) for cell in row.inside if isinstance(cell, Part)))

    def _cell(self, cell: Part) -> str:
        spans = {"cols": cell.said["colspan"], "rows": cell.said["rowspan"]}
        said = {name: number for name, number in spans.items() if number != "1"}
        return _tag("cell", self.held(cell), role="label" if cell.said["head"] else "", **said)

    def divisions(self, blocks: Sequence[Part]) -> str:
        """Blocks in divisions, each opened by a heading and closed by the next of its rank or a higher one."""
        written = ""
        opened: list[int] = []
        for block in blocks:
            if block.kind not in HEADINGS:
                written += self.block(block)
                continue
            while opened and opened[-1] >= int(block.kind[1]):
                written += "</div>"
                opened.pop()
            opened.append(int(block.kind[1]))
            written += f"<div>{_tag('head', self.inline(block.inside))}"
        return written + "</div>" * len(opened) or "<p/>"


def _when(moment: str) -> str:
    """A moment as XML Schema has it: to the second, or to the day."""
    return moment if WITH_SECONDS.search(moment) else moment[:DAY]


def _header(article: Article) -> str:
    """What is known of an article."""
    title = _tag("title", _said(article.title or article.url), type="main")
    authors = "".join(_tag("author", _said(name)) for name in article.authors)
    day = _tag("date", "", type="published", when=_when(article.published)) if article.published else ""
    changed = _tag("date", "", type="modified", when=_when(article.modified)) if article.modified else ""
    publisher = _tag("publisher", _said(article.site_name or "unknown"))
    source = title + authors + publisher + day + changed + (_tag("ptr", "", target=article.url) if article.url else "")
    described = _tag(
        "fileDesc",
        _tag("titleStmt", title + authors)
        + _tag("publicationStmt", publisher + day)
        + _tag("sourceDesc", _tag("bibl", source)),
    )
    return _tag("teiHeader", described + _profile(article))


def _profile(article: Article) -> str:
    abstract = _tag("abstract", _tag("p", _said(article.description))) if article.description else ""
    language = article.language if LANGUAGE.match(article.language) else ""
    usage = _tag("langUsage", _tag("language", _said(language), ident=language)) if language else ""
    terms: Iterable[str] = (*((article.section,) if article.section else ()), *article.tags)
    classes = _tag("textClass", _tag("keywords", "".join(_tag("term", _said(term)) for term in terms))) if terms else ""
    return _tag("profileDesc", abstract + usage + classes) if abstract + usage + classes else ""


def to_tei(article: Article, blocks: Sequence[Part], addresses: Addresses, wanted: Wanted) -> str:
    """An article as a TEI document."""
    body = _tag("text", _tag("body", _Writer(addresses, wanted).divisions(blocks)))
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{_tag("TEI", _header(article) + body, xmlns=NAMESPACE)}\n'
