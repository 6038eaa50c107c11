"""Permalinks: the sign behind a heading or a definition that links to it. It is there to be pointed at, and says nothing."""

from typing import Final

import numpy as np

from sitemine.dom.names import FIRST_TAG, TAG_CODE
from sitemine.dom.table import NodeTable
from sitemine.mine.article.parts import Part, text_of
from sitemine.mine.facts.metadata import SIGNS

PERMALINKS: Final = frozenset((*SIGNS, "\u2693\ufe0e", "\u2693\ufe0f", "\U0001f517\ufe0e"))
"""The signs, with those that say whether they are drawn or written."""

LONGEST: Final = max(map(len, PERMALINKS))
LINK: Final = TAG_CODE["a"] - FIRST_TAG

Spans = list[tuple[int, int]]


def spans_of(table: NodeTable, page: int) -> Spans:
    """Where the text of a page has links of one sign, in order."""
    first, last = table.page_start[page : page + 2].tolist()
    length = table.text_end[first:last] - table.text_start[first:last]
    rows = first + np.flatnonzero((table.tag[first:last] == LINK) & (length > 0) & (length <= LONGEST))
    places = zip(table.text_start[rows].tolist(), table.text_end[rows].tolist(), strict=True)
    return [(start, end) for start, end in places if table.text[start:end] in PERMALINKS]


def line_without(text: str, start: int, end: int, spans: Spans) -> str:
    """The line of text from `start` to `end` without the permalinks in it; a line that begins with a sign is of signs."""
    said = []
    for first, last in spans:
        if start < first and last <= end:
            said.append(text[start:first].rstrip())
            start = last
    return "".join((*said, text[start:end])) if said else text[start:end]


def _is_permalink(part: "Part | str") -> bool:
    return isinstance(part, Part) and part.kind == "a" and text_of(part.inside) in PERMALINKS


def drop_permalinks(root: Part) -> None:
    """Takes permalinks out of a tree of parts, with the space before them; what a part begins with stays."""
    waiting = [root]
    while waiting:
        held: list[Part | str] = []
        part = waiting.pop()
        for inner in part.inside:
            if not held or not _is_permalink(inner):
                held.append(inner)
            elif isinstance(held[-1], str):
                held[-1] = held[-1].rstrip()
        part.inside = held
        waiting += [inner for inner in held if isinstance(inner, Part)]
