"""The article of each page as a record: its informative segments as text, with every block kept or dropped and why.

`decision` leaves columns for all pages of a batch; `article_of` and `blocks_of` make records of one page from them, so
that a record is only made where somebody reads it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from typing import Final

import numpy as np
import numpy.typing as npt

from sitemine.acquire.urls import join
from sitemine.dom.table import NodeTable
from sitemine.later import Maker, Several
from sitemine.mine.article.confidence import calibrated
from sitemine.mine.article.content import Content
from sitemine.mine.article.excerpt import ANNOTATION, EMPTY, MATH, excerpt_of, excerpt_of_entries
from sitemine.mine.article.permalinks import line_without, spans_of
from sitemine.mine.article.surroundings import lines_of
from sitemine.mine.decision import MinedBatch, confidence_of, listings_in, reason_of, role_of
from sitemine.mine.facts.hints import Hints
from sitemine.mine.facts.jsonld import things_of
from sitemine.mine.facts.languages import language_of
from sitemine.mine.facts.metadata import DAY, metadata_of, part_key
from sitemine.mine.facts.posts import Said, said_on
from sitemine.mine.repeated import Repeated
from sitemine.mine.site.listing import Listing
from sitemine.mine.site.roles import role_reason_of
from sitemine.mine.told import block_records
from sitemine.options import Options
from sitemine.records import Article, Block, Entry, Evidence, MinedPage, Role

Segments = npt.NDArray[np.intp]

TOLD: Final = (
    *(
        "title language language_source date date_source published modified modified_source authors author_source"
    ).split(),
    *("site_name section tags description canonical image comments posts product").split(),
)
"""The fields that are made together, when the first of them is asked for."""


def _kept_segments(mined: MinedBatch, page: int) -> Segments:
    first, last = mined.segment_start[page], mined.segment_start[page + 1]
    return np.asarray(first + np.flatnonzero(mined.choice.kept[first:last]))


def blocks_of(mined: MinedBatch, page: int) -> tuple[Block, ...]:
    """Every block of a page with its evidence, in document order."""
    if mined.found is not None:
        return block_records(mined, mined.found, page)
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


def _day(capture: str) -> str:
    """The day of a capture, as batches know it: microseconds since the year 1; empty where it has no time."""
    return (date(1, 1, 1) + timedelta(microseconds=int(capture))).isoformat() if capture else ""


def _is_repeated(model: Repeated, options: Options) -> Callable[[str], bool]:
    """Whether a part of a title stands in those of many pages of the site."""
    many = max(2, model.n_pages * options.title_share)

    def is_repeated(part: str) -> bool:
        return model.n_pages > 1 and int(model.titles.pages(np.array([part_key(part)], np.uint64))[0]) >= many

    return is_repeated


def _hints(mined: MinedBatch, page: int) -> Hints:
    table, node = mined.batch.table, int(mined.choice.node[page])
    end = int(table.subtree_end[node]) if node >= 0 else 0
    return Hints(table, page, max(node, 0), end, mined.model.dates if mined.model.n_pages > 1 else None)


def _content_of(mined: MinedBatch, page: int, kept: Segments) -> Content:
    batch = mined.batch
    url, base = batch.urls[batch.mined[page]], batch.heads[page].base
    base = (join(url, base) or url) if base else url
    return Content(make=partial(excerpt_of, batch.table, page, kept, base))


def _text_of(table: NodeTable, page: int, kept: Segments, content: Content) -> str:
    """The kept segments, one a line; formulas, which pages say two or three times over, as LaTeX."""
    tag = table.tag[table.page_start[page] : table.page_start[page + 1]]
    if ((tag == MATH) | (tag == ANNOTATION)).any():
        return content.text()
    slices = zip(table.segment_start[kept].tolist(), table.segment_end[kept].tolist(), strict=True)
    spans = spans_of(table, page)
    if spans:
        return "\n".join([line_without(table.text, start, end, spans) for start, end in slices])
    return "\n".join([table.text[start:end] for start, end in slices])


def _told(mined: MinedBatch, page: int, options: Options, text: str, kept: Segments) -> Several:
    """What a page says of itself, and who said what on it."""
    batch, place = mined.batch, mined.batch.mined[page]
    head, url = batch.heads[page], batch.urls[place]
    language, language_source = language_of(head, text)
    said = metadata_of(
        head,
        _hints(mined, page),
        url,
        is_repeated=_is_repeated(mined.model, options),
        language=language,
        latest=_day(batch.times[place]) or options.latest_date,
    )
    people = said_on(batch.table, page, things_of(head.json_ld), kept) if options.comments else Said()
    day = said.published or said.modified
    return Several(
        title=said.title,
        language=language,
        language_source=language_source,
        date=day[:DAY],
        date_source=said.date_source or (f"modified:{said.modified_source}" if day else ""),
        published=said.published,
        modified=said.modified,
        modified_source=said.modified_source,
        authors=said.authors,
        author_source=said.author_source,
        site_name=said.site_name,
        section=said.section,
        tags=said.tags,
        description=said.description,
        canonical=join(url, head.canonical) or "" if head.canonical else "",
        image=join(url, said.image) or "" if said.image else "",
        comments=people.comments,
        posts=people.posts,
        product=said.product,
    )


def article_of(mined: MinedBatch, page: int, options: Options, *, with_blocks: bool = True) -> Article:
    """The article of a page of the tables; `page` counts those that were mined.

    What the page says of itself, what it is for and its blocks are made when they are asked for.
    """
    batch, place = mined.batch, mined.batch.mined[page]
    kept = _kept_segments(mined, page)
    content = _content_of(mined, page, kept)
    text = _text_of(batch.table, page, kept, content)
    article = Article(
        url=batch.urls[place],
        text=text,
        confidence=calibrated(confidence_of(mined, page), options.confidence) if text else 0.0,
        outcome=batch.outcomes[place],
        detail=batch.details[place],
        content=content,
    )
    makers: dict[str, Maker] = dict.fromkeys(TOLD, partial(_told, mined, page, options, text, kept))
    makers["role"] = partial(role_of, mined, page, options)
    if with_blocks:
        makers["blocks"] = partial(blocks_of, mined, page)
    return article.later(**makers)


def of_toc(article: Article, entries: Sequence[Entry], way: str) -> Article:
    """The article of a TOC page as the caller wants it: with its text, with its entries for text, or without any."""
    if way == "text":
        return article
    content = Content(excerpt_of_entries(entries) if way == "entries" else EMPTY)
    return replace(article, text=content.excerpt.text, content=content)


def lone_article(mined: MinedBatch, options: Options) -> Article:
    """The article of the only page of a batch; what the page is for is decided when that is asked."""
    article = article_of(mined, 0, options)
    if options.toc == "text" or article.role is not Role.TOC:
        return article
    listed = listings_in(mined, [0], options) if options.toc == "entries" else {}
    return of_toc(article, listed.get(0, Listing()).entries, options.toc)


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
        listing = listings.get(page_at[place], Listing())
        if article.role is Role.TOC:
            article = of_toc(article, listing.entries, options.toc)
        probability = round(float(mined.toc_probability[page_at[place]]), 4)
        reason = role_reason_of(mined.sight, mined.roles, page_at[place])
        said = (listing.entries, listing.next, listing.previous, reason)
        pages.append(MinedPage(url, outcome, detail, article.role, probability, article, *said))
    return pages
