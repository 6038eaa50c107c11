import pytest

import sitemine
from sitemine import Page
from sitemine.acquire import read_warc
from sitemine.cli import main
from sitemine.publish.rendered import record_of, write_rendered

PAGES = [Page(f"http://example.org/{k}", f"<meta charset=utf-8><p>Tide {k}, früh".encode()) for k in range(3)]


def test_what_is_written_is_read_again(tmp_path):
    write_rendered(tmp_path / "a.warc.gz", [*PAGES, Page("http://example.org/none")])

    pages = list(read_warc(tmp_path / "a.warc.gz"))

    assert [(page.url, page.html) for page in pages] == [(page.url, page.html) for page in PAGES]


def test_equal_pages_give_equal_records():
    assert record_of(PAGES[0]) == record_of(PAGES[0]) != record_of(PAGES[1])


@pytest.mark.browser
def test_rendered_pages_are_mined_without_a_browser(chromium, tmp_path, capsys, monkeypatch):
    site = tmp_path / "site"
    site.mkdir()
    for k in range(2):
        text = "<p>The harbour was empty at noon.</p>" * 9
        (site / f"{k}.html").write_text(f"<nav><a href=/>Home</a></nav><h1>Day {k}</h1>{text}", encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        main(["render", str(site), "-o", str(tmp_path / "r.warc.gz"), "--tabs", "1"])
    monkeypatch.setenv("SITEMINE_CHROMIUM", "/no/such/browser")

    found = sitemine.mine(tmp_path / "r.warc.gz", method="vips")

    assert ended.value.code == 0
    assert "2 of 2 pages" in capsys.readouterr().err
    blocks = [block for page in found.pages.values() for block in page.article.blocks]
    assert blocks
    assert all("approximate layout 0" in block.reason for block in blocks)
