import numpy as np
import pytest
from pages import flat

from sitemine.mine.facts.posts import Said, said_on
from sitemine.records import Post


def said(html, things=()):
    table = flat(html)
    return said_on(table, 0, things, np.arange(len(table.segment_start)))


THREAD = "".join(
    f"<div class=post id=p{k}><a class=username href=/u>{name}</a><time datetime=2024-03-0{k}T10:00Z>x</time>"
    f"<div class=post-content><p>{text}</p></div></div>"
    for k, (name, text) in enumerate((("Ann", "Where did the water go?"), ("Bob", "Out to sea.")), 1)
)
POSTS = (Post("Ann", "2024-03-01T10:00Z", "Where did the water go?"), Post("Bob", "2024-03-02T10:00Z", "Out to sea."))


def test_a_thread_is_who_said_what():
    assert said(THREAD) == Said(posts=POSTS)


def test_comments_are_apart_from_posts():
    assert said(THREAD.replace("post", "comment")) == Said(comments=POSTS)


@pytest.mark.parametrize(
    "name", ["message", "reply", "answer", "postContainer", "message--post js-post", "post_12 row"]
)
def test_templates_have_many_words_for_a_post(name):
    assert said(THREAD.replace("class=post ", f"class='{name}' ")).posts == POSTS


def test_what_is_answered_is_not_said_again_in_the_post():
    html = (
        "<ol><li class=comment><b class=author>Ann</b><div class=text>Why?</div><ol><li class=comment><b class=author>Bob"
        "</b><div class=text>Because.</div></li></ol></li></ol>"
    )

    assert said(html).comments == (Post("Ann", "", "Why?"), Post("Bob", "", "Because."))


def test_a_post_without_marked_text_is_all_but_its_author():
    html = "<div class=comment><b class=author>Ann</b><p>Why?</p><p>I ask.</p></div>"

    assert said(html).comments == (Post("Ann", "", "Why?\nI ask."),)


def test_ranks_and_counts_below_a_name_are_no_part_of_it():
    html = THREAD.replace("<a class=username href=/u>", "<div class=author><b>").replace(
        "</a>", "</b><br>Posts: 804<br>Since 2019</div>"
    )

    assert said(html) == Said(posts=POSTS)


def test_a_day_beside_the_text_is_that_of_the_post_whatever_it_is_called():
    html = THREAD.replace("<time datetime=2024-03-0", "<p class=meta>March ").replace(
        "T10:00Z>x</time>", ", 2024 at 10:00</p>"
    )

    assert said(html) == Said(posts=tuple(Post(one.author, one.date[:-1], one.text) for one in POSTS))


def test_elements_that_name_nobody_are_no_posts():
    assert said("<div class=post>Tides</div><div class=post>Fog</div>") == Said()


def test_teasers_beside_an_article_are_no_thread():
    html = f"<p>{'The harbour was empty at noon. ' * 20}</p>{THREAD}"

    assert said(html) == Said()


def test_structured_data_say_who_said_what():
    things = [
        {"@type": "DiscussionForumPosting", "text": "Why?", "author": {"name": "Ann"}, "datePublished": "2024-03-01"},
        {"@type": "Comment", "text": "Because.", "author": {"name": "Bob"}},
    ]

    assert said("<p>x", things).posts == (Post("Ann", "2024-03-01", "Why?"), Post("Bob", "", "Because."))


def test_questions_that_nobody_asks_are_no_thread():
    things = [{"@type": "Answer", "text": "x"}, {"@type": "Answer", "text": "y"}]

    assert said("<p>x", things) == Said()


def test_a_page_without_text_has_none():
    assert said("") == Said()
