"""The role of every page of a site, decided for all of them at once.

Three decisions follow one another, each in log odds of being a TOC page:

    alone    by what the page tells of itself (gradient-boosted trees; all that a lone page has)
    first    by the same and by how the page stands among the others (gradient-boosted trees)
    second   by the first of the page, of the pages of its template, and of the pages whose titles its links say

The second is a sum of few terms, so that what it learned of some sites holds on others. How far a template is believed depends
on how many pages it has, on how well these agree, and on how well those of the other templates of the site do: on a blog lists
and articles have templates of their own, a manual has one for all. No decision looks at how a URL is written.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from sitemine.measure.hashing import Hashes
from sitemine.measure.structure import Floats
from sitemine.mine.forest import Forest, forest_of
from sitemine.mine.learned import part, shipped
from sitemine.mine.sight import Sight
from sitemine.mine.site.counted import told_alone
from sitemine.mine.site.portrait import Portrait, page_key
from sitemine.mine.site.standing import PlaceTable, Standing, Support, by_name, support, told_columns

MOST: Final = 4.0
"""Log odds beyond which a decision is not believed more firmly when others are drawn from it."""

SURE: Final = 2.0
"""Log odds from which on a decision is called sure."""

FEWEST: Final = 2
"""Links of a page from which on it may be a list."""

MANY: Final = 40
"""Pages from which on a site shows of its pages what the largest does."""

FULL_TEMPLATE: Final = 2.0
"""Pages (ln of their mean number) from which on a template is believed fully."""

TEMPLATE_VARIANCE: Final = 4.0
"""Of the pages of a template (log odds squared), at which it is believed half."""

SECOND: Final = ("start", "told_apart", "told", "alike", "introduced")
"""The terms of the second decision."""


@dataclass(frozen=True, slots=True, eq=False)
class SiteRoles:
    """What was decided of the pages of a site, in order of their keys, and what their entries are chosen by."""

    key: Hashes
    log_odds: Floats  # of being a TOC page
    alone: Floats  # what each page tells of itself
    first: Floats  # and what its standing among the others adds to it
    alike: Floats  # what the pages of its template are taken for
    n_alike: Floats
    places: PlaceTable
    homes: Mapping[str, str]  # where links lead that mean the site, and where its pages came from

    def rows(self, key: Hashes) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
        """Where each page stands; -1 for those that are not of the site."""
        if len(self.key) == 0:
            return np.full(len(key), -1, np.intp)
        row = np.minimum(np.searchsorted(self.key, key), len(self.key) - 1)
        return np.where(self.key[row] == key, row, -1)


@cache
def _forest(name: str) -> Forest:
    return forest_of(part(shipped("roles"), name))


def probability_of(log_odds: Floats) -> Floats:
    """The probability that goes with log odds."""
    return np.asarray(1.0 / (1.0 + np.exp(-log_odds)))


def believed(log_odds: Floats) -> Floats:
    """Log odds as others are drawn from them."""
    return np.clip(log_odds, -MOST, MOST)


def alone_columns(counted: Floats) -> list[Floats]:
    """What each page tells of itself, a column for each feature of the trees."""
    return list(told_columns(counted).values())


def first_columns(standing: Standing, alone: Floats) -> list[Floats]:
    """How each page stands among the others, a column for each feature of the trees; the last says how many these are."""
    told = believed(alone)
    size = np.full(len(told), float(min(standing.n, MANY)))
    return [*by_name(standing).values(), told, told - np.median(told) if len(told) else told, size]


def second_columns(told: Floats, found: Support) -> dict[str, Floats]:
    """The terms of the second decision, from the first decision and what it says of the pages around each."""
    size = np.minimum(np.log(np.maximum(found.n_alike, 1.0)), FULL_TEMPLATE) / FULL_TEMPLATE
    sure = size * found.agreement / (1.0 + found.variance / TEMPLATE_VARIANCE)
    return {
        "start": np.ones(len(told)),
        "told_apart": told * (1.0 - sure),
        "told": told * sure,
        "alike": found.alike * sure,
        "introduced": found.introduced * found.agreement,
    }


def second_decision(columns: Mapping[str, Floats], weights: Floats) -> Floats:
    """The log odds of the second decision, added up in the order of its terms."""
    total = np.zeros(len(columns["start"]))
    for name, weight in zip(SECOND, weights.tolist(), strict=True):
        total = total + weight * columns[name]
    return total


def alone_log_odds(counted: Floats) -> Floats:
    """The log odds of each page by what it tells of itself."""
    return _forest("alone").log_odds(alone_columns(counted)) if len(counted) else np.zeros(0)


def homes_of(portrait: Portrait) -> dict[str, str]:
    """Under which other names most of the pages that have one say that the site is at home."""
    own = {came for _, came in portrait.homes}
    ordered = sorted(portrait.homes.items(), key=lambda pair: (pair[1], pair[0]))
    return {home: came for (home, came), _ in ordered if home not in own}


def decide_roles(portrait: Portrait) -> SiteRoles:
    """The roles of all pages of a site."""
    standing = Standing(portrait)
    alone, homes = alone_log_odds(portrait.alone), homes_of(portrait)
    if len(portrait) < 2:
        places = standing.places(probability_of(alone))
        return SiteRoles(portrait.key, alone, alone, alone, np.zeros(len(alone)), np.ones(len(alone)), places, homes)
    first = believed(_forest("first").log_odds(first_columns(standing, alone)))
    found = support(standing, first)
    log_odds = second_decision(second_columns(first, found), shipped("roles")["second"])
    places = standing.places(probability_of(log_odds))
    return SiteRoles(portrait.key, log_odds, alone, first, found.alike, found.n_alike, places, homes)


def toc_probability(sight: Sight, roles: SiteRoles | None) -> Floats:
    """How likely each page of a batch is a TOC page, as its site was decided or, without one, by what it tells of itself.

    A page with one link lists nothing, and one that was not decided on, as it says nothing, is nothing.
    """
    batch = sight.batch
    if roles is None:
        probability = probability_of(alone_log_odds(told_alone(sight)))
    else:
        row = roles.rows(np.array([page_key(batch.urls[k]) for k in batch.mined], np.uint64))
        probability = np.where(row >= 0, probability_of(np.append(roles.log_odds, 0.0)[row]), 0.0)
    may_list = np.bincount(batch.links.source, minlength=len(probability)) >= FEWEST
    return np.where(may_list & (np.diff(batch.table.page_text) > 0), probability, 0.0)


def role_reason_of(sight: Sight, roles: SiteRoles | None, page: int) -> str:
    """Why a page has its role, in words: what it says of itself, its template, and what the decisions made of both."""
    batch = sight.batch
    if roles is None:
        return "decided by the page alone"
    row = int(roles.rows(np.array([page_key(batch.urls[batch.mined[page]])], np.uint64))[0])
    if row < 0:
        return ""
    said = f"by itself {_in_words(roles.alone[row])}"
    if len(roles.key) < 2:
        return said
    others = max(round(float(roles.n_alike[row])) - 1, 0)
    template = f"the {others} pages like it {_in_words(roles.alike[row])}" if others else "no page is like it"
    return f"{said}; among the site {_in_words(roles.first[row])}; {template}"


def _in_words(log_odds: float) -> str:
    side = "a TOC page" if log_odds > 0 else "an article"
    return f"{'surely' if abs(log_odds) > SURE else 'rather'} {side} ({log_odds:+.1f})"
