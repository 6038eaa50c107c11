"""Pages that a browser is said to have shown: HTML and boxes written by hand, for tests without a browser."""

import re

import numpy as np

from sitemine import Page
from sitemine.acquire.boxes import COLUMNS, DISPLAYS, POSITIONS, UNITS
from sitemine.dom import read_batch
from sitemine.dom.layout import layout_of
from sitemine.options import Limits

INLINE = {"a", "b", "span", "i"}


def box(parent, rectangle, *, tag, text=False, **said):
    x, y, width, height = rectangle
    display = "inline" if tag in INLINE else "block"
    return {
        "parent": parent,
        "is_text": int(text),
        **{
            name: value * UNITS
            for name, value in zip(("x", "y", "width", "height"), (x, y, width, height), strict=True)
        },
        "font_size": said.get("size", 16) * UNITS,
        "font_weight": said.get("weight", 400),
        "background": said.get("background", 0xFFFFFF),
        "display": DISPLAYS.index(said.get("display", display)),
        "position": POSITIONS.index(said.get("position", "static")),
        "is_visible": int(said.get("visible", True)),
        "border": said.get("border", 0),
        "paint_order": 0,
        "n_lines": int(text),
        "breaks": said.get("breaks", 0),
    }


def columns(rows):
    return {name: np.array([row[name] for row in rows], kind) for name, kind in COLUMNS}


def written(node, rows, parent=-1):
    """HTML of (tag, rectangle, inner, said): inner is a text, or more nodes; each gets a box, texts that of their parent."""
    tag, rectangle, inner, said = (*node, None)[:4]
    said = said or {}
    number = len(rows)
    rows.append(box(parent, rectangle, tag=tag, **said))
    if isinstance(inner, str):
        if inner:
            rows.append(box(number, rectangle, tag=tag, text=True, **said))
        content = inner
    else:
        content = "".join(written(child, rows, number) for child in inner)
    return f'<{tag} data-sitemine="{number}">{content}</{tag}>'


def shown(*pages):
    """The node table and the layout of pages, each the nodes in a body of 1000 pixels."""
    batch, told = [], []
    for number, nodes in enumerate(pages):
        rows = []
        bottom = max((node[1][1] + node[1][3] for node in nodes), default=0)
        html = written(("html", (0, 0, 1000, bottom), [("body", (0, 0, 1000, bottom), nodes)]), rows)
        batch.append(Page(f"http://example.org/{number}", html))
        told.append(columns(rows))
    table = read_batch(batch, Limits()).table
    return table, layout_of(table, told)


def tree(table, layout, blocks, page=0):
    """The blocks of a page, each leaf by its first word, each other in brackets; apart ones marked by a star."""
    inner = {}
    for row in np.flatnonzero(blocks.page == page).tolist():
        inner.setdefault(int(blocks.parent[row]), []).append(row)

    def told(row):
        mark = "*" if blocks.is_apart[row] and blocks.level[row] == 1 else ""
        if not blocks.is_leaf[row]:
            return f"{mark}({' '.join(told(child) for child in inner[row])})"
        runs = [run for run in layout.run[blocks.first[row] : blocks.end[row]].tolist() if run >= 0]
        says = " ".join(table.text[table.run_start[run] : table.run_end[run]] for run in runs)
        words = re.findall(r"\w+", says)
        return mark + (words[0] if words else table.tags[layout.tag[blocks.first[row]]])

    return " ".join(told(row) for row in inner.get(-1, []))
