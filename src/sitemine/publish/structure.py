"""The structure of a site for other programs: JSON and GraphML, the same bytes for the same site."""

import msgspec

from sitemine.mine.site.structure import Structure
from sitemine.publish.graphml import graphml


def structure_json(structure: Structure) -> bytes:
    """The structure as JSON: pages, and links by the places of their pages."""
    return msgspec.json.format(msgspec.json.encode(structure), indent=1) + b"\n"


def structure_graphml(structure: Structure) -> bytes:
    """The structure as GraphML."""
    return graphml(
        {"url": "string", "role": "string", "title": "string"},
        {"text": "string", "date": "string"},
        ((page.url, page.role, page.title) for page in structure.pages),
        ((link.source, link.target, (link.text, link.date)) for link in structure.links),
    )
