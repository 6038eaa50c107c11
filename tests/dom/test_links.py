import time

import pytest
from pages import flat, row

from sitemine.dom.head import Head, read_head
from sitemine.dom.links import links_of
from sitemine.dom.parse import parse
from sitemine.options import Limits

HERE = "https://example.org/news/today.html"


def links(*htmls, urls=None):
    heads = [read_head(parse(html, Limits())) for html in htmls]
    return links_of(flat(*htmls), urls or [HERE] * len(htmls), heads)


@pytest.mark.parametrize(
    ("href", "target"),
    [
        ("a.html", "https://example.org/news/a.html"),
        ("/a", "https://example.org/a"),
        ("//b.org", "https://b.org/"),
        ("?page=2", "https://example.org/news/today.html?page=2"),
        ("../a#part", "https://example.org/a"),
        ("HTTP://B.org:80/x y", "http://b.org/x%20y"),
        (" ", "https://example.org/news/today.html"),
    ],
)
def test_a_link_leads_where_a_browser_would_go(href, target):
    assert links(f"<a href='{href}'>x</a>").target == [target]


@pytest.mark.parametrize(
    "href", ["javascript:void(0)", "mailto:a@b.org", "tel:1", "data:,x", "ftp://b.org/", "http://["]
)
def test_what_is_no_web_address_is_no_link(href):
    found = links(f"<a href='{href}'>x</a><a href=/b>y</a>")

    assert found.target == ["https://example.org/b"]
    assert found.label == [""]
    assert len(found) == 1


def test_links_resolve_against_the_base():
    html = "<base href='/other/'><a href=a>x</a>"

    assert links(html).target == ["https://example.org/other/a"]


def test_a_base_elsewhere_counts_and_a_senseless_one_does_not():
    assert links("<base href=https://b.org/c/><a href=a>x</a>").target == ["https://b.org/c/a"]
    assert links("<base href=mailto:x><a href=a>x</a>").target == ["https://example.org/news/a"]


def test_each_page_resolves_by_its_own_address():
    found = links(
        "<a href=x>1</a>",
        "<base href=/b/><a href=x>2</a>",
        "<a href=x>3</a>",
        urls=["https://a.org/", "https://b.org/", "https://c.org/d/"],
    )

    assert found.target == ["https://a.org/x", "https://b.org/b/x", "https://c.org/d/x"]
    assert found.source.tolist() == [0, 1, 2]


def test_a_page_without_an_address_has_its_absolute_links():
    assert links("<a href=/x>1</a><a href=https://b.org/y>2</a>", urls=[""]).target == ["https://b.org/y"]


def test_links_stand_in_document_order_with_their_nodes():
    html = "<ul><li><a href=/1>1</a><li><a href=mailto:x>2</a><a href=/3>3</a></ul>"
    table = flat(html)

    found = links_of(table, [HERE], [Head()])

    assert found.node.tolist() == [row(table, "a"), row(table, "a", 2)]
    assert found.target == ["https://example.org/1", "https://example.org/3"]


def test_areas_of_an_image_are_links():
    found = links("<map><area href=/a alt='The harbour'><area alt=none></map>")

    assert found.target == ["https://example.org/a"]
    assert found.label == ["The harbour"]


def test_anchors_without_an_address_and_other_elements_are_no_links():
    assert len(links("<a name=x>1</a><link href=/2><area><base href=/3>")) == 0


@pytest.mark.parametrize(
    ("html", "label"),
    [
        ("<a href=/1>text</a>", ""),
        ("<a href=/1 aria-label=l title=t>text</a>", ""),
        ("<a href=/1></a>", ""),
        ("<a href=/1></a><img alt=not>", ""),
        ("<a href=/1 title=t aria-label=l><img alt=a></a>", "l"),
        ("<a href=/1 title=' t  u '><img alt=a></a>", "t u"),
        ("<a href=/1 title=' '><img alt=a></a>", "a"),
        ("<a href=/1><span><img alt=''><img alt=a><img alt=b></span></a>", "a"),
        ("<a href=/1><svg aria-label=l></svg></a>", "l"),
        ("<a href=/1><i title=t></i></a><img alt=not>", "t"),
        ("<a href=/1> &nbsp; <img alt=a></a>", "a"),
    ],
)
def test_a_link_without_text_says_its_label(html, label):
    assert links(html).label == [label]


def test_labels_stay_with_their_links():
    found = links(
        "<a href=/1 title=one></a><a href=/2>two</a><a href=/3><img alt=three></a>", "<a href=/4 title=four></a>"
    )

    assert found.label == ["one", "", "three", "four"]


def test_rel_is_kept():
    assert links("<a href=/1 rel='nofollow ugc'>1</a><a href=/2>2</a>").rel == ["nofollow ugc", ""]


def test_a_table_without_links_has_no_links():
    found = links("<p>text")

    assert len(found) == len(found.source) == len(found.target) == len(found.label) == len(found.rel) == 0


def test_nested_links_without_text_take_no_longer_than_others():
    html = "<math>" + "<a href=/x>" * 400 + "<mi/>" * 100_000

    begun = time.perf_counter()
    found = links(html)

    assert len(found) == 400
    assert time.perf_counter() - begun < 2
