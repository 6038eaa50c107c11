"""How well blocks isolate the gold text of pages: the best union of blocks, and how much of the gold stands in pure blocks.

A segment is gold where the gold text holds it, white space folded. Blocks are put into the union by their share of gold words
as long as F1 rises; the F1 that counts is that of the bags of words of the union's text and of the gold text.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bench.quality.words import word_f1, words_or_characters
from bench.vips.sites import Shown
from sitemine.dom.flow import approximate
from sitemine.dom.table import NodeTable
from sitemine.measure.partition import modern_blocks
from sitemine.mine.visual.shown import at_degree, leaf_of_segments
from sitemine.mine.visual.vips import visual_blocks
from sitemine.options import Vips

FINEST = 10
LEAVES = 11  # beyond all degrees: the leaves of the tree
PURE = 0.95

Ints = npt.NDArray[np.int64]


class Isolated(NamedTuple):
    """One page under one way to part it."""

    f1: float
    pure: float
    n_blocks: int


class Said(NamedTuple):
    """The segments of a page."""

    texts: list[str]
    words: Ints
    gold: Ints  # those of their words that are gold


def folded(text: str) -> str:
    return " ".join(text.split()).lower()


def said_by(table: NodeTable, page: int, gold: str) -> tuple[npt.NDArray[np.intp], Said]:
    """The segments of a page, by their places in the table, and what they say."""
    rows = np.flatnonzero(table.page[table.segment_node] == page)
    texts = [table.text[table.segment_start[row] : table.segment_end[row]] for row in rows.tolist()]
    words = np.array([words_or_characters(text).total() for text in texts], np.int64)
    whole = folded(gold)
    is_gold = np.array([folded(text) in whole for text in texts], np.bool_)
    return rows, Said(texts, words, np.where(is_gold, words, 0))


def isolated(block: Ints, said: Said, gold: str) -> Isolated:
    """The best union of blocks of a page; `block` is that of each segment, -1 for what is in none."""
    ids, of = np.unique(block, return_inverse=True)
    hits, words = np.bincount(of, said.gold), np.bincount(of, said.words)
    share = np.where(ids >= 0, hits / np.maximum(words, 1), -1.0)
    order = np.argsort(-share, kind="stable")[: int((ids >= 0).sum())]
    if len(order) == 0:
        return Isolated(word_f1("", gold, words_or_characters), 0.0, 0)
    f1 = 2 * np.cumsum(hits[order]) / (np.cumsum(words[order]) + words_or_characters(gold).total())
    chosen = np.zeros(len(ids), np.bool_)
    chosen[order[: int(f1.argmax()) + 1]] = True
    answer = "\n".join(text for text, row in zip(said.texts, of.tolist(), strict=True) if chosen[row])
    pure = hits[share >= PURE].sum() / max(said.gold.sum(), 1)
    return Isolated(word_f1(answer, gold, words_or_characters), float(pure), len(order))


def partitions(shown: Shown) -> Iterator[tuple[str, Ints]]:
    """Each way to part the pages of a site: its name, and the block of each segment."""
    table = shown.batch.table
    profiles = (("VIPS", Vips(), shown.layout), ("VIPS, paper's profile", Vips.paper(), shown.layout))
    for name, options, layout in (*profiles, ("VIPS-lite", Vips(), approximate(table))):
        blocks = visual_blocks(table, layout, options.__class__(pdoc=FINEST, is_modern=options.is_modern))
        leaf = leaf_of_segments(table, layout, blocks)
        for pdoc in range(1, LEAVES + 1):
            yield f"{name} {pdoc}", np.where(leaf >= 0, at_degree(blocks, pdoc)[leaf], -1).astype(np.int64)
    says = np.bincount(table.segment_node, minlength=len(table))
    yield "DOM: parts of the page", modern_blocks(table, says)[table.segment_node].astype(np.int64)
    yield "DOM: innermost blocks", table.segment_node.astype(np.int64)


def isolation(shown: Shown, role: str = "article") -> dict[str, list[Isolated]]:
    """The pages of a role under each way to part them."""
    table = shown.batch.table
    pages = [page for page, gold in enumerate(shown.gold) if gold.role == role]
    said = {page: said_by(table, page, shown.gold[page].text) for page in pages}
    return {
        name: [isolated(block[said[page][0]], said[page][1], shown.gold[page].text) for page in pages]
        for name, block in partitions(shown)
    }


def isolation_table(found: list[dict[str, list[Isolated]]]) -> str:
    """The means over the pages of a site, then over sites, as Markdown."""
    lines = [
        "| parted by | F1 of the best union | gold in pure blocks | blocks a page |",
        "| --- | ---: | ---: | ---: |",
    ]
    for name in found[0]:
        sites = [np.mean(np.array(site[name], np.float64), axis=0) for site in found if site[name]]
        f1, pure, n_blocks = np.mean(sites, axis=0).tolist()
        lines.append(f"| {name} | {f1:.3f} | {pure:.3f} | {n_blocks:.1f} |")
    return "\n".join(lines) + "\n"
