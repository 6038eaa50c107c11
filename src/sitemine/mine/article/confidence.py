"""How good the text of an article is expected to be, from how sure the decisions on its page are.

The mean probability that the decision on each character is right says which of two articles is the better one, but not how
good it is. A line through a few points turns it into the mean word F1 that articles of this mean have against gold;
`python -m bench.confidence` finds the points anew whenever the decisions change, and prints how far to trust them.
"""

from collections.abc import Sequence


def calibrated(sureness: float, points: Sequence[float]) -> float:
    """The expected word F1 of an article; `points` are those of a sureness of 0 to 1 in equal steps."""
    place = min(max(sureness, 0.0), 1.0) * (len(points) - 1)
    low = min(int(place), len(points) - 2)
    return round(points[low] + (place - low) * (points[low + 1] - points[low]), 4)
