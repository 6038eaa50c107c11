"""`sitemine mine`: the pages of a site compared, and what each says written to files."""

import os
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from sitemine.cli.words import NOTHING, PARTLY, say, source_of
from sitemine.errors import UsageError


def mine(
    source: str,
    /,
    *,
    out: Annotated[Path, Parameter(name=("--out", "-o"))] = Path("out"),
    base: str = "",
    method: str = "sitemine",
    explain: Annotated[bool, Parameter(negative=())] = False,
    comments: Annotated[bool, Parameter(negative=())] = False,
    parquet: Annotated[bool, Parameter(negative=())] = False,
    workers: Annotated[int, Parameter(name=("--workers", "-j"))] = 1,
) -> int:
    """Compares the pages of a site and writes its articles, pages and links.

    Parameters
    ----------
    source
        A folder of saved pages, a WARC, JSON lines or Parquet of (url, html), a list of files, or - for standard input.
    out
        The folder to write: articles.jsonl, tocs.jsonl, pages.jsonl, links.jsonl, structure.json, structure.graphml,
        model.sxm, run.json.
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
    if out.exists() and not (out.is_dir() and os.access(out, os.W_OK)):
        raise UsageError(f"{out}: not a folder that can be written to; -o names another")
    with Told() as told:
        site = mine_site(source_of(source), base=base, progress=told, method=method, workers=workers, comments=comments)
        if not site.pages:
            say(f"sitemine: {source}: no pages in it")
            return NOTHING
        summary = site.write(out, explain=explain, parquet=parquet, progress=told)
    told.summary(summary, out)
    return NOTHING if not summary.mined else PARTLY if summary.failed else 0
