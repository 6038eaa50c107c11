"""How much does each part inform? Reads node tables, gives columns beside them and statistics of a site that add up.

`terms` finds the units that are counted, `entropy` how widely each is said, `structure` how much each subtree informs and
how evenly, `fingerprints` on how many pages the same block stands; `sitelinks` how much each link informs, `hubs` which
pages list and which are listed, in all `variants`; `partition` the blocks of a page; `sums`, `hashing` and `components` are
what they share.
"""

from sitemine.measure.entropy import TermStatistics, count_terms, weights_of
from sitemine.measure.fingerprints import PageCounts, fingerprints
from sitemine.measure.hubs import Hubs, analyse, hubs_of
from sitemine.measure.sitelinks import AnchorStatistics, SiteLinks, number_pages, site_links
from sitemine.measure.structure import content_information, coverage, mean_weight, structure_information
from sitemine.measure.sums import Pile
from sitemine.measure.terms import Terms, hash_terms, terms_of
from sitemine.measure.variants import VARIANTS

__all__ = [
    "VARIANTS",
    "AnchorStatistics",
    "Hubs",
    "PageCounts",
    "Pile",
    "SiteLinks",
    "TermStatistics",
    "Terms",
    "analyse",
    "content_information",
    "count_terms",
    "coverage",
    "fingerprints",
    "hash_terms",
    "hubs_of",
    "mean_weight",
    "number_pages",
    "site_links",
    "structure_information",
    "terms_of",
    "weights_of",
]
