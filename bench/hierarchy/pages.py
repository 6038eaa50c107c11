"""The hierarchies that the partitioner finds on real pages, against what the pages' markup declares."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.data import Gold, sampled, sites_gold, sites_sources
from bench.hierarchy.gold import Declared, Pair, declared
from bench.hierarchy.hidden import hide
from sitemine.dom.decode import decode
from sitemine.dom.parse import parse
from sitemine.dom.table import NodeTable, flatten
from sitemine.mine.ontominer.leaves import leaves_of
from sitemine.mine.ontominer.partition import partition
from sitemine.options import Limits

LEAST_PAIRS = 10  # that a page must declare, to be judged


@dataclass(frozen=True, slots=True)
class Judged:
    """A page with the precision and recall of its pairs."""

    site: str
    url: str
    n_pairs: int
    precision: float
    recall: float


def _table(html: str) -> NodeTable:
    limits = Limits()
    return flatten([parse(html, limits)], limits)


def generated(table: NodeTable) -> set[Pair]:
    """The pairs of lines that the partitioner finds on a page: all labels above each leaf, and the head of its column."""
    leaves = leaves_of(table)
    found = partition(table, leaves, 0)
    pairs: set[Pair] = set()
    if found is None:
        return pairs
    line, labels = leaves.segment.tolist(), found.labels
    for leaf in range(len(leaves)):
        for above in (labels.parent, labels.column):
            label = above[leaf]
            while label >= 0:
                pairs.add((line[label], line[leaf]))
                label = labels.parent[label]
    return {(a, b) for a, b in pairs if a != b}


def judge(gold: Declared, found: set[Pair]) -> tuple[float, float]:
    """Precision and recall of the transitive closure; with nothing found the precision is 0."""
    judged = gold.judged(found)
    right = len(judged & gold.pairs)
    return right / len(judged) if judged else 0.0, right / len(gold.pairs)


def judged_pages(folder: Path, per_site: int, *, hidden: bool = True) -> Iterator[Judged]:
    """Some pages of each site whose markup declares enough."""
    golds = sites_gold(folder)
    sites: dict[str, list[Gold]] = {}
    for gold in golds:
        sites.setdefault(gold.group, []).append(gold)
    wanted = {gold.key: gold for of_site in sites.values() for gold in sampled(of_site, per_site)}
    for source in sites_sources(folder, wanted.keys()):
        gold = wanted[source.key]
        html = decode(source.html, "").text
        seen = _table(html)
        markup = declared(seen, gold.text)
        if len(markup.pairs) < LEAST_PAIRS:
            continue
        shown = _table(hide(html, gold.key)) if hidden else seen
        if shown.text != seen.text:
            continue  # markup so broken that hiding it moved text
        yield Judged(gold.group, gold.key, len(markup.pairs), *judge(markup, generated(shown)))
