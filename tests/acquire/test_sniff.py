import pytest

from sitemine.acquire.sniff import has_asset_name, has_page_name, is_asset_type, is_binary, is_html, is_page, media_type


@pytest.mark.parametrize(
    "head",
    [
        b"<!DOCTYPE html>",
        b"\xef\xbb\xbf \n<HTML lang=en>",
        b'<?xml version="1.0"?>\n<!-- a --> <!-- b -->\n<html>',
        b"<p>words",
        b"<a href=x>",
        "<html>".encode("utf-16"),
    ],
)
def test_html_is_known_by_its_first_tag(head):
    assert is_html(head)


@pytest.mark.parametrize(
    "head",
    [b"", b"words <p>", b"<rss>", b"<?xml version='1.0'?><feed>", b"<address-book>", b"<articles>", b"{}", b"%PDF"],
)
def test_other_text_is_not_html(head):
    assert not is_html(head)


@pytest.mark.parametrize("head", [b"%PDF-1.7", b"\x89PNG\r\n\x1a\n", b"PK\x03\x04"])
def test_a_binary_format_is_no_page_whatever_its_type(head):
    assert is_binary(head)
    assert not is_page("text/html", head)


def test_parameters_and_a_repeated_header_are_no_part_of_the_type():
    assert media_type(" Text/HTML ; charset=x") == media_type("text/html, text/html; a") == "text/html"


@pytest.mark.parametrize(
    "media",
    [
        "image/svg+xml",
        "text/css",
        "text/javascript",
        "application/x-javascript",
        "application/manifest+json",
        "font/woff",
    ],
)
def test_assets_are_known_by_type(media):
    assert is_asset_type(media)


@pytest.mark.parametrize("media", ["text/html", "application/pdf", "text/plain", "application/rss+xml", ""])
def test_documents_are_no_assets(media):
    assert not is_asset_type(media)


@pytest.mark.parametrize("name", ["a.html", "a.HTM", "b/c.php", "a.aspx", "a.jsp", "a.shtml", "a.xhtml", "a.html.gz"])
def test_pages_are_known_by_name(name):
    assert has_page_name(name)
    assert not has_asset_name(name)


@pytest.mark.parametrize("name", ["a.png", "a.min.js", "a.CSS", "a.svgz"])
def test_assets_are_known_by_name(name):
    assert has_asset_name(name)
    assert not has_page_name(name)
