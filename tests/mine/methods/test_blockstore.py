from hypothesis import given
from hypothesis import strategies as st

from sitemine.mine.methods.blockstore import BlockStore

TEXTS = st.lists(st.sampled_from(["menu", "footer", "one story", "日本語", ""]), max_size=5)
PAGES = st.dictionaries(st.sampled_from(["/a", "/b", "/c", "/d"]), TEXTS)


@given(PAGES)
def test_a_page_comes_back_as_it_was(pages):
    store = BlockStore.of(pages.items())

    assert {url: store.page(url) for url in store.pages} == pages
    assert len(set(store.blocks)) == len(store.blocks)


@given(PAGES)
def test_the_order_in_which_pages_come_changes_nothing(pages):
    one, other = BlockStore.of(pages.items()), BlockStore.of(reversed(pages.items()))

    assert (one.blocks, one.pages) == (other.blocks, other.pages)


def test_a_second_copy_costs_a_pointer():
    menu = "x" * 96
    store = BlockStore.of([("/1", [menu]), ("/2", [menu])])

    assert store.stored_bytes == 96 + 4 + 4
    assert store.saved == 1 - 104 / 192


def test_a_site_without_blocks_saves_nothing():
    assert BlockStore.of([]).saved == 0.0
    assert BlockStore.of([("/1", [])]).saved == 0.0
