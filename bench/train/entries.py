"""The links of TOC pages, with what people took for entries, and the trees that tell these."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from bench.quality.links import canonical, entry_scores
from bench.quality.roles import Scores
from bench.quality.sites import TOC
from bench.train.boosted import Flags, Floats, asked, boosted
from bench.train.pages import ReadSite
from sitemine.mine.forest import Splits
from sitemine.mine.sight import sight_of
from sitemine.mine.site.entries import at_home, page_links
from sitemine.mine.site.portrait import page_key
from sitemine.mine.site.roles import SiteRoles

N_TREES: Final = 200
CHANGED: Final = {"num_leaves": 16, "min_data_in_leaf": 50, "lambda_l2": 20.0}


@dataclass(frozen=True, slots=True, eq=False)
class Links:
    """The links of a site's TOC pages."""

    page: Sequence[str]  # URL of the page of each link
    target: Sequence[str]
    is_entry: Flags
    columns: Floats
    golds: Mapping[str, frozenset[str]]  # the entries of each TOC page
    mass: float = 1.0


def links_of(site: ReadSite, roles: SiteRoles, mass: float) -> Links:
    """The links of the TOC pages of a site on which was decided without it."""
    pages: list[str] = []
    targets: list[str] = []
    wanted: list[bool] = []
    columns: list[Floats] = []
    golds: dict[str, frozenset[str]] = {}
    for batch in site.batches:
        of_page = [site.golds[page_key(batch.urls[place])] for place in batch.mined]
        here = {gold.key: frozenset(map(canonical, gold.entries)) for gold in of_page if gold.role == TOC}
        found = page_links(
            sight_of(batch, site.model), roles, np.array([gold.role == TOC for gold in of_page], np.bool_)
        )
        said = [canonical(at_home(batch.links.target[row], roles)) for row in found.row.tolist()]
        on = [of_page[page].key for page in found.page.tolist()]
        pages += on
        targets += said
        wanted += [target in here[page] for page, target in zip(on, said, strict=True)]
        columns.append(np.column_stack(found.columns))
        golds |= here
    return Links(pages, targets, np.array(wanted, np.bool_), np.concatenate(columns), golds, mass)


def _weight(links: Links) -> Floats:
    """All pages of a site count alike, and a site as the square root of its pages."""
    _, which, count = np.unique(np.array(links.page, object).astype(str), return_inverse=True, return_counts=True)
    return np.asarray(links.mass / count[which] / max(len(count), 1) ** 0.5)


def learn_entries(sites: Sequence[Links]) -> Splits:
    """The trees that tell entries from other links."""
    parts = [links for links in sites if len(links.page)]
    weight = np.concatenate([_weight(links) for links in parts])
    columns = np.concatenate([links.columns for links in parts])
    is_entry = np.concatenate([links.is_entry for links in parts])
    return boosted(columns, is_entry, weight / weight.mean(), N_TREES, **CHANGED)


def entries_of(splits: Splits, links: Links) -> Scores | None:
    """The mean scores of the TOC pages of a site; None where it has none."""
    said = asked(splits, list(links.columns.T)) > 0
    found: dict[str, set[str]] = {page: set() for page in links.golds}
    for page, target, is_entry in zip(links.page, links.target, said.tolist(), strict=True):
        if is_entry:
            found[page].add(target)
    scores = [entry_scores(found[page], gold) for page, gold in links.golds.items()]
    return Scores(*(sum(part) / len(scores) for part in zip(*scores, strict=True))) if scores else None
