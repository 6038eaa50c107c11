"""`sitemine learn`: what a site repeats, kept in a small file."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from sitemine.cli.words import NOTHING, say, source_of


def learn(
    source: str,
    /,
    *,
    out: Annotated[Path, Parameter(name=("--out", "-o"))],
    base: str = "",
    workers: Annotated[int, Parameter(name=("--workers", "-j"))] = 1,
) -> int:
    """Learns what a site repeats, as a small file that `sitemine extract --model` applies to its other pages.

    Parameters
    ----------
    source
        As for `sitemine mine`.
    out
        The file to write.
    base
        The address below which pages are known that do not tell their own.
    workers
        Processes to work with.
    """
    from sitemine.progress import Told
    from sitemine.run import learn as learn_site

    with Told() as told:
        model = learn_site(source_of(source), base=base, progress=told, workers=workers)
    model.save(out)
    say(f"learned {model.n_pages} pages: {out}, {out.stat().st_size:,} bytes")
    return 0 if model.n_pages > 1 else NOTHING
