import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from pages import flat, row

from sitemine.measure.fingerprints import PageCounts, fingerprints, with_place
from sitemine.measure.terms import terms_of

SITES = st.lists(st.lists(st.integers(0, 8), max_size=8), max_size=6)


def counts(pages):
    """The counts of pages that are given as their fingerprints."""
    page = np.repeat(np.arange(len(pages)), [len(p) for p in pages])
    return PageCounts.of(len(pages), page, np.array([f for p in pages for f in p], np.uint64))


def content(found):
    return found.n_pages, dict(zip(found.fingerprint.tolist(), found.df.tolist(), strict=True))


def of_nodes(table, *nodes):
    terms = terms_of(table)
    return fingerprints(terms, terms.node_start[list(nodes)], terms.node_end[list(nodes)]).tolist()


def test_blocks_with_the_same_terms_have_the_same_fingerprint_on_any_page():
    table = flat("<p>Storm closes <b>port</b>", "<div>x</div><ul><li>STORM closes<li>port 2024", "<p>port closes storm")

    paragraph, listed, turned = of_nodes(table, row(table, "p"), row(table, "ul"), row(table, "p", 1))

    assert paragraph == listed != turned


def test_a_block_without_terms_has_no_fingerprint():
    table = flat("<p>2024</p><img><p>one")

    assert of_nodes(table, row(table, "p"), row(table, "img")) == [0, 0]
    assert of_nodes(table, row(table, "p", 1)) != [0]


@given(SITES)
def test_a_fingerprint_counts_once_a_page_and_none_never(pages):
    found = counts(pages)

    expected = {f: sum(f in page for page in pages) for page in pages for f in page if f}
    assert content(found) == (len(pages), expected)
    wanted = np.arange(10, dtype=np.uint64)
    assert found.pages(wanted).tolist() == [expected.get(f, 0) for f in range(10)]


@given(SITES, SITES)
def test_counts_of_two_sets_of_pages_are_those_of_all(some, others):
    assert content(counts(some).merge(counts(others))) == content(counts(some + others))
    assert content(counts(some + others).without(counts(others))) == content(counts(some))


def test_nothing_was_seen_on_no_pages():
    empty = PageCounts.empty()

    assert len(empty) == 0
    assert empty.pages(np.array([1, 2], np.uint64)).tolist() == [0, 0]
    assert content(empty.merge(counts([[1]]))) == (1, {1: 1})


def test_the_same_block_in_two_places_is_two():
    block, place = np.array([5, 5, 0, 6], np.uint64), np.array([1, 2, 1, 1], np.uint64)

    found = with_place(block, place).tolist()

    assert found[2] == 0
    assert len({found[0], found[1], found[3], 5, 6}) == 5
    assert found == with_place(block.copy(), place.copy()).tolist()


def test_block_and_place_do_not_change_places():
    one, other = np.array([5], np.uint64), np.array([6], np.uint64)

    assert with_place(one, other).tolist() != with_place(other, one).tolist()
