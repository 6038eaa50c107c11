"""How likely the blocks inform that stand at each place of a site's template, summed over the pages of the site.

A page alone may take the comments below an article for a part of it. Where the blocks at the same place of forty pages were
judged, each by its page alone, their mean is surer than any one of them; and a place that every page has, with one
block each, is the article's title or its dateline. Only whole numbers are summed, so the sums of parts of a site merge
in any order, and a page can be taken back.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from sitemine.measure.hashing import Hashes
from sitemine.measure.structure import Floats
from sitemine.measure.sums import Counts, add_up, find
from sitemine.mine.scoring.units import Places, Units

MOST_ODDS: Final = 4.0
"""Beyond these log odds a block speaks for its place no louder."""

UNIT: Final = 1 << 10
LEAST_PAGES: Final = 2
"""Pages from which on a place is one of the site's; what one page alone has, that page says already."""


def _bounded(odds: Floats) -> Counts:
    return np.rint(np.clip(odds, -MOST_ODDS, MOST_ODDS) * UNIT).astype(np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class PlaceSums:
    """What stands at each place of the pages of a site, in order of the places' hashes."""

    n_pages: int
    place: Hashes
    odds: Counts  # of all blocks there, in units
    weighed: Counts  # the same, each block counted by its terms and one
    terms: Counts  # and how often that was
    blocks: Counts
    df: Counts  # pages that have the place

    def __len__(self) -> int:
        return len(self.place)

    @classmethod
    def empty(cls) -> "PlaceSums":
        none = np.zeros(0, np.int64)
        return cls(0, np.zeros(0, np.uint64), none, none, none, none, none)

    @classmethod
    def of(cls, pages: Places, units: Units, place: Hashes, alone: Floats) -> "PlaceSums":
        """The sums over some pages of a table; `place` is that of each block, and `alone` its log odds by its page."""
        rows = np.flatnonzero(np.isin(units.page, pages))
        key, page, said = place[rows], units.page[rows], _bounded(alone[rows])
        order = np.lexsort((page, key))
        is_new = np.ones(len(rows), np.bool_)
        is_new[1:] = (key[order][1:] != key[order][:-1]) | (page[order][1:] != page[order][:-1])
        first = np.zeros(len(rows), np.int64)
        first[order] = is_new
        terms = units.n_terms[rows].astype(np.int64) + 1
        return cls._of_rows(len(pages), key, (said, said * terms, terms, np.ones(len(rows), np.int64), first))

    @classmethod
    def _of_rows(cls, n_pages: int, place: Hashes, columns: tuple[Counts, ...]) -> "PlaceSums":
        seen, sums = add_up(place, columns)
        return cls(n_pages, seen, *sums)

    @property
    def columns(self) -> tuple[Counts, ...]:
        return self.odds, self.weighed, self.terms, self.blocks, self.df

    def merge(self, other: "PlaceSums") -> "PlaceSums":
        """The sums over both sets of pages."""
        both = tuple(map(np.concatenate, zip(self.columns, other.columns, strict=True)))
        return self._of_rows(self.n_pages + other.n_pages, np.concatenate((self.place, other.place)), both)

    def without(self, other: "PlaceSums") -> "PlaceSums":
        """The sums after the pages of `other`, which were added before, are taken back."""
        return self.merge(PlaceSums(-other.n_pages, other.place, *(-column for column in other.columns)))

    def shared(self, least: int = LEAST_PAGES) -> "PlaceSums":
        """Only the places that so many pages have."""
        often = self.df >= least
        return PlaceSums(self.n_pages, self.place[often], *(column[often] for column in self.columns))

    def seen(self, place: Hashes, alone: Floats) -> dict[str, Floats]:
        """What the site shows of the place of each block; of one that no two pages have, what the block says itself."""
        row = find(self.place, place)
        odds, weighed, terms, blocks, df = (np.append(column, 1)[row] for column in self.columns)
        known = (row >= 0) & (df >= LEAST_PAGES)
        own = _bounded(alone)
        return {
            "place_odds": np.where(known, odds / np.maximum(blocks, 1), own),
            "place_weighed": np.where(known, weighed / np.maximum(terms, 1), own),
            "place_share": np.where(known, df / max(self.n_pages, 1), 0.0),
            "place_blocks": np.where(known, blocks / np.maximum(df, 1), 0.0),
        }
