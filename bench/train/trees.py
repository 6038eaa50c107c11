"""Boosted trees: LightGBM trains them, and what it found becomes the nested tuples of `sitemine.mine.forest`."""

from collections.abc import Mapping
from typing import Any, Final

import lightgbm
import numpy as np
import numpy.typing as npt

from bench.train.labels import Floats
from sitemine.mine.forest import Splits, Tree

SEED: Final = 1
DEFAULTS: Final[dict[str, Any]] = {
    "objective": "cross_entropy",
    "learning_rate": 0.08,
    "num_leaves": 24,
    "feature_fraction": 0.3,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "lambda_l2": 200.0,
    "min_sum_hessian_in_leaf": 100.0,
    "min_data_in_leaf": 200,
    "max_bin": 63,
    "seed": SEED,
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 2,
    "verbose": -1,
}
"""Strong L2 and few features a tree, so that no tree leans on one template."""


def trained(
    columns: npt.NDArray[np.float32],
    share: Floats,
    weight: Floats,
    n_trees: int,
    changed: Mapping[str, Any] | None = None,
) -> lightgbm.Booster:
    """The trees that make the shares likeliest."""
    settings = {**DEFAULTS, **(changed or {})}
    return lightgbm.train(settings, lightgbm.Dataset(columns, share, weight=weight), n_trees)


def _tree(node: Mapping[str, Any]) -> Tree:
    if "leaf_value" in node:
        return float(node["leaf_value"])
    return (
        int(node["split_feature"]),
        float(node["threshold"]),
        _tree(node["left_child"]),
        _tree(node["right_child"]),
    )


def splits_of(booster: lightgbm.Booster) -> Splits:
    """The trees as the forest asks them; LightGBM's start is in the first tree's leaves."""
    return Splits.of([_tree(tree["tree_structure"]) for tree in booster.dump_model()["tree_info"]])


def probability(log_odds: npt.NDArray[np.floating[Any]]) -> Floats:
    return np.asarray(1.0 / (1.0 + np.exp(-log_odds)))
