"""The links of a table, as columns: where each stands, where it leads, what it says.

A link is an `a` or `area` with an `href` that resolves to an http or https URL, against the page's `base` where it has
one. What it says is its text; where it has none, its `aria-label` or `title`, or the `alt` of an image in it.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from sitemine.acquire.urls import Resolver, join
from sitemine.dom.head import Head
from sitemine.dom.names import ATTRIBUTE_CODE
from sitemine.dom.table import Ints, NodeTable

_LABELS: Final = ("aria-label", "title", "alt")


@dataclass(frozen=True, slots=True, eq=False)
class LinkTable:
    """The links of some pages, in document order."""

    source: Ints  # page
    node: Ints
    target: list[str]
    label: list[str]  # what it says besides its text; empty where it has text
    rel: list[str]

    def __len__(self) -> int:
        return len(self.node)


NO_LINKS: Final = LinkTable(np.zeros(0, np.int32), np.zeros(0, np.int32), [], [], [])


def _values(table: NodeTable, name: str) -> dict[int, str]:
    """The values of an attribute, by node."""
    rows = np.flatnonzero(table.attribute_name == ATTRIBUTE_CODE[name]).tolist()
    return {int(table.attribute_node[row]): table.attribute_values[row] for row in rows}


def _labels(table: NodeTable, nodes: list[int]) -> list[str]:
    """What links without text say by other means."""
    silent = [node for node in nodes if table.text_start[node] == table.text_end[node]]
    if not silent:
        return [""] * len(nodes)
    said: dict[int, str] = {}
    for name in _LABELS:
        texts = {node: text for node, text in _values(table, name).items() if text.strip()}
        speaking = list(texts)
        for node in silent:
            first = bisect_left(speaking, node)  # links may be nested a thousand deep: none walks its subtree
            if node not in said and first < len(speaking) and speaking[first] < table.subtree_end[node]:
                said[node] = " ".join(texts[speaking[first]].split())
    return [said.get(node, "") for node in nodes]


def links_of(table: NodeTable, urls: Sequence[str], heads: Sequence[Head]) -> LinkTable:
    """The links of a table whose page k came from `urls[k]`."""
    is_link = np.isin(table.tag, [table.tags.index("a"), table.tags.index("area")])
    rows = np.flatnonzero((table.attribute_name == ATTRIBUTE_CODE["href"]) & is_link[table.attribute_node])
    pages = table.page[table.attribute_node[rows]].tolist()
    bases = [join(url, head.base) or url if head.base else url for url, head in zip(urls, heads, strict=True)]
    resolve = [Resolver(base).resolve for base in bases]
    hrefs = (table.attribute_values[row] for row in rows.tolist())
    targets = [resolve[page](href) for page, href in zip(pages, hrefs, strict=True)]
    leads = np.array([target is not None for target in targets], np.bool_)
    nodes = table.attribute_node[rows[leads]]
    rel = _values(table, "rel")
    listed = nodes.tolist()
    return LinkTable(
        source=table.page[nodes],
        node=nodes,
        target=[target for target in targets if target is not None],
        label=_labels(table, listed),
        rel=[rel.get(node, "") for node in listed],
    )
