"""`python -m bench.blocks DATA docs/blocks.md`: the methods' table, WISDOM's figures and the study of indexes, into a Markdown file.

`--growth` times the methods on generated sites instead and prints a table.
"""

import argparse
import sys
from collections import defaultdict
from dataclasses import fields
from pathlib import Path

import numpy as np

from bench import svg
from bench.blocks import sweeps
from bench.blocks.few import by_pages, by_type, pages_table, types_table
from bench.blocks.growth import costs
from bench.blocks.index import Study, studied
from bench.blocks.measured import Judged, Measured, by_method, features, judged, measured
from bench.quality.rankings import read_sites
from bench.quality.results import mean
from bench.render import place
from sitemine.mine.methods.named import DEFAULT, METHODS
from sitemine.mine.repeated import Repeated
from sitemine.options import ContentExtractor, FeatureExtractor, Infodiscoverer, Options

PAPER, MODERN = "as in the paper", "modern"
CONTESTANTS = {
    ("sitemine", MODERN): Options(),
    ("wisdom", PAPER): Options.wisdom_2005(),
    ("wisdom", MODERN): Options(method="wisdom"),
    ("content-extractor", PAPER): Options(method="content-extractor", content_extractor=ContentExtractor.paper()),
    ("content-extractor", MODERN): Options(method="content-extractor"),
    ("feature-extractor", PAPER): Options(method="feature-extractor", feature_extractor=FeatureExtractor.paper()),
    ("feature-extractor", MODERN): Options(method="feature-extractor"),
    ("k-feature-extractor", PAPER): Options(method="k-feature-extractor", feature_extractor=FeatureExtractor.paper()),
    ("k-feature-extractor", MODERN): Options(method="k-feature-extractor"),
    ("lh", PAPER): Options(method="lh"),
    ("infodiscoverer", MODERN): Options(method="infodiscoverer", infodiscoverer=Infodiscoverer()),
}
TRAINED = {
    f"{name}, {count} pages": Options(
        method=name, infodiscoverer=Infodiscoverer("table" if name == "lh" else "modern", training_pages=count)
    )
    for name in ("infodiscoverer", "lh")
    for count in (5, 10, 40)
}
INDEXED = (("wisdom", MODERN), ("content-extractor", MODERN), ("k-feature-extractor", MODERN))
SIZES = (50, 500, 5000)

BySite = dict[tuple[str, str], dict[str, Measured]]

TITLES = {
    "entropy": ("Entropy of the terms of the first pages over that of all", "pages"),
    "criteria": ("TOC blocks by API and by anchor text, before phase 3", "ST"),
    "sizes": ("Blocks that the search may stop at", "ST"),
    "apis": ("Mean API of the best three TOC blocks", "mean API"),
    "search": ("Before phase 3", "ST"),
    "toc-constraint": ("Type constraint of TOC blocks (SNC)", "least mean API"),
    "article-constraint": ("Type constraint of article blocks (IC)", "least CII"),
    "expansion": ("What joins the skeleton (F)", "ST"),
}


def _cell(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def _means(rows: dict[str, Measured]) -> list[float | None]:
    return [mean(getattr(row, item.name) for row in rows.values()) for item in fields(Measured)]


def methods_table(found: BySite) -> str:
    """All methods, means over the sites."""
    lines = [
        (
            "| mean of the sites | options | F1 | IC precision | IC recall | SNC precision | SNC recall | block precision "
            "| block recall | ms/page | pages needed |"
        ),
        "| --- | --- |" + " ---: |" * 8 + " --- |",
    ]
    for (name, profile), rows in found.items():
        *worth, spent = _means(rows)
        needs = METHODS[name].needs.value
        lines.append(f"| {name} | {profile} | {' | '.join(map(_cell, worth))} | {spent or 0:.2f} | {needs} |")
    return "\n".join(lines)


def sites_table(found: BySite) -> str:
    """IC of the methods by site, precision and recall."""
    keys = [key for key in found if key[1] == MODERN]
    head = f"| IC precision / recall | {' | '.join(name for name, _ in keys)} |"
    lines = [head, "| --- |" + " ---: |" * len(keys)]
    for site in next(iter(found.values())):
        cells = [f"{_cell(found[key][site].precision)} / {_cell(found[key][site].recall)}" for key in keys]
        lines.append(f"| {site} | {' | '.join(cells)} |")
    return "\n".join(lines)


def baselines_table(found: dict[str, list[sweeps.Worth]]) -> str:
    """WISDOM against the paper's baselines."""
    lines = ["| mean of the sites, as in the paper | precision | recall | F |", "| --- | ---: | ---: | ---: |"]
    for name, rows in found.items():
        cells = [_cell(float(np.mean([getattr(row, part) for row in rows]))) for part in sweeps.Worth._fields]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def features_table(found: dict[str, list[tuple[float, float]]]) -> str:
    """InfoDiscoverer and LH by the terms that they find; the paper has recall above 0.956."""
    lines = ["| terms of article pages, mean of the sites | precision | recall |", "| --- | ---: | ---: |"]
    for name, rows in found.items():
        precision, recall = (float(np.mean(column)) for column in zip(*rows, strict=True))
        lines.append(f"| {name} | {precision:.3f} | {recall:.3f} |")
    return "\n".join(lines)


def index_table(found: dict[str, list[Study]]) -> str:
    """The indexes of all sites together, and where known items are found."""
    whole = found["whole pages"]
    lines = [
        (
            "| index over | terms | postings | bytes | of the whole | titles: first | titles: mean 1/place | phrases: first "
            "| phrases: mean 1/place |"
        ),
        "| --- |" + " ---: |" * 8,
    ]
    for name, rows in found.items():
        sums = [sum(getattr(row, part) for row in rows) for part in ("terms", "postings", "n_bytes")]
        share = sums[2] / sum(row.n_bytes for row in whole)
        cells = [f"{value:,}" for value in sums] + [f"{100 * share:.1f} %"]
        for part in ("titles", "phrases"):
            places = np.array([p for row in rows for p in getattr(row, part)])
            cells += [f"{(places <= 1).mean():.3f}", f"{(1 / places).mean():.3f}"]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def figures_table(points: sweeps.Points) -> str:
    """The lines of all figures in numbers."""
    parts = []
    for figure in sweeps.FIGURES:
        lines = sweeps.lines_of(points, figure)
        places = sorted({place for line in lines.values() for place, _ in line})
        title, across = TITLES[figure]
        rows = []
        for name, line in lines.items():
            values = dict(line)
            cells = [f"{values[at]:.3f}" if at in values else "" for at in places]
            rows.append(f"| {name} | {' | '.join(cells)} |")
        head = f"| {title}; by {across} | {' | '.join(f'{p:g}' for p in places)} |"
        parts.append("\n".join([head, "| --- |" + " ---: |" * len(places), *rows]))
    return "\n\n".join(parts)


def _chart(points: sweeps.Points, figure: str) -> str:
    lines = sweeps.lines_of(points, figure)
    places = sorted({place for line in lines.values() for place, _ in line})
    top = max(1.0, *(value for line in lines.values() for _, value in line))
    step = 0.2 if top <= 1 else top / 5
    up = {step * k: f"{step * k:.1f}" for k in range(6)}
    title, across = TITLES[figure]
    return svg.chart(title, svg.Axis(across, {p: f"{p:g}" for p in places}), svg.Axis("mean of the sites", up), lines)


class _Found:
    """What the sites show."""

    def __init__(self) -> None:
        self.methods: BySite = {key: {} for key in CONTESTANTS}
        self.points: sweeps.Points = defaultdict(list)
        self.baselines: defaultdict[str, list[sweeps.Worth]] = defaultdict(list)
        self.indexes: defaultdict[str, list[Study]] = defaultdict(list)
        self.features: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)
        self.few: list[dict[str, tuple[float, float]]] = []

    def look(self, site: Judged, model: Repeated) -> None:
        """Adds what one site shows."""
        for key, options in CONTESTANTS.items():
            self.methods[key][site.name] = measured(site, model, by_method(options))
        self.few.append(by_pages(site))
        self._add_features(site, model)
        ready = sweeps.prepared(site, model)
        sweeps.add_points(self.points, ready)
        for name, worth in sweeps.baselines(ready).items():
            if worth is not None:
                self.baselines[name].append(worth)
        kept = {DEFAULT: by_method(Options())(site, model).segment_kept}
        kept |= {name: by_method(CONTESTANTS[name, profile])(site, model).segment_kept for name, profile in INDEXED}
        for name, study in studied(site, kept).items():
            self.indexes[name].append(study)

    def _add_features(self, site: Judged, model: Repeated) -> None:
        for name, options in TRAINED.items():
            worth = features(site, by_method(options)(site, model).segment_kept)
            if worth is not None:
                self.features[name].append(worth)

    def tables(self, types: str) -> str:
        """Everything that stands between the markers."""
        parts = [methods_table(self.methods), types, pages_table(self.few), baselines_table(self.baselines)]
        parts += [features_table(self.features), index_table(self.indexes)]
        return "\n\n".join([*parts, sites_table(self.methods), figures_table(self.points)]) + "\n"


def _growth() -> str:
    found = {size: costs(size) for size in SIZES}
    lines = [f"| CPU seconds | {' | '.join(f'{size:,} pages' for size in SIZES)} | ms/page at {SIZES[-1]:,} |"]
    lines.append("| --- |" + " ---: |" * (len(SIZES) + 1))
    for name in found[SIZES[0]]:
        cells = [f"{found[size][name]:.2f}" for size in SIZES]
        lines.append(f"| {name} | {' | '.join(cells)} | {1000 * found[SIZES[-1]][name] / SIZES[-1]:.2f} |")
    return "\n".join(lines) + "\n"


def main() -> int:
    """The file and the charts are rewritten in place."""
    parser = argparse.ArgumentParser(prog="python -m bench.blocks", description=__doc__)
    parser.add_argument("data", type=Path, nargs="?", help="folder with sites-dev.parquet")
    parser.add_argument("page", type=Path, nargs="?", help="Markdown file with the markers of bench.render")
    parser.add_argument("--growth", action="store_true", help="time the methods on generated sites")
    parser.add_argument("--into", type=Path, metavar="FILE.md", help="put the growth between its markers here")
    arguments = parser.parse_args()
    if arguments.growth:
        text = _growth()
        if arguments.into:
            place(arguments.into, text, "growth")
        print(text, end="")
        return 0
    if arguments.page is None:
        parser.error("DATA and a Markdown file are needed")
    found = _Found()
    for site in read_sites(arguments.data):
        print(site.name, file=sys.stderr, flush=True)
        found.look(judged(site.name, site.batch, site.terms, site.golds), Repeated.of(site.batch, site.terms))
    place(arguments.page, found.tables(types_table(by_type(arguments.data))), "blocks")
    for figure in sweeps.FIGURES:
        (arguments.page.parent / f"blocks-{figure}.svg").write_text(_chart(found.points, figure), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
