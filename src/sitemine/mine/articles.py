"""The article of each page: its informative segments as text, with the reason for every block kept or dropped.

`mine_batch` decides for all pages of a batch at once and leaves columns; `article_of` and `blocks_of` make records of
one page from them, so that a record is only made where somebody reads it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np

from sitemine.dom.batch import Batch
from sitemine.dom.names import ATTRIBUTE_CODE
from sitemine.dom.table import NodeTable
from sitemine.measure.entropy import weights_of
from sitemine.measure.fingerprints import fingerprints
from sitemine.measure.structure import Floats, mean_weight
from sitemine.measure.sums import Counts
from sitemine.measure.terms import Terms, terms_of
from sitemine.mine.blocks import Choice, SegmentEvidence, choose, probabilities, segment_evidence
from sitemine.mine.metadata import date_of, language_of, part_key, title_of
from sitemine.mine.render import Line, lines_of, to_markdown, to_text
from sitemine.mine.repeated import Repeated
from sitemine.options import Options
from sitemine.records import Article, Block, Evidence, MinedPage, Role

MOST_HEADINGS: Final = 3
"""Headings of the first rank that are tried as a page's title."""


@dataclass(frozen=True, slots=True, eq=False)
class MinedBatch:
    """What was decided on the pages of a batch."""

    batch: Batch
    model: Repeated
    terms: Terms
    weight: Floats  # of each term
    seen: SegmentEvidence
    information: Floats  # CII of each segment; 1 where no pages were compared
    pages: Counts  # on how many pages of the site each segment stands, this page among them
    probability: Floats
    choice: Choice
    toc_probability: Floats  # of each page
    segment_start: np.ndarray[tuple[int], np.dtype[np.intp]]  # first segment of each page


def _information(table: NodeTable, terms: Terms, weight: Floats) -> Floats:
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


def _among_its_like(model: Repeated, seen: SegmentEvidence, pages: Counts, information: Floats, least: int) -> Floats:
    """CII with the entropy taken over the pages of a page's template rather than over the whole site.

    What all 16 pages of one template say has an entropy of ln 16 / ln 69 on a site of 69 pages, and would pass for
    informative; among its like it is 1. The template's pages are those that share the page's most widespread block.
    The same block on df of them has itself the entropy ln df / ln n, and informs no more than 1 less that.
    """
    of_page = np.zeros(int(seen.page.max(initial=-1)) + 1, np.int64)
    np.maximum.at(of_page, seen.page, pages)
    n = np.log(np.where(of_page < least, model.n_pages, of_page))[seen.page]
    among = 1.0 - np.minimum((1.0 - information) * np.log(model.n_pages) / n, 1.0)
    return np.asarray(np.minimum(among, 1.0 - np.minimum(np.log(pages) / n, 1.0)))


def mine_batch(batch: Batch, model: Repeated, options: Options) -> MinedBatch:
    """Decides on the pages of a batch by what they show and what the site repeats."""
    table = batch.table
    terms = terms_of(table)
    weight = weights_of(terms, model.terms)
    seen = segment_evidence(table)
    start, end = terms.before(table.segment_start), terms.before(table.segment_end)
    is_compared = model.n_pages > 1
    information = _information(table, terms, weight)
    weights = options.site if is_compared else options.alone
    pages = np.maximum(model.blocks.pages(fingerprints(terms, start, end)), 1)
    among = _among_its_like(model, seen, pages, information, options.template_pages) if is_compared else None
    probability = probabilities(seen, among, weights)
    choice = choose(table, seen, probability)
    return MinedBatch(
        batch=batch,
        model=model,
        terms=terms,
        weight=weight,
        seen=seen,
        information=information,
        pages=pages,
        probability=probability,
        choice=choice,
        toc_probability=_toc_probability(seen, information, choice, table.n_pages, options),
        segment_start=np.searchsorted(seen.page, np.arange(table.n_pages + 1)),
    )


def _toc_probability(
    seen: SegmentEvidence, information: Floats, choice: Choice, n_pages: int, options: Options
) -> Floats:
    """How likely each page lists rather than tells: by its own link text against its own prose."""
    own = seen.width * information * ~seen.in_comments
    is_prose = (seen.link_share < options.link_share) & choice.kept
    prose = np.bincount(seen.page, own * is_prose, n_pages)
    listed = np.bincount(seen.page, own * seen.link_share * ~seen.in_landmark, n_pages)
    return np.asarray(listed / np.maximum(listed + prose, 1.0))


def _kept_lines(mined: MinedBatch, page: int) -> list[Line]:
    first, last = mined.segment_start[page], mined.segment_start[page + 1]
    kept = first + np.flatnonzero(mined.choice.kept[first:last])
    return lines_of(mined.batch.table, kept.tolist())


def _headings(mined: MinedBatch, page: int) -> list[str]:
    table = mined.batch.table
    first, last = table.page_start[page], table.page_start[page + 1]
    rows = first + np.flatnonzero(table.tag[first:last] == table.tags.index("h1"))[:MOST_HEADINGS]
    return [table.text_of(row) for row in rows.tolist()]


def _times(mined: MinedBatch, page: int) -> list[str]:
    """The machine-readable times of a page, those of its informative block first."""
    table = mined.batch.table
    first, last = np.searchsorted(table.attribute_node, table.page_start[page : page + 2])
    rows = first + np.flatnonzero(table.attribute_name[first:last] == ATTRIBUTE_CODE["datetime"])
    node = mined.choice.node[page]
    inside = [row for row in rows.tolist() if node <= table.attribute_node[row] < table.subtree_end[node]]
    return [table.attribute_values[row] for row in (*inside, *rows.tolist())]


def _role(mined: MinedBatch, page: int, options: Options) -> Role:
    if mined.choice.node[page] < 0 and not mined.toc_probability[page]:
        return Role.OTHER
    return Role.TOC if mined.toc_probability[page] > options.toc_probability else Role.ARTICLE


def _reason(mined: MinedBatch, segment: int) -> str:
    """Why a segment was kept or dropped, in words."""
    seen, n_pages = mined.seen, mined.model.n_pages
    shared = f"on {mined.pages[segment]} of {n_pages} pages" if n_pages > 1 else ""
    if mined.choice.kept[segment]:
        return "in the informative block" + (f", {shared}" if shared else "")
    if seen.in_comments[segment]:
        return "among the readers' comments"
    if shared and mined.pages[segment] > 1:
        return f"repeated {shared}"
    if mined.probability[segment] >= 1 / 2:
        return "outside of the informative block"
    if seen.in_landmark[segment]:
        return "in a header, footer, navigation, aside or form"
    if 2 * seen.path_link_share[segment] > 1:
        return "among links"
    return "among blocks that say little" if not shared else "says what other pages say"


def blocks_of(mined: MinedBatch, page: int) -> tuple[Block, ...]:
    """Every block of a page with its evidence, in document order."""
    table, seen, n_pages = mined.batch.table, mined.seen, max(mined.model.n_pages, 1)
    first_row = int(table.page_start[page])
    blocks = []
    segments = range(int(mined.segment_start[page]), int(mined.segment_start[page + 1]))
    for segment, line in zip(segments, lines_of(table, segments), strict=True):
        node = int(table.segment_node[segment]) - first_row
        evidence = Evidence(
            pages=int(mined.pages[segment]),
            n_pages=n_pages,
            entropy=round(1.0 - float(mined.information[segment]), 4),
            link_share=round(float(seen.link_share[segment]), 4),
            text_length=int(seen.length[segment]),
        )
        kept, score = bool(mined.choice.kept[segment]), round(float(mined.probability[segment]), 4)
        reason = _reason(mined, segment)
        blocks.append(Block(node, line.kind, kept, score, line.text, line.path, reason, evidence))
    return tuple(blocks)


def _confidence(mined: MinedBatch, page: int) -> float:
    """The mean probability that the decision on each character of the page is right."""
    first, last = mined.segment_start[page], mined.segment_start[page + 1]
    p, kept = mined.probability[first:last], mined.choice.kept[first:last]
    length = mined.seen.length[first:last]
    right = np.where(kept, p, 1.0 - p)
    # Rounded per segment, so that the sum does not depend on how an array happens to be added up.
    return round(int(np.rint(right * length * (1 << 20)).astype(np.int64).sum()) / (max(int(length.sum()), 1) << 20), 4)


def article_of(mined: MinedBatch, page: int, options: Options, *, with_blocks: bool = True) -> Article:
    """The article of a page of the tables; `page` counts those that were mined."""
    batch, model = mined.batch, mined.model
    place = batch.mined[page]
    head, url = batch.heads[page], batch.urls[place]
    lines = _kept_lines(mined, page)
    many = max(2, model.n_pages * options.title_share)

    def is_repeated(part: str) -> bool:
        return model.n_pages > 1 and int(model.titles.pages(np.array([part_key(part)], np.uint64))[0]) >= many

    day, source = date_of(head, _times(mined, page), url)
    return Article(
        url=url,
        title=title_of(head, _headings(mined, page), is_repeated),
        text=to_text(lines),
        markdown=to_markdown(lines),
        language=language_of(head),
        date=day,
        date_source=source,
        role=_role(mined, page, options),
        confidence=_confidence(mined, page),
        outcome=batch.outcomes[place],
        detail=batch.details[place],
        blocks=blocks_of(mined, page) if with_blocks else (),
    )


def pages_of(
    mined: MinedBatch, options: Options, places: Iterable[int] | None = None, *, with_blocks: bool = True
) -> list[MinedPage]:
    """The pages of a batch as records, or those at some places of it; pages that could not be mined are there too."""
    batch = mined.batch
    page_at = {place: page for page, place in enumerate(batch.mined)}
    pages = []
    for place in range(len(batch)) if places is None else places:
        url, outcome, detail = batch.urls[place], batch.outcomes[place], batch.details[place]
        if place not in page_at:
            pages.append(MinedPage(url, outcome, detail))
            continue
        article = article_of(mined, page_at[place], options, with_blocks=with_blocks)
        probability = round(float(mined.toc_probability[page_at[place]]), 4)
        pages.append(MinedPage(url, outcome, detail, article.role, probability, article))
    return pages
