import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from pages import flat, soup

from sitemine.mine.render import Line, lines_of, to_markdown, to_text

SPOILING = st.text(alphabet="*_#`-+=~>|[]()!<&;\\.:1a \u6e2f", min_size=1, max_size=12)
WORDS = st.sampled_from(
    "1. 2) - + * # ## === --- ~~~ ``` > &amp; &#35; <b> [x](y) [x]: ![a] *a* _b_ __c__ C# 3*4 a_b_c \\ \\* http://a.b".split()
)
KINDS = ("text", "heading", "list", "quote", "table")


def lines(html):
    table = flat(html)
    return lines_of(table, range(len(table.segment_start)))


def markdown(html):
    return to_markdown(lines(html))


def said(markdown):
    """The text that a CommonMark reader shows, one item a block; what it takes for markup is told by name."""
    shown = []
    for token in MarkdownIt("commonmark").parse(markdown):
        if token.type == "inline":
            shown.append("".join(told(child) for child in token.children))
        elif token.type in {"fence", "code_block", "html_block", "hr"}:
            shown.append(f"{token.type}: {token.content}")
    return shown


def told(child):
    if child.type in {"text", "text_special"}:
        return child.content
    return "\n" if child.type == "softbreak" else f"<{child.type}>{child.content}"


@given(st.sampled_from(KINDS), st.one_of(SPOILING, st.lists(WORDS, min_size=1, max_size=4).map(" ".join)))
def test_a_commonmark_reader_shows_the_text_that_was_written(kind, text):
    text = " ".join(text.split()) or "x"

    written = to_markdown([Line(text, kind, 1, 0, 0, 0)])

    assert said(written) == [text]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "text",
    "1.|1. a|12) b|1986. A year|-|- a|--|---|- - -|+|* * *|#|# a|a #|a ##|###### a|=|===|~~~|```|> a|&amp;|&#35;|<b>|a\\".split(
        "|"
    ),
)
def test_what_commonmark_takes_for_markup_is_shown_as_text(kind, text):
    assert said(to_markdown([Line(text, kind, 1, 0, 0, 0)])) == [text]


@given(st.lists(st.tuples(st.sampled_from(KINDS), SPOILING, st.integers(1, 4)), min_size=1, max_size=8))
def test_no_line_spoils_the_next(made):
    source = [Line(" ".join(text.split()) or "x", kind, level, k, 0, k) for k, (kind, text, level) in enumerate(made)]

    shown = "\n".join(said(to_markdown(source)))

    assert shown == to_text(source)


@given(st.text(alphabet="ab `~\n\\*#", min_size=1).filter(str.strip))
def test_code_comes_out_as_it_went_in(code):
    [shown] = said(to_markdown([Line(code, "code", 0, 0, 0, -1)]))

    assert shown == f"fence: {code.rstrip()}\n"


@given(soup())
def test_any_page_is_shown_with_all_of_its_words(html):
    source = lines(html)

    shown = " ".join(said(to_markdown(source))).replace("fence: ", "").replace(" | ", " ")

    assert shown.split() == to_text(source).split()


def test_text_is_one_line_a_segment():
    assert to_text(lines("<h1>Tides</h1><p>one <b>two</b><ul><li>three</ul>")) == "Tides\none two\nthree"


@pytest.mark.parametrize("level", range(1, 7))
def test_a_heading_has_its_level(level):
    assert markdown(f"<p>before</p><h{level}>Tides</h{level}><p>after") == f"before\n\n{'#' * level} Tides\n\nafter"


def test_a_heading_of_several_lines_is_several_headings():
    assert markdown("<h2>Tides<div>of today</div></h2>") == "## Tides\n\n## of today"


def test_lists_nest():
    html = "<ul><li>a<ul><li>b<ul><li>c</ul><li>d</ul><li>e</ul>"

    assert markdown(html) == "- a\n    - b\n        - c\n    - d\n- e"


def test_ordered_lists_count_and_nest():
    html = "<ol><li>a<ol><li>b</ol><li>c</ol><p>between<ol><li>d</ol>"

    assert markdown(html) == "1. a\n    1. b\n2. c\n\nbetween\n\n1. d"


def test_an_ordered_item_keeps_its_number_when_others_are_dropped():
    table = flat("<ol><li>a<li>b<li>c</ol>")

    assert to_markdown(lines_of(table, [2])) == "3. c"


def test_a_list_whose_outer_items_say_nothing_starts_at_the_margin():
    assert markdown("<ul><li><ul><li>a</ul><ul><ul><li>b</ul></ul></ul>") == "- a\n    - b"


def test_the_second_paragraph_of_an_item_stays_in_it():
    written = markdown("<ul><li><p>one<p>two<li>three</ul>")

    assert written == "- one\n    two\n- three"


def test_quotes_are_marked_line_by_line():
    assert markdown("<p>a<blockquote><p>b<p>c</blockquote><p>d") == "a\n\n> b\n> \n> c\n\nd"


def test_code_keeps_its_lines_and_indentation():
    assert markdown("<pre>def f():\n    return *x\n\n  # end</pre>") == "```\ndef f():\n    return *x\n\n  # end\n```"


def test_a_fence_is_longer_than_any_in_the_code():
    assert markdown("<pre>a\n```\n````b\n</pre>").startswith("`````\n")


def test_code_that_is_marked_up_line_by_line_is_one_block():
    html = "<pre><div>if x:</div><div>    y</div></pre><pre>z</pre>"

    assert markdown(html) == "```\nif x:\n    y\n```\n\n```\nz\n```"


@pytest.mark.parametrize("tag", ["pre", "listing", "xmp"])
def test_whatever_keeps_its_white_space_is_code(tag):
    assert markdown(f"<{tag}>a\n  b</{tag}>") == "```\na\n  b\n```"


def test_a_table_is_a_line_a_row():
    html = "<p>x<table><caption>Fish</caption><tr><th>Kind<th>Crates<tr><td>Cod<td>86</table><p>y"

    assert markdown(html) == "x\n\nFish\n\nKind | Crates\nCod | 86\n\ny"


def test_what_shares_a_cell_stays_in_it_and_a_bar_is_no_border():
    assert markdown("<table><tr><td><p>a|b<p>c<td>d</table>") == "a\\|b c | d"


@pytest.mark.parametrize(
    ("html", "kind"),
    [
        ("<ul><li><p>x</ul>", "list"),
        ("<table><tr><td><div>x</table>", "table"),
        ("<blockquote><h2>x</h2></blockquote>", "heading"),
        ("<ul><li><h3>x</h3></ul>", "heading"),
        ("<blockquote><ul><li>x</ul></blockquote>", "list"),
        ("<ul><li><blockquote>x</blockquote></ul>", "quote"),
        ("<table><tr><td><pre>x</pre></table>", "code"),
        ("<div><p>x</div>", "text"),
        ("x", "text"),
    ],
)
def test_the_innermost_element_gives_a_line_its_shape(html, kind):
    assert [line.kind for line in lines(html)] == [kind]


def test_nothing_is_written_of_nothing():
    assert to_markdown([]) == to_text([]) == ""
