"""The blocks of text: what belongs together, and what is counted of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pages import flat, row, soup

from sitemine.measure import terms_of
from sitemine.mine.scoring.units import units_of


def units(*htmls):
    table = flat(*htmls)
    return table, units_of(table, terms_of(table))


def texts(table, found):
    places = zip(found.start.tolist(), found.stop.tolist(), strict=True)
    return [table.text[start:stop] for start, stop in places]


def test_a_line_break_ends_no_block():
    table, found = units("<p>one<br>two</p><p>three</p>")

    assert texts(table, found) == ["one\ntwo", "three"]
    assert found.end.tolist() == [2, 3]


def test_text_before_and_after_a_block_are_two():
    table, found = units("<div>before<p>within</p>after</div>")

    assert texts(table, found) == ["before", "within", "after"]


def test_the_holder_is_the_innermost_element_around_all_of_a_block():
    table, found = units("<p><a href=/x><b>one</b> two</a></p><p><i>three</i> four</p>")

    assert [table.tags[table.tag[node]] for node in found.holder] == ["a", "p"]


def test_a_block_is_counted_by_hand():
    _, found = units("<p>The Harbour, <a href=/x>empty</a>. Why?")

    assert found.length.tolist() == [24]
    assert found.anchor.tolist() == [5]
    assert found.n_terms.tolist() == [4]
    assert found.stops.tolist() == [2]
    assert found.capitals.tolist() == [3]
    assert found.ends.tolist() == [True]


@pytest.mark.parametrize("text", ["终于结束了。", "سؤال؟", "यह अंत है।", "Fin…"])
def test_a_sentence_ends_in_any_script(text):
    assert units(f"<p>{text}")[1].ends.tolist() == [True]


@given(st.lists(soup(), min_size=1, max_size=3))
def test_blocks_are_all_of_the_text_and_nothing_twice(htmls):
    table, found = units(*htmls)

    assert "\n".join(texts(table, found)) == table.text
    assert found.end[:-1].tolist() == found.first[1:].tolist()
    assert (found.length > 0).all()
    assert (table.text_start[found.holder] <= found.start).all()
    assert (table.text_end[found.holder] >= found.stop).all()


def test_a_page_without_text_has_no_blocks():
    table, found = units("<img>", "<p>a")

    assert found.page.tolist() == [1]
    assert found.page_start.tolist() == [0, 0, 1]
    assert found.node.tolist() == [row(table, "p")]
