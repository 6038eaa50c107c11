"""A site's reduced links for other programs: JSON, GraphML and DOT, the same bytes for the same site.

GraphML is read by Gephi, yEd, igraph and networkx, DOT by Graphviz. Numbers are written with six places.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import msgspec

from sitemine.measure.hubs import Hubs
from sitemine.mine.site.reduced import Reduced
from sitemine.publish.graphml import PLACES, graphml, number, writable


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
        urls = (writable(self.urls[page]) for page in links.page.tolist())
        named = zip(urls, hub, authority, strict=True)
        ends = zip(links.source.tolist(), links.target.tolist(), links.entropy.round(PLACES).tolist(), strict=True)
        return [ReducedPage(*row) for row in named], [ReducedLink(*row) for row in ends]


def to_json(site: ReducedSite) -> bytes:
    """The reduced links as JSON: pages, and links by the places of their pages."""
    return msgspec.json.format(msgspec.json.encode(_Whole(site.links.threshold, *site.rows())), indent=1) + b"\n"


def to_graphml(site: ReducedSite) -> bytes:
    """The reduced links as GraphML."""
    pages, links = site.rows()
    return graphml(
        {"url": "string", "hub": "double", "authority": "double"},
        {"entropy": "double"},
        ((page.url, page.hub, page.authority) for page in pages),
        ((link.source, link.target, (link.entropy,)) for link in links),
    )


def to_dot(site: ReducedSite) -> bytes:
    """The reduced links as DOT."""
    return _lines(_dot(*site.rows()))


def _dot(pages: Iterable[ReducedPage], links: Iterable[ReducedLink]) -> Iterator[str]:
    yield "digraph site {"
    for place, page in enumerate(pages):
        label = page.url.replace("\\", "\\\\").replace('"', '\\"')
        yield f'n{place} [label="{label}", hub={number(page.hub)}, authority={number(page.authority)}];'
    for link in links:
        yield f"n{link.source} -> n{link.target} [entropy={number(link.entropy)}];"
    yield "}"


def _lines(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()
