"""How long it takes to go on with a crawl that knows a million URLs: from the command to the first request."""

import tempfile
import time
from dataclasses import replace
from pathlib import Path

from bench.crawl.once import settings
from bench.crawl.server import Request, Server, answer
from sitemine.acquire.frontier import Frontier
from sitemine.acquire.known import Found
from sitemine.run.crawl import FOLDER, World, crawl_site

STEP = 50_000


def _filled(folder: Path, urls: int, host: str) -> None:
    home = folder / FOLDER
    home.mkdir(parents=True)
    frontier = Frontier(home / "crawl.sqlite")
    frontier.fact("scope", f"{host}/")
    frontier.note(f"seeds {host}", 1)
    for start in range(0, urls, STEP):
        frontier.add(
            Found(f"{host}/section-{k % 100}/{k}.html", host, f"/section-{k % 100}/d.html", "1/d.html", 2)
            for k in range(start, min(start + STEP, urls))
        )
    frontier.close()


def report(urls: int) -> str:
    """The figures, as Markdown."""
    first: list[float] = []

    def respond(request: Request) -> bytes:
        if request.path not in {"/robots.txt", "/sitemap.xml"}:
            first.append(time.monotonic())
        return answer("<p>A page of a few words.")

    with tempfile.TemporaryDirectory() as folder, Server(respond) as server:
        host = f"http://127.0.0.1:{server.port}"
        _filled(Path(folder), urls, host)
        start = time.monotonic()
        crawl_site(f"{host}/", Path(folder), crawl=replace(settings(8)), world=World())
        took = time.monotonic() - start
    return (
        f"| known URLs | seconds to the first request | seconds for 8 pages, summary included |\n| ---: | ---: | ---: |\n"
        f"| {urls:,} | {first[0] - start:.2f} | {took:.2f} |"
    )
