"""Logistic regression: the weights that make the labels likeliest, by Newton's method."""

from typing import Final

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

RIDGE: Final = 1e-3
"""How dear the squares of the weights are beside the loss, in which each site has a mass of 1.

So little that it only keeps finite the weight of a column that never varies, or that decides every label.
"""

MOST_STEPS: Final = 100
CLOSE: Final = 1e-9
"""The step of the largest weight at which the search ends."""


def _step(columns: Floats, labels: Flags, mass: Floats, weights: Floats) -> Floats:
    """From here to the bottom of the parabola that touches the loss here."""
    ridge = np.full(len(weights), RIDGE)
    ridge[0] = 0.0
    probability = 1.0 / (1.0 + np.exp(-columns @ weights))
    slope = columns.T @ (mass * (probability - labels)) + ridge * weights
    curvature = (columns * (mass * probability * (1.0 - probability))[:, None]).T @ columns + np.diag(ridge)
    return np.asarray(-np.linalg.solve(curvature, slope))


def fitted(columns: Floats, labels: Flags, mass: Floats) -> Floats:
    """The weight of each column; the first column is the constant, which is free."""
    weights = np.zeros(columns.shape[1])
    for _ in range(MOST_STEPS):
        step = _step(columns, labels, mass, weights)
        weights += step
        if np.abs(step).max() < CLOSE:
            return weights
    raise ArithmeticError(f"no weights found in {MOST_STEPS} steps")
