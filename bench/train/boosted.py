"""Boosted trees as LightGBM trains them, in the form that `sitemine.mine.forest` asks."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import lightgbm
import numpy as np
import numpy.typing as npt

from sitemine.mine.forest import Forest, Splits, Tree

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

SETTINGS: Final[dict[str, Any]] = {
    "objective": "binary",
    "num_leaves": 8,
    "learning_rate": 0.06,
    "min_data_in_leaf": 20,
    "feature_fraction": 0.3,
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "lambda_l2": 5.0,
    "max_bin": 63,
    "seed": 1,
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 1,
    "verbose": -1,
}
"""Small trees of few features each: thirty sites are little to learn from, and no tree may lean on one template."""


def boosted(columns: Floats, is_wanted: Flags, weight: Floats, n_trees: int, **changed: Any) -> Splits:
    """The trees that tell the wanted rows from the others."""
    rows = lightgbm.Dataset(columns, is_wanted, weight=weight)
    booster = lightgbm.train({**SETTINGS, **changed}, rows, n_trees)
    return Splits.of([_tree(tree["tree_structure"]) for tree in booster.dump_model()["tree_info"]])


def _tree(node: Mapping[str, Any]) -> Tree:
    if "leaf_value" in node:
        return float(node["leaf_value"])
    low, high = _tree(node["left_child"]), _tree(node["right_child"])
    return int(node["split_feature"]), float(node["threshold"]), low, high


def asked(splits: Splits, columns: Sequence[Floats]) -> Floats:
    """What the trees say of each row."""
    return Forest.of(splits).log_odds(columns) if len(columns[0]) else np.zeros(0)
