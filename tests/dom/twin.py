"""The plain twin of `flatten`: one page, walked node by node in the dumbest way, one character after the other.

It shares with the module that it judges nothing but the sets of tags.
"""

from dataclasses import dataclass, field

import turbohtml

from sitemine.dom.table import APART, BLOCK, DROPPED, PREFORMATTED, SILENT

UNREAD = ("script", "style", "template")  # out of the page before it is read: they part nothing
SOFT_HYPHEN, NO_BREAK_SPACE = "\u00ad", "\u00a0"

BREAK = object()


def is_formula(node):
    return node.tag == "script" and (node.attrs.get("type") or "").lower().startswith("math/tex")


@dataclass
class Row:
    tag: str
    parent: int
    depth: int
    subtree_end: int = 0
    attributes: dict = field(default_factory=dict)
    places: list = field(default_factory=list)  # of the characters of its subtree


@dataclass
class Letter:
    """A character, and where it stands."""

    char: str
    rows: list  # from the root to the element that holds it
    run: int
    link: int
    apart: int
    is_pre: bool


def _outermost(rows, path, wanted):
    return next((i for i in path if wanted(rows[i])), -1)


class Twin:
    """One page as flatten should have it."""

    def __init__(self, html):
        self.rows, self.stream, self.n_runs = [], [], 0
        root = next(node for node in turbohtml.parse(html).children if isinstance(node, turbohtml.Element))
        self._walk(root, [], heard=True, kept=True)
        self._collapse()

    def _walk(self, node, path, *, heard, kept):
        kept = kept and node.tag not in DROPPED
        heard = heard and kept and node.tag not in SILENT
        is_boundary = node.tag in BLOCK or node.tag == "br"
        if kept:
            is_verbatim = node.tag in ("xmp", "plaintext") and node.namespace is turbohtml.Namespace.HTML
            tag = "pre" if is_verbatim else node.tag
            self.rows.append(Row(tag, path[-1] if path else -1, len(path), attributes=node.attrs))
            path = [*path, len(self.rows) - 1]
        if is_boundary:
            self.stream.append(BREAK)
        said = ""
        for child in _children(node):
            if isinstance(child, turbohtml.Element) and is_formula(child):
                child.tag = "annotation"
            if isinstance(child, turbohtml.Element) and (child.tag in UNREAD or node.tag == "svg"):
                continue
            if isinstance(child, turbohtml.Element):
                self._say(said, path)
                said = ""
                self._walk(child, path, heard=heard, kept=kept)
            elif isinstance(child, turbohtml.Text) and heard:
                said += child.data.replace(NO_BREAK_SPACE, " ")
        self._say(said, path)
        if is_boundary:
            self.stream.append(BREAK)
        if kept:
            self.rows[path[-1]].subtree_end = len(self.rows)

    def _say(self, data, path):
        link = _outermost(self.rows, path, lambda row: row.tag == "a" and "href" in row.attributes)
        is_pre = _outermost(self.rows, path, lambda row: row.tag in PREFORMATTED) >= 0
        apart = -1 if is_pre else _outermost(self.rows, path, lambda row: row.tag in APART)
        self.stream.extend(Letter(char, path, self.n_runs, link, apart, is_pre) for char in data if char != SOFT_HYPHEN)
        self.n_runs += 1

    def _collapse(self):
        self.letters = []  # of the text; None for the break between two segments, a Letter of run -1 for made spaces
        last, gap, broken = None, False, False
        for item in self.stream:
            if item is BREAK:
                broken = True
            elif (item.char.isspace() or item.char < " ") and not item.is_pre:
                gap = True
            else:
                if last is not None and broken:
                    self.letters.append(None)
                elif last is not None and (gap or (last.apart != item.apart and min(last.apart, item.apart) >= 0)):
                    link = last.link if last.link == item.link else -1
                    self.letters.append(Letter(" ", [], -1, link, -1, is_pre=False))
                for i in item.rows:
                    self.rows[i].places.append(len(self.letters))
                self.letters.append(item)
                last, gap, broken = item, False, False

    def text(self, start=0, end=None):
        return "".join("\n" if letter is None else letter.char for letter in self.letters[start:end])

    def slice(self, i):
        """Where the text of a row stands; None where it has none."""
        places = self.rows[i].places
        return (places[0], places[-1] + 1) if places else None

    def lengths(self, start, end):
        """Characters in links and outside."""
        said = [letter for letter in self.letters[start:end] if letter is not None]
        anchors = sum(letter.link >= 0 for letter in said)
        return anchors, len(said) - anchors

    def path(self, i):
        tags = []
        while i >= 0:
            tags.insert(0, self.rows[i].tag)
            i = self.rows[i].parent
        return "/".join(tags)

    def runs(self):
        """Of each run of text that says something: row, start, end."""
        places = {}
        for place, letter in enumerate(self.letters):
            if letter is not None and letter.run >= 0:
                places.setdefault(letter.run, []).append(place)
        return [(self.letters[p[0]].rows[-1], p[0], p[-1] + 1) for p in places.values()]

    def segments(self):
        """Of each line: row of the block that it begins in, start, end, characters in links."""
        found, start = [], 0
        for place in range(len(self.letters) + 1):
            if place == len(self.letters) or self.letters[place] is None:
                if place > start:
                    block = [i for i in self.letters[start].rows if self.rows[i].tag in BLOCK][-1]
                    found.append((block, start, place, self.lengths(start, place)[0]))
                start = place + 1
        return found


def _children(node):
    """The children of an element; those of a template are in a fragment of its own."""
    for child in node.children:
        if isinstance(child, turbohtml.DocumentFragment):
            yield from child.children
        else:
            yield child


def twin(html):
    """One page as flatten should have it."""
    return Twin(html)
