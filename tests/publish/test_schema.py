import json
import re

import pytest
from schema_tables import DOCUMENT, ROWS, table, written

import sitemine
from sitemine.publish.schema import SCHEMA
from sitemine.records import Outcome

TEXT = DOCUMENT.read_text("utf-8")
PAGES = [
    (f"https://example.org/{k}", f"<title>{k}</title><p>Story {k} of some length.<a href=/x>more</a>") for k in "ab"
]


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    folder = tmp_path_factory.mktemp("out")
    sitemine.mine([*PAGES, ("https://example.org/c", b"\x89PNG\r\n\x1a\n")]).write(folder, explain=True, parquet=True)
    return folder


def rows(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def documented(heading):
    """The first column of the last table under a heading."""
    section = TEXT.split(f"## {heading}\n")[1].split("\n## ")[0]
    return re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)


def test_the_document_says_of_every_field_what_the_schema_says():
    assert written(TEXT) == TEXT, "python tests/publish/schema_tables.py writes the tables anew"


def test_a_field_that_is_missing_from_the_document_is_noticed():
    spoiled = TEXT.replace("| `confidence` | number |", "| `sureness` | number |")

    assert spoiled != TEXT
    assert written(spoiled) == TEXT


def test_every_field_has_a_meaning():
    for row in ROWS.values():
        assert all(len(line.split("|")[3].strip()) > 3 for line in table(row).splitlines() if "`" in line)


def test_a_run_writes_the_documented_files_and_no_others(out):
    named = re.findall(r"`([a-z]+\.[a-z]+)`", TEXT.split("| File |")[1].split("\n\n")[0])

    assert sorted(path.name for path in out.iterdir()) == sorted(named)


@pytest.mark.parametrize("name", ["pages", "articles", "links"])
def test_a_row_has_the_documented_fields_in_order(out, name):
    found = rows(out / f"{name}.jsonl")

    assert found
    for row in found:
        assert list(row) == re.findall(r"^\| `(\w+)`", table(ROWS[f"{name}.jsonl"]), re.MULTILINE)


def test_a_block_has_the_documented_fields(out):
    [block, *_] = rows(out / "articles.jsonl")[0]["blocks"]

    assert list(block) == re.findall(r"^\| `(\w+)`", table(ROWS["blocks"]), re.MULTILINE)


def test_every_outcome_is_documented():
    section = TEXT.split("The outcomes:")[1].split("\n## ")[0]

    assert sorted(re.findall(r"^\| `(\w+)`", section, re.MULTILINE)) == sorted(Outcome)


def test_the_summary_has_the_documented_fields(out):
    told = json.loads((out / "run.json").read_text("utf-8"))

    assert list(told) == documented("run.json")
    assert told["schema"] == SCHEMA
    assert told["sitemine"] == sitemine.__version__
