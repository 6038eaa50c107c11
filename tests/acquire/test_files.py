import pytest

from sitemine.acquire.files import read_files, read_list
from sitemine.errors import SourceError
from sitemine.records import Outcome

HTML = b"<!doctype html><p>words"


def test_files_come_in_the_order_given(tmp_path):
    for name in ("a.html", "b.html"):
        (tmp_path / name).write_bytes(HTML)

    pages = list(read_files([tmp_path / "b.html", str(tmp_path / "a.html")], base="https://x.org/m/"))

    assert [(page.url, page.html) for page in pages] == [
        ("https://x.org/m/b.html", HTML),
        ("https://x.org/m/a.html", HTML),
    ]


def test_a_file_tells_its_own_address(tmp_path):
    (tmp_path / "a.html").write_bytes(b'<link rel="canonical" href="https://x.org/1">')

    assert [page.url for page in read_files([tmp_path / "a.html"])] == ["https://x.org/1"]


def test_a_file_that_is_not_there_is_told(tmp_path):
    (page,) = read_files([tmp_path / "none.html"], base="https://x.org/")

    assert (page.url, page.outcome) == ("https://x.org/none.html", Outcome.BAD_RECORD)


def test_a_list_names_files_and_their_addresses(tmp_path):
    (tmp_path / "in").mkdir()
    for name in ("in/a.html", "b.html"):
        (tmp_path / name).write_bytes(HTML)
    (tmp_path / "list.txt").write_text("# two pages\n\n in/a.html \thttp://x.org:80/a\nb.html\n", encoding="utf-8-sig")

    assert [page.url for page in read_list(tmp_path / "list.txt", base="https://z.org/")] == [
        "http://x.org/a",
        "https://z.org/b.html",
    ]


def test_a_list_of_web_addresses_is_refused(tmp_path):
    (tmp_path / "list.txt").write_text("https://x.org/\n")

    with pytest.raises(SourceError, match="`sitemine crawl` fetches"):
        list(read_list(tmp_path / "list.txt"))
