"""The measures of the bench by worked examples, and its commands on a made site."""

import numpy as np
import pytest
from bench.blocks.growth import costs
from bench.blocks.index import indexed, phrase_of, place_of, studied
from bench.blocks.measured import by_method, features, judged, measured
from bench.blocks.sweeps import FIGURES, _worth, add_points, baselines, lines_of, prepared
from bench.data import Gold

from sitemine.dom.batch import read_batch
from sitemine.measure import hash_terms, terms_of
from sitemine.mine.methods.named import METHODS
from sitemine.mine.repeated import Repeated
from sitemine.options import Limits, Options
from sitemine.records import Page

WORDS = "harbour quay tide pilot gull rope lantern ferry eel crate".split()


def story(k):
    return "\n".join(
        f"the {a} of the {b} number {a}{k} was seen with {b}{k} there" for a in WORDS[:3] for b in WORDS[3:6]
    )


@pytest.fixture(scope="module")
def made():
    pages = [
        Page(
            f"https://x.example/{k}",
            f"<nav>Home News</nav><article>{''.join(f'<p>{line}' for line in story(k).split(chr(10)))}</article>",
        )
        for k in range(6)
    ]
    links = "".join(f"<li><a href=/{k}>harbour{k} quay{k} seen</a>" for k in range(6))
    pages.append(Page("https://x.example/toc", f"<nav>Home News</nav><ul>{links}</ul>"))
    golds = [Gold(page.url, "x", story(k), title=f"harbour{k}", role="article") for k, page in enumerate(pages[:6])]
    golds.append(Gold(pages[-1].url, "x", "", role="toc", entries=frozenset(page.url for page in pages[:6])))
    batch = read_batch(pages, Limits())
    terms = terms_of(batch.table)
    return judged("x", batch, terms, golds), Repeated.of(batch, terms)


@pytest.mark.parametrize(
    ("given", "wanted", "expected"),
    [(3, 6, (1.0, 0.5, 2 / 3)), (6, 9 + 6 - 6 + 1, (1.0, 0.6, 0.75)), (17, 25, (1.0, 0.68, 0.81))],
)
def test_coverage_is_that_of_the_papers_example(given, wanted, expected):
    """WISDOM, table 3: shared of given and wanted; the printed figures are rounded."""
    one = np.zeros(1, np.int64)

    found = _worth(one, one + given, one + wanted, one + given, [0])

    assert tuple(found) == pytest.approx(expected, abs=5e-3)


def test_a_method_that_keeps_the_stories_is_worth_all(made):
    site, model = made

    found = measured(site, model, by_method(Options(method="content-extractor")))

    assert (found.precision, found.recall, found.text) == (1.0, 1.0, 1.0)
    assert (found.block_precision, found.block_recall) == (1.0, 1.0)
    assert (found.snc_precision, found.snc_recall) == (1.0, 1.0)


def test_features_are_the_distinct_terms_of_articles(made):
    site, _ = made

    assert features(site, site.gold_segment) == (1.0, 1.0)
    precision, recall = features(site, np.ones(len(site.gold_segment), np.bool_))
    assert (precision < 1, recall) == (True, 1.0)


def test_every_method_can_be_measured(made):
    site, model = made
    for name in METHODS:
        assert measured(site, model, by_method(Options(method=name))).milliseconds > 0


def test_every_figure_has_lines(made):
    site, model = made
    ready = prepared(site, model)
    points = {}

    class Points(dict):
        def __missing__(self, key):
            return self.setdefault(key, [])

    points = Points()
    add_points(points, ready)

    assert {figure for figure in FIGURES if lines_of(points, figure)} >= set(FIGURES) - {"entropy"}
    assert baselines(ready)["WISDOM, article"].recall > 0.9


def test_an_index_over_blocks_is_smaller_and_finds_the_page(made):
    site, _ = made
    kept = site.gold_segment

    found = studied(site, {"gold": kept})

    assert found["gold"].postings < found["whole pages"].postings
    assert found["gold"].n_bytes < found["whole pages"].n_bytes
    assert found["gold"].phrases == [1.0] * 6
    assert found["whole pages"].titles[0] <= 2


def test_a_page_that_is_not_found_comes_last(made):
    site, _ = made
    index = indexed(site, np.ones(len(site.gold_segment), np.bool_))

    assert place_of(index, hash_terms("nowhere said")[0], 0) == 7
    assert phrase_of("short", index) is None


def test_the_time_of_each_method_is_told():
    assert costs(12).keys() == METHODS.keys() - {"sitemine"}
