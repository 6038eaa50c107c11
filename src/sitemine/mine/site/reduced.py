"""What is left of a site's links when those that say little are taken out.

LAMIS (Kao, Lin, Ho, Chen 2004), section 3.1, figures 3 to 6: of a site of 270 pages and 1,515 links, the links with an
entropy below 0.8 are 569 between 241 pages, those below 0.4 are 353 between 236 pages, and people kept 350 between 252.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sitemine.dom.table import Ints
from sitemine.measure.sitelinks import SiteLinks
from sitemine.measure.structure import Floats


@dataclass(frozen=True, slots=True, eq=False)
class Reduced:
    """The links of a site below a threshold, each pair of pages once, and the pages that they join."""

    threshold: float
    page: Ints  # pages that are left, in order of their numbers
    source: Ints  # place in `page`
    target: Ints
    entropy: Floats  # of the best link from source to target
    removed: float  # share of the site's pairs of linked pages that is left out


def reduced(links: SiteLinks, threshold: float) -> Reduced:
    """The links of a site whose entropy is below the threshold; a page's links to itself are left out."""
    pairs, entropy = _pairs(links)
    kept = entropy < threshold
    source, target = np.divmod(pairs[kept], max(links.n_pages, 1))
    page, ends = np.unique(np.concatenate((source, target)), return_inverse=True)
    start, end = ends[: len(source)].astype(np.int32), ends[len(source) :].astype(np.int32)
    removed = 1.0 - len(source) / len(pairs) if len(pairs) else 0.0
    return Reduced(threshold, page.astype(np.int32), start, end, entropy[kept], removed)


def _pairs(links: SiteLinks) -> tuple[npt.NDArray[np.int64], Floats]:
    """Each pair of linked pages as one number, in order, and the least entropy of its links."""
    source = links.source
    key = source.astype(np.int64) * links.n_pages + links.target
    other = np.flatnonzero(source != links.target)
    pairs, which = np.unique(key[other], return_inverse=True)
    least = np.full(len(pairs), np.inf)
    np.minimum.at(least, which, links.entropy[other])
    return pairs, least
