import io
import json
import zipfile
from dataclasses import fields

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pages import soup

from sitemine.dom import read_batch
from sitemine.errors import ModelError
from sitemine.measure import terms_of, weights_of
from sitemine.mine import Repeated, mine_batch, pages_of
from sitemine.mine.repeated import VERSION
from sitemine.options import Limits, Options
from sitemine.records import Page

PAGES = [
    "<title>Tides | Gazette</title><nav>Home News Sport</nav><p>The harbour was empty at noon, empty, empty.",
    "<title>Fog | Gazette</title><nav>Home News Sport</nav><p>Fog on the harbour, said the pilots of the harbour.",
    "<title>Eels | Gazette</title><nav>Home News Sport</nav><p>Eels are dear again, eels above all.",
]
sites = st.lists(soup(), min_size=1, max_size=4)


def batch(htmls):
    return read_batch([Page(f"https://example.org/{k}", html) for k, html in enumerate(htmls)], Limits())


def learned(htmls):
    read = batch(htmls)
    return Repeated.of(read, terms_of(read.table))


def merged(models):
    total = Repeated.empty()
    for model in models:
        total = total.merge(model)
    return total


def columns(model):
    """Every number of a model, as plain lists."""
    parts = (model.terms, model.blocks, model.titles, model.dates, model.places)
    values = [getattr(part, item.name) for part in parts for item in fields(part)]
    return [value.tolist() if isinstance(value, np.ndarray) else value for value in values]


@given(st.data())
def test_a_site_learned_page_by_page_in_any_order_is_the_same_to_the_last_bit(data):
    htmls = data.draw(sites)
    shuffled = data.draw(st.permutations(htmls))

    together = learned(htmls)

    assert columns(merged(learned([html]) for html in shuffled)) == columns(together)
    assert columns(learned(shuffled)) == columns(together)


@given(sites, sites)
def test_pages_that_are_forgotten_leave_no_trace(stay, go):
    both = learned(stay).merge(learned(go))

    assert columns(both.without(learned(go))) == columns(learned(stay))


def test_some_pages_of_a_batch_are_learned_as_if_they_had_come_alone():
    read = batch(PAGES)

    assert columns(Repeated.of(read, terms_of(read.table), [0, 2])) == columns(learned([PAGES[0], PAGES[2]]))


def test_a_page_with_nothing_to_read_is_not_learned_from():
    assert columns(learned([*PAGES, "<div></div>", ""])) == columns(learned(PAGES))


def test_what_is_counted_is_on_how_many_pages_a_thing_stands():
    model = learned(PAGES)

    assert model.n_pages == 3
    assert sorted(model.blocks.df.tolist()) == [1, 1, 1, 3]
    assert sorted(model.titles.df.tolist()) == [1, 1, 1, 3]
    assert (model.terms.df == 3).sum() == 3


@given(sites)
def test_a_model_survives_its_file(htmls):
    content = learned(htmls).to_bytes()

    again = Repeated.from_bytes(content)

    assert again.n_pages == learned(htmls).n_pages
    assert again.to_bytes() == content


def test_equal_models_make_equal_files():
    forth, back = (merged(learned([html]) for html in htmls) for htmls in (PAGES, PAGES[::-1]))

    assert forth.to_bytes() == back.to_bytes()


def test_the_file_holds_only_what_more_than_one_page_says():
    again = Repeated.from_bytes(learned(PAGES).to_bytes())

    assert (again.terms.df > 1).all()
    assert again.blocks.df.tolist() == again.titles.df.tolist() == [3]
    assert (again.places.df > 1).all()


@given(sites)
def test_a_model_from_a_file_decides_like_the_one_that_was_saved(htmls):
    read, options = batch(htmls), Options()
    model = Repeated.of(read, terms_of(read.table))

    by_model, by_file = (mine_batch(read, one, options) for one in (model, Repeated.from_bytes(model.to_bytes())))

    assert by_model.probability.tolist() == by_file.probability.tolist()
    assert pages_of(by_model, options) == pages_of(by_file, options)


def test_a_term_of_one_page_informs_fully_however_often_it_is_said():
    read = batch([" ".join(f"w{chr(97 + k)} " * k for k in range(1, 26)), "other words", "and others"])
    terms = terms_of(read.table)
    model = Repeated.of(read, terms)

    for one in (model, Repeated.from_bytes(model.to_bytes())):
        assert weights_of(terms, one.terms).tolist() == [1.0] * len(terms)


def rewritten(content, **changed):
    """A model's file with some of its parts changed; None leaves one out."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(file, "w") as new:
        for name in old.namelist():
            part = changed.get(name.replace(".", "_"), old.read(name))
            if part is not None:
                new.writestr(name, part)
    return file.getvalue()


def header(**changed):
    return json.dumps({"format": "sitemine site model", "version": VERSION, "n_pages": 3} | changed)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"junk",
        b"PK\x03\x04junk",
        learned(PAGES).to_bytes()[:-10],
        rewritten(learned(PAGES).to_bytes(), model_json=None),
        rewritten(learned(PAGES).to_bytes(), model_json="[]"),
        rewritten(learned(PAGES).to_bytes(), model_json="{"),
        rewritten(learned(PAGES).to_bytes(), model_json=header(n_pages="many")),
        rewritten(learned(PAGES).to_bytes(), model_json=header(n_pages=-1)),
        rewritten(learned(PAGES).to_bytes(), terms_df=None),
        rewritten(learned(PAGES).to_bytes(), terms_df=b"123"),
        rewritten(learned(PAGES).to_bytes(), terms_df=b"12345678"),
    ],
    ids="empty junk zip-like truncated no-header list-header bad-header words negative no-column odd short".split(),
)
def test_a_file_that_is_no_model_is_called_by_name_with_a_remedy(content):
    with pytest.raises(ModelError, match=r"^site\.sxm: not a site model; `sitemine learn SOURCE -o MODEL` makes one$"):
        Repeated.from_bytes(content, "site.sxm")


def test_a_model_of_another_version_says_what_to_do():
    content = rewritten(learned(PAGES).to_bytes(), model_json=header(version=99))

    with pytest.raises(ModelError, match=r"^old\.sxm: not a site model of version 3; learn the site again$") as caught:
        Repeated.from_bytes(content, "old.sxm")
    assert caught.value.path == "old.sxm"


@given(st.data())
def test_a_damaged_model_is_an_error_with_a_name_or_a_model(data):
    content = bytearray(learned(PAGES).to_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))

    try:
        model = Repeated.from_bytes(bytes(content), "site.sxm")
    except ModelError:
        return
    mine_batch(batch(PAGES), model, Options())
