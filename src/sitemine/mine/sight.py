"""What is made of a batch by a site model before anything is decided: terms and their weights, segments and how they repeat."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from sitemine.dom.batch import Batch
from sitemine.dom.table import Flags, Ints, NodeTable, nearest
from sitemine.measure.entropy import weights_of
from sitemine.measure.fingerprints import fingerprints
from sitemine.measure.hashing import Hashes
from sitemine.measure.partition import Rows
from sitemine.measure.structure import Floats
from sitemine.measure.sums import Counts
from sitemine.measure.terms import Terms, terms_of
from sitemine.mine.repeated import Repeated
from sitemine.mine.segments import SegmentEvidence, segment_evidence
from sitemine.mine.site.places import places_of

HEADINGS: Final = ("h1", "h2", "h3", "h4", "h5", "h6")


def _headings(batch: Batch) -> Rows:
    """The first heading in the largest part of the page around each link that leads nowhere else; -1 where none is."""
    table, node = batch.table, batch.links.node
    names: dict[str, int] = {}
    target = np.array([names.setdefault(url, len(names)) for url in batch.links.target], np.int64)
    alone = lonely(table, node, target)
    heading = np.flatnonzero(np.isin(table.tag, [table.tags.index(tag) for tag in HEADINGS]))
    around = nearest(alone, table.subtree_end)[node]
    first = np.searchsorted(heading, around)
    row = np.append(heading, len(table))[first]
    there = (around >= 0) & (row < table.subtree_end[around])
    return np.where(there, row, -1)


def lonely(table: NodeTable, node: Ints, target: Counts) -> Flags:
    """Which nodes hold links to one page alone; `node` never falls."""
    change = np.ones(len(node) + 1, np.intp)
    change[1:-1] = target[1:] != target[:-1]
    change = np.cumsum(change)
    first = np.searchsorted(node, np.arange(len(table)))
    last = np.searchsorted(node, table.subtree_end)
    return np.asarray((last > first) & (change[np.maximum(last, 1) - 1] == change[np.minimum(first, len(node))]))


@dataclass(frozen=True, eq=False)
class Sight:
    """A batch as its site's model lets it be seen; each column is made when it is first asked for."""

    batch: Batch
    model: Repeated
    terms: Terms

    @cached_property
    def weight(self) -> Floats:
        """The weight of each term."""
        return weights_of(self.terms, self.model.terms)

    @cached_property
    def seen(self) -> SegmentEvidence:
        """What the pages themselves show of each segment."""
        return segment_evidence(self.batch.table)

    @cached_property
    def pages(self) -> Counts:
        """On how many pages of the site each segment stands, this page among them."""
        return block_pages(self.batch.table, self.terms, self.model)

    @cached_property
    def heading(self) -> Rows:
        """The heading that stands with each link and with no link to another page; -1 where there is none."""
        return _headings(self.batch)

    @cached_property
    def saying(self) -> Rows:
        """The node that says what each link leads to: the link itself or, where it has no text, the heading with it."""
        table, node = self.batch.table, self.batch.links.node
        is_told = table.text_end[node] > table.text_start[node]
        return np.where(is_told | (self.heading < 0), node, self.heading)

    @cached_property
    def place(self) -> Hashes:
        """Where each node stands."""
        return places_of(self.batch.table)


def block_pages(table: NodeTable, terms: Terms, model: Repeated) -> Counts:
    """On how many pages of the site each segment stands; 1 where it was never seen."""
    if len(model.blocks) == 0:
        return np.ones(len(table.segment_node), np.int64)
    start, end = terms.before(table.segment_start), terms.before(table.segment_end)
    return np.maximum(model.blocks.pages(fingerprints(terms, start, end)), 1)


def sight_of(batch: Batch, model: Repeated) -> Sight:
    """A batch as its site's model lets it be seen."""
    return Sight(batch, model, terms_of(batch.table))
