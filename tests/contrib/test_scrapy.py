"""Pages that others fetch are kept and mined as our own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from bench.crawl.server import ROOT, Server, folder_site

import sitemine
from sitemine.acquire import open_source
from sitemine.contrib.scrapy import SiteminePipeline
from sitemine.errors import UsageError
from sitemine.options import Options
from sitemine.run.collecting import Collector
from sitemine.run.site import mine_pages

EXAMPLE = ROOT / "examples" / "site"
PAGES = [(page.url, page.html) for page in open_source(EXAMPLE)]


def written(site, folder):
    site.write(folder)
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()}


def test_collected_pages_are_mined_as_pages_in_memory(tmp_path):
    with Collector(tmp_path / "pages") as pages:
        for url, html in PAGES:
            pages.add(url, html)
    collected = written(pages.mine(), tmp_path / "a")

    known = written(mine_pages(open_source(PAGES), Options(), source="pages"), tmp_path / "b")

    assert collected == known


def test_what_was_added_by_an_earlier_program_is_still_there(tmp_path):
    for number in range(2):
        with Collector(tmp_path) as pages:
            pages.add(*PAGES[number])

    assert len(Collector(tmp_path).mine().pages) == 2


def test_a_page_without_a_url_is_refused(tmp_path):
    with pytest.raises(UsageError, match="no http or https URL"):
        Collector(tmp_path).add("about.html", b"<p>words")


def test_the_pipeline_hands_every_item_on_and_mines_the_pages_among_them(tmp_path):
    pipeline = SiteminePipeline(tmp_path)
    items = [{"url": url, "html": html.decode()} for url, html in PAGES] + [{"price": 3}, {"url": "no", "html": "x"}]

    assert [pipeline.process_item(item) for item in items] == items
    pipeline.close_spider()

    rows = [json.loads(line) for line in (tmp_path / "pages.jsonl").read_text("utf-8").splitlines()]
    assert {row["url"] for row in rows} == {url for url, _ in PAGES}


SPIDER = """
import sys
from scrapy import Spider
from scrapy.crawler import CrawlerProcess
from sitemine.contrib.scrapy import page_item

class Site(Spider):
    name = "site"
    start_urls = [sys.argv[1]]
    def parse(self, response):
        yield page_item(response)
        for link in response.css("a::attr(href)").getall():
            if ".html" in link and "://" not in link:
                yield response.follow(link, self.parse)

process = CrawlerProcess({"LOG_ENABLED": False, "ITEM_PIPELINES": {"sitemine.contrib.scrapy.SiteminePipeline": 900},
    "SITEMINE_OUT": sys.argv[2], "TELNETCONSOLE_ENABLED": False})
process.crawl(Site)
process.start()
"""


def test_a_spider_with_the_pipeline_mines_the_site_as_from_its_folder(tmp_path):
    pytest.importorskip("scrapy")
    spider = tmp_path / "spider.py"
    spider.write_text(SPIDER, encoding="utf-8")
    with Server(folder_site(EXAMPLE)) as server:
        base = f"http://127.0.0.1:{server.port}/"
        source = str(Path(sitemine.__file__).parents[1])
        surroundings = {**os.environ, "PYTHONPATH": os.pathsep.join([source, os.environ.get("PYTHONPATH", "")])}
        words = [sys.executable, str(spider), f"{base}index.html", str(tmp_path / "out")]
        subprocess.run(words, env=surroundings, check=True, timeout=60)

    known = written(sitemine.mine(EXAMPLE, base=base), tmp_path / "known")
    for name in ("articles.jsonl", "links.jsonl", "model.sxm"):  # Scrapy asks for its start twice: a duplicate
        assert (tmp_path / "out" / name).read_bytes() == known[name], name
