"""The paper's procedure to find separators, block by block, beside the closed form."""

import numpy as np

from sitemine.mine.visual.separators import separators


def swept(spans, start, end):
    """The paper's procedure: one separator over all of the pool, which each block splits, shortens or removes."""
    found = [(start, end)]
    for first, last in spans:
        after = []
        for low, high in found:
            if last <= low or first >= high:
                after.append((low, high))
            else:
                after += [(low, first)] * (low < first) + [(last, high)] * (last < high)
        found = after
    least, most = min(s[0] for s in spans), max(s[1] for s in spans)
    return sorted((low, high) for low, high in found if low >= least and high <= most)


def found_in(spans, pool=None, *, touching=False):
    start, end = (np.array(column, np.int64) for column in zip(*spans, strict=True))
    pool = np.zeros(len(spans), np.intp) if pool is None else np.array(pool, np.intp)
    return separators(pool, start, end, touching=touching)
