import pickle

import numpy as np
from articles import BASE, content
from hypothesis import given
from hypothesis import strategies as st
from pages import flat, soup

from sitemine.mine.article.content import Content
from sitemine.mine.article.excerpt import EMPTY, excerpt_of, excerpt_of_entries
from sitemine.records import Entry


def excerpt(html, kept=None):
    return content(html, kept).excerpt


@given(soup(), st.data())
def test_an_excerpt_is_a_valid_tree_that_says_the_kept_text(html, data):
    table = flat(html)
    kept = [k for k in range(len(table.segment_start)) if data.draw(st.booleans())]

    cut = excerpt_of(table, 0, np.array(kept, np.intp), BASE)

    assert cut.text == "\n".join(table.text[table.segment_start[k] : table.segment_end[k]] for k in kept)
    assert "".join(cut.text[a:b] for a, b in zip(cut.run_start, cut.run_end, strict=True)) == "".join(
        table.text[a:b]
        for a, b in zip(table.run_start, table.run_end, strict=True)
        if any(table.segment_start[k] <= a < table.segment_end[k] for k in kept)
    )
    for row, parent in enumerate(cut.parent):
        assert -1 <= parent < row
        assert 0 <= cut.start[row] <= cut.end[row] <= len(cut.text)
        assert parent < 0 or cut.start[parent] <= cut.start[row] or cut.start[row] == cut.end[row]
    assert all(0 <= node < len(cut.tag) for node in (*cut.run_node, *cut.attribute_node))


@given(soup())
def test_the_tags_of_kept_text_are_those_of_the_page(html):
    table = flat(html)
    cut = excerpt(html)

    for node, start in zip(cut.run_node, cut.run_start, strict=True):
        path, row = [], node
        while row >= 0:
            path.insert(0, cut.tag[row])
            row = cut.parent[row]
        [own] = [k for k, begin in enumerate(table.run_start) if begin == start]
        assert "/".join(path) == table.path_of(table.run_node[own])


def test_a_page_among_others_has_the_excerpt_that_it_has_alone():
    pages = ("<p>a <b>b</b>", "<ul><li>c<img src=/i.png alt=x><li>d<table><tr><td><td>e</table></ul>", "<p>f")
    table = flat(*pages)
    segments = np.arange(len(table.segment_start))
    page = table.page[table.segment_node]

    for k, html in enumerate(pages):
        assert excerpt_of(table, k, segments[page == k], BASE) == excerpt(html)


def test_what_is_dropped_leaves_no_elements():
    cut = excerpt("<div><p>a</p><ul><li>b</ul><p>c</div>", [0, 2])

    assert cut.tag == ("html", "body", "div", "p", "p")
    assert cut.text == "a\nc"


def test_images_among_kept_text_are_kept_and_others_not():
    html = "<img src=0><p>menu</p><img src=1><h1>a</h1><img src=2><p>b <img src=3></p><figure><img src=4><figcaption>c</figcaption></figure><p>foot<img src=5></p>"

    cut = excerpt(html, [1, 2, 3])

    assert [value for name, value in zip(cut.attribute_name, cut.attribute_value, strict=True) if name == "src"] == [
        b"2",
        b"3",
        b"4",
    ]


def test_a_kept_table_keeps_its_empty_cells():
    assert excerpt("<table><tr><td><td>a<tr><td>b<td></table>").tag[-6:] == ("tr", "td", "td", "tr", "td", "td")


def test_excerpts_are_compared_and_pickled_as_values():
    one, other = content("<p>a <b>b</b>"), content("<p>a <b>b</b>")

    assert one == other == pickle.loads(pickle.dumps(one))  # noqa: S301 - our own
    assert hash(one) == hash(other)
    assert one != content("<p>a <i>b</i>")


def test_nothing_kept_is_an_empty_excerpt():
    assert excerpt("<p>a", []) == EMPTY
    assert Content(EMPTY).markdown() == ""


def test_entries_are_a_list_of_links():
    entries = (Entry("https://e.org/1?a&b", "One", "What it says.", "2024-03-09"), Entry("https://e.org/2", ""))

    listed = Content(excerpt_of_entries(entries))

    assert listed.excerpt.text == "One\n2024-03-09\nWhat it says.\nhttps://e.org/2"
    assert listed.markdown() == (
        "- [One](https://e.org/1?a&b)\n\n  2024-03-09\n\n  What it says.\n\n- [https://e.org/2](https://e.org/2)"
    )
    assert [link.url for link in listed.links] == ["https://e.org/1?a&b", "https://e.org/2"]
    assert Content(excerpt_of_entries(())).markdown() == ""
