"""`python -m bench.quality.lamis DATA docs/links.md`: the paper's table of link analyses redone on the sites of the data.

The tables are put between the markers of the Markdown file, the charts beside it.
"""

import argparse
import math
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from bench import svg
from bench.quality.discovered import METHODS, article_f1
from bench.quality.rankings import TABLES, TOP, Ranking, ReadSite, analyses, mean_ranking, rankings, read_sites
from bench.quality.roles import LEVELS
from bench.render import placed
from sitemine.measure.hubs import hubs_of
from sitemine.options import Lamis

BEST = "lamis-ln-cb-hr-tw"
MAIN = ("ol", "hits", "hits-ln", "lamis", "lamis-ln", BEST, BEST + TABLES, "link-text share", "URL depth")
CURVES = ("ol", "hits", "lamis", "lamis-ln", BEST, "link-text share")
CONVERGING = ("hits", "lamis", "hits-ln", "lamis-ln", "lamis-ln-cb")
STEPS = 30
NOTHING = 1e-6  # hubs below so much of the largest are 0

BySite = dict[str, dict[str, Ranking]]


@dataclass
class Found:
    """What the sites show."""

    rankings: BySite = field(default_factory=dict)
    entropies: list[float] = field(default_factory=list)  # share of a site's links that are probably redundant
    texts: list[dict[str, float]] = field(default_factory=list)  # word F1 of articles by method
    silent: list[float] = field(default_factory=list)  # share of its pages whose LAMIS hub is 0
    changes: dict[str, list[Sequence[float]]] = field(default_factory=lambda: defaultdict(list))
    still: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))


def _look(site: ReadSite, found: Found) -> None:
    """Adds what one site shows."""
    hubs = analyses(site)
    worth = rankings(site, hubs)
    if worth:
        found.rankings[site.name] = worth
    links = site.modern.only(site.modern.source != site.modern.target)
    if len(links):
        found.entropies.append(float((links.entropy > Lamis().redundant).mean()))
    hub = hubs["lamis"].hub
    found.silent.append(float((hub <= NOTHING * hub.max(initial=0.0)).mean()))
    found.texts.append(article_f1(site))
    for name in CONVERGING:
        steps = hubs_of(site.modern, name, Lamis(closed_form=False, iterations=STEPS))
        found.changes[name].append(steps.change.tolist())
        found.still[name].append(bool(steps.change[Lamis().iterations - 1] < Lamis().converged))


def means(by_site: BySite) -> dict[str, Ranking]:
    """Each ranking's means over the sites."""
    names = next(iter(by_site.values()), {})
    return {name: mean_ranking([worth[name] for worth in by_site.values()]) for name in names}


def _cells(values: Sequence[float]) -> str:
    return " | ".join(f"{value:.3f}" for value in values)


def _levels(ranking: Ranking) -> list[float]:
    """Precision at recall 0, .2, .5, .8 and 1, of the eleven."""
    return [ranking.points[tenth] for tenth in (0, 2, 5, 8, 10)]


def variants_table(found: Mapping[str, Ranking], n_sites: int) -> str:
    """All rankings, means over the sites, best first."""
    order = sorted(found, key=lambda name: (-found[name].r_precision, name))
    head = f"| mean of {n_sites} sites | R-precision | top {TOP} | 11-point | at recall 0 | .2 | .5 | .8 | 1 |"
    rows = [
        f"| {name} | {_cells([one.r_precision, one.top, sum(one.points) / len(one.points), *_levels(one)])} |"
        for name in order
        for one in (found[name],)
    ]
    return "\n".join([head, "| --- |" + " ---: |" * 8, *rows])


def sites_table(by_site: BySite) -> str:
    """R-precision of the main rankings by site."""
    head = f"| R-precision | {' | '.join(MAIN)} |"
    rows = [f"| {site} | {_cells([worth[name].r_precision for name in MAIN])} |" for site, worth in by_site.items()]
    return "\n".join([head, "| --- |" + " ---: |" * len(MAIN), *rows])


def _convergence(found: Found) -> str:
    rows = []
    for name, changes in found.changes.items():
        typical = np.median(np.array(changes), axis=0)
        still = sum(found.still[name])
        rows.append(f"| {name} | {typical[4]:.1e} | {typical[9]:.1e} | {typical[-1]:.1e} | {still} of {len(changes)} |")
    head = f"| median change of hubs (L2) | step 5 | step 10 | step {STEPS} | still after 10 steps (below 1e-6) |"
    return "\n".join([head, "| --- | ---: | ---: | ---: | ---: |", *rows])


def _texts(found: Found) -> str:
    rows = [f"| {name} | {_cells([float(np.mean([one[name] for one in found.texts]))])} |" for name in METHODS]
    return "\n".join([f"| word F1 of articles, mean of {len(found.texts)} sites | |", "| --- | ---: |", *rows])


def tables(found: Found) -> str:
    """Everything that stands between the markers."""
    every = means(found.rankings)
    factor = every[BEST].r_precision / every["hits"].r_precision
    redundant = float(np.mean(found.entropies))
    silent = float(np.mean(found.silent))
    figures = [
        f"- {BEST}: R-precision {every[BEST].r_precision:.3f}, {factor:.2f} times HITS (the paper: 0.82, 2.03 times)",
        f"- links with an entropy above 0.8: {100 * redundant:.1f} percent, mean of the sites (the paper: 71.6)",
        f"- LAMIS hubs that are 0 after 10 steps: {100 * silent:.1f} percent, mean of the sites (the paper: 91.7)",
    ]
    parts = [
        "\n".join(figures),
        _convergence(found),
        variants_table(every, len(found.rankings)),
        sites_table(found.rankings),
        _texts(found),
    ]
    return "\n\n".join(parts) + "\n"


def curves(found: Mapping[str, Ranking]) -> str:
    """The 11-point curves as SVG."""
    ticks = {level: f"{level:.1f}" for level in LEVELS[::2]}
    lines = {name: list(zip(LEVELS, found[name].points, strict=True)) for name in CURVES}
    return svg.chart(
        "TOC pages: precision at 11 recall levels", svg.Axis("recall", ticks), svg.Axis("precision", ticks), lines
    )


def convergence(found: Found) -> str:
    """How the hubs come to rest, as SVG."""
    across = svg.Axis("step", {float(step): str(step) for step in (1, 5, 10, 15, 20, 25, 30)})
    up = svg.Axis("median change of hubs (L2)", {float(power): f"1e{power}" for power in range(-12, 1, 2)})
    lines = {}
    for name, changes in found.changes.items():
        typical = np.median(np.array(changes), axis=0).tolist()
        lines[name] = [(float(step), math.log10(max(value, 1e-12))) for step, value in enumerate(typical, 1)]
    return svg.chart("Convergence of the hubs", across, up, lines)


def main() -> int:
    """The file and the charts are rewritten in place."""
    parser = argparse.ArgumentParser(prog="python -m bench.quality.lamis", description=__doc__)
    parser.add_argument("data", type=Path, help="folder with sites-dev.parquet")
    parser.add_argument("page", type=Path, help="Markdown file with the markers of bench.render")
    arguments = parser.parse_args()
    found = Found()
    for site in read_sites(arguments.data):
        print(site.name, file=sys.stderr, flush=True)
        _look(site, found)
    text = placed(arguments.page.read_text(encoding="utf-8"), tables(found), "quality")
    arguments.page.write_text(text, encoding="utf-8")
    folder = arguments.page.parent
    (folder / "links-recall.svg").write_text(curves(means(found.rankings)), encoding="utf-8")
    (folder / "links-convergence.svg").write_text(convergence(found), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
