"""The WHATWG tree-construction cases, against any reader of markup that gives elements and their text.

Two readers: the parser's own tree, which shows that the comparison itself is sound, and the node table, which is what
Sitemine works on. Scripting is off, as in the table. A fragment in the context of body or div is run as the content of
that element in a document; other contexts no document can give, and they are counted as not run.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import turbohtml

from bench.conformance.dat import TreeCase, tree_cases
from bench.conformance.projection import Element, Rules, project, squeezed
from bench.conformance.verdicts import Finding, Verdict, judged
from sitemine.dom.parse import parse
from sitemine.dom.table import DROPPED, SILENT, flatten
from sitemine.options import Limits

_VERBATIM = frozenset(("xmp", "plaintext"))
_BEFORE = {"body": "<!DOCTYPE html><body>", "div": "<!DOCTYPE html><body><div>"}
_DEPTH = {"body": 2, "div": 3}  # elements above the content of the fragment


class TreeOf(Protocol):
    """The elements of a document in preorder."""

    def __call__(self, markup: str, /) -> list[Element]: ...


def parser_tree(markup: str) -> list[Element]:
    """What the parser's own nodes say, cut down as the expected trees are."""
    found: list[Element] = []
    stack = [(child, -1, False) for child in reversed(turbohtml.parse(markup).children)]
    while stack:
        node, parent, is_silent = stack.pop()
        if not isinstance(node, turbohtml.Element) or node.tag in DROPPED:
            continue
        is_silent = is_silent or node.tag in SILENT
        own = "" if is_silent else "".join(child.data for child in node.children if isinstance(child, turbohtml.Text))
        stack.extend((child, len(found), is_silent) for child in reversed(node.children))
        found.append(Element(parent, node.tag, squeezed(own)))
    return _as_rows(found)


def table_tree(markup: str) -> list[Element]:
    """What the rows of the node table say."""
    table = flatten([parse(markup, Limits())], Limits())
    texts = [""] * len(table)
    for node, start, end in zip(table.run_node, table.run_start, table.run_end, strict=True):
        texts[node] += table.text[start:end]
    tags = [table.tags[tag] for tag in table.tag]
    return [Element(*row) for row in zip(map(int, table.parent), tags, map(squeezed, texts), strict=True)]


def _content_of(elements: list[Element], depth: int) -> list[Element]:
    """The elements within the `depth`-th element of a document whose first elements are nested."""
    holder = depth - 1
    return [
        Element(parent - depth if parent > holder else -1, tag, text)
        for parent, tag, text in elements[depth:]
        if parent >= holder
    ]


def _found(case: TreeCase, tree_of: TreeOf) -> list[Element]:
    elements = tree_of(_BEFORE.get(case.context, "") + case.markup)
    return _content_of(elements, _DEPTH[case.context]) if case.context else elements


def _difference(expected: list[Element], found: list[Element]) -> str:
    """The first element that is not the same, in words."""
    for i, (one, other) in enumerate(zip(expected, found, strict=False)):
        if one != other:
            return f"element {i}: expected {tuple(one)}, found {tuple(other)}"
    longer, word = (expected, "lacks") if len(expected) > len(found) else (found, "adds")
    return f"{word} {tuple(longer[min(len(expected), len(found))])}"


def _as_rows(elements: list[Element]) -> list[Element]:
    """The elements as rows: old ways to show code verbatim are `pre` there, and a drawing is one row."""
    row = {-1: -1}
    kept: list[Element] = []
    for place, (parent, tag, text) in enumerate(elements):
        if parent in row and (parent < 0 or elements[parent].tag != "svg"):
            row[place] = len(kept)
            kept.append(Element(row[parent], "pre" if tag in _VERBATIM else tag, text))
    return kept


def _judged(case: TreeCase, tree_of: TreeOf) -> Verdict:
    if case.scripting:
        return Verdict(case.name, Finding.NOT_RUN, "scripting on")
    if case.context and case.context not in _BEFORE:
        return Verdict(case.name, Finding.NOT_RUN, "fragment in a context that no document gives")
    expected = _as_rows(project(case.tree, Rules(DROPPED, SILENT)))
    found = _as_rows(_found(case, tree_of))
    same = expected == found
    return judged(case.name, expected, found, "" if same else _difference(expected, found))


def verdicts(folder: Path, tree_of: TreeOf = table_tree) -> Iterator[Verdict]:
    """The verdict on each tree-construction case of a folder."""
    for file in sorted((folder / "tree-construction").glob("*.dat")):
        for case in tree_cases(file.stem, file.read_bytes()):
            yield _judged(case, tree_of)
