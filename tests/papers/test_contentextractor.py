"""Worked examples of ContentExtractor, FeatureExtractor and K-FeatureExtractor: Debnath, Mitra, Giles 2005, section 3."""

import numpy as np
import pytest
from pages import flat

from sitemine.dom.batch import read_batch
from sitemine.measure import terms_of
from sitemine.measure.blockset import block_set
from sitemine.mine.methods.contentextractor import Survey, compare, informative, survey
from sitemine.mine.methods.featureextractor import FEATURES, best_block, best_blocks, best_cluster, winners
from sitemine.options import ContentExtractor, FeatureExtractor, Limits
from sitemine.records import Page

PAPER = ContentExtractor.paper()


def extracted(*bodies, options=PAPER):
    batch = read_batch([Page(f"https://x.example/a/{k}", body) for k, body in enumerate(bodies)], Limits())
    terms = terms_of(batch.table)
    site = compare(Survey.together([survey(batch, terms, range(len(bodies)), options)]), options)
    return informative(batch, terms, site, options, np.zeros(len(batch.table.segment_start), np.bool_))


def test_a_block_on_two_of_three_pages_has_half_the_ibdf_of_one_on_a_single_page():
    found = extracted("<p>menu news<p>one", "<p>menu news<p>two", "<p>other menu entirely<p>three")

    assert found.ibdf.tolist() == [0.5, 1, 0.5, 1, 1, 1]
    assert found.kept.tolist() == [False, True, False, True, True, True]


def test_a_block_of_ten_terms_is_the_same_with_an_eleventh():
    ten = "alder birch cedar elder fir gorse hazel ivy juniper larch"

    found = extracted(f"<p>{ten}", f"<p>{ten} maple")

    assert found.ibdf.tolist() == [0.5, 0.5]


def test_a_page_is_cut_at_tables_paragraphs_lists_and_rules():
    table = flat("start<p>one</p>more<hr>after<ul><li>a<li>b</ul><table><tr><td>x<table><tr><td>y</table><td>z</table>")

    blocks = block_set(table, "paper")

    said = [[] for _ in range(len(blocks))]
    for segment, block in enumerate(blocks.segment_block.tolist()):
        said[block].append(table.text[table.segment_start[segment] : table.segment_end[segment]])
    assert said == [["start", "more"], ["after"], ["one"], ["a", "b"], ["x", "z"], ["y"]]


PAGE = {
    "nav": (30, 0, 25, 0),
    "art1": (1200, 1, 3, 0),
    "art2": (900, 0, 2, 0),
    "ad": (10, 3, 2, 1),
    "footer": (60, 0, 10, 0),
    "related": (200, 0, 8, 0),
    "art3": (1000, 0, 2, 0),
    "summary": (100, 0, 0, 0),
}
"""Blocks with their words, images, links and applets."""


def counts_of(*rows):
    counts = np.zeros((len(rows), len(FEATURES)), np.int64)
    counts[:, [FEATURES.index(name) for name in ("text", "images", "links", "objects")]] = rows
    return counts, np.zeros(len(rows), np.int32)


def test_a_block_with_half_of_the_text_and_half_of_the_images_is_no_winner():
    found = winners(*counts_of((1000, 2, 3, 1), (2000, 4, 50, 3)), ("text",))

    assert found.share[0] == pytest.approx(0.3589, abs=5e-5)
    assert not found.is_winner[0]


def test_the_winners_are_the_blocks_in_which_text_prevails():
    found = winners(*counts_of(*PAGE.values()), ("text",))

    assert found.share.round(3).tolist() == [0.024, 0.688, 0.904, 0.004, 0.111, 0.342, 0.912, 1.0]
    assert [name for name, wins in zip(PAGE, found.is_winner, strict=True) if wins] == [
        "art1",
        "art2",
        "art3",
        "summary",
    ]
    assert found.desired[found.is_winner] == pytest.approx([1, 0.75, 0.8333, 0.0833], abs=5e-5)


def test_k_means_takes_the_three_articles_and_leaves_the_summary():
    counts, page = counts_of(*PAGE.values())
    found = winners(counts, page, ("text",))

    kept = best_cluster(page, found.desired, found.is_winner, FeatureExtractor.paper())

    assert [name for name, stays in zip(PAGE, kept, strict=True) if stays] == ["art1", "art2", "art3"]


def html_of(words, images, links, applets):
    parts = [f"w{k}" if k % 2 else "w" for k in range(words - links)] + ["<a href=/x>w</a>"] * links
    return "<p>" + " ".join(parts) + "<img>" * images + "<object></object>" * applets


def test_by_the_sum_the_longest_article_is_best_and_by_the_ratio_the_summary():
    """C5: the paper says both."""
    table = flat("".join(html_of(*counts) for counts in PAGE.values()))
    terms = terms_of(table)
    names = list(PAGE)

    by_sum = best_block(table, terms, FeatureExtractor.paper())
    by_ratio = best_block(table, terms, FeatureExtractor(blocks="paper", desired=("text",), prose=False, final="ratio"))
    several = best_blocks(table, terms, FeatureExtractor.paper())

    assert [names[k] for k in np.flatnonzero(by_sum.kept)] == ["art1"]
    assert [names[k] for k in np.flatnonzero(by_ratio.kept)] == ["summary"]
    assert [names[k] for k in np.flatnonzero(several.kept)] == ["art1", "art2", "art3"]
