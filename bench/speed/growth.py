"""How time and memory grow with the size of the site: a generated site, mined at several sizes."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from bench.speed.memory import in_own_process, peak_megabytes

SIZES = (1_000, 2_000, 4_000)
MAKER = Path(__file__).parents[2] / "examples" / "make_site.py"
ADDRESS = "https://site.example/"


@dataclass(frozen=True, slots=True)
class Growth:
    """What mining a site of so many pages took."""

    pages: int
    seconds: float
    megabytes: float


def _pages(folder: Path) -> Iterator[Any]:
    page = import_module("sitemine").Page
    for path in sorted(folder.rglob("*.html")):
        url = ADDRESS + path.relative_to(folder).as_posix().removesuffix("index.html")
        yield page(url=url, html=path.read_bytes())


def _mine(folder: Path) -> Growth:
    mine = import_module("sitemine").mine
    start = perf_counter()
    site = mine(_pages(folder))
    return Growth(len(site.pages), perf_counter() - start, peak_megabytes())


def grown(size: int) -> Growth:
    """The cost of mining a generated site of about `size` pages, in a process of its own."""
    with TemporaryDirectory() as name:
        folder = Path(name) / "site"
        subprocess.run([sys.executable, MAKER, "--pages", str(size), "--out", folder], check=True)
        return in_own_process(_mine, folder)
