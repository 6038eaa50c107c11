"""All elements of some pages as columns, before it is asked which of them are read.

The parser's events become, for each element, its parent, its subtree and its depth, without a loop over elements. What
is nested too deep is hung at the deepest level.
"""

from array import array
from functools import cache, lru_cache
from hashlib import blake2b
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sitemine.dom.names import END, FIRST_TAG, TAG_CODE, TAGS, TEXT
from sitemine.dom.text import Ints

Codes = npt.NDArray[np.int16]
Flags = npt.NDArray[np.bool_]
Hashes = npt.NDArray[np.uint64]


@lru_cache(maxsize=4096)
def _hash(name: str) -> int:
    return int.from_bytes(blake2b(name.encode("utf-8", "replace"), digest_size=8).digest(), "little")


@cache
def _fixed_hashes() -> Hashes:
    return np.array([_hash(name) for name in TAGS], np.uint64)


class Names(NamedTuple):
    """The tags of a table: the fixed ones first, then what its pages invented."""

    names: tuple[str, ...]

    def among(self, wanted: frozenset[str]) -> Flags:
        """Which codes of events are tags of the set; END and TEXT are not."""
        flags = np.zeros(FIRST_TAG + len(self.names), np.bool_)
        flags[[TAG_CODE[name] for name in wanted]] = True
        return flags

    def hashes(self) -> Hashes:
        own = np.array([_hash(name) for name in self.names[len(TAGS) :]], np.uint64)
        return np.concatenate((_fixed_hashes(), own))


class Elements(NamedTuple):
    """All elements of the batch before any is dropped, and where the events of the parser belong."""

    code: npt.NDArray[np.int16]
    page: Ints
    parent: Ints
    subtree_end: Ints
    depth: npt.NDArray[np.int32]
    by_depth: npt.NDArray[np.intp]  # rows ordered by depth, then document order
    opening: npt.NDArray[np.intp]  # the event at which each element starts
    closing: npt.NDArray[np.intp]  # and that at which it ends
    text_events: npt.NDArray[np.intp]
    text_node: npt.NDArray[np.intp]  # the element that each text stands in
    boundary: npt.NDArray[np.intp]  # block boundaries seen by each event


def _depth(codes: Codes) -> npt.NDArray[np.int32]:
    """How many elements are open after each event."""
    return np.cumsum((codes >= FIRST_TAG).astype(np.int8) - (codes == END).astype(np.int8), dtype=np.int32)


def hung_events(codes: Codes, deepest: int, is_unread: Flags) -> tuple[Codes, npt.NDArray[np.intp]]:
    """The events with all elements below the deepest level hung side by side at it, and where each event went.

    What such an element stands in is opened again behind it, so that text keeps its order. Within an element that is not
    read nothing is hung: it would be read. Its elements go nowhere (-1).
    """
    if _depth(codes).max(initial=0) <= deepest:
        return codes, np.arange(len(codes))
    hung, place, opened = array("h"), array("q"), array("h")
    sealed = 0  # the level of the element that is not read
    for code in codes.tolist():
        level = len(opened) + (code >= FIRST_TAG)
        if code >= FIRST_TAG:
            opened.append(code)
        elif code == END:
            opened.pop()
        if code != TEXT and 0 < sealed < level:
            place.append(-1)
            continue
        if code >= FIRST_TAG:
            sealed = level if level >= deepest and is_unread[code] else 0
            hung.extend([END] * (level > deepest))
        place.append(len(hung))
        hung.append(code)
        if code == END:
            sealed = 0
            hung.extend(opened[-1:] if level > deepest else ())
    return np.frombuffer(hung, np.int16), np.frombuffer(place, np.int64).astype(np.intp)


def elements_of(codes: Codes, is_block: Flags) -> Elements:
    starts, ends, depth = np.flatnonzero(codes >= FIRST_TAG), np.flatnonzero(codes == END), _depth(codes)
    n = len(starts)
    of_event = np.cumsum(codes >= FIRST_TAG)
    level = depth[starts] - 1
    # Starts and ends of one level alternate, so the k-th start by (level, time) is closed by the k-th end by the same.
    by_depth = np.argsort(level.astype(np.int16), kind="stable")
    ended = np.empty(n, np.intp)
    ended[np.argsort(depth[ends].astype(np.int16), kind="stable")] = by_depth
    closing = np.empty(n, np.intp)
    closing[ended] = ends
    subtree_end = of_event[closing]
    # By (level, time) siblings are neighbours, and a first child follows its parent in document order.
    is_first = np.ones(n, np.bool_)
    is_first[1:] = level[1:] > level[:-1]
    place = np.where(is_first[by_depth], np.arange(n), 0)
    parent = np.empty(n, np.intp)
    parent[by_depth] = (by_depth - 1)[np.maximum.accumulate(place)]
    parent[level == 0] = -1
    code = codes[starts]
    edge = np.zeros(len(codes), np.bool_)
    edge[starts] = is_block[code]
    edge[ends] = is_block[code[ended]]
    text_events = np.flatnonzero(codes == TEXT)
    node_after = np.zeros(len(codes), np.intp)  # the element that is open after each start or end
    node_after[starts] = np.arange(n)
    node_after[ends] = parent[ended]
    last = np.maximum.accumulate(np.where(codes == TEXT, 0, np.arange(len(codes))))
    return Elements(
        code=code,
        page=(np.cumsum(level == 0) - 1).astype(np.int32),
        parent=parent.astype(np.int32),
        subtree_end=subtree_end.astype(np.int32),
        depth=level,
        by_depth=by_depth,
        opening=starts,
        closing=closing,
        text_events=text_events,
        text_node=node_after[last[text_events]],
        boundary=np.cumsum(edge),
    )
