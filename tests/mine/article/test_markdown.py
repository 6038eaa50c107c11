import re
from html import unescape

import pytest
from articles import content, markdown
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from pages import soup

READER = MarkdownIt("commonmark", {"maxNesting": 1000}).enable(["table", "strikethrough"])
SPOILING = st.text(alphabet="*_#`-+=~>|[]()!<&;\\.:1a$ \u6e2f", min_size=1, max_size=12)
WORDS = st.sampled_from(
    "1. 2) - + * # ## === --- ~~~ ``` > &amp; &#35; <b> [x](y) [x]: ![a] *a* _b_ __c__ C# 3*4 a_b_c \\ \\* http://a.b : $x$".split()
)
TAGS = ("p", "h1", "h6", "li", "blockquote", "td", "dd", "figcaption", "em", "strong", "a", "del", "sup")


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;")


def shown(written):
    """The words that a CommonMark reader shows, without white space."""
    page = re.sub(r"<[^>]+>", " ", READER.render(written))
    return "".join(unescape(page).split())


def letters(text):
    return "".join(text.split())


@given(st.sampled_from(TAGS), st.one_of(SPOILING, st.lists(WORDS, min_size=1, max_size=4).map(" ".join)))
@example("p", "1.")
@example("h1", "a #")
@example("li", "- - -")
@example("td", "a|b\\")
def test_a_commonmark_reader_shows_the_text_that_was_written(tag, text):
    written = markdown(f"<{tag}>{escaped(text)}</{tag}>")

    assert shown(written) == letters(text)


@given(st.lists(st.tuples(st.sampled_from(TAGS), SPOILING), min_size=1, max_size=8))
def test_no_part_spoils_the_next(made):
    html = "".join(f"<{tag}>{escaped(text)}</{tag}>" for tag, text in made)

    assert shown(markdown(html)) == letters("".join(text for _, text in made))


@given(soup())
def test_any_page_is_shown_with_all_of_its_words(html):
    article = content(html)
    marks = str.maketrans("", "", "$\\")  # what a reader of formulas sees differently from one of CommonMark alone

    assert sorted(shown(article.markdown()).translate(marks)) == sorted(letters(article.text()).translate(marks))


@pytest.mark.parametrize("level", range(1, 7))
def test_a_heading_has_its_level(level):
    assert markdown(f"<p>before</p><h{level}>Tides</h{level}><p>after") == f"before\n\n{'#' * level} Tides\n\nafter"


def test_a_heading_of_several_lines_is_one_heading():
    assert markdown("<h2>Tides<div>of<br>today</div></h2>") == "## Tides of today"


def test_lists_nest():
    html = "<ul><li>a<ul><li>b<ul><li>c</ul><li>d</ul><li>e</ul>"

    assert markdown(html) == "- a\n  - b\n    - c\n  - d\n- e"


def test_ordered_lists_count_and_nest():
    html = "<ol><li>a<ol><li>b</ol><li>c</ol><p>between<ol start=4><li>d<li value=9>e<li>f</ol>"

    assert markdown(html) == "1. a\n   1. b\n2. c\n\nbetween\n\n4. d\n9. e\n10. f"


def test_an_ordered_item_keeps_its_number_when_others_are_dropped():
    assert markdown("<ol><li>a<li>b<li>c</ol>", [0, 2]) == "1. a\n3. c"


def test_a_list_whose_outer_items_say_nothing_starts_at_the_margin():
    assert markdown("<ul><li><ul><li>a</ul></ul>") == "- a"


def test_the_second_paragraph_of_an_item_stays_in_it():
    assert markdown("<ul><li><p>one<p>two<li>three</ul>") == "- one\n\n  two\n\n- three"


def test_two_lists_that_meet_stay_two():
    tokens = READER.parse(markdown("<ul><li>a</ul><ul><li>b</ul><ol><li>c</ol><ol><li>d</ol>"))

    assert [token.type for token in tokens if token.type.endswith("list_open")] == ["bullet_list_open"] * 2 + [
        "ordered_list_open"
    ] * 2


def test_quotes_hold_paragraphs_lists_and_quotes():
    html = "<p>a<blockquote><p>b<p>c<ul><li>d</ul><blockquote>e</blockquote></blockquote><p>f"

    assert markdown(html) == "a\n\n> b\n>\n> c\n>\n> - d\n>\n> > e\n\nf"


def test_code_keeps_its_lines_and_indentation():
    assert markdown("<pre>def f():\n    return *x\n\n  # end</pre>") == "```\ndef f():\n    return *x\n\n  # end\n```"


@given(st.text(alphabet="ab `~\n\\*#", min_size=1).filter(str.strip))
def test_code_comes_out_as_it_went_in(code):
    [fence] = READER.parse(markdown(f"<pre>\n{code}</pre>"))

    assert fence.content == f"{code.rstrip()}\n"


@pytest.mark.parametrize(
    "html",
    [
        "<pre class=language-python>x</pre>",
        "<pre><code class='hljs lang-python'>x</code></pre>",
        "<pre class=python>x</pre>",
        "<div class='highlight-source-python'><pre>x</pre></div>",
        "<div class=highlight><pre data-lang=Python>x</pre></div>",
        "<pre><code data-language=python>x</code></pre>",
    ],
)
def test_code_says_its_language(html):
    assert markdown(html) == "```python\nx\n```"


def test_code_that_is_marked_up_line_by_line_is_one_block():
    html = "<pre><div>if x:</div><div>    y</div></pre><pre>z</pre>"

    assert markdown(html) == "```\nif x:\n    y\n```\n\n```\nz\n```"


def test_code_in_a_line_has_fences_that_fit():
    assert markdown("<p><code>a `b` c</code> and <code>`</code>") == "``a `b` c`` and `` ` ``"


def test_tables_have_their_spans():
    html = "<table><caption>Fish</caption><tr><th>Kind<th colspan=2>Crates<tr><td rowspan=2>Cod<td>86<td>3<tr><td>1<td>2</table>"

    assert markdown(html) == "Fish\n\n| Kind | Crates |  |\n| --- | --- | --- |\n| Cod | 86 | 3 |\n|  | 1 | 2 |"


def test_an_empty_cell_keeps_its_place():
    assert markdown("<table><tr><td>a<td><td>b<tr><td><td>c<td>d</table>").splitlines()[2:] == [
        "| a |  | b |",
        "|  | c | d |",
    ]


def test_lists_and_paragraphs_in_cells_stay_in_them():
    html = "<table><tr><td><ul><li>a<li>b|c</ul><td><p>d<p>e</table>"

    assert markdown(html).splitlines()[-1] == r"| - a<br>- b\|c | d<br>e |"


def test_tables_that_lay_out_dissolve():
    inner = "<table><tr><td>one<td>two</table>"

    assert markdown("<table><tr><td>one<tr><td>two</table>") == "one\n\ntwo"
    assert markdown(f"<table><tr><td>{inner}<td><p>three</table>") == f"{markdown(inner)}\n\nthree"
    assert markdown("<table><tr><td><h2>one</h2><td><p>two</table>") == "## one\n\ntwo"


def test_links_lead_where_the_page_says():
    html = "<base href=/c/><p><a href='d (1).html#e'>a [b]</a>, <a href=javascript:x()>no</a>, <a href=#e>here</a>, <a href=mailto:a@b.c>us</a>"

    assert content(html, base="https://example.org/c/").markdown() == (
        r"[a \[b\]](https://example.org/c/d%20%281%29.html#e), no, here, [us](mailto:a@b.c)"
    )


def test_links_can_be_left_out():
    assert markdown("<p>a <a href=/x>b</a> c", links=False) == "a b c"


def test_a_link_around_blocks_is_in_each():
    assert (
        markdown("<a href=/x><h2>a</h2><p>b</p></a>") == "## [a](https://example.org/x)\n\n[b](https://example.org/x)"
    )


def test_images_are_written_where_they_stand_if_wanted():
    html = "<p>a</p><figure><img src=/i.png alt='A [b]'><figcaption>c</figcaption></figure><p>d <img src=j.png> e"

    assert markdown(html) == "a\n\nc\n\nd e"
    assert markdown(html, images=True) == (
        "a\n\n![A \\[b\\]](https://example.org/i.png)\n\nc\n\nd ![](https://example.org/a/j.png) e"
    )


def test_a_table_of_which_one_column_shows_something_lays_out():
    page = "<table><tr><td>menu<td>a<tr><td>more<td>b</table><table><tr><td>Eel<td><tr><td><td>86</table>"

    assert markdown(page, [1, 3, 4, 5]) == "a\n\nb\n\n|  |  |\n| --- | --- |\n| Eel |  |\n|  | 86 |"


def test_tables_can_be_left_out():
    assert markdown("<p>a<table><tr><td>b<td>c</table><p>d", tables=False) == "a\n\nd"


@pytest.mark.parametrize(
    ("html", "written"),
    [
        ("a <b>b</b> c", "a **b** c"),
        ("a<b>b</b>c", "a**b**c"),
        ("a <i>b</i>, <em>c</em>.", "a *b*, *c*."),
        ("a <b>b </b>c", "a **b** c"),
        ("a <b><i>b</i> c</b> d", "a **_b_ c** d"),
        ("<b>a</b><b>b</b>", "**a**b"),
        ("a<b>(b)</b>c", "a(b)c"),
        ("<s>a</s> b<sub>2</sub> c<sup>3</sup>", "~~a~~ b<sub>2</sub> c<sup>3</sup>"),
        ("<b><b>a</b></b>", "**a**"),
        ("<b></b>a<i class=icon></i>", "a"),
        ("<q>a</q> b", "\u201ca\u201d b"),
    ],
)
def test_emphasis_is_marked_where_a_reader_would_read_it_as_such(html, written):
    assert markdown(f"<p>{html}</p>") == written


def test_lines_stay_lines_and_sentences_become_paragraphs():
    sentence = "The harbour was empty at noon, and nobody on the quay could tell why."

    assert markdown("<p>Roses are red<br>violets are blue") == "Roses are red\\\nviolets are blue"
    assert markdown(f"<p>{sentence}<br><br>{sentence}") == f"{sentence}\n\n{sentence}"


def test_terms_stand_above_what_is_said_of_them():
    assert (
        markdown("<dl><dt>Tide<dd>Water that goes.<dd>And comes.</dl>")
        == "**Tide**\n\n- Water that goes.\n\n- And comes."
    )


def test_elements_deeper_than_people_nest_do_not_stop_the_writing():
    html = "<blockquote>" * 400 + "a" + "<ul><li>" * 300 + "b"

    assert shown(markdown(html)) == "ab"


@pytest.mark.parametrize(
    "deep", ["<table><tr><td>", "<ul><li>", "<dl><dd>", "<blockquote>", "<b><i>", "<a href=/x><div>"]
)
@pytest.mark.parametrize("levels", [38, 39, 40, 41, 300])
def test_no_text_is_lost_however_deep_it_stands(deep, levels):
    written = content(deep * levels + "x")

    assert (shown(written.markdown()), written.text()) == ("x", "x")
    assert "x" in written.html()


def test_nothing_is_written_of_nothing():
    empty = content("")

    assert (empty.markdown(), empty.html(), empty.text(), empty.links, empty.images) == ("", "", "", (), ())
