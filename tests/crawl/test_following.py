"""A site model that is updated page by page is the one that reading all pages anew gives."""

from bench.crawl.server import answer
from crawls import HOST, crawl
from hypothesis import given, settings
from hypothesis import strategies as st
from test_crawl import page, site

from sitemine.mine import Repeated
from sitemine.options import Options
from sitemine.records import Page
from sitemine.run.crawl import mine_crawl
from sitemine.run.following import follow, learned, updated

PAGES = [Page(f"{HOST}/{k}", page(k % 7, "/", f"/{k + 1}")) for k in range(10)]


@settings(deadline=None, max_examples=25)
@given(st.lists(st.tuples(st.integers(0, 9), st.booleans()), max_size=12))
def test_pages_that_come_and_go_leave_the_model_of_those_that_are_there(steps):
    model, there = Repeated.empty(), []
    for number, comes in steps:
        if comes:
            there.append(number)
            model = updated(model, [], [PAGES[number]], Options())
        elif number in there:
            there.remove(number)
            model = updated(model, [PAGES[number]], [], Options())

    anew = learned([PAGES[number] for number in there], Options())
    assert model.to_bytes(complete=True) == anew.to_bytes(complete=True)


def test_a_complete_model_comes_back_from_its_bytes_whole():
    model = learned(PAGES, Options())

    again = Repeated.from_bytes(model.to_bytes(complete=True))

    assert again.to_bytes(complete=True) == model.to_bytes(complete=True)
    assert len(again) > len(Repeated.from_bytes(model.to_bytes()))


def test_a_crawl_that_is_brought_up_to_date_updates_the_model_by_what_changed(tmp_path):
    first = {"/": page(0, *(f"/{k}" for k in range(1, 9))), **{f"/{k}": page(k) for k in range(1, 9)}}
    crawl(site(first), tmp_path)
    model, n_first = follow(tmp_path)
    assert n_first == 9
    assert model.repeated.to_bytes() == mine_crawl(tmp_path, Options()).model.repeated.to_bytes()

    second = {
        **first,
        "/3": page(33, "/"),
        "/4": answer("", "404 Not Found"),
        "/": page(0, *first, "/9"),
        "/9": page(9),
    }
    crawl(site(second), tmp_path)
    model, n_second = follow(tmp_path)

    assert n_second == 3  # the entrance, the page that changed and the one that is new; the one that is gone is kept
    assert model.repeated.to_bytes() == mine_crawl(tmp_path, Options()).model.repeated.to_bytes()
    assert follow(tmp_path)[1] == 0
