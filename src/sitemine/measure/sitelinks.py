"""The links between the pages of a site, and how much each informs: what LAMIS works on.

LAMIS (Kao, Lin, Ho, Chen 2004), section 3.3: the entropy E(AN) of a link is the mean entropy of the terms of its anchor, and
its weight alpha is 1 - E(AN), the mean of their weights. Entropies are those of the text of all pages. A link without text is
known by its label (an image's `alt`, say); labels are no text that a page says, so the entropies of their terms are
counted among labels. A link that says nothing at all informs of nothing: its alpha is 0 (L5).

Pages are numbered in the order of their URLs' identities, and links stand in the order of their pages and then of the
document: the same site gives the same columns, in whatever parts it was read. Links that leave the site are left out (L3).
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sitemine.acquire.urls import identity, join
from sitemine.dom.batch import Batch
from sitemine.dom.links import LinkTable
from sitemine.dom.table import Flags, Ints
from sitemine.measure.entropy import TermStatistics, count_terms, weights_of
from sitemine.measure.hashing import Hashes
from sitemine.measure.partition import Rows
from sitemine.measure.structure import Floats, mean_weight
from sitemine.measure.terms import Terms, hash_terms
from sitemine.options import Lamis


class Pages(NamedTuple):
    """The pages of a site, numbered in the order of their URLs' identities."""

    keys: tuple[str, ...]  # the identities
    number: Mapping[str, int]  # of each page, by its identity and by other names of it

    @property
    def n_pages(self) -> int:
        return len(self.keys)

    def numbers_of(self, urls: Iterable[str]) -> Ints:
        """The numbers of the pages with these URLs."""
        return np.array([self.number[identity(url)] for url in urls], np.int32)


@dataclass(frozen=True, slots=True, eq=False)
class SiteLinks:
    """The links between the pages of a site."""

    n_pages: int
    block_page: Ints  # page of each block, never falling
    block: Ints  # that a link stands in
    target: Ints  # page that it leads to
    alpha: Floats  # 0 says what every page says, 1 what no other does
    n_terms: Ints  # of its anchor

    def __len__(self) -> int:
        return len(self.target)

    @property
    def source(self) -> Ints:
        """The page that each link stands on."""
        return self.block_page[self.block]

    @property
    def entropy(self) -> Floats:
        """E(AN) of each link."""
        return 1.0 - self.alpha

    def only(self, wanted: Flags) -> "SiteLinks":
        """Some of the links."""
        return SiteLinks(
            self.n_pages,
            self.block_page,
            self.block[wanted],
            self.target[wanted],
            self.alpha[wanted],
            self.n_terms[wanted],
        )

    @classmethod
    def together(cls, parts: Sequence["SiteLinks"]) -> "SiteLinks":
        """The links of a site from those of its parts, in whatever order these come; there must be one part at least."""
        starts = np.cumsum([0, *(len(part.block_page) for part in parts)])
        block_page = np.concatenate([part.block_page for part in parts])
        block = np.concatenate([part.block + start for part, start in zip(parts, starts, strict=False)])
        by_page = np.argsort(block_page, kind="stable")
        place = np.empty(len(by_page), np.int32)
        place[by_page] = np.arange(len(by_page))
        order = np.argsort(block_page[block], kind="stable")
        return cls(
            parts[0].n_pages,
            block_page[by_page],
            place[block[order]],
            np.concatenate([part.target for part in parts])[order],
            np.concatenate([part.alpha for part in parts])[order],
            np.concatenate([part.n_terms for part in parts])[order],
        )


def label_terms(links: LinkTable, n_pages: int) -> Terms:
    """The terms of the labels of some links; in place of those of a node, it tells those of a link."""
    term, start, end = hash_terms("\n".join(links.label))
    begins = np.concatenate(([0], np.cumsum([len(label) + 1 for label in links.label], dtype=np.int64)))
    bounds = np.searchsorted(start, begins).astype(np.int32)
    first_link = np.searchsorted(links.source, np.arange(n_pages + 1))
    return Terms(term, start.astype(np.int32), end.astype(np.int32), bounds[first_link], bounds[:-1], bounds[1:])


@dataclass(frozen=True, slots=True, eq=False)
class AnchorStatistics:
    """How widely the terms of a site's texts and of its links' labels are said: sums that add up over its pages."""

    text: TermStatistics
    label: TermStatistics

    @classmethod
    def of(cls, batch: Batch, terms: Terms) -> "AnchorStatistics":
        """The statistics of some pages."""
        labels = label_terms(batch.links, batch.table.n_pages)
        return cls(TermStatistics.of(count_terms(terms)), TermStatistics.of(count_terms(labels)))

    def merge(self, other: "AnchorStatistics") -> "AnchorStatistics":
        """The statistics of both sets of pages together."""
        return AnchorStatistics(self.text.merge(other.text), self.label.merge(other.label))


def number_pages(urls: Iterable[str], aliases: Iterable[tuple[str, str]] = ()) -> Pages:
    """The pages of a site by their URLs; captures of one URL are one page.

    `aliases` are URLs of pages and what else the pages say that they are called (`aliases_of`). A name that several pages
    claim, or that is a page's own, is nobody's.
    """
    keys = tuple(sorted(set(map(identity, urls))))
    number = {key: place for place, key in enumerate(keys)}
    claims: defaultdict[str, set[int]] = defaultdict(set)
    for url, alias in aliases:
        claims[identity(alias)].add(number[identity(url)])
    named = {alias: min(pages) for alias, pages in claims.items() if len(pages) == 1}
    return Pages(keys, named | number)


def aliases_of(batch: Batch) -> list[tuple[str, str]]:
    """The canonical URLs that pages declare, with the URLs of the pages.

    A copy of a site under another name links to its pages by the names that they have at home.
    """
    urls = (batch.urls[place] for place in batch.mined)
    pairs = ((url, join(url, head.canonical)) for url, head in zip(urls, batch.heads, strict=True) if head.canonical)
    return [(url, alias) for url, alias in pairs if alias]


def targets_of(links: LinkTable, pages: Pages) -> Ints:
    """The page that each link leads to; -1 where it leaves the site."""
    known = {url: pages.number.get(identity(url), -1) for url in set(links.target)}
    return np.fromiter((known[url] for url in links.target), np.int32, len(links))


def _distinct(term: Hashes, start: Ints, end: Ints) -> Ints:
    """How many different terms each slice has."""
    size = end - start
    which = np.repeat(np.arange(len(size)), size)
    said = term[np.arange(len(which)) + np.repeat(start - np.cumsum(size) + size, size)]
    order = np.lexsort((said, which))
    which, said = which[order], said[order]
    is_new = np.ones(len(said), np.bool_)
    is_new[1:] = (which[1:] != which[:-1]) | (said[1:] != said[:-1])
    return np.bincount(which[is_new], minlength=len(size)).astype(np.int32)


def _information(
    terms: Terms, statistics: TermStatistics, rows: Ints | slice, anchor_terms: str
) -> tuple[Floats, Ints]:
    """Alpha and the number of terms of the anchors whose terms are those of some rows."""
    start, end = terms.node_start[rows], terms.node_end[rows]
    alpha = mean_weight(weights_of(terms, statistics), start, end)
    return alpha, _distinct(terms.term, start, end) if anchor_terms == "distinct" else end - start


def anchor_information(batch: Batch, terms: Terms, statistics: AnchorStatistics, options: Lamis) -> tuple[Floats, Ints]:
    """Alpha and the number of terms of each link of a batch."""
    links = batch.links
    alpha, n_terms = _information(terms, statistics.text, links.node, options.anchor_terms)
    if not options.labels:
        return alpha, n_terms
    labels = label_terms(links, batch.table.n_pages)
    instead, n_labels = _information(labels, statistics.label, slice(None), options.anchor_terms)
    return np.where(n_terms > 0, alpha, instead), np.where(n_terms > 0, n_terms, n_labels)


def site_links(
    batch: Batch, terms: Terms, statistics: AnchorStatistics, pages: Pages, block: Rows, *, options: Lamis | None = None
) -> SiteLinks:
    """The links from the pages of a batch to pages of their site.

    `terms` are those of the batch, `statistics` those of the site, `pages` are the pages of the site; `block` is the block that
    each row of the batch's table belongs to.
    """
    alpha, n_terms = anchor_information(batch, terms, statistics, options or Lamis())
    target = targets_of(batch.links, pages)
    page = pages.numbers_of(batch.urls[place] for place in batch.mined)
    stays = target >= 0
    rows, which = np.unique(block[batch.links.node[stays]], return_inverse=True)
    found = SiteLinks(
        n_pages=pages.n_pages,
        block_page=page[batch.table.page[rows]],
        block=which.astype(np.int32),
        target=target[stays],
        alpha=alpha[stays],
        n_terms=n_terms[stays].astype(np.int32),
    )
    return SiteLinks.together([found])
