"""The visual blocks of one page: rendered where a browser is at hand, else by an approximation that says so."""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from sitemine.acquire.browser import Browser
from sitemine.dom.flow import seen_layout
from sitemine.dom.layout import PIXEL, Layout
from sitemine.dom.table import NodeTable
from sitemine.mine.visual.shown import at_degree, leaf_of_segments
from sitemine.mine.visual.vips import VisualBlocks, visual_blocks
from sitemine.options import Limits, Vips
from sitemine.publish.drawing import Drawing, DrawnBlock, DrawnSeparator
from sitemine.records import Outcome, Page
from sitemine.run.plan import read_safely
from sitemine.run.rendering import legible

FINEST: Final = 10
MOST_TEXT: Final = 200
"""Characters of a block that are told."""

APPROXIMATE: Final = (
    "approximation without a browser (VIPS-lite): boxes follow from tags and text, not from style sheets"
)


@dataclass(frozen=True, slots=True, eq=False)
class Segmentation:
    """The visual blocks of one page, built for the finest degree; coarser ones are cuts of it."""

    page: Page
    table: NodeTable
    layout: Layout
    blocks: VisualBlocks
    png: bytes = b""

    @property
    def is_rendered(self) -> bool:
        """Whether a browser has shown the page; else the boxes are an approximation."""
        return bool(self.layout.is_rendered.all())

    def texts(self) -> dict[int, str]:
        """What each leaf says."""
        table = self.table
        said: dict[int, list[str]] = {}
        for segment, leaf in enumerate(leaf_of_segments(table, self.layout, self.blocks).tolist()):
            said.setdefault(leaf, []).append(table.text[table.segment_start[segment] : table.segment_end[segment]])
        return {leaf: "\n".join(lines) for leaf, lines in said.items() if leaf >= 0}


def segment(
    page: Page, *, browser: Browser | None, options: Vips | None = None, photographed: bool = False
) -> Segmentation:
    """The visual blocks of a page.

    A page that was rendered before holds its boxes and needs no browser. Without any, the boxes are approximated.
    """
    png = b""
    if browser is not None:
        shown = browser.photograph(legible(page)) if photographed else None
        page, png = (shown.page, shown.png) if shown else (browser.render(legible(page)), b"")
    batch = read_safely([page], Limits())
    if not batch.mined:
        page = replace(page, outcome=batch.outcomes[0], detail=batch.details[0] or page.detail)
    layout = seen_layout(batch.table, batch.heads)
    blocks = visual_blocks(batch.table, layout, replace(options or Vips(), pdoc=FINEST))
    if page.outcome is Outcome.OK and batch.outcomes[0] is not Outcome.OK:
        page = replace(page, outcome=batch.outcomes[0], detail=batch.details[0])
    return Segmentation(page, batch.table, layout, blocks, png)


def _pixels(values: np.ndarray[tuple[int], np.dtype[np.int64]]) -> list[float]:
    return [float(value) for value in values / PIXEL]


def drawing_of(found: Segmentation) -> Drawing:
    """What is drawn of a page."""
    blocks, texts = found.blocks, found.texts()
    around = np.where(blocks.parent >= 0, blocks.coherence[blocks.parent], 0).tolist()
    corners = [_pixels(column) for column in (blocks.left, blocks.top, blocks.right, blocks.bottom)]
    drawn = [
        DrawnBlock(
            left, top, right - left, bottom - top, coherence, low, FINEST if is_leaf else coherence, is_leaf,
            " ".join(texts.get(row, "").split())[:MOST_TEXT],
        )
        for row, (left, top, right, bottom, coherence, low, is_leaf) in enumerate(
            zip(*corners, blocks.coherence.tolist(), around, blocks.is_leaf.tolist(), strict=True)
        )
    ]  # fmt: skip
    width, height = max((b.left + b.width for b in drawn), default=0), max((b.top + b.height for b in drawn), default=0)
    note = "" if found.is_rendered else APPROXIMATE
    return Drawing(found.page.url or "page", width, height, drawn, _lines(found, corners), found.png, note)


def _lines(found: Segmentation, corners: list[list[float]]) -> list[DrawnSeparator]:
    lines, blocks = found.blocks.separators, found.blocks
    drawn = []
    for row, is_across, start, end, weight in zip(
        lines.block.tolist(), lines.is_horizontal.tolist(), _pixels(lines.start), _pixels(lines.end), lines.weight.tolist(),
        strict=True,
    ):  # fmt: skip
        left, top, right, bottom = (column[row] for column in corners)
        box = (left, start, right - left, end - start) if is_across else (start, top, end - start, bottom - top)
        drawn.append(DrawnSeparator(box[0], box[1], box[2], box[3], weight, int(blocks.coherence[row])))
    return drawn


def tree_of(found: Segmentation, pdoc: int) -> list[str]:
    """The tree of blocks down to a degree, a line each: degree, box, and what it says."""
    blocks, texts, cut = found.blocks, found.texts(), at_degree(found.blocks, pdoc)
    inner: dict[int, list[int]] = {}
    said: dict[int, list[str]] = {}
    for row, parent in enumerate(blocks.parent.tolist()):
        if cut[row] < 0 or cut[row] == row:
            inner.setdefault(parent, []).append(row)
        if cut[row] >= 0 and row in texts:
            said.setdefault(int(cut[row]), []).append(texts[row])
    lines, waiting = [], [(root, 0) for root in reversed(inner.get(-1, []))]
    while waiting:
        row, depth = waiting.pop()
        box = [int(column[row]) // PIXEL for column in (blocks.left, blocks.top, blocks.right, blocks.bottom)]
        text = " ".join(" ".join(said.get(row, [])).split())
        apart = "apart " if blocks.is_apart[row] else ""
        size = f"{apart}{box[0]},{box[1]} {box[2] - box[0]}x{box[3] - box[1]}"
        lines.append(f"{'  ' * depth}[{blocks.coherence[row]}] {size}" + (f"  {text[:MOST_TEXT]}" if text else ""))
        waiting.extend((child, depth + 1) for child in reversed(inner.get(row, [])))
    return lines
