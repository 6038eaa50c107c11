"""`sitemine mine`: the pages of a site compared, and what each says written to files."""

import os
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from sitemine.cli.crawl import code_of, fetched, folder_for
from sitemine.cli.flags import DEFAULT, CrawlFlags, Flags
from sitemine.cli.words import BLOCKED, NOTHING, PARTLY, WEB, say, source_of
from sitemine.errors import UsageError


def mine(
    source: str,
    /,
    *,
    out: Annotated[Path | None, Parameter(name=("--out", "-o"))] = None,
    base: str = "",
    method: str = "sitemine",
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
    explain
        Also write every block of every article with its evidence.
    comments
        Also read the readers' comments and the posts of threads, each with who said it.
    parquet
        Also write the files as Parquet (needs sitemine[parquet]).
    workers
        Processes to work with; the result is the same.
    """
    from sitemine.progress import Told
    from sitemine.publish import need_parquet
    from sitemine.run import mine as mine_site

    if parquet:
        need_parquet()
    is_url = source.startswith(WEB)
    out = out or (folder_for(source) if is_url else Path("out"))
    if out.exists() and not (out.is_dir() and os.access(out, os.W_OK)):
        raise UsageError(f"{out}: not a folder that can be written to; -o names another")
    code, place = (0, source_of(source)) if not is_url else _crawled(source, out, flags)
    if code in {NOTHING, BLOCKED}:
        return code
    with Told() as told:
        site = mine_site(place, base=base, progress=told, method=method, workers=workers, comments=comments)
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
