"""Folders of a mirror that stand for hosts."""

import itertools

import pytest

from sitemine.acquire.folder import read_folder
from sitemine.acquire.mirrored import Hosts


def settled(pages):
    hosts = Hosts(pages)
    for path, html in pages.items():
        hosts.hear(path, html.encode())
    return hosts.settled()


def canonical(url):
    return f'<link rel="canonical" href="{url}">'


def test_a_folder_named_like_a_host_stands_for_it_unless_pages_speak_against_it():
    assert settled({"example.org/a/b.html": "<p>words", "notes/c.html": "<p>words"}) == {
        "example.org": "https://example.org/"
    }


@pytest.mark.parametrize("said", [canonical("{}://example.org/a.html"), "<a href={}://EXAMPLE.org/elsewhere>"])
@pytest.mark.parametrize("scheme", ["http", "https"])
def test_the_scheme_is_what_the_pages_say(said, scheme):
    assert settled({"example.org/a.html": said.format(scheme)}) == {"example.org": f"{scheme}://example.org/"}


def test_what_pages_claim_counts_before_links_to_them():
    pages = {"example.org/a.html": canonical("http://example.org/a.html")}
    links = {f"example.net/{k}.html": "<a href='https://example.org/a.html'>" for k in range(3)}

    assert settled(pages | links)["example.org"] == "http://example.org/"


def test_a_port_is_part_of_the_address():
    assert settled({"example.org+8080/a.html": "<a href=http://example.org:8080/>"}) == {
        "example.org+8080": "http://example.org:8080/"
    }


@pytest.mark.parametrize(
    "pages",
    [
        {"index.html": "<a href=/asp.net/1.html>", "asp.net/1.html": "<p>words"},
        {"index.html": "<p>words", "asp.net/1.html": "<a href=/index.html>"},
        {"index.html": "<p>words", "asp.net/1.html": canonical("https://site.org/asp.net/1.html")},
    ],
)
def test_a_section_that_is_named_like_a_host_is_none(pages):
    assert settled(pages) == {}


def test_links_from_the_root_that_lead_within_the_folder_outdo_those_that_do_not():
    pages = {
        "index.html": "<a href=/example.org/index.html>",
        "example.org/index.html": "<a href=/a/b.html>",
        "example.org/a/b.html": "<a href=/>",
        "example.org/a/c.html": "<a href=/a/b.html>",
    }

    assert settled(pages) == {"example.org": "https://example.org/"}


def test_an_index_of_the_mirror_that_links_to_each_host_is_no_voice_against_them():
    pages = {"index.html": "<a href='example.org/index.html'>", "example.org/index.html": "<p>words"}

    assert settled(pages) == {"example.org": "https://example.org/"}


def test_the_order_of_the_pages_does_not_matter():
    pages = {
        "a.org/1.html": "<a href=http://b.org/1.html><a href=/2.html>",
        "a.org/2.html": canonical("https://a.org/2"),
        "b.org/1.html": "<a href=https://a.org/1.html>",
    }

    assert len({str(settled(dict(order))) for order in itertools.permutations(pages.items())}) == 1


def test_a_mirror_of_several_hosts_has_their_addresses(tmp_path):
    pages = {
        "example.org/a/b.html": "<html><a href='../../example.net/c.html?p=1.html'><a href=http://example.org/x>",
        "example.net/c.html?p=1.html": "<html><a href='https://example.net/'>",
        "example.net/asp.net/d.html": "<html>",
    }
    for name, html in pages.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(html, encoding="utf-8")

    assert [page.url for page in read_folder(tmp_path)] == [
        "https://example.net/asp.net/d.html",
        "https://example.net/c.html?p=1",
        "http://example.org/a/b.html",
    ]
