"""Records as JSON lines and as one table of comma-separated values."""

import csv
import io
import json
from collections.abc import Sequence
from typing import Final

from sitemine.mine.ontominer.columns import Record

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""Beginnings of a cell that spreadsheets run as a formula: whoever writes a page would run code at whoever opens the file (OWASP)."""

FIRST: Final = ("page", "kind")


def records_jsonl(records: Sequence[Record]) -> str:
    """One object a line: page, kind, then the values by name."""
    lines = [json.dumps({"page": r.page, "kind": r.kind, "values": r.values}, ensure_ascii=False) for r in records]
    return "".join(f"{line}\n" for line in lines)


def _cell(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text


def records_csv(records: Sequence[Record]) -> str:
    """All kinds in one table; its columns are those of the records in order of their names."""
    columns = sorted({name for record in records for name in record.values})
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([*FIRST, *map(_cell, columns)])
    for record in records:
        writer.writerow(map(_cell, (record.page, record.kind, *(record.values.get(name, "") for name in columns))))
    return out.getvalue()
