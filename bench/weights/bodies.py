"""The bodies of articles that some weights lead to, and how close they come to the gold."""

from collections.abc import Iterator, Sequence

import numpy as np

from bench.quality.results import mean
from bench.quality.words import word_f1, words_or_characters
from bench.weights.segments import Part
from sitemine.mine.blocks import choose, probabilities
from sitemine.options import Weights


def bodies(part: Part, weights: Weights) -> Iterator[tuple[str, str]]:
    """The text that is kept of each article page, and its gold."""
    table = part.table
    kept = choose(table, part.seen, probabilities(part.seen, part.information, weights)).kept
    place = np.searchsorted(part.seen.page, np.arange(table.n_pages + 1)).tolist()
    for page, gold in enumerate(part.golds):
        if gold is not None:
            rows = place[page] + np.flatnonzero(kept[place[page] : place[page + 1]])
            spans = zip(table.segment_start[rows].tolist(), table.segment_end[rows].tolist(), strict=True)
            yield "\n".join(table.text[start:end] for start, end in spans), gold


def body_f1(parts: Sequence[Part], weights: Weights) -> float | None:
    """The mean word F1 of the article pages of a site, None where it has none."""
    return mean(word_f1(body, gold, words_or_characters) for part in parts for body, gold in bodies(part, weights))
