"""What is decided of each page of a batch: which segments inform, how sure that is, why, and what the page is for.

`mine_batch` decides for all pages of a batch at once and leaves columns; the rest reads single answers off them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sitemine.dom.batch import Batch
from sitemine.dom.table import Ints, NodeTable
from sitemine.measure.structure import Floats, mean_weight
from sitemine.measure.sums import Counts
from sitemine.measure.terms import Terms
from sitemine.mine.found import Blocks, lowest_common
from sitemine.mine.methods.named import found_by
from sitemine.mine.repeated import Repeated
from sitemine.mine.scoring.choice import Choice, choose
from sitemine.mine.scoring.judge import Judged, judge
from sitemine.mine.scoring.repeats import Compared
from sitemine.mine.segments import SegmentEvidence
from sitemine.mine.sight import Sight, sight_of
from sitemine.mine.site.listing import Listing, listings_of
from sitemine.mine.site.portrait import portray
from sitemine.mine.site.roles import SiteRoles, decide_roles, toc_probability
from sitemine.options import Options
from sitemine.records import Role


@dataclass(frozen=True, eq=False)
class MinedBatch:
    """What was decided on the pages of a batch."""

    batch: Batch
    model: Repeated
    sight: Sight
    roles: SiteRoles | None  # what was decided of all pages of the site; None where these stand alone
    judged: Judged
    probability: Floats  # that each segment informs
    choice: Choice
    found: Blocks | None  # by the method that was asked for; None for the default
    segment_start: np.ndarray[tuple[int], np.dtype[np.intp]]  # first segment of each page

    @property
    def terms(self) -> Terms:
        """The terms of the batch."""
        return self.sight.terms

    @property
    def weight(self) -> Floats:
        """The weight of each term."""
        return self.sight.weight

    @property
    def seen(self) -> SegmentEvidence:
        """What the pages themselves show of each segment."""
        return self.sight.seen

    @property
    def pages(self) -> Counts:
        """On how many pages of the site each segment stands, this page among them."""
        return self.sight.pages

    @cached_property
    def information(self) -> Floats:
        """CII of each segment; 1 where no pages were compared."""
        return information_of(self.batch.table, self.terms, self.weight)

    @cached_property
    def toc_probability(self) -> Floats:
        """How likely each page is a TOC page."""
        return toc_probability(self.sight, self.roles)


def information_of(table: NodeTable, terms: Terms, weight: Floats) -> Floats:
    """CII of each segment; one without terms, as a price or a time is, has that of the nearest node around it with some."""
    start, end = terms.before(table.segment_start), terms.before(table.segment_end)
    information = mean_weight(weight, start, end)
    mute = np.flatnonzero(start == end)
    node = table.segment_node[mute]
    while (bare := (terms.node_start[node] == terms.node_end[node]) & (table.parent[node] >= 0)).any():
        node[bare] = table.parent[node[bare]]
    first, last = terms.node_start[node], terms.node_end[node]
    information[mute] = np.where(first < last, mean_weight(weight, first, last), 1.0)
    return information


def among_its_like(page: Ints, pages: Counts, n_pages: int, information: Floats, least: int) -> Floats:
    """CII with the entropy taken over the pages of a page's template rather than over the whole site.

    What all 16 pages of one template say has an entropy of ln 16 / ln 69 on a site of 69 pages, and would pass for
    informative; among its like it is 1. The template's pages are those that share the page's most widespread block.
    The same block on df of them has itself the entropy ln df / ln n, and informs no more than 1 less that. Of each segment
    its page and the pages that say it are given.
    """
    of_page = np.zeros(int(page.max(initial=-1)) + 1, np.int64)
    np.maximum.at(of_page, page, pages)
    n = np.log(np.where(of_page < least, n_pages, of_page))[page]
    among = 1.0 - np.minimum((1.0 - information) * np.log(n_pages) / n, 1.0)
    return np.asarray(np.minimum(among, 1.0 - np.minimum(np.log(pages) / n, 1.0)))


def _compared(sight: Sight, roles: SiteRoles | None, options: Options) -> Compared:
    """What the site knows of each segment of a batch."""
    information = information_of(sight.batch.table, sight.terms, sight.weight)
    n_pages = sight.model.n_pages
    among = among_its_like(sight.seen.page, sight.pages, n_pages, information, options.template_pages)
    lists = toc_probability(sight, roles) > options.toc_probability
    return Compared(among, sight.pages, n_pages, sight.place, sight.model.places, lists)


def _chosen(table: NodeTable, found: Blocks | None, choice: Choice) -> Choice:
    """What the method that was asked for chooses; the default's choice where none was."""
    return choice if found is None else Choice(lowest_common(table, found.segment_kept), found.segment_kept)


def mine_batch(
    batch: Batch, model: Repeated, options: Options, roles: SiteRoles | None = None, site: object = None
) -> MinedBatch:
    """Decides on the pages of a batch by what they show, what the site repeats, and what was decided of the site.

    `site` is what the method that was asked for has learned of the site, if it compares pages (`mine.methods`).
    """
    table, sight = batch.table, sight_of(batch, model)
    judged = judge(batch, sight.terms, _compared(sight, roles, options) if model.n_pages > 1 else None)
    units = judged.units
    choice = choose(table, units, judged.probability, options.beta, options.least_terms)
    found = found_by(options, sight, site)
    return MinedBatch(
        batch=batch,
        model=model,
        sight=sight,
        roles=roles,
        judged=judged,
        probability=np.repeat(judged.probability, units.end - units.first),
        choice=_chosen(table, found, choice),
        found=found,
        segment_start=np.searchsorted(table.segment_start, table.page_text),
    )


def role_of(mined: MinedBatch, page: int, options: Options) -> Role:
    if mined.toc_probability[page] > options.toc_probability:
        return Role.TOC
    return Role.ARTICLE if mined.choice.node[page] >= 0 else Role.OTHER


def listings_in(mined: MinedBatch, pages: Iterable[int], options: Options) -> dict[int, Listing]:
    """What those of the pages list that are TOC pages."""
    wanted = np.zeros(mined.batch.table.n_pages, np.bool_)
    wanted[[page for page in pages if role_of(mined, page, options) is Role.TOC]] = True
    if not wanted.any():
        return {}
    return listings_of(mined.sight, mined.roles or decide_roles(portray(mined.sight)), wanted)


def _is_within(mined: MinedBatch, segment: int) -> bool:
    """Whether a segment stands in the informative block of its page."""
    table = mined.batch.table
    node, block = table.segment_node[segment], mined.choice.node[mined.seen.page[segment]]
    return bool(0 <= block <= node < table.subtree_end[block])


def reason_of(mined: MinedBatch, segment: int) -> str:
    """Why a segment was kept or dropped, in words."""
    seen, n_pages = mined.seen, mined.model.n_pages
    shared = f"on {mined.pages[segment]} of {n_pages} pages" if n_pages > 1 else ""
    if mined.choice.kept[segment]:
        where = "in the informative block" if _is_within(mined, segment) else "informs outside of the informative block"
        return f"{where}, {shared}" if shared else where
    if seen.in_comments[segment]:
        return "among the readers' comments"
    if shared and mined.pages[segment] > 1:
        return f"repeated {shared}"
    if mined.probability[segment] == 0:
        return "said elsewhere on the page"
    if mined.probability[segment] >= 1 / 2:
        return "less sure to inform than what was kept"
    if seen.in_landmark[segment]:
        return "in a header, footer, navigation, aside or form"
    if 2 * seen.path_link_share[segment] > 1:
        return "among links"
    if 2 * mined.information[segment] < 1:
        return "says what other pages say"
    return "unlike blocks that inform"


def confidence_of(mined: MinedBatch, page: int) -> float:
    """The mean probability that the decision on each character of the page is right."""
    first, last = mined.segment_start[page], mined.segment_start[page + 1]
    table = mined.batch.table
    p, kept = mined.probability[first:last], mined.choice.kept[first:last]
    length = table.segment_end[first:last] - table.segment_start[first:last]
    right = np.where(kept, p, 1.0 - p)
    # Rounded per segment, so that the sum does not depend on how an array happens to be added up.
    return round(int(np.rint(right * length * (1 << 20)).astype(np.int64).sum()) / (max(int(length.sum()), 1) << 20), 4)
