import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitemine.dom.batch import read_batch
from sitemine.errors import UsageError
from sitemine.measure import terms_of
from sitemine.mine.methods.contentextractor import Survey, compare, informative, survey
from sitemine.options import ContentExtractor, Limits
from sitemine.records import Page

PAPER = ContentExtractor.paper()
WORDS = "alder birch cedar elder fir gorse hazel ivy juniper larch maple oak".split()
BLOCK = st.lists(st.sampled_from(WORDS), min_size=1, max_size=12)
PAGES = st.lists(st.lists(BLOCK, max_size=4), min_size=2, max_size=6)


def pages_of(*bodies):
    return [Page(f"https://x.example/a/{k}", body) for k, body in enumerate(bodies)]


def found(pages, options=PAPER, chunk=100):
    """What is found of each block of each page, by URL; the pages are read so many at a time."""
    batches = [read_batch(pages[k : k + chunk], Limits()) for k in range(0, len(pages), chunk)]
    said = [terms_of(batch.table) for batch in batches]
    parts = [survey(b, t, range(b.table.n_pages), options) for b, t in zip(batches, said, strict=True)]
    site = compare(Survey.together(parts), options)
    told = {}
    for batch, terms in zip(batches, said, strict=True):
        in_comments = np.zeros(len(batch.table.segment_start), np.bool_)
        one = informative(batch, terms, site, options, in_comments)
        for page in range(batch.table.n_pages):
            own = one.blocks.page == page
            told[batch.urls[page]] = list(zip(one.pages[own].tolist(), one.kept[own].tolist(), strict=True))
    return told


def html_of(blocks):
    return "".join(f"<p>{' '.join(block)}" for block in blocks)


def plain(pages):
    """On how many pages each block stands, by comparing all pairs; counted up to one more than the most."""
    told = []
    for blocks in pages:
        counts = []
        for block in blocks:
            one = set(block)
            like = sum(
                any(100 * len(one & set(o)) ** 2 > 81 * len(one) * len(set(o)) for o in other) for other in pages
            )
            counts.append(min(like, PAPER.most_pages + 1))
        told.append([(count, count == 1) for count in counts])
    return told


@settings(deadline=None, max_examples=50)
@given(PAGES)
def test_a_block_stands_on_the_pages_on_which_comparing_all_pairs_finds_it(pages):
    told = found(pages_of(*map(html_of, pages)))

    assert list(told.values()) == plain(pages)


@settings(deadline=None, max_examples=30)
@given(PAGES, st.randoms(use_true_random=False), st.integers(1, 3))
def test_neither_the_order_of_pages_nor_how_they_are_read_changes_anything(pages, chance, chunk):
    together = pages_of(*map(html_of, pages))
    mixed = list(together)
    chance.shuffle(mixed)

    assert found(mixed, chunk=chunk) == found(together)


def test_pages_of_another_folder_are_another_class():
    pages = [
        Page(f"https://x.example/{folder}/{k}", "<p>same words") for folder, k in itertools.product("ab", range(2))
    ]

    told = found(pages)
    site = found(pages, ContentExtractor(blocks="paper", classes="site", page_share=0.0, least_pages=1))

    assert [pages for ((pages, _),) in told.values()] == [2] * 4
    assert [pages for ((pages, _),) in site.values()] == [4] * 4


def test_a_block_without_text_is_never_informative():
    told = found(pages_of("<p><img>", "<p>one"))

    assert told["https://x.example/a/0"] == [(0, False)]


def test_pages_without_blocks_have_nothing():
    assert found(pages_of("", "<p>one")) == {"https://x.example/a/0": [], "https://x.example/a/1": [(1, True)]}


@pytest.mark.parametrize("options", [PAPER, ContentExtractor()])
def test_where_all_blocks_are_equal_none_informs(options):
    told = found(pages_of(*["<p>the same again"] * 4), options)

    assert list(told.values()) == [[(4, False)]] * 4


def test_two_copies_on_one_page_are_one_page():
    told = found(pages_of("<p>twice<p>twice", "<p>one"))

    assert told["https://x.example/a/0"] == [(1, True), (1, True)]


def test_a_print_view_does_not_make_an_article_redundant_on_a_large_site():
    """C3b: on three pages of twenty it still informs, on all but one it does not."""
    bodies = [f"<p>menu of the site<p>{'twin' if k < 3 else WORDS[k % 12] + str(k) + 'x'} tells" for k in range(20)]

    told = found(pages_of(*bodies), ContentExtractor())
    strict = found(pages_of(*bodies))

    assert [kept for _, kept in told["https://x.example/a/0"]] == [False, True]
    assert [kept for _, kept in strict["https://x.example/a/0"]] == [False, False]


def test_a_list_of_links_informs_on_a_page_that_lists_and_not_on_one_that_tells():
    links = "<ul>" + "".join(f"<li><a href=/{w}>{w}</a>" for w in WORDS[:4]) + "</ul>"
    told = found(
        pages_of(links + "<p>one", links.replace("alder", "x") + "<p>" + "said and told " * 9, "<p>two"),
        ContentExtractor(),
    )

    assert [kept for _, kept in told["https://x.example/a/0"]] == [True, True]
    assert [kept for _, kept in told["https://x.example/a/1"]] == [False, True]


@pytest.mark.parametrize(
    ("field", "value"),
    [("blocks", "rows"), ("classes", "all"), ("similarity", 2), ("least_pages", 11), ("most_pages", 0)],
)
def test_an_option_that_cannot_be_meant_is_refused(field, value):
    with pytest.raises(UsageError, match="content_extractor"):
        ContentExtractor(**{field: value})
