"""Two sequences of segments laid against each other: what is said on both pages is decoration, the rest is content.

OntoMiner, section 4: the segments of two pages of one template are aligned by Levenshtein distance; aligned and similar ones are what the template repeats.
A gap costs 1, a substitution 2 (1 - J), J being the Jaccard similarity of the words of two segments. They are similar where J is at least one half: then
the paper's "ratio of similar to non-similar words" is at least 1 (O12).
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

Words = frozenset[int]

GAP: Final = 1 << 20
"""The cost of a gap, so that costs are whole numbers and ties are ties."""


def similarity(one: Words, other: Words) -> Fraction:
    """The Jaccard similarity of two sets of words; 1 where both are empty."""
    both = len(one & other)
    together = len(one) + len(other) - both
    return Fraction(both, together) if together else Fraction(1)


def _substitution(one: Words, other: Words) -> int:
    together = len(one | other)
    return 2 * GAP * (together - len(one & other)) // together if together else 0


def _common_start(one: Sequence[Words], other: Sequence[Words]) -> int:
    """How many segments both sequences begin with alike; aligning these is never wrong, as it costs nothing."""
    n = 0
    while n < min(len(one), len(other)) and one[n] == other[n]:
        n += 1
    return n


def align(one: Sequence[Words], other: Sequence[Words], least: float = 0.5) -> list[tuple[int, int]]:
    """The pairs of aligned segments whose similarity is at least `least`, in order."""
    start = _common_start(one, other)
    end = _common_start(one[start:][::-1], other[start:][::-1])
    rows, columns = one[start : len(one) - end], other[start : len(other) - end]
    inner = _aligned(rows, columns, Fraction(str(least)))
    head = [(k, k) for k in range(start)]
    tail = [(len(one) - k, len(other) - k) for k in range(end, 0, -1)]
    return [*head, *((start + a, start + b) for a, b in inner), *tail]


def _aligned(one: Sequence[Words], other: Sequence[Words], least: Fraction) -> list[tuple[int, int]]:
    costs = [[k * GAP for k in range(len(other) + 1)]]
    for i, words in enumerate(one, 1):
        above, row = costs[-1], [i * GAP]
        for j, twin in enumerate(other, 1):
            row.append(min(above[j] + GAP, row[-1] + GAP, above[j - 1] + _substitution(words, twin)))
        costs.append(row)
    pairs = []
    i, j = len(one), len(other)
    while i and j:
        cost = costs[i][j]
        is_pair = cost == costs[i - 1][j - 1] + _substitution(one[i - 1], other[j - 1])
        if is_pair and similarity(one[i - 1], other[j - 1]) >= least:
            pairs.append((i - 1, j - 1))
            i, j = i - 1, j - 1
        elif cost == costs[i - 1][j] + GAP:
            i -= 1
        elif cost == costs[i][j - 1] + GAP:
            j -= 1
        else:
            i, j = i - 1, j - 1
    return pairs[::-1]
