"""The tree of one page as its leaves see it: the elements that part leaves from each other, and the leaves.

Chains of elements around the same leaves are one node (spec: unary chains collapse first). Such a node is called by the first
element of the chain that means something (`li`, `p`, `h2`, `td`), or by its outermost where all are mere wrappers. What is under an
element is told by *kinds*: the distinct paths of tags from it to its leaves, in the order in which they first occur.
"""

from dataclasses import dataclass, field
from itertools import chain
from typing import Final, NamedTuple

import numpy as np

from sitemine.dom.names import ATTRIBUTE_CODE
from sitemine.dom.table import NodeTable
from sitemine.mine.ontominer.leaves import Leaves, common_ancestors

WRAPPERS: Final = frozenset("div span section a b strong i em font center small u abbr time main article".split())
"""Tags that tell little of what they hold."""

TEXT: Final = "#text"
RECORD: Final = "#record"
LINK, BOLD = "link", "bold"
CLASS_MARK: Final = "."


class Element(NamedTuple):
    """One element of a chain."""

    tag: str
    classes: frozenset[str]

    def is_like(self, other: "Element") -> bool:
        """Whether two elements are of one kind: of one tag, and for mere wrappers with a class in common."""
        return self.tag == other.tag and (self.tag not in WRAPPERS or bool(self.classes & other.classes))


class Kinds(NamedTuple):
    """What is under a node, as its leaves' paths from it and the names on these paths."""

    paths: tuple[int, ...]  # distinct, as first seen
    path_set: frozenset[int]
    names: frozenset[str]


@dataclass(slots=True)
class LeafTree:
    """Nodes 0 to n - 1 are the leaves, in order; then the elements that hold several; children come in document order."""

    n_leaves: int
    parent: list[int]
    tag: list[str]
    depth: list[int]
    children: list[list[int]]  # empty for leaves
    first: list[int]  # first leaf
    last: list[int]
    marks: list[frozenset[str]]  # class names, and whether a leaf is bold or a link
    row: list[int]  # outermost row of the chain in the node table, -1 for what no element is
    chain: list[tuple[Element, ...]]  # all of its elements
    root: int
    _path_ids: dict[tuple[str, int], int] = field(default_factory=dict)

    def path_below(self, node: int, path: int) -> int:
        """The number of the path that leads through a node and then on by `path`; 0 is the empty path."""
        return self._path_ids.setdefault((self.tag[node], path), len(self._path_ids) + 1)

    def tags_between(self, above: int, node: int) -> list[str]:
        """The tags below `above` down to the node."""
        tags: list[str] = []
        while node != above:
            tags.append(self.tag[node])
            node = self.parent[node]
        return tags[::-1]

    def add(self, parent: int, tag: str, children: list[int], marks: frozenset[str] = frozenset()) -> int:
        """One more node, over some neighbouring children of another."""
        node = len(self.parent)
        self.parent.append(parent)
        self.tag.append(tag)
        self.depth.append(self.depth[parent] + 1 if parent >= 0 else 0)
        self.children.append(children)
        self.first.append(self.first[children[0]])
        self.last.append(self.last[children[-1]])
        self.marks.append(marks)
        self.row.append(-1)
        self.chain.append(())
        for child in children:
            self.parent[child] = node
        return node


def joined(kinds: list[Kinds], most: int) -> Kinds:
    """The kinds of several neighbours together; the first `most` stand for all."""
    paths = tuple(dict.fromkeys(chain.from_iterable(one.paths for one in kinds)))[:most]
    return Kinds(paths, frozenset(paths), frozenset().union(*(one.names for one in kinds)))


def kinds_of(tree: LeafTree, node: int, below: list[Kinds], most: int) -> Kinds:
    """The kinds of a node from those of its children, each as seen from the node."""
    if not tree.children[node]:
        return Kinds((0,), frozenset((0,)), frozenset((tree.tag[node],)) | tree.marks[node])
    return joined(below, most)


def seen_from_above(tree: LeafTree, node: int, own: Kinds) -> Kinds:
    """The kinds of a node as seen from its parent."""
    paths = tuple(tree.path_below(node, path) for path in own.paths)
    return Kinds(paths, frozenset(paths), own.names | {tree.tag[node]} | tree.marks[node])


def _ancestors(table: NodeTable, leaves: Leaves, first: int, last: int) -> tuple[list[int], list[int]]:
    """The lowest common ancestor of each two neighbouring leaves of a page, and its depth."""
    nodes = leaves.node[first:last]
    rows = common_ancestors(table, nodes[:-1], nodes[1:])
    return rows.tolist(), table.depth[rows].tolist()


def _children(n: int, rows: list[int], depths: list[int]) -> tuple[list[list[int]], list[int]]:
    """The children of each branching element, and its row; numbered so that children come before their parents.

    The elements on the way to the latest leaf lie on a stack; the next leaf hangs at the lowest common ancestor.
    """
    children: list[list[int]] = [[] for _ in range(n)]
    row_of = [-1] * n
    stack: list[tuple[int, int, list[int]]] = []  # row, depth, children so far
    latest = 0
    for leaf, (row, depth) in enumerate(zip(rows, depths, strict=True), 1):
        while stack and stack[-1][1] > depth:
            done, _, below = stack.pop()
            below.append(latest)
            latest = len(children)
            children.append(below)
            row_of.append(done)
        if not stack or stack[-1][0] != row:
            stack.append((row, depth, []))
        stack[-1][2].append(latest)
        latest = leaf
    while stack:
        done, _, below = stack.pop()
        below.append(latest)
        latest = len(children)
        children.append(below)
        row_of.append(done)
    return children, row_of


def _chain(parent: list[int], top: int, bottom: int, offset: int) -> list[int]:
    """The rows below `top` down to `bottom`; none where both are the same."""
    found: list[int] = []
    while bottom != top and bottom >= offset:
        found.append(bottom)
        bottom = parent[bottom - offset]
    return found[::-1]


def _classes(table: NodeTable, first: int, last: int) -> dict[int, list[str]]:
    """The class names of the rows of a page."""
    low, high = np.searchsorted(table.attribute_node, (first, last))
    is_class = table.attribute_name[low:high] == ATTRIBUTE_CODE["class"]
    rows = (low + np.flatnonzero(is_class)).tolist()
    return {int(table.attribute_node[row]): table.attribute_values[row].split() for row in rows}


def leaf_tree(table: NodeTable, leaves: Leaves, first: int, last: int) -> LeafTree:
    """The tree of the leaves [first, last) of one page; there is at least one."""
    n = last - first
    children, bottom = _children(n, *_ancestors(table, leaves, first, last))
    bottom[:n] = leaves.node[first:last].tolist()
    size = len(children)
    root = size - 1
    parent = [-1] * size
    for node in range(n, size):
        for child in children[node]:
            parent[child] = node
    start, end = (int(row) for row in table.page_start[leaves.page[first] : leaves.page[first] + 2])
    above, names = table.parent[start:end].tolist(), [table.tags[tag] for tag in table.tag[start:end].tolist()]
    classes = _classes(table, start, end)
    tree = LeafTree(n, parent, [""] * size, [0] * size, children, [0] * size, [0] * size, [], [-1] * size, [], root)
    flags = (leaves.link[first:last] >= 0, leaves.is_bold[first:last])
    for node in range(size):
        top = bottom[parent[node]] if parent[node] >= 0 else -1
        rows = _chain(above, top, bottom[node], start)
        tags = [names[row - start] for row in rows] or [TEXT]
        tree.tag[node] = next((tag for tag in tags if tag not in WRAPPERS), tags[0])
        tree.row[node] = rows[0] if rows else bottom[node]
        of_rows = [frozenset(classes.get(row, ())) for row in rows]
        tree.chain.append(tuple(map(Element, tags[: len(rows)], of_rows)))
        own = [CLASS_MARK + name for of_row in of_rows for name in of_row]
        if node < n:
            own += [name for name, flag in zip((LINK, BOLD), flags, strict=True) if flag[node]]
        tree.marks.append(frozenset(own))
        tree.first[node] = node if node < n else tree.first[children[node][0]]
        tree.last[node] = node if node < n else tree.last[children[node][-1]]
    for node in range(root - 1, -1, -1):  # parents come after their children
        tree.depth[node] = tree.depth[parent[node]] + 1
    return tree
