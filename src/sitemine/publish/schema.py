"""What a run writes: every file, every field, once. The documentation and the Parquet columns are made from this.

A change that breaks a reader raises `SCHEMA`.
"""

from dataclasses import dataclass
from typing import Final

SCHEMA: Final = 1


@dataclass(frozen=True, slots=True)
class PageRow:
    """`pages.jsonl`: one row for every page that came in, in order of the URLs."""

    url: str  # as it came
    outcome: str  # ok, or the name of what happened to the page
    detail: str  # in words; empty for ok
    role: str  # toc, article or other
    toc_probability: float  # 0 to 1
    role_reason: str  # why, in words, with the log odds of being a TOC page
    title: str  # without the site's name
    language: str  # as the page declares it, BCP 47 in lower case
    date: str  # of publication, YYYY-MM-DD; empty where the page does not say it
    text_length: int  # characters of the article's text
    confidence: float  # 0 to 1


@dataclass(frozen=True, slots=True)
class BlockRow:
    """An item of `blocks` in `articles.jsonl`, written with `--explain`."""

    node: int  # row of the page's node table
    kind: str  # heading, text, list, quote, code, table
    kept: bool  # whether it is part of the article
    score: float  # 0 redundant, 1 informative
    text: str  # white space collapsed, but for code
    path: str  # tags from the root to the block
    reason: str  # why it was kept or dropped
    pages: int  # pages of the site with the same block
    n_pages: int  # pages of the site
    entropy: float  # of its terms over the site: 0 said here only, 1 said everywhere
    link_share: float  # of its characters
    text_length: int  # its characters


@dataclass(frozen=True, slots=True)
class ArticleRow:
    """`articles.jsonl`: one row for every page with the role article, in order of the URLs."""

    url: str  # as it came
    title: str  # without the site's name
    date: str  # of publication, YYYY-MM-DD; empty where the page does not say it
    date_source: str  # where the page says it: json-ld, meta:NAME, time or url
    language: str  # as the page declares it, BCP 47 in lower case
    confidence: float  # 0 to 1
    text: str  # one line a block
    markdown: str  # the same with headings, lists, quotes, code and tables, in CommonMark
    blocks: tuple[BlockRow, ...] = ()  # every block of the page in document order; empty without --explain


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An item of `entries` in `tocs.jsonl`, in the order of the page."""

    url: str  # of the page that is introduced, whether it came or not
    text: str  # its title, as the TOC page says it
    teaser: str  # what else the TOC page says of it; up to 500 characters
    date: str  # YYYY-MM-DD; empty where the TOC page does not say it


@dataclass(frozen=True, slots=True)
class TocRow:
    """`tocs.jsonl`: one row for every page with the role toc, in order of the URLs."""

    url: str  # as it came
    title: str  # without the site's name
    next: str  # URL of the following page of a paginated list; empty without one
    previous: str  # and of the one before
    entries: tuple[EntryRow, ...]  # what the page introduces


@dataclass(frozen=True, slots=True)
class LinkRow:
    """`links.jsonl`: one row for every link of every page, by the page's URL and then in document order."""

    source: str  # URL of the page
    target: str  # URL it leads to, resolved
    text: str  # what the link says
    entropy: float | None  # mean entropy of its terms over the site; null where it says nothing
    rel: str  # of the link, as written


FILES: Final = {"pages": PageRow, "articles": ArticleRow, "tocs": TocRow, "links": LinkRow}
