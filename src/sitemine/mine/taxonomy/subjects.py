"""What a site is about, or what several sites have in common: their sections as one tree of concepts.

Of one site the tree is that of its sections. Of several, the labels of their sections become concepts, and of all relations between them those
stay that enough sites have (OntoMiner, section 3; `concepts`, `taxminer`). The paper begins with home pages and then follows the links of each
concept; here all pages of the sites are at hand, and their sections of every depth take part from the start.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar
from urllib.parse import unquote

from sitemine.mine.taxonomy.concepts import Stemmer, Stems, grouped, stems_of
from sitemine.mine.taxonomy.sections import TOPICS, Section, steps_of
from sitemine.mine.taxonomy.taxminer import Tree, least_support, taxminer, tree_of
from sitemine.options import Ontominer

TOP: Final = ""
LEAST_FACET: Final = 3
"""Sections that share a folder, from which on the folder is a branch of its own beside others."""

EXAMPLES: Final = 3


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


@dataclass(frozen=True, slots=True)
class SiteSections:
    """The sections of one site, to be mined together with those of others."""

    source: str
    sections: Sequence[Section]
    stem: Stemmer | None = None  # of the site's language


Node = TypeVar("Node")


def _preorder(
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
    """The folder of topics (tags, categories) that each section at the top stands in, where there are sections beside it."""
    tops = [section for section in sections if not section.parent]
    folders: dict[str, list[str]] = defaultdict(list)
    for section in tops:
        steps = steps_of(section.key)
        if len(steps) > 1 and steps[-2].casefold() in TOPICS:
            folders[unquote(steps[-2])].append(section.key)
    large = {name: keys for name, keys in folders.items() if LEAST_FACET <= len(keys) < len(tops)}
    return {key: name for name, keys in large.items() for key in keys}


def site_taxonomy(source: str, sections: Sequence[Section]) -> Taxonomy:
    """The sections of one site as a tree; those that lead to most articles first, folders of topics last."""
    facet = _facets(sections)
    below: dict[str, list[Section]] = defaultdict(list)
    for section in sections:
        below[section.parent].append(section)
    names = sorted(set(facet.values()))
    folders = {name: [s for s in below[TOP] if facet.get(s.key) == name] for name in names}
    heads = {
        name: Section(name, "", name, 0, sum(s.articles for s in inside), (), TOP) for name, inside in folders.items()
    }
    tops = [*heads.values(), *(section for section in below[TOP] if section.key not in facet)]

    def children(section: Section) -> list[Section]:
        return below[section.key] if section.url else folders[section.key]

    rows = _preorder(tops, children, lambda s: (not s.url, -s.articles, -s.pages, s.label, s.key))
    return Taxonomy(
        (source,),
        tuple(Concept(depth, s.label, s.url, s.pages, s.articles, (s.label,), s.examples) for depth, s in rows),
    )


def _tree(site: SiteSections, concept: Mapping[str, str]) -> Tree:
    """The parents of each concept of a site; what has none is below the top."""
    of_key = {section.key: section for section in site.sections}
    parents: dict[str, set[str]] = defaultdict(set)
    for section in site.sections:
        name = concept.get(section.label)
        above = of_key.get(section.parent)
        while above and concept.get(above.label, name) == name:
            above = of_key.get(above.parent)
        if name:
            parents[name].add(concept[above.label] if above else TOP)
    return {name: frozenset(found) for name, found in parents.items()}


def _concepts(sites: Sequence[SiteSections]) -> dict[str, str]:
    """The concept of each label; a label counts once a site."""
    counts: Counter[str] = Counter()
    stems: dict[str, Stems] = {}
    for site in sites:
        labels = {section.label for section in site.sections}
        counts.update(labels)
        stems |= {label: stems_of(label, site.stem) for label in labels if label not in stems}
    return grouped(counts, stems)


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


def common_taxonomy(
    sites: Sequence[SiteSections], least: int | None = None, options: Ontominer | None = None
) -> Taxonomy:
    """The concepts and relations that at least `least` of the sites have; the paper's support where it is None."""
    sites = sorted(sites, key=lambda site: site.source)
    concept = _concepts(sites)
    relations = taxminer([_tree(site, concept) for site in sites], least or least_support(len(sites), options))
    chosen = tree_of(relations)
    holders: dict[str, list[tuple[str, Section]]] = defaultdict(list)
    for site in sites:
        for section in site.sections:
            holders[concept.get(section.label, "")].append((site.source, section))
    below: dict[str, list[str]] = defaultdict(list)
    for name, relation in chosen.items():
        below[relation.above].append(name)

    def support(name: str) -> int:
        return len({source for source, _ in holders[name]})

    rows = _preorder(below[TOP], lambda name: below[name], lambda name: (-support(name), name))
    return Taxonomy(
        tuple(site.source for site in sites),
        tuple(
            Concept(
                depth=depth,
                label=name,
                url="",
                support=support(name),
                articles=sum(section.articles for _, section in holders[name]),
                labels=tuple(sorted({section.label for _, section in holders[name]})),
                examples=tuple(section.url for _, section in holders[name])[:EXAMPLES],
            )
            for depth, name in rows
        ),
    )
