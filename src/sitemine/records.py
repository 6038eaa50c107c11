"""The shared words: what goes in (`Page`), what is said of it (`Outcome`, `Role`) and what comes out (`Article`, `Entry`).

Every folder may import this module; it imports nothing of the project. Field names here are the field names of the
files that `publish` writes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from sitemine.later import Later


class Role(StrEnum):
    """What a page is for: it lists and links, it tells, or neither."""

    TOC = "toc"
    ARTICLE = "article"
    OTHER = "other"


class Outcome(StrEnum):
    """How the work on a page ended; every page that came in has exactly one."""

    OK = "ok"
    EMPTY = "empty"  # no markup, or nothing to read in it
    NOT_HTML = "not_html"  # an image, a PDF, a feed, a binary
    TRUNCATED = "truncated"  # the source ends in the middle of the page; what is there was mined
    BAD_RECORD = "bad_record"  # the source holds something here that cannot be read
    BAD_STATUS = "bad_status"  # the server answered with an error page
    REDIRECTED = "redirected"  # the server pointed elsewhere
    DUPLICATE = "duplicate"  # the same URL came more than once; the newest page was mined
    TOO_LARGE = "too_large"  # more bytes than Limits.bytes
    BOMB = "bomb"  # a compressed body that unfolds beyond all proportion
    PARSE_LIMIT = "parse_limit"  # more nodes or attributes than Limits allows
    PARSER_CRASH = "parser_crash"  # the page broke the code that reads it
    RENDER_TIMEOUT = "render_timeout"  # the page's scripts never let the browser answer
    RENDER_MEMORY = "render_memory"  # the page took more memory in the browser than Rendering.memory
    RENDER_CRASH = "render_crash"  # the page, or something else, ended the browser that showed it
    PARSER_TIMEOUT = "parser_timeout"  # the page took the code that reads it longer than it may

    # What only a crawler meets.
    NOT_MODIFIED = "not_modified"  # the server says that the page is as it was
    NOINDEX = "noindex"  # the page asks to be taken into no index, and so is not mined
    ROBOTS_DENIED = "robots_denied"  # the host's robots.txt asks not to fetch it
    ROBOTS_UNREACHABLE = (
        "robots_unreachable"  # the host's robots.txt cannot be had, and nothing may be fetched without it
    )
    BLOCKED_ADDRESS = "blocked_address"  # it leads to an address, port or scheme that the crawler may not speak to
    DNS_ERROR = "dns_error"  # the name has no address
    TLS_ERROR = "tls_error"  # no safe connection, or a certificate that does not hold
    TIMEOUT_CONNECT = "timeout_connect"  # nobody answered the call
    TIMEOUT_HEADER = "timeout_header"  # the call was answered, the request was not
    TIMEOUT_BODY = "timeout_body"  # the answer stopped within its body
    TOO_SLOW = "too_slow"  # the body came more slowly than people would wait for
    BAD_ENCODING = "bad_encoding"  # a content coding that cannot be undone
    TRAP_SUSPECTED = "trap_suspected"  # a URL of a kind that leads to ever more of its kind and to nothing else
    RETRY_EXHAUSTED = "retry_exhausted"  # the server was in trouble each time it was asked


MINED = frozenset({Outcome.OK, Outcome.TRUNCATED})
"""The outcomes of pages that take part in the mining."""

TELLING = MINED | {Outcome.NOINDEX}
"""The outcomes that take the place of an older capture of the same page."""

FAILED = frozenset(
    (
        *(Outcome.BAD_RECORD, Outcome.TOO_LARGE, Outcome.BOMB, Outcome.PARSE_LIMIT, Outcome.PARSER_CRASH),
        *(Outcome.TRUNCATED, Outcome.RENDER_TIMEOUT, Outcome.RENDER_MEMORY, Outcome.RENDER_CRASH),
        *(Outcome.PARSER_TIMEOUT, Outcome.BAD_ENCODING),
    )
)
"""The outcomes of pages of which something was lost."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page as it came: its URL and its bytes, from wherever.

    `html` is bytes as the server sent them with any content coding undone, or text that is decoded already.
    A source that meets something it cannot read yields a page with no bytes and the outcome that names it.
    """

    url: str
    html: bytes | str = b""
    time: datetime | None = None
    headers: Mapping[str, str] = field(default_factory=dict)  # names in lower case
    status: int = 200
    outcome: Outcome = Outcome.OK
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What was seen of a block: the numbers behind the decision on it."""

    pages: int  # pages of the site that carry the same block
    n_pages: int  # pages of the site
    entropy: float  # mean entropy of its terms over the site, 0 (said on one page) to 1 (said everywhere)
    link_share: float  # share of its characters that are anchor text
    text_length: int  # its characters


@dataclass(frozen=True, slots=True)
class Block:
    """A block of a page, kept or dropped, with the reason in words."""

    node: int  # row of the page's node table
    kind: str  # heading, text, list, code, table, quote, links, ...
    kept: bool
    score: float  # 0 (redundant) to 1 (informative)
    text: str
    path: str  # tags from the root to the node
    reason: str
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Entry:
    """What a TOC page says of one page that it introduces."""

    url: str
    text: str
    teaser: str = ""
    date: str = ""


@dataclass(frozen=True, slots=True)
class Reference:
    """A link in an article."""

    url: str
    text: str


@dataclass(frozen=True, slots=True)
class Image:
    """An image in an article."""

    url: str
    alt: str = ""
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Code:
    """A listing in an article, with its indentation."""

    text: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class Post:
    """What one person said: a reader's comment, or a post of a thread."""

    author: str
    date: str
    text: str


@dataclass(frozen=True, slots=True)
class Product:
    """What a page offers, as its structured data say."""

    name: str
    brand: str = ""
    sku: str = ""
    price: str = ""
    currency: str = ""
    availability: str = ""  # InStock, OutOfStock, ... of schema.org
    description: str = ""
    rating: str = ""


class Content(Protocol):
    """What an article holds besides its plain text; made when it is asked for."""

    def text(self, *, tables: bool = ...) -> str: ...
    def markdown(self, *, links: bool = ..., images: bool = ..., tables: bool = ...) -> str: ...
    def html(self, *, links: bool = ..., images: bool = ..., tables: bool = ...) -> str: ...
    def tei(self, article: "Article", *, links: bool = ..., images: bool = ..., tables: bool = ...) -> str: ...
    @property
    def links(self) -> tuple[Reference, ...]: ...
    @property
    def images(self) -> tuple[Image, ...]: ...
    @property
    def tables(self) -> tuple[tuple[tuple[str, ...], ...], ...]: ...
    @property
    def code(self) -> tuple[Code, ...]: ...


@dataclass(frozen=True, slots=True)
class Article(Later):
    """The informative text of one page, and what the page says of it.

    `markdown`, `html`, `tei`, `links`, `images`, `tables` and `code` are made of `content` each time they are asked for;
    its methods write them in other ways, as in `article.content.markdown(images=True)`. `blocks` are made when first asked for.
    """

    url: str
    title: str = ""
    text: str = ""
    language: str = ""
    language_source: str = ""  # declared, or text
    date: str = ""  # the day of publication or, where the page does not say it, of its last change; date_source tells
    date_source: str = ""
    published: str = ""  # with time and zone where the page says them; never the time of a change
    modified: str = ""
    modified_source: str = ""
    authors: tuple[str, ...] = ()
    author_source: str = ""
    site_name: str = ""
    section: str = ""
    tags: tuple[str, ...] = ()
    description: str = ""
    canonical: str = ""
    image: str = ""
    role: Role = Role.OTHER
    confidence: float = 0.0
    outcome: Outcome = Outcome.OK
    detail: str = ""
    blocks: tuple[Block, ...] = ()
    comments: tuple[Post, ...] = ()  # readers' comments, never part of the text
    posts: tuple[Post, ...] = ()  # who said what, where the page is a thread
    product: Product | None = None
    content: Content | None = None

    @property
    def markdown(self) -> str:
        return self.content.markdown() if self.content else ""

    @property
    def html(self) -> str:
        return self.content.html() if self.content else ""

    @property
    def tei(self) -> str:
        return self.content.tei(self) if self.content else ""

    @property
    def links(self) -> tuple[Reference, ...]:
        return self.content.links if self.content else ()

    @property
    def images(self) -> tuple[Image, ...]:
        return self.content.images if self.content else ()

    @property
    def tables(self) -> tuple[tuple[tuple[str, ...], ...], ...]:
        return self.content.tables if self.content else ()

    @property
    def code(self) -> tuple[Code, ...]:
        return self.content.code if self.content else ()


@dataclass(frozen=True, slots=True)
class MinedPage:
    """One page of a mined site; also the pages that failed are here."""

    url: str
    outcome: Outcome
    detail: str = ""
    role: Role = Role.OTHER
    toc_probability: float = 0.0
    article: Article | None = None
    entries: tuple[Entry, ...] = ()
    next: str = ""  # the following page of a paginated list
    previous: str = ""
    role_reason: str = ""  # why the page has its role, in words


@dataclass(frozen=True, slots=True)
class Link:
    """One link of a page to another."""

    source: str
    target: str
    text: str
    entropy: float | None = None  # mean entropy of the anchor's terms; None where the anchor has none
    rel: str = ""
