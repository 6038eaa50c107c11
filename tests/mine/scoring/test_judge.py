"""Judging: what is seen of a page does not depend on its neighbours, and the shipped model knows an article when it sees one."""

import time
from threading import Thread

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from pages import soup

import sitemine
from sitemine.dom import read_batch
from sitemine.measure import terms_of
from sitemine.mine.learned import shipped
from sitemine.mine.scoring.judge import Compared, judge, model_of, seen_of, shipped_model
from sitemine.mine.scoring.placed import PlaceSums
from sitemine.mine.site.places import places_of
from sitemine.options import Limits, Options
from sitemine.records import Page

PARAGRAPH = "The harbour was empty that morning, and nobody could say where the boats had gone. "
PAGE = (
    "<body><header><a href=/>Home</a> <a href=/n>News</a></header><div class=content><h1>Tides</h1>"
    + f"<p>{PARAGRAPH * 2}</p>" * 5
    + "</div><div class=comments><h3>Comments</h3><p>Nice one, thanks</p></div><footer>All rights reserved</footer>"
)


def read(*htmls):
    batch = read_batch([Page(f"https://ex.org/{k}", html) for k, html in enumerate(htmls)], Limits())
    return batch, terms_of(batch.table)


@settings(max_examples=50, deadline=None)
@given(st.lists(soup(), min_size=2, max_size=3))
def test_what_is_seen_of_a_page_does_not_depend_on_its_neighbours(htmls):
    learned = shipped_model().learned
    together = seen_of(*read(*htmls), learned)[2]
    alone = [
        seen_of(*read(*["<p>"] * k, html), learned) for k, html in enumerate(htmls)
    ]  # at its place, so that its address is the same

    for name, column in together.items():
        assert column.tolist() == [value for _, _, columns in alone for value in columns[name].tolist()], name


@settings(max_examples=50, deadline=None)
@given(st.lists(soup(), min_size=1, max_size=2))
def test_every_block_of_any_page_has_a_probability(htmls):
    judged = judge(*read(*htmls))

    assert ((judged.probability >= 0) & (judged.probability <= 1)).all()
    assert len(judged.probability) == len(judged.units)


def compared(batch, information, pages):
    """What a site of fifty pages knows of a batch that has no place with another page in common."""
    lists = np.zeros(batch.table.n_pages, np.bool_)
    return Compared(information, pages, 50, places_of(batch.table), PlaceSums.empty(), lists)


def test_an_article_is_told_from_what_stands_around_it():
    text = sitemine.extract(PAGE).text

    assert text.count(PARAGRAPH.strip()) == 10
    assert "Home" not in text
    assert "All rights reserved" not in text


def test_what_all_pages_of_a_site_say_is_less_likely_than_what_one_says():
    batch, terms = read(PAGE)
    n = len(batch.table.segment_node)

    def mean(information, pages):
        return judge(batch, terms, compared(batch, np.full(n, information), np.full(n, pages))).probability.mean()

    assert mean(0.05, 50) < mean(1.0, 1) - 0.2


def test_a_page_that_lists_others_is_judged_alone_as_they_say_what_it_says():
    batch, terms = read(PAGE)
    n = len(batch.table.segment_node)
    known = compared(batch, np.full(n, 0.05), np.full(n, 50))

    listed = judge(batch, terms, known._replace(lists=np.ones(1, np.bool_)))

    assert listed.probability.tolist() == judge(batch, terms).probability.tolist()
    assert listed.probability.tolist() != judge(batch, terms, known).probability.tolist()


def test_to_favour_precision_keeps_no_more_and_to_favour_recall_no_less():
    precise, plain, full = (
        len(sitemine.extract(PAGE, options=options).text)
        for options in (Options(favor_precision=True), Options(), Options(favor_recall=True))
    )

    assert precise <= plain <= full


def test_threads_say_the_same():
    found = []
    threads = [Thread(target=lambda: found.append(sitemine.extract(PAGE).text)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert found == [sitemine.extract(PAGE).text] * 4


def test_the_model_is_loaded_at_once():
    start = time.process_time()
    model_of(shipped.__wrapped__("blocks"))

    assert time.process_time() - start < 0.05


def test_every_feature_that_the_model_asks_for_is_seen():
    model = shipped_model()
    batch, terms = read(PAGE)
    n = len(batch.table.segment_node)
    judged = judge(batch, terms, compared(batch, np.ones(n), np.ones(n, np.int64)))

    assert set(model.alone_features) | set(model.site_features) <= judged.columns.keys()
