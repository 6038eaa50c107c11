"""What is done to a chunk of pages in each of the two passes; the executors decide where.

`learn` reads pages and counts what they say; between the passes the counts are merged into the site model; `apply` decides
on the pages by it and `write` makes their lines. All take and give plain data, so they run alike in this process, in a
pool or on a cluster. A page that breaks the reader is read alone, named, and left out: it costs its chunk a second
reading and nothing else.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from sitemine.dom import Batch, read_batch
from sitemine.measure import mean_weight, terms_of
from sitemine.mine import MinedBatch, Portrait, Repeated, method_named, mine_batch, pages_of, portray, sight_of
from sitemine.mine.site.structure import Sketch
from sitemine.options import Limits, Options
from sitemine.publish import LinkRow, article_row, page_row, toc_row
from sitemine.records import MINED, MinedPage, Outcome, Page, Role
from sitemine.run.store import Known, lay_down, opened, opened_known

_encode = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class Learned:
    """What the first pass leaves of a chunk."""

    batch: Batch | Path
    model: Repeated
    urls: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    captures: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Written:
    """What the second pass makes of a page: its lines in the files of the run."""

    url: str
    outcome: Outcome
    role: Role
    page: bytes
    article: bytes
    toc: bytes
    links: bytes
    n_links: int
    sketch: Sketch  # what the structure of the site takes of it


def _broken(page: Page, error: Exception) -> Page:
    return Page(page.url, time=page.time, outcome=Outcome.PARSER_CRASH, detail=f"{type(error).__name__}: {error}")


def _survives(page: Page, limits: Limits) -> Page:
    """The page, or what is said of it if reading it fails."""
    try:
        read_batch([page], limits)
    except Exception as error:
        return _broken(page, error)
    return page


def read_safely(pages: Sequence[Page], limits: Limits) -> Batch:
    """The batch of some pages, whatever they hold."""
    try:
        return read_batch(pages, limits)
    except Exception:
        return read_batch([_survives(page, limits) for page in pages], limits)


def learn(pages: Sequence[Page], limits: Limits, folder: Path | None, number: int) -> Learned:
    """Reads a chunk of pages and counts what they say; lays the tables down in `folder` where there is one."""
    batch = read_safely(pages, limits)
    model = Repeated.of(batch, terms_of(batch.table))
    kept = batch if folder is None else lay_down(batch, folder, f"{number}.batch")
    return Learned(kept, model, batch.urls, batch.outcomes, batch.captures)


def model_of(batch: Batch | Path, places: Sequence[int]) -> Repeated:
    """What some pages of a chunk, by their places in it, have added to the site model."""
    batch = opened(batch)
    wanted = [page for page, place in enumerate(batch.mined) if place in places]
    return Repeated.of(batch, terms_of(batch.table), wanted)


def portray_chunk(batch: Batch | Path, known: Known, left_out: frozenset[int]) -> Portrait:
    """What the pages of a chunk, but for those at the places `left_out`, show for the decision on the roles of all."""
    model, _, _ = opened_known(known)
    return portray(sight_of(opened(batch), model), left_out)


def survey(batch: Batch | Path, options: Options, left_out: frozenset[int]) -> Any:
    """What the method that was asked for wants to know of the pages of a chunk; None if it wants nothing."""
    method = method_named(options.method)
    batch = opened(batch)
    wanted = [
        page for page, place in enumerate(batch.mined) if batch.outcomes[place] in MINED and place not in left_out
    ]
    if method.survey is None or not wanted:
        return None
    return method.survey(batch, terms_of(batch.table), wanted, options)


def apply(batch: Batch | Path, known: Known, options: Options) -> MinedBatch:
    """Decides on the pages of a chunk by what is known of the site."""
    model, roles, site = opened_known(known)
    return mine_batch(opened(batch), model, options, roles, site)


def link_rows(mined: MinedBatch) -> list[list[LinkRow]]:
    """The links of each page of a batch, with the entropy of what they say."""
    batch, terms = mined.batch, mined.terms
    table, links = batch.table, batch.links
    start, end = terms.node_start[links.node], terms.node_end[links.node]
    information = mean_weight(mined.weight, start, end)
    rows: list[list[LinkRow]] = [[] for _ in batch.urls]
    for k, (page, node) in enumerate(zip(links.source.tolist(), links.node.tolist(), strict=True)):
        place = batch.mined[page]
        entropy = round(1.0 - float(information[k]), 4) if end[k] > start[k] else None
        text = " ".join(table.text_of(node).split()) or links.label[k]
        rows[place].append(LinkRow(batch.urls[place], links.target[k], text, entropy, links.rel[k]))
    return rows


def write(
    batch: Batch | Path, known: Known, options: Options, left_out: frozenset[int], explain: bool
) -> list[Written]:
    """The lines of every page of a chunk; those at the places `left_out` are told as duplicates."""
    mined = apply(batch, known, options)
    links = link_rows(mined)
    written = []
    for place, page in enumerate(pages_of(mined, options, with_blocks=explain)):
        if place in left_out:
            twin = MinedPage(page.url, Outcome.DUPLICATE, "another capture of this URL was mined")
            written.append(
                Written(page.url, twin.outcome, twin.role, _line(page_row(twin)), b"", b"", b"", 0, Sketch.of(twin))
            )
            continue
        article = page.article if page.role is Role.ARTICLE else None
        lines = b"".join(map(_line, links[place]))
        text = _line(article_row(article)) if article else b""
        toc = _line(toc_row(page)) if page.role is Role.TOC else b""
        written.append(
            Written(
                page.url,
                page.outcome,
                page.role,
                _line(page_row(page)),
                text,
                toc,
                lines,
                len(links[place]),
                Sketch.of(page),
            )
        )
    return written


def _line(row: object) -> bytes:
    return _encode(row) + b"\n"
