"""What several sites have in common: the concepts that their sections stand for, as one tree.

The labels of the sites' sections become concepts, and of all relations between these those stay that enough sites have (OntoMiner, section 3; `concepts`,
`taxminer`). Beyond the paper, labels of several languages are one concept where the lexicon says so, or where labels of other scripts than the Latin one have the same address in
Latin letters (`/sport/`). On a site one concept lies below another as its sections do; else where most of its articles stand in the
other too, which holds more of them.

The paper then follows the links of each concept and mines what it finds there, again and again. Here all pages are at hand, so that sections of
every depth take part from the start; `own` adds to the tree what lies below a common concept on one site alone.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import unquote

from sitemine.mine.taxonomy.concepts import Stemmer, Stems, grouped, stems_of
from sitemine.mine.taxonomy.lexicon import BROADER, concept_named
from sitemine.mine.taxonomy.notopics import is_of_no_topic
from sitemine.mine.taxonomy.sections import TOPICS, Section, steps_of
from sitemine.mine.taxonomy.subjects import TOP, Concept, Taxonomy, preorder, told_sections
from sitemine.mine.taxonomy.taxminer import Tree, least_support, taxminer, tree_of
from sitemine.options import Ontominer

EXAMPLES: Final = 3
LEAST_SHARED: Final = 3  # articles of a concept, for them to tell what it lies below
MOSTLY: Final = 0.8  # of its articles must stand in the concept above
LARGER: Final = 1.5  # times as many articles must stand there
WHOLE: Final = 0.5  # of a site's articles, from which on what holds them is no concept above others: a blog's "Blog"
FOLDERS: Final = [[name] for name in sorted(TOPICS)]
LEAST_SLUG: Final = 4  # letters of an address that says the same on several sites


@dataclass(frozen=True, slots=True)
class SiteSections:
    """The sections of one site, to be mined together with those of others."""

    source: str
    sections: Sequence[Section]
    stem: Stemmer | None = None  # of the site's language


@dataclass(slots=True)
class _Held:
    """What one site has of one concept."""

    sections: list[Section] = field(default_factory=list)
    above: set[str] = field(default_factory=set)  # concepts that its sections lie below

    @property
    def articles(self) -> frozenset[str]:
        return frozenset().union(*(section.members for section in self.sections))


Holding = dict[str, _Held]
"""What a site has, by concept."""


def _slug(section: Section) -> str:
    """The last name of a section's address, as words; empty where it is not in Latin letters."""
    steps = steps_of(section.key)
    slug = unquote(steps[-1]).casefold().replace("-", " ").replace("_", " ") if steps else ""
    return slug if slug.isascii() and any(map(str.isalpha, slug)) else ""


def _is_latin(label: str) -> bool:
    return any("a" <= letter <= "z" for letter in label.casefold())


def _known(section: Section) -> str:
    """The concept that the lexicon has for a section: by its label, else, if that is in another script, by its address."""
    return concept_named(section.label) or ("" if _is_latin(section.label) else concept_named(_slug(section)))


def _root(joined: dict[Stems, Stems], stems: Stems) -> Stems:
    while joined.get(stems, stems) != stems:
        stems = joined[stems]
    return stems


def _stems(words: Mapping[str, str], stemmer: Mapping[str, Stemmer | None]) -> dict[str, Stems]:
    """The stems of each label in its own language; labels of two languages have the same where the rules of either make them so.

    So "Algorithms" on a Korean site is "Algorithm", but "Fundamentos" is not "Fundamentalism", although each one's own rules give "fundament". `words`
    are those that each label counts as, `stemmer` is that of the first site which has them.
    """
    stemmers = list(dict.fromkeys(stemmer.values()))
    texts = [(text, stemmers.index(stem)) for text, stem in stemmer.items()]
    own = {text: frozenset(f"{number} {one}" for one in stems_of(text, stemmers[number])) for text, number in texts}
    known = [{own[text] for text, number in texts if number == place} for place in range(len(stemmers))]
    joined: dict[Stems, Stems] = {}
    for text, number in texts:
        for other, stem in enumerate(stemmers):
            foreign = frozenset(f"{other} {one}" for one in stems_of(text, stem)) if other != number else frozenset()
            if foreign and foreign in known[other]:
                one, two = sorted((_root(joined, own[text]), _root(joined, foreign)), key=sorted)
                joined[two] = one
    return {label: _root(joined, own[text]) for label, text in words.items()}


def _concepts(sites: Sequence[SiteSections], *, lexicon: bool) -> dict[str, str]:
    """The concept of each label that the lexicon does not have; a label counts once a site."""
    counts: Counter[str] = Counter()
    words: dict[str, str] = {}
    stemmer: dict[str, Stemmer | None] = {}
    for site in sites:
        labels = {section.label: section for section in site.sections if not (lexicon and _known(section))}
        counts.update(labels.keys())
        for label, section in labels.items():
            slug = _slug(section) if lexicon and not _is_latin(label) else ""
            words[label] = slug if len(slug) >= LEAST_SLUG else label.casefold()
            stemmer.setdefault(words[label], site.stem)
    return grouped(counts, _stems(words, stemmer))


def _held(site: SiteSections, concept: Mapping[str, str], *, lexicon: bool) -> Holding:
    """The concepts of a site with their sections, and the concepts that these lie below."""
    of_key = {section.key: section for section in site.sections}

    def name(section: Section) -> str:
        if is_of_no_topic(section.label) or steps_of(section.key)[-1:] in FOLDERS:
            return ""
        return (_known(section) if lexicon else "") or concept.get(section.label, "")

    found: Holding = defaultdict(_Held)
    for section in site.sections:
        mine = name(section)
        above = of_key.get(section.parent)
        while above and name(above) in ("", mine):
            above = of_key.get(above.parent)
        if mine:
            found[mine].sections.append(section)
            found[mine].above |= {name(above)} if above else set()
    return dict(found)


def _nested(holding: Holding) -> dict[str, set[str]]:
    """The concepts that hold most of another's articles, and more of them; the smallest such."""
    articles = {name: held.articles for name, held in holding.items()}
    total = len(frozenset().union(*articles.values()))
    holders: dict[str, list[str]] = defaultdict(list)
    for name, inside in articles.items():
        if len(inside) <= WHOLE * total:
            for article in inside:
                holders[article].append(name)
    found: dict[str, set[str]] = {}
    for name, inside in articles.items():
        if len(inside) >= LEAST_SHARED and not holding[name].above:
            shared = Counter(other for article in inside for other in holders[article] if other != name)
            least = LARGER * len(inside)
            above = [one for one, n in shared.items() if n >= MOSTLY * len(inside) and len(articles[one]) >= least]
            if above:
                found[name] = {min(above, key=lambda one: (len(articles[one]), one))}
    return found


def _tree(holding: Holding) -> Tree:
    """The parents of each concept of a site; what has none is below the top."""
    nested = _nested(holding)
    return {
        name: frozenset(held.above or nested.get(name, set()) or {TOP}) - {name} or frozenset({TOP})
        for name, held in holding.items()
    }


def _is_below(parent: Mapping[str, str], name: str, above: str) -> bool:
    """Whether a concept is another or lies below it."""
    while name not in (TOP, above):
        name = parent.get(name, TOP)
    return name == above


def _with_broader(parent: Mapping[str, str], holdings: Sequence[Holding]) -> dict[str, str]:
    """The parents of concepts; what no site puts below another lies below what the lexicon has above it, if a site has that."""
    had = {name for holding in holdings for name in holding}
    found = dict(parent)
    waiting = sorted(parent)
    for name in waiting:
        wider = BROADER.get(name, TOP)
        if found[name] == TOP and wider in had and not _is_below(found, wider, name):
            found[name] = wider
            if wider not in found:
                found[wider] = TOP
                waiting.append(wider)
    return found


def _with_own(
    chosen: Mapping[str, str], trees: Sequence[Tree], holdings: Sequence[Holding], own: int
) -> dict[str, str]:
    """The parent of each concept, those added that one site alone has below another, by as many articles at least."""
    parent = dict(chosen)
    for tree, holding in zip(trees, holdings, strict=True):
        waiting = [name for name in sorted(tree) if name not in parent and len(holding[name].articles) >= own]
        fresh = True
        while fresh:
            fresh = False
            for name in waiting:
                above = min((one for one in tree[name] if one in parent), default="")
                if name not in parent and above:
                    parent[name], fresh = above, True
    return parent


def _best_support(parent: Mapping[str, str], held: Mapping[str, Sequence[_Held]]) -> Counter[str]:
    """The most sites that have a concept, or one below it: what they are told in order of."""
    best: Counter[str] = Counter()
    for name, of_name in held.items():
        way = name
        while way != TOP:
            best[way] = max(best[way], len(of_name))
            way = parent[way]
    return best


def _concept(depth: int, name: str, held: Sequence[_Held]) -> Concept:
    sections = [section for one in held for section in one.sections]
    return Concept(
        depth=depth,
        label=name,
        url="",
        support=len(held),
        articles=sum(len(one.articles) for one in held),
        labels=tuple(sorted({section.label for section in sections})),
        examples=tuple(max(one.sections, key=lambda s: (s.articles, s.url)).url for one in held)[:EXAMPLES],
    )


def common_taxonomy(
    sites: Sequence[SiteSections], least: int | None = None, options: Ontominer | None = None, *, own: int = 0
) -> Taxonomy:
    """The concepts and relations that at least `least` of the sites have; the paper's support where it is None.

    With `own`, also the concepts of one site that lie below these and lead to so many articles.
    """
    options = options or Ontominer()
    sites = [
        SiteSections(site.source, told_sections(site.sections), site.stem)
        for site in sorted(sites, key=lambda site: site.source)
    ]
    concept = _concepts(sites, lexicon=options.lexicon)
    holdings = [_held(site, concept, lexicon=options.lexicon) for site in sites]
    trees = [_tree(holding) for holding in holdings]
    relations = tree_of(taxminer(trees, least or least_support(len(sites), options)))
    parent = {name: relation.above for name, relation in relations.items()}
    parent = _with_broader(parent, holdings) if options.lexicon else parent
    parent = _with_own(parent, trees, holdings, own) if own else parent
    below: dict[str, list[str]] = defaultdict(list)
    for name, above in parent.items():
        below[above].append(name)
    held = {name: [holding[name] for holding in holdings if name in holding] for name in parent}
    best = _best_support(parent, held)
    rows = preorder(below[TOP], lambda name: below[name], lambda name: (-best[name], -len(held[name]), name))
    return Taxonomy(tuple(site.source for site in sites), tuple(_concept(d, name, held[name]) for d, name in rows))
