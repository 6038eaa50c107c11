"""What `import sitemine` promises."""

import ast
import doctest
import os
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from textwrap import dedent

import pytest

import sitemine

ROOT = Path(__file__).parents[1]
HEAVY = ("numpy", "turbohtml", "fastwarc", "pyarrow", "msgspec", "ada_url", "cyclopts", "rich")


def fresh(code):
    """What a new interpreter prints."""
    command = [sys.executable, "-W", "error", "-c", code]
    surroundings = os.environ | {"PYTHONPATH": str(Path(sitemine.__file__).parents[1])}
    return subprocess.run(command, env=surroundings, capture_output=True, text=True, check=True, timeout=60).stdout


@pytest.mark.parametrize("name", sitemine.__all__)
def test_every_name_resolves_in_an_interpreter_that_has_loaded_nothing_else(name):
    value = getattr(sitemine, name)

    assert value is not None
    if isinstance(value, type):
        assert value.__name__ == name
        assert value.__module__.startswith("sitemine.")


def test_names_are_sorted_and_all_there_are():
    assert sorted(sitemine.__all__) == sorted(set(sitemine.__all__)) == dir(sitemine)


def test_what_is_loaded_late_is_what_a_type_checker_sees():
    source = Path(sitemine.__file__).read_text("utf-8")
    checked = source.split("if TYPE_CHECKING:\n")[1].split("\n\n")[0]

    seen = {
        found.module: tuple(alias.name for alias in found.names)
        for found in ast.parse(dedent(checked)).body
        if isinstance(found, ast.ImportFrom)
    }
    assert seen == sitemine._HOMES
    assert {*sitemine._HOME, "__version__"} == set(sitemine.__all__)


def test_the_verbs_have_documentation():
    for name in ("extract", "mine", "learn", "load", "Site", "SiteModel", "Page", "Article", "Options"):
        assert getattr(sitemine, name).__doc__.strip()


def test_the_version_is_that_of_the_project():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

    assert sitemine.__version__ == project["version"]


def test_the_example_in_the_documentation_runs():
    found = doctest.testmod(sitemine)

    assert found.attempted >= 2
    assert found.failed == 0


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'sitemine' has no attribute 'extrac'"):
        _ = sitemine.extrac


def test_the_verb_mine_is_a_function_whatever_was_imported_before():
    code = "import sitemine.mine.article.articles, sitemine.run; import sitemine; print(callable(sitemine.mine))"

    assert fresh(code) == "True\n"


def test_importing_the_package_loads_nothing_heavy():
    code = f"import sys, sitemine; sitemine.__version__; print([name for name in {HEAVY} if name in sys.modules])"

    assert fresh(code) == "[]\n"


def test_importing_the_package_is_quick():
    code = "import time; start = time.perf_counter(); import sitemine; print(time.perf_counter() - start)"

    assert min(float(fresh(code)) for _ in range(3)) < 0.05


def test_every_module_can_be_imported_first():
    names = [
        ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
        for path in sorted((ROOT / "src" / "sitemine").rglob("*.py"))
        if path.name != "__main__.py"
    ]
    assert len(names) > 40

    for name in names:
        assert import_module(name).__name__ == name


@pytest.mark.parametrize("home", sorted(sitemine._HOMES))
def test_the_home_of_a_name_can_be_the_first_import(home):
    name = sitemine._HOMES[home][0]

    assert fresh(f"from {home} import {name}; import sitemine; print(sitemine.{name} is {name})") == "True\n"


def test_records_can_be_compared_hashed_and_kept():
    page = "<main><h1>Tides</h1><p>The harbour was empty at noon.</p><p>Then it was full.</p></main>"
    one, other = (sitemine.extract(page, url="https://example.org/") for _ in range(2))

    assert one == other
    assert len({one, other}) == 1


def test_errors_are_of_one_family():
    for name in ("UsageError", "SourceError", "ModelError", "MissingExtraError"):
        assert issubclass(getattr(sitemine, name), sitemine.SitemineError)
