"""What is seen of each block of text, as columns for the forest that judges it.

Every function takes columns of a table and gives columns of its blocks. Nothing is a logarithm: trees only ask whether a value
is above another. Sums are of whole numbers and halves, so that they do not depend on their order.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np
import numpy.typing as npt

from sitemine import kernel
from sitemine.dom.names import FIRST_TAG, TAG_CODE
from sitemine.dom.table import Flags, Ints, NodeTable
from sitemine.measure.structure import Floats
from sitemine.mine.around import marks_of, standing
from sitemine.mine.scoring.alike import Columns, of_groups, of_repeats
from sitemine.mine.scoring.declared import SAID
from sitemine.mine.scoring.linear import Scores, Sums
from sitemine.mine.scoring.units import Places, Units

Standing = npt.NDArray[np.int32]

LONG: Final = 80
"""Width from which on a block is long: about twelve words."""

MOST: Final = 0.7
"""The share of the long text that the page's body holds at least."""

FAR: Final = 9999.0
RINGS: Final = 3
NEAR: Final = 5
LANDMARKS: Final = {
    "in_header": ("header",),
    "in_footer": ("footer",),
    "in_nav": ("nav",),
    "in_aside": ("aside",),
    "in_form": ("form", "button", "label", "fieldset"),
    "in_main": ("main",),
    "in_article": ("article",),
    "in_list": ("ul", "ol", "menu", "dir"),
    "in_table": ("table",),
    "in_figure": ("figure", "figcaption", "caption"),
    "in_heading": ("h1", "h2", "h3", "h4", "h5", "h6"),
    "in_quote": ("blockquote", "pre"),
}
HEADING: Final = list(LANDMARKS).index("in_heading")
AROUND: Final = (*map(frozenset, LANDMARKS.values()), frozenset(("h1",)))
KINDS: Final = "p h1 h2 h3 h4 h5 h6 li dt dd td th pre blockquote figcaption div section article a span".split()


def _ratio(part: npt.NDArray[np.number], whole: npt.NDArray[np.number]) -> Floats:
    return np.asarray(part / np.maximum(whole, 1))


def running(column: npt.NDArray[np.number]) -> Floats:
    return np.concatenate((np.zeros(1), np.cumsum(column, dtype=np.float64)))


def shifted(column: npt.NDArray[np.number], page: Ints, by: int, default: float) -> Floats:
    """The value of the block `by` rows further on the same page."""
    moved = np.full(len(column), default)
    if by > 0:
        moved[:-by] = np.where(page[by:] == page[:-by], column[by:], default)
    else:
        moved[-by:] = np.where(page[:by] == page[-by:], column[:by], default)
    return moved


def of_names(table: NodeTable, units: Units, scores: Scores) -> Columns:
    """What the names around a block and its terms say, all together, and the most extreme of the names."""
    most = np.zeros(table.n_pages, np.int64)
    np.maximum.at(most, units.page, scores.names)
    columns = {name: column.astype(np.float64) for name, column in scores._asdict().items()}
    return {**columns, "page_names": most[units.page].astype(np.float64)}


def of_counts(units: Units) -> Columns:
    """What the text of a block counts."""
    return {
        "width": units.width,
        "n_terms": units.n_terms.astype(np.float64),
        "stops": units.stops.astype(np.float64),
        "capital_share": units.capitals / units.length,
        "ends": units.ends.astype(np.float64),
    }


def of_text(units: Units) -> Columns:
    """What the text of a block is like."""
    return {
        "link_share": units.anchor / units.length,
        "stop_share": units.stops / units.length,
        "term_length": _ratio(units.width, units.n_terms),
    }


def of_neighbours(units: Units, structure: Sums, words: Sums) -> Columns:
    """What the blocks before and after are like."""
    page, link_share = units.page, units.anchor / units.length
    found = {}
    for by, name in ((-1, "before"), (1, "after")):
        found[f"width_{name}"] = shifted(units.width, page, by, 0.0)
        found[f"links_{name}"] = shifted(link_share, page, by, 1.0)
        found[f"structure_{name}"] = shifted(structure, page, by, -FAR)
        found[f"words_{name}"] = shifted(words, page, by, -FAR)
    rows = np.arange(len(units))
    first = np.maximum(rows - NEAR, units.page_start[:-1][page])
    last = np.minimum(rows + NEAR + 1, units.page_start[1:][page])
    for name, column in (("width", units.width), ("anchor", units.anchor), ("structure", structure)):
        sums = running(column)
        found[f"near_{name}"] = (sums[last] - sums[first]) / (last - first)
    return found


def wider(table: NodeTable) -> Places:
    """The nearest ancestor of each node that says more than it does; the root where there is none."""
    if kernel.compiled is not None:
        return kernel.column(kernel.compiled.wider(table.parent, table.text_start, table.text_end), np.int64)
    start, end, rows = table.text_start, table.text_end, np.arange(len(table))
    found = np.where(table.parent < 0, rows, table.parent)
    while len(rows):
        at = found[rows]
        stay = (start[at] == start[rows]) & (end[at] == end[rows]) & (table.parent[at] >= 0)
        rows = rows[stay]
        found[rows] = table.parent[found[rows]]
    return found


def ring_rows(table: NodeTable, units: Units) -> Iterator[tuple[Ints, Ints]]:
    """Of the elements around each block, each saying more than the one before: the blocks [first, last) in it."""
    node, around = units.node.astype(np.intp), wider(table)
    for _ in range(RINGS):
        node = around[node]
        yield units.node_first[node], units.node_last[node]


def of_rings(table: NodeTable, units: Units, structure: Sums) -> Columns:
    """What the subtrees around a block hold."""
    found: Columns = {}
    widths, lengths, anchors = running(units.width), running(units.length), running(units.anchor)
    scores = running(structure * units.length)
    whole = np.diff(widths[units.page_start])[units.page]
    for ring, (first, last) in enumerate(ring_rows(table, units)):
        length = np.maximum(lengths[last] - lengths[first], 1)
        found[f"ring{ring}_share"] = _ratio(widths[last] - widths[first], whole)
        found[f"ring{ring}_links"] = (anchors[last] - anchors[first]) / length
        found[f"ring{ring}_score"] = (scores[last] - scores[first]) / length
        found[f"ring{ring}_blocks"] = (last - first).astype(np.float64)
        found[f"ring{ring}_place"] = (np.arange(len(units)) - first) / np.maximum(last - first, 1)
    return found


def inside(table: NodeTable, marked: Flags) -> npt.NDArray[np.int64]:
    """In how many marked nodes each node stands, itself among them."""
    change = np.zeros(len(table) + 1, np.int64)
    change[:-1] = marked
    np.subtract.at(change, table.subtree_end[marked], 1)
    return np.cumsum(change[:-1])


def _holders(table: NodeTable, units: Units, is_long: Flags) -> Flags:
    """Which nodes hold most of a page's long text; on one page they stand within each other."""
    sums = running(np.where(is_long, units.width, 0.0))
    held = sums[units.node_last] - sums[units.node_first]
    whole = np.diff(sums[units.page_start])[table.page]
    return (held >= MOST * whole) & (held > 0)


def of_body(table: NodeTable, units: Units) -> Columns:
    """Where a block stands to the smallest subtree that holds most of the long text."""
    is_long = (units.width >= LONG) & (3 * units.anchor < units.length)
    holds = _holders(table, units, is_long)
    level = inside(table, holds)
    deepest = np.zeros(table.n_pages, np.int64)
    np.maximum.at(deepest, table.page, level)
    gap = deepest[units.page] - level[units.node]
    depth = np.zeros(table.n_pages, np.int64)
    np.maximum.at(depth, table.page[holds], table.depth[holds])
    rows = np.arange(len(units))
    long = np.flatnonzero(is_long)
    first, last = np.full(table.n_pages, len(units)), np.full(table.n_pages, -1)
    np.minimum.at(first, units.page[long], long)
    np.maximum.at(last, units.page[long], long)
    has = last[units.page] >= 0
    return {
        "body_gap": gap.astype(np.float64),
        "body_depth": (table.depth[units.node] - depth[units.page]).astype(np.float64),
        "since_long": np.where(has, rows - first[units.page], FAR).astype(np.float64),
        "until_long": np.where(has, last[units.page] - rows, FAR).astype(np.float64),
    }


def of_place(table: NodeTable, units: Units) -> Columns:
    """Where a block stands on its page."""
    rows, page = np.arange(len(units)), units.page
    start, count = units.page_start[:-1][page], np.diff(units.page_start)[page]
    widths = running(units.width)
    before = widths[:-1] - widths[start]
    whole = np.diff(widths[units.page_start])[page]
    return {
        "place": (rows - start) / np.maximum(count, 1),
        "text_before": before,
        "share_before": before / np.maximum(whole, 1),
        "text_after": whole - before,
        "depth": table.depth[units.node].astype(np.float64),
    }


def of_headings(units: Units, is_heading: Flags, structure: Sums, words: Sums) -> Columns:
    """What speaks for the last heading before a block: "Related posts" speaks for none of what follows it."""
    rows = np.arange(len(units))
    last = np.maximum.accumulate(np.where(is_heading, rows, -1)) if len(rows) else rows
    has = last >= units.page_start[:-1][units.page]
    place = np.where(has, last, 0)
    return {
        "heading_words": np.where(has, words[place], -FAR) if len(rows) else np.zeros(0),
        "heading_structure": np.where(has, structure[place], -FAR) if len(rows) else np.zeros(0),
    }


def of_rank(units: Units, structure: Sums) -> Columns:
    """How the names around a block speak beside those around all others of its page."""
    if kernel.compiled is not None:
        found = kernel.compiled.ranked(units.page_start, np.ascontiguousarray(structure), units.width, -FAR)
        rank, below_best = kernel.column(found, np.float64).reshape(2, -1)
        return {"rank": rank, "below_best": below_best}
    order = np.lexsort((-structure, units.page))
    widths = running(units.width[order])
    start = units.page_start[:-1][units.page]
    whole = np.diff(widths[units.page_start])
    best = np.full(len(whole), -int(FAR), np.int64)
    np.maximum.at(best, units.page, structure)
    above = np.empty(len(order))
    above[order] = widths[:-1] - widths[start]
    return {
        "rank": above / np.maximum(whole, 1)[units.page],
        "below_best": (best[units.page] - structure).astype(np.float64),
    }


def _since(marked: Flags, units: Units) -> Floats:
    """How many blocks ago the last marked one of the page was."""
    rows = np.arange(len(units))
    last = np.maximum.accumulate(np.where(marked, rows, -1)) if len(rows) else rows
    return np.where(last >= units.page_start[:-1][units.page], rows - last, FAR).astype(np.float64)


def of_landmarks(table: NodeTable, units: Units, around: Standing) -> Columns:
    """The landmarks that a block stands in, and what kind of element it is."""
    found: Columns = {name: column.astype(np.float64) for name, column in zip(LANDMARKS, around.T, strict=False)}
    kinds = np.full(len(table.tags), len(KINDS), np.float64)
    kinds[[TAG_CODE[tag] - FIRST_TAG for tag in KINDS]] = np.arange(len(KINDS))
    found["kind"] = kinds[table.tag[units.node]]
    return found


def of_titles(table: NodeTable, units: Units, is_heading: Flags, is_h1: Flags) -> Columns:
    """How far the last headings are, and the first of the first rank."""
    rows = np.arange(len(units))
    first = np.full(table.n_pages, len(units) + int(FAR))
    np.minimum.at(first, units.page[is_h1], rows[is_h1])
    return {
        "since_heading": _since(is_heading, units),
        "since_h1": _since(is_h1, units),
        "to_h1": np.clip(first[units.page] - rows, -FAR, FAR).astype(np.float64),
    }


COMPILED: Final = (
    *("link_share stop_share term_length").split(),
    *(f"{what}_{where}" for where in ("before", "after") for what in ("width", "links", "structure", "words")),
    *("near_width near_anchor near_structure").split(),
    *(f"ring{ring}_{what}" for ring in range(RINGS) for what in ("share", "links", "score", "blocks", "place")),
    *("body_gap body_depth since_long until_long").split(),
    *("place text_before share_before text_after depth").split(),
    *("since_heading since_h1 to_h1 heading_words heading_structure").split(),
    *("group_share group_count group_width group_links group_words group_stops").split(),
)
"""What the kernel sees of blocks, in the order of `src/kernel/blocks.h`."""


def _plainly(table: NodeTable, units: Units, scores: tuple[Sums, Sums], group: Places, around: Standing) -> Columns:
    """What is seen of blocks by the functions above."""
    structure, words = scores
    is_heading, is_h1 = around[:, HEADING] > 0, around[:, len(LANDMARKS)] > 0
    return {
        **of_text(units),
        **of_neighbours(units, structure, words),
        **of_rings(table, units, structure),
        **of_body(table, units),
        **of_place(table, units),
        **of_titles(table, units, is_heading, is_h1),
        **of_headings(units, is_heading, structure, words),
        **of_groups(units, group, words),
    }


def _looked_at(table: NodeTable, units: Units, scores: tuple[Sums, Sums], group: Places, around: Standing) -> Columns:
    """The same, by the loops of the kernel where it is compiled."""
    if kernel.compiled is None:
        return _plainly(table, units, scores, group, around)
    of_blocks = (units.page, units.node, units.anchor, units.length, units.stops, units.width, units.n_terms)
    of_headings = (around[:, HEADING] > 0, around[:, len(LANDMARKS)] > 0)
    of_nodes = (table.page, table.parent, units.node_first, units.node_last, table.depth, table.tag, wider(table))
    columns = (*of_blocks, *scores, group, *of_headings, units.page_start, *of_nodes)
    found = kernel.compiled.blocks(tuple(map(np.ascontiguousarray, columns)))
    return dict(zip(COMPILED, kernel.column(found, np.float64).reshape(len(COMPILED), -1), strict=True))


def features(table: NodeTable, units: Units, scores: Scores, group: Places, said: Floats) -> Columns:
    """All that is seen of each block."""
    structure, words = scores.structure, scores.words
    around = standing(table, marks_of(table, AROUND), units.node)
    return {
        **of_names(table, units, scores),
        **of_counts(units),
        **_looked_at(table, units, (structure, words), group, around),
        **of_landmarks(table, units, around),
        **of_rank(units, structure),
        **of_repeats(units),
        **{name: np.asarray(said[units.page, place]) for place, name in enumerate(SAID)},
    }
