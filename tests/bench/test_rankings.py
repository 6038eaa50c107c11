import numpy as np
import pytest
from bench.links.site import BLOCKS, generated
from bench.quality.discovered import kept_texts
from bench.quality.lamis import BEST, Found, curves, means, sites_table, variants_table
from bench.quality.rankings import TABLES, Ranking, mean_ranking
from bench.quality.roles import precision_at

from sitemine.dom.parse import parse
from sitemine.dom.table import flatten
from sitemine.measure.hubs import analyse
from sitemine.measure.variants import VARIANTS
from sitemine.options import Limits

NAMES = [*VARIANTS, BEST + TABLES, "link-text share", "URL depth"]


def worth(precision):
    return {name: Ranking(precision, precision / 2, [precision] * 11) for name in NAMES}


def test_precision_among_the_first_places_shares_ties():
    assert precision_at([3, 2, 2, 2, 1], [True, True, False, False, True], 2) == pytest.approx((1 + 1 / 3) / 2)
    assert precision_at([2, 1], [True, False], 20) == 0.5
    assert precision_at([], [], 20) == 0.0


def test_means_are_over_sites():
    found = mean_ranking([worth(0.5)["ol"], worth(1.0)["ol"]])

    assert found == Ranking(0.75, 0.375, [0.75] * 11)


def test_the_tables_have_a_row_for_each_ranking_and_each_site():
    found = Found(rankings={"one.example": worth(0.5), "two.example": worth(1.0)})

    assert len(variants_table(means(found.rankings), 2).splitlines()) == len(NAMES) + 2
    assert sites_table(found.rankings).splitlines()[2].startswith("| one.example | 0.500 | 0.500 |")
    assert curves(means(found.rankings)).startswith("<svg")


def test_kept_segments_are_the_lines_of_their_page():
    table = flatten([parse(html, Limits()) for html in ("<p>one<p>two", "<p>three")], Limits())

    assert kept_texts(table, np.array([True, False, True])) == ["one", "three"]
    assert kept_texts(table, np.array([False, False, True])) == ["", "three"]


def test_a_generated_site_can_be_analysed():
    links = generated(50, 2_000)

    assert len(links) == 2_000
    assert len(links.block_page) == 50 * BLOCKS
    assert (np.diff(links.source) >= 0).all()
    assert all(hubs.is_told for hubs in analyse(links).values())
