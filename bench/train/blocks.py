"""`python -m bench.train DATA blocks [--cv] [--folds DIR] [--cache FILE] [-o FILE]`: the model that judges blocks."""

import argparse
import pickle
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

import sitemine.mine
from bench.train.examples import FOLDS, Part, site_parts, wcxb_parts
from bench.train.figures import Text, table, texts
from bench.train.labels import Floats
from bench.train.trainer import Trainer
from sitemine.mine.judge import probability_of
from sitemine.mine.learned import packed
from sitemine.options import Options

SHIPPED = Path(sitemine.mine.__file__).parent / "blocks.bin"


def _note(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _parts(folder: Path, cache: Path | None) -> list[Part]:
    """All pages with gold, read once where they can be remembered."""
    if cache is not None and cache.exists():
        with cache.open("rb") as file:
            found: list[Part] = pickle.load(file)  # noqa: S301 - written by this command
        return found
    parts = [*wcxb_parts(folder), *site_parts(folder)]
    if cache is not None:
        with cache.open("wb") as file:
            pickle.dump(parts, file, protocol=5)
    return parts


def _chosen(parts: Sequence[Part], alone: Floats, site: Floats) -> tuple[list[Text], list[Text]]:
    """The texts of all pages by the pages alone, and of sites by their evidence too."""
    options, by_page, by_site = Options(), [], []
    place = on_site = 0
    for part in parts:
        n = len(part.units)
        by_page += texts(part, probability_of(alone[place : place + n]), options)
        if part.information is not None:
            by_site += texts(part, probability_of(site[on_site : on_site + n]), options)
            on_site += n
        place += n
    return by_page, by_site


def _cross_validated(trainer: Trainer, folder: Path | None) -> None:
    """Prints the figures of pages whose domain no model saw; writes the models of the folds."""
    parts = trainer.parts
    fold = np.concatenate([part.fold[part.units.page] for part in parts])
    of_site = np.concatenate([np.full(len(part.units), part.information is not None) for part in parts])
    alone, site = np.zeros(len(fold)), np.zeros(int(of_site.sum()))
    for held in range(FOLDS):
        columns, by_page, by_site = trainer.model(held)
        alone[fold == held], site[fold[of_site] == held] = by_page[fold == held], by_site[fold[of_site] == held]
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"blocks-{held}.bin").write_bytes(packed(columns))
        _note(f"fold {held + 1} of {FOLDS}")
    by_page, by_site = _chosen(parts, alone, site)
    print(f"Pages alone\n\n{table(by_page)}\n\nPages of sites, compared\n\n{table(by_site)}")


def run(folder: Path, words: Sequence[str]) -> int:
    """Trains what ships, or models without a fold and what they are worth."""
    parser = argparse.ArgumentParser(prog="python -m bench.train DATA blocks", description=__doc__)
    parser.add_argument("--cv", action="store_true", help="print the figures of cross-validation; ship nothing")
    parser.add_argument(
        "--folds", type=Path, metavar="DIR", help="with --cv: write the model of each fold, for bench.quality"
    )
    parser.add_argument("--cache", type=Path, metavar="FILE", help="remember the labelled pages here")
    parser.add_argument("-o", "--output", type=Path, default=SHIPPED, metavar="FILE", help="the model")
    arguments = parser.parse_args(words)
    trainer = Trainer(_parts(folder, arguments.cache))
    if arguments.cv:
        _cross_validated(trainer, arguments.folds)
    else:
        arguments.output.write_bytes(packed(trainer.model()[0]))
    return 0
