"""The models that judge blocks: weights of names and terms, then trees, all without the folds that they are to be judged on.

No block is ever scored by weights or trees that saw its domain, nor are trees trained on such scores: for the trees of a fold,
the linear scores of each training row come from weights learned without the row's own fold and without the one held out.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import lightgbm
import numpy as np
import numpy.typing as npt

from bench.train import trees
from bench.train.examples import Part
from bench.train.folds import FOLDS
from bench.train.labels import Floats
from bench.train.linear import Flags, Rows, scored
from bench.train.templates import as_old, some
from sitemine.mine.forest import columns_of
from sitemine.mine.scoring.alike import Columns, groups_of
from sitemine.mine.scoring.declared import declared
from sitemine.mine.scoring.features import features
from sitemine.mine.scoring.linear import Learned, Scores, scores_of
from sitemine.mine.scoring.placed import PlaceSums
from sitemine.mine.scoring.repeats import RISING, SITE_FEATURES, UNIT, Compared, site_features

TREES: Final = 100
SITE_TREES: Final = 80
SITE_SETTINGS: Final = {
    "learning_rate": 0.12,
    "num_leaves": 7,
    "feature_fraction": 0.5,
    "min_data_in_leaf": 50,
    "lambda_l2": 30.0,
    "min_sum_hessian_in_leaf": 10.0,
    "monotone_constraints": [RISING.get(name, 0) for name in SITE_FEATURES],
}
"""What more pages say, informs less: thirty sites are too few to learn that by themselves."""

LITTLE: Final = 0.15
"""Information below which a block is learned from once more as an old template would have it."""

DENSE: Final = 0.75
"""Rows below this quantile of weight are drawn by their weight, and weigh what they stand for."""

NONE: Final = -1
Singles = npt.NDArray[np.float32]
OfFold = Callable[[int], Learned]


def seen(part: Part, of_fold: OfFold) -> Columns:
    """What is seen of the blocks of a part; each page's linear scores are by the weights for its own fold."""
    scores = np.zeros((len(Scores._fields), len(part.units)), np.int64)
    for fold in np.unique(part.fold).tolist():
        rows = part.fold[part.units.page] == fold
        found = scores_of(part.table, part.terms, part.units, part.names, of_fold(fold))
        scores[:, rows] = np.array(found)[:, rows]
    group = groups_of(part.table, part.units, part.names)
    return features(part.table, part.units, Scores(*scores), group, declared(part.heads, part.addresses))


@dataclass(frozen=True, slots=True)
class Table:
    """The blocks of all parts as rows."""

    columns: Singles
    names: tuple[str, ...]
    share: Floats
    weight: Floats
    fold: npt.NDArray[np.int64]

    def drawn(self, wanted: Flags) -> tuple[npt.NDArray[np.intp], Floats]:
        """Some rows to train on and their weights, whose mean is about 1."""
        heavy = self.weight > 0
        weight = self.weight * heavy.sum() / self.weight.sum()
        chance = np.minimum(1.0, weight / np.quantile(weight[heavy], DENSE))
        rows = np.flatnonzero(wanted & heavy & (np.random.default_rng(0).random(len(weight)) < chance))
        return rows, weight[rows] / chance[rows]

    def slice(self, rows: slice, weight: Floats) -> "Table":
        """Some of the rows, with other weights."""
        return Table(self.columns[rows], self.names, self.share[rows], weight, self.fold[rows])

    def above(self, other: "Table") -> "Table":
        """The rows of both."""
        pairs = ((getattr(self, name), getattr(other, name)) for name in ("columns", "share", "weight", "fold"))
        columns, share, weight, fold = map(np.concatenate, pairs)
        return Table(columns, self.names, share, weight, fold)


def _stacked(columns: Mapping[str, npt.NDArray[Any]], names: Sequence[str]) -> Singles:
    return np.column_stack([columns[name] for name in names]).astype(np.float32)


def table_of(parts: Sequence[Part], of_fold: OfFold) -> Table:
    """What is seen of all blocks."""
    found = [seen(part, of_fold) for part in parts]
    names = tuple(found[0])
    return Table(
        np.concatenate([_stacked(columns, names) for columns in found]),
        names,
        np.concatenate([part.share for part in parts]),
        np.concatenate([part.weight for part in parts]),
        np.concatenate([part.fold[part.units.page] for part in parts]),
    )


def places_by_site(parts: Sequence[Part], odds: Sequence[Floats]) -> dict[str, PlaceSums]:
    """What stands at the places of each site's pages; the odds are those of the blocks of each part."""
    found: dict[str, PlaceSums] = {}
    for part, alone in zip(parts, odds, strict=True):
        every = np.arange(part.table.n_pages)
        sums = PlaceSums.of(every, part.units, part.place[part.units.node], alone)
        site = part.golds[0].group
        found[site] = found.get(site, PlaceSums.empty()).merge(sums)
    return found


def with_site(parts: Sequence[Part], table: Table, alone: Floats) -> Table:
    """The blocks of the sites, with what the site shows of them; `alone` are the log odds of all blocks."""
    ends = np.cumsum([len(part.units) for part in parts]).tolist()
    of_sites = [
        (part, slice(end - len(part.units), end))
        for part, end in zip(parts, ends, strict=True)
        if part.information is not None
    ]
    places = places_by_site([part for part, _ in of_sites], [alone[rows] for _, rows in of_sites])
    found, own = [], []
    for part, rows in of_sites:
        if part.information is None or part.pages is None:
            continue
        group = groups_of(part.table, part.units, part.names)
        own_places = places[part.golds[0].group]
        compared = Compared(part.information, part.pages, part.n_site, part.place, own_places, part.lists)
        shown = site_features(part.table, part.units, group, alone[rows], compared)
        page: dict[str, npt.NDArray[Any]] = {
            name: table.columns[rows, number] for number, name in enumerate(table.names)
        }
        found.append(_stacked({**page, **shown}, SITE_FEATURES))
        own.append(np.arange(rows.start, rows.stop))
    of = np.concatenate(own)
    return Table(np.concatenate(found), SITE_FEATURES, table.share[of], table.weight[of], table.fold[of])


def grown(table: Table, wanted: Flags, n_trees: int, settings: Mapping[str, Any] | None = None) -> lightgbm.Booster:
    """Trees trained on the wanted rows."""
    rows, weight = table.drawn(wanted)
    return trees.trained(table.columns[rows], table.share[rows], weight, n_trees, settings)


def forest_columns(kind: str, booster: lightgbm.Booster, names: Sequence[str]) -> dict[str, npt.NDArray[Any]]:
    """The columns of one forest in a file; features that it never asks for are left out."""
    splits = trees.splits_of(booster)
    used = np.unique(splits.feature)
    asked = splits._replace(feature=np.searchsorted(used, splits.feature).astype(np.uint16))
    told = " ".join(names[feature] for feature in used.tolist()).encode()
    found = {f"{kind}.{name}": column for name, column in columns_of(asked, 0.0).items()}
    return found | {f"{kind}.features": np.frombuffer(told, np.uint8)}


def _of_articles(part: Part) -> Floats:
    """The weights of the blocks of articles: those of TOC pages say what other pages say, since that is what they are for."""
    return np.where(part.lists[part.units.page], 0.0, part.weight)


class Trainer:
    """Fits weights and trees, each only once for each set of folds left out."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts, self.olds = parts, [as_old(part) for part in parts]
        few = [replace(old, weight=old.weight * some(old)[old.units.page]) for old in self.olds]
        self.every = [*parts, *few]
        self.n_rows = sum(len(part.units) for part in parts)
        self._rows = Rows.of(parts)
        self._learned: dict[frozenset[int], Learned] = {}

    def learned(self, *without: int) -> Learned:
        """The weights of names and terms that all folds but some teach."""
        left = frozenset(without) - {NONE}
        if left not in self._learned:
            self._learned[left] = Learned(*scored(self._rows, ~np.isin(self._rows.fold, list(left))))
        return self._learned[left]

    def alone(self, held: int = NONE) -> tuple[Table, lightgbm.Booster, Floats]:
        """The trees for pages alone that never saw a fold, the table that they were trained on, and the odds of its rows."""
        table = table_of(self.every, lambda fold: self.learned(held, fold))
        booster = grown(table, table.fold != held, TREES)
        return table, booster, np.asarray(booster.predict(table.columns, raw_score=True))

    def odds(self) -> tuple[Floats, list[lightgbm.Booster]]:
        """The log odds of all rows by trees that never saw their fold, and those trees."""
        odds = np.zeros(sum(len(part.units) for part in self.every))
        boosters = []
        for held in range(FOLDS):
            table, booster, said = self.alone(held)
            odds[table.fold == held] = said[table.fold == held]
            boosters.append(booster)
        return odds, boosters

    def site(self, table: Table, odds: Floats, held: int = NONE) -> tuple[lightgbm.Booster, Floats]:
        """The trees for pages of sites, and the odds of these pages; those of pages alone are given, each out of its fold.

        What others say is learned from twice, the second time as an old template would have it: there the first forest is less
        sure, and what the site repeats has more to say.
        """
        weight = np.concatenate([_of_articles(part) for part in self.parts])
        rows = slice(None, self.n_rows), slice(self.n_rows, None)
        own, old = (
            with_site(parts, table.slice(half, weight), odds[half])
            for parts, half in zip((self.parts, self.olds), rows, strict=True)
        )
        says_little = old.columns[:, SITE_FEATURES.index("information")] < LITTLE * UNIT
        both = own.above(old.slice(slice(None), old.weight * says_little))
        booster = grown(both, both.fold != held, SITE_TREES, SITE_SETTINGS)
        return booster, np.asarray(booster.predict(own.columns, raw_score=True))

    def columns(
        self, names: Sequence[str], alone: lightgbm.Booster, site: lightgbm.Booster, held: int = NONE
    ) -> dict[str, npt.NDArray[Any]]:
        """The columns of a model's file."""
        weights = self.learned(held)
        return {
            "linear.named": weights.named,
            "linear.term": weights.term,
            "linear.start": weights.start,
            **forest_columns("alone", alone, names),
            **forest_columns("site", site, SITE_FEATURES),
        }
