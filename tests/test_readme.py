"""What the README shows is what one gets."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from sitemine.cli import COMMANDS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")


def between(start, end):
    found = re.search(rf"<!-- {re.escape(start)} -->(.*?)<!-- {re.escape(end)} -->", README, re.DOTALL)
    assert found, f"the README has no {start!r}"
    return re.sub(r"^```.*\n?", "", found[1], flags=re.MULTILINE).strip()


def test_the_example_prints_what_it_says():
    example = re.search(r"```python\n(.*?)```", README, re.DOTALL)[1]

    done = subprocess.run([sys.executable, "-c", example], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)

    assert done.stdout.strip() == between("output", "/output")


def printed(*words):
    command = [sys.executable, "-m", "sitemine", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True).stdout


def test_the_picture_is_what_the_command_below_it_draws():
    picture = (ROOT / "docs" / "taxonomy-example.svg").read_text("utf-8")

    assert printed("taxonomy", "examples/site", "--format", "svg") == picture


def test_the_sections_and_records_of_the_example_site_are_those_that_the_page_on_them_shows():
    page = (ROOT / "docs" / "ontominer.md").read_text("utf-8")

    for command in ("taxonomy", "records"):
        shown = re.search(rf"\$ sitemine {command} examples/site(?: \| .*)?\n((?:.+\n)+?)(?:  \.\.\.|\$|```)", page)[1]
        assert set(shown.splitlines()) <= set(printed(command, "examples/site").splitlines())


@pytest.mark.parametrize("name", ["mine", "test"])
def test_each_of_the_two_commands_is_one_line(name):
    assert len(between(f"command: {name}", "/command").splitlines()) == 1


@pytest.mark.parametrize(
    "name", ["README.md", "ARCHITECTURE.md", "docs/files.md", "docs/data-model.md", "docs/output.md", "docs/papers.md"]
)
def test_every_link_to_a_file_leads_to_one(name):
    text = (ROOT / name).read_text("utf-8")

    for target in re.findall(r"\]\((?!https?:)([^)#]+)", text):
        assert ((ROOT / name).parent / target).exists(), target


def test_every_command_that_the_readme_shows_exists():
    shown = set(re.findall(r"^sitemine (\w+)", README, re.MULTILINE))

    assert "mine" in shown
    assert shown - COMMANDS.keys() <= {"https"}
