"""A page's informative structure as an HTML document: its blocks and the elements that connect them, and nothing else.

WISDOM (Kao, Ho, Chen 2005), section 2: the informative structure of a page is the union of its informative blocks with the
ancestors that join them. Elements keep the attributes that a node table keeps; URLs stay as they are written, and a `base` tells
where they lead.
"""

from collections.abc import Iterator
from html import escape
from typing import Final

import numpy as np

from sitemine.dom.batch import Batch
from sitemine.dom.names import ATTRIBUTES, VOID
from sitemine.dom.table import Flags, NodeTable
from sitemine.mine.found import Blocks

_WHOLE: Final = ("html", "body")
"""Elements that are written whatever is kept, once."""


def _opened(table: NodeTable, row: int) -> str:
    first, last = np.searchsorted(table.attribute_node, (row, row + 1))
    said = (
        f' {ATTRIBUTES[table.attribute_name[at]]}="{escape(table.attribute_values[at])}"'
        for at in range(int(first), int(last))
    )
    return f"<{table.tags[table.tag[row]]}{''.join(said)}>"


def _closed(table: NodeTable, row: int) -> str:
    tag = table.tags[table.tag[row]]
    return "" if tag in VOID else f"</{tag}>"


def _said(table: NodeTable, run: int) -> str:
    """The text of a run, apart from what stands before it where a space or a line break does."""
    start, end = int(table.run_start[run]), int(table.run_end[run])
    space = " " if start > 0 and table.text[start - 1] in " \n" else ""
    return space + escape(table.text[start:end], quote=False)


def _written(table: NodeTable, rows: list[int], runs: list[int]) -> Iterator[str]:
    """Rows and runs in document order, each row closed where its subtree ends."""
    stack: list[int] = []
    waiting = iter([*runs, -1])
    run = next(waiting)
    for row in [*rows, -1]:
        place = int(table.text_start[row]) if row >= 0 else len(table.text) + 1
        while run >= 0 and table.run_start[run] < place:
            while stack and stack[-1] != table.run_node[run]:
                yield _closed(table, stack.pop())
            yield _said(table, run)
            run = next(waiting)
        while stack and (row < 0 or table.subtree_end[stack[-1]] <= row):
            yield _closed(table, stack.pop())
        if row >= 0:
            yield _opened(table, row)
            stack.append(row)


def pruned(batch: Batch, blocks: Blocks, page: int) -> str:
    """The HTML document of a page's informative structure; `page` counts those of the tables."""
    table, head, url = batch.table, batch.heads[page], batch.urls[batch.mined[page]]
    first, last = int(table.page_start[page]), int(table.page_start[page + 1])
    is_body = _bodies(table)
    kept = blocks.structure(table)[first:last] & ~is_body[first:last]
    rows = (first + np.flatnonzero(kept)).tolist()
    said = blocks.inside[table.run_node] & (table.page[table.run_node] == page)
    body = "".join(_written(table, rows, np.flatnonzero(said).tolist()))
    language = f' lang="{escape(head.language)}"' if head.language else ""
    base = f'<base href="{escape(head.base or url)}">' if head.base or url else ""
    return (
        f'<!DOCTYPE html>\n<html{language}><head><meta charset="utf-8">{base}<title>{escape(head.title)}</title></head>'
        f"<body>{body}</body></html>\n"
    )


def _bodies(table: NodeTable) -> Flags:
    return np.array([tag in _WHOLE for tag in table.tags], np.bool_)[table.tag]
