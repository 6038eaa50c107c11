import numpy as np
import pytest
from hypothesis import given, settings
from pages import flat, soup

from sitemine.measure.blockset import OWNERS, block_set, texts_of


def said(html, kind):
    return texts_of(flat(html), kind)[0]


@settings(deadline=None)
@given(soup(), soup())
def test_every_line_belongs_to_one_block_of_its_page(one, other):
    table = flat(one, other)
    for kind in OWNERS:
        blocks = block_set(table, kind)

        assert (blocks.page[blocks.segment_block] == table.page[table.segment_node]).all()
        rows = np.flatnonzero(blocks.row_block >= 0)
        assert (blocks.page[blocks.row_block[rows]] == table.page[rows]).all()
        assert (np.diff(blocks.node) >= 0).all()


@settings(deadline=None)
@given(soup(), soup())
def test_a_page_is_cut_alike_whatever_else_is_in_the_table(one, other):
    for kind in OWNERS:
        assert texts_of(flat(one, other), kind)[0] == said(one, kind)


def test_a_rule_parts_its_element_and_no_other():
    assert said("<div>a<p>b<hr>c</div>", "paper") == ["a", "c", "b"]
    assert said("a<hr>b<hr>c", "paper") == ["a", "b", "c"]


def test_a_heading_begins_a_block_where_pages_are_cut_as_today():
    assert said("<div>a<h2>head</h2>text</div>", "modern") == ["a", "head\ntext"]
    assert said("<div>a<h2>head</h2>text</div>", "containers") == ["a\nhead\ntext"]


def test_a_division_around_one_part_is_no_block():
    table = flat("<div><div><div><p>one</div></div></div><div><div>two</div><p>three</div>")

    blocks = block_set(table, "containers")

    tags = [table.tags[table.tag[node]] for node in blocks.node]
    assert tags == ["html", "div", "div"]


@pytest.mark.parametrize("kind", OWNERS)
def test_a_page_without_text_has_no_block(kind):
    assert len(block_set(flat("<div><p></div>"), kind)) == 0
    assert texts_of(flat(""), kind) == [[]]


def test_what_shows_something_is_a_block_without_text():
    blocks = block_set(flat("<p><img><p>one"), "paper")

    assert blocks.has_text.tolist() == [False, True]
