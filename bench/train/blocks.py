"""`python -m bench.train DATA blocks [--cv] [--folds DIR] [--cache FILE] [-o FILE]`: the model that judges blocks."""

import argparse
import pickle
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import lightgbm
import numpy as np

from bench.train.examples import Part, site_parts, wcxb_parts
from bench.train.figures import Text, figures, texts
from bench.train.folds import FOLDS
from bench.train.labels import Floats
from bench.train.trainer import Table, Trainer
from sitemine.mine import learned
from sitemine.mine.learned import packed
from sitemine.mine.scoring.judge import probability_of
from sitemine.options import Options

SHIPPED = Path(learned.__file__).parent / "blocks.bin"


class Judged(NamedTuple):
    """All blocks, their log odds by trees that never saw their domain, and those trees."""

    table: Table
    odds: Floats
    boosters: list[lightgbm.Booster]


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


def _judged(parts: Sequence[Part], odds: Floats, *, of_sites: bool) -> list[Text]:
    """The texts that are chosen of all pages, or of those of sites alone, which then have all the odds."""
    found, place, options = [], 0, Options()
    for part in parts:
        if of_sites and part.information is None:
            continue
        found += texts(part, probability_of(odds[place : place + len(part.units)]), options)
        place += len(part.units)
    return found


def _cross_validated(trainer: Trainer, judged: Judged, folder: Path | None) -> None:
    """Prints the figures of pages whose domain no model saw; writes the models of the folds."""
    table = judged.table
    sites = [part for part in trainer.parts if part.information is not None]
    fold = np.concatenate([part.fold[part.units.page] for part in sites])
    lists = np.concatenate([part.lists[part.units.page] for part in sites])
    by_site = judged.odds[
        trainer.n_rows - len(fold) : trainer.n_rows
    ].copy()  # sites come last; TOC pages are judged alone
    for held in range(FOLDS):
        site, said = trainer.site(table, judged.odds, held)
        mine = (fold == held) & ~lists
        by_site[mine] = said[mine]
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            content = packed(trainer.columns(table.names, judged.boosters[held], site, held))
            (folder / f"blocks-{held}.bin").write_bytes(content)
    alone = figures(_judged(trainer.parts, judged.odds, of_sites=False))
    compared = figures(_judged(trainer.parts, by_site, of_sites=True))
    print(f"Pages alone\n\n{alone}\n\nPages of sites, compared\n\n{compared}")


def run(folder: Path, words: Sequence[str]) -> int:
    """Trains what ships, and if wanted models without a fold, and says what these are worth."""
    parser = argparse.ArgumentParser(prog="python -m bench.train DATA blocks", description=__doc__)
    parser.add_argument("--cv", action="store_true", help="print the figures of cross-validation, too")
    parser.add_argument(
        "--folds", type=Path, metavar="DIR", help="with --cv: write the model of each fold, for bench.quality"
    )
    parser.add_argument("--cache", type=Path, metavar="FILE", help="remember the labelled pages here")
    parser.add_argument("-o", "--output", type=Path, default=SHIPPED, metavar="FILE", help="the model")
    arguments = parser.parse_args(words)
    trainer = Trainer(_parts(folder, arguments.cache))
    odds, boosters = trainer.odds()
    table, alone, _ = trainer.alone()
    arguments.output.write_bytes(packed(trainer.columns(table.names, alone, trainer.site(table, odds)[0])))
    _note(f"wrote {arguments.output}")
    if arguments.cv:
        _cross_validated(trainer, Judged(table, odds, boosters), arguments.folds)
    return 0
