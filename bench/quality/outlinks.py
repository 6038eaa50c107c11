"""The baseline for roles and entries: the more pages of its site a page links to, the more of a TOC page it is."""

from collections.abc import Collection, Iterable
from importlib.metadata import version

import ada_url
import turbohtml

from bench.data import Source
from bench.quality.answers import Answer, Answers
from bench.quality.links import canonical

NAME = "out-links"
VERSION = version("turbohtml")


def _resolved(href: str, base: str) -> str:
    """The address that a link leads to, "" where it names none."""
    try:
        return canonical(ada_url.URL(href, base).href)
    except ValueError:
        return ""


def out_links(source: Source) -> frozenset[str]:
    """The pages of its own host that a page links to, itself left out."""
    anchors = turbohtml.parse(source.html).select("a[href]")
    found = {_resolved(str(anchor.attrs["href"]), source.url) for anchor in anchors}
    origin = ada_url.URL(source.url).origin + "/"
    return frozenset(url for url in found if url.startswith(origin)) - {canonical(source.url)}


def outlink_answers(sources: Iterable[Source], pages: Collection[str]) -> Answers:
    """Every link within the host as an entry; the rank counts those to `pages`, the link graph at hand."""
    known = {canonical(page) for page in pages}
    answers: Answers = {}
    for source in sources:
        targets = out_links(source)
        rank = float(len(targets & known))
        answers[source.key] = Answer(toc_probability=rank, entries=tuple(sorted(targets)))
    return answers
