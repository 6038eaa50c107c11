"""A tree of parts brought into the order that ways of writing want: blocks in blocks, and inline parts in paragraphs only.

A line break ends the paragraph where the line before it is a whole sentence, and else stays a break: old pages and forums part
their paragraphs by two breaks, poems and addresses their lines by one, and the table does not tell one from two.

Tables that lay a page out are no tables: those with another table or a heading in them, and those that show something in one
column only, dissolve into what their cells hold. Spans are held to what the table has, whatever a page says.
"""

from collections.abc import Iterator
from typing import Final

from sitemine.mine.article.excerpt import Excerpt
from sitemine.mine.article.parts import BLOCKS, Part, formula_of, grown, text_of
from sitemine.mine.article.permalinks import drop_permalinks

HEADINGS: Final = frozenset(f"h{level}" for level in range(1, 7))
LISTS: Final = frozenset(("ul", "ol"))
SHOWING: Final = frozenset(("image", "formula"))
SENTENCE: Final = 60
"""Characters of a line from which on, with an end of a sentence, it is a paragraph."""

SENTENCE_ENDS: Final = tuple('.!?:;\u2026\u3002\uff01\uff1f\u0964\u061f\u06d4"\u201d\u00bb\u300d)')
MOST_DIGITS: Final = 9
"""Digits of a number in a page's attributes, as CommonMark has them in lists."""

WIDEST: Final = 1000
"""Columns that a cell may span, as in browsers."""

ROOM: Final = 1_000
ROOM_OF_A_CELL: Final = 20
"""Places of a table's grid, and for each of its cells: a cell that asks for more is one place, so that time and memory stay in
proportion to the page."""

Inside = list["Part | str"]


def _shows(part: "Part | str") -> bool:
    """Whether something of a part is seen."""
    if isinstance(part, str):
        return bool(part.strip())
    return part.kind in SHOWING or part.kind == "said" or any(map(_shows, part.inside))


def _inline(inside: Inside) -> Inside:
    """Inline parts with formulas read and nothing in them that shows nothing."""
    found: Inside = []
    for part in inside:
        if isinstance(part, str):
            found.append(part)
        elif part.kind in {"drawn", "math", "annotation"}:
            formula = formula_of(part)
            if part.kind == "annotation" and formula:
                _forget_drawn(found)
            found.append(formula or Part("drawn", _inline(part.inside)))
        elif part.kind == "said":
            found += ["\u201c", *_inline(part.inside), "\u201d"]
        elif part.kind in {"br", "image"}:
            found.append(part)
        elif part.kind != "break":
            part.inside = _inline(part.inside)
            found += [part] if _shows(part) else []
    return found


def _forget_drawn(found: Inside) -> None:
    """Takes back the pictures of a formula before its source: MathJax leaves both on the page."""
    place = len(found)
    while place and (
        _is_blank(held := found[place - 1]) or (isinstance(held, Part) and held.kind in {"formula", "drawn"})
    ):
        place -= 1
    if any(isinstance(held, Part) for held in found[place:]):
        del found[place:]
        found += [" "] if found else []


def _trimmed(line: Inside) -> Inside:
    """A line without white space and breaks at its ends."""
    start, end = 0, len(line)
    while start < end and _is_blank(line[start]):
        start += 1
    while end > start and _is_blank(line[end - 1]):
        end -= 1
    return line[start:end]


def _is_blank(part: "Part | str") -> bool:
    return not part.strip() if isinstance(part, str) else part.kind == "br"


def _paragraphs(line: Inside) -> list[Part]:
    """A line as paragraphs, parted where a break follows a sentence."""
    if not line:
        return []
    parts: list[Inside] = [[]]
    for part in _inline(line):
        if isinstance(part, Part) and part.kind == "br":
            said = text_of(parts[-1])
            if len(said) >= SENTENCE and said.endswith(SENTENCE_ENDS):
                parts.append([])
                continue
        parts[-1].append(part)
    return [Part("p", trimmed) for part in parts if any(map(_shows, trimmed := _trimmed(part)))]


def _linked(block: Part, link: Part) -> Part:
    """A block that stood in a link, with the link in it."""
    if block.kind == "p" or block.kind in HEADINGS:
        block.inside = [Part("a", block.inside, link.said)]
    elif block.kind != "pre":
        for part in block.inside:
            if isinstance(part, Part):
                _linked(part, link)
    return block


def blocks_in(part: Part) -> list[Part]:
    """What a part holds, as blocks."""
    found: list[Part] = []
    line: Inside = []
    for child in part.inside:
        if isinstance(child, str) or (child.kind not in BLOCKS and child.kind != "break" and not child.holds_blocks):
            line.append(child)
            continue
        found += _paragraphs(line)
        line = []
        found += _shaped(child)
    return found + _paragraphs(line)


def _shaped(part: Part) -> list[Part]:
    """A part that is or holds a block, as blocks."""
    if part.kind in HEADINGS:
        return _heading(part)
    if part.kind == "pre":
        return (
            [Part("pre", [], {"text": part.said["text"], "language": _language(part)})]
            if part.said["text"].strip()
            else []
        )
    if part.kind in LISTS:
        return _list(part)
    if part.kind == "dl":
        return _definitions(part)
    if part.kind == "table":
        return _table(part)
    blocks = blocks_in(part)
    if part.kind in {"quote", "figure", "caption"} and blocks:
        return [Part(part.kind, list(blocks))]
    if part.kind == "a":
        return [_linked(block, part) for block in blocks]
    return blocks


def _lines(blocks: list[Part]) -> Iterator[Inside]:
    """What the paragraphs and headings in some blocks hold, however deep."""
    for block in blocks:
        if block.kind == "p" or block.kind in HEADINGS:
            yield block.inside
        elif block.kind == "pre":
            yield [block.said["text"]]
        else:
            yield from _lines([held for held in block.inside if isinstance(held, Part)])


def _heading(part: Part) -> list[Part]:
    """A heading in one line, whatever it is made of."""
    line: Inside = []
    for held in _lines(blocks_in(part)):
        line += ([" "] if line else []) + held
    line = [" " if isinstance(child, Part) and child.kind == "br" else child for child in line]
    return [Part(part.kind, line)] if any(map(_shows, line)) else []


def _language(part: Part) -> str:
    """The programming language that code says it is in, or what holds it says."""
    inner = [child for child in part.inside if isinstance(child, Part) and child.kind == "code"]
    for said in (*(code.said for code in inner[:1]), part.said, {"class": part.said["around"]}):
        for name in (said.get("data-lang", ""), said.get("data-language", "")):
            if name.strip():
                return name.strip().split()[0].lower()
        for name in said.get("class", "").split():
            for start in NAMING_LANGUAGES:
                if name.startswith(start) and name != start:
                    return name.removeprefix(start).lower()
    names = [name for child in (*inner, part) for name in child.said.get("class", "").lower().split()]
    return next((name for name in names if name in LANGUAGES), "")


NAMING_LANGUAGES: Final = ("language-", "lang-", "highlight-source-", "highlight-", "brush:")
LANGUAGES: Final = frozenset(
    (
        *(
            "python java javascript typescript js ts bash sh shell console sql html css xml json yaml toml ini c cpp csharp"
        ).split(),
        *(
            "php ruby go rust swift kotlin scala perl lua haskell r julia matlab powershell dockerfile diff makefile"
        ).split(),
    )
)
"""Languages that are meant where a class says their name alone."""


def _list(part: Part) -> list[Part]:
    """A list of items; what stands in it beside items belongs to the item before."""
    items: list[Part] = []
    for child in part.inside:
        if isinstance(child, Part) and child.kind == "li":
            if blocks := blocks_in(child):
                items.append(Part("li", list(blocks), child.said if part.kind == "ol" else {}))
        elif blocks := blocks_in(Part("container", [child])):
            if items and blocks[0].kind in LISTS:
                items[-1].inside += blocks
            else:
                items.append(Part("li", list(blocks)))
    if (
        len(items) == 1
        and len(items[0].inside) == 1
        and isinstance(only := items[0].inside[0], Part)
        and only.kind in LISTS
    ):
        return [only]
    if part.kind == "ol":
        _number(items, _whole(part.said.get("start", ""), 1))
    return [Part(part.kind, list(items))] if items else []


def _whole(said: str, otherwise: int) -> int:
    """A whole number that an attribute says."""
    return int(said) if said.isascii() and said.isdigit() and len(said) <= MOST_DIGITS else otherwise


def _number(items: list[Part], start: int) -> None:
    """Gives each item the number that the page shows before it, also where items between were dropped."""
    before, shown = 0, start - 1
    for item in items:
        place = int(item.said.get("number", before + 1))
        shown = _whole(item.said.get("value", ""), shown + max(place - before, 1))
        before = place
        item.said = {"number": str(shown)}


def _definitions(part: Part) -> list[Part]:
    """Terms and what is said of them, in order."""
    found: list[Part] = []
    waiting = list(reversed(part.inside))
    while waiting:
        child = waiting.pop()
        if isinstance(child, Part) and child.kind == "container":
            waiting += reversed(child.inside)
        elif isinstance(child, Part) and child.kind in {"dt", "dd"}:
            if blocks := blocks_in(child):
                found.append(Part(child.kind, list(blocks)))
        elif blocks := blocks_in(Part("container", [child])):
            found.append(Part("dd", list(blocks)))
    return [Part("dl", list(found))] if found else []


def _span(cell: Part, name: str, most: int) -> int:
    return max(1, min(_whole(cell.said.get(name, "").strip(), 1), most))


def _as_cell(child: "Part | str") -> Part | None:
    """A cell, also of what stands in a row beside cells: tables may be nested deeper than is told apart."""
    if isinstance(child, Part) and child.kind == "cell":
        return child
    return Part("cell", [child], {"tag": "td"}) if _shows(child) else None


def _cells(rows: list[Part]) -> list[Part]:
    """The rows of a table with their cells as blocks and spans that the table has room for."""
    found, room = [], ROOM + ROOM_OF_A_CELL * sum(len(row.inside) for row in rows)
    for number, row in enumerate(rows):
        made = []
        for child in row.inside:
            cell = _as_cell(child)
            if cell is None:
                continue
            wide, high = _span(cell, "colspan", WIDEST), _span(cell, "rowspan", len(rows) - number)
            wide, high = (wide, high) if wide * high <= room else (1, 1)
            room -= wide * high
            said = {"colspan": str(wide), "rowspan": str(high), "head": "head" if cell.said["tag"] == "th" else ""}
            made.append(Part("cell", list(blocks_in(cell)), said))
        if made:
            found.append(Part("row", list(made)))
    return found


def _lays_out(part: Part) -> bool:
    """Whether a cell's part is what tables of data do not have in them."""
    return (
        part.kind == "table"
        or part.kind in HEADINGS
        or any(isinstance(held, Part) and _lays_out(held) for held in part.inside)
    )


def _n_columns(rows: list[Part]) -> int:
    """How many places of rows something is shown in, counted by cells."""
    return len({place for row in rows for place, cell in enumerate(row.inside) if _shows(cell)})


def _table(part: Part) -> list[Part]:
    rows = _cells([child for child in part.inside if isinstance(child, Part) and child.kind == "row"])
    others = [child for child in part.inside if isinstance(child, str) or child.kind not in {"row", "break"}]
    held = [blocks_in(child if isinstance(child, Part) else Part("container", [child])) for child in others]
    captions = [Part("caption", list(blocks), {"of": "table"}) for blocks in held if blocks]
    cells = [cell for row in rows for cell in row.inside if isinstance(cell, Part)]
    is_data = _n_columns(rows) > 1 and not any(
        isinstance(block, Part) and _lays_out(block) for cell in cells for block in cell.inside
    )
    if not is_data:
        return [block for holder in (*captions, *cells) for block in holder.inside if isinstance(block, Part)]
    return [Part("table", [*captions, *rows])] if any(map(_shows, cells)) else []


def shaped(excerpt: Excerpt) -> list[Part]:
    """An article as blocks."""
    root = grown(excerpt)
    drop_permalinks(root)
    return blocks_in(root)
