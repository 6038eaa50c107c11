"""The sections of one site: which of its pages stand for a topic, what each is called, and which lies below which.

OntoMiner takes the labels of links that lead within the site, and leaves out what is invalid (section 3). A section is a page that is linked
to and lists others: by its role, by `rel=tag`, by what JSON-LD calls `articleSection`, and by the pages beside it in the same folder of the site, which outvote a single
role. Pages that list but stand for no topic are left out: the entrance, later pages of a list, archives of a year or month, and
what one person wrote. A section lies below the one that breadcrumbs, else nested menus, else the folders of its address name.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final
from urllib.parse import unquote

from sitemine.acquire.urls import path_of
from sitemine.mine.taxonomy.concepts import label_of, text_key
from sitemine.mine.taxonomy.notopics import leads_on
from sitemine.mine.taxonomy.sightings import Sighting, Sightings
from sitemine.records import Role

PEOPLE: Final = frozenset("author authors user users profile member members contributor autor autoren auteur".split())
TAGS: Final = frozenset("tag tags schlagwort etiqueta label labels".split())
TOPICS: Final = TAGS | frozenset(
    "category categories section sections kategorie kategorien rubrik rubrique categorie categoria categorias".split()
)
DATES: Final = frozenset("archive archives date".split())
PAGES: Final = frozenset("page pages".split())
"""Folders that the common systems give to lists of a person, of a topic, of a time, and to later pages of a list."""

_NUMBER_BEHIND: Final = re.compile(r"\s*\d+$")
_VIEW: Final = re.compile(r"\?.*$|(?<=/)index[^/]*=[^/]*$")
_PLACE_IN: Final = re.compile(r"[?&@](?:start|page|paged|offset|sort|order|dir|s[tkd])=[^/&.]*", re.IGNORECASE)

FEW: Final = 3  # pages of a folder whose roles tell what its pages are
MOST_SHARE: Final = 0.8  # of a folder's pages that list, from which on all of them do
EXAMPLES: Final = 3
AN_INDEX: Final = 5  # pages that are called by a letter, from which on they are an index and not, as C and R, topics
MANY: Final = 4  # pages that one label is given to, from which on it names none of them


@dataclass(frozen=True, slots=True)
class Section:
    """One page of a site that stands for a topic."""

    key: str
    url: str
    label: str
    pages: int  # that link to it
    articles: int  # that it leads to, or that lead to it and not to every other section
    examples: tuple[str, ...]  # some of them
    parent: str  # key of the section that it lies below; empty at the top
    members: frozenset[str] = frozenset()  # keys of all these articles


def steps_of(url: str) -> list[str]:
    """The folders of a URL's path and its last name, without the ending of a file."""
    steps = [step for step in path_of(url).split("/") if step]
    return [*steps[:-1], steps[-1].removesuffix(".html").removesuffix(".htm").removesuffix(".php")] if steps else []


def _folder(url: str) -> tuple[str, ...]:
    return tuple(steps_of(url)[:-1])


def is_of_topics(url: str) -> bool:
    """Whether an address stands in a folder of topics, or is that folder."""
    return any(step.casefold() in TOPICS for step in steps_of(url))


def _is_of_no_topic(url: str) -> bool:
    """Whether an address is that of a later page of a list, of a time, or of a person."""
    steps = [step.casefold() for step in steps_of(url)]
    if not steps:
        return True
    named = steps[:-1]
    return (
        steps[-1].isdigit()
        or any(step in PEOPLE or step in DATES for step in steps)
        or (bool(named) and named[-1] in PAGES)
    )


def _viewed(key: str) -> set[str]:
    """The addresses of which a page is another view: in other order (`?sort=date`; saved in a file, `index-sort=date.html`), or from another place on."""
    return {_VIEW.sub("", key), _PLACE_IN.sub("", key)} - {key}


def _homes(keys: list[str]) -> set[str]:
    """The pages under whose address nearly all pages lie: the entrance, by whatever name."""
    folders: Counter[tuple[str, ...]] = Counter()
    for key in keys:
        steps = steps_of(key)
        folders.update(tuple(steps[:depth]) for depth in range(len(steps) + 1))
    return {key for key in keys if key.endswith("/") and folders[tuple(steps_of(key))] >= MOST_SHARE * len(keys)}


@dataclass(frozen=True, slots=True)
class _Folder:
    """How many pages of a folder list, of those that either list or tell."""

    listing: int
    judged: int

    @property
    def says(self) -> bool | None:
        if self.judged < FEW:
            return None
        share = self.listing / self.judged
        return True if share >= MOST_SHARE else False if share <= 1 - MOST_SHARE else None


def _folders(roles: Mapping[str, Role]) -> dict[tuple[str, ...], _Folder]:
    counts: dict[tuple[str, ...], list[int]] = defaultdict(lambda: [0, 0])
    for key, role in roles.items():
        if role is not Role.OTHER and not _is_of_no_topic(key):
            counts[_folder(key)][0] += role is Role.TOC
            counts[_folder(key)][1] += 1
    return {folder: _Folder(*count) for folder, count in counts.items()}


def _uncounted(label: str, key: str) -> str:
    """A label without the number of pages glued to its end, as in "Python15", where its address says it without."""
    bare = label_of(_NUMBER_BEHIND.sub("", label))
    steps = steps_of(key)
    same = bare and steps and text_key(bare) == text_key(unquote(steps[-1])) != text_key(label)
    return bare if same else label


def _slug(key: str) -> str:
    """The last name of an address, as words."""
    return " ".join(unquote(steps_of(key)[-1]).replace("_", "-").split("-")) if steps_of(key) else ""


def _label(key: str, sighting: Sighting, title: str, named: Counter[str]) -> str:
    """What most links call a page, else its own heading, else what it is called most often; the shortest and then the first of equals.

    What many pages are called ("previous") names none of them; `named` counts the pages that each label is given to. Nor does what says nothing
    ("read more"), where the heading or the address say something.
    """
    labels = {label: count for label, count in sighting.labels.items() if named[label] < MANY}
    label = min(labels, key=lambda label: (-labels[label], len(label), label), default="")
    heading = label_of(title)
    if heading and 2 * labels.get(label, 0) <= sum(sighting.labels.values()):
        return heading
    any_label = min(sighting.labels, key=lambda label: (-sighting.labels[label], len(label), label), default="")
    best = _uncounted(label or any_label, key)
    return next((one for one in (best, heading, label_of(_slug(key))) if one and not leads_on(one)), best)


def _is_section(
    key: str,
    sighting: Sighting,
    role: Role | None,
    around: tuple[_Folder | None, _Folder | None],
    *,
    is_told: bool,
) -> bool:
    """Whether a page stands for a topic; `around` are the folder that it stands in and its own."""
    folder, inside = around
    if _is_of_no_topic(key) or 2 * sighting.authors > sighting.pages or 2 * sighting.pagers > sighting.pages:
        return False
    says = folder.says if folder else None
    if role is not Role.OTHER and inside and inside.judged >= FEW and key.endswith("/"):
        return True
    if any(step.casefold() in TOPICS for step in _folder(key)) or sighting.topics >= FEW:
        return True
    if is_told and role is not Role.ARTICLE:
        return True
    if role is None:
        return sighting.topics > 0 or (says is True and bool(_folder(key)))
    if role is Role.OTHER:
        return False
    return role is Role.TOC if says is None else says


def _members(sightings: Sightings, keys: set[str], roles: Mapping[str, Role]) -> dict[str, frozenset[str]]:
    """The articles of each section: those that it leads to, and those that name it as their topic; but for links that most pages have."""
    found: dict[str, set[str]] = {key: set() for key in keys}
    few, half = max(len(roles) * (1 - MOST_SHARE), FEW), max(len(roles) / 2, FEW)
    for target, sources in sightings.linked_from.items():
        if target in keys:
            naming = sources if is_of_topics(target) else sightings.named_by.get(target, set())
            if len(sources) <= half:
                found[target] |= {source for source in naming if roles.get(source) is Role.ARTICLE}
        elif roles.get(target) is Role.ARTICLE and len(sources) <= few:
            for source in sources & keys:
                found[source].add(target)
    return {key: frozenset(members) for key, members in found.items()}


def _votes(sightings: Sightings, keys: set[str]) -> tuple[Counter[tuple[str, str]], Counter[tuple[str, str]]]:
    """(above, below) of sections by breadcrumbs and by menus."""
    crumbs: Counter[tuple[str, str]] = Counter()
    for trail, count in sightings.trails.items():
        on_way = [key for _, key in trail if key in keys]
        for pair in pairwise(on_way):
            crumbs[pair] += count
    menus = Counter({pair: count for pair, count in sightings.menus.items() if keys.issuperset(pair)})
    return crumbs, menus


def _by_address(keys: set[str]) -> dict[str, str]:
    """The section at the nearest folder above each one."""
    at = {tuple(steps_of(key)): key for key in sorted(keys, reverse=True)}
    found = {}
    for key in keys:
        steps = steps_of(key)
        above = (at.get(tuple(steps[:depth])) for depth in range(len(steps) - 1, 0, -1))
        found[key] = next((one for one in above if one and one != key), "")
    return found


def _parents(sightings: Sightings, keys: set[str]) -> dict[str, str]:
    """The section that each lies below; no circles."""
    crumbs, menus = _votes(sightings, keys)
    parent = dict.fromkeys(keys, "")
    chosen = _by_address(keys)
    for votes in (menus, crumbs):  # the later ones count more
        for (above, below), _ in sorted(votes.items(), key=lambda vote: (vote[1], vote[0])):
            if above != below:
                chosen[below] = above
    for key in sorted(keys):
        above = chosen[key]
        while above and above != key:
            above = parent[above]
        parent[key] = "" if above == key else chosen[key]
    return parent


def sections_of(sightings: Sightings, roles: Mapping[str, Role]) -> list[Section]:
    """The sections of a site in order of their keys; `roles` are those of its pages, by key."""
    folders = _folders(roles)
    homes = _homes(sorted(roles))
    named = Counter(label for sighting in sightings.seen.values() for label in sighting.labels)
    labels: dict[str, str] = {}
    for key, sighting in sightings.seen.items():
        is_told = any(sightings.told[label.casefold()] >= FEW for label in sighting.labels)
        around = folders.get(_folder(key)), folders.get(tuple(steps_of(key)))
        if key not in homes and _is_section(key, sighting, roles.get(key), around, is_told=is_told):
            labels[key] = _label(key, sighting, sightings.titles.get(key, ""), named)
    letters = {key for key, label in labels.items() if len(label) == 1}
    indexes = letters if len(letters) >= AN_INDEX else set()
    keys = {key for key, label in labels.items() if label and labels.keys().isdisjoint(_viewed(key))} - indexes
    parent, members = _parents(sightings, keys), _members(sightings, keys, roles)
    return [
        Section(
            key=key,
            url=sightings.seen[key].url,
            label=labels[key],
            pages=sightings.seen[key].pages,
            articles=len(members[key]),
            examples=tuple(sorted(members[key])[:EXAMPLES]),
            parent=parent[key],
            members=members[key],
        )
        for key in sorted(keys)
    ]
