"""Small and plain sites to learn roles from: a few pages of each real one, and pages that are made up.

Whole sites show how their pages stand among each other; a few pages hardly do, and one page does not. So each site is also seen
as a handful of TOC pages, of pages that they introduce, and of others, read as if there were no more; some of them without the
elements that say what they hold.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from bench import data
from bench.data import Gold, Source
from bench.quality.sites import TOC
from bench.train.pages import ReadSite, read_site
from bench.train.plain import plain_site
from sitemine.mine.site.portrait import page_key

SIZES: Final = {1: 6, 2: 4, 3: 4, 5: 4, 10: 2, 20: 2, 40: 1}
"""Pages of a part, and how many parts of that size are drawn of each site."""

TOC_SHARES: Final = (0.1, 0.3, 0.5)
N_GROUPS: Final = 10  # of made-up sites: one is left out with each fold
N_PLAIN: Final = 30  # of each group

SAYING: Final = re.compile(rb"<(/?)(?:article|section|nav|main|header|footer|aside|figure|menu)\b", re.IGNORECASE)
TIME: Final = re.compile(rb"<(/?)time\b[^>]*", re.IGNORECASE)


def bare(source: Source) -> Source:
    """The page without the elements that say what they hold."""
    return replace(source, html=TIME.sub(rb"<\1span", SAYING.sub(rb"<\1div", source.html)))


def _drawn(golds: Sequence[Gold], size: int, number: int, chance: np.random.Generator) -> list[int]:
    """Some TOC pages, some of what they introduce, and some others."""
    mixed = chance.permutation(len(golds)).tolist()
    tocs = [k for k in mixed if golds[k].role == TOC]
    if size == 1:
        return (tocs if number % 2 == 0 and tocs else mixed)[:1]
    chosen = tocs[: max(1, round(size * chance.choice(TOC_SHARES)))]
    introduced = {page_key(url) for k in chosen for url in golds[k].entries}
    targets = [k for k in mixed if page_key(golds[k].key) in introduced and k not in chosen]
    chosen += targets[: round((size - len(chosen)) * chance.choice((0.5, 1.0)))]
    taken = set(chosen)
    return chosen + [k for k in mixed if k not in taken][: size - len(chosen)]


def parts_of(name: str, sources: Sequence[Source], golds: Sequence[Gold], number: int) -> Iterator[ReadSite]:
    """Parts of a site of several sizes, each read by itself; every second one of a size bare."""
    by_key = {page_key(gold.key): gold for gold in golds}
    known = sorted((source for source in sources if page_key(source.url) in by_key), key=lambda source: source.url)
    theirs = [by_key[page_key(source.url)] for source in known]
    for size, count in SIZES.items():
        for draw in range(count if size < len(known) else 0):
            chance = np.random.default_rng((number, size, draw))
            pages = [known[k] for k in _drawn(theirs, size, draw, chance)]
            yield read_site(name, [bare(page) for page in pages] if draw % 4 >= 2 else pages, golds)


def parts_by_site(folder: Path, names: Sequence[str]) -> Iterator[tuple[str, list[ReadSite]]]:
    """The parts of each site of the data."""
    golds: dict[str, list[Gold]] = {}
    for gold in data.sites_gold(folder):
        golds.setdefault(gold.group, []).append(gold)
    for number, name in enumerate(names):
        yield name, list(parts_of(name, data.site_sources(folder, name), golds[name], number))


@cache
def made_up() -> frozenset[str]:
    """The names of the groups of made-up sites."""
    return frozenset(f"plain-{group}" for group in range(N_GROUPS))


def plain_sites() -> Iterator[tuple[str, list[ReadSite]]]:
    """Groups of made-up sites."""
    for group, name in enumerate(sorted(made_up())):
        made = (plain_site(N_PLAIN * group + k) for k in range(N_PLAIN))
        yield name, [read_site(name, sources, golds) for sources, golds in made]
