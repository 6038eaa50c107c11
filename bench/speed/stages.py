"""The stages of Sitemine on the pages of one chunk, each with all those before it."""

from collections.abc import Sequence

from bench.data import Source
from sitemine.dom import NodeTable, decode, flatten
from sitemine.dom.head import read_head
from sitemine.dom.links import links_of
from sitemine.dom.parse import Markup, parse
from sitemine.measure import (
    Terms,
    TermStatistics,
    content_information,
    count_terms,
    fingerprints,
    structure_information,
    terms_of,
    weights_of,
)
from sitemine.options import Limits

LIMITS = Limits()


def parsed(batch: Sequence[Source]) -> list[Markup]:
    """Decoded and parsed, the parser's events in flat lists."""
    return [parse(decode(source.html).text, LIMITS) for source in batch]


def flattened(batch: Sequence[Source]) -> NodeTable:
    """The node table."""
    return flatten(parsed(batch), LIMITS)


def with_terms(batch: Sequence[Source]) -> tuple[NodeTable, Terms]:
    """And the terms."""
    table = flattened(batch)
    return table, terms_of(table)


def with_features(batch: Sequence[Source]) -> list[object]:
    """And the features of every node: lengths, CII, SII of each length; the fingerprint of every segment."""
    table, terms = with_terms(batch)
    weight = weights_of(terms, TermStatistics.of(count_terms(terms)))
    return [
        content_information(terms, weight),
        structure_information(table.parent, table.anchor_length),
        structure_information(table.parent, table.context_length),
        structure_information(table.parent, table.text_length),
        fingerprints(terms, terms.before(table.segment_start), terms.before(table.segment_end)),
    ]


def with_links(batch: Sequence[Source]) -> list[object]:
    """And heads and resolved links, which is all that the first pass over a site reads of a page."""
    markups = parsed(batch)
    table = flatten(markups, LIMITS)
    heads = [read_head(markup) for markup in markups]
    return [table, terms_of(table), links_of(table, [source.url for source in batch], heads)]
