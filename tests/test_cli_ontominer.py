"""The commands outline, taxonomy and records as a stranger uses them."""

import csv
import io
import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from sitemine import cli

EXAMPLE = Path(__file__).parents[1] / "examples" / "site"
PAGE = (
    "<h1>Tides</h1><h2>Today</h2><table><tr><th>Hour<th>Metres</tr><tr><td>4<td>1.2</tr><tr><td>16<td>1.3</tr></table>"
)


@pytest.fixture
def run(capsysbinary):
    def run(*words):
        with pytest.raises(SystemExit) as exited:
            cli.main([str(word) for word in words])
        out, err = capsysbinary.readouterr()
        return exited.value.code, out.decode("utf-8"), err.decode("utf-8")

    return run


@pytest.fixture
def page(tmp_path):
    path = tmp_path / "page.html"
    path.write_text(PAGE, "utf-8")
    return path


def test_outline_prints_a_page_as_a_tree(run, page):
    code, out, err = run("outline", page)

    assert (code, err) == (0, "")
    assert out.splitlines()[:2] == ["Tides:", "  Today:"]
    assert "Metres: 1.2" in out
    assert json.loads(run("outline", page, "--format", "json")[1])["children"][0]["text"] == "Tides"
    assert ET.fromstring(run("outline", page, "--format", "xml")[1]).find("label").get("name") == "Tides"


def test_outline_of_an_empty_page_says_so(run, tmp_path):
    (tmp_path / "empty.html").write_text("<div></div>", "utf-8")

    code, out, err = run("outline", tmp_path / "empty.html")

    assert (code, out) == (1, "")
    assert "nothing to read" in err


def test_taxonomy_prints_the_sections_of_a_site(run):
    code, out, _ = run("taxonomy", EXAMPLE)

    assert code == 0
    assert {"Harbour", "Weather", "Fishing"} <= {line.split(" (")[0].strip() for line in out.splitlines()}
    assert run("taxonomy", EXAMPLE)[1] == out


def test_taxonomy_of_several_sites_tells_what_they_share(run):
    code, out, _ = run("taxonomy", EXAMPLE, EXAMPLE, "--format", "json")

    assert code == 0
    assert "Harbour" in {concept["label"] for concept in json.loads(out)["concepts"]}


def test_records_are_lines_or_a_table(run):
    code, out, _ = run("records", EXAMPLE)

    assert code == 0
    assert all(json.loads(line)["values"] for line in out.splitlines())
    table = list(csv.reader(io.StringIO(run("records", EXAMPLE, "--format", "csv")[1], newline="")))
    assert table[0][:2] == ["page", "kind"]
    assert len(table) == len(out.splitlines()) + 1


def test_a_page_without_records_says_so(run, page):
    code, out, err = run("records", page.parent)

    assert code in (0, 1)
    assert bool(out) is (code == 0)
    assert code == 0 or "nothing repeats" in err
