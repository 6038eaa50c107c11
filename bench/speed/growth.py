"""How time and memory grow with the size of the site: a generated site, mined at several sizes."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import msgspec

from bench.speed.memory import in_own_process, peak_megabytes

SIZES = (1_000, 2_000, 4_000)
MAKER = Path(__file__).parents[2] / "examples" / "make_site.py"


@dataclass(frozen=True, slots=True)
class Growth:
    """What mining a site of so many pages took."""

    pages: int
    seconds: float
    megabytes: float


class _Made(msgspec.Struct):
    """Where a page of the generated site lies, and its address."""

    path: str
    url: str


def made_pages(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The addresses and bytes of the pages that the generator lists in its gold."""
    for line in (folder / "site-gold.jsonl").read_bytes().splitlines():
        made = msgspec.json.decode(line, type=_Made)
        yield made.url, (folder / "site" / made.path).read_bytes()


def _mine(folder: Path) -> Growth:
    sitemine = import_module("sitemine")
    start = perf_counter()
    site = sitemine.mine(sitemine.Page(url=url, html=html) for url, html in made_pages(folder))
    return Growth(len(site.pages), perf_counter() - start, peak_megabytes())


def grown(size: int) -> Growth:
    """The cost of mining a generated site of about `size` pages, in a process of its own."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run([sys.executable, MAKER, "--pages", str(size), "--out", folder], check=True)
        return in_own_process(_mine, folder)
