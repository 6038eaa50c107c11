r"""Finds a web site's informative structure by comparing its pages with each other.

>>> import sitemine
>>> page = "<nav><a href=/>Home</a></nav><article><h1>Tides</h1><p>The harbour was empty at noon.</p></article>"
>>> sitemine.extract(page, url="https://example.org/tides").text
'Tides\nThe harbour was empty at noon.'
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from sitemine.version import __version__

if TYPE_CHECKING:
    from sitemine.errors import MissingExtraError, ModelError, SitemineError, SourceError, UsageError
    from sitemine.mine.methods.named import METHODS
    from sitemine.options import Crawl, Limits, Options
    from sitemine.records import (
        Article,
        Block,
        Code,
        Entry,
        Evidence,
        Image,
        Link,
        MinedPage,
        Outcome,
        Page,
        Post,
        Product,
        Reference,
        Role,
    )
    from sitemine.run import Site, SiteModel, Summary, extract, learn, load, mine, prune
    from sitemine.run.attributes import records_of
    from sitemine.run.crawl import CrawlSummary, crawl_site
    from sitemine.run.instances import instances_of
    from sitemine.run.outlines import outline
    from sitemine.run.taxonomies import taxonomy

_HOMES = {
    "sitemine.errors": ("MissingExtraError", "ModelError", "SitemineError", "SourceError", "UsageError"),
    "sitemine.mine.methods.named": ("METHODS",),
    "sitemine.options": ("Crawl", "Limits", "Options"),
    "sitemine.records": (
        *("Article", "Block", "Code", "Entry", "Evidence", "Image", "Link", "MinedPage"),
        *("Outcome", "Page", "Post", "Product", "Reference", "Role"),
    ),
    "sitemine.run": ("Site", "SiteModel", "Summary", "extract", "learn", "load", "mine", "prune"),
    "sitemine.run.crawl": ("CrawlSummary", "crawl_site"),
    "sitemine.run.instances": ("instances_of",),
    "sitemine.run.outlines": ("outline",),
    "sitemine.run.attributes": ("records_of",),
    "sitemine.run.taxonomies": ("taxonomy",),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "METHODS",
    "Article",
    "Block",
    "Code",
    "Crawl",
    "CrawlSummary",
    "Entry",
    "Evidence",
    "Image",
    "Limits",
    "Link",
    "MinedPage",
    "MissingExtraError",
    "ModelError",
    "Options",
    "Outcome",
    "Page",
    "Post",
    "Product",
    "Reference",
    "Role",
    "Site",
    "SiteModel",
    "SitemineError",
    "SourceError",
    "Summary",
    "UsageError",
    "__version__",
    "crawl_site",
    "extract",
    "instances_of",
    "learn",
    "load",
    "mine",
    "outline",
    "prune",
    "records_of",
    "taxonomy",
]


class _Package(ModuleType):
    """A package in which `mine` is the verb, although importing the folder of that name would bind it to the folder."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (name == "mine" and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> object:
    """Loads what is asked for, so that `sitemine --help` does not wait for the tables."""
    if name not in _HOME:
        raise AttributeError(f"module 'sitemine' has no attribute {name!r}")
    value: object = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
