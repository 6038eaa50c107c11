"""What a run found, as it is written to JSON and read again by `bench.render`."""

from collections.abc import Iterable, Mapping

import msgspec

Figures = dict[str, float]


class Row(msgspec.Struct):
    """One contestant: its mean scores by name, and its mean text score by page type or site."""

    name: str
    version: str
    figures: Figures
    groups: Figures = msgspec.field(default_factory=dict)
    failed: int = 0  # pages on which it raised


class Table(msgspec.Struct):
    """One data set: how many pages were judged, which figures stand under each column head, a row per contestant."""

    title: str
    pages: int
    columns: dict[str, list[str]]
    rows: list[Row]


class Results(msgspec.Struct):
    """A whole run: the data sets by name."""

    tables: dict[str, Table]


def mean(values: Iterable[float | None]) -> float | None:
    """The arithmetic mean of those that are there, None where none is."""
    there = [value for value in values if value is not None]
    return sum(there) / len(there) if there else None


def present(figures: Mapping[str, float | None]) -> Figures:
    """The figures that there are: a contestant has no score for what it does not give."""
    return {name: value for name, value in figures.items() if value is not None}
