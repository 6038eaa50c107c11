"""GraphML, which Gephi, yEd, igraph and networkx read: pages and the links between them, each with values by name."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final
from xml.sax.saxutils import escape, quoteattr

PLACES: Final = 6
"""Places that numbers are written with."""

_UNWRITABLE: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML does not know; no URL has them that was resolved."""

Value = str | float
Kinds = Mapping[str, str]


def writable(text: str) -> str:
    """The text without what XML cannot hold."""
    return _UNWRITABLE.sub("\ufffd", text)


def number(value: float) -> str:
    """A number as it is written."""
    return f"{value:.{PLACES}f}"


def _value(name: str, value: Value) -> str:
    text = escape(writable(value)) if isinstance(value, str) else number(value)
    return f"<data key={quoteattr(name)}>{text}</data>"


def _keys(of: str, kinds: Kinds) -> Iterator[str]:
    for name, kind in kinds.items():
        yield f'<key id="{name}" for="{of}" attr.name="{name}" attr.type="{kind}"/>'


def graphml(
    page_kinds: Kinds,
    link_kinds: Kinds,
    pages: Iterable[Iterable[Value]],
    links: Iterable[tuple[int, int, Iterable[Value]]],
) -> bytes:
    """Pages and links as GraphML; their values stand in the order of the kinds."""
    return "".join(f"{line}\n" for line in _lines(page_kinds, link_kinds, pages, links)).encode()


def _lines(
    page_kinds: Kinds,
    link_kinds: Kinds,
    pages: Iterable[Iterable[Value]],
    links: Iterable[tuple[int, int, Iterable[Value]]],
) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
    yield from _keys("node", page_kinds)
    yield from _keys("edge", link_kinds)
    yield '<graph edgedefault="directed">'
    for place, values in enumerate(pages):
        yield f'<node id="n{place}">{"".join(map(_value, page_kinds, values))}</node>'
    for source, target, values in links:
        yield f'<edge source="n{source}" target="n{target}">{"".join(map(_value, link_kinds, values))}</edge>'
    yield "</graph>"
    yield "</graphml>"
