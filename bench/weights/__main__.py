"""`python -m bench.weights DATA`: the weights of a segment's evidence, found on the development sites, beside those shipped."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from bench import data
from bench.quality.results import mean
from bench.weights.bodies import body_f1
from bench.weights.regression import fitted
from bench.weights.segments import INFORMATION, NAMES, Examples, Part, examples_of, read_site
from sitemine.options import Options, Weights

N_FOLDS: Final = 4
DECIMALS: Final = 1
"""Of the weights as they are shipped, and as they are scored here."""

Scores = dict[str, float | None]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The weights of one kind: those shipped, those of all sites, those of each fold; and the F1 of each site by them."""

    shipped: Weights
    fitted: Weights
    folds: tuple[Weights, ...]  # each found on the sites outside of the fold
    by_shipped: Scores
    by_fitted: Scores
    by_folds: Scores  # each site by the weights found without it


def fit(examples: Sequence[Examples], names: Sequence[str]) -> Weights:
    """The weights of the named evidence, rounded; of all other evidence 0."""
    wanted = [NAMES.index(name) for name in names]
    columns = np.concatenate([of_site.columns[:, wanted] for of_site in examples])
    labels = np.concatenate([of_site.is_content for of_site in examples])
    mass = np.concatenate([of_site.mass for of_site in examples])
    found = np.round(fitted(columns, labels, mass), DECIMALS)
    return Weights(**(dict.fromkeys(NAMES, 0.0) | dict(zip(names, found.tolist(), strict=True))))


def compared(sites: Mapping[str, Sequence[Part]], shipped: Weights, names: Sequence[str]) -> Comparison:
    """The weights of one kind, and what they are worth on each site."""
    examples = {site: examples_of(parts) for site, parts in sites.items()}
    everywhere = fit(list(examples.values()), names)
    fold_of = {site: place % N_FOLDS for place, site in enumerate(sorted(sites))}
    folds = tuple(
        fit([found for site, found in examples.items() if fold_of[site] != fold], names) for fold in range(N_FOLDS)
    )
    return Comparison(
        shipped=shipped,
        fitted=everywhere,
        folds=folds,
        by_shipped={site: body_f1(parts, shipped) for site, parts in sites.items()},
        by_fitted={site: body_f1(parts, everywhere) for site, parts in sites.items()},
        by_folds={site: body_f1(parts, folds[fold_of[site]]) for site, parts in sites.items()},
    )


def weights_table(found: Comparison, names: Sequence[str]) -> str:
    """The weights as Markdown; the last column is where they lie with a quarter of the sites left out."""
    lines = ["| weight | shipped | fitted | of folds |", "| --- | ---: | ---: | ---: |"]
    for name in names:
        of_folds = [getattr(weights, name) for weights in found.folds]
        shipped, everywhere = getattr(found.shipped, name), getattr(found.fitted, name)
        lines.append(f"| {name} | {shipped:.1f} | {everywhere:.1f} | {min(of_folds):.1f} to {max(of_folds):.1f} |")
    return "\n".join(lines)


def _figure(value: float | None) -> str:
    return "" if value is None else f"{value:.4f}"


def scores_table(kinds: Mapping[str, Comparison]) -> str:
    """The F1 of article bodies as Markdown, mean over pages then sites."""
    lines = ["| F1 of bodies | shipped | fitted | fitted on other sites |", "| --- | ---: | ---: | ---: |"]
    for kind, found in kinds.items():
        means = [mean(scores.values()) for scores in (found.by_shipped, found.by_fitted, found.by_folds)]
        lines.append(f"| {kind} | {' | '.join(map(_figure, means))} |")
    return "\n".join(lines)


def _sites_table(kinds: Mapping[str, Comparison]) -> str:
    heads = [f"{kind} {column}" for kind in kinds for column in ("shipped", "fitted", "other sites")]
    columns = [scores for found in kinds.values() for scores in (found.by_shipped, found.by_fitted, found.by_folds)]
    lines = [f"| site | {' | '.join(heads)} |", "| --- |" + " ---: |" * len(heads)]
    lines += [f"| {site} | {' | '.join(_figure(scores[site]) for scores in columns)} |" for site in columns[0]]
    return "\n".join(lines)


def _sites(folder: Path) -> dict[str, list[Part]]:
    golds = data.sites_gold(folder)
    by_url = {gold.key: gold for gold in golds}
    found = {}
    for site in sorted({gold.group for gold in golds}):
        found[site] = read_site(data.site_sources(folder, site), by_url)
        print(f"read {site}", file=sys.stderr, flush=True)
    return found


def main() -> int:
    """The tables on stdout, everything else on stderr."""
    parser = argparse.ArgumentParser(prog="python -m bench.weights", description=__doc__)
    parser.add_argument("data", type=Path, help=f"folder with {data.SITES}")
    parser.add_argument("--sites", action="store_true", help="also the F1 of each site")
    arguments = parser.parse_args()
    try:
        sites = _sites(arguments.data)
    except FileNotFoundError as error:
        print(error, file=sys.stderr)
        return 2
    shipped = Options()
    names = {"alone": [name for name in NAMES if name != INFORMATION], "site": list(NAMES)}
    kinds = {kind: compared(sites, getattr(shipped, kind), names[kind]) for kind in names}
    for kind, found in kinds.items():
        print(f"`Weights.{kind}()`\n\n{weights_table(found, names[kind])}\n")
    print(scores_table(kinds))
    if arguments.sites:
        print(f"\n{_sites_table(kinds)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
