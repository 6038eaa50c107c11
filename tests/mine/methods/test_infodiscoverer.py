import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pages import flat

from sitemine.dom.batch import read_batch
from sitemine.errors import UsageError
from sitemine.measure import terms_of
from sitemine.mine.methods.infodiscoverer import address_clusters, blocks_of, discover, discover_site, greedy_thresholds
from sitemine.options import Infodiscoverer, Limits
from sitemine.records import Page

WORDS = "alder birch cedar elder".split()
BLOCK = st.lists(st.sampled_from(WORDS), max_size=4)
SITE = st.lists(st.tuples(st.lists(BLOCK, min_size=1, max_size=3), st.integers(-1, 1)), min_size=1, max_size=6)


def html_of(blocks):
    return "".join(f"<table><tr><td>{' '.join(block)}</table>" for block in blocks)


def plain(pages):
    """Block entropies and threshold of one cluster, by the definition: pages as lists of blocks of words."""
    n = len(pages)
    tf = {word: [c for page in pages if (c := Counter(w for b in page for w in b)[word])] for word in WORDS}
    entropy = {
        word: -sum(t / sum(counts) * math.log(t / sum(counts)) for t in counts) / math.log(n)
        if n > 1 and counts
        else 0.0
        for word, counts in tf.items()
    }
    blocks = [(sum(entropy[w] for w in set(b)) / len(set(b)), set(b)) for page in pages for b in page if b]
    sizes = [len(set().union(*(b for h, b in blocks if h <= k / 10 + 1e-6))) for k in range(11)]
    threshold = next((k / 10 for k in range(10) if sizes[k] and sizes[k] == sizes[k + 1]), 1.0)
    return [h for h, _ in blocks], sizes, threshold


@settings(deadline=None)
@given(SITE)
def test_blocks_and_thresholds_are_those_of_the_definition(site):
    table = flat(*(html_of(blocks) for blocks, _ in site))
    cluster = np.array([of for _, of in site], np.int32)

    found = discover(table, terms_of(table), cluster, blocks_of(table, "table"))

    for k in range(int(cluster.max()) + 1):
        entropy, sizes, threshold = plain([blocks for blocks, of in site if of == k])
        here = (cluster[found.page] == k) & ~np.isnan(found.entropy)
        assert found.entropy[here] == pytest.approx(entropy, abs=1e-6)
        assert found.thresholds.n_terms[k].tolist() == sizes
        assert found.thresholds.threshold[k] == pytest.approx(threshold)
        assert found.kept[here].tolist() == [h <= threshold + 1e-6 for h in entropy]
    assert np.isnan(found.entropy[cluster[found.page] < 0]).all()
    assert not found.kept[cluster[found.page] < 0].any()


@settings(max_examples=40, deadline=None)
@given(SITE, st.randoms(use_true_random=False), st.integers(2, 4))
def test_the_order_of_pages_does_not_matter(site, chance, training_pages):
    order = chance.sample(range(len(site)), len(site))

    def found(pages):
        table = flat(*(html_of(blocks) for blocks, _ in pages))
        cluster = np.array([of for _, of in pages], np.int32)
        options = Infodiscoverer(training_pages=training_pages)
        one = discover(table, terms_of(table), cluster, blocks_of(table, "table"), options)
        return [one.entropy[one.page == k].tobytes() for k in range(len(pages))], one.thresholds.threshold.tolist()

    blocks, thresholds = found(site)
    moved, others = found([site[k] for k in order])

    assert moved == [blocks[k] for k in order]
    assert others == thresholds


def test_the_last_step_of_the_threshold_is_one_whatever_the_step():
    found = greedy_thresholds(np.zeros(3, np.int32), np.array([0.0, 0.95, 1.0]), 1, 0.3)

    assert found.n_terms[0].tolist() == [1, 1, 1, 1, 3]
    assert greedy_thresholds(np.zeros(3, np.int32), np.array([0.2, 0.5, 1.0]), 1, 0.7).threshold.tolist() == [1.0]


def test_one_page_differs_from_nothing_and_is_kept():
    table = flat("<nav>menu</nav><article>one two</article>")

    found = discover(table, terms_of(table), np.zeros(1, np.int32), blocks_of(table, "modern"))

    assert found.entropy.tolist() == [0, 0]
    assert found.kept.all()


def test_pages_that_say_nothing_have_no_blocks():
    table = flat("", "<p>")

    found = discover(table, terms_of(table), np.zeros(2, np.int32), blocks_of(table, "modern"))

    assert len(found.node) == 0
    assert found.segment_kept.tolist() == []
    assert found.segment_entropy.tolist() == []
    assert not found.thresholds.is_found[0]


def test_a_large_cluster_is_learned_from_some_of_its_pages():
    words = [chr(ord("a") + k // 26) + chr(ord("a") + k % 26) for k in range(100)]
    table = flat(*(f"<nav>menu here</nav><article>{word}x {word}y</article>" for word in words))

    found = discover(
        table, terms_of(table), np.zeros(100, np.int32), blocks_of(table, "modern"), Infodiscoverer(training_pages=10)
    )

    assert found.thresholds.n_terms[0].tolist() == [20] * 10 + [22]
    assert found.kept.tolist() == [False, True] * 100


def test_segments_are_kept_with_their_blocks():
    table = flat(*(f"<nav><p>menu<p>here</nav><article><p>{word}<p>{word}</article>" for word in WORDS))

    found = discover(table, terms_of(table), np.zeros(4, np.int32), blocks_of(table, "modern"))

    assert found.segment_kept.tolist() == [False, False, True, True] * 4
    assert found.segment_entropy == pytest.approx([1, 1, 0, 0] * 4)


def test_informative_blocks_of_toc_pages_lead_to_the_articles():
    def page(name, body):
        return Page(f"https://x.example/{name}", f"<nav><a href=/about>about us</a> menu</nav>{body}")

    pages = [
        page("toc/1", "<section><a href=/a/1>alder alone</a> <a href=/a/2>birch blooms</a></section>"),
        page("toc/2", "<section><a href=/a/3>cedar cut</a></section>"),
        page("about", "<article>who we are</article>"),
        *(page(f"a/{k}", f"<article>{word}s and {word}wood</article>") for k, word in enumerate(WORDS[:3], 1)),
    ]
    batch = read_batch(pages, Limits())
    is_toc = np.array([True, True, *[False] * 4])

    found = discover_site(batch, terms_of(batch.table), is_toc, np.zeros(6, np.int32))

    assert found.is_article.tolist() == [False, False, False, True, True, True]
    kept = [batch.table.text_of(int(node)) for node in found.articles.node[found.articles.kept]]
    assert kept == [f"{word}s and {word}wood" for word in WORDS[:3]]


def test_pages_of_one_folder_and_depth_are_a_cluster_and_lone_pages_together_one():
    urls = [
        "https://x.example/",
        "https://x.example/a/1",
        "https://x.example/a/2",
        "https://x.example/b/1",
        "https://x.example/c/1/2",
    ]

    found = address_clusters(urls)

    assert found.tolist() == [0, 1, 1, 0, 0]


@pytest.mark.parametrize(("field", "value"), [("blocks", "frames"), ("training_pages", 1), ("step", 0)])
def test_an_option_that_cannot_be_meant_is_refused(field, value):
    with pytest.raises(UsageError, match=f"infodiscoverer.{field} must"):
        Infodiscoverer(**{field: value})
