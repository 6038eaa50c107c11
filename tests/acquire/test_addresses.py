from pathlib import Path

import pytest

from sitemine.acquire.addresses import address, base_for, named_like_host


@pytest.mark.parametrize(
    "name", ["example.org", "www.BBC.co.uk", "10.0.0.1", "a.b.example:8080", "xn--mnchen-3ya.de", "a_b.github.io"]
)
def test_host_names_are_known(name):
    assert named_like_host(name)


@pytest.mark.parametrize(
    "name", ["news", "v1.2", "jquery.js", "backup.tar.gz", "site.old", ".com", "a..de", "page_files", "pages 2024.de"]
)
def test_other_names_are_no_hosts(name):
    assert not named_like_host(name)


@pytest.mark.parametrize(
    ("name", "base"),
    [
        ("example.org", "https://example.org/"),
        ("example.org+8080", "https://example.org:8080/"),
        ("My Clips!", "https://my-clips.invalid/"),
        ("网页", "https://folder.invalid/"),
        ("a" * 100, f"https://{'a' * 63}.invalid/"),
    ],
)
def test_a_folder_has_an_address_by_its_name(name, base):
    assert base_for(Path("/srv") / name) == base


@pytest.mark.parametrize(
    ("relative", "expected"),
    [
        ("a/b.html", "https://z.org/m/a/b.html"),
        ("b.html.gz", "https://z.org/m/b.html"),
        ("example.org/a.html", "https://example.org/a.html"),
        ("example.org", "https://z.org/m/example.org"),
        ("a/index.html?p=1&q=2", "https://z.org/m/a/index.html?p=1&q=2"),
        ("a.php?p=1.html", "https://z.org/m/a.php?p=1"),
        ("a%20b 100%.html", "https://z.org/m/a%20b%20100%25.html"),
        ("mailto:x.html", "https://z.org/m/mailto:x.html"),
    ],
)
def test_a_path_has_an_address(relative, expected):
    assert address(relative, "https://z.org/m/") == expected


def test_a_literal_name_keeps_its_query_in_the_path():
    assert address("a.php?p=1.html", "https://z.org/", is_literal=True) == "https://z.org/a.php%3Fp=1.html"
