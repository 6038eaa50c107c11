"""The labelled tree of a page as indented text, JSON and XML; all three without recursion, so at any depth."""

import json
from collections.abc import Iterator
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from sitemine.mine.ontominer.outline import GROUP, INSTANCE, LABEL, Outline, OutlineRow

INDENT: Final = "  "
BULLET: Final = "- "
NO_CONTROLS: Final = {code: None for code in range(32) if code not in (9, 10, 13)} | {0xFFFE: None, 0xFFFF: None}
"""Characters that XML cannot hold."""


def outline_text(outline: Outline) -> str:
    """One line a row: labels end in a colon, instances begin with a dash; groups are not said."""
    lines: list[str] = []
    unsaid: list[int] = []  # depths of the groups that are open
    dash = ""
    for row in outline.rows:
        while unsaid and unsaid[-1] >= row.depth:
            unsaid.pop()
        depth = row.depth - len(unsaid)
        if row.kind == GROUP:
            unsaid.append(row.depth)
        elif row.kind == INSTANCE:
            dash = INDENT * depth + BULLET
        else:
            column = f"{row.column}: " if row.column else ""
            url = f" <{row.url}>" if row.url else ""
            lines.append(f"{dash or INDENT * depth}{column}{row.text}{':' if row.kind == LABEL else ''}{url}")
            dash = ""
    return "\n".join(lines) + ("\n" if lines else "")


def _closed(rows: tuple[OutlineRow, ...]) -> Iterator[tuple[OutlineRow, bool, int]]:
    """Each row, whether it has children, and how many rows end behind it before the next one begins."""
    depths = [row.depth for row in rows[1:]] + [0]
    for row, depth in zip(rows, depths, strict=False):
        yield row, depth > row.depth, max(row.depth - depth, 0)


def outline_json(outline: Outline) -> str:
    """One object: url and children; each child has kind, and where it has them text, url, column and children."""
    pieces = [f'{{"url": {json.dumps(outline.url, ensure_ascii=False)}, "children": [']
    starts = True
    for row, has_children, ends in _closed(outline.rows):
        said = {"kind": row.kind, "text": row.text, "url": row.url, "column": row.column}
        fields = json.dumps({name: value for name, value in said.items() if value}, ensure_ascii=False)
        pieces.append(("" if starts else ",") + f"\n{INDENT * (row.depth + 1)}{fields[:-1]}")
        pieces.append(', "children": [' if has_children else "}" + "]}" * ends)
        starts = has_children
    return "".join(pieces) + "]}\n"


def _xml(text: str) -> str:
    return text.translate(NO_CONTROLS)


def outline_xml(outline: Outline) -> str:
    """The tree as the paper encodes it, in XML: an element for each label, group, instance and value."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<page url={quoteattr(_xml(outline.url))}>"]
    opened: list[str] = []
    for row, has_children, ends in _closed(outline.rows):
        said = {"name": row.text if row.kind == LABEL else "", "column": row.column, "url": row.url}
        attributes = "".join(f" {name}={quoteattr(_xml(value))}" for name, value in said.items() if value)
        indent = INDENT * (row.depth + 1)
        if has_children:
            lines.append(f"{indent}<{row.kind}{attributes}>")
            opened.append(f"{indent}</{row.kind}>")
            continue
        lines.append(f"{indent}<{row.kind}{attributes}>{escape(_xml(row.text))}</{row.kind}>")
        lines += [opened.pop() for _ in range(ends)]
    return "\n".join([*lines, "</page>"]) + "\n"
