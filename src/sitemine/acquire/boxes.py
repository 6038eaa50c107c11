"""What a browser showed of a page, as columns, and how they are kept inside the page's own HTML.

A box is an element or a run of text, numbered in document order. The elements of a rendered page carry their number in an
attribute, so that whatever a parser makes of the HTML, each element that it finds knows its box; and the columns stand,
packed, in one meta element, where everything stands that pages say of themselves. So a rendered page is a single HTML file
that any folder, archive or table can hold, and that is mined later without a browser.

Lengths are whole numbers of 1/64 pixel, in which browsers lay out.
"""

import zlib
from base64 import b64decode, b64encode
from binascii import Error as NotBase64Error
from typing import Any, Final

import numpy as np
import numpy.typing as npt

NUMBER: Final = "data-sitemine"
"""The attribute that holds the number of an element's box."""

NAME: Final = "sitemine-layout"
"""The name of the meta element that holds the columns."""

UNITS: Final = 64
"""Units of length in a pixel."""

COLUMNS: Final = (
    ("parent", "<i4"),  # box of the element around it, -1 for the root
    ("is_text", "<u1"),
    *((name, "<i4") for name in ("x", "y", "width", "height")),  # what is seen of it: clipped, in units of 1/64 pixel
    ("font_size", "<i4"),
    ("font_weight", "<u2"),
    ("background", "<u4"),  # 0xRRGGBB, composited over what lies behind; the first bit tells of an image
    ("display", "<u1"),  # place in DISPLAYS
    ("position", "<u1"),  # place in POSITIONS
    ("is_visible", "<u1"),
    ("border", "<u1"),  # which sides have one: 1 top, 2 right, 4 bottom, 8 left
    ("paint_order", "<i4"),
    ("n_lines", "<u2"),  # text boxes of a run of text
    ("breaks", "<u1"),  # br elements just before it
)
DISPLAYS: Final = (
    *("none", "inline", "inline-block", "block", "flow-root", "list-item", "table", "table-row", "table-cell"),
    *("table-row-group", "table-header-group", "table-footer-group", "table-caption", "flex", "grid"),
    *("inline-flex", "inline-grid", "inline-table", "contents", "ruby", "other"),
)
POSITIONS: Final = ("static", "relative", "absolute", "fixed", "sticky")
IMAGE: Final = 1 << 24

FARTHEST: Final = 1 << 30
MOST_BYTES: Final = 1 << 28
"""Of unpacked columns: a page may hold such an element that no browser of ours wrote."""

Boxes = dict[str, npt.NDArray[Any]]


def packed(boxes: Boxes) -> str:
    """The columns as text."""
    content = b"".join(boxes[name].astype(kind).tobytes() for name, kind in COLUMNS)
    return b64encode(zlib.compress(content)).decode("ascii")


def _content(text: str) -> bytes:
    unpack = zlib.decompressobj()
    try:
        found = unpack.decompress(b64decode(text, validate=True), MOST_BYTES)
    except (zlib.error, NotBase64Error, ValueError):
        return b""
    return found if unpack.eof else b""


def _is_sound(boxes: Boxes) -> bool:
    """Whether the columns are such as a browser of ours tells: a page may bring others."""
    parent = boxes["parent"]
    return bool(
        (parent < np.arange(len(parent))).all()
        and (parent >= -1).all()
        and (boxes["display"] < len(DISPLAYS)).all()
        and (boxes["position"] < len(POSITIONS)).all()
        and all(
            (np.abs(boxes[name].astype(np.int64)) < FARTHEST).all()
            for name in ("x", "y", "width", "height", "font_size")
        )
    )


def unpacked(text: str) -> Boxes | None:
    """The columns again; None where the text holds none."""
    data = _content(text) if text else b""
    size = sum(np.dtype(kind).itemsize for _, kind in COLUMNS)
    if not data or len(data) % size:
        return None
    n, start, boxes = len(data) // size, 0, Boxes()
    for name, kind in COLUMNS:
        boxes[name] = np.frombuffer(data, kind, n, start).astype(np.dtype(kind).newbyteorder("="))
        start += n * np.dtype(kind).itemsize
    return boxes if _is_sound(boxes) else None
