"""Who said what: the posts of a thread and the readers' comments of an article, each with its author, its time and its text.

Templates repeat one element for each of them and call it comment, post, message, answer or reply in its class or id. A group of
such elements is taken where most of them name an author. What stands in an answer to a post is the answer's, not the post's.
Structured data that hold the whole text of each go before.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

import numpy as np
import numpy.typing as npt

from sitemine.dom.names import ATTRIBUTE_CODE
from sitemine.dom.table import NodeTable
from sitemine.mine.facts.dates import moment_of
from sitemine.mine.facts.jsonld import Thing, text_in, types_of
from sitemine.records import Post

CALLED: Final = re.compile(
    r"(?:^|[-_\s])(comment|post|message|msg|reply|answer)(?:s|list)?(?:[-_]{0,2}"
    r"(?:\d+|item|container|wrap(?:per)?|row|box|entry|node|card|main|parent|li|single|wrapper|outer|article|block|p?\d+))?(?=$|\s)"
)
NAMING: Final = re.compile(
    rb"comment|post|message|msg|reply|answer|author|user|poster|nick|creator|byline|\bfn\b|date|time|content|body|text",
    re.IGNORECASE,
)
AUTHOR: Final = re.compile(
    r"author|user-?_?name|poster|nick|creator|byline|(?:^|\s)fn(?:$|\s)|(?:^|\s|-)user(?:$|\s|-)"
)
WHEN: Final = re.compile(r"date|time|posted|permalink")
TEXT: Final = re.compile(r"(?:content|body|text|bodytext|message|commtext|cooked)(?:$|[\s_-])")
CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
SAID_IN_DATA: Final = frozenset(
    ("Comment", "Answer", "UserComments", "DiscussionForumPosting", "SocialMediaPosting", "Question")
)
MOST_OF_IT: Final = 0.5
"""Share of the informative text that is posts where a page is a thread."""

MOST_POSTS: Final = 2_000
MOST_NAME: Final = 60
MOST_ABOUT: Final = 200
"""Characters of all that stands beside a post about its author."""

NAMES: Final = tuple(ATTRIBUTE_CODE[name] for name in ("class", "id", "itemprop", "rel"))


@dataclass(frozen=True, slots=True)
class Said:
    """What people said on a page."""

    comments: tuple[Post, ...] = ()
    posts: tuple[Post, ...] = ()


class _Named:
    """The elements of a page that have telling names, in document order."""

    def __init__(self, table: NodeTable, page: int) -> None:
        self.table = table
        a, b = np.searchsorted(table.attribute_node, table.page_start[page : page + 2]).tolist()
        rows = a + np.flatnonzero(np.isin(table.attribute_name[a:b], NAMES))
        self.names: dict[int, str] = {}
        self._nodes: list[int] = []
        for row in table.attribute_values.rows_with(NAMING, rows):
            node = int(table.attribute_node[row])
            name = CAMEL.sub("-", table.attribute_values[row]).lower()
            self.names[node] = f"{self.names.get(node, '')} {name}".strip()
        self._nodes = list(self.names)
        times = a + np.flatnonzero(table.attribute_name[a:b] == ATTRIBUTE_CODE["datetime"])
        self._times = {int(table.attribute_node[row]): table.attribute_values[row] for row in times.tolist()}
        self._timed = list(self._times)

    def own(self, node: int, nested: Sequence[int]) -> Iterator[tuple[int, str]]:
        """The named elements of a subtree that do not stand in one of those nested in it."""
        return ((held, self.names[held]) for held in self._own(self._nodes, node, nested))

    def times(self, node: int, nested: Sequence[int]) -> Iterator[str]:
        """The machine-readable times of a subtree, without those of the subtrees nested in it."""
        return (self._times[held] for held in self._own(self._timed, node, nested))

    def _own(self, among: list[int], node: int, nested: Sequence[int]) -> Iterator[int]:
        place, end = bisect_right(among, node), int(self.table.subtree_end[node])
        for hole in (*nested, end):
            stop = bisect_left(among, min(hole, end), place)
            yield from among[place:stop]
            place = bisect_left(among, int(self.table.subtree_end[hole]), stop) if hole < end else stop

    def groups(self) -> dict[str, list[int]]:
        """The elements that are called alike."""
        found: dict[str, list[int]] = {}
        for node, name in self.names.items():
            if called := CALLED.search(name):
                found.setdefault(f"{called[1]} {self.table.tag[node]}", []).append(node)
        return {name: nodes[:MOST_POSTS] for name, nodes in found.items()}


def _line(table: NodeTable, node: int) -> str:
    return " ".join(table.text_of(node).split())


def _lines(table: NodeTable, slices: Sequence[tuple[int, int]]) -> list[str]:
    return [line for start, end in slices for line in table.text[start:end].split("\n") if line.strip()]


def _without(start: int, end: int, holes: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """A slice without others."""
    found = []
    for a, b in sorted(holes):
        if start <= a and b <= end:
            found += [(start, a)] if start < a else []
            start = b
    return [*found, (start, end)] if start < end else found


def _first_line(table: NodeTable, node: int) -> str:
    return next((" ".join(line.split()) for line in table.text_of(node).split("\n") if line.strip()), "")


def _author(table: NodeTable, own: Sequence[tuple[int, str]]) -> tuple[int, str]:
    """The first element that names an author, as far inside as it goes, and its first line; -1 without one.

    Below the name stand ranks, the number of posts, since when.
    """
    found = [
        (node, said)
        for node, name in own
        if AUTHOR.search(name)
        and table.text_length[node] <= MOST_ABOUT
        and 0 < len(said := _first_line(table, node)) <= MOST_NAME
    ]
    first = found[0] if found else (-1, "")
    for node, said in found[1:]:
        if node < table.subtree_end[first[0]]:
            first = (node, said)
    return first


def _body(table: NodeTable, node: int, own: Sequence[tuple[int, str]], author: int) -> int:
    """The innermost element called text, body or content that says most of what any of these says."""
    found = [
        (held, int(table.text_length[held]))
        for held, name in own
        if TEXT.search(name) and not held <= author < table.subtree_end[held]
    ]
    most = max((length for _, length in found), default=0)
    return next((held for held, length in reversed(found) if length and 2 * length >= most), node)


def _slice(table: NodeTable, node: int) -> tuple[int, int]:
    return int(table.text_start[node]), int(table.text_end[node])


def _post(named: _Named, node: int, nested: Sequence[int]) -> Post:
    """What one element says, without those nested in it."""
    table = named.table
    own = list(named.own(node, nested))
    author_node, author = _author(table, own)
    times = map(moment_of, named.times(node, nested))
    dated = (
        moment_of(_line(table, held)) for held, name in own if WHEN.search(name) and table.text_length[held] < MOST_NAME
    )
    body = _body(table, node, own, author_node)
    others = [_slice(table, held) for held in nested]
    beside = _lines(table, _without(*_slice(table, node), [*others, _slice(table, body)])) if body != node else []
    short = (moment_of(line) for line in beside if len(line) < MOST_NAME)
    when = next((said for said in chain(times, dated, short) if said), "")
    holes = [*others, *([_slice(table, author_node)] if author_node >= 0 and body == node else [])]
    return Post(author, when, "\n".join(_lines(table, _without(*_slice(table, body), holes))))


def _posts(named: _Named, nodes: Sequence[int]) -> list[Post]:
    """The posts of a group; an element that only wraps another of the group is none of its own."""
    table, found = named.table, []
    ends = table.subtree_end[np.array(nodes, np.intp)].tolist()
    for k, (node, end) in enumerate(zip(nodes, ends, strict=True)):
        nested: list[int] = []
        for j in range(k + 1, len(nodes)):
            if nodes[j] >= end:
                break
            if not nested or nodes[j] >= table.subtree_end[nested[-1]]:
                nested.append(nodes[j])
        post = _post(named, node, nested)
        if post.text:
            found.append(post)
    return found


def _in_data(things: Sequence[Thing]) -> tuple[Post, ...]:
    """What structured data say that people said."""
    found = []
    for thing in things:
        text = text_in(thing.get("text")) or text_in(thing.get("articleBody")) or text_in(thing.get("commentText"))
        if text and text_in(thing.get("author")) and SAID_IN_DATA.intersection(types_of(thing)):
            when = moment_of(text_in(thing.get("datePublished")) or text_in(thing.get("dateCreated")))
            found.append(Post(text_in(thing.get("author")), when, text))
    return tuple(found)


def _covered(table: NodeTable, nodes: Sequence[int], kept: npt.NDArray[np.integer]) -> float:
    """The share of the kept text that stands in some elements."""
    length = table.segment_end[kept] - table.segment_start[kept]
    start, end = table.text_start[nodes], np.maximum.accumulate(table.text_end[nodes])
    last = np.searchsorted(start, table.segment_start[kept], "right") - 1
    inside = (last >= 0) & (table.segment_start[kept] < end[last])
    return float(length[inside].sum() / max(int(length.sum()), 1))


def said_on(table: NodeTable, page: int, things: Sequence[Thing], kept: npt.NDArray[np.integer]) -> Said:
    """What people said on a page of which the segments `kept` inform: a thread is what says most of that in posts."""
    named = _Named(table, page)
    comments: list[Post] = []
    posts: list[Post] = []
    for name, nodes in named.groups().items():
        found = _posts(named, nodes)
        n_named = sum(bool(post.author) for post in found)
        if not n_named or 2 * n_named < len(found):
            continue
        if name.startswith("comment"):
            comments = max(comments, found, key=_worth)
        elif len(found) > 1 and _covered(table, nodes, kept) >= MOST_OF_IT:
            posts = max(posts, found, key=_worth)
    from_data = _in_data(things)
    return Said(tuple(comments), from_data if len(from_data) > max(len(posts), 1) else tuple(posts))


def _worth(posts: Sequence[Post]) -> tuple[int, int]:
    return sum(bool(post.author) for post in posts), sum(len(post.text) for post in posts)
