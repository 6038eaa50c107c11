"""A browser's snapshot of a page as HTML whose elements carry the numbers of their boxes, and the boxes.

One walk over the snapshot in document order writes both, so that they cannot disagree. What passes from the outside to the
inside is settled here, as it is seen: opacity, the background behind a box, and what an `overflow: hidden` cuts off (what
can be scrolled to is not cut off, nor what html and body hide while a banner is open). What is hidden or transparent counts
as unseen only where it lies over the page, as menus do that are shut; what has its place in the page's flow waits for a
script to fade it in, and is meant to be seen.

Left out of the HTML: scripts (but JSON-LD), styles, templates, comments, the content of drawings and of noscript, which
nobody with scripts reads, and what style sheets add by ::before and the like. Open shadow trees stand in place.
"""

import codecs
import re
from html import escape
from typing import Final, NamedTuple

import msgspec
import numpy as np

from sitemine.acquire.boxes import COLUMNS, DISPLAYS, IMAGE, NAME, NUMBER, POSITIONS, UNITS, Boxes, packed

STYLES: Final = (
    *("display", "visibility", "opacity", "position", "font-size", "font-weight", "background-color"),
    *("background-image", "overflow-x", "overflow-y"),
    *("border-top-width", "border-right-width", "border-bottom-width", "border-left-width"),
)
ELEMENT: Final = 1
TEXT: Final = 3
DOCTYPE: Final = 10
VOID: Final = frozenset("area base br col embed hr img input link meta param source track wbr".split())
SKIPPED: Final = frozenset(("script", "style", "template"))
CLOSED: Final = frozenset(("svg", "iframe", "noscript", "noembed", "noframes", "canvas", "object", "video", "audio"))
"""Elements that are kept without what is in them: nothing that the page's reader reads."""

TAKES_BREAK: Final = frozenset(("pre", "listing", "textarea"))
BLANK: Final = re.compile("[\\s\u00ad\x00-\x20]*")
OUT_OF_FLOW: Final = (POSITIONS.index("absolute"), POSITIONS.index("fixed"))
TAG: Final = re.compile(r"[A-Za-z][^\s/>\x00]*")
ATTRIBUTE: Final = re.compile(r"[^\s\"'<>/=\x00]+")
COLOUR: Final = re.compile(r"rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)")
NUMBERS: Final = re.compile(r"-?[\d.]+")
WHITE: Final = 0xFFFFFF
FAR: Final = 1 << 29
Rectangle = tuple[int, int, int, int]  # left, top, right, bottom
EVERYWHERE: Final[Rectangle] = (-FAR, -FAR, FAR, FAR)


class _Rare(msgspec.Struct):
    index: list[int] = []
    value: list[int] = []


class _Nodes(msgspec.Struct, rename="camel"):
    parent_index: list[int]
    node_type: list[int]
    node_name: list[int]
    node_value: list[int]
    attributes: list[list[int]]
    pseudo_type: _Rare = msgspec.field(default_factory=_Rare)


class _Placed(msgspec.Struct, rename="camel"):
    node_index: list[int]
    styles: list[list[int]]
    bounds: list[list[float]]
    paint_orders: list[int] = []


class _TextBoxes(msgspec.Struct, rename="camel"):
    layout_index: list[int]


class Frame(msgspec.Struct, rename="camel"):
    """A page, or a page in a frame of it."""

    nodes: _Nodes
    layout: _Placed
    text_boxes: _TextBoxes
    content_width: float = 0
    content_height: float = 0


class Snapshot(msgspec.Struct):
    """What `DOMSnapshot.captureSnapshot` answers."""

    frames: list[Frame] = msgspec.field(name="documents")
    strings: list[str]


class Style(NamedTuple):
    """What the style sheets make of a box, apart from the boxes around it."""

    display: int
    is_visible: bool
    opacity: float
    position: int
    font_size: int
    font_weight: int
    colour: tuple[int, int, int, float]
    has_image: bool
    clips: bool
    scrolls: bool
    border: int


class Around(NamedTuple):
    """What a box takes over from the one around it."""

    number: int = -1
    is_seen: bool = True
    is_afloat: bool = False  # out of the page's flow: absolute or fixed
    background: int = WHITE
    clip: Rectangle = EVERYWHERE


def _number(text: str) -> float:
    found = NUMBERS.match(text)
    return float(found[0]) if found else 0.0


def _colour(text: str) -> tuple[int, int, int, float]:
    found = COLOUR.match(text)
    if not found:
        return (0, 0, 0, 0.0)
    red, green, blue, alpha = found.groups()
    return (int(red), int(green), int(blue), float(alpha) if alpha is not None else 1.0)


def _style(values: list[str]) -> Style:
    said = dict(zip(STYLES, values, strict=True))
    display, position = said["display"], said["position"]
    overflows = {said["overflow-x"], said["overflow-y"]}
    sides = ("border-top-width", "border-right-width", "border-bottom-width", "border-left-width")
    return Style(
        display=DISPLAYS.index(display if display in DISPLAYS else "other"),
        is_visible=said["visibility"] == "visible",
        opacity=_number(said["opacity"]),
        position=POSITIONS.index(position) if position in POSITIONS else 0,
        font_size=round(_number(said["font-size"]) * UNITS),
        font_weight=int(_number(said["font-weight"])),
        colour=_colour(said["background-color"]),
        has_image=said["background-image"] not in {"none", ""},
        clips=bool(overflows & {"hidden", "clip"}),
        scrolls=bool(overflows & {"auto", "scroll"}),
        border=sum(1 << k for k, side in enumerate(sides) if _number(said[side]) >= 1),
    )


def _over(colour: tuple[int, int, int, float], behind: int) -> int:
    """A colour composited over what lies behind it."""
    alpha = colour[3]
    below = (behind >> 16 & 0xFF, behind >> 8 & 0xFF, behind & 0xFF)
    red, green, blue = (round(c * alpha + b * (1 - alpha)) for c, b in zip(colour[:3], below, strict=True))
    return red << 16 | green << 8 | blue


class _Item(NamedTuple):
    """Something still to be written: nodes (an element, or a run of text) or an end tag."""

    nodes: tuple[int, ...]
    around: Around
    breaks: int = 0
    end: str = ""


class _Writer:
    """The HTML and the boxes, written in one walk."""

    def __init__(self, strings: list[str], frame: Frame) -> None:
        self.strings, self.nodes, self.layout = strings, frame.nodes, frame.layout
        self.place = {node: place for place, node in enumerate(frame.layout.node_index)}
        self.lines = np.bincount(
            np.array(frame.text_boxes.layout_index, np.intp), minlength=len(frame.layout.node_index)
        ).tolist()
        self.styles: dict[tuple[int, ...], Style] = {}
        self.pieces: list[str] = []
        self.rows: list[tuple[int, ...]] = []
        self.place_of_boxes = 0
        self.children: list[list[int]] = [[] for _ in frame.nodes.parent_index]
        added = set(frame.nodes.pseudo_type.index)
        for node, parent in enumerate(frame.nodes.parent_index):
            if parent >= 0 and node not in added:
                self.children[parent].append(node)

    def said(self, node: int) -> str:
        """The name of an element in lower case, or what a text says."""
        kind = self.nodes.node_type[node]
        value = (self.nodes.node_name if kind == ELEMENT else self.nodes.node_value)[node]
        text = self.strings[value] if value >= 0 else ""
        return text.lower() if kind == ELEMENT else text

    def style(self, place: int) -> Style:
        key = tuple(self.layout.styles[place])
        if key not in self.styles:
            self.styles[key] = _style([self.strings[k] for k in key])
        return self.styles[key]

    def seen(self, nodes: tuple[int, ...], clip: Rectangle) -> tuple[Rectangle, int]:
        """The part of some nodes that is not cut off, and how many lines they have."""
        places = [self.place[node] for node in nodes]
        corners = [(x, y, x + width, y + height) for x, y, width, height in (self.layout.bounds[k] for k in places)]
        left, top, right, bottom = zip(*corners, strict=True)
        x, y = max(round(min(left) * UNITS), clip[0]), max(round(min(top) * UNITS), clip[1])
        x_end, y_end = min(round(max(right) * UNITS), clip[2]), min(round(max(bottom) * UNITS), clip[3])
        return (x, y, max(x_end, x), max(y_end, y)), sum(self.lines[k] for k in places)

    def box(self, nodes: tuple[int, ...], tag: str, around: Around, breaks: int) -> Around:
        """Adds the row of a box; gives what the boxes in it take over. A run of text has no tag."""
        number, is_text, breaks = len(self.rows), int(not tag), min(breaks, 255)
        shown = tuple(node for node in nodes if node in self.place)
        if not shown:  # display: contents, or none; what is in it, if anything, has boxes of its own
            self.rows.append((around.number, is_text, *(0,) * 6, around.background, *(0,) * 6, breaks))
            return around._replace(number=number)
        place, (seen, n_lines) = self.place[shown[0]], self.seen(shown, around.clip)
        style = self.style(place)
        inside = (
            around._replace(number=number) if is_text else _inside(style, seen, tag, around)._replace(number=number)
        )
        self.rows.append(
            (
                *(around.number, is_text, seen[0], seen[1], seen[2] - seen[0], seen[3] - seen[1]),
                *(style.font_size, style.font_weight, inside.background, style.display, style.position),
                *(int(inside.is_seen and (style.is_visible or not inside.is_afloat)), 0 if is_text else style.border),
                *(self.layout.paint_orders[place] if self.layout.paint_orders else 0, min(n_lines, 65535), breaks),
            )
        )
        return inside

    def tag(self, node: int, name: str, number: str) -> str:
        values = iter(self.nodes.attributes[node])
        pairs = (
            (self.strings[key], self.strings[value] if value >= 0 else "")
            for key, value in zip(values, values, strict=True)
        )
        kept = "".join(
            f' {key}="{escape(value)}"' for key, value in pairs if ATTRIBUTE.fullmatch(key) and key != NUMBER
        )
        return f"<{name}{kept}{number}>"

    def inner(self, node: int, around: Around) -> list[_Item]:
        """What stands in an element, in order; neighbouring texts are one, as a parser reads them."""
        items: list[_Item] = []
        run: list[int] = []
        breaks = 0
        for child in self.children[node]:
            kind = self.nodes.node_type[child]
            if kind == TEXT:
                run.append(child)
            elif kind == ELEMENT and ((name := self.said(child)) not in SKIPPED or self.is_data(child)):
                if self.is_ours(child):
                    continue
                if run:
                    items.append(_Item(tuple(run), around, breaks))
                    breaks = 0 if any(not BLANK.fullmatch(self.said(text)) for text in run) else breaks
                    run = []
                items.append(_Item((child,), around, breaks))
                breaks = breaks + 1 if name == "br" else 0
        return [*items, _Item(tuple(run), around, breaks)] if run else items

    def is_data(self, node: int) -> bool:
        """Whether an element is a script that speaks of the page."""
        values = self.nodes.attributes[node]
        return self.said(node) == "script" and any(
            "ld+json" in self.strings[value].lower() for value in values if value >= 0
        )

    def is_ours(self, node: int) -> bool:
        """Whether an element holds the boxes of an earlier rendering."""
        return self.said(node) == "meta" and any(self.strings[value] == NAME for value in self.nodes.attributes[node])

    def element(self, node: int, item: _Item) -> list[_Item]:
        """Writes a start tag; gives what comes after it."""
        name = self.said(node)
        if not TAG.fullmatch(name):
            return self.inner(node, item.around)
        if name in SKIPPED:
            content = "".join(self.said(child) for child in self.children[node]).replace("</", "<\\/")
            self.pieces.append(f"{self.tag(node, name, '')}{content}</{name}>")
            return []
        inside = self.box((node,), name, item.around, item.breaks)
        self.pieces.append(self.tag(node, name, f' {NUMBER}="{inside.number}"'))
        if name == "head" and inside.number == 1:
            self.place_of_boxes = len(self.pieces)
        if name in VOID:
            return []
        items = [] if name in CLOSED else self.inner(node, inside)
        if name in TAKES_BREAK and items and self.said(items[0].nodes[0]).startswith("\n"):
            self.pieces.append("\n")  # a parser takes the first line break away
        return [*items, _Item((), inside, end=f"</{name}>")]

    def write(self, root: int) -> None:
        items = self.inner(root, Around())[::-1]
        while items:
            item = items.pop()
            if not item.nodes:
                self.pieces.append(item.end)
            elif self.nodes.node_type[item.nodes[0]] == ELEMENT:
                items.extend(reversed(self.element(item.nodes[0], item)))
            else:
                text = "".join(self.said(node) for node in item.nodes)
                self.pieces.append(escape(text, quote=False))
                if not BLANK.fullmatch(text):
                    self.box(item.nodes, "", item.around, item.breaks)


def _inside(style: Style, seen: Rectangle, tag: str, around: Around) -> Around:
    """What the boxes in an element take over from it."""
    background = around.background
    if style.colour[3] > 0 or style.has_image:
        background = _over(style.colour, background & WHITE) | (IMAGE if style.has_image else background & IMAGE)
    if tag in {"html", "body"}:
        clip = around.clip
    elif style.scrolls:
        clip = EVERYWHERE
    else:
        clip = seen if style.clips else around.clip
    is_afloat = around.is_afloat or style.position in OUT_OF_FLOW
    is_shut = is_afloat and style.opacity == 0
    return Around(around.number, around.is_seen and not is_shut, is_afloat, background, clip)


def rendered(snapshot: Snapshot) -> bytes:
    """The page of a snapshot as HTML in UTF-8 that holds its boxes; `boxes.unpacked` reads them again."""
    frame = snapshot.frames[0]
    writer = _Writer(snapshot.strings, frame)
    writer.write(0)
    columns = zip(*writer.rows, strict=True) if writer.rows else ((),) * len(COLUMNS)
    boxes: Boxes = {name: np.array(column, kind) for (name, kind), column in zip(COLUMNS, columns, strict=True)}
    # In front of all that the page says of itself, where the first of a name counts.
    writer.pieces.insert(writer.place_of_boxes, f'<meta name="{NAME}" content="{packed(boxes)}">')
    is_standard = any(kind == DOCTYPE for kind in frame.nodes.node_type)
    html = ("<!doctype html>" if is_standard else "") + "".join(writer.pieces)
    # The mark of UTF-8 overrules what the page's own meta elements say of its encoding.
    return codecs.BOM_UTF8 + html.encode("utf-8", "replace")
