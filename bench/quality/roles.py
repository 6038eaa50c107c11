"""Roles and rankings of the pages of a site against gold."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

LEVELS = tuple(level / 10 for level in range(11))
"""The 11 standard recall levels."""


class Scores(NamedTuple):
    """Precision, recall and their harmonic mean."""

    precision: float
    recall: float
    f1: float


def scores(right: int, given: int, wanted: int) -> Scores:
    """The scores of an answer of `given` things, `right` of them among the `wanted`.

    Nothing given where nothing is wanted is perfect; nothing given where something is wanted has no precision.
    """
    if not given and not wanted:
        return Scores(1.0, 1.0, 1.0)
    precision = right / given if given else 0.0
    recall = right / wanted if wanted else 0.0
    return Scores(precision, recall, 2 * right / (given + wanted))


def role_scores(answers: Sequence[str], golds: Sequence[str], role: str) -> Scores:
    """How well the pages of one role are told from the rest; every page given here is judged."""
    pairs = list(zip(answers, golds, strict=True))
    right = sum(answer == gold == role for answer, gold in pairs)
    return scores(right, list(answers).count(role), list(golds).count(role))


def found_among(ranks: Sequence[float], relevant: Sequence[bool], places: int) -> float:
    """How many relevant pages stand in the first places by falling rank.

    Pages of equal rank share their places: the expected value under random order within them.
    """
    found = 0.0
    ordered = sorted(zip(ranks, relevant, strict=True), key=lambda page: -page[0])
    for _, tied in groupby(ordered, key=lambda page: page[0]):
        group = [is_relevant for _, is_relevant in tied]
        taken = min(places, len(group))
        found += sum(group) * taken / len(group)
        places -= taken
    return found


def precision_at(ranks: Sequence[float], relevant: Sequence[bool], places: int) -> float:
    """The precision among the first places, or among all pages where there are fewer; ties are fair."""
    return found_among(ranks, relevant, places) / min(places, len(ranks)) if ranks else 0.0


def r_precision(ranks: Sequence[float], relevant: Sequence[bool]) -> float | None:
    """The precision among the first R pages by falling rank, R being the number of relevant pages.

    Ties are fair, as in `found_among`. None where R is 0.
    """
    wanted = sum(relevant)
    if not wanted:
        return None
    return found_among(ranks, relevant, wanted) / wanted


def eleven_points(ranking: Sequence[bool]) -> list[float]:
    """The interpolated precision at the 11 standard recall levels of a ranking, best page first.

    At each level: the highest precision at any recall that reaches the level; 0 everywhere if nothing is relevant.
    """
    wanted = sum(ranking)
    points: list[tuple[int, float]] = []
    for place, is_relevant in enumerate(ranking, 1):
        if is_relevant:
            found = len(points) + 1
            points.append((found, found / place))
    # Recall is compared in whole numbers: 0.7 * 10 is not 7 in floating point.
    return [
        max((precision for found, precision in points if found * 10 >= tenth * wanted), default=0.0)
        for tenth in range(len(LEVELS))
    ]
