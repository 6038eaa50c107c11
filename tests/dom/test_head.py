import pytest
from pages import LIMITS

from sitemine.dom.head import Head, read_head
from sitemine.dom.parse import MOST_SAID, parse
from sitemine.options import Limits


def head(html):
    return read_head(parse(html, LIMITS))


def test_a_page_that_says_nothing_of_itself_has_an_empty_head():
    assert head("") == head("<p>text") == Head()


@pytest.mark.parametrize(
    ("html", "title"),
    [
        ("<title>Storm closes port</title>", "Storm closes port"),
        ("<title>\n  Storm \n closes&nbsp;port &amp; town </title>", "Storm closes port & town"),
        ("<title>one</title><title>two</title>", "one"),
        ("<title></title><p>text", ""),
        ("<p>text</p><title>late</title>", "late"),
        ("<title>page</title><svg><title>drawing</title></svg>", "page"),
        ("<svg><title>drawing</title></svg><p>text", ""),
        ("<svg><g><title>drawing</title></g></svg><p>text", ""),
        ("<title><b>x</b></title>", "<b>x</b>"),
    ],
)
def test_the_title_is_that_of_the_page(html, title):
    assert head(html).title == title


def test_the_language_is_that_of_the_root():
    assert head("<html lang=' de-CH '><p lang=fr>").language == "de-CH"
    assert head("<p lang=fr>").language == ""


def test_the_first_base_with_an_address_counts():
    assert head("<base target=_top><base href=' /a/ '><base href=/b/>").base == "/a/"


@pytest.mark.parametrize("rel", ["canonical", "CANONICAL", "alternate canonical"])
def test_the_first_canonical_link_counts(rel):
    html = f"<link rel=icon href=/i><link rel='{rel}' href=' /a '><link rel=canonical href=/b>"

    assert head(html).canonical == "/a"


def test_what_only_looks_canonical_is_not():
    assert head("<link rel=canonicalish href=/a><a rel=canonical href=/b>x</a>").canonical == ""


def test_meta_is_read_by_property_name_or_itemprop():
    html = (
        "<meta name=Author content=' A. Writer '><meta property='og:Title' content=T><meta itemprop=datePublished content=D>"
        "<meta http-equiv=Refresh content=5><meta charset=utf-8><meta name=empty>"
    )

    assert head(html).meta == {
        "author": "A. Writer",
        "og:title": "T",
        "datepublished": "D",
        "refresh": "5",
    }


def test_the_first_meta_of_a_name_counts():
    assert head("<meta name=a content=1><meta name=A content=2>").meta == {"a": "1"}


def test_meta_in_the_body_is_read_too():
    assert head("<div itemscope><meta itemprop=price content=9>x</div>").meta == {"price": "9"}


def test_all_json_ld_is_kept_as_it_is():
    html = (
        "<script type='application/ld+json'>{\"a\": 1}</script><script>no()</script>"
        "<p>x<script type=' Application/LD+JSON '>\n[2] <!-- 3 --></script>"
        "<script type='application/ld+json'></script>"
    )

    assert head(html).json_ld == ('{"a": 1}', "\n[2] <!-- 3 -->", "")


def test_no_more_than_so_many_elements_are_looked_at():
    html = "".join(f"<meta name=n{i} content=c>" for i in range(MOST_SAID + 9))

    assert len(head(html).meta) == MOST_SAID


def test_attributes_of_other_elements_are_not_looked_at():
    html = "<p id=a class=b>" * MOST_SAID + "<script type='application/ld+json'>{}</script>"

    assert head(html).json_ld == ("{}",)


def test_invented_tags_do_not_disturb():
    assert head("<x-1 id=a><x-2 href=b></x-2></x-1><meta name=a content=b>").meta == {"a": "b"}


def test_what_a_name_says_again_is_kept_in_order():
    page = "".join(f"<meta name={name} content={said}>" for name, said in (("a", 1), ("b", 2), ("A", 3), ("a", 4)))

    head = read_head(parse(page, Limits()))

    assert (head.meta, head.more) == ({"a": "1", "b": "2"}, (("a", "3"), ("a", "4")))
