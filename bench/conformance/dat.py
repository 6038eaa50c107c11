"""The cases of html5lib's `.dat` files: `#data`, `#errors`, `#document` and the like, each with lines below it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

_HEADINGS = frozenset(
    ("data", "errors", "new-errors", "document-fragment", "script-on", "script-off", "document", "encoding")
)
_NEXT_CASE = re.compile(rb"(?:\A|\n\n?)(?=#data\n)")
_INDENT = 2


@dataclass(frozen=True, slots=True)
class Section:
    """The bytes below a heading, without the line break that ends them."""

    heading: str
    content: bytes


class TreeNode(NamedTuple):
    """A line of an expected tree: its level from 0 and what stands there, over several lines if need be."""

    level: int
    content: str


@dataclass(frozen=True, slots=True)
class TreeCase:
    """Markup, and the tree that it makes."""

    name: str
    markup: str
    context: str  # the element that a fragment is parsed in, "svg path" for a foreign one; empty for a document
    scripting: bool | None  # None where it makes no difference
    tree: tuple[TreeNode, ...]


def sections(case: bytes) -> Iterator[Section]:
    """The sections of one case; a line that looks like a heading but is none belongs to the section above it."""
    heading, lines = "", list[bytes]()
    for line in case.split(b"\n"):
        name = line[1:].decode("latin-1")
        if line.startswith(b"#") and name in _HEADINGS:
            if heading:
                yield Section(heading, b"\n".join(lines))
            heading, lines = name, []
        else:
            lines.append(line)
    if heading:
        yield Section(heading, b"\n".join(lines))


def cases(content: bytes) -> Iterator[tuple[int, dict[str, bytes]]]:
    """The cases of a file: the number of each from 1, and its sections by heading."""
    parts = (part for part in _NEXT_CASE.split(content) if part.startswith(b"#data"))
    for number, part in enumerate(parts, 1):
        yield number, {section.heading: section.content for section in sections(part)}


def tree_of(document: str) -> Iterator[TreeNode]:
    """The lines of an expected tree; a line without the bar continues the one above it."""
    content: list[str] = []
    for line in document.split("\n"):
        if line.startswith("| ") or not content:
            if content:
                yield _node("\n".join(content))
            content = [line]
        else:
            content.append(line)
    if content != [""]:
        yield _node("\n".join(content))


def _node(content: str) -> TreeNode:
    plain = content.removeprefix("| ").lstrip(" ")
    return TreeNode((len(content.removeprefix("| ")) - len(plain)) // _INDENT, plain.rstrip("\n"))


def tree_cases(file_name: str, content: bytes) -> Iterator[TreeCase]:
    """The tree-construction cases of a file."""
    for number, parts in cases(content):
        yield TreeCase(
            name=f"{file_name}#{number}",
            markup=parts["data"].decode("utf-8", "surrogatepass"),
            context=parts.get("document-fragment", b"").decode(),
            scripting=None if parts.keys().isdisjoint(("script-on", "script-off")) else "script-on" in parts,
            tree=tuple(tree_of(parts["document"].decode("utf-8", "surrogatepass"))),
        )
