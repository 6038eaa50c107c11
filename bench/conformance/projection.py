"""A WHATWG tree as a node table can hold it: elements with the text that stands directly in them.

The table has no comments and doctypes, no elements that nobody reads (script, style, head, ...), and no line breaks;
foreign elements go by their local names. So the expected tree is cut down to that before the two are compared. White
space is left out on both sides: the trees are compared here, and not how text is laid out.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from bench.conformance.dat import TreeNode

_SOFT_HYPHEN = "\u00ad"
_NOWHERE = 1 << 30  # a level that no tree has


class Element(NamedTuple):
    """One element of a tree in preorder; the roots' parent is -1."""

    parent: int
    tag: str
    text: str  # of the element's own text nodes, without white space


class Rules(NamedTuple):
    """What a table leaves out."""

    dropped: frozenset[str]  # elements that are left out with all that is in them
    silent: frozenset[str]  # elements whose text is left out, and that of all in them


def squeezed(text: str) -> str:
    """A text without white space and soft hyphens, which no table keeps."""
    return "".join(text.replace(_SOFT_HYPHEN, "").split())


def _local(content: str) -> str:
    """The name of an element without its namespace: `<svg path>` is a path."""
    return content[1:-1].rpartition(" ")[2]


def _is_element(content: str) -> bool:
    return content.startswith("<") and content.endswith(">") and not content.startswith(("<!", "<?"))


def _without(tree: Iterable[TreeNode], dropped: frozenset[str]) -> Iterator[TreeNode]:
    """The lines that do not stand for a dropped element or anything in one."""
    left_out_from = _NOWHERE
    for node in tree:
        if node.level > left_out_from:
            continue
        left_out_from = node.level if _is_element(node.content) and _local(node.content) in dropped else _NOWHERE
        if left_out_from == _NOWHERE:
            yield node


def project(tree: Iterable[TreeNode], rules: Rules) -> list[Element]:
    """The elements of an expected tree that a table holds."""
    parents: list[int] = []
    tags: list[str] = []
    texts: list[str] = []
    open_at = {-1: -1}  # the element that is open on each level
    silent_from = _NOWHERE
    for level, content in _without(tree, rules.dropped):
        silent_from = silent_from if level > silent_from else _NOWHERE
        if _is_element(content):
            tag = _local(content)
            silent_from = min(silent_from, level) if tag in rules.silent else silent_from
            open_at[level] = len(tags)
            parents.append(open_at[level - 1])
            tags.append(tag)
            texts.append("")
        elif content.startswith('"') and level > 0 and silent_from == _NOWHERE:
            texts[open_at[level - 1]] += content[1:-1]
    return [Element(parent, tag, squeezed(text)) for parent, tag, text in zip(parents, tags, texts, strict=True)]
