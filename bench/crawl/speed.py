"""Pages a second from a server on loopback without limit of rate: fetched, stored and parsed, beside Scrapy."""

import json
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from bench.crawl.once import settings
from bench.crawl.server import Respond, apart, newsroom, site_of
from sitemine.run.crawl import World, crawl_site

SPIDER = """
import json, sys, time
from scrapy import Spider
from scrapy.crawler import CrawlerProcess
from scrapy.linkextractors import LinkExtractor

class Site(Spider):
    name = "site"
    start_urls = [sys.argv[1]]
    links = LinkExtractor()
    def parse(self, response):
        yield {"url": response.url, "html": response.text}
        for link in self.links.extract_links(response):
            if link.url.endswith(".html") and link.url.startswith("http://127.0.0.1"):
                yield response.follow(link, self.parse)

process = CrawlerProcess({"LOG_ENABLED": False, "FEEDS": {sys.argv[2]: {"format": "jsonlines"}}, "ROBOTSTXT_OBEY": True,
    "CONCURRENT_REQUESTS": 32, "CONCURRENT_REQUESTS_PER_DOMAIN": 32, "DOWNLOAD_DELAY": 0, "TELNETCONSOLE_ENABLED": False})
process.crawl(Site)
start = time.monotonic()
process.start()
print(json.dumps(time.monotonic() - start))
"""


def respond(pages: str) -> Respond:
    """The site, for a process of its own."""
    return site_of(newsroom(int(pages)))


def ours(url: str, folder: Path) -> tuple[int, float]:
    """Pages and seconds of Sitemine."""
    start = time.monotonic()
    how = replace(settings(), per_host=32, at_once=32)
    summary = crawl_site(url, folder / "ours", crawl=how, world=World(children=1))
    return summary.n_pages, time.monotonic() - start


def scrapys(url: str, folder: Path) -> tuple[int, float]:
    """Pages and seconds of Scrapy, which writes what it found as JSON lines."""
    kept, program = folder / "scrapy.jsonl", folder / "spider.py"
    program.write_text(SPIDER, encoding="utf-8")  # Scrapy reads the source of its spiders
    said = subprocess.run([sys.executable, str(program), url, str(kept)], capture_output=True, check=True, text=True)
    with kept.open("rb") as lines:
        return sum(1 for _ in lines), float(json.loads(said.stdout.splitlines()[-1]))


def _worked() -> float:
    """Processor seconds of this process and of its children that have ended; the server has not."""
    own, others = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


def report(pages: int, rounds: int = 3) -> str:
    """The table, as Markdown; the best of some rounds taken in turn."""
    best: dict[str, tuple[float, int, float]] = {}
    with apart("bench.crawl.speed.respond", str(pages)) as port:
        url = f"http://127.0.0.1:{port}/index.html"
        for _ in range(rounds):
            for name, crawl in (("Sitemine", ours), ("Scrapy", scrapys)):
                before = _worked()
                with tempfile.TemporaryDirectory() as folder:
                    count, seconds = crawl(url, Path(folder))
                row = (count / seconds, count, 1_000 * (_worked() - before) / count)
                best[name] = max(best.get(name, row), row)
    lines = ["| crawler | pages | pages/s (best) | processor ms a page |", "| --- | ---: | ---: | ---: |"]
    lines += [f"| {name} | {count:,} | {speed:,.0f} | {cost:.2f} |" for name, (speed, count, cost) in best.items()]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    return "\n".join([*lines, "", f"Peak memory of Sitemine's own process: {peak:,} MB"])
