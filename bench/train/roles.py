"""`python -m bench.train DATA roles [--figures [--hide-urls]] [--held-out FILE] [--out FILE]`: learns the roles of pages and the entries of TOC pages.

Without `--figures` all sites are learned from and `roles.bin` is written. With it nothing is written: each site is decided on
by what was learned of the others, in ten folds, and the figures are printed. `--held-out` writes only these decisions, for `bench.hierarchy`.
"""

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from bench.quality.results import mean
from bench.quality.roles import Scores, r_precision, scores
from bench.train.boosted import Flags, Floats, asked, boosted
from bench.train.entries import Links, entries_of, learn_entries, links_of
from bench.train.pages import LonePages, Pages, ReadSite, labelled, lone_pages, place_of, read_sites, variants
from bench.train.parts import made_up, parts_by_site, plain_sites
from bench.train.regression import fitted
from sitemine.mine.forest import Splits, columns_of
from sitemine.mine.learned import packed
from sitemine.mine.site.roles import (
    SECOND,
    SiteRoles,
    alone_columns,
    believed,
    first_columns,
    homes_of,
    probability_of,
    second_columns,
    second_decision,
)
from sitemine.mine.site.standing import Standing, Support, support, told_columns

N_FOLDS: Final = 10
N_TREES: Final = 150
FIRM: Final = 0.2  # mean weight of a row of the first decision: rows of one site are alike, and count as fewer
SECOND_MASS: Final = 0.3  # of all rows of the second decision, against the ridge: its few terms are kept small
PART_MASS: Final = 0.3  # of a part of a site beside that of a whole one of as many pages
MADE_UP_MASS: Final = 0.35
MADE_UP_AMONG: Final = 0.8  # the same where the pages of a site are compared: real ones are seldom so few
SHIPPED: Final = Path(__file__).parents[2] / "src" / "sitemine" / "mine" / "roles.bin"


@dataclass(slots=True, eq=False)
class Seen:
    """A site, or a part of one, with what the decisions said of it so far."""

    pages: Pages
    standing: Standing
    mass: float = 1.0
    is_made_up: bool = False
    read: ReadSite | None = None  # what its entries are learned from
    alone: Floats = field(default_factory=lambda: np.zeros(0))
    first: Floats = field(default_factory=lambda: np.zeros(0))
    log_odds: Floats = field(default_factory=lambda: np.zeros(0))
    found: Support | None = None


Sites = Mapping[str, Sequence[Seen]]


@dataclass(frozen=True, slots=True, eq=False)
class Learned:
    """The three decisions."""

    alone: Splits
    first: Splits
    second: Floats


def _rows(
    seen: Sequence[Seen], columns: Callable[[Seen], Sequence[Floats]], made_up_mass: float
) -> tuple[Floats, Flags, Floats]:
    """The judged pages; the mass of a site is the square root of its pages."""
    parts = [one for one in seen if one.pages.is_judged.any()]
    judged = [one.pages.is_judged for one in parts]
    table = np.concatenate(
        [np.column_stack(columns(one))[is_judged] for one, is_judged in zip(parts, judged, strict=True)]
    )
    wanted = np.concatenate([one.pages.is_toc[is_judged] for one, is_judged in zip(parts, judged, strict=True)])
    weight = np.concatenate(
        [
            np.full(count := int(is_judged.sum()), (made_up_mass if one.is_made_up else one.mass) * count**-0.5)
            for one, is_judged in zip(parts, judged, strict=True)
        ]
    )
    return table, wanted, weight / weight.mean()


def learn_alone(seen: Sequence[Seen], lone: LonePages) -> Splits:
    """The first trees: half of what they learn from are pages of a thousand other sites."""
    table, wanted, weight = _rows(seen, lambda one: alone_columns(one.pages.portrait.alone), MADE_UP_MASS)
    columns = np.column_stack(list(told_columns(lone.told).values()))
    together = np.concatenate((weight * len(lone.weight) / len(weight), lone.weight))
    return boosted(np.concatenate((table, columns)), np.concatenate((wanted, lone.is_toc)), together, N_TREES)


def _first(one: Seen) -> list[Floats]:
    return first_columns(one.standing, one.alone)


def _second(one: Seen) -> dict[str, Floats]:
    if one.found is None:
        one.found = support(one.standing, one.first)
    return second_columns(one.first, one.found)


def _others(sites: Mapping[str, object], fold: int | None) -> list[str]:
    """The sites that a fold is not made of."""
    order = sorted(sites, key=lambda name: (name in made_up(), place_of(name)))
    return sorted(name for place, name in enumerate(order) if fold is None or place % N_FOLDS != fold)


def _by_fold(sites: Sites, learn: Callable[[list[str]], object], tell: Callable[[object, Seen], None]) -> None:
    """Tells each site what was learned of the others."""
    for fold in range(N_FOLDS):
        others = _others(sites, fold)
        learned = learn(others)
        for name in sites.keys() - set(others):
            for one in sites[name]:
                tell(learned, one)


def _telling(sites: Sites, names: Sequence[str]) -> list[Seen]:
    """Whole sites, once without what their pages declare, and parts."""
    return [one for name in names for place, one in enumerate(sites[name]) if place < 2 or one.read]


def _several(sites: Sites, names: Sequence[str]) -> list[Seen]:
    """All in which a page stands among others."""
    return [one for name in names for one in sites[name] if len(one.pages.portrait) > 1]


def learn(sites: Sites, lone: LonePages) -> Learned:
    """The decisions, each learned from what the ones before say of sites that they were not learned from.

    Leaves with every site what is said of it by what was learned of the others.
    """

    def alone(names: list[str]) -> Splits:
        return learn_alone(_telling(sites, names), lone)

    def tell_alone(splits: object, one: Seen) -> None:
        one.alone = asked(splits, alone_columns(one.pages.portrait.alone))  # type: ignore[arg-type]

    def first(names: list[str]) -> Splits:
        table, wanted, weight = _rows(_several(sites, names), _first, MADE_UP_AMONG)
        return boosted(table, wanted, weight * FIRM, N_TREES)

    def tell_first(splits: object, one: Seen) -> None:
        is_lone = len(one.pages.portrait) < 2
        one.first = one.alone if is_lone else believed(asked(splits, _first(one)))  # type: ignore[arg-type]

    def second(names: list[str]) -> Floats:
        table, wanted, weight = _rows(_several(sites, names), lambda one: list(_second(one).values()), MADE_UP_MASS)
        return fitted(table, wanted, weight * SECOND_MASS / len(weight))

    def tell_second(weights: object, one: Seen) -> None:
        is_lone = len(one.pages.portrait) < 2
        one.log_odds = one.alone if is_lone else second_decision(_second(one), weights)  # type: ignore[arg-type]

    _by_fold(sites, alone, tell_alone)
    _by_fold(sites, first, tell_first)
    _by_fold(sites, second, tell_second)
    everywhere = sorted(sites)
    return Learned(alone(everywhere), first(everywhere), second(everywhere))


class _SiteRow(NamedTuple):
    """What was decided on a site's pages."""

    name: str
    precision: float | None
    right: int
    wrong: int
    missed: int
    articles: int  # taken for such


def _site_row(name: str, log_odds: Floats, pages: Pages) -> _SiteRow:
    said, wanted = log_odds[pages.is_judged], pages.is_toc[pages.is_judged]
    toc = said > 0
    precision = r_precision(said.tolist(), wanted.tolist())
    counts = (toc & wanted, toc & ~wanted, ~toc & wanted, ~toc & ~wanted)
    return _SiteRow(name, precision, *(int(flags.sum()) for flags in counts))


def roles_table(sites: Sites, decision: str) -> str:
    """R-precision and mistakes by site, and the means, as Markdown; `decision` is a field of `Seen`."""
    real = sorted(sites.keys() - made_up())
    rows = [_site_row(name, getattr(sites[name][0], decision), sites[name][0].pages) for name in real]
    right, wrong = sum(row.right for row in rows), sum(row.wrong for row in rows)
    missed, article = sum(row.missed for row in rows), sum(row.articles for row in rows)
    macro = (
        scores(right, right + wrong, right + missed).f1 + scores(article, article + missed, article + wrong).f1
    ) / 2
    lines = ["| site | R-precision | TOC pages | articles | taken for TOC pages | missed |", "| --- |" + " ---: |" * 5]
    for row in rows:
        figure = "" if row.precision is None else f"{row.precision:.3f}"
        tocs, articles = row.right + row.missed, row.articles + row.wrong
        lines.append(f"| {row.name} | {figure} | {tocs} | {articles} | {row.wrong} | {row.missed} |")
    average = mean(row.precision for row in rows) or 0.0
    total = f"| **all** | **{average:.4f}** | {right + missed} | {wrong + article} | {wrong} | {missed} |"
    return "\n".join([*lines, total, f"\nroles macro F1 {macro:.4f}"])


def sees(sites: Sequence[ReadSite], parts: Mapping[str, Sequence[ReadSite]]) -> dict[str, list[Seen]]:
    """Every site, its variants and its parts, and the made-up sites."""

    def part(site: ReadSite) -> Seen:
        is_made_up = site.name in made_up()
        mass = MADE_UP_MASS if is_made_up else PART_MASS
        return Seen(pages := labelled(site), Standing(pages.portrait), mass, is_made_up, site)

    seen: dict[str, list[Seen]] = {name: [] for name in sorted(parts)}
    for number, site in enumerate(sites):
        seen[site.name] = [Seen(pages, Standing(pages.portrait)) for pages in variants(site, number)]
        seen[site.name][0].read = site
    for name in sorted(parts):
        seen[name] += [part(site) for site in parts[name]]
    return seen


def _links(one: Seen, site: ReadSite) -> Links:
    nothing = np.zeros(len(one.log_odds))
    places, homes = one.standing.places(probability_of(one.log_odds)), homes_of(site.portrait)
    roles = SiteRoles(site.portrait.key, one.log_odds, one.alone, one.first, nothing, nothing, places, homes)
    return links_of(site, roles, one.mass)


def links_by_site(sites: Sites) -> dict[str, list[Links]]:
    """The links of the TOC pages of each site and its parts, as what was learned of the others decided on the roles."""
    return {
        name: [_links(one, one.read) for one in seen if one.read and one.pages.is_toc.any()]
        for name, seen in sites.items()
    }


def entries_by_site(links: Mapping[str, Sequence[Links]]) -> dict[str, list[Scores | None]]:
    """How well the entries of each are found by what was learned of the others."""
    found: dict[str, list[Scores | None]] = {}
    for fold in range(N_FOLDS):
        others = _others(links, fold)
        splits = learn_entries([one for name in others for one in links[name]])
        found |= {name: [entries_of(splits, one) for one in links[name]] for name in links.keys() - set(others)}
    return found


def entries_table(sites: Sites, found: Mapping[str, Sequence[Scores | None]]) -> str:
    """Entries by site."""
    real = sorted(name for name in sites.keys() - made_up() if sites[name][0].pages.is_toc.any())
    there = {name: scores for name in real if (scores := found[name][0])}
    rows = [f"| {name} | {' | '.join(f'{part:.3f}' for part in scores)} |" for name, scores in there.items()]
    means = [mean(scores[part] for scores in there.values()) or 0.0 for part in range(3)]
    head = ["| entries | P | R | F1 |", "| --- | ---: | ---: | ---: |"]
    return "\n".join([*head, *rows, f"| **mean** | {' | '.join(f'{value:.4f}' for value in means)} |"])


def _part_row(name: str, seen: Sequence[Seen], entries: Sequence[Scores]) -> str:
    rows = [_site_row(name, one.log_odds, one.pages) for one in seen]
    right, wrong = sum(row.right for row in rows), sum(row.wrong for row in rows)
    missed, article = sum(row.missed for row in rows), sum(row.articles for row in rows)
    macro = (
        scores(right, right + wrong, right + missed).f1 + scores(article, article + missed, article + wrong).f1
    ) / 2
    precision, f1 = mean(row.precision for row in rows), mean(found.f1 for found in entries)
    return f"| {name} | {len(seen)} | {precision or 0.0:.3f} | {macro:.3f} | {f1 or 0.0:.3f} |"


def parts_table(sites: Sites, found: Mapping[str, Sequence[Scores | None]]) -> str:
    """The same of parts of sites, by the number of their pages, and of the made-up sites."""
    by_size: dict[int, list[Seen]] = {}
    entries: dict[int, list[Scores]] = {}
    for name, seen in sorted(sites.items()):
        scored = iter(found[name])
        for place, one in enumerate(seen):
            if one.read is None:
                continue
            said = next(scored) if one.pages.is_toc.any() else None
            size = 0 if name in made_up() else len(one.pages.portrait)
            if place or not size:
                by_size.setdefault(size, []).append(one)
                entries.setdefault(size, []).extend([said] if said else [])
    lines = ["| pages | parts | R-precision | macro F1 | entries F1 |", "| --- |" + " ---: |" * 4]
    lines += [_part_row(str(size or "made up"), by_size[size], entries[size]) for size in sorted(by_size)]
    return "\n".join(lines)


def held_out(sites: Sites) -> dict[str, dict[str, bool]]:
    """Whether each page of each site, by its key, is a TOC page, as what was learned of other sites has it."""
    return {
        name: dict(zip(map(str, seen[0].pages.portrait.key.tolist()), (seen[0].log_odds > 0).tolist(), strict=True))
        for name, seen in sites.items()
        if name not in made_up()
    }


def pack(learned: Learned) -> dict[str, npt.NDArray[Any]]:
    """The columns of the file."""
    columns: dict[str, npt.NDArray[Any]] = {"second": learned.second}
    for name, splits in (("alone", learned.alone), ("first", learned.first)):
        columns |= {f"{name}.{key}": column for key, column in columns_of(splits, 0.0).items()}
    return columns


def run(folder: Path, words: Sequence[str]) -> int:
    """The file, or the figures on stdout; everything else on stderr."""
    parser = argparse.ArgumentParser(prog="python -m bench.train DATA roles", description=__doc__)
    parser.add_argument("--figures", action="store_true", help="print what other sites get, and write nothing")
    parser.add_argument("--out", type=Path, default=SHIPPED, help="the file to write")
    parser.add_argument("--hide-urls", action="store_true", help="replace every address of a site by a meaningless one")
    parser.add_argument(
        "--held-out", type=Path, help="write, as JSON, what other sites say of each page, and nothing else"
    )
    arguments = parser.parse_args(words)
    read = list(read_sites(folder, hide=arguments.hide_urls))
    print(f"read {len(read)} sites", file=sys.stderr, flush=True)
    parts = dict(parts_by_site(folder, [site.name for site in read])) | dict(plain_sites())
    print("read their parts", file=sys.stderr, flush=True)
    sites = sees(read, parts)
    learned = learn(sites, lone_pages(folder))
    if arguments.held_out:
        arguments.held_out.write_text(json.dumps(held_out(sites)), "utf-8")
        return 0
    if arguments.figures:
        for title, decision in (("alone", "alone"), ("first", "first"), ("second", "log_odds")):
            print(f"{title}\n\n{roles_table(sites, decision)}\n")
        found = entries_by_site(links_by_site(sites))
        print(f"{entries_table(sites, found)}\n\n{parts_table(sites, found)}\n")
        print(dict(zip(SECOND, learned.second.round(2).tolist(), strict=True)))
        return 0
    entries = learn_entries([one for links in links_by_site(sites).values() for one in links])
    columns = pack(learned) | {f"entries.{key}": column for key, column in columns_of(entries, 0.0).items()}
    arguments.out.write_bytes(packed(columns))
    print(f"{arguments.out}: {arguments.out.stat().st_size:,} bytes", file=sys.stderr)
    return 0
