"""`sitemine mine`: the pages of a site compared, and what each says written to files."""

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
    from sitemine.progress import Told
    from sitemine.publish import need_parquet

    if parquet:
        need_parquet()
    is_url = source.startswith(WEB)
    out = out or (folder_for(source) if is_url else Path("out"))
    if out.exists() and not (out.is_dir() and os.access(out, os.W_OK)):
        raise UsageError(f"{out}: not a folder that can be written to; -o names another")
    code, place = (0, source_of(source)) if not is_url else _crawled(source, out, flags)
    if code in {NOTHING, BLOCKED}:
        return code
    options = Options(method=method, workers=workers, comments=comments)
    with Told() as told:
        site = _mined(source, place, options, told, base=base, js=js, flags=flags)
        if not site.pages:
            say(f"sitemine: {source}: no pages in it")
            return NOTHING
        summary = site.write(out, explain=explain, parquet=parquet, progress=told)
    told.summary(summary, out)
    return code or (NOTHING if not summary.mined else PARTLY if summary.failed else 0)


def _crawled(url: str, out: Path, flags: CrawlFlags) -> tuple[int, str]:
    """Crawls a site into the folder in which it is mined; the exit code so far, and that folder."""
    crawled = fetched(url, out, flags)
    if crawled.is_stopped:
        say(f"sitemine: stopped; what is there is mined, and the same command goes on: sitemine mine {url} -o {out}")
    return code_of(crawled), str(out)


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
