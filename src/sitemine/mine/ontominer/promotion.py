"""Which leaves label which others (OntoMiner, section 2.2, promotion).

The paper: a group is labelled by the nearest emphasised leaf before it, a value by the previous emphasised leaf; emphasised is what is bold or
fully capitalised. That gives one level of labels. We keep the rule and add what makes it a hierarchy:

    scope   a label speaks for what follows in its element. Where that is an instance among others it ends there; where more follows the
            element than is left in it, as after a header of title and byline, the label speaks for that as well
    rank    a label ends those of its own look, and those that were seen below its look before; real headings (h1 to h6)
            rank by their level and above all others
    lists   the line that an inner list follows labels it; the first of two alternating siblings, shorter on the whole,
            labels the second, as a term its definition
    tables  where the first of several rows is emphasised and no other is, its cells label those below them
"""

from collections import Counter
from typing import Final, NamedTuple

from sitemine.mine.ontominer.grouping import Grouping
from sitemine.mine.ontominer.hierarchy import Partition
from sitemine.mine.ontominer.leaftree import BOLD, LINK, RECORD, Element, LeafTree

NONE: Final = -1
LONGEST_LABEL: Final = 160
"""Characters: what is longer is a text in bold and labels nothing."""

SECTIONS: Final = ("article", "section", "aside", "nav", "main", "footer", "td", "dialog", "blockquote", "figure")
"""Elements that a label never speaks beyond (HTML's sectioning elements and roots)."""


LONGEST_BYLINE: Final = 200
"""Characters that may follow a heading in its own element while it still speaks for what comes after that element."""


class Leaf(NamedTuple):
    """What promotion knows of a leaf besides its place in the tree."""

    length: int
    level: int  # of a heading, else 0
    is_bold: bool
    is_capital: bool
    line: int  # the segment that it is, or is a part of

    @property
    def is_emphasised(self) -> bool:
        return self.is_bold or self.is_capital


class Labels(NamedTuple):
    """The label of each leaf, as the number of another leaf."""

    parent: list[int]  # the label that it stands under, -1 where under none
    column: list[int]  # the head of its column in a table, -1 where it has none


class _Scope(NamedTuple):
    leaf: int
    look: tuple[object, ...]
    level: int
    last: int  # last leaf that it speaks for


class _Spans(NamedTuple):
    """Lengths of texts by prefix sums, which ranges of leaves are instances."""

    before: list[int]
    instances: frozenset[tuple[int, int]]

    def length(self, first: int, last: int) -> int:
        return self.before[last + 1] - self.before[first]


def part_spans(partition: Partition) -> list[tuple[int, int]]:
    """First and last leaf of each part."""
    spans = [(leaf, leaf) for leaf in range(partition.tree.n_leaves)]
    for left, right, _ in partition.merges:
        spans.append((spans[left][0], spans[right][1]))
    return spans


def _spans(partition: Partition, grouping: Grouping, leaves: list[Leaf]) -> _Spans:
    spans, before = part_spans(partition), [0]
    for leaf in leaves:
        before.append(before[-1] + leaf.length)
    return _Spans(before, frozenset(spans[part] for members in grouping.instances for part in members))


def _is_section(tree: LeafTree, node: int) -> bool:
    return any(element.tag in SECTIONS for element in tree.chain[node])


def _last_labelled(tree: LeafTree, spans: _Spans, leaf: int) -> int:
    """The last leaf that a label speaks for; itself where nothing follows."""
    node = leaf
    while (holder := tree.parent[node]) != NONE:
        node, below = holder, node
        if tree.tag[node] == RECORD:
            continue
        first, last = tree.first[node], tree.last[node]
        if (first, last) in spans.instances or _is_section(tree, node):
            return last
        outer = tree.parent[node]
        while outer != NONE and tree.tag[outer] == RECORD:
            outer = tree.parent[outer]
        left = spans.length(tree.last[below] + 1, last)
        if outer == NONE or (left and left >= min(spans.length(last + 1, tree.last[outer]), LONGEST_BYLINE)):
            return last
    return tree.last[node]


def _looks(tree: LeafTree, leaves: list[Leaf]) -> list[tuple[object, ...]]:
    """How each leaf looks: its level as a heading, or its tag and the marks that it shares with another emphasised leaf.

    Page builders give every element a name of its own, which tells nothing; a label that shares no name is the only one of its look.
    """
    counts = Counter(
        mark for leaf, marks in zip(leaves, tree.marks, strict=False) if leaf.is_emphasised for mark in marks
    )
    looks: list[tuple[object, ...]] = []
    for number, leaf in enumerate(leaves):
        marks = tree.marks[number] - {LINK, BOLD}
        shared = frozenset(mark for mark in marks if counts[mark] > 1)
        looks.append((leaf.level,) if leaf.level else (tree.tag[number], shared or marks))
    return looks


class _Ranks:
    """Which looks were seen below which others on this page."""

    def __init__(self) -> None:
        self._below: set[tuple[tuple[object, ...], tuple[object, ...]]] = set()

    def ends(self, new: _Scope, old: _Scope) -> bool:
        """Whether a new label ends the scope of an old one."""
        if new.look == old.look:
            return True
        if new.level and old.level:
            return new.level <= old.level
        return bool(new.level) or (not old.level and (new.look, old.look) in self._below)

    def push(self, stack: list[_Scope], new: _Scope) -> None:
        """The stack after a new label."""
        keep = next((place for place, old in enumerate(stack) if self.ends(new, old)), len(stack))
        del stack[keep:]
        self._below |= {(old.look, new.look) for old in stack}
        stack.append(new)


def _speaks_until(tree: LeafTree, spans: _Spans, leaves: list[Leaf], leaf: int) -> int:
    """The last leaf that a leaf labels by emphasis; itself where it labels none."""
    one = leaves[leaf]
    if not one.is_emphasised or one.length > LONGEST_LABEL:
        return leaf
    after = leaf + 1
    if after < len(leaves) and leaves[after].line == one.line:  # the beginning of a line labels the rest of it
        while after < len(leaves) and leaves[after].line == one.line:
            after += 1
        return after - 1
    beside = tree.children[tree.parent[leaf]] if tree.parent[leaf] != NONE else []
    if not one.is_bold and (leaf, leaf) in spans.instances:
        return leaf  # capitals among lines of its kind, as an abbreviation in a menu
    if not one.level and len(beside) > 2 and all(n < tree.n_leaves and leaves[n].is_emphasised for n in beside):
        return leaf  # one of a row of labels, as the heads of a table are
    return _last_labelled(tree, spans, leaf)


def _emphasised(tree: LeafTree, spans: _Spans, leaves: list[Leaf], heads: set[int]) -> list[int]:
    """The label of each leaf by emphasis; the heads of columns label by column only."""
    parent: list[int] = []
    stack: list[_Scope] = []
    ranks, looks = _Ranks(), _looks(tree, leaves)
    for number, leaf in enumerate(leaves):
        while stack and stack[-1].last < number:
            stack.pop()
        last = number if number in heads else _speaks_until(tree, spans, leaves, number)
        if last > number:
            ranks.push(stack, _Scope(number, looks[number], leaf.level, last))
            parent.append(stack[-2].leaf if len(stack) > 1 else NONE)
        else:
            parent.append(stack[-1].leaf if stack else NONE)
    return parent


def _set_below(parent: list[int], label: int, first: int, last: int) -> None:
    """Hangs the leaves [first, last] that share the label's own label below it."""
    for leaf in range(first, last + 1):
        if parent[leaf] == parent[label]:
            parent[leaf] = label


def _holds_like(tree: LeafTree, node: int, item: Element) -> bool:
    """Whether a node, or one of its children, is an item like another."""
    return any(item.is_like(one) for one in tree.chain[node]) or any(
        tree.chain[child] and item.is_like(tree.chain[child][0]) for child in tree.children[node]
    )


def _label_lists(tree: LeafTree, parent: list[int]) -> None:
    """A line labels the list of like items inside of the same item."""
    for node in range(tree.n_leaves, tree.root):
        first, *others = tree.children[node]
        if first < tree.n_leaves and tree.chain[node]:
            item = tree.chain[node][0]
            if any(_holds_like(tree, child, item) for child in others):
                _set_below(parent, first, first + 1, tree.last[node])


def _are_alike(tree: LeafTree, one: int, other: int) -> bool:
    """Whether two nodes begin with elements of one kind."""
    return tree.tag[one] == tree.tag[other] and any(
        a.is_like(b) for a, b in zip(tree.chain[one][:1], tree.chain[other][:1], strict=False)
    )


def _label_terms(tree: LeafTree, spans: _Spans, parent: list[int]) -> None:
    """Where siblings are terms and definitions in turns, the shorter ones on the whole before, each term labels the next."""
    for node in range(tree.n_leaves, tree.root + 1):
        pairs = [tree.children[child] for child in tree.children[node] if tree.tag[child] == RECORD]
        if len(pairs) < len(tree.children[node]) or any(len(pair) != 2 or pair[0] >= tree.n_leaves for pair in pairs):
            continue
        terms = sum(spans.length(term, term) for term, _ in pairs)
        values = sum(spans.length(tree.first[value], tree.last[value]) for _, value in pairs)
        if 2 * terms < values and not any(_are_alike(tree, term, value) for term, value in pairs):
            for term, value in pairs:
                _set_below(parent, term, tree.first[value], tree.last[value])


def _columns(tree: LeafTree, leaves: list[Leaf]) -> list[int]:
    """The head of the column that each leaf stands in."""
    column = [NONE] * tree.n_leaves
    for node in range(tree.n_leaves, tree.root + 1):
        head, *rows = _rows(tree, node)
        if rows and _is_head(tree, leaves, head) and not any(_is_head(tree, leaves, row) for row in rows):
            for row in rows:
                for label, cell in zip(tree.children[head], tree.children[row], strict=False):
                    for leaf in range(tree.first[cell], tree.last[cell] + 1):
                        column[leaf] = label
    return column


def _rows(tree: LeafTree, node: int) -> list[int]:
    """The rows of a table: of the same number of cells, below the node or below parts of it (head, body)."""
    rows: list[int] = []
    for child in tree.children[node]:
        below = tree.children[child]
        inner = bool(below) and all(len(tree.children[one]) > 1 for one in below)
        rows += below if inner else [child]
    width = len(tree.children[rows[0]])
    same = width > 1 and all(len(tree.children[row]) in (width, 0) for row in rows)
    return [row for row in rows if tree.children[row]] if same else rows[:1]


def _is_head(tree: LeafTree, leaves: list[Leaf], row: int) -> bool:
    cells = tree.children[row]
    return bool(cells) and all(cell < tree.n_leaves and leaves[cell].is_emphasised for cell in cells)


def promote(partition: Partition, grouping: Grouping, leaves: list[Leaf]) -> Labels:
    """The labels of a page's leaves."""
    tree = partition.tree
    spans = _spans(partition, grouping, leaves)
    column = _columns(tree, leaves)
    parent = _emphasised(tree, spans, leaves, set(column))
    _label_lists(tree, parent)
    _label_terms(tree, spans, parent)
    return Labels(parent, column)
