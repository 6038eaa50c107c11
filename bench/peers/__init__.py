"""Who else extracts the text of a page: each peer is one small file here, imported only when it is asked for.

A peer gets the bytes of a page as they came and its URL, and is used with its own defaults but for one rule: readers'
comments are no content in the gold, so a peer that has a switch for them has it off. A file that departs from this
further says so. Where a peer wants decoded text or gives HTML back, `markup` does the step for all of them alike.
"""

import logging
import warnings
from importlib import import_module
from typing import NamedTuple, Protocol, runtime_checkable

CLASSES = {
    "trafilatura": "bench.peers.trafilatura:Trafilatura",
    "resiliparse": "bench.peers.resiliparse:Resiliparse",
    "turbohtml": "bench.peers.turbohtml:Turbohtml",
    "readability-lxml": "bench.peers.readability_lxml:ReadabilityLxml",
    "magic-html": "bench.peers.magic_html:MagicHtml",
    "justext": "bench.peers.justext:Justext",
    "boilerpy3": "bench.peers.boilerpy3:Boilerpy3",
    "newspaper4k": "bench.peers.newspaper4k:Newspaper4k",
    "goose3": "bench.peers.goose3:Goose3",
    "all-text": "bench.peers.all_text:AllText",
}


class Peer(Protocol):
    """An extractor: the main text of one page."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    def extract(self, html: bytes, url: str, /) -> str: ...


class Said(NamedTuple):
    """What a peer says of a page besides its text."""

    title: str
    date: str
    authors: str  # parted by semicolons


@runtime_checkable
class Telling(Protocol):
    """A peer that also gives titles, dates and authors, in a way of its own."""

    def said(self, html: bytes, url: str, /) -> Said: ...


class MissingPeerError(Exception):
    """A peer that cannot be used here; the message says why, not who."""


def chosen(names: str) -> list[str]:
    """The peers that `all`, `none` or a comma-separated list means."""
    if names == "none":
        return []
    picked = list(CLASSES) if names == "all" else [name.strip() for name in names.split(",")]
    unknown = [name for name in picked if name not in CLASSES]
    if unknown:
        raise MissingPeerError(f"no such peer: {', '.join(unknown)}; there are {', '.join(CLASSES)}")
    return picked


def quiet() -> None:
    """Silences what peers log and warn of, in this process."""
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")


def load(name: str) -> Peer:
    """The peer of this name, ready to extract."""
    module, _, class_name = CLASSES[name].partition(":")
    try:
        peer: Peer = getattr(import_module(module), class_name)()
    except ImportError as error:
        raise MissingPeerError(f"not installed: {error}") from error
    return peer
