"""`python -m bench.hierarchy DATA`: OntoMiner on the development sites, as Markdown tables on stdout.

Hierarchies of pages with their markup hidden, the sites' own sections, articles by alignment alone, and what it costs.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq

from bench.data import SITES, Gold, site_sources, sites_gold
from bench.hierarchy.articles import FIELDS, FieldScore, by_alignment, by_default, scores
from bench.hierarchy.pages import judged_pages
from bench.hierarchy.sections import Roles, gold_sections, mined, roles_in, score, sections_by
from bench.hierarchy.speed import generated, large_pages, partitioned, seconds, table_of, whole
from bench.quality.results import mean
from sitemine.mine.taxonomy.shared import common_taxonomy
from sitemine.mine.taxonomy.subjects import pruned
from sitemine.publish.taxonomies import taxonomy_text
from sitemine.records import Page
from sitemine.run.taxonomies import sections_of_site

PARTS = ("pages", "sections", "articles", "taxonomy", "speed")
COMMON = ((("news", "magazine"), 2, 0), (("news", "magazine", "blog"), 3, 5))
"""Kinds of sites, how many of them must have a concept, and how many articles it must lead to."""

SHIPPED = ("found", "P", "R")
HELD_OUT = ("found, roles held out", "P, roles held out", "R, roles held out")


def _row(cells: Iterable[object]) -> str:
    return f"| {' | '.join(f'{c:.3f}' if isinstance(c, float) else str(c) for c in cells)} |"


def _print(head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    print(_row(head))
    print(_row(["---", *["---:"] * (len(head) - 1)]))
    for row in rows:
        print(_row(row), flush=True)
    print()


def _mean(values: Iterable[float]) -> float:
    return mean(values) or 0.0


def pages(folder: Path, per_site: int) -> None:
    """Transitive closure of each site's pages, markup hidden and shown."""
    rows: dict[str, list[object]] = {}
    for hidden in (True, False):
        sites: dict[str, list[tuple[float, float]]] = defaultdict(list)
        for judged in judged_pages(folder, per_site, hidden=hidden):
            sites[judged.site].append((judged.precision, judged.recall))
        for site, found in sorted(sites.items()):
            row = rows.setdefault(site, [site, len(found)])
            row += [_mean(p for p, _ in found), _mean(r for _, r in found)]
    full = [row for row in rows.values() if len(row) == 6]
    means = [_mean(float(str(row[place])) for row in full) for place in range(2, 6)]
    total = ["mean of sites", sum(int(str(row[1])) for row in full), *means]
    _print(["site", "pages", "P, hidden", "R, hidden", "P, shown", "R, shown"], [*full, total])


def sections(folder: Path, sites: dict[str, list[Gold]], roles: Roles) -> None:
    """Sections of each site that has some, with the roles that ship and with those that were learned of other sites."""
    shipped, others = [], []
    for name, golds in sites.items():
        if gold_sections(golds):
            site = mined(folder, name)
            shipped.append(score(site.sections, name, golds))
            others += [score(sections_by(site, roles[name]), name, golds)] if roles else []
    columns = [shipped, *([others] if others else [])]
    rows = [
        [one[0].site, one[0].gold, *(value for s in one for value in (s.found, s.precision, s.recall))]
        for one in zip(*columns, strict=True)
    ]
    total: list[object] = ["mean of sites", sum(one.gold for one in shipped)]
    for found in columns:
        total += [sum(s.found for s in found), _mean(s.precision for s in found), _mean(s.recall for s in found)]
    head = ["site", "gold", *SHIPPED, *(HELD_OUT if others else ())]
    _print(head, [*rows, total])


def articles(folder: Path, sites: dict[str, list[Gold]]) -> None:
    """Fields of the gold articles, by alignment and by the default extractor."""
    table = pq.read_table(folder / SITES, columns=["url", "author"]).to_pylist()
    authors = {row["url"]: row["author"] or "" for row in table}
    of: dict[str, list[dict[str, FieldScore]]] = {"alignment": [], "default": []}
    for name, every in sites.items():
        golds = [gold for gold in every if gold.role == "article"]
        if golds:
            site = mined(folder, name)
            of["alignment"].append(scores(by_alignment(site, golds), golds, authors))
            of["default"].append(scores(by_default(site, golds), golds, authors))
    rows = []
    for method, found in of.items():
        for field in FIELDS:
            have = [one[field] for one in found if field in one]
            rows.append((method, field, len(have), _mean(s.precision for s in have), _mean(s.recall for s in have)))
        whole = [(_mean(s.precision for s in one.values()), _mean(s.recall for s in one.values())) for one in found]
        rows.append(
            (method, "mean of a site's fields", len(whole), _mean(p for p, _ in whole), _mean(r for _, r in whole))
        )
    _print(["by", "field", "sites", "P", "R"], rows)


def _common(folder: Path, names: Sequence[str], least: int, articles: int) -> str:
    """What some sites have in common, as text."""
    found = [replace(sections_of_site(mined(folder, name)), source=name) for name in names]
    tree = taxonomy_text(pruned(common_taxonomy(found, least), articles))
    least_articles = f", {articles} articles and more" if articles else ""
    return f"{len(names)} sites: {', '.join(names)}. On {least} and more{least_articles}:\n\n```\n{tree}```\n"


def taxonomy(folder: Path, sites: dict[str, list[Gold]]) -> None:
    """What the news sites and magazines have in common, and what they and the blogs have."""
    rows = pq.read_table(folder / SITES, columns=["site", "kind"]).to_pylist()
    for kinds, least, articles in COMMON:
        print(
            _common(
                folder, sorted({row["site"] for row in rows if row["kind"] in kinds} & sites.keys()), least, articles
            )
        )


def speed(folder: Path, sites: dict[str, list[Gold]]) -> None:
    """CPU seconds of partitioning alone, and of everything on a whole site."""
    rows: list[Sequence[object]] = [(name, 1, *seconds(table_of(html))) for name, html in large_pages()]
    made = generated()
    rows.append(("a generated newspaper", len(made), *partitioned(made)))
    for name in sorted(sites, key=lambda name: -len(sites[name]))[:2]:
        pages = [Page(s.url, s.html) for s in site_sources(folder, name)]
        rows.append((name, len(pages), *partitioned(pages)))
    _print(["partitioning", "pages", "leaves", "CPU seconds"], rows)
    costs = [(one.step, one.pages, one.found, one.seconds) for one in whole(made)]
    _print(["the generated newspaper, from bytes", "pages", "found", "CPU seconds"], costs)


def main() -> int:
    """The tables on stdout."""
    parser = argparse.ArgumentParser(prog="python -m bench.hierarchy", description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--part", choices=PARTS, action="append", help="only this (may be given several times)")
    parser.add_argument("--pages", type=int, default=30, help="pages of each site whose hierarchy is judged")
    parser.add_argument(
        "--roles", type=Path, help="what `bench.train DATA roles --held-out` wrote, to judge sections by"
    )
    parser.add_argument("--site", action="append", help="only this site (may be given several times)")
    arguments = parser.parse_args()
    sites: dict[str, list[Gold]] = defaultdict(list)
    for gold in sites_gold(arguments.data):
        if not arguments.site or gold.group in arguments.site:
            sites[gold.group].append(gold)
    for part in arguments.part or PARTS:
        print(f"## {part}\n")
        if part == "pages":
            pages(arguments.data, arguments.pages)
        elif part == "sections":
            sections(arguments.data, sites, roles_in(arguments.roles) if arguments.roles else {})
        else:
            {"articles": articles, "taxonomy": taxonomy, "speed": speed}[part](arguments.data, sites)
    return 0


if __name__ == "__main__":
    sys.exit(main())
