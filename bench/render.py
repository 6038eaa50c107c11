"""`python -m bench.render RESULTS.json README.md`: puts the tables of a run between the markers of a Markdown file."""

import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from bench.quality.results import Figures, Results, Row, Table

END = "<!-- /bench -->"
USAGE = "usage: python -m bench.render RESULTS.json FILE.md"


class MarkerError(Exception):
    """A Markdown file without a place for the tables."""


def _number(value: float) -> str:
    """Three places, without the leading zero: .823, 1.000."""
    return f"{value:.3f}".removeprefix("0")


def _cell(figures: Figures, names: Sequence[str]) -> str:
    return " / ".join(_number(figures[name]) for name in names if name in figures)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _label(row: Row) -> str:
    failed = f" (raised on {row.failed})" if row.failed else ""
    return f"{row.name} {row.version}".rstrip() + failed


def table(found: Table) -> str:
    """One data set as Markdown; a column stands if any contestant has a figure for it."""
    filled = {
        head: names for head, names in found.columns.items() if any(_cell(row.figures, names) for row in found.rows)
    }
    head = _line(["", *filled])
    rule = _line(["---", *("---:" for _ in filled)])
    body = [_line([_label(row), *(_cell(row.figures, names) for names in filled.values())]) for row in found.rows]
    return "\n".join([f"{found.title} ({found.pages:,} pages)", "", head, rule, *body]) + "\n"


def tables(results: Results) -> str:
    """All data sets of a run as Markdown."""
    return "\n".join(table(found) for found in results.tables.values())


def placed(text: str, part: str, name: str) -> str:
    """The Markdown text with `part` between the markers of that name in place of what stood there."""
    marker = f"<!-- bench:{name} -->"
    before, start, rest = text.partition(marker)
    _, end, after = rest.partition(END)
    if not start or not end:
        raise MarkerError(f"there must be a {marker} and, below it, a {END}")
    return f"{before}{marker}\n\n{part}\n{END}{after}"


def place(target: Path, part: str, name: str) -> None:
    """Rewrites a file with `part` between the markers of that name."""
    try:
        text = placed(target.read_text(encoding="utf-8"), part, name)
    except MarkerError as error:
        raise MarkerError(f"{target}: {error}") from None
    target.write_text(text, encoding="utf-8")


def main(arguments: Sequence[str]) -> int:
    """The file is rewritten in place."""
    if len(arguments) != 2:
        print(USAGE, file=sys.stderr)
        return 2
    results = msgspec.json.decode(Path(arguments[0]).read_bytes(), type=Results)
    try:
        place(Path(arguments[1]), tables(results), "quality")
    except MarkerError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
