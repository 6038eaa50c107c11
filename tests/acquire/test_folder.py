import gzip
import json
import os

import pytest

from sitemine.acquire.folder import read_folder
from sitemine.errors import SourceError
from sitemine.options import Limits
from sitemine.records import Outcome

HTML = "<!doctype html><p>words"


def laid(root, files):
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def urls(root, **options):
    return [page.url for page in read_folder(root, **options)]


def with_canonical(url, body=""):
    return f'<!doctype html><head><LINK href="{url}" REL=canonical></head>{body}'


def test_pages_come_sorted_by_path_from_any_depth(tmp_path):
    laid(tmp_path, {"b.html": HTML, "a/z.htm": HTML, "a/b/c/d.php": HTML, "A.xhtml": HTML})

    assert urls(tmp_path, base="https://x.org/m/") == [
        "https://x.org/m/A.xhtml",
        "https://x.org/m/a/b/c/d.php",
        "https://x.org/m/a/z.htm",
        "https://x.org/m/b.html",
    ]


def test_assets_and_hidden_files_are_passed_over(tmp_path):
    names = [
        "a.css",
        "b.js",
        "c.png",
        "d.pdf",
        ".git/e.html",
        ".f.html",
        "style.css?v=1",
        "hts-cache/g.html",
        "urls.csv",
    ]
    laid(tmp_path, dict.fromkeys(names, HTML) | {"page.html": HTML})

    assert urls(tmp_path, base="https://x.org/") == ["https://x.org/page.html"]


def test_what_a_browser_laid_beside_a_page_is_passed_over(tmp_path):
    laid(tmp_path, {"Page.html": HTML, "Page_files/frame.html": HTML, "my_files/a.html": HTML})

    assert urls(tmp_path, base="https://x.org/") == ["https://x.org/Page.html", "https://x.org/my_files/a.html"]


def test_a_file_without_ending_is_a_page_if_it_begins_like_one(tmp_path):
    laid(tmp_path, {"about": HTML, "LICENSE": "words", "empty": ""})

    assert urls(tmp_path, base="https://x.org/") == ["https://x.org/about"]


@pytest.mark.parametrize(
    ("content", "outcome"),
    [
        (b"%PDF-1.7", Outcome.NOT_HTML),
        (b"\n<?php echo 1;", Outcome.NOT_HTML),
        (b" \n", Outcome.EMPTY),
        (b"<p>" * 2_000, Outcome.TOO_LARGE),
        (b"plain words", Outcome.OK),
    ],
)
def test_a_file_named_as_a_page_is_always_told(tmp_path, content, outcome):
    laid(tmp_path, {"a.html": content})

    (page,) = read_folder(tmp_path, limits=Limits(bytes=1_000))

    assert page.outcome is outcome
    assert page.html == (content if outcome is Outcome.OK else b"")


def test_a_packed_page_is_unpacked_and_keeps_its_name(tmp_path):
    laid(tmp_path, {"a.html.gz": gzip.compress(HTML.encode()), "b.html.gz": b"nonsense"})

    good, bad = read_folder(tmp_path, base="https://x.org/")

    assert (good.url, good.html) == ("https://x.org/a.html", HTML.encode())
    assert (bad.url, bad.outcome) == ("https://x.org/b.html", Outcome.BAD_RECORD)


def test_an_unreadable_file_is_told(tmp_path):
    laid(tmp_path, {"a.html": HTML})
    (tmp_path / "b.html").symlink_to(tmp_path / "gone.html")

    pages = list(read_folder(tmp_path, base="https://x.org/"))

    assert [(page.url[-6:], page.outcome) for page in pages] == [("a.html", Outcome.OK), ("b.html", Outcome.BAD_RECORD)]


def test_links_out_of_the_folder_are_not_followed(tmp_path):
    laid(tmp_path, {"out/secret.html": HTML, "in/a.html": HTML})
    (tmp_path / "in/b.html").symlink_to(tmp_path / "out/secret.html")
    (tmp_path / "in/c.html").symlink_to(tmp_path / "in/a.html")
    (tmp_path / "in/d").symlink_to(tmp_path / "out")
    (tmp_path / "in/loop").symlink_to(tmp_path / "in")

    assert urls(tmp_path / "in", base="https://x.org/") == ["https://x.org/a.html", "https://x.org/c.html"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        (
            "urls.jsonl",
            '{"path": "a/1.html", "url": "https://x.org/one"}\n\n{"path": "./2.html", "url": "https://x.org/two", "n": 1}\n',
        ),
        ("urls.tsv", "path\turl\na/1.html\thttps://x.org/one\n2.html\thttps://x.org/two\textra\n"),
        ("urls.csv", 'a/1.html,https://x.org/one\n"2.html",https://x.org/two\n'),
    ],
)
def test_a_mapping_file_comes_before_all_else(tmp_path, name, content):
    laid(tmp_path, {"2.html": with_canonical("https://y.org/"), "a/1.html": HTML, name: content})

    assert urls(tmp_path) == ["https://x.org/two", "https://x.org/one"]


def test_a_broken_mapping_file_is_refused(tmp_path):
    laid(tmp_path, {"a.html": HTML, "urls.jsonl": '{"path": 1}'})

    with pytest.raises(SourceError, match=r"urls\.jsonl"):
        list(read_folder(tmp_path))


@pytest.mark.parametrize(
    "comment",
    [
        "<!-- saved from url=(0020)https://x.org/a?b=1 -->",
        "<!--\n Page saved with SingleFile \n url: https://x.org/a?b=1 \n saved date: Mon\n-->",
    ],
)
def test_the_address_that_a_browser_wrote_is_believed(tmp_path, comment):
    laid(
        tmp_path,
        {"x.html": f"<!DOCTYPE html>\r\n{comment}\r\n" + with_canonical("https://y.org/"), "y.html": f"{comment}<p>"},
    )

    assert urls(tmp_path) == ["https://x.org/a?b=1", "https://x.org/a?b=1"]


@pytest.mark.parametrize(
    "head",
    [
        "<link rel='canonical' href='https://x.org/a?b=1&amp;c=2'>",
        "<link href=https://x.org/a?b=1&c=2 rel=canonical>",
        '<meta property="og:url" content="https://x.org/a?b=1&amp;c=2"/>',
        '<meta property=og:url content=https://y.org/><link rel="canonical" href="https://x.org/a?b=1&c=2"/>',
    ],
)
def test_a_page_may_tell_its_own_address(tmp_path, head):
    laid(tmp_path, {"x.html": f"<html><head>{head}"})

    assert urls(tmp_path) == ["https://x.org/a?b=1&c=2"]


@pytest.mark.parametrize("href", ["/a", "a.html", "", "mailto:x", "file:///a"])
def test_an_address_that_is_not_absolute_is_not_believed(tmp_path, href):
    laid(tmp_path, {"x.html": with_canonical(href)})

    assert urls(tmp_path, base="https://z.org/") == ["https://z.org/x.html"]


def test_an_address_that_several_pages_claim_is_believed_of_none(tmp_path):
    laid(
        tmp_path,
        {
            "1.html": with_canonical("https://x.org/"),
            "2.html": with_canonical("http://x.org/index.html"),
            "3.html": with_canonical("https://x.org/3"),
        },
    )

    assert urls(tmp_path, base="https://z.org/") == ["https://z.org/1.html", "https://z.org/2.html", "https://x.org/3"]


def test_in_a_mirror_the_paths_are_the_addresses(tmp_path):
    pages = {
        f"{n}.html": with_canonical(f"https://x.org/{n}", f"<a class=m href='{(n + 1) % 3}.html#x'>") for n in range(3)
    }
    laid(tmp_path, pages)

    assert urls(tmp_path, base="https://z.org/") == [f"https://z.org/{n}.html" for n in range(3)]


def test_in_a_mirror_the_address_that_most_pages_agree_with_is_the_folders(tmp_path):
    names = ["index.html", "a/index.html", "a/1.html"]
    pages = {
        name: with_canonical(f"https://x.org/m/{name.removesuffix('index.html')}", "<a href=/a/1.html><a href=/>")
        for name in names
    }
    laid(tmp_path, pages | {"b.html": HTML})

    assert urls(tmp_path) == [
        f"https://x.org/m/{name}" for name in ("a/1.html", "a/index.html", "b.html", "index.html")
    ]
    assert urls(tmp_path, base="https://z.org/")[0] == "https://z.org/a/1.html"


def test_pages_with_links_that_lead_nowhere_are_no_mirror(tmp_path):
    laid(tmp_path, {f"{n}.html": with_canonical(f"https://x.org/{n}", "<a href=/news/>") for n in range(3)})

    assert urls(tmp_path) == [f"https://x.org/{n}" for n in range(3)]


def test_a_folder_named_like_a_host_is_that_host(tmp_path):
    laid(
        tmp_path,
        {
            "www.example.org/news/1.html": HTML,
            "localhost+8080/a.html": HTML,
            "10.0.0.1/a.html": HTML,
            "old.js/a.html": HTML,
        },
    )

    assert urls(tmp_path, base="https://z.org/") == [
        "https://10.0.0.1/a.html",
        "https://z.org/localhost+8080/a.html",
        "https://z.org/old.js/a.html",
        "https://www.example.org/news/1.html",
    ]
    assert urls(tmp_path / "www.example.org") == ["https://www.example.org/news/1.html"]


def test_a_folder_of_any_name_gives_addresses_that_lead_nowhere(tmp_path):
    laid(tmp_path, {"My Clips 2024/a b.html": HTML})

    assert urls(tmp_path / "My Clips 2024") == ["https://my-clips-2024.invalid/a%20b.html"]


def test_a_query_in_a_file_name_becomes_a_query(tmp_path):
    laid(
        tmp_path,
        dict.fromkeys(
            ["index.html?p=3", "index.html@q=4", "list.php?id=5&x=y.html", "what?.html", "me@home.html"], HTML
        ),
    )

    assert urls(tmp_path, base="https://z.org/") == [
        "https://z.org/index.html?p=3",
        "https://z.org/index.html?q=4",
        "https://z.org/list.php?id=5&x=y",
        "https://z.org/me@home.html",
        "https://z.org/what%3F.html",
    ]


def test_a_query_stays_a_name_where_the_pages_link_to_it_so(tmp_path):
    laid(tmp_path, {"index.html": '<a href="list.php%3Fid=5.html">', "list.php?id=5.html": '<a href="index.html">'})

    assert urls(tmp_path, base="https://z.org/") == ["https://z.org/index.html", "https://z.org/list.php%3Fid=5.html"]


@pytest.mark.parametrize(
    "name", ["50%.html", "a#b.html", "a\\b.html", "x:y.html", "ü.html", os.fsdecode(b"\xff.html"), "a\nb.html"]
)
def test_any_file_name_gives_an_address_of_its_own(tmp_path, name):
    laid(tmp_path, {name: HTML, "b.html": HTML, "a.html": HTML})

    found = urls(tmp_path, base="https://z.org/m/")

    assert len(set(found)) == 3
    assert all(url.startswith("https://z.org/m/") and url.endswith(".html") for url in found)


def test_addresses_do_not_depend_on_what_else_is_read_first(tmp_path):
    files = {f"{n}.html": with_canonical(f"https://x.org/{n % 4}") for n in range(6)}
    one, two = laid(tmp_path / "one", files), laid(tmp_path / "two", dict(reversed(files.items())))

    assert urls(one, base="https://z.org/") == urls(two, base="https://z.org/")


def test_a_folder_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(SourceError, match="cannot be read"):
        list(read_folder(tmp_path / "none"))


def test_utf16_pages_tell_their_address_too(tmp_path):
    laid(tmp_path, {"a.html": with_canonical("https://x.org/a").encode("utf-16"), "b": "<html><p>".encode("utf-16")})

    assert urls(tmp_path, base="https://z.org/") == ["https://x.org/a", "https://z.org/b"]


def test_a_head_full_of_unclosed_tags_is_read_quickly(tmp_path):
    laid(tmp_path, {"a.html": b"<link " * 200_000 + b"<a " * 200_000, "b.html": b"<!-- saved from url=(1)" * 50_000})

    assert len(urls(tmp_path)) == 2


def test_names_and_urls_survive_json(tmp_path):
    laid(tmp_path, {"ü.html": HTML, "urls.jsonl": json.dumps({"path": "ü.html", "url": "https://x.org/ü"})})

    assert urls(tmp_path) == ["https://x.org/%C3%BC"]


def test_a_folder_without_any_page_is_refused(tmp_path):
    laid(tmp_path, {"a.png": "x", "b/c.css": "y"})

    with pytest.raises(SourceError, match="holds no HTML file"):
        list(read_folder(tmp_path))
