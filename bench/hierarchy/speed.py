"""What partitioning takes: a page of many leaves, and the pages of a site, on one core."""

from collections.abc import Iterator
from time import process_time

from sitemine.dom.parse import parse
from sitemine.dom.table import NodeTable, flatten
from sitemine.mine.ontominer.leaves import leaves_of
from sitemine.mine.ontominer.partition import partition
from sitemine.options import Limits

LEAVES = 3_000


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
