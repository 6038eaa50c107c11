"""The tables of docs/files.md, made from the schema: `python tests/publish/schema_tables.py` writes them anew.

What a field means stands beside it in `sitemine/publish/schema.py`, and nowhere else.
"""

import re
from dataclasses import fields, is_dataclass
from inspect import getsource
from pathlib import Path
from typing import get_args, get_origin, get_type_hints

from sitemine.publish.schema import FILES, BlockRow, EntryRow, ImageRow, PostRow, ProductRow, ReferenceRow

DOCUMENT = Path(__file__).parents[2] / "docs" / "files.md"
PARTS = {
    "blocks": BlockRow,
    "links": ReferenceRow,
    "images": ImageRow,
    "posts": PostRow,
    "product": ProductRow,
    "entries": EntryRow,
}
ROWS = {f"{name}.jsonl": row for name, row in FILES.items()} | PARTS
WORDS = {str: "text", int: "whole number", float: "number", bool: "true or false"}


def said(kind):
    """The type of a field as JSON has it."""
    if get_origin(kind) is tuple:
        return "list of texts" if get_args(kind)[0] is str else "list of objects"
    if is_dataclass(kind):
        return "object"
    if get_args(kind):
        return " or ".join("null" if one is type(None) else said(one) for one in get_args(kind))
    return WORDS[kind]


def table(row):
    """The fields of a record as a table in Markdown."""
    comments = dict(re.findall(r"^    (\w+): [^#\n]*#\s*(.+)$", getsource(row), re.MULTILINE))
    kinds = get_type_hints(row)
    lines = [f"| `{item.name}` | {said(kinds[item.name])} | {comments[item.name]} |" for item in fields(row)]
    return "\n".join(["| Field | Type | Meaning |", "|---|---|---|", *lines]) + "\n"


def written(text):
    """The document with its tables as the schema says."""
    for name, row in ROWS.items():
        pattern = re.compile(rf"(<!-- fields of {re.escape(name)} -->\n)(?:\|.*\n)*")
        text, found = pattern.subn(lambda match, row=row: match[1] + table(row), text)
        if found != 1:
            raise ValueError(f"docs/files.md has {found} places for the fields of {name}, not one")
    return text


if __name__ == "__main__":
    DOCUMENT.write_text(written(DOCUMENT.read_text("utf-8")), "utf-8")
