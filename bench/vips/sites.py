"""The development sites with their style sheets, rendered: each page with its boxes and its gold."""

import json
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sitemine.acquire.boxes import NAME, unpacked
from sitemine.acquire.browser import Browser
from sitemine.acquire.served import served
from sitemine.dom.batch import Batch, read_batch
from sitemine.dom.layout import Layout, layout_of
from sitemine.options import Limits, Rendering
from sitemine.records import Page

ARCHIVES = "sites-css/*.tar.xz"


@dataclass(frozen=True, slots=True)
class Gold:
    """What people found on a page."""

    url: str
    role: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Shown:
    """The pages of a site as a browser has shown them."""

    name: str
    gold: tuple[Gold, ...]
    batch: Batch
    layout: Layout


def archives(data: Path, wanted: Sequence[str]) -> list[Path]:
    """The archives of the sites, or of those that are named."""
    found = sorted(data.glob(ARCHIVES))
    return [path for path in found if not wanted or path.name.removesuffix(".tar.xz") in wanted]


def unpacked_sites(paths: Sequence[Path]) -> Iterator[tuple[str, Path]]:
    """Each site's name and the folder with its pages, one at a time."""
    for path in paths:
        with tempfile.TemporaryDirectory() as folder, tarfile.open(path) as archive:
            archive.extractall(folder, filter="data")
            name = path.name.removesuffix(".tar.xz")
            yield name, next(Path(folder).rglob("gold.jsonl")).parent


def pages_of(folder: Path) -> tuple[list[Gold], list[Page]]:
    """The pages of an unpacked site that have gold."""
    rows = [json.loads(line) for line in (folder / "gold.jsonl").read_text(encoding="utf-8").splitlines()]
    gold = [Gold(row["url"], row["role"], row.get("title") or "", row.get("text") or "") for row in rows]
    return gold, [Page(row["url"], (folder / "www" / row["path"]).read_bytes()) for row in rows]


def shown_sites(paths: Sequence[Path]) -> Iterator[Shown]:
    """The sites as a browser shows them; nothing is loaded but what the archives hold."""
    for name, folder in unpacked_sites(paths):
        gold, pages = pages_of(folder)
        with Browser(Rendering(tabs=1, seconds=30), served(folder / "www", pages[0].url)) as browser:
            rendered = list(browser.render_all(pages))
        batch = read_batch(rendered, Limits())
        boxes = [unpacked(head.meta.get(NAME, "")) for head in batch.heads]
        kept = tuple(gold[place] for place in batch.mined)
        yield Shown(name, kept, batch, layout_of(batch.table, boxes))
