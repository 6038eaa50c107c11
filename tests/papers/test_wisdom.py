"""Worked examples of WISDOM: Kao, Ho, Chen 2005, sections 3.1.2, 3.2 and 3.3."""

import numpy as np
import pytest
from pages import flat, row

from sitemine.dom.batch import read_batch
from sitemine.measure import TermStatistics, count_terms, coverage, terms_of
from sitemine.mine.methods.skeleton import frontier
from sitemine.mine.methods.wisdom import (
    API_ONE,
    Lines,
    Links,
    Targets,
    anchor_precision,
    article_blocks,
    link_features,
    segments_of,
    survey,
    toc_blocks,
)
from sitemine.options import Limits, Options, Wisdom
from sitemine.records import Page

PAPER = Wisdom.paper()
LINES = Lines(np.ones(7, np.int64), 1, np.zeros(7, np.bool_))


def tags(table, nodes):
    return [table.tags[table.tag[node]] for node in nodes]


def toc_page():
    """The page of the worked example: a menu, four entries, an aside, a footer."""

    def links(n):
        return "<a href=/x>x</a>" * n

    return flat(
        f"<nav>{links(3)}</nav><main><h1>x</h1><ul>{('<li>' + links(1)) * 4}</ul></main>"
        f"<aside>{links(2)}</aside><footer>{links(1)}</footer>"
    )


def links_with(table, values):
    """The features of links whose API is given."""
    own, count = np.zeros(len(table), np.int64), np.zeros(len(table), np.int64)
    for nth, value in enumerate(values):
        own[row(table, "a", nth)] = round(value * API_ONE)
        count[row(table, "a", nth)] = 1
    return Links(coverage(table, own), coverage(table, count), np.array([True]))


def test_the_list_of_entries_is_the_toc_block_and_the_aside_joins_it():
    table = toc_page()
    links = links_with(table, (0.5, 0.5, 0.5, 3, 3, 3, 2, 2, 1, 0.2))

    found = toc_blocks(table, links, 0, PAPER)

    assert links.api[0] / API_ONE == pytest.approx(15.7, abs=1e-5)
    assert tags(table, found.skeleton) == ["ul"]
    assert found.told[found.skeleton[0]] == pytest.approx(11 / 4 / 1.25)
    assert tags(table, found.roots) == ["ul", "aside"]


def test_without_expansion_the_list_stands_alone():
    table = toc_page()
    links = links_with(table, (0.5, 0.5, 0.5, 3, 3, 3, 2, 2, 1, 0.2))

    found = toc_blocks(table, links, 0, Wisdom(dstm=False, cstm=0))

    assert tags(table, found.roots) == ["ul"]


def x(n):
    return "x" * n


ARTICLE = (
    f"<nav>{x(10)}</nav><article><h1>{x(40)}</h1><address>{x(10)}</address>"
    f"<div><p>{x(200)}<p>{x(180)}<p>{x(220)}</div></article><footer>{x(30)}</footer>"
)


@pytest.mark.parametrize("options", [PAPER, Wisdom()])
def test_the_paragraphs_are_the_article_block_and_heading_and_date_join_it(options):
    table = flat(ARTICLE)
    terms = terms_of(table)
    weight = np.array([0.0, *[1.0] * 5, 0.0])  # the menu's and the footer's terms inform of nothing

    found = article_blocks(table, terms, weight, LINES, options)

    assert tags(table, found.skeleton) == ["div"]
    assert tags(table, found.roots) == ["h1", "address", "div"]
    assert segments_of(table, found, options.leaves).tolist() == [False, True, True, True, True, True, False]


def site(*bodies):
    """A batch of pages /0, /1, ... with what the site says."""
    batch = read_batch([Page(f"https://x.example/{k}", f"<body>{body}") for k, body in enumerate(bodies)], Limits())
    terms = terms_of(batch.table)
    return batch, terms, TermStatistics.of(count_terms(terms))


def test_an_anchor_is_worth_the_inverse_entropies_of_the_terms_that_its_page_says_too():
    """storm: once on each of 2 of 4 pages, EN = log_4 2 = 1/2; harbour: on the link's page alone."""
    batch, terms, statistics = site("<a href=/1>storm harbour</a>", "storm", "one", "two")
    targets = Targets.of([survey(batch, terms, range(4))])

    api = anchor_precision(batch, terms, statistics, targets, labels=False)

    assert api.tolist() == [2 * API_ONE]


def test_a_term_counts_once_and_never_more_than_one_said_alike_on_two_pages():
    """W6, W7: EN of a term said once here and 50 times there is far below log_4 2, and is taken for it."""
    batch, terms, statistics = site("<a href=/1>storm storm</a>", "storm " * 50, "one", "two")
    targets = Targets.of([survey(batch, terms, range(4))])

    api = anchor_precision(batch, terms, statistics, targets, labels=False)

    assert api.tolist() == [2 * API_ONE]


def test_links_out_of_the_site_and_to_their_own_page_are_worth_nothing():
    batch, terms, statistics = site("<a href=/0>storm</a><a href=https://y.example/>storm</a>", "storm", "one")
    targets = Targets.of([survey(batch, terms, range(3))])

    assert anchor_precision(batch, terms, statistics, targets, labels=False).tolist() == [0, 0]


def test_a_page_whose_links_cannot_be_told_goes_by_anchor_text():
    entries = "".join(f"<li><a href=/far/{k}>a long title of entry number {'abcd'[k]}</a>" for k in range(4))
    batch, terms, statistics = site(f"<nav><a href=/1>Go on</a></nav><ul>{entries}</ul>", "one", "two")
    targets = Targets.of([survey(batch, terms, range(3))])

    links = link_features(batch, terms, statistics, targets, PAPER)
    found = toc_blocks(batch.table, links, 20, PAPER)

    assert links.is_told.tolist() == [False, True, True]
    assert tags(batch.table, found.roots) == ["ul"]


def test_the_search_stops_where_children_are_alike():
    table = flat(ARTICLE)
    found = article_blocks(table, terms_of(table), np.ones(7), LINES, PAPER)

    assert tags(table, frontier(found.tree)) == ["nav", "h1", "address", "div", "footer"]


def test_the_papers_options_are_a_preset():
    options = Options.wisdom_2005()

    assert options.method == "wisdom"
    assert (options.wisdom.k, options.wisdom.structure) == (1, 0.8)
    assert (options.wisdom.toc, options.wisdom.article) == (1.25, 0.2)
    assert (options.wisdom.dstm, options.wisdom.cstm, options.wisdom.leaves) == (True, 1, "nodes")
