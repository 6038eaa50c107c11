import pytest

from sitemine.acquire.claims import claimed, local_links, saved_from


def test_the_canonical_link_comes_before_the_address_for_sharing():
    page = (
        b"<meta property='og:url' content='https://x.org/shared'><link rel='canonical' href='https://x.org/canonical'>"
    )

    assert claimed(page) == "https://x.org/canonical"
    assert claimed(page[:60]) == "https://x.org/shared"


@pytest.mark.parametrize(
    "page",
    [
        b"",
        b"<link rel=stylesheet href=https://x.org/>",
        b"<link rel=canonical>",
        b"<a rel=canonical href=https://x.org/>",
    ],
)
def test_other_tags_claim_nothing(page):
    assert claimed(page) is None


def test_what_stands_far_down_is_not_where_the_page_was_saved_from():
    comment = b"<!-- saved from url=(0014)https://x.org/ -->"

    assert saved_from(comment) == "https://x.org/"
    assert saved_from(b" " * 5_000 + comment) is None


def test_links_are_paths_without_query_and_fragment():
    page = b"""<a class=x href="a%20b.html?q#f"><A HREF='/c/'><a href=//host/d><a href=https://x.org/><a href=#top><link href=e>"""

    assert local_links(page) == ["a b.html", "/c/"]
