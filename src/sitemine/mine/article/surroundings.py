"""What the elements around each segment make of it: its kind, and the path to its block; for the evidence of blocks."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from sitemine.dom.table import PREFORMATTED, NodeTable

KINDS: Final = {
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), "heading"),
    **dict.fromkeys(PREFORMATTED, "code"),
    **dict.fromkeys(("td", "th"), "table"),
    "li": "list",
    "blockquote": "quote",
}
"""Of the elements around a segment the innermost of these counts."""


@dataclass(frozen=True, slots=True)
class Line:
    """One segment and what it is."""

    text: str
    kind: str  # heading, list, quote, code, table, text
    path: str  # tags from the root


class _Shapes:
    """Kind and path of the elements of one table, each found once."""

    def __init__(self, table: NodeTable) -> None:
        self._table = table
        self._known = {-1: ("text", "")}

    def of(self, node: int) -> tuple[str, str]:
        chain = []
        while node not in self._known:
            chain.append(node)
            node = int(self._table.parent[node])
        kind, path = self._known[node]
        for below in reversed(chain):
            tag = self._table.tags[self._table.tag[below]]
            kind, path = KINDS.get(tag, kind), f"{path}/{tag}" if path else tag
            self._known[below] = kind, path
        return kind, path


def lines_of(table: NodeTable, segments: Iterable[int]) -> list[Line]:
    """Segments of a table, each with what it is."""
    shapes = _Shapes(table)
    nodes, starts, ends = table.segment_node, table.segment_start, table.segment_end
    return [Line(table.text[starts[k] : ends[k]], *shapes.of(int(nodes[k]))) for k in segments]
