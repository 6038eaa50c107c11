"""What a site is about: its sections as one tree of concepts.

A section that leads to no article, such as a form to search, is told only as what others lie below. (A site hardly any of whose sections lead to
articles, a catalogue perhaps, is told whole.)
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar
from urllib.parse import unquote

from sitemine.mine.taxonomy.notopics import is_of_no_topic
from sitemine.mine.taxonomy.sections import TAGS, Section, is_of_topics, steps_of

TOP: Final = ""
FOLDERS_OF_TAGS: Final = [[name] for name in sorted(TAGS)]
LEADING_SHARE: Final = (
    0.1  # of a site's sections that must lead to articles, for those that lead to none to be left out
)
LEAST_FACET: Final = 3
"""Sections that share a folder, from which on the folder is a branch of its own beside others."""


@dataclass(frozen=True, slots=True)
class Concept:
    """One node of a taxonomy; its children are the concepts that follow it at a greater depth."""

    depth: int
    label: str
    url: str  # its page; empty for what is a folder or stands for several sites
    support: int  # pages that link to it on one site; of several, the sites that have it
    articles: int  # that it leads to
    labels: tuple[str, ...]  # all that it is called
    examples: tuple[str, ...]  # articles that it leads to; of several sites, its pages on them


@dataclass(frozen=True, slots=True)
class Taxonomy:
    """A tree of concepts, in document order."""

    sources: tuple[str, ...]
    concepts: tuple[Concept, ...]

    def __len__(self) -> int:
        return len(self.concepts)


Node = TypeVar("Node")


def preorder(
    tops: Iterable[Node], children: Callable[[Node], Iterable[Node]], order: Callable[[Node], object]
) -> list[tuple[int, Node]]:
    """Depth and node of a forest, siblings in order, without recursion."""
    rows: list[tuple[int, Node]] = []
    waiting = [(0, node) for node in sorted(tops, key=order, reverse=True)]  # type: ignore[arg-type]
    while waiting:
        depth, node = waiting.pop()
        rows.append((depth, node))
        waiting += [(depth + 1, child) for child in sorted(children(node), key=order, reverse=True)]  # type: ignore[arg-type]
    return rows


def _facets(sections: Sequence[Section]) -> dict[str, str]:
    """The folder of tags that each section at the top stands in, where there are sections beside it."""
    tops = [section for section in sections if not section.parent]
    folders: dict[str, list[str]] = defaultdict(list)
    for section in tops:
        steps = steps_of(section.key)
        if len(steps) > 1 and steps[-2].casefold() in TAGS:
            folders[unquote(steps[-2])].append(section.key)
    large = {name: keys for name, keys in folders.items() if LEAST_FACET <= len(keys) < len(tops)}
    return {key: name for name, keys in large.items() for key in keys}


def told_sections(sections: Sequence[Section]) -> list[Section]:
    """The sections that lead to articles and are no page of service ("Contact"), and those that these lie below."""
    of_key = {section.key: section for section in sections}
    lead = sum(section.articles > 0 for section in sections) >= LEADING_SHARE * len(sections)
    told: set[str] = set()
    for section in sections:
        is_service = is_of_no_topic(section.label) and not is_of_topics(section.key)
        above = None if is_service or (lead and not section.articles) else section
        while above and above.key not in told:
            told.add(above.key)
            above = of_key.get(above.parent)
    return [section for section in sections if section.key in told]


def _best(sections: Sequence[Section]) -> dict[str, int]:
    """The most articles that a section, or one below it, leads to."""
    of_key = {section.key: section for section in sections}
    best = {section.key: section.articles for section in sections}
    for section in sections:
        above = of_key.get(section.parent)
        while above:
            best[above.key] = max(best[above.key], section.articles)
            above = of_key.get(above.parent)
    return best


def site_taxonomy(source: str, sections: Sequence[Section]) -> Taxonomy:
    """The sections of one site as a tree; those that lead to most articles first, folders of tags last."""
    sections = told_sections(sections)
    facet = _facets(sections)
    below: dict[str, list[Section]] = defaultdict(list)
    for section in sections:
        below[section.parent].append(section)
    names = sorted(set(facet.values()))
    folders = {name: [s for s in below[TOP] if facet.get(s.key) == name] for name in names}
    heads = {
        name: Section(name, "", name, 0, len(frozenset().union(*(s.members for s in inside))), (), TOP)
        for name, inside in folders.items()
    }
    tops = [*heads.values(), *(section for section in below[TOP] if section.key not in facet)]

    def children(section: Section) -> list[Section]:
        return below[section.key] if section.url else folders[section.key]

    best = _best(sections)

    def order(section: Section) -> tuple[bool, int, int, str, str]:
        is_of_tags = not section.url or steps_of(section.key)[-1:] in FOLDERS_OF_TAGS
        return is_of_tags, -best.get(section.key, section.articles), -section.pages, section.label, section.key

    rows = preorder(tops, children, order)
    return Taxonomy(
        (source,),
        tuple(Concept(depth, s.label, s.url, s.pages, s.articles, (s.label,), s.examples) for depth, s in rows),
    )


def pruned(taxonomy: Taxonomy, articles: int) -> Taxonomy:
    """The concepts that lead to at least so many articles, and those on the way to them."""
    kept: list[Concept] = []
    needed = 0  # depth down to which what stands before must stay
    for concept in reversed(taxonomy.concepts):
        if concept.articles >= articles or concept.depth < needed:
            kept.append(concept)
            needed = concept.depth
        else:
            needed = min(needed, concept.depth)
    return replace(taxonomy, concepts=tuple(reversed(kept)))
