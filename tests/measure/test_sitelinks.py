from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitemine.acquire.urls import identity
from sitemine.dom.batch import read_batch
from sitemine.measure import terms_of
from sitemine.measure.entropy import TermStatistics, count_terms
from sitemine.measure.partition import table_blocks
from sitemine.measure.sitelinks import AnchorStatistics, SiteLinks, aliases_of, label_terms, number_pages, site_links
from sitemine.options import Lamis, Limits
from sitemine.records import Page

HOME = "https://x.example/"


def parts_of(htmls, cuts, options=None):
    """The links of a site read in several batches."""
    pages = [Page(f"{HOME}{name}", html) for name, html in htmls.items()]
    bounds = [0, *cuts, len(pages)]
    batches = [read_batch(pages[a:b], Limits()) for a, b in pairwise(bounds) if b > a]
    terms = [terms_of(batch.table) for batch in batches]
    said = AnchorStatistics.of(batches[0], terms[0])
    for batch, some in zip(batches[1:], terms[1:], strict=True):
        said = said.merge(AnchorStatistics.of(batch, some))
    numbers = number_pages([page.url for page in pages], [pair for batch in batches for pair in aliases_of(batch)])
    return [
        site_links(batch, some, said, numbers, table_blocks(batch.table), options=options)
        for batch, some in zip(batches, terms, strict=True)
    ]


def whole(htmls, options=None):
    return SiteLinks.together(parts_of(htmls, [], options))


def assert_identical(one, other):
    for name in ("block_page", "block", "target", "alpha", "n_terms"):
        a, b = getattr(one, name), getattr(other, name)
        assert (a.dtype, a.tobytes()) == (b.dtype, b.tobytes()), name


def test_a_link_informs_as_the_mean_of_its_terms():
    htmls = {
        "1": "<a href=/2>menu</a> <a href=/3>menu fresh</a>",
        "2": "<a href=/1>menu</a>",
        "3": "<p>menu",
    }

    links = whole(htmls)

    assert links.source.tolist() == [0, 0, 1]
    assert links.target.tolist() == [1, 2, 0]
    assert links.n_terms.tolist() == [1, 2, 1]
    menu = links.entropy[0]
    assert 0.9 < menu < 1
    assert links.entropy == pytest.approx([menu, menu / 2, menu], abs=1e-6)


def test_a_link_without_text_informs_by_its_label_among_labels():
    logo = '<a href=/1><img alt="the logo"></a>'
    htmls = {
        "1": f'{logo} <a href=/2><img alt="picture of two"></a> <a href=/3></a> <a href=/3>2</a>',
        "2": logo,
        "3": logo,
    }

    links = whole(htmls)
    unlabelled = whole(htmls, Lamis(labels=False))

    assert links.entropy[[0, 4, 5]] == pytest.approx(np.ones(3), abs=1e-6)
    assert links.alpha[1] == 1
    assert links.n_terms.tolist() == [2, 3, 0, 0, 2, 2]
    assert links.alpha[[2, 3]].tolist() == [0, 0]
    assert not unlabelled.alpha.any()


def test_the_terms_of_an_anchor_may_be_counted_once():
    htmls = {"1": "<a href=/2>one two one</a><a href=/2>three</a>", "2": ""}

    assert whole(htmls).n_terms.tolist() == [3, 1]
    assert whole(htmls, Lamis(anchor_terms="distinct")).n_terms.tolist() == [2, 1]


def test_targets_are_pages_by_their_identity_and_links_out_of_the_site_are_left_out():
    htmls = {
        "": "<a href=http://x.example/a?x=1#top>a</a> <a href=/index.html>self</a> <a href=//y.example/>out</a> <a href=/none>none</a>",
        "a?x=1": "<a href=/>home</a>",
    }

    links = whole(htmls)

    assert links.source.tolist() == [0, 0, 1]
    assert links.target.tolist() == [1, 0, 0]


def test_a_copy_of_a_site_is_known_by_the_names_it_has_at_home():
    def canonical(url):
        return f"<link rel=canonical href=https://home.example{url}>"

    pages = {
        "1": canonical("/1") + "<a href=https://home.example/2>two</a> <a href=https://home.example/all>which</a>",
        "2": canonical("/2") + "<a href=https://home.example/1>one</a>",
        "3": canonical("/all"),
        "4": canonical("/all"),
    }

    links = whole(pages)

    assert links.n_pages == 4
    assert list(zip(links.source.tolist(), links.target.tolist(), strict=True)) == [(0, 1), (1, 0)]


def test_a_page_is_never_known_by_the_name_of_another():
    pages = number_pages([f"{HOME}1", f"{HOME}2"], [(f"{HOME}1", f"{HOME}2")])

    assert pages.number == {identity(f"{HOME}1"): 0, identity(f"{HOME}2"): 1}


NAMES = "123456"
BODY = st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(["menu", "one two", "three", ""])), max_size=5)


@settings(max_examples=40)
@given(st.lists(BODY, min_size=2, max_size=6), st.integers(0, 6), st.randoms(use_true_random=False))
def test_links_are_the_same_bits_in_any_order_and_any_parts(bodies, cut, chance):
    htmls = {
        name: "".join(f"<table><tr><td><a href=/{to}>{said}</a></table>" for to, said in body)
        for name, body in zip(NAMES, bodies, strict=False)
    }
    names = chance.sample(list(htmls), len(htmls))

    one = whole(htmls)
    other = SiteLinks.together(parts_of({name: htmls[name] for name in names}, [min(cut, len(names))]))

    assert_identical(one, other)


def test_the_terms_of_labels_stand_by_link_and_page():
    pages = [Page(f"{HOME}{k}", html) for k, html in enumerate(("<a href=/1 title='one two'></a><a href=/2>x</a>", "<a href=/1 title=three></a>"))]  # fmt: skip
    batch = read_batch(pages, Limits())

    labels = label_terms(batch.links, 2)

    assert labels.page_start.tolist() == [0, 2, 3]
    assert (labels.node_end - labels.node_start).tolist() == [2, 0, 1]
    assert TermStatistics.of(count_terms(labels)).df.tolist() == [1, 1, 1]


def test_a_site_without_links_is_empty_columns():
    links = whole({"1": "<p>one", "2": ""})

    assert len(links) == 0
    assert links.n_pages == 2
