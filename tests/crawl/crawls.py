"""Crawls of servers on loopback, bounded in time, and what became of their URLs."""

import json
from dataclasses import replace

from bench.crawl.server import Server

from sitemine.options import Crawl, Options
from sitemine.run.crawl import World, crawl_site

QUICK = Crawl(
    pages=0,
    rate=0,
    per_host=8,
    private=("127.0.0.0/8",),
    connect=1,
    header=1,
    body=2,
    silence=0.5,
    tries=2,
    backoff=0.01,
)
HOST = "http://site.example"


class Crawled:
    """What became of the URLs of a crawl, by path."""

    def __init__(self, folder, summary, server):
        self.folder, self.summary, self.server = folder, summary, server
        rows = [json.loads(line) for line in (folder / "crawl" / "urls.jsonl").read_text("utf-8").splitlines()]
        self.rows = {row["url"].removeprefix(HOST): row for row in rows}
        self.outcomes = {url: row["outcome"] for url, row in self.rows.items()}

    def detail(self, path):
        return self.rows[path]["detail"]

    def of(self, outcome):
        return {path for path, found in self.outcomes.items() if found == outcome}


def crawl(respond, folder, entrance="/", *, options=None, world=None, tls=None, js="never", **settings):
    """Crawls what a function answers, as http://site.example/, and tells what became of each URL."""
    with Server(respond, tls=tls) as server:
        here = world(server) if world else World(in_this_process=True, resolve=server.resolve)
        url = entrance if "://" in entrance else f"{HOST}{entrance}"
        summary = crawl_site(
            url, folder, crawl=replace(QUICK, **settings), options=options or Options(), world=here, js=js
        )
    return Crawled(folder, summary, server)
