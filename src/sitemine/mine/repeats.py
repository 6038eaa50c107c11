"""What the site shows of each block of a page: how much of it other pages say too, and of what stands around it."""

from typing import Final

import numpy as np

from sitemine.dom.table import NodeTable
from sitemine.measure.structure import Floats
from sitemine.measure.sums import Counts
from sitemine.mine.features import NEAR, RINGS, Columns, _shifted, _sums, wider
from sitemine.mine.names import Places
from sitemine.mine.units import Units

SITE_UNIT: Final = 1 << 20


def _of_units(units: Units, information: Floats, pages: Counts) -> tuple[Counts, Counts]:
    """The least information of the segments of each block, in units, and the least number of pages that say one."""
    whole = np.rint(information * SITE_UNIT).astype(np.int64)
    return np.minimum.reduceat(whole, units.first), np.minimum.reduceat(pages, units.first)


def site_features(
    table: NodeTable, units: Units, group: Places, alone: Floats, information: Floats, pages: Counts, n_pages: int
) -> Columns:
    """What the site shows of each block; `information` and `pages` are of segments."""
    own, on = _of_units(units, information, pages)
    n, page = units.n_terms, units.page
    n_groups = int(group.max(initial=-1)) + 1
    rows = np.arange(len(units))
    weighed, counted = _sums(own * n), _sums(n)
    repeated = _sums(np.where(on > 1, n, 0))
    first = np.maximum(rows - NEAR, units.page_start[:-1][page])
    last = np.minimum(rows + NEAR + 1, units.page_start[1:][page])
    of_group = np.bincount(group, n, n_groups)
    found = {
        "alone": alone,
        "information": own.astype(np.float64),
        "on_pages": on.astype(np.float64),
        "on_share": on / max(n_pages, 1),
        "information_before": _shifted(own, page, -1, 0.0),
        "information_after": _shifted(own, page, 1, 0.0),
        "near_information": (weighed[last] - weighed[first]) / np.maximum(counted[last] - counted[first], 1),
        "group_information": (np.bincount(group, own * n, n_groups) / np.maximum(of_group, 1))[group],
        "group_repeated": (np.bincount(group, np.where(on > 1, n, 0), n_groups) / np.maximum(of_group, 1))[group],
        "alone_before": _shifted(alone, page, -1, -10.0),
        "alone_after": _shifted(alone, page, 1, -10.0),
    }
    node, around = units.node.astype(np.intp), wider(table)
    for ring in range(RINGS):
        node = around[node]
        first, last = units.node_first[node], units.node_last[node]
        terms = np.maximum(counted[last] - counted[first], 1)
        found[f"ring{ring}_information"] = (weighed[last] - weighed[first]) / terms
        found[f"ring{ring}_repeated"] = (repeated[last] - repeated[first]) / terms
    return found


SITE_FEATURES: Final = (
    *("alone information on_pages on_share information_before information_after near_information").split(),
    *("group_information group_repeated alone_before alone_after").split(),
    *(f"ring{ring}_{what}" for ring in range(RINGS) for what in ("information", "repeated")),
    *(
        "width link_share structure words place since_h1 in_heading body_gap ring0_share ring1_share group_count"
    ).split(),
    *("rank since_heading heading_words kind n_terms names").split(),
)
