"""Worked examples of LAMIS: Kao, Lin, Ho, Chen 2004, sections 3.4 and 5.2.1.

The small news site of figure 7: P0 is the home page, P1 the TOC page, P2 an advertisement, P3 and P4 are articles. The text of the
section fixes its links and the terms of its anchors but for two things: where T5 is said, and what the cross-references
between P3 and P4 say besides "hot news". The values of the paper's tables 1 and 2 are pictures and not compared; the claims of the text are.
"""

from itertools import product

import numpy as np
import pytest

from sitemine.dom.batch import read_batch
from sitemine.measure import terms_of
from sitemine.measure.hubs import analyse, hubs_of
from sitemine.measure.partition import table_blocks
from sitemine.measure.sitelinks import AnchorStatistics, SiteLinks, number_pages, site_links
from sitemine.mine.site.reduced import reduced
from sitemine.options import Lamis, Limits
from sitemine.records import Page

PRINTED = 5e-5
ENTROPY = {"T0": 0.682606, "T1": 0.655459, "T2": 0.861353, "T3": 0.430677, "T4": 0.430677, "T5": 0.861353}

HOME, TOC, ADVERT, THIRD, FOURTH = range(5)
LINKS = (
    *((HOME, TOC, "hot"), (HOME, ADVERT, "sales")),
    *((TOC, THIRD, "third"), (TOC, FOURTH, "fourth"), (TOC, HOME, "home"), (TOC, ADVERT, "sales")),
    *((THIRD, HOME, "home"), (THIRD, TOC, "hot"), (THIRD, ADVERT, "sales"), (THIRD, FOURTH, "to fourth")),
    *((FOURTH, HOME, "home"), (FOURTH, TOC, "hot"), (FOURTH, ADVERT, "sales"), (FOURTH, THIRD, "to third")),
)
ANCHORS = {"home": ("T0",), "hot": ("T1",), "sales": ("T2",), "third": ("T3",), "fourth": ("T4",)}
READING_A = ANCHORS | {"to third": ("T1",), "to fourth": ("T1",)}
READING_B = ANCHORS | {"to third": ("T1", "T3"), "to fourth": ("T1", "T4")}

SMALL = Lamis(closed_form=False)


def news_site(anchors, blocks=None):
    """The links of the site; `blocks` splits pages: (source, target) -> block."""
    source = np.array([source for source, _, _ in LINKS], np.int32)
    block, block_page = source, np.arange(5, dtype=np.int32)
    if blocks:
        block = np.array([blocks.get((u, v), u) for u, v, _ in LINKS], np.int32)
        block_page = np.array([0, 1, 2, 3, 4, 1], np.int32)
    return SiteLinks(
        n_pages=5,
        block_page=block_page,
        block=block,
        target=np.array([target for _, target, _ in LINKS], np.int32),
        alpha=np.array([1 - np.mean([ENTROPY[term] for term in anchors[name]]) for _, _, name in LINKS]),
        n_terms=np.array([len(anchors[name]) for _, _, name in LINKS], np.int32),
    )


def page_of(source, anchors, said):
    links = (f"<li><a href=/{target}>{' '.join(anchors[name])}</a>" for u, target, name in LINKS if u == source)
    return f"<ul>{''.join(links)}</ul><p>{said}"


def read_site(anchors, articles):
    """The links of the site, read from its pages; `articles` is what P3 and P4 say besides their links."""
    said = {THIRD: articles[0], FOURTH: articles[1]}
    pages = [Page(f"https://x.example/{k}", page_of(k, anchors, said.get(k, "7"))) for k in range(5)]
    batch = read_batch(pages, Limits())
    terms = terms_of(batch.table)
    statistics = AnchorStatistics.of(batch, terms)
    return site_links(batch, terms, statistics, number_pages(batch.urls), table_blocks(batch.table))


NAMED_A = {name: tuple({"T0": "home", "T1": "hot", "T2": "sales", "T3": "third", "T4": "fourth"}[t] for t in terms)
           for name, terms in READING_A.items()}  # fmt: skip
NAMED_B = {name: tuple({"T0": "home", "T1": "hot", "T2": "sales", "T3": "third", "T4": "fourth"}[t] for t in terms)
           for name, terms in READING_B.items()}  # fmt: skip


@pytest.mark.parametrize(
    ("anchors", "articles", "cross"), [(NAMED_A, ("third", "fourth"), 0.6555), (NAMED_B, ("", ""), 0.5431)]
)
def test_the_links_of_the_small_news_site_have_their_entropies(anchors, articles, cross):
    links = read_site(anchors, articles)

    expected = {"home": 0.6826, "hot": 0.6555, "sales": 0.8614, "third": 0.4307, "fourth": 0.4307}
    assert links.source.tolist() == [u for u, _, _ in LINKS]
    assert links.target.tolist() == [v for _, v, _ in LINKS]
    assert links.entropy == pytest.approx([expected.get(name, cross) for _, _, name in LINKS], abs=PRINTED)
    # The most informative links are those from the TOC page to the articles.
    best = np.argsort(links.entropy, kind="stable")[:2]
    assert [(int(links.source[k]), int(links.target[k])) for k in best] == [(TOC, THIRD), (TOC, FOURTH)]


def test_hits_takes_the_advertisement_for_the_authority_and_the_articles_for_hubs():
    found = hubs_of(news_site(READING_A), "hits")

    assert found.hub == pytest.approx([0.3093, 0.5281, 0, 0.5592, 0.5592], abs=PRINTED)
    assert found.authority == pytest.approx([0.4978, 0.4317, 0.5913, 0.3287, 0.3287], abs=PRINTED)
    assert found.authority.argmax() == ADVERT
    assert set(np.argsort(-found.hub)[:2]) == {THIRD, FOURTH}


@pytest.mark.parametrize(
    ("anchors", "hub", "authority"),
    [
        (READING_A, [0.1379, 0.7505, 0, 0.4570, 0.4570], [0.4912, 0.3370, 0.2324, 0.5437, 0.5437]),
        (READING_B, [0.1285, 0.7170, 0, 0.4844, 0.4844], [0.4720, 0.3335, 0.2219, 0.5553, 0.5553]),
    ],
)
def test_lamis_finds_the_toc_page_and_the_articles(anchors, hub, authority):
    found = hubs_of(news_site(anchors), "lamis")

    assert found.hub == pytest.approx(hub, abs=PRINTED)
    assert found.authority == pytest.approx(authority, abs=PRINTED)
    assert len(found.change) == 10


def readings():
    """Every way to read what the section leaves open: which menu anchors say T5, and what the cross-references say."""
    crosses = (("T1",), ("T1", "own"), ("T1", "T5"), ("T1", "T5", "own"))
    for home, hot, sales, cross in product((False, True), (False, True), (False, True), crosses):
        with_t5 = {"home": home, "hot": hot, "sales": sales}
        anchors = {name: (*terms, *(["T5"] if with_t5.get(name) else [])) for name, terms in ANCHORS.items()}
        for name, own in (("to third", "T3"), ("to fourth", "T4")):
            anchors[name] = tuple(own if term == "own" else term for term in cross)
        yield anchors


def test_what_the_paper_claims_holds_in_all_32_readings():
    found = [hubs_of(news_site(anchors), "lamis") for anchors in readings()]

    assert len(found) == 32
    assert all(hubs.hub.argmax() == TOC for hubs in found)
    assert all(set(np.argsort(-hubs.authority)[:2]) == {THIRD, FOURTH} for hubs in found)


def test_a_block_of_news_is_a_better_hub_than_a_block_of_menu():
    links = news_site(READING_A, {(TOC, HOME): 5, (TOC, ADVERT): 5})

    page, best = hubs_of(links, "lamis-cb"), hubs_of(links, "lamis-cb", Lamis(block_hubs="max"))

    assert page.hub == pytest.approx([0.1753, 0.8179, 0, 0.5004, 0.5004], abs=PRINTED)
    assert best.hub[TOC] == pytest.approx(0.6677, abs=PRINTED)
    assert page.hub[TOC] - best.hub[TOC] == pytest.approx(0.1502, abs=2 * PRINTED)


def test_link_normalisation_leads_to_the_closed_form():
    links = news_site(READING_A)
    out = np.bincount(links.source, links.alpha, 5)
    into = np.bincount(links.target, links.alpha, 5)

    exact = hubs_of(links, "lamis-ln")
    ten = hubs_of(links, "lamis-ln", SMALL)
    many = hubs_of(links, "lamis-ln", Lamis(closed_form=False, iterations=500))

    assert exact.hub == pytest.approx(out / np.linalg.norm(out), abs=1e-12)
    assert exact.authority == pytest.approx(into / np.linalg.norm(into), abs=1e-12)
    assert many.hub == pytest.approx(exact.hub, abs=1e-9)
    assert 0 < np.abs(ten.hub - exact.hub).max() < 5e-5


def test_hits_with_link_normalisation_orders_a_site_of_one_piece_as_out_links_do():
    found = analyse(news_site(READING_A), ("ol", "hits-ln"))

    assert found["hits-ln"].rank / found["hits-ln"].rank.max() == pytest.approx(found["ol"].rank / 4)


@pytest.mark.parametrize(("n_terms", "factor"), [(1, 1.0), (2, 1.3010), (5, 1.6990), (10, 2.0), (20, 2.3010)])
def test_an_anchor_of_ten_terms_counts_double(n_terms, factor):
    """One page links to two others, with one term and with several: their authorities differ by the factor."""
    columns = np.array([0, 0], np.int32), np.array([1, 2], np.int32), np.ones(2), np.array([1, n_terms], np.int32)
    links = SiteLinks(3, np.arange(3, dtype=np.int32), *columns)

    found = hubs_of(links, "lamis-tw")

    assert found.authority[2] / found.authority[1] == pytest.approx(factor, abs=PRINTED)


@pytest.mark.parametrize(
    ("n_links", "n"), [(350, 0.0), (1000, 0.0), (1515, 0.5993), (20_000, 4.3219), (1_000_000, 9.9658)]
)
def test_hybrid_rank_takes_authorities_off_by_the_number_of_links(n_links, n):
    none = np.zeros(n_links, np.int32)
    links = SiteLinks(2, none, np.arange(n_links, dtype=np.int32), none + 1, np.ones(n_links), none + 1)

    found = hubs_of(links, "lamis-cb-hr")

    assert found.rank == pytest.approx([1.0, -n], abs=PRINTED)


def test_hybrid_rank_of_few_links_rewards_authority_only_if_asked_to():
    links = news_site(READING_A)

    found = hubs_of(links, "lamis-hr", Lamis(clamped=False, scaled=False))

    assert found.rank == pytest.approx(found.hub - np.log2(14 / 1000) * found.authority)


def test_a_reduced_site_of_the_papers_figures_leaves_77_of_100_links_out():
    """CDN, figures 3 and 4: 350 of 1,515 links in the answer; the text says 76.8 percent, the figures give 76.9."""
    pairs = [(u, v) for u in range(270) for v in range(270) if u != v][:1515]
    entropy = np.where(np.arange(1515) < 350, 0.2, 0.9)
    columns = np.array([u for u, _ in pairs], np.int32), np.array([v for _, v in pairs], np.int32), 1 - entropy
    links = SiteLinks(270, np.arange(270, dtype=np.int32), *columns, np.ones(1515, np.int32))

    found = reduced(links, 0.4)

    assert len(found.entropy) == 350
    assert 100 * found.removed == pytest.approx(76.90, abs=0.005)
