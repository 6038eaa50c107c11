"""How much does each part inform? Reads node tables, gives columns beside them and statistics of a site that add up.

`terms` finds the units that are counted, `entropy` how widely each is said, `structure` how much each subtree informs and
how evenly, `fingerprints` on how many pages the same block stands; `sums` and `hashing` are what they share.
"""

from sitemine.measure.entropy import TermStatistics, count_terms, weights_of
from sitemine.measure.fingerprints import PageCounts, fingerprints
from sitemine.measure.structure import content_information, coverage, mean_weight, structure_information
from sitemine.measure.sums import Pile
from sitemine.measure.terms import Terms, hash_terms, terms_of

__all__ = [
    "PageCounts",
    "Pile",
    "TermStatistics",
    "Terms",
    "content_information",
    "count_terms",
    "coverage",
    "fingerprints",
    "hash_terms",
    "mean_weight",
    "structure_information",
    "terms_of",
    "weights_of",
]
