import string

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sitemine.acquire import urls
from sitemine.acquire.urls import Resolver, canonical, host, identity, join, path_of

PIECES = st.lists(
    st.sampled_from(
        [
            *("http:", "https:", "HTTP:", "mailto:", "javascript:", "//", "/", "\\", "..", ".", "a", "b.html", "x.org"),
            *("?q=1", "#top", "@", ":", "80", "u:p@", " ", "\t", "\n", "\x00", "\x1f", "%2f", "[::1]", "ü", "\ud800"),
        ]
    ),
    max_size=8,
).map("".join)
TEXT = PIECES | st.text(st.characters(codec=None), max_size=30)
BASES = TEXT | st.sampled_from(["https://example.org/news/1.html", "http://example.org/a/?q", "file:///a/b", ""])


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("HTTP://Example.ORG:80", "http://example.org/"),
        ("https://example.org:443/a/../b/./c", "https://example.org/b/c"),
        ("https://example.org:8443/", "https://example.org:8443/"),
        ("https://u:p@example.org/a@b?c@d#e", "https://example.org/a@b?c@d"),
        (" https://example.org/a\n/b\t ", "https://example.org/a/b"),
        ("http:\\\\example.org\\a", "http://example.org/a"),
        ("http://münchen.de/ä", "http://xn--mnchen-3ya.de/%C3%A4"),
        ("http://[::1]", "http://[::1]/"),
        ("http://0x7f.1/", "http://127.0.0.1/"),
        ("https://example.org/\x00a\x00", "https://example.org/%00a"),
        ("https://example.org/\ud800", "https://example.org/%EF%BF%BD"),
        ("https://example.org/\ud83d\ude00", "https://example.org/%F0%9F%98%80"),
        ("https://example.org/?#", "https://example.org/?"),
    ],
)
def test_a_url_has_one_spelling(url, expected):
    assert canonical(url) == expected


@pytest.mark.parametrize(
    "url",
    [
        "",
        " ",
        "a",
        "/a",
        "//example.org/",
        "mailto:a@b",
        "javascript:void(0)",
        "file:///a",
        "ftp://a/",
        "http://",
        "http://a b/",
    ],
)
def test_what_is_no_web_address_is_none(url):
    assert canonical(url) is None


@pytest.mark.parametrize(
    ("href", "expected"),
    [
        ("2.html", "https://example.org/news/2.html"),
        (" /p/1?x#y ", "https://example.org/p/1?x"),
        ("//other.org", "https://other.org/"),
        ("/\t/other.org", "https://other.org/"),
        ("\\p", "https://example.org/p"),
        ("https:2.html", "https://example.org/news/2.html"),
        ("?page=2", "https://example.org/news/1.html?page=2"),
        ("#top", "https://example.org/news/1.html"),
        ("../../../x", "https://example.org/x"),
        ("", "https://example.org/news/1.html"),
        (" \n\x00", "https://example.org/news/1.html"),
        ("mailto:a@b.org", None),
        ("tel:1", None),
        ("data:text/html,x", None),
        ("http://[::1", None),
    ],
)
def test_a_link_resolves_as_in_a_browser(href, expected):
    base = "https://example.org/news/1.html"

    assert join(base, href) == expected
    assert Resolver(base).resolve(href) == expected


def test_a_very_long_link_is_resolved_and_not_remembered():
    href = "/" + "a" * 100_000
    resolver = Resolver("https://long.example/")

    assert resolver.resolve(href) == "https://long.example" + href
    assert href not in urls._links_of("https://long.example")


def test_absolute_links_resolve_on_a_page_without_url():
    assert join("", "https://example.org/a") == "https://example.org/a"
    assert join("", "/a") is None


@given(BASES, TEXT)
@example("https://example.org/a/b", "https:c")
@example("https://example.org/a/b", "https:/c")
@example("file:///a/b", "/c")
@example("", "http://x.org")
def test_a_resolver_answers_as_join_does(base, href):
    resolver = Resolver(base)

    assert resolver.resolve(href) == join(base, href)
    assert resolver.resolve(href) == join(base, href)


@given(PIECES)
def test_pages_of_one_origin_do_not_answer_for_each_other(href):
    for base in (
        "https://example.org/",
        "https://example.org/a/b",
        "http://example.org/a/b",
        "https://example.org:1/a/",
    ):
        assert Resolver(base).resolve(href) == join(base, href)


@given(BASES, TEXT)
def test_a_result_is_its_own_canonical_form(base, href):
    for url in (canonical(href), join(base, href)):
        assert url is None or canonical(url) == url


@given(TEXT)
def test_identity_is_its_own_identity_where_no_name_is_left_to_fold(url):
    assert identity(identity(url)) == identity(url)


def test_links_remembered_per_origin_are_bounded():
    resolver = Resolver("https://many.example/")

    for number in range(3 * urls._LINKS):
        resolver.resolve(f"/{number}")

    assert len(urls._links_of("https://many.example")) <= urls._LINKS


@pytest.mark.parametrize("name", ["index.html", "index.htm", "index.php", "Default.aspx", "default.asp"])
def test_a_folder_and_its_index_are_one_page(name):
    assert identity(f"http://example.org/a/{name}?p=1") == identity("https://example.org/a/?p=1")


@pytest.mark.parametrize(
    "url",
    [
        "https://www.example.org/",
        "https://example.org/?x=/index.html",
        "https://example.org/index.html/",
        "https://example.org/myindex.html",
        "https://example.org/A",
    ],
)
def test_identity_leaves_alone_what_may_tell_pages_apart(url):
    assert identity(url) == url


def test_a_text_that_is_no_url_is_its_own_identity():
    assert identity("page-7") == "page-7"


@pytest.mark.parametrize(
    ("url", "name", "path"),
    [
        ("http://Example.org:8080/a/b?c", "example.org", "/a/b"),
        ("https://[::1]:3/", "[::1]", "/"),
        ("https://[::1]", "[::1]", "/"),
        ("page-7", "", ""),
        ("https://example.org?x=/y", "example.org", "/"),
    ],
)
def test_host_and_path_of_a_url(url, name, path):
    assert (host(url), path_of(url)) == (name, path)


@given(st.text(string.printable))
def test_host_and_path_take_any_text(url):
    assert path_of(url).startswith("/") == bool(host(url))
