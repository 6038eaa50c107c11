"""The model that judges blocks: trained on all pages for `blocks.bin`, and on all but a fold of domains for its figures.

No block is ever scored by weights or trees that saw its domain: for the trees of a fold, the linear scores of each training
row come from weights learned without the row's own fold and without the fold that is held out.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any, Final

import lightgbm
import numpy as np
import numpy.typing as npt

from bench.train import trees
from bench.train.examples import FOLDS, Part
from bench.train.labels import Floats
from bench.train.linear import Rows, learned
from sitemine.mine.declared import declared
from sitemine.mine.features import Columns, features, groups_of
from sitemine.mine.forest import columns_of
from sitemine.mine.linear import Learned, n_names, structure_scores, term_scores
from sitemine.mine.names import Names
from sitemine.mine.repeats import SITE_FEATURES, site_features

TREES: Final = 60
SITE_TREES: Final = 40
SITE_SETTINGS: Final = {"num_leaves": 15, "feature_fraction": 0.5, "min_data_in_leaf": 100}
DENSE: Final = 0.6
"""Rows below this quantile of weight are drawn by their weight, and weigh what they stand for."""

NONE: Final = -1
Flags = npt.NDArray[np.bool_]
Fits = Callable[[frozenset[int]], Learned]


NAMELESS: Final = 4
"""Of so many pages one is seen once more, without any names: pages of old templates have none."""


def nameless(part: Part) -> Part:
    """Some pages of a part, every `NAMELESS`th, as they would be without classes and ids; others weigh nothing."""
    names = Names(part.names.node[:0], part.names.slot[:0], np.zeros_like(part.names.signature))
    digits = (blake2b(url.encode(), digest_size=8).digest() for url in part.urls)
    chosen = np.array([int.from_bytes(digest, "big") % NAMELESS == 0 for digest in digits])
    return replace(part, names=names, weight=part.weight * chosen[part.units.page])


def seen(part: Part, of_fold: Callable[[int], Learned]) -> Columns:
    """What is seen of the blocks of a part; each page's linear scores are those of its own fold's weights."""
    scores = np.zeros((3, len(part.units)), np.int64)
    folds = part.fold[part.units.page]
    for fold in np.unique(folds).tolist():
        weights, rows = of_fold(fold), folds == fold
        scores[0, rows] = structure_scores(part.table, part.units, part.names, weights)[rows]
        scores[1, rows] = term_scores(part.terms, part.units, weights)[rows]
        scores[2, rows] = n_names(part.table, part.units, part.names, weights)[rows]
    group = groups_of(part.table, part.units, part.names)
    return features(part.table, part.units, tuple(scores), group, declared(part.heads, part.addresses))


@dataclass(frozen=True, slots=True)
class Table:
    """The blocks of all parts as rows."""

    columns: npt.NDArray[np.float32]
    names: tuple[str, ...]
    share: Floats
    weight: Floats
    fold: npt.NDArray[np.int64]
    has_site: Flags

    def drawn(self, wanted: Flags) -> tuple[npt.NDArray[np.intp], Floats]:
        """Some rows to train on and their weights."""
        weight = self.weight * len(self.weight) / self.weight.sum()
        chance = np.minimum(1.0, weight / np.quantile(weight, DENSE))
        rows = np.flatnonzero(wanted & (np.random.default_rng(0).random(len(weight)) < chance))
        return rows, (weight / chance)[rows]


def table_of(parts: Sequence[Part], of_fold: Callable[[int], Learned]) -> Table:
    found = [seen(part, of_fold) for part in parts]
    names = tuple(found[0])
    return Table(
        np.concatenate([np.column_stack([columns[name] for name in names]).astype(np.float32) for columns in found]),
        names,
        np.concatenate([part.share for part in parts]),
        np.concatenate([part.weight for part in parts]),
        np.concatenate([part.fold[part.units.page] for part in parts]),
        np.concatenate([np.full(len(part.units), part.information is not None) for part in parts]),
    )


def with_site(parts: Sequence[Part], table: Table, alone: Floats) -> Table:
    """The rows of the sites, with what the site shows of them; `alone` are the log odds of all rows."""
    place, found = 0, []
    for part in parts:
        rows = slice(place, place + len(part.units))
        place = rows.stop
        if part.information is None:
            continue
        group = groups_of(part.table, part.units, part.names)
        base = {name: table.columns[rows, number] for number, name in enumerate(table.names)}
        base |= site_features(part.table, part.units, group, alone[rows], part.information, part.pages, part.n_site)
        found.append(np.column_stack([base[name] for name in SITE_FEATURES]).astype(np.float32))
    of = table.has_site
    return Table(np.concatenate(found), SITE_FEATURES, table.share[of], table.weight[of], table.fold[of], of[of])


def grown(table: Table, wanted: Flags, n_trees: int, settings: Mapping[str, Any] | None = None) -> lightgbm.Booster:
    rows, weight = table.drawn(wanted)
    return trees.trained(table.columns[rows], table.share[rows], weight, n_trees, settings)


class Trainer:
    """Fits weights and trees, each only once for each set of folds left out."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = parts
        self._rows = Rows.of(parts)
        self._learned: dict[frozenset[int], Learned] = {}

    def learned(self, without: frozenset[int]) -> Learned:
        """The weights of names and terms that all folds but some teach."""
        if without not in self._learned:
            self._learned[without] = learned(self._rows, ~np.isin(self._rows.fold, list(without)))
        return self._learned[without]

    def model(self, held: int = NONE) -> tuple[dict[str, npt.NDArray[Any]], Floats, Floats]:
        """The columns of a file, and the log odds of the rows: alone, and of sites by both forests.

        Rows of the fold that is held out are scored by a model that never saw them; of others the odds are those that the
        second forest was trained on, in turn by models that never saw the row's fold.
        """
        left = frozenset({held} - {NONE})
        table = table_of(self.parts, lambda fold: self.learned(left | {fold}))
        inside = table.fold != held
        alone = grown(table, inside, TREES)
        odds = np.asarray(alone.predict(table.columns, raw_score=True))
        for fold in set(range(FOLDS)) - left:
            inner = grown(table, inside & (table.fold != fold), TREES)
            rows = table.fold == fold
            odds[rows] = inner.predict(table.columns[rows], raw_score=True)
        sites = with_site(self.parts, table, odds)
        site = grown(sites, sites.fold != held, SITE_TREES, SITE_SETTINGS)
        weights = self.learned(left)
        columns = {
            "linear.named": weights.named,
            "linear.path": weights.path,
            "linear.term": weights.term,
            "linear.start": np.array(weights.start),
            **_forest("alone", alone, table.names),
            **_forest("site", site, SITE_FEATURES),
        }
        return columns, odds, np.asarray(site.predict(sites.columns, raw_score=True))


def _forest(kind: str, booster: lightgbm.Booster, names: Sequence[str]) -> dict[str, npt.NDArray[Any]]:
    """The columns of one forest in a file; the features that it never asks for are left out."""
    splits = trees.splits_of(booster)
    used = np.unique(splits.feature)
    asked = splits._replace(feature=np.searchsorted(used, splits.feature).astype(np.uint16))
    told = " ".join(names[feature] for feature in used.tolist()).encode()
    found = {f"{kind}.{name}": column for name, column in columns_of(asked, 0.0).items()}
    return found | {f"{kind}.features": np.frombuffer(told, np.uint8)}
