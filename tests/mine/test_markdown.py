import re
from html import unescape

from articles import content, markdown
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from pages import soup

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
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

    assert sorted(shown(article.markdown())) == sorted(letters(article.text()))
