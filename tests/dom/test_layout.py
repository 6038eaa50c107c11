import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shown import shown

from sitemine import Page
from sitemine.dom import read_batch
from sitemine.dom.flow import approximate
from sitemine.dom.layout import PIXEL, layout_of
from sitemine.options import Limits

NODES = st.recursive(
    st.sampled_from(["", "word", "<img>", "<b>x</b>", "<br>", "<!-- c -->", " "]),
    lambda inner: st.tuples(
        st.sampled_from(["div", "p", "span", "ul", "table", "section"]), st.lists(inner, max_size=4)
    ).map(lambda node: f"<{node[0]}>{''.join(node[1])}</{node[0]}>"),
    max_leaves=25,
)


def table_of(*pages):
    return read_batch([Page(f"http://example.org/{k}", html) for k, html in enumerate(pages)], Limits()).table


def test_rows_and_texts_have_the_boxes_that_were_told():
    table, layout = shown(
        [("div", (0, 0, 500, 100), [("p", (10, 20, 300, 40), "first"), ("p", (10, 60, 200, 40), "second")])],
        [("h1", (5, 6, 7, 8), "third", {"size": 32, "weight": 700, "background": 0x123456})],
    )
    texts = {
        table.text[table.run_start[run] : table.run_end[run]]: layout.box_of_run[run]
        for run in range(len(table.run_node))
    }

    assert (layout.x[texts["second"]], layout.y[texts["second"]]) == (10 * PIXEL, 60 * PIXEL)
    assert layout.font_size[texts["third"]] == 32 * PIXEL
    assert layout.background[layout.box_of[table.page_start[1] + 2]] == 0x123456
    assert layout.is_rendered.all()


def test_a_page_that_no_browser_has_shown_has_boxes_that_nobody_sees():
    table = table_of("<p>text")

    layout = layout_of(table, [None])

    assert not layout.is_rendered.any()
    assert not layout.is_visible.any()


@pytest.mark.parametrize("number", ["99999", "-1", "x", "1e3", "9" * 30, "٣"])
def test_a_number_that_no_box_has_is_no_number(number):
    table, _ = shown([("p", (0, 0, 10, 10), "a")])
    told = {"parent": np.array([-1], np.int32)}
    del table, told
    page = table_of(f"<p data-sitemine='{number}'>text")

    assert not layout_of(page, [None]).is_visible.any()


@given(st.lists(NODES, min_size=1, max_size=3))
def test_boxes_stand_in_document_order_and_subtrees_are_slices(pages):
    table = table_of(*pages)
    layout = layout_of(table, [None] * table.n_pages)
    n = len(layout)
    inner = np.flatnonzero(layout.parent >= 0)

    assert n == len(table) + len(table.run_node)
    assert sorted([*layout.box_of, *layout.box_of_run]) == list(range(n))
    assert (layout.parent < np.arange(n)).all()
    assert (layout.subtree_end[inner] <= layout.subtree_end[layout.parent[inner]]).all()
    assert (inner < layout.subtree_end[layout.parent[inner]]).all()
    for row in range(len(table)):
        runs = layout.run[layout.box_of[row] : layout.subtree_end[layout.box_of[row]]]
        inside = (table.run_start >= table.text_start[row]) & (table.run_end <= table.text_end[row])
        assert set(runs[runs >= 0].tolist()) == set(np.flatnonzero(inside).tolist())


@given(st.lists(NODES, min_size=1, max_size=3))
def test_approximate_boxes_lie_in_the_page_and_below_each_other(pages):
    table = table_of(*pages)

    layout = approximate(table)

    assert not layout.is_rendered.any()
    assert (layout.width >= 0).all()
    assert (layout.height >= 0).all()
    text = layout.box_of_run
    assert (layout.is_visible[text] & (layout.height[text] > 0)).all()
    down = np.diff(layout.y[text])[np.diff(layout.page[text]) == 0]
    assert (down >= 0).all() or any("table" in page for page in pages)


def test_approximate_cells_share_the_width_of_their_row():
    table = table_of("<table><tr><td>left<td>right</table>")

    layout = approximate(table)
    cells = layout.box_of[[row for row in range(len(table)) if table.tags[table.tag[row]] == "td"]]

    assert layout.x[cells[1]] == layout.x[cells[0]] + layout.width[cells[0]]
    assert layout.y[cells[1]] == layout.y[cells[0]]


def test_what_attributes_hide_has_no_approximate_box():
    table = table_of("<p>seen</p><p hidden>a</p><div style='Display: none'><p>b</p></div>")

    layout = approximate(table)

    assert [bool(seen) for seen in layout.is_visible[layout.box_of_run]] == [True, False, False]
