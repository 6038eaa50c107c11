"""What a run writes: every file, every field, once. The documentation and the Parquet columns are made from this.

A change that breaks a reader raises `SCHEMA`.
"""

from dataclasses import dataclass
from typing import Final

SCHEMA: Final = 2


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
    language: str  # as the page declares it, else as its text is; BCP 47 in lower case
    date: str  # of publication or else of the last change, YYYY-MM-DD; empty where the page does not say it
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
class ReferenceRow:
    """An item of `links` in `articles.jsonl`."""

    url: str  # where the link leads, resolved
    text: str  # what it says


@dataclass(frozen=True, slots=True)
class ImageRow:
    """An item of `images` in `articles.jsonl`."""

    url: str  # of several sizes the largest, resolved
    alt: str  # what the image says to those who do not see it
    caption: str  # of the figure that it stands in, also where `text` leaves it out


@dataclass(frozen=True, slots=True)
class PostRow:
    """An item of `comments` or `posts` in `articles.jsonl`."""

    author: str  # as the page names them; empty where it does not
    date: str  # with time and zone where the page says them
    text: str  # one line a block


@dataclass(frozen=True, slots=True)
class ProductRow:
    """`product` in `articles.jsonl`: what the structured data of a page offer."""

    name: str  # of the product
    brand: str  # that it is of
    sku: str  # or another number that names it: mpn, gtin, isbn
    price: str  # as written; of several offers that of the first
    currency: str  # ISO 4217, as written
    availability: str  # InStock, OutOfStock and others of schema.org
    description: str  # as written
    rating: str  # mean of the ratings, as written


@dataclass(frozen=True, slots=True)
class ArticleRow:
    """`articles.jsonl`: one row for every page with the role article, in order of the URLs."""

    url: str  # as it came
    title: str  # without the site's name
    date: str  # the day of `published`, else of `modified`; empty where the page says neither
    date_source: str  # json-ld, meta:NAME, itemprop:NAME, time, url, site, text; modified:SOURCE if of a change
    published: str  # when it was published, ISO 8601, with time and zone where the page says them
    modified: str  # when it was last changed
    modified_source: str  # as date_source
    authors: tuple[str, ...]  # names, as the page says them
    author_source: str  # json-ld, meta:NAME, itemprop:NAME, rel, class or text
    language: str  # as the page declares it, else as its text is; BCP 47 in lower case
    language_source: str  # declared or text
    site_name: str  # as the page says it
    section: str  # as the page says it
    tags: tuple[str, ...]  # keywords, as the page says them
    description: str  # as the page says it
    canonical: str  # the URL that the page calls its own, resolved
    image: str  # the URL of the lead image, resolved
    confidence: float  # 0 to 1
    text: str  # one line a block
    markdown: str  # the same with headings, lists, quotes, code and tables, in CommonMark
    links: tuple[ReferenceRow, ...]  # in the article, in reading order
    images: tuple[ImageRow, ...]  # in the article, in reading order
    product: ProductRow | None  # what the page offers; null where its structured data name none
    comments: tuple[PostRow, ...]  # of readers, in order; empty without --comments
    posts: tuple[PostRow, ...]  # of a thread, in order; empty without --comments
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
