"""The article of each page as a record: its informative segments as text, with every block kept or dropped and why.

`decision` leaves columns for all pages of a batch; `article_of` and `blocks_of` make records of one page from them, so
that a record is only made where somebody reads it.
"""

from collections.abc import Iterable
from typing import Final

import numpy as np

from sitemine.dom.names import ATTRIBUTE_CODE
from sitemine.mine.decision import MinedBatch, confidence_of, listings_in, reason_of, role_of
from sitemine.mine.listing import Listing
from sitemine.mine.metadata import date_of, language_of, part_key, title_of
from sitemine.mine.render import Line, lines_of, to_markdown, to_text
from sitemine.mine.roles import role_reason_of
from sitemine.options import Options
from sitemine.records import Article, Block, Evidence, MinedPage

MOST_HEADINGS: Final = 3
"""Headings of the first rank that are tried as a page's title."""


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
        reason = reason_of(mined, segment)
        blocks.append(Block(node, line.kind, kept, score, line.text, line.path, reason, evidence))
    return tuple(blocks)


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
        role=role_of(mined, page, options),
        confidence=confidence_of(mined, page),
        outcome=batch.outcomes[place],
        detail=batch.details[place],
        blocks=blocks_of(mined, page) if with_blocks else (),
    )


def pages_of(
    mined: MinedBatch,
    options: Options,
    places: Iterable[int] | None = None,
    *,
    with_blocks: bool = True,
    with_entries: bool = True,
) -> list[MinedPage]:
    """The pages of a batch as records, or those at some places of it; pages that could not be mined are there too."""
    batch = mined.batch
    page_at = {place: page for page, place in enumerate(batch.mined)}
    chosen = list(range(len(batch)) if places is None else places)
    here = [page_at[place] for place in chosen if place in page_at]
    listings = listings_in(mined, here, options) if with_entries else {}
    pages = []
    for place in chosen:
        url, outcome, detail = batch.urls[place], batch.outcomes[place], batch.details[place]
        if place not in page_at:
            pages.append(MinedPage(url, outcome, detail))
            continue
        article = article_of(mined, page_at[place], options, with_blocks=with_blocks)
        probability = round(float(mined.toc_probability[page_at[place]]), 4)
        listing = listings.get(page_at[place], Listing())
        reason = role_reason_of(mined.sight, mined.roles, page_at[place])
        said = (listing.entries, listing.next, listing.previous, reason)
        pages.append(MinedPage(url, outcome, detail, article.role, probability, article, *said))
    return pages
