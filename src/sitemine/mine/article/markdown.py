"""An article as Markdown: CommonMark, with the tables, strikethrough and formulas that its readers have in common.

What a page says is escaped wherever a reader would take it for markup; a CommonMark reader shows the text that was written.
Emphasis that the rules of CommonMark cannot express beside its neighbours is left out rather than shown as stars.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from sitemine.mine.article.addresses import Addresses
from sitemine.mine.article.parts import Part, pieces, text_of
from sitemine.mine.article.shape import HEADINGS, LISTS, Inside
from sitemine.mine.article.tables import grid_of
from sitemine.mine.article.wanted import Wanted

SPECIAL: Final = str.maketrans({letter: f"\\{letter}" for letter in "\\`*_[]<>~"})
ENTITY: Final = re.compile(r"&(?=#?\w+;)")
AT_START: Final = re.compile(
    r"^(?:(\d{1,9})(?=[.)](?:\s|$))|(?=#{1,6}(?:\s|$)|[-+](?:\s|$)|-[-\s]*$|=+\s*$|~{3}|:\s))", re.MULTILINE
)
AT_END_OF_HEADING: Final = re.compile(r"(?<=\s)(?=#+$)")
MARKS: Final = {"em": "*", "strong": "**", "del": "~~"}
SPACES: Final = re.compile(r"[^\S\n]{2,}")
BREAK: Final = "\\\n"
QUOTING: Final = "> "


@dataclass(frozen=True, slots=True)
class _Writing:
    """How one article is written."""

    wanted: Wanted
    addresses: Addresses
    has_formulas: bool

    def escaped(self, text: str) -> str:
        text = text.translate(SPECIAL)
        text = ENTITY.sub(r"\\&", text) if "&" in text else text
        return text.replace("$", "\\$") if self.has_formulas else text


def _fence(text: str, mark: str, least: int) -> str:
    longest = max((len(run) for run in re.findall(f"{mark}+", text)), default=0)
    return mark * max(least, longest + 1)


def _code(text: str) -> str:
    text = " ".join(text.split())
    if not text:
        return ""
    runs = {len(run) for run in re.findall("`+", text)}
    fence = "`" * next(n for n in range(1, len(runs) + 2) if n not in runs)
    edge = " " if text[0] == "`" or text[-1] == "`" else ""
    return f"{fence}{edge}{text}{edge}{fence}"


def _address(url: str) -> str:
    """An address as the target of a link."""
    return (
        url.replace("\\", "%5C")
        .replace("(", "%28")
        .replace(")", "%29")
        .replace("<", "%3C")
        .replace(">", "%3E")
        .replace(" ", "%20")
    )


def _marked(mark: str, text: str, before: str, after: str) -> str:
    """A text between marks of emphasis, or bare where these would not be read as such.

    CommonMark opens emphasis before what is no space, and beside punctuation only where a space or punctuation stands outside.
    """
    said = text.strip()
    lead, trail = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    outer_before, outer_after = (lead or before)[-1:], (trail or after)[:1]
    opens = said[:1].isalnum() or not outer_before or outer_before.isspace()
    closes = said[-1:].isalnum() or not outer_after or outer_after.isspace()
    touches = mark[0] in {said[:1], said[-1:], outer_before, outer_after}
    return text if not said or touches or not (opens and closes) else f"{lead}{mark}{said}{mark}{trail}"


def _mark(kind: str, marks: str, before: str, after: str) -> str:
    """The mark of a kind of emphasis; within stars one of lines, which words must not touch."""
    mark = MARKS[kind]
    return mark.replace("*", "_") if "*" in marks and not (before + after).isalnum() else mark


def _letter_at(inside: Inside, place: int, after: str) -> str:
    """The first letter from a part on; what stands after all of them where they are at their end."""
    if place >= len(inside):
        return after
    return (next(filter(None, pieces(inside[place : place + 1])), " "))[0]


def _line(inside: Inside, writing: _Writing, around: tuple[str, str] = ("", ""), marks: str = "") -> str:
    """Inline parts in one line, but for line breaks; `around` is what stands before and after, `marks` what is open."""
    written = ""
    for place, part in enumerate(inside):
        beside = (written or around[0])[-1:], _letter_at(inside, place + 1, around[1])
        if isinstance(part, str):
            written += writing.escaped(part)
        elif part.kind == "br":
            written = written.rstrip(" ") + BREAK
        elif part.kind == "code":
            written += _code(text_of(part.inside))
        elif part.kind == "formula":
            written += _formula(part)
        elif part.kind == "image":
            written += _image(part, writing)
        elif part.kind == "a":
            written += _link(part, writing)
        elif part.kind in MARKS and MARKS[part.kind] not in marks.split():
            said = _line(part.inside, writing, beside, f"{marks} {MARKS[part.kind]}")
            written += _marked(_mark(part.kind, marks, *beside), said, *beside)
        elif part.kind in {"sub", "sup"} and (said := _line(part.inside, writing)).strip():
            written += f"<{part.kind}>{said}</{part.kind}>"
        else:
            written += _line(part.inside, writing, beside, marks)
    return written


def _formula(part: Part) -> str:
    return f"$${part.said['text']}$$" if part.said["display"] else f"${part.said['text']}$"


def _image(part: Part, writing: _Writing) -> str:
    url = writing.addresses.image(part.said) if writing.wanted.images else ""
    return f"![{writing.escaped(' '.join(part.said.get('alt', '').split()))}]({_address(url)})" if url else ""


def _link(part: Part, writing: _Writing) -> str:
    said = _line(part.inside, writing)
    url = writing.addresses.link(part.said.get("href", "")) if writing.wanted.links else ""
    if not url or not said.strip() or "](" in said.replace("![", "").replace("\\]", ""):
        return said
    lead, trail = said[: len(said) - len(said.lstrip())], said[len(said.rstrip()) :]
    return f"{lead}[{said.strip()}]({_address(url)}){trail}"


def _paragraph(part: Part, writing: _Writing) -> str:
    said = SPACES.sub(" ", _line(part.inside, writing)).strip()
    if said.endswith("\\") and not said.endswith("\\\\"):
        said = said[:-1].rstrip()
    return AT_START.sub(r"\1\\", said)


def _indented(text: str, first: str, rest: str) -> str:
    """A block behind a mark, its further lines below what stands behind the mark."""
    lines = text.split("\n")
    return "\n".join([first + lines[0], *(rest + line if line else line for line in lines[1:])])


def _is_tight(part: Part) -> bool:
    """Whether the items of a list stand line below line: they hold a paragraph and perhaps a list."""
    kinds = [
        [held.kind for held in item.inside if isinstance(held, Part)] for item in part.inside if isinstance(item, Part)
    ]
    return all(k[:1] == ["p"] and set(k[1:]) <= LISTS and len(k) <= 2 for k in kinds)


def _list(part: Part, writing: _Writing, mark: str) -> str:
    tight = _is_tight(part)
    written = []
    for item in part.inside:
        if isinstance(item, Part):
            sign = f"{item.said.get('number', '')}{mark} "
            if said := _joined(item.inside, writing, "\n" if tight else "\n\n"):
                written.append(_indented(said, sign, " " * len(sign)))
    return ("\n" if tight else "\n\n").join(written)


def _quote(part: Part, writing: _Writing) -> str:
    lines = _joined(part.inside, writing).split("\n")
    return "\n".join(QUOTING + line if line else QUOTING.strip() for line in lines)


def _cell(part: Part, writing: _Writing) -> str:
    """A cell in one line: what stands below each other in it is parted by breaks that HTML has."""
    said = _joined(part.inside, writing, "\n")
    return re.sub(r"\s*\\?\n\s*", "<br>", said).replace("|", "\\|")


def _table(part: Part, writing: _Writing) -> str:
    rows = [row for row in part.inside if isinstance(row, Part) and row.kind == "row"]
    grid = grid_of(rows)
    lines = [[_cell(cell, writing) if cell else "" for cell in row] for row in grid]
    is_head = all(isinstance(cell, Part) and cell.said["head"] for cell in rows[0].inside)
    head, body = (lines[0], lines[1:]) if is_head else ([""] * len(lines[0]), lines)
    table = [f"| {' | '.join(line)} |" for line in (head, ["---"] * len(head), *body)]
    captions = [
        _joined(held.inside, writing) for held in part.inside if isinstance(held, Part) and held.kind == "caption"
    ]
    return "\n\n".join([*captions, "\n".join(table)])


def _definitions(part: Part, writing: _Writing) -> str:
    """Terms in bold, and below each, as a list, what is said of it: CommonMark has no definitions."""
    written: list[str] = []
    for held in part.inside:
        if not isinstance(held, Part):
            continue
        if held.kind == "dt":
            terms = [
                Part("p", [Part("strong", block.inside)]) if block.kind == "p" else block
                for block in held.inside
                if isinstance(block, Part)
            ]
            written.append(_joined(terms, writing))
        elif said := _joined(held.inside, writing):
            written.append(_indented(said, "- ", "  "))
    return "\n\n".join(filter(None, written))


def _pre(part: Part, _writing: _Writing) -> str:
    text = part.said["text"].rstrip()
    fence = _fence(text, "`", 3)
    return f"{fence}{part.said['language']}\n{text}\n{fence}"


def _heading(part: Part, writing: _Writing) -> str:
    said = AT_END_OF_HEADING.sub("\\\\", _paragraph(part, writing).replace(BREAK, " ").replace("\n", " "))
    return f"{'#' * int(part.kind[1])} {said}"


WAYS: Final[dict[str, Callable[[Part, _Writing], str]]] = {
    "p": _paragraph,
    "pre": _pre,
    "quote": _quote,
    "table": _table,
    "dl": _definitions,
    **dict.fromkeys(HEADINGS, _heading),
}


def _joined(blocks: Sequence["Part | str"], writing: _Writing, joint: str = "\n\n") -> str:
    """Blocks below each other; two lists that meet have marks of their own, or they would be one."""
    written, mark, before = [], 0, ""
    for block in blocks:
        if isinstance(block, str):
            continue
        if block.kind in LISTS:
            mark = 1 - mark if before == block.kind else 0
            said = _list(block, writing, (".)" if block.kind == "ol" else "-*")[mark])
        elif block.kind == "table" and not writing.wanted.tables:
            continue
        else:
            said = WAYS[block.kind](block, writing) if block.kind in WAYS else _joined(block.inside, writing)
        if said:
            written.append(said)
            before = block.kind
    return joint.join(written)


def to_markdown(blocks: Sequence[Part], addresses: Addresses, wanted: Wanted) -> str:
    """Blocks as Markdown."""
    return _joined(blocks, _Writing(wanted, addresses, addresses.has_formulas))
