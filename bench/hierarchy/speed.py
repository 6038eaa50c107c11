"""What OntoMiner takes on one core: partitioning a page of many leaves and the pages of a site, and all of it on a whole site."""

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from bench.speed.growth import MAKER, made_pages
from sitemine import mine
from sitemine.dom.batch import read_batch
from sitemine.dom.parse import parse
from sitemine.dom.table import NodeTable, flatten
from sitemine.mine.ontominer.leaves import leaves_of
from sitemine.mine.ontominer.partition import partition
from sitemine.options import Limits
from sitemine.records import Page
from sitemine.run.attributes import records_of
from sitemine.run.instances import instances_of
from sitemine.run.site import Site

LEAVES = 3_000
PAGES = 500
PAGES_AT_ONCE = 8


@dataclass(frozen=True, slots=True)
class Cost:
    """CPU seconds of one step, on so many pages."""

    step: str
    pages: int
    found: int
    seconds: float


def large_pages(n: int = LEAVES) -> Iterator[tuple[str, str]]:
    """Pages of n leaves, each hard in its own way."""
    yield "one list", "<ul>" + "".join(f"<li>item {k}</li>" for k in range(n)) + "</ul>"
    yield "records", "".join(f"<div><h3>a {k}</h3><p>b</p><a href=/{k}>c</a></div>" for k in range(n // 3))
    yield "records without elements", "".join(f"<h3>a {k}</h3><p>b</p><div>c</div>" for k in range(n // 3))
    yield "no two alike", "".join(f"<x-{k}><div>a</div></x-{k}>" for k in range(n))
    yield "nested", "".join(f"<div>a {k}" for k in range(n))
    menus = "".join(f"<ul>{''.join(f'<li><a href=/{k}/{j}>a</a>' for j in range(60))}</ul>" for k in range(n // 60))
    yield "lists of 60", menus


def table_of(html: str) -> NodeTable:
    """The node table of a page."""
    limits = Limits()
    return flatten([parse(html, limits)], limits)


def seconds(table: NodeTable) -> tuple[int, float]:
    """Leaves of a table's pages, and the CPU seconds that partitioning them takes."""
    start = process_time()
    leaves = leaves_of(table)
    for page in range(table.n_pages):
        partition(table, leaves, page)
    return len(leaves), process_time() - start


def generated(n: int = PAGES) -> list[Page]:
    """The pages of an invented newspaper, at least n of them."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run([sys.executable, MAKER, "--pages", str(n + n // 10), "--out", folder], check=True)
        return [Page(url, html) for url, html in made_pages(folder)]


def partitioned(pages: Sequence[Page]) -> tuple[int, float]:
    """Leaves of the pages, and the CPU seconds that partitioning them takes."""
    tables = [read_batch(pages[k : k + PAGES_AT_ONCE], Limits()).table for k in range(0, len(pages), PAGES_AT_ONCE)]
    costs = [seconds(table) for table in tables]
    return sum(leaves for leaves, _ in costs), sum(cost for _, cost in costs)


def _timed(step: str, site: Site, find: Callable[[Site], Sequence[object]]) -> Cost:
    start = process_time()
    found = find(site)
    return Cost(step, len(site.pages), len(found), process_time() - start)


def whole(pages: Sequence[Page]) -> list[Cost]:
    """CPU seconds of each step on a site, from bytes; steps after mining read the pages again."""
    start = process_time()
    site = mine(pages)
    mined = Cost("mining", len(site.pages), len(site.pages), process_time() - start)
    return [
        mined,
        _timed("its taxonomy: sections", site, lambda site: site.sections),
        _timed("its articles by alignment: instances", site, instances_of),
        _timed("its records: records", site, records_of),
    ]
