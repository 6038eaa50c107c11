"""A page as a labelled tree: labels over groups over instances over values, as rows in document order.

OntoMiner, section 2.2: "hierarchical semantic structures" of groups and instances, after promotion of the labels. A row's children are the
rows that follow it at a greater depth, so that a page nested a thousand levels deep needs no recursion anywhere.

    label      a text that others stand under; its children are what it labels
    group      several instances of one thing
    instance   one of them, where it is more than one text
    value      a text that labels nothing; `column` is the head of its column in a table
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

from sitemine.dom.batch import Batch
from sitemine.dom.links import LinkTable
from sitemine.mine.ontominer.leaves import Leaves
from sitemine.mine.ontominer.partition import Semantic, partition
from sitemine.mine.ontominer.promotion import part_spans
from sitemine.options import Ontominer

LABEL: Final = "label"
GROUP: Final = "group"
INSTANCE: Final = "instance"
VALUE: Final = "value"


@dataclass(frozen=True, slots=True)
class OutlineRow:
    """One node of the tree."""

    depth: int
    kind: str
    text: str = ""
    url: str = ""  # where the text leads
    column: str = ""


@dataclass(frozen=True, slots=True)
class Outline:
    """The labelled tree of a page."""

    url: str
    rows: tuple[OutlineRow, ...] = ()


class _Span(NamedTuple):
    first: int
    last: int
    kind: str


def label_reach(parent: list[int]) -> list[int]:
    """The last leaf below each leaf; itself where it labels none."""
    reach = list(range(len(parent)))
    for leaf in range(len(parent) - 1, -1, -1):
        if parent[leaf] >= 0:
            reach[parent[leaf]] = max(reach[parent[leaf]], reach[leaf])
    return reach


def _is_crossed(first: int, last: int, parent: list[int], reach: list[int]) -> bool:
    """Whether the scope of a label overlaps a range of leaves in part."""
    if parent[first] >= 0 and reach[parent[first]] < last:
        return True
    label = last
    while label >= first:
        if reach[label] > last:
            return True
        label = parent[label]
    return False


def _spans(found: Semantic, reach: list[int]) -> list[_Span]:
    """The groups and instances of a page that no label's scope cuts through, outer ones first."""
    parts, parent = part_spans(found.partition), found.labels.parent
    spans: dict[tuple[int, int, str], _Span] = {}
    for members in found.grouping.instances:
        if not members:
            continue
        whole = parts[members[0]][0], parts[members[-1]][1]
        if _is_crossed(*whole, parent, reach):
            continue
        spans[*whole, GROUP] = _Span(*whole, GROUP)
        for one in (parts[part] for part in members):
            if one[0] < one[1] and not _is_crossed(*one, parent, reach):
                spans[*one, INSTANCE] = _Span(*one, INSTANCE)
    return sorted(spans.values(), key=lambda span: (span.first, -span.last, span.kind == INSTANCE))


def _nested(spans: list[_Span], parent: list[int], reach: list[int]) -> list[tuple[int, str, int]]:
    """Depth, kind and leaf (-1 for groups and instances) of each row."""
    rows: list[tuple[int, str, int]] = []
    ends: list[int] = []  # last leaves of the rows that are open
    place = 0
    for leaf in range(len(parent)):
        while ends and ends[-1] < leaf:
            ends.pop()
        while place < len(spans) and spans[place].first == leaf:
            span = spans[place]
            place += 1
            if span.kind == INSTANCE or span.first < span.last:
                rows.append((len(ends), span.kind, -1))
                ends.append(span.last)
        labels = reach[leaf] > leaf
        rows.append((len(ends), LABEL if labels else VALUE, leaf))
        if labels:
            ends.append(reach[leaf])
    return rows


def _targets(links: LinkTable, first: int, last: int) -> dict[int, str]:
    """Where the links of some rows of the node table lead."""
    return {
        node: target for node, target in zip(links.node.tolist(), links.target, strict=True) if first <= node < last
    }


def outline_of(batch: Batch, leaves: Leaves, page: int, options: Ontominer | None = None) -> Outline:
    """The labelled tree of a page of a batch's table."""
    table, links, url = batch.table, batch.links, batch.urls[batch.mined[page]]
    found = partition(table, leaves, page, options)
    if found is None:
        return Outline(url)
    first, parent = found.first, found.labels.parent
    reach = label_reach(parent)
    targets = _targets(links, int(table.page_start[page]), int(table.page_start[page + 1]))
    starts, ends, at = leaves.start.tolist(), leaves.end.tolist(), leaves.link.tolist()

    def text(leaf: int) -> str:
        return " ".join(table.text[starts[first + leaf] : ends[first + leaf]].split()) if leaf >= 0 else ""

    rows = (
        OutlineRow(depth, kind, text(leaf), targets.get(at[first + leaf], ""), text(found.labels.column[leaf]))
        if leaf >= 0
        else OutlineRow(depth, kind)
        for depth, kind, leaf in _nested(_spans(found, reach), parent, reach)
    )
    return Outline(url, tuple(rows))
