"""A site's reduced links for other programs: JSON, GraphML and DOT, the same bytes for the same site.

GraphML is read by Gephi, yEd, igraph and networkx, DOT by Graphviz. Numbers are written with six places.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import escape, quoteattr

import msgspec

from sitemine.measure.hubs import Hubs
from sitemine.mine.reduced import Reduced

PLACES: Final = 6
_UNWRITABLE: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML does not know; no URL has them that was resolved."""

_KEYS: Final = (
    '<key id="url" for="node" attr.name="url" attr.type="string"/>',
    '<key id="hub" for="node" attr.name="hub" attr.type="double"/>',
    '<key id="authority" for="node" attr.name="authority" attr.type="double"/>',
    '<key id="entropy" for="edge" attr.name="entropy" attr.type="double"/>',
)


class ReducedPage(msgspec.Struct):
    """A page that is left."""

    url: str
    hub: float
    authority: float


class ReducedLink(msgspec.Struct):
    """A link that is left, by the places of its pages."""

    source: int
    target: int
    entropy: float


class _Whole(msgspec.Struct):
    """The file."""

    threshold: float
    pages: list[ReducedPage]
    links: list[ReducedLink]


@dataclass(frozen=True, slots=True, eq=False)
class ReducedSite:
    """The reduced links of a site with what is written of them; `urls` are those of all pages of the site."""

    links: Reduced
    urls: Sequence[str]
    hubs: Hubs

    def rows(self) -> tuple[list[ReducedPage], list[ReducedLink]]:
        """The pages and links that are left."""
        links = self.links
        hub, authority = (column[links.page].round(PLACES).tolist() for column in (self.hubs.hub, self.hubs.authority))
        urls = (_UNWRITABLE.sub("\ufffd", self.urls[page]) for page in links.page.tolist())
        named = zip(urls, hub, authority, strict=True)
        ends = zip(links.source.tolist(), links.target.tolist(), links.entropy.round(PLACES).tolist(), strict=True)
        return [ReducedPage(*row) for row in named], [ReducedLink(*row) for row in ends]


def to_json(site: ReducedSite) -> bytes:
    """The reduced links as JSON: pages, and links by the places of their pages."""
    return msgspec.json.format(msgspec.json.encode(_Whole(site.links.threshold, *site.rows())), indent=1) + b"\n"


def to_graphml(site: ReducedSite) -> bytes:
    """The reduced links as GraphML."""
    return _lines(_graphml(*site.rows()))


def _graphml(pages: Iterable[ReducedPage], links: Iterable[ReducedLink]) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
    yield from _KEYS
    yield '<graph edgedefault="directed">'
    for place, page in enumerate(pages):
        values = _value("url", page.url) + _value("hub", page.hub) + _value("authority", page.authority)
        yield f'<node id="n{place}">{values}</node>'
    for link in links:
        yield f'<edge source="n{link.source}" target="n{link.target}">{_value("entropy", link.entropy)}</edge>'
    yield "</graph>"
    yield "</graphml>"


def _value(name: str, value: str | float) -> str:
    text = escape(value) if isinstance(value, str) else _number(value)
    return f"<data key={quoteattr(name)}>{text}</data>"


def to_dot(site: ReducedSite) -> bytes:
    """The reduced links as DOT."""
    return _lines(_dot(*site.rows()))


def _dot(pages: Iterable[ReducedPage], links: Iterable[ReducedLink]) -> Iterator[str]:
    yield "digraph site {"
    for place, page in enumerate(pages):
        label = page.url.replace("\\", "\\\\").replace('"', '\\"')
        yield f'n{place} [label="{label}", hub={_number(page.hub)}, authority={_number(page.authority)}];'
    for link in links:
        yield f"n{link.source} -> n{link.target} [entropy={_number(link.entropy)}];"
    yield "}"


def _number(value: float) -> str:
    return f"{value:.{PLACES}f}"


def _lines(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()
