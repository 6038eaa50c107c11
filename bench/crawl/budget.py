"""What a crawl finds with a fifth of a site's pages: articles fetched, beside breadth-first order on the same site."""

import json
import re
import sys
import tempfile
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import replace
from html import unescape
from pathlib import Path
from urllib.parse import urldefrag, urljoin

from bench.crawl.once import settings
from bench.crawl.server import ROOT, TYPES, Server, site_of
from bench.crawl.weblog import weblog
from sitemine.run.crawl import World, crawl_site

ENTRANCE = "/index.html"
_LINK = re.compile(r"<a\b([^>]*)>")
_HREF = re.compile(r'\bhref="([^"]+)"')


def made(pages: int) -> tuple[dict[str, bytes], dict[str, str]]:
    """A site of the example newspaper's kind: its files, and the true role of each page, by path."""
    sys.path.insert(0, str(ROOT / "examples"))
    try:
        from newsroom.mirror import make_files
    finally:
        sys.path.pop(0)
    files: Mapping[str, str] = make_files(pages)
    gold = (json.loads(line) for line in files["site-gold.jsonl"].splitlines())
    roles = {"/" + row["url"].split("/", 3)[3]: str(row["role"]) for row in gold}
    return {path.removeprefix("site"): text.encode() for path, text in files.items() if path.startswith("site/")}, roles


_SIDES = {
    "print": "<title>{0}</title><h1>{0}</h1>{1}",
    "share": "<title>Share</title><p>Share “{0}” with your friends: copy this address, or choose one of the services.</p>",
    "comment": "<title>Comment</title><p>Write a comment on “{0}”.</p><form><textarea></textarea><button>Send</button></form>",
}
_MORE = {
    "mail": "<title>Send</title><p>Send “{0}” to a friend by mail; neither address is kept.</p>",
    "login": "<title>Sign in</title><p>Sign in to go on with “{0}”.</p><form><input name=name><button>Go</button></form>",
    "history": "<title>History</title><p>Earlier versions of “{0}”: none.</p>",
    "cite": "<title>Cite</title><p>How to cite “{0}”: by its title, its day and its address.</p>",
    "report": "<title>Report</title><p>Report a mistake in “{0}”.</p><form><textarea></textarea></form>",
}
_TITLE = re.compile(r"<h1[^>]*>(.*?)</h1>", re.DOTALL)
_PARAGRAPH = re.compile(r"<p>.*?</p>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")


def with_sides(files: Mapping[str, bytes], roles: Mapping[str, str], sides: Mapping[str, str]) -> dict[str, bytes]:
    """The site with what surrounds articles on real sites: of each a view to print, a form to share and the like."""
    made = dict(files)
    for number, (path, role) in enumerate(sorted(roles.items())):
        html = files[path].decode()
        found = _TITLE.search(html)
        if role != "article" or not found:
            continue
        links = "".join(f'<a href="/{side}/{number}.html">{side.title()}</a> ' for side in sides)
        made[path] = html.replace("</h1>", f"</h1><p>{links}</p>", 1).encode()
        for side, text in sides.items():
            body = text.format(found[1], "".join(_PARAGRAPH.findall(html)))
            made[f"/{side}/{number}.html"] = f'<!doctype html>{body}<p><a href="{path}">Back</a></p>'.encode()
    return made


def _links(html: str) -> Iterator[str]:
    """What a polite crawler follows."""
    for link in _LINK.finditer(html):
        if (found := _HREF.search(link[1])) and "nofollow" not in link[1]:
            yield unescape(found[1])


def pages_of(files: Mapping[str, bytes]) -> list[str]:
    """What of a site is pages: styles, pictures and lists for machines are none."""
    return [target for target in files if TYPES.get(Path(target.partition("?")[0]).suffix, "text/html") == "text/html"]


def breadth_first(files: Mapping[str, bytes], budget: int, entrance: str = ENTRANCE) -> list[str]:
    """The pages that are fetched level by level, in the order of their links."""
    pages = set(pages_of(files))
    waiting, known = deque([entrance]), {entrance}
    fetched: list[str] = []
    while waiting and len(fetched) < budget:
        path = waiting.popleft()
        fetched.append(path)
        for href in _links(files.get(path, b"").decode()):
            target = urldefrag(urljoin(path, href)).url
            if target in pages and target not in known:
                known.add(target)
                waiting.append(target)
    return fetched


def ours(files: Mapping[str, bytes], budget: int, entrance: str = ENTRANCE) -> list[str]:
    """The pages that Sitemine fetches."""
    with Server(site_of(dict(files))) as server, tempfile.TemporaryDirectory() as folder:
        how = replace(settings(budget), per_host=4, at_once=4)
        crawl_site(
            f"http://127.0.0.1:{server.port}{entrance}", Path(folder), crawl=how, world=World(in_this_process=True)
        )
        return [target for target in server.targets if target in files]


def _row(name: str, fetched: list[str], roles: Mapping[str, str]) -> str:
    counts = [sum(roles.get(path) == role for path in fetched) for role in ("article", "toc", "other")]
    return f"| {name} | {len(fetched):,} | {' | '.join(f'{count:,}' for count in counts)} |"


def _table(name: str, files: Mapping[str, bytes], roles: Mapping[str, str], entrance: str = ENTRANCE) -> list[str]:
    pages = pages_of(files)
    budget = len(pages) // 5
    return [
        _row(f"{name}: the whole site", pages, roles),
        _row(f"{name}: breadth-first", breadth_first(files, budget, entrance), roles),
        _row(f"{name}: Sitemine", ours(files, budget, entrance), roles),
    ]


def stories_of(files: Mapping[str, bytes], roles: Mapping[str, str]) -> list[tuple[str, list[str]]]:
    """The title and the paragraphs of each article of the newspaper."""
    pages = (files[path].decode() for path, role in sorted(roles.items()) if role == "article")
    found = ((_TITLE.search(html), _PARAGRAPH.findall(html)) for html in pages)
    plain = (
        (_TAG.sub("", title[1]).strip(), [f"<p>{_TAG.sub('', said)}</p>" for said in text])
        for title, text in found
        if title
    )
    return [(title, text) for title, text in plain if text]


def report(pages: int) -> str:
    """The table, as Markdown."""
    lines = ["| order | fetched | articles | TOC pages | other |", "| --- | ---: | ---: | ---: | ---: |"]
    files, roles = made(pages)
    stories = stories_of(files, roles)
    lines += _table("newspaper", files, roles)
    files, roles = made(pages * 3 // 8)
    lines += _table("with 3 side pages for each article", with_sides(files, roles, _SIDES), roles)
    files, roles = made(pages // 6)
    lines += _table("with 8, as wikis have", with_sides(files, roles, _SIDES | _MORE), roles)
    lines += _table("weblog", *weblog(stories, pages, sides=False), "/")
    lines += _table("magazine", *weblog(stories, pages, sides=True), "/")
    return "\n".join(lines)
