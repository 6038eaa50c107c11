"""The document's examples run, and print what they say."""

import re
from contextlib import redirect_stdout
from io import StringIO

import pytest
from bench.crawl.server import ROOT, Server, folder_site

TEXT = (ROOT / "docs" / "crawling.md").read_text("utf-8")
EXAMPLES = dict(re.findall(r"<!-- example: (\w+) -->\n```python\n(.*?)```", TEXT, re.DOTALL))


@pytest.fixture(scope="module")
def names(tmp_path_factory):
    """What the examples speak of: an address and a folder."""
    with Server(folder_site(ROOT / "examples" / "site")) as server:
        yield {"url": f"http://127.0.0.1:{server.port}/index.html", "folder": str(tmp_path_factory.mktemp("crawl"))}


@pytest.mark.parametrize("name", ["crawl", "follow", "collect"])
def test_an_example_prints_what_it_says(names, name):
    program = EXAMPLES[name]

    with redirect_stdout(StringIO()) as said:
        exec(program, dict(names))  # noqa: S102 - the document's own

    assert said.getvalue().splitlines() == re.findall(r"print\(.*\)  # (.*)", program)


def test_every_option_of_the_command_is_in_the_document():
    from sitemine.cli.flags import CrawlFlags

    for name in CrawlFlags.__dataclass_fields__:
        flag = name.replace("_", "-")
        assert f"`--{flag}`" in TEXT or f"`--no-{flag}`" in TEXT
