import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pages import flat

from sitemine.errors import UsageError
from sitemine.measure import terms_of
from sitemine.measure.blockset import block_set
from sitemine.mine.methods.featureextractor import FEATURES, best_block, best_blocks, feature_counts, k_means
from sitemine.options import FeatureExtractor

PAPER = FeatureExtractor.paper()
VALUES = st.lists(st.integers(0, 20).map(lambda k: k / 4), min_size=3, max_size=12).map(sorted)


def kept(html, options, find=best_block):
    table = flat(html)
    found = find(table, terms_of(table), options)
    said = [[] for _ in range(len(found.blocks))]
    for segment, block in enumerate(found.blocks.segment_block.tolist()):
        said[block].append(table.text[table.segment_start[segment] : table.segment_end[segment]])
    return [" ".join(said[k]) for k in np.flatnonzero(found.kept)], found


def plain_k_means(values, k, rounds=100):
    """Lloyd's steps on one list, one value at a time; of equally near centroids the first."""
    last = len(values) - 1
    centroids = [values[round(np.linspace(0.0, 1.0, k)[j] * last)] for j in range(k)]
    cluster = []
    for _ in range(rounds + 1):
        moved = [min((abs(v - c), j) for j, c in enumerate(centroids) if c is not None)[1] for v in values]
        if moved == cluster:
            break
        cluster = moved
        groups = [[v for v, own in zip(values, cluster, strict=True) if own == j] for j in range(k)]
        centroids = [sum(group) / len(group) if group else None for group in groups]
    return cluster


@settings(deadline=None)
@given(st.lists(VALUES, min_size=1, max_size=4), st.sampled_from([2, 3]))
def test_k_means_of_many_pages_is_that_of_each(pages, k):
    value = np.array([v for page in pages for v in page])
    group = np.repeat(np.arange(len(pages)), [len(page) for page in pages])

    cluster, _ = k_means(value, group, k, 100)

    assert cluster.tolist() == [c for page in pages for c in plain_k_means(page, k)]


def test_features_are_counted_block_by_block():
    table = flat(
        "<p>two <b>words</b> <a href=/x>here</a><ul><li>a<li>b</ul><table><tr><td>x<img><img></table>"
        "<p><input><object></object>"
    )
    counts = feature_counts(table, terms_of(table), block_set(table, "paper"))

    rows = [dict(zip(FEATURES, row, strict=True)) for row in counts.tolist()]
    assert [{name: count for name, count in row.items() if count} for row in rows] == [
        {"text": 3, "text-tags": 1, "links": 1},
        {"text": 2, "lists": 1},
        {"text": 1, "images": 2, "tables": 1},
        {"objects": 1, "forms": 1},
    ]


def test_text_in_links_is_not_counted_where_prose_is_asked_for():
    table = flat("<p>two words <a href=/x>and three linked</a>")
    blocks = block_set(table, "paper")

    assert feature_counts(table, terms_of(table), blocks, prose=True)[0, 0] == 2
    assert feature_counts(table, terms_of(table), blocks)[0, 0] == 5


@pytest.mark.parametrize("find", [best_block, best_blocks])
def test_a_page_without_blocks_has_no_answer(find):
    texts, found = kept("", PAPER, find)

    assert texts == []
    assert len(found.blocks) == 0


@pytest.mark.parametrize("find", [best_block, best_blocks])
def test_the_only_block_is_the_answer(find):
    assert kept("<p>one block", PAPER, find)[0] == ["one block"]


def test_of_equal_blocks_one_is_the_best_and_all_are_the_best_cluster():
    html = "<p>same here<p>same here<p>same here"

    assert kept(html, PAPER, best_block)[0] == ["same here"]
    assert kept(html, PAPER, best_blocks)[0] == ["same here"] * 3


@pytest.mark.parametrize("find", [best_block, best_blocks])
def test_desired_features_that_never_occur_leave_no_answer(find):
    texts, found = kept("<p>one<p>two", FeatureExtractor(blocks="paper", desired=("tables",), ranked=()), find)

    assert texts == []
    assert not found.found.is_winner.any()


def test_without_a_winner_the_block_with_most_of_the_desired_is_the_answer():
    html = "<p>one two <a href=/x>a</a><img><object></object><p>one <a href=/x>b</a><img><object></object>"

    texts, found = kept(html, PAPER)

    assert texts == ["one two a"]
    assert not found.found.is_winner.any()


def test_images_may_be_what_is_desired():
    texts, found = kept(
        "<p>a text of many words<p><img><img><p>caption <img>",
        FeatureExtractor(blocks="paper", desired=("images",), ranked=()),
    )

    assert texts == [""]
    assert found.blocks.has_text.tolist() == [True, False, True]


@pytest.mark.parametrize(
    ("field", "value"), [("desired", ()), ("desired", ("words",)), ("final", "mean"), ("k", 0), ("blocks", "rows")]
)
def test_an_option_that_cannot_be_meant_is_refused(field, value):
    with pytest.raises(UsageError, match="feature_extractor"):
        FeatureExtractor(**{field: value})
