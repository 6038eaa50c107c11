"""Which hubs and authorities of a site hang together: the parts that no link connects."""

import numpy as np
import numpy.typing as npt

Places = npt.NDArray[np.intp]


def components(n: int, one: npt.NDArray[np.integer], other: npt.NDArray[np.integer]) -> Places:
    """The least node of the component of each of n nodes, where edges run from `one` to `other`.

    In each round a component joins the least of those that it has an edge to, and edges within one are forgotten; few rounds
    are needed (Liu and Tarjan 2019: at most some log squared of n).
    """
    least = np.arange(n)
    one, other = one.astype(np.intp), other.astype(np.intp)
    while len(one):
        np.minimum.at(least, np.maximum(one, other), np.minimum(one, other))
        while not np.array_equal(above := least[least], least):
            least = above
        one, other = least[one], least[other]
        apart = one != other
        one, other = one[apart], other[apart]
    return least
