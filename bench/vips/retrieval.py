"""The paper's own application (section 4): pseudo-relevance feedback with expansion terms from whole pages or from segments.

The protocol is the paper's, the data are not: the pages are the development pages, a query is the title of an article, the
one relevant page is that article with all segments that repeat its title left out. Okapi BM25 ranks pages; the expansion
terms are those of the best `RELEVANT` pages, or of the best `SEGMENTS` blocks in the best pages, chosen by Robertson's
selection value; the expanded query ranks again. With one relevant page average precision is 1 / rank.
"""

from collections import Counter
from collections.abc import Sequence
from math import log
from typing import NamedTuple

import numpy as np

from bench.vips.isolation import folded
from bench.vips.sites import Shown
from sitemine.dom.batch import read_batch
from sitemine.measure.partition import modern_blocks
from sitemine.measure.terms import Terms, terms_of
from sitemine.mine.visual.shown import at_degree, leaf_of_segments
from sitemine.mine.visual.vips import visual_blocks
from sitemine.options import Limits, Vips
from sitemine.records import Page

K1, B = 1.2, 0.75
RELEVANT = 10
SEGMENTS = (5, 10, 20)
ADDED = 10
WEIGHT = 0.3  # of an expansion term beside a term of the query

Bag = Counter[int]


class Collection(NamedTuple):
    """Pages and their blocks as bags of terms; a query is the place of its page."""

    pages: list[Bag]
    blocks: dict[str, list[list[Bag]]]  # by how pages are parted
    queries: dict[int, Bag]


class Index:
    """Okapi BM25 over some bags."""

    def __init__(self, bags: Sequence[Bag]) -> None:
        self.bags = bags
        self.postings: dict[int, list[tuple[int, int]]] = {}
        for place, bag in enumerate(bags):
            for term, tf in bag.items():
                self.postings.setdefault(term, []).append((place, tf))
        lengths = np.array([bag.total() for bag in bags], np.float64)
        self.norm = K1 * (1 - B + B * lengths / max(lengths.mean(), 1.0))

    def idf(self, term: int) -> float:
        df = len(self.postings.get(term, ()))
        return log(1 + (len(self.bags) - df + 0.5) / (df + 0.5))

    def ranked(self, query: dict[int, float]) -> list[int]:
        """The places of the bags, best first; ties in order."""
        total = np.zeros(len(self.bags))
        for term, weight in query.items():
            idf = self.idf(term)
            for place, tf in self.postings.get(term, ()):
                total[place] += weight * idf * tf * (K1 + 1) / (tf + self.norm[place])
        return [int(place) for place in np.argsort(-total, kind="stable")]


def _bags(terms: Terms, owner: np.ndarray[tuple[int], np.dtype[np.int64]], n: int) -> list[Bag]:
    bags: list[Bag] = [Counter() for _ in range(n)]
    for term, place in zip(terms.term.tolist(), owner.tolist(), strict=True):
        if place >= 0:
            bags[place][term] += 1
    return bags


def _queries(shown: Shown) -> dict[int, Bag]:
    titles = [(page, gold.title) for page, gold in enumerate(shown.gold) if gold.role == "article" and gold.title]
    batch = read_batch([Page("", f"<p>{title}") for _, title in titles], Limits())
    terms = terms_of(batch.table)
    owner = np.searchsorted(terms.page_start, np.arange(len(terms.term)), side="right") - 1
    bags = _bags(terms, owner.astype(np.int64), len(batch.mined))
    return {titles[place][0]: bags[k] for k, place in enumerate(batch.mined) if bags[k]}


def collection(sites: Sequence[Shown], pdoc: int) -> Collection:
    """The pages of all sites, their segments by VIPS and by the DOM alone, and the queries."""
    found = Collection([], {"VIPS": [], "DOM": []}, {})
    for shown in sites:
        table, begun = shown.batch.table, len(found.pages)
        terms = terms_of(table)
        segment = np.searchsorted(table.segment_start, terms.start, side="right") - 1
        page = table.page[table.segment_node]
        titles = [folded(gold.title) for gold in shown.gold]
        texts = [folded(table.text[a:b]) for a, b in zip(table.segment_start, table.segment_end, strict=True)]
        tells = np.array([not titles[p] or titles[p] not in text for p, text in zip(page.tolist(), texts, strict=True)])
        of_page = np.where(tells, page, -1)[segment]
        found.pages.extend(_bags(terms, of_page.astype(np.int64), table.n_pages))
        blocks = visual_blocks(table, shown.layout, Vips(pdoc=FINEST))
        leaf = leaf_of_segments(table, shown.layout, blocks)
        visual = np.where(leaf >= 0, at_degree(blocks, pdoc)[leaf], -1)
        parts = modern_blocks(table, np.bincount(table.segment_node, minlength=len(table)))[table.segment_node]
        for name, block in (("VIPS", visual), ("DOM", parts)):
            ids, first, of = np.unique(block, return_index=True, return_inverse=True)
            bags = _bags(terms, np.where(tells & (block >= 0), of, -1)[segment].astype(np.int64), len(ids))
            inner: list[list[Bag]] = [[] for _ in range(table.n_pages)]
            for bag, place in zip(bags, page[first].tolist(), strict=True):
                if bag:
                    inner[place].append(bag)
            found.blocks[name].extend(inner)
        found.queries.update({begun + place: bag for place, bag in _queries(shown).items()})
    return found


FINEST = 10


def expanded(index: Index, query: Bag, feedback: Sequence[Bag]) -> dict[int, float]:
    """The query with the terms of the feedback that select best: r (w of Robertson and Sparck Jones)."""
    n, r = len(index.bags), Counter(term for bag in feedback for term in bag)
    size = max(len(feedback), 1)

    def value(term: int) -> float:
        df, hits = len(index.postings.get(term, ())), min(r[term], size)
        df = max(df, hits)
        odds = (hits + 0.5) * max(n - df - size + hits + 0.5, 0.5) / ((df - hits + 0.5) * (size - hits + 0.5))
        return hits * log(odds)

    added = sorted((term for term in r if term not in query), key=lambda term: (-value(term), term))[:ADDED]
    return {**{term: float(tf) for term, tf in query.items()}, **dict.fromkeys(added, WEIGHT)}


def precision(index: Index, query: dict[int, float], relevant: int) -> float:
    return 1.0 / (1 + index.ranked(query).index(relevant))


def retrieval(found: Collection) -> dict[str, float]:
    """Mean average precision of each way to expand queries."""
    index = Index(found.pages)
    sums: dict[str, float] = {}
    for relevant, query in found.queries.items():
        plain = {term: float(tf) for term, tf in query.items()}
        ranked = index.ranked(plain)
        best = ranked[:RELEVANT]
        told: dict[str, dict[int, float]] = {
            "no expansion": plain,
            "whole pages": expanded(index, query, [found.pages[page] for page in best]),
        }
        for name, blocks in found.blocks.items():
            pool = [bag for page in best for bag in blocks[page]]
            order = Index(pool).ranked(plain) if pool else []
            for size in SEGMENTS:
                told[f"{name}: best {size} blocks"] = expanded(index, query, [pool[place] for place in order[:size]])
        for name, asked in told.items():
            sums[name] = sums.get(name, 0.0) + precision(index, asked, relevant)
    return {name: total / max(len(found.queries), 1) for name, total in sums.items()}


def retrieval_table(found: Collection) -> str:
    """The answer as Markdown."""
    figures = retrieval(found)
    plain = figures["no expansion"]
    lines = ["| expansion terms from | mean average precision | against none |", "| --- | ---: | ---: |"]
    lines += [f"| {name} | {value:.3f} | {100 * (value / plain - 1):+.1f} % |" for name, value in figures.items()]
    return f"{len(found.pages)} pages, {len(found.queries)} queries\n\n" + "\n".join(lines) + "\n"
