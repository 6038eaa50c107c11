"""`sitemine compare`: every method on the same pages, side by side."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from sitemine.cli.words import NOTHING, say, source_of

if TYPE_CHECKING:
    from sitemine.run.compare import Comparison


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def _table(rows: Iterable[tuple[str, ...]]) -> str:
    """Rows in columns, the first aligned to the left."""
    lines = list(rows)
    width = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "".join(
        "  ".join(
            cell.ljust(w) if k in (0, len(width) - 1) else cell.rjust(w)
            for k, (cell, w) in enumerate(zip(line, width, strict=True))
        ).rstrip()
        + "\n"
        for line in lines
    )


def told(found: "Comparison") -> str:
    """The comparison as people read it."""
    head = ("method", "ms/page", "with text", "kept", "agrees", "precision", "recall", "F1", "needs")
    rows = [
        (
            row.name,
            f"{row.milliseconds:.2f}",
            str(row.pages),
            f"{row.kept:.0%}",
            *map(_number, (row.agreement, row.precision, row.recall, row.text)),
            row.detail or row.needs,
        )
        for row in found.methods
    ]
    ranked = [(row.name, _number(row.r_precision), "  ".join(row.first)) for row in found.rankings]
    return "\n".join(
        [
            f"{found.n_pages} pages; storing each block once would save {found.stored:.0%} of their text\n",
            _table([head, *rows]),
            _table([("TOC pages by", "R-precision", "first"), *ranked]),
        ]
    )


def compare(
    source: str,
    /,
    *,
    gold: Path | None = None,
    base: str = "",
    format: str = "text",  # noqa: A002 - the option's name
    workers: Annotated[int, Parameter(name=("--workers", "-j"))] = 1,
) -> int:
    """Every method of the papers and every link analysis on the same pages, side by side.

    Parameters
    ----------
    source
        What `sitemine mine` takes.
    gold
        JSON lines with url, text and role (toc, article): what people found on the pages.
    base
        The address below which pages are known that do not tell their own.
    format
        text, or json.
    workers
        Processes to work with; the result is the same.
    """
    import msgspec

    from sitemine.errors import UsageError
    from sitemine.progress import Told
    from sitemine.run import mine
    from sitemine.run.compare import compare as compare_methods
    from sitemine.run.compare import read_gold

    if format not in {"text", "json"}:
        raise UsageError(f"--format must be text or json, not {format!r}")
    wanted = read_gold(gold) if gold else {}
    with Told() as progress:
        site = mine(source_of(source), base=base, progress=progress, workers=workers)
        if not site.pages:
            say(f"sitemine: {source}: no pages in it")
            return NOTHING
        found = compare_methods(site, wanted)
    if format == "json":
        sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")
    else:
        sys.stdout.write("".join(c for c in told(found) if c.isprintable() or c == "\n"))
    return 0
