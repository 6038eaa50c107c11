"""What the site shows of each block of a page: how much of it other pages say too, what is around it, and its place."""

from typing import Final, NamedTuple

import numpy as np

from sitemine.dom.table import Flags, NodeTable
from sitemine.measure.hashing import Hashes
from sitemine.measure.structure import Floats
from sitemine.measure.sums import Counts
from sitemine.mine.scoring.alike import Columns
from sitemine.mine.scoring.features import NEAR, RINGS, ring_rows, running, shifted
from sitemine.mine.scoring.placed import MOST_ODDS, PlaceSums
from sitemine.mine.scoring.placed import UNIT as PLACE_UNIT
from sitemine.mine.scoring.units import Places, Units

UNIT: Final = 1 << 20
FEW: Final = 2
FEW_SHARE: Final = 0.1
"""Text that more pages than these say, or than this share of the site's, is a template's: no place makes it informative."""

UNSURE: Final = -10.0
"""The log odds of a block that is not there."""

SITE_FEATURES: Final = (
    *("alone information on_pages on_share information_before information_after near_information").split(),
    *("group_information group_repeated alone_before alone_after").split(),
    *(f"ring{ring}_{what}" for ring in range(RINGS) for what in ("information", "repeated")),
    *("place_odds place_weighed place_share place_blocks").split(),
    *("width place in_heading since_h1 n_terms group_count").split(),
)
"""What the second forest is asked about: the answer of the first, what the site shows, and a little of the page.

With more of the page it learns the templates of the few sites that teach it.
"""

RISING: Final = {
    **dict.fromkeys(("alone", "information", "near_information", "group_information"), 1),
    **dict.fromkeys(("place_odds", "place_weighed"), 1),
    **dict.fromkeys(("on_pages", "on_share", "group_repeated"), -1),
    **{f"ring{ring}_information": 1 for ring in range(RINGS)},
    **{f"ring{ring}_repeated": -1 for ring in range(RINGS)},
}
"""In which direction more of a feature may speak: 1 for a block, -1 against it."""


class Compared(NamedTuple):
    """What the site knows of each segment of a table, of the places of its nodes, and of its pages."""

    information: Floats
    pages: Counts  # that say the same, this one among them
    n_pages: int  # of the site
    place: Hashes  # of each node
    places: PlaceSums
    lists: Flags  # pages that list others: what they repeat of these is what they are for, and so is judged alone


def _of_units(units: Units, compared: Compared) -> tuple[Counts, Counts]:
    """The least information of the segments of each block, in units, and the least number of pages that say one."""
    whole = np.rint(compared.information * UNIT).astype(np.int64)
    return np.minimum.reduceat(whole, units.first), np.minimum.reduceat(compared.pages, units.first)


def _of_groups(units: Units, group: Places, own: Counts, again: Counts) -> Columns:
    """What the site shows of the blocks of the same kind, all together."""
    n = int(group.max(initial=-1)) + 1
    whole = np.maximum(np.bincount(group, units.n_terms, n), 1)
    return {
        "group_information": (np.bincount(group, own, n) / whole)[group],
        "group_repeated": (np.bincount(group, again, n) / whole)[group],
    }


def _around(table: NodeTable, units: Units, own: Counts, again: Counts) -> Columns:
    """What the site shows of the neighbours of each block, and of the subtrees around it."""
    weighed, repeated, counted = running(own), running(again), running(units.n_terms)
    rows, page = np.arange(len(units)), units.page
    first = np.maximum(rows - NEAR, units.page_start[:-1][page])
    last = np.minimum(rows + NEAR + 1, units.page_start[1:][page])
    found = {"near_information": (weighed[last] - weighed[first]) / np.maximum(counted[last] - counted[first], 1)}
    for ring, (first, last) in enumerate(ring_rows(table, units)):
        n_terms = np.maximum(counted[last] - counted[first], 1)
        found[f"ring{ring}_information"] = (weighed[last] - weighed[first]) / n_terms
        found[f"ring{ring}_repeated"] = (repeated[last] - repeated[first]) / n_terms
    return found


def _of_places(seen: Columns, pages: Counts, n_pages: int) -> Columns:
    """What is seen of places, for text that few pages say: what a template repeats is no better for its place."""
    few = pages <= max(FEW, FEW_SHARE * n_pages)
    return {name: np.where(few, column, -MOST_ODDS * PLACE_UNIT) for name, column in seen.items()}


def site_features(table: NodeTable, units: Units, group: Places, alone: Floats, compared: Compared) -> Columns:
    """What the site shows of each block; `alone` are the log odds by the page itself."""
    information, pages = _of_units(units, compared)
    own, again = information * units.n_terms, np.where(pages > 1, units.n_terms, 0)
    return {
        "alone": alone,
        "alone_before": shifted(alone, units.page, -1, UNSURE),
        "alone_after": shifted(alone, units.page, 1, UNSURE),
        "information": information.astype(np.float64),
        "information_before": shifted(information, units.page, -1, 0.0),
        "information_after": shifted(information, units.page, 1, 0.0),
        "on_pages": pages.astype(np.float64),
        "on_share": pages / max(compared.n_pages, 1),
        **_of_groups(units, group, own, again),
        **_around(table, units, own, again),
        **_of_places(compared.places.seen(compared.place[units.node], alone), pages, compared.n_pages),
    }
