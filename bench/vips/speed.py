"""Where the time goes: in the browser, in its snapshot, in the join, in VIPS; and VIPS by the size of the page."""

import os
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bench.vips.sites import pages_of, unpacked_sites
from sitemine.acquire.boxes import NAME, unpacked
from sitemine.acquire.chromium import start_chromium
from sitemine.acquire.served import served
from sitemine.acquire.snapshot import rendered
from sitemine.acquire.tabs import Resource, Tab, Visit
from sitemine.dom.batch import read_batch
from sitemine.dom.flow import approximate
from sitemine.dom.layout import Layout, layout_of
from sitemine.dom.table import NodeTable
from sitemine.mine.visual.vips import visual_blocks
from sitemine.options import Limits, Rendering, Vips
from sitemine.records import Page

STAGES = ("load in the browser", "snapshot", "write HTML and boxes", "parse and join", "VIPS")
SIZES = (500, 1_000, 2_000, 4_000, 8_000, 16_000)
TICKS = os.sysconf("SC_CLK_TCK")


def _group_seconds(group: int) -> float:
    """The CPU seconds of the processes of a group."""
    total = 0
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text(errors="replace").rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group:
            total += int(fields[11]) + int(fields[12])
    return total / TICKS


def rendering_table(paths: Sequence[Path]) -> str:
    """Seconds a page by stage, and pages a second of CPU in all processes together, as Markdown."""
    spent, pages, cpu = dict.fromkeys(STAGES, 0.0), 0, 0.0
    options = Rendering(tabs=1, seconds=30)
    for _, folder in unpacked_sites(paths):
        _, site = pages_of(folder)
        process, fetchers = start_chromium(heap=options.heap), ThreadPoolExecutor(2)
        tab = Tab(process.connection, options, fetchers)
        fetch = served(folder / "www", site[0].url)
        tab.show(Visit(site[0].url, Resource(b"<p>warm", "text/html"), fetch))
        begun, own = _group_seconds(process.pid), time.process_time()
        for page in site:
            html = page.html if isinstance(page.html, bytes) else page.html.encode()
            marks = [time.perf_counter()]
            tab.show(Visit(page.url, Resource(html, "text/html"), fetch))
            marks.append(time.perf_counter())
            snapshot = tab.snapshot()
            marks.append(time.perf_counter())
            written = rendered(snapshot)
            tab.clear()
            marks.append(time.perf_counter())
            batch = read_batch([Page(page.url, written)], Limits())
            layout = layout_of(batch.table, [unpacked(head.meta.get(NAME, "")) for head in batch.heads])
            marks.append(time.perf_counter())
            visual_blocks(batch.table, layout)
            marks.append(time.perf_counter())
            for stage, start, end in zip(STAGES, marks, marks[1:], strict=False):
                spent[stage] += end - start
        cpu += _group_seconds(process.pid) - begun + time.process_time() - own
        pages += len(site)
        process.end()
        fetchers.shutdown()
    lines = ["| stage | ms a page |", "| --- | ---: |"]
    lines += [f"| {stage} | {1000 * seconds / pages:.1f} |" for stage, seconds in spent.items()]
    wall = sum(spent.values())
    told = f"{pages} pages: {pages / cpu:.1f} pages per second of CPU (browser and Python together), {pages / wall:.1f} per second in one tab"
    return "\n".join(lines) + f"\n\n{told}\n"


def _made(size: int) -> str:
    """A page of about so many nodes: sections of paragraphs beside a menu, placed by hand below."""
    paragraphs = "".join(
        f"<section><h2>part {k}</h2><p>text <b>bold</b> more</p><p>again</p></section>" for k in range(size // 8)
    )
    return f"<nav><a href=/>home</a></nav><main>{paragraphs}</main>"


def growth_table() -> str:
    """Milliseconds of processor time of VIPS alone by the nodes of a page, best of three, as Markdown."""
    lines = ["| nodes (elements and texts) | blocks | ms | microseconds a node |", "| ---: | ---: | ---: | ---: |"]
    for size in SIZES:
        table = read_batch([Page("http://example.org/", _made(size))], Limits()).table
        layout = approximate(table)
        best, blocks = min(_timed(table, layout) for _ in range(3))
        lines.append(f"| {len(layout):,} | {blocks:,} | {1000 * best:.1f} | {1e6 * best / len(layout):.1f} |")
    return "\n".join(lines) + "\n"


def _timed(table: NodeTable, layout: Layout) -> tuple[float, int]:
    start = time.process_time()
    blocks = visual_blocks(table, layout, Vips(pdoc=10))
    return time.process_time() - start, len(blocks)
