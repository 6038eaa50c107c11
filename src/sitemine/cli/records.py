"""`sitemine records`: everything that repeats on a site's pages, as rows."""

import sys
from typing import Annotated, Literal

from cyclopts import Parameter

from sitemine.cli.words import NOTHING, say, source_of

RecordsFormat = Literal["jsonl", "csv"]


def records(
    source: str,
    /,
    *,
    format: RecordsFormat = "jsonl",  # noqa: A002 - the option's name
    base: str = "",
    workers: Annotated[int, Parameter(name=("--workers", "-j"))] = 1,
) -> int:
    """Repeated records of a site's pages (teasers, products, events, people) with named columns, on stdout.

    Parameters
    ----------
    source
        As for `sitemine mine`.
    format
        jsonl: one object a line; csv: one table.
    base
        The address below which pages are known that do not tell their own.
    workers
        Processes to work with; the result is the same.
    """
    from sitemine.progress import Told
    from sitemine.publish.recordfiles import records_csv, records_jsonl
    from sitemine.run import mine as mine_site
    from sitemine.run.attributes import records_of

    with Told() as told:
        found = records_of(mine_site(source_of(source), base=base, progress=told, workers=workers))
    if not found:
        say(f"sitemine: {source}: nothing repeats on its pages")
        return NOTHING
    # csv sets its own line ends; text mode would double them where lines end in two characters
    sys.stdout.buffer.write((records_jsonl if format == "jsonl" else records_csv)(found).encode("utf-8", "replace"))
    return 0
