"""The articles of a mined site by alignment alone: OntoMiner's instances."""

from collections.abc import Iterator
from hashlib import blake2b
from typing import Final

from sitemine.mine.ontominer.instancepages import instance_pages
from sitemine.mine.ontominer.instances import Instance, InstancePage, instance_of, learn_template
from sitemine.records import Role
from sitemine.run.site import Site

TRAINING: Final = 40
"""Pages that the template is learned from."""


def _pages(site: Site, urls: frozenset[str]) -> Iterator[InstancePage]:
    names = {key: tuple(seen.labels) for key, seen in site.sightings.seen.items()}
    for batch in site.batches():
        wanted = [page for page, place in enumerate(batch.mined) if batch.urls[place] in urls]
        if wanted:
            yield from instance_pages(batch, wanted, names)


def _lot(url: str) -> bytes:
    return blake2b(url.encode("utf-8", "replace")).digest()


def instances_of(site: Site, urls: frozenset[str] | None = None) -> list[Instance]:
    """The articles of a site (or some of its pages), in order of their URLs, by one template."""
    chosen = (
        urls if urls is not None else frozenset(page.url for page in site.pages.values() if page.role is Role.ARTICLE)
    )
    training = frozenset(sorted(chosen, key=_lot)[:TRAINING])
    template = learn_template(sorted(_pages(site, training), key=lambda page: _lot(page.url)))
    return sorted((instance_of(page, template) for page in _pages(site, chosen)), key=lambda one: one.url)
