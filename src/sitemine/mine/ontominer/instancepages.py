"""Pages of a batch as alignment sees them: leaves with their slots, segments with their words, and the elements around each leaf."""

import re
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from itertools import pairwise
from typing import Final

import numpy as np

from sitemine.acquire.urls import identity
from sitemine.dom.batch import Batch
from sitemine.dom.names import ATTRIBUTE_CODE
from sitemine.dom.table import NodeTable, nearest
from sitemine.measure.terms import terms_of
from sitemine.mine.ontominer.flatpartition import flat_partition
from sitemine.mine.ontominer.instances import InstancePage
from sitemine.mine.ontominer.leaves import Leaves, leaves_of, tagged
from sitemine.mine.taxonomy.concepts import text_key
from sitemine.options import Ontominer

AUTHOR: Final = re.compile(r"\bauthors?\b|by-?line|vcard|\bautor|user-?name|post-?profile|\bposter\b", re.IGNORECASE)
AUTHOR_ADDRESS: Final = re.compile(r"/authors?/|/autor(?:en)?/|/people/|/users?/|/profiles?/|/members?/", re.IGNORECASE)
FIRST_CLASSES: Final = 2
DIGITS: Final = re.compile(r"\d+")
NAMING: Final = ("class", "itemprop", "rel", "href")


def _hash(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "replace"), digest_size=8).digest(), "little")


def _told(table: NodeTable) -> dict[str, dict[int, str]]:
    """The values of some attributes, by row."""
    found: dict[str, dict[int, str]] = {}
    for name in NAMING:
        rows = np.flatnonzero(table.attribute_name == ATTRIBUTE_CODE[name]).tolist()
        found[name] = {int(table.attribute_node[row]): table.attribute_values[row] for row in rows}
    return found


def _is_author(told: dict[str, dict[int, str]], rows: list[int]) -> bool:
    """Whether an element, or the one around it, is called the author."""
    for row in rows:
        if any(AUTHOR.search(told[name].get(row, "")) for name in ("class", "itemprop", "rel")):
            return True
    return bool(rows) and bool(AUTHOR_ADDRESS.search(told["href"].get(rows[0], "")))


def _first_classes(value: str) -> str:
    """The first class names of an element without numbers; further ones tell its topics and its place in a list."""
    return " ".join(DIGITS.sub("", value).split()[:FIRST_CLASSES])


class _Batch:
    """The columns of a batch that its pages share."""

    def __init__(self, batch: Batch, options: Ontominer) -> None:
        self.batch, self.table = batch, batch.table
        self.leaves: Leaves = leaves_of(batch.table)
        self.terms = terms_of(batch.table, numbers=True)
        self.cuts = flat_partition(self.leaves.page, self.leaves.path, options)
        self.told = _told(batch.table)
        self.in_time = nearest(tagged(batch.table, frozenset(("time",))), batch.table.subtree_end) >= 0
        self.parent = batch.table.parent.tolist()
        self.path = batch.table.path.tolist()
        self.classes = {row: _first_classes(value) for row, value in self.told["class"].items()}

    def above(self, row: int) -> list[int]:
        """A row and those around it."""
        found = []
        while row >= 0:
            found.append(row)
            row = self.parent[row]
        return found

    def place(self, row: int) -> int:
        """Where an element stands, over pages: its path and its first class names."""
        return _hash(f"{self.path[row]} {self.classes.get(row, '')}")


def _holders(shared: _Batch, nodes: list[int]) -> list[list[tuple[int, int, int]]]:
    """The elements around each leaf with the leaves that each holds, innermost first."""
    end = shared.table.subtree_end
    places: dict[int, int] = {}
    starts = np.array(nodes)
    spans: dict[int, tuple[int, int]] = {}
    around = []
    for node in nodes:
        rows = shared.above(node)
        for row in rows:
            if row not in spans:
                places[row] = shared.place(row)
                first, last = np.searchsorted(starts, (row, int(end[row])))
                spans[row] = int(first), int(last) - 1
        around.append([(places[row], *spans[row]) for row in rows])
    return around


def _page(shared: _Batch, page: int, url: str, names: frozenset[str]) -> InstancePage:
    table, leaves = shared.table, shared.leaves
    first, last = int(leaves.page_start[page]), int(leaves.page_start[page + 1])
    nodes = leaves.node[first:last].tolist()
    low, high = np.searchsorted(shared.cuts, (first, last))
    cuts = shared.cuts[low:high]
    bounds = [*(cuts - first).tolist(), last - first]
    term_at = shared.terms.before(np.append(leaves.start[cuts], leaves.end[last - 1] if last > first else 0)).tolist()
    term = shared.terms.term
    ways = [shared.above(node) for node in nodes]
    return InstancePage(
        url=url,
        texts=[
            " ".join(table.text[a:b].split())
            for a, b in zip(leaves.start[first:last], leaves.end[first:last], strict=True)
        ],
        slots=[shared.place(way[0]) for way in ways],
        levels=leaves.level[first:last].tolist(),
        linked=(leaves.link[first:last] >= 0).tolist(),
        authors=[_is_author(shared.told, way[:3]) for way in ways],
        times=shared.in_time[nodes].tolist() if nodes else [],
        segments=bounds,
        words=[frozenset(term[a:b].tolist()) for a, b in pairwise(term_at)],
        holders=_holders(shared, nodes),
        names=names,
    )


def instance_pages(
    batch: Batch, pages: Sequence[int], names: Mapping[str, Sequence[str]], options: Ontominer | None = None
) -> list[InstancePage]:
    """Some pages of a batch (of its tables), with what links call each, by key."""
    shared = _Batch(batch, options or Ontominer())
    found = []
    for page in pages:
        url = batch.urls[batch.mined[page]]
        keys = frozenset(map(text_key, names.get(identity(url), ()))) - {""}
        found.append(_page(shared, page, url, keys))
    return found
