import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pages import LIMITS, flat, row, soup, text
from twin import twin
from validity import check

from sitemine.dom.names import ATTRIBUTES
from sitemine.dom.parse import ParseLimitError, parse
from sitemine.dom.scan import MOST_INVENTED
from sitemine.dom.table import flatten
from sitemine.options import Limits

PAGES = [
    "",
    "plain text",
    "<p>one<p>two",
    "<ul><li><a href=/1>one</a> <li>two</ul>",
    "<pre>\n  a\n\n b </pre> after",
    "<p>a<b>b</p>c</b>d",
    "<table>foo<tr><td>x<table><td>y</table>z",
    "<p>a<template><div>b</div></template>c",
    "<svg><title>t</title><a href=/1>x</a></svg><math><mi>x</mi></math>",
    "<frameset><frame></frameset>",
    "<p>" + "one <i>two</i> " * 40,
    "<noscript><p>" + "said without a script " * 20 + "</noscript>",
    "<p>one<noscript>two <b>three</b></noscript>",
]


def columns(table, page):
    """All that a table says of one page, as plain values that do not depend on where in the table the page is."""
    first, last = table.page_start[page : page + 2].tolist()
    place = int(table.page_text[page])
    rows = slice(first, last)
    parent, end = table.parent[rows], table.subtree_end[rows]
    runs = (table.run_node >= first) & (table.run_node < last)
    lines = (table.segment_node >= first) & (table.segment_node < last)
    about = (table.attribute_node >= first) & (table.attribute_node < last)
    values = [value for value, is_here in zip(table.attribute_values, about, strict=True) if is_here]
    return {
        "text": table.text_of(first),
        "tags": [table.tags[tag] for tag in table.tag[rows]],
        "parent": np.where(parent < 0, -1, parent - first).tolist(),
        "subtree_end": (end - first).tolist(),
        "depth": table.depth[rows].tolist(),
        "path": table.path[rows].tolist(),
        "said": [table.text_of(i) for i in range(first, last)],
        "text_start": (table.text_start[rows] - place)[table.text_length[rows] > 0].tolist(),
        "anchor_length": table.anchor_length[rows].tolist(),
        "context_length": table.context_length[rows].tolist(),
        "runs": np.transpose((table.run_node - first, table.run_start - place, table.run_end - place))[runs].tolist(),
        "segments": np.transpose(
            (
                table.segment_node - first,
                table.segment_start - place,
                table.segment_end - place,
                table.segment_anchor,
            )
        )[lines].tolist(),
        "attributes": np.transpose((table.attribute_node - first, table.attribute_name))[about].tolist(),
        "values": values,
    }


@pytest.mark.parametrize("html", PAGES)
def test_made_pages_give_valid_tables(html):
    check(flat(html))


def test_a_table_of_all_made_pages_is_valid():
    check(flat(*PAGES))


@settings(max_examples=150, deadline=None)
@given(st.lists(soup(), min_size=1, max_size=4))
def test_any_pages_give_a_valid_table(htmls):
    check(flat(*htmls))


def assert_is_twin(html):
    table, page = flat(html), twin(html)

    assert table.text == page.text()
    assert [table.tags[tag] for tag in table.tag] == [r.tag for r in page.rows]
    assert table.parent.tolist() == [r.parent for r in page.rows]
    assert table.subtree_end.tolist() == [r.subtree_end for r in page.rows]
    assert table.depth.tolist() == [r.depth for r in page.rows]
    for i in range(len(page.rows)):
        start, end = page.slice(i) or (0, 0)
        assert table.text_of(i) == page.text(start, end)
        assert (table.anchor_length[i], table.context_length[i]) == page.lengths(start, end)
        assert table.path_of(i) == page.path(i)
    runs = zip(table.run_node.tolist(), table.run_start.tolist(), table.run_end.tolist(), strict=True)
    assert list(runs) == page.runs()
    segments = (table.segment_node, table.segment_start, table.segment_end, table.segment_anchor)
    assert list(zip(*(column.tolist() for column in segments), strict=True)) == page.segments()


@pytest.mark.parametrize("html", PAGES)
def test_a_made_page_is_what_a_plain_walk_finds(html):
    assert_is_twin(html)


@settings(max_examples=400, deadline=None)
@given(soup())
@example("<a href=/1>one<button> x</button></a><a>two</a>")
def test_any_page_is_what_a_plain_walk_finds(html):
    assert_is_twin(html)


@settings(max_examples=60, deadline=None)
@given(st.lists(soup(30) | st.sampled_from(PAGES), min_size=1, max_size=5))
def test_a_page_does_not_depend_on_the_other_pages_of_its_table(htmls):
    together = flat(*htmls)

    for page, html in enumerate(htmls):
        assert columns(together, page) == columns(flat(html), 0)


def test_equal_paths_and_only_they_have_equal_hashes():
    table = flat("<div><p>a<p>b<p><b>c</b></div><p>d", "<div><p><b>e</b></div><x-y><p>f</x-y>")

    by_hash = {}
    for i in range(len(table)):
        by_hash.setdefault(int(table.path[i]), set()).add(table.path_of(i))

    assert all(len(paths) == 1 for paths in by_hash.values())
    assert len(by_hash) == len({table.path_of(i) for i in range(len(table))})


def test_no_pages_are_an_empty_table():
    table = flatten([], LIMITS)

    assert len(table) == table.n_pages == 0
    assert table.text == ""
    assert table.page_start.tolist() == table.page_text.tolist() == [0]
    check(table)


def test_memory_is_at_least_that_of_the_columns():
    short, long = flat("<p>x"), flat("<p>" + "x" * 10_000)

    assert long.nbytes() - short.nbytes() >= 9_999


@pytest.mark.parametrize(
    ("html", "said"),
    [
        ("<p> one \n\t two </p>", "one two"),
        ("<p>one<b>two</b>three", "onetwothree"),
        ("<p>one <b> two </b> three", "one two three"),
        ("<p>one<b> </b>two", "one two"),
        ("<p>one<b></b>two", "onetwo"),
        ("<p>one<br>two", "one\ntwo"),
        ("<p>one<wbr>two", "onetwo"),
        ("<p>one<!-- no -->two", "onetwo"),
        ("<p>one<script>x</script>two", "onetwo"),
        ("<p>one&nbsp;two", "one two"),
        ("<p>&nbsp; one &nbsp;", "one"),
        ("<p>Do&shy;nau&shy;dampf", "Donaudampf"),
        ("<p>&shy;", ""),
        ("<p>one&shy; two", "one two"),
        ("<p>one<p> <p>two", "one\ntwo"),
        ("one<div>two</div>three", "one\ntwo\nthree"),
        ("<table><tr><td>one<td>two<tr><td>three", "one\ntwo\nthree"),
        ("<a href=/1>one</a><a href=/2>two</a>", "one two"),
        ("<a href=/1>one</a>two", "onetwo"),
        ("<a href=/1>one</a> <a href=/2>two</a>", "one two"),
        ("<button>one</button><button>two</button>", "one two"),
        ("<span>one</span><span>two</span>", "onetwo"),
        ("<a href=/1>one<b>two</b></a>", "onetwo"),
        ("<p>日本<b>語</b>", "日本語"),
        ("<p>x<svg><text>no</text></svg>y", "xy"),
        ("<p>x<textarea>no</textarea>y", "xy"),
    ],
)
def test_white_space_is_what_people_see(html, said):
    assert flat(html).text == said


def test_pre_keeps_its_white_space():
    table = flat("<p>a</p><pre>def f():\n    return <b>1</b>\n\n</pre>  <p>b")

    assert text(table, "pre") == "def f():\n    return 1\n\n"
    assert table.text == "a\ndef f():\n    return 1\n\n\nb"
    check(table)


def test_one_pre_is_one_segment_and_a_break_in_it_begins_another():
    table = flat("<pre>a\nb<br>c</pre>")

    assert [table.text[s:e] for s, e in zip(table.segment_start, table.segment_end, strict=True)] == ["a\nb", "c"]


def test_an_element_without_text_stands_before_the_next_text():
    table = flat("<p>one<img></p><p>two")

    image = row(table, "img")

    assert table.text_of(image) == ""
    assert table.text[table.text_start[image] :] == "two"


def test_a_space_within_a_link_is_anchor_text_and_one_beside_it_is_not():
    table = flat("<p>see <a href=/1>one <b>two</b></a> and <a href=/2>three</a> <a href=/3>four</a>")

    paragraph = row(table, "p")

    assert table.anchor_length[paragraph] == len("one two") + len("three") + len("four")
    assert table.context_length[paragraph] == len("see ") + len(" and ") + len(" ")
    assert table.text_length[paragraph] == len(table.text)


def test_line_breaks_between_segments_have_no_length():
    table = flat("<a href=/1><p>one<p>two</a><p>three")

    body = row(table, "body")

    assert table.text == "one\ntwo\nthree"
    assert (table.anchor_length[body], table.context_length[body]) == (6, 5)


def test_an_anchor_that_leads_nowhere_is_not_anchor_text():
    table = flat("<p><a name=top>one</a>")

    assert table.anchor_length.max() == 0


@pytest.mark.parametrize("tag", ["script", "style", "template", "title"])
def test_what_people_do_not_read_has_no_rows(tag):
    table = flat(f"<p>one</p><{tag}>x</{tag}>")

    assert table.text == "one"
    assert [table.tags[t] for t in table.tag] == ["html", "body", "p"]


@pytest.mark.parametrize("tag", ["iframe", "svg", "canvas", "video", "audio", "textarea", "datalist", "select"])
def test_the_text_of_embedded_things_is_not_read_but_they_have_rows(tag):
    table = flat(f"<{tag}>no</{tag}><p>one")

    assert table.text == "one"
    assert text(table, tag) == ""


def test_what_is_said_to_readers_without_scripts_is_read():
    table = flat("<head><noscript><style>p {}</style></noscript></head><div>one<noscript>two <p>three</noscript>")

    assert table.text == "onetwo\nthree"
    assert text(table, "noscript") == "two\nthree"
    check(table)


def test_attributes_are_rows_by_node_and_name():
    table = flat('<p class="a b" id=x onclick=no>one<img alt src=i.png>')

    found = [
        (table.tags[table.tag[node]], ATTRIBUTES[name], value)
        for node, name, value in zip(table.attribute_node, table.attribute_name, table.attribute_values, strict=True)
    ]

    assert found == [("p", "class", "a b"), ("p", "id", "x"), ("img", "alt", ""), ("img", "src", "i.png")]


def test_attributes_of_what_has_no_row_are_left_out():
    table = flat("<meta name=a content=b><script src=x></script><template><p id=y></p></template><p id=z>one")

    assert list(table.attribute_values) == ["z"]


def test_a_hundred_thousand_nested_elements_keep_their_text():
    table = flat("<div>" * 100_000 + "deep" + "</div>" * 100_000 + "<p>after")

    assert table.text == "deep\nafter"
    assert table.depth.max() == LIMITS.depth - 1


def test_elements_below_the_deepest_level_hang_at_it():
    limits = Limits(depth=5)
    html = "<div><div><div>a<p>b</p><script>no()</script><p>c <a href=/1>d</a></p>e<template>no</template></div></div>f</div>"

    table = flat(html, limits=limits)

    assert table.text.split() == ["a", "b", "c", "d", "e", "f"]
    assert table.depth.max() == 4
    assert "/1" in table.attribute_values
    check(table)


@settings(max_examples=100, deadline=None)
@given(soup(), st.integers(2, 8))
@example("<svg><g>x<g>y</g>", 3)
@example("<select><option>x", 2)
def test_the_deepest_level_changes_no_word_and_makes_valid_tables(html, depth):
    table = flat(html, limits=Limits(depth=depth))

    assert table.depth.max() < depth
    check(table)
    if "<pre" not in html:
        assert "".join(table.text.split()) == "".join(flat(html).text.split())


def test_as_many_nodes_as_the_limit_are_read_and_more_are_not():
    limits = Limits(nodes=100)

    assert len(flat("<b></b>" * 90, limits=limits)) > 90
    with pytest.raises(ParseLimitError, match="more than 100 nodes"):
        parse("<b></b>" * 110, limits)


def test_more_attributes_than_the_limit_are_refused():
    html = "<p " + " ".join(f"a{i}" for i in range(11)) + ">"

    with pytest.raises(ParseLimitError, match="11 attributes on one element, more than 10"):
        parse(html, Limits(attributes=10))
    assert len(flatten([parse(html, Limits(attributes=11))], Limits())) == 3


def test_more_text_than_the_limit_is_refused():
    with pytest.raises(ParseLimitError, match="9 characters, more than 8"):
        parse("123456789", Limits(bytes=8))


def test_a_page_with_many_invented_tags_is_a_valid_table():
    tags = [f"x-{i}" for i in range(MOST_INVENTED + 50)]

    table = flat("".join(f"<{tag}>{tag} </{tag}>" for tag in tags))

    check(table)
    assert text(table, "x-0") == "x-0"
    assert text(table, f"x-{MOST_INVENTED - 1}") == f"x-{MOST_INVENTED - 1}"
    assert text(table, "unknown", 49) == tags[-1]


def test_pages_that_invent_more_tags_than_a_table_holds_are_a_valid_table():
    per_page, n_pages = 900, MOST_INVENTED // 900 + 3
    htmls = ["".join(f"<y-{page}-{i}></y-{page}-{i}>" for i in range(per_page)) + "end" for page in range(n_pages)]

    table = flat(*htmls)

    assert table.text == "\n".join(["end"] * n_pages)
    assert len(table.tags) <= MOST_INVENTED + MOST_INVENTED + 200
    assert table.path_of(len(table) - 1) == "html/body/unknown"
    check(table)


@pytest.mark.parametrize("kind", ["math/tex", "math/tex; mode=display", "MATH/TeX"])
def test_the_source_of_a_formula_is_read(kind):
    table = flat(f"<p>so <script type='{kind}'>a<b & c</script> holds<script>x</script>")

    assert table.text == "so a<b & c holds"
    assert text(table, "annotation") == "a<b & c"
