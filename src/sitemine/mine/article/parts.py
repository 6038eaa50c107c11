"""An article as a tree of few kinds of parts, grown from its excerpt: what all ways to write it are written from.

Blocks are p, h1 to h6, quote, pre, ul, ol, li, dl, dt, dd, table, row, cell, figure, caption. What stands in a paragraph is
text, or em, strong, code, del, sub, sup, a, br, image, formula. Everything else that a page is made of has no meaning to
readers and dissolves: containers into the blocks they hold, other inline elements into their text. A run of text beside
blocks is a paragraph of its own.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html import unescape
from typing import Final

from sitemine.dom.table import BLOCK
from sitemine.mine.article.excerpt import Excerpt
from sitemine.mine.article.latex import MATHML, latex_of

KINDS: Final = (
    {tag: tag for tag in "p h1 h2 h3 h4 h5 h6 pre ul ol li dl dt dd table caption figure a br del sub sup math".split()}
    | dict.fromkeys(("menu", "dir"), "ul")
    | dict.fromkeys(("td", "th"), "cell")
    | dict.fromkeys(("em", "i", "dfn", "var"), "em")
    | dict.fromkeys(("strong", "b"), "strong")
    | dict.fromkeys(("code", "kbd", "samp", "tt"), "code")
    | dict.fromkeys(("s", "strike"), "del")
    | {"tr": "row", "blockquote": "quote", "listing": "pre", "figcaption": "caption", "img": "image", "q": "said"}
    | {tag: tag for tag in MATHML}
)
"""What a tag means; a tag that means nothing dissolves."""

BLOCKS: Final = frozenset(
    "p h1 h2 h3 h4 h5 h6 quote pre ul ol li dl dt dd table row cell figure caption container".split()
)
ROWS_APART: Final = frozenset(("thead", "tbody", "tfoot", "colgroup"))
DRAWN: Final = ("katex", "mathjax", "mjx-", "mwe-math")
"""Classes of what holds a formula in the ways of KaTeX, MathJax and MediaWiki: a picture of it beside what it means."""

MOST_DEEP: Final = 40
"""Levels that are told apart; what is deeper belongs to the part at this one."""


@dataclass(slots=True)
class Part:
    """A part of an article."""

    kind: str
    inside: list["Part | str"] = field(default_factory=list)
    said: dict[str, str] = field(default_factory=dict)  # its attributes, and what was found out of it
    above: "Part | None" = None
    depth: int = 0
    holds_blocks: bool = False


def text_of(inside: Iterable["Part | str"]) -> str:
    """What parts say, in one line."""
    return " ".join("".join(pieces(inside)).split())


def pieces(inside: Iterable["Part | str"]) -> Iterator[str]:
    """What parts say, piece by piece."""
    for part in inside:
        if isinstance(part, str):
            yield part
        elif part.kind in {"formula", "pre"}:
            yield part.said["text"]
        else:
            if part.kind in BLOCKS or part.kind == "br":
                yield " "
            yield from pieces(part.inside)


def _decoded(value: bytes) -> str:
    said = value.decode("utf-8", "replace")
    return unescape(said) if "&" in said else said


class _Growth:
    """A tree as it grows, row by row and run by run."""

    def __init__(self, excerpt: Excerpt) -> None:
        self.excerpt = excerpt
        self.root = Part("container")
        self.part: list[Part] = []  # the part that each row is, or dissolves into
        self.place = 0  # up to which the text has been told
        self.said: dict[int, dict[str, str]] = {}
        columns = zip(excerpt.attribute_node, excerpt.attribute_name, excerpt.attribute_value, strict=True)
        for node, name, value in columns:
            self.said.setdefault(node, {})[name] = _decoded(value)
        for node, number in excerpt.number:
            self.said.setdefault(node, {})["number"] = str(number)
        self.has_formulas = "math" in excerpt.tag or "annotation" in excerpt.tag

    def _kind(self, row: int) -> str:
        """What a row is; empty where it means nothing and takes no line of its own."""
        tag = self.excerpt.tag[row]
        if self.has_formulas and tag in {"mjx-container", "span"}:
            name = self.said.get(row, {}).get("class", "").lower()
            if tag == "mjx-container" or name.startswith(DRAWN):
                return "drawn"
        return KINDS.get(tag) or ("container" if tag in BLOCK and tag not in ROWS_APART else "")

    def _part_from(self, holder: Part, start: int) -> None:
        """What parts the text at a place from what has been told: a space, a line break, or a block's end."""
        if start > self.place:
            is_space = self.excerpt.text[self.place : start] == " "
            holder.inside.append(" " if is_space else Part("br" if start in self.excerpt.joined else "break"))
            self.place = start

    def open(self, row: int) -> None:
        """A row begins."""
        excerpt = self.excerpt
        above = self.part[excerpt.parent[row]] if excerpt.parent[row] >= 0 else self.root
        kind, start, end = self._kind(row), excerpt.start[row], excerpt.end[row]
        is_wrapped = kind == above.kind == "container"  # blocks within are parted all the same
        if not kind or is_wrapped or above.depth >= MOST_DEEP:
            self.part.append(above)
            return
        if kind == "image":
            above.inside.extend([" "] * (excerpt.text[self.place : start] == " "))
        elif kind not in BLOCKS and end > start:
            self._part_from(above, start)
        elif end > start:
            self.place = max(self.place, start)
        part = Part(kind, [], self.said.get(row, {}), above, above.depth + 1)
        if kind == "pre":
            part.said["text"] = excerpt.text[start:end]
            part.said["around"] = self.said.get(excerpt.parent[row], {}).get("class", "")
        elif kind == "cell":
            part.said["tag"] = excerpt.tag[row]
        above.inside.append(part)
        self.part.append(part)
        self._mark(part)

    def _mark(self, part: Part) -> None:
        """Tells what a block stands in, up to the next block, that it holds one."""
        above = part.above
        while part.kind in BLOCKS and above is not None and above.kind not in BLOCKS and not above.holds_blocks:
            above.holds_blocks = True
            above = above.above

    def say(self, run: int) -> None:
        """A run of text."""
        excerpt = self.excerpt
        holder = self.part[excerpt.run_node[run]]
        self._part_from(holder, excerpt.run_start[run])
        holder.inside.append(excerpt.text[excerpt.run_start[run] : excerpt.run_end[run]])
        self.place = excerpt.run_end[run]


def grown(excerpt: Excerpt) -> Part:
    """The tree of an excerpt, as its elements have it."""
    growth, run, n_runs = _Growth(excerpt), 0, len(excerpt.run_node)
    for row, start in enumerate(excerpt.start):
        while run < n_runs and excerpt.run_start[run] < start:
            growth.say(run)
            run += 1
        growth.open(row)
    for left in range(run, n_runs):
        growth.say(left)
    return growth.root


def formula_of(part: Part) -> Part | None:
    """The formula that a part is; none where it has no TeX and no MathML."""
    tex, is_display = latex_of(part)
    return Part("formula", [], {"text": tex, "display": "display" if is_display else ""}) if tex else None
