"""The visual blocks of a page drawn over its picture: one HTML file that opens from disk and loads nothing.

Each block at the chosen degree of coherence is a coloured box with its degree in the corner; separators are bands as thick
as they are heavy; the blocks that hold others are thin frames. In the file the degree can be changed: the tree of the finest
degree holds the blocks of all others.
"""

from base64 import b64encode
from collections.abc import Iterator
from html import escape
from typing import Final, NamedTuple

COLOURS: Final = ("#0072b2", "#009e73", "#d55e00", "#cc79a7", "#56b4e9", "#e69f00")
"""Okabe and Ito's colours, which people of every kind of sight tell apart; neighbours differ."""

LINE: Final = "#c2185b"
LABEL: Final = 16
THICKEST: Final = 8.0
HEAVY: Final = 20
"""What a separator can weigh in all: a gap of 12 and four times 2."""

STYLE: Final = """
body { margin: 0; background: #fff; font: 13px/1.4 system-ui, sans-serif }
header { position: sticky; top: 0; z-index: 1; padding: 8px 14px; background: #222; color: #eee; display: flex; gap: 16px; align-items: center }
header a { color: #9cf } output { font-weight: bold; min-width: 2ch }
svg { display: block } .block:hover rect { fill-opacity: .45 }
"""
SCRIPT: Final = """
const shown = document.getElementById('pdoc'), told = document.getElementById('told');
function draw() {
  const p = Number(shown.value); told.value = p;
  for (const e of document.querySelectorAll('[data-from]')) {
    const is = Number(e.dataset.from) < p && p <= Number(e.dataset.to);
    e.style.display = is ? '' : 'none';
  }
}
shown.addEventListener('input', draw); draw();
"""


class DrawnBlock(NamedTuple):
    """A block as it is drawn; lengths in pixels."""

    left: float
    top: float
    width: float
    height: float
    coherence: int
    around: int  # the degree of the block around it; it shows from the next one on
    last: int  # up to which it shows: its own degree, or any where it is not divided
    is_leaf: bool
    text: str


class DrawnSeparator(NamedTuple):
    """A separator as it is drawn, over the extent of the block that it parts."""

    left: float
    top: float
    width: float
    height: float
    weight: int
    parted: int  # the degree of the block that it parts; it shows from the next one on


class Drawing(NamedTuple):
    """All that is drawn of one page."""

    title: str
    width: float
    height: float
    blocks: list[DrawnBlock]
    separators: list[DrawnSeparator]
    png: bytes  # the page's picture; empty where there is none
    note: str = ""


def _shows(low: int, high: int, pdoc: int | None) -> str | None:
    """The attributes of something that shows for degrees above `low` up to `high`; None where it does not show at all."""
    if pdoc is None:
        return f' data-from="{low}" data-to="{high}"'
    return "" if low < pdoc <= high else None


def _block(block: DrawnBlock, colour: str, when: str) -> str:
    """A box with its degree in the corner, and what it says as a tip."""
    label = f"{block.coherence}"
    tip = escape(f"DoC {block.coherence}: {block.text}" if block.text else f"DoC {block.coherence}")
    x, y, size = f"{block.left:.1f}", f"{block.top:.1f}", 8 * len(label) + 8
    # Beside the text rather than over its first letters, where there is room.
    corner = block.left - size if block.left >= size else block.left + block.width - size
    return (
        f'<g class="block"{when}><title>{tip}</title>'
        f'<rect x="{x}" y="{y}" width="{block.width:.1f}" height="{block.height:.1f}" fill="{colour}" fill-opacity=".16" '
        f'stroke="{colour}" stroke-width="2"/>'
        f'<rect x="{corner:.1f}" y="{y}" width="{size}" height="{LABEL}" fill="{colour}"/>'
        f'<text x="{corner + size / 2:.1f}" y="{block.top + LABEL - 4:.1f}" text-anchor="middle" fill="#fff" '
        f'font-size="12" font-weight="bold">{label}</text></g>'
    )


def _frame(block: DrawnBlock, when: str) -> str:
    return (
        f'<rect{when} x="{block.left - 3:.1f}" y="{block.top - 3:.1f}" width="{block.width + 6:.1f}" '
        f'height="{block.height + 6:.1f}" fill="none" stroke="#555" stroke-dasharray="2 3"/>'
    )


def _separator(line: DrawnSeparator, when: str) -> str:
    """A band in the middle of the gap, as thick as it is heavy."""
    thick = min(1.0 + (THICKEST - 1.0) * line.weight / HEAVY, THICKEST)
    is_across = line.width >= line.height
    left, top = line.left, line.top
    width, height = line.width, line.height
    if is_across:
        top, height = line.top + line.height / 2 - thick / 2, thick
    else:
        left, width = line.left + line.width / 2 - thick / 2, thick
    return (
        f'<g{when}><title>separator, weight {line.weight}</title><rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" '
        f'height="{height:.1f}" fill="{LINE}" fill-opacity=".8"/></g>'
    )


def _shapes(drawing: Drawing, pdoc: int | None) -> Iterator[str]:
    for block in drawing.blocks:
        if not block.is_leaf and (when := _shows(block.coherence, 10, pdoc)) is not None:
            yield _frame(block, when)
    for line in drawing.separators:
        if (when := _shows(line.parted, 10, pdoc)) is not None:
            yield _separator(line, when)
    place = 0
    for block in drawing.blocks:
        if (when := _shows(block.around, block.last, pdoc)) is not None:
            yield _block(block, COLOURS[place % len(COLOURS)], when)
            place += 1


def _size(png: bytes) -> tuple[int, int]:
    """The width and the height of a picture, which its first chunk tells; 0 where there is none."""
    return (int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big"))


def _svg(drawing: Drawing, pdoc: int | None) -> str:
    across, down = _size(drawing.png)
    width, height = max(round(drawing.width), across), max(round(drawing.height), down)
    picture = (
        f'<image width="{across}" height="{down}" href="data:image/png;base64,{b64encode(drawing.png).decode("ascii")}"/>'
        if drawing.png
        else f'<rect width="{width}" height="{height}" fill="#fafafa"/>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="system-ui, sans-serif">'
        f"{picture}{''.join(_shapes(drawing, pdoc))}</svg>"
    )


def to_picture(drawing: Drawing, pdoc: int) -> str:
    """The drawing at one degree, with nothing but itself on the page: to be photographed."""
    return f"<!doctype html><meta charset=utf-8><style>{STYLE}</style>{_svg(drawing, pdoc)}"


def to_html(drawing: Drawing, pdoc: int) -> str:
    """The drawing as a page in which the degree can be changed."""
    title = escape(drawing.title)
    note = f"<span>{escape(drawing.note)}</span>" if drawing.note else ""
    head = (
        f'<header><b>{title}</b><label>permitted degree of coherence <input id="pdoc" type="range" min="1" max="10" '
        f'value="{pdoc}"> <output id="told">{pdoc}</output></label>{note}</header>'
    )
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>'
        f"<body>{head}{_svg(drawing, None)}<script>{SCRIPT}</script></body></html>"
    )
