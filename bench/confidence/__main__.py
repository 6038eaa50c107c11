"""How far `confidence` can be trusted: `python -m bench.confidence DATA` prints points for the options and a reliability table.

The table is of pages whose domain had no part in the points that they are judged by. With `--folds`, as they should be found, each
page is also read by a model that never saw its domain (`bench.train DATA blocks --cv --folds DIR`).
"""

import argparse
import sys
from collections.abc import Sequence
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bench import data
from bench.quality.own import hold_out
from bench.quality.words import spaced_words, word_f1
from sitemine.acquire.urls import host
from sitemine.dom import read_batch
from sitemine.mine import Repeated, article_of, mine_batch
from sitemine.mine.article.confidence import calibrated
from sitemine.mine.decision import confidence_of
from sitemine.options import Options
from sitemine.records import Page

POINTS = 21
FOLDS = 5
BINS = (0.0, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1.01)
SMOOTHING = 1  # pages that a point is moved by towards the mean of all: where few pages are, little is known

Floats = npt.NDArray[np.float64]


class Judged(NamedTuple):
    """Pages: how sure the decisions on each are, how good its text is, and which fold it is of."""

    sureness: Floats
    f1: Floats
    fold: npt.NDArray[np.int64]


def _fold(source: data.Source) -> int:
    return int.from_bytes(blake2b((host(source.url) or source.key).encode(), digest_size=4).digest()) % FOLDS


def judged(folder: Path, sample: int, folds: Path | None) -> Judged:
    """The pages on which Sitemine finds a text."""
    golds = {gold.key: gold for gold in data.sampled(data.wcxb_gold(folder), sample)}
    options, rows = Options(), []
    for source in data.wcxb_sources(folder, golds):
        if folds:
            hold_out(folds, source)
        batch = read_batch([Page(source.url, source.html)], options.limits)
        if not batch.mined:
            continue
        mined = mine_batch(batch, Repeated.empty(), options)
        article = article_of(mined, 0, options, with_blocks=False)
        if article.text:
            f1 = word_f1(article.text, golds[source.key].text, spaced_words)
            rows.append((confidence_of(mined, 0), f1, _fold(source)))
    columns = np.array(rows).T
    return Judged(columns[0], columns[1], columns[2].astype(np.int64))


def rising(values: npt.NDArray[Any], weights: npt.NDArray[Any]) -> Floats:
    """The rising values nearest to some values: neighbours that fall are pooled."""
    pools: list[tuple[float, float, int]] = []
    for value, weight in zip(values.tolist(), weights.tolist(), strict=True):
        pools.append((value, weight, 1))
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            (a, n, k), (b, m, j) = pools[-2], pools[-1]
            pools[-2:] = [((a * n + b * m) / (n + m), n + m, k + j)]
    return np.array([value for value, _, count in pools for _ in range(count)])


def points_of(sureness: Floats, f1: Floats) -> tuple[float, ...]:
    """The line through some points that is nearest to what was found, each page shared by the two points beside it."""
    place = sureness * (POINTS - 1)
    low = np.minimum(place.astype(np.int64), POINTS - 2)
    share = place - low
    weight = np.bincount(low, 1 - share, POINTS) + np.bincount(low + 1, share, POINTS)
    total = np.bincount(low, (1 - share) * f1, POINTS) + np.bincount(low + 1, share * f1, POINTS)
    means = (total + SMOOTHING * f1.mean()) / (weight + SMOOTHING)
    return tuple(round(point, 3) for point in rising(means, weight + SMOOTHING).tolist())


def table(confidence: Floats, f1: Floats) -> list[str]:
    """How good texts are of which a confidence was said."""
    lines = ["| confidence | pages | mean confidence | mean word F1 |", "|---|---|---|---|"]
    for low, high in pairwise(BINS):
        inside = (confidence >= low) & (confidence < high)
        if inside.any():
            means = f"{confidence[inside].mean():.3f} | {f1[inside].mean():.3f}"
            lines.append(f"| {low:.2f} to {min(high, 1.0):.2f} | {inside.sum()} | {means} |")
    return lines


def expected_error(confidence: Floats, f1: Floats) -> float:
    """The mean distance of a bin's confidence from its F1, by pages (expected calibration error)."""
    place = np.digitize(confidence, BINS)
    return sum(abs(float((confidence - f1)[place == k].sum())) for k in np.unique(place)) / len(f1)


def held_out(pages: Judged) -> Floats:
    """The confidence of each page by the points of the other folds."""
    said = np.zeros(len(pages.f1))
    for fold in range(FOLDS):
        points = points_of(pages.sureness[pages.fold != fold], pages.f1[pages.fold != fold])
        chosen = np.flatnonzero(pages.fold == fold)
        said[chosen] = [calibrated(one, points) for one in pages.sureness[chosen].tolist()]
    return said


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.confidence", description=__doc__)
    parser.add_argument("data", type=Path, help=f"folder with {data.WCXB}")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="judge N pages, always the same")
    parser.add_argument(
        "--folds", type=Path, metavar="DIR", help="the models that `bench.train DATA blocks --cv` wrote"
    )
    arguments = parser.parse_args(words)
    pages = judged(arguments.data, arguments.sample, arguments.folds)
    said = held_out(pages)
    print(f"confidence: {points_of(pages.sureness, pages.f1)}\n")
    print("\n".join(table(said, pages.f1)))
    correlation = float(np.corrcoef(said, pages.f1)[0, 1])
    print(
        f"\n{len(pages.f1)} pages; expected calibration error {expected_error(said, pages.f1):.3f}; correlation {correlation:.2f}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
