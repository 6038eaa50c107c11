"""The sections of the development sites, against the pages that their gold roles make sections.

Gold are the pages whose gold role is TOC and that stand for a topic. Left out are the entrance, later pages of a list (an address that ends in a number, or
in `page/` and a number, or has a query or a file name that counts on), archives of a time (a year, a month, `archives`) and of an author. Found are the
pages of the mined sections. A page whose gold role is `other` is not judged, as everywhere in this bench, nor is one that was not
sampled; a section that is an article, an author, a time or a later page is wrong.
"""

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.data import Gold, site_sources
from sitemine import mine
from sitemine.acquire.urls import identity, path_of
from sitemine.mine.site.portrait import page_key
from sitemine.mine.taxonomy.sections import Section, sections_of
from sitemine.records import Page, Role
from sitemine.run.site import Site

NO_TOPIC = re.compile(
    r"(?:^|/)(?:page/?\d+|page|archives?|date|authors?|(?:19|20)\d\d)(?:/|\.html?$|$)|/\d+(?:/|\.html?)?$"
)
COUNTED_ON = re.compile(r"(?:start|page|paged|offset)=\d+")


@dataclass(frozen=True, slots=True)
class SectionScore:
    """How many sections of a site there are, were found, and were found rightly."""

    site: str
    gold: int
    found: int
    right: int
    wrong: tuple[str, ...]
    missed: tuple[str, ...]

    @property
    def precision(self) -> float:
        return self.right / self.found if self.found else float(not self.gold)

    @property
    def recall(self) -> float:
        return self.right / self.gold if self.gold else 1.0


def is_topic(url: str, urls: list[str]) -> bool:
    """Whether a TOC page stands for a topic, by its address."""
    path = path_of(url)
    folder = path.rsplit("/", 1)[0] + "/"
    is_entrance = sum(path_of(other).startswith(folder) for other in urls) > 0.8 * len(urls) and path.endswith(
        ("/", "index.html", "index.php")
    )
    return not (is_entrance or NO_TOPIC.search(path) or COUNTED_ON.search(url))


def gold_sections(golds: list[Gold]) -> set[str]:
    """The keys of a site's own sections."""
    urls = [gold.key for gold in golds]
    return {identity(gold.key) for gold in golds if gold.role == "toc" and is_topic(gold.key, urls)}


def mined(folder: Path, site: str) -> Site:
    """A development site, mined."""
    return mine(Page(source.url, source.html) for source in site_sources(folder, site))


Roles = Mapping[str, Mapping[str, bool]]
"""Of each site, which pages (by their keys) are TOC pages by what was learned of other sites."""


def roles_in(path: Path) -> Roles:
    """What `bench.train DATA roles --held-out` wrote."""
    return dict(json.loads(path.read_text("utf-8")))


def sections_by(site: Site, is_toc: Mapping[str, bool]) -> list[Section]:
    """The sections of a site with other roles than it decided on; what is no TOC page is what it was, or an article."""
    roles: dict[str, Role] = {}
    for url, page in site.pages.items():
        other = Role.ARTICLE if page.role is Role.TOC else page.role
        roles[identity(url)] = Role.TOC if is_toc.get(str(page_key(url)), page.role is Role.TOC) else other
    return sections_of(site.sightings, roles)


def score(sections: Sequence[Section], name: str, golds: list[Gold]) -> SectionScore:
    """The sections of a site against its gold."""
    wanted = gold_sections(golds)
    judged = {identity(gold.key) for gold in golds if gold.role in ("toc", "article")}
    found = Counter(section.key for section in sections if section.key in judged)
    right = wanted & set(found)
    return SectionScore(
        name,
        len(wanted),
        len(found),
        len(right),
        tuple(sorted(set(found) - wanted)),
        tuple(sorted(wanted - set(found))),
    )
