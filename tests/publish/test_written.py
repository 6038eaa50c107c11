from dataclasses import replace

import pytest

import sitemine
from sitemine.publish import written

PAGE = "<title>Tides</title><main><h1>Tides</h1><p>The <a href=/h>harbour</a> was empty at noon, and nobody knew *why*.</main>"
POSTS = (sitemine.Post("A*nn", "2024-03-09", "Well said.\n1 < 2"), sitemine.Post("", "", "Yes."))


@pytest.fixture
def article():
    return sitemine.extract(PAGE, url="https://example.org/a")


@pytest.mark.parametrize("form", ["text", "markdown", "html", "tei"])
def test_an_article_is_written_in_its_form(article, form):
    assert written(article, form) == getattr(article, form).strip()


def test_what_readers_said_stands_below_and_is_escaped(article):
    said = replace(article, comments=POSTS)

    assert written(said, "text").endswith("\n\nA*nn, 2024-03-09\nWell said.\n1 < 2\n\n?\nYes.")
    assert written(said, "markdown").endswith(
        "---\n\n**A\\*nn, 2024-03-09**\n\n> Well said.\n>\n> 1 \\< 2\n\n**?**\n\n> Yes."
    )
    assert "<li><p>A*nn, 2024-03-09</p><p>Well said.</p><p>1 &lt; 2</p></li>" in written(said, "html")


@pytest.mark.parametrize(
    ("line", "shown"),
    [("1. one", "1\\. one"), ("- one", "\\- one"), ("# one", "\\# one"), ("one - 1. #", "one - 1. #")],
)
def test_a_line_of_a_comment_begins_no_list_and_no_heading(article, line, shown):
    assert written(replace(article, comments=(sitemine.Post("Ann", "", line),)), "markdown").endswith(f"> {shown}")


def test_a_thread_without_comments_has_its_posts_below(article):
    assert written(replace(article, posts=POSTS), "text") == written(replace(article, comments=POSTS), "text")


def test_a_page_that_could_not_be_read_is_written_as_nothing():
    broken = sitemine.extract(b"%PDF-1.7", url="https://example.org/a")

    assert {written(broken, form) for form in ("text", "markdown", "html", "tei")} == {""}
