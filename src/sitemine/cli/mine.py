"""`sitemine mine`: the pages of a site compared, and what each says written to files."""

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from sitemine.cli.crawl import code_of, fetched, folder_for
from sitemine.cli.flags import DEFAULT, CrawlFlags, Flags
from sitemine.cli.words import BLOCKED, NO_BROWSER, NOTHING, PARTLY, WEB, say, source_of
from sitemine.errors import UsageError

if TYPE_CHECKING:
    from sitemine.options import Options
    from sitemine.run import Site
    from sitemine.run.crawl import CrawlSummary
    from sitemine.run.rendering import Js
    from sitemine.run.site import Progress


def mine(
    source: str,
    /,
    *,
    out: Annotated[Path | None, Parameter(name=("--out", "-o"))] = None,
    base: str = "",
    method: str = "sitemine",
    js: Literal["auto", "never", "always"] | None = None,
    explain: Annotated[bool, Parameter(negative=())] = False,
    comments: Annotated[bool, Parameter(negative=())] = False,
    parquet: Annotated[bool, Parameter(negative=())] = False,
    workers: Annotated[int, Parameter(name=("--workers", "-j"))] = 1,
    flags: Flags = DEFAULT,
) -> int:
    """Compares the pages of a site and writes its articles, pages and links.

    Parameters
    ----------
    source
        The URL of a site, which is crawled first; a folder of saved pages or of a crawl, a WARC, JSON lines or Parquet of (url, html), a list of files, or - for standard input.
    out
        The folder to write: articles.jsonl, tocs.jsonl, pages.jsonl, links.jsonl, structure.json, structure.graphml,
        model.sxm, run.json. By default `out`, or for a URL a folder named like its host, which also holds the crawl.
    base
        The address below which pages are known that do not tell their own.
    method
        A method of the papers in place of the default: wisdom, content-extractor, feature-extractor, k-feature-extractor,
        infodiscoverer or lh.
    js
        Show pages in a browser first: always, never, or those whose text only their scripts write (auto, the default for a
        URL); what they load is fetched as the crawl fetches. Saved pages load what is in their folder; never by default.
    explain
        Also write every block of every article with its evidence.
    comments
        Also read the readers' comments and the posts of threads, each with who said it.
    parquet
        Also write the files as Parquet (needs sitemine[parquet]).
    workers
        Processes to work with; the result is the same.
    """
    from sitemine.options import Options
    from sitemine.progress import Told, tell_new

    out = _folder(source, out, parquet=parquet)
    crawled = _crawled(source, out, flags, js or "auto") if source.startswith(WEB) else None
    code = code_of(crawled) if crawled else 0
    if code in {NOTHING, BLOCKED}:
        return code
    place = str(out) if crawled else source_of(source)
    options = Options(method=method, workers=workers, comments=comments)
    with Told() as told:
        site = _mined(source, place, options, told, base=base, js=js, flags=flags)
        if not site.pages:
            say(f"sitemine: {source}: no pages in it")
            return NOTHING
        summary = site.write(out, explain=explain, parquet=parquet, progress=told)
    told.summary(summary, out)
    tell_new(_articles(out, crawled.new) if crawled else [])
    return code or (NOTHING if not summary.mined else PARTLY if summary.failed else 0)


def _folder(source: str, out: Path | None, *, parquet: bool) -> Path:
    """Where to write; raises where that cannot be, before any work is done."""
    from sitemine.publish import need_parquet

    if parquet:
        need_parquet()
    chosen = out or (folder_for(source) if source.startswith(WEB) else Path("out"))
    if chosen.exists() and not (chosen.is_dir() and os.access(chosen, os.W_OK)):
        raise UsageError(f"{chosen}: not a folder that can be written to; -o names another")
    return chosen


def _crawled(url: str, out: Path, flags: CrawlFlags, js: "Js") -> "CrawlSummary":
    """Crawls a site into the folder in which it is mined."""
    crawled = fetched(url, out, flags, js)
    if crawled.is_stopped:
        say(f"sitemine: stopped; what is there is mined, and the same command goes on: sitemine mine {url} -o {out}")
    return crawled


def _articles(out: Path, urls: list[str]) -> list[str]:
    """The URLs whose pages turned out to be articles when all were compared."""
    asked = set(urls)
    with (out / "pages.jsonl").open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [row["url"] for row in rows if row["url"] in asked and row["role"] == "article"]


def _mined(
    source: str, place: str, options: "Options", told: "Progress", *, base: str, js: "Js | None", flags: CrawlFlags
) -> "Site":
    """The site of a source whose pages lie at a place, each as it came or as a browser shows it."""
    from sitemine.acquire import open_source
    from sitemine.run import mine_pages
    from sitemine.run.rendering import renderer_for

    opened = open_source(place, base=base, limits=options.limits)
    with renderer_for(source, js, options, crawl=flags.crawl) as render:
        site = mine_pages(render.pages(opened), options, source=opened.name, progress=told)
    if render.is_missing:
        say(NO_BROWSER)
    return site
