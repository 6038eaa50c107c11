"""Every threshold, with its unit, its range and where it comes from.

`Options.default()` is what users get. A field's comment names the paper and equation, or the bench that chose it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import date

from sitemine.errors import UsageError


def _within(name: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        raise UsageError(f"{name} must lie between {low:g} and {high:g}, not {value:g}")


def _day(name: str, value: str) -> None:
    try:
        date.fromisoformat(value)
    except ValueError as error:
        raise UsageError(f"{name} must be a day, YYYY-MM-DD, not {value!r}") from error


def _among(name: str, value: str, *meant: str) -> None:
    if value not in meant:
        raise UsageError(f"{name} must be {' or '.join(meant)}, not {value!r}")


@dataclass(frozen=True, slots=True)
class Limits:
    """What one page may ask for, each far above any page that people read.

    Of 1,497 + 6,046 real pages the largest have 5.3 MB, 88,000 nodes, 56 levels and 136 attributes on one element.
    """

    bytes: int = 16 << 20  # of one page, decoded
    expansion: int = 200  # times its compressed size; a body beyond `bytes` that grew more is a bomb, not a large page
    nodes: int = 1_000_000  # elements and text runs
    depth: int = 512  # levels; deeper elements are hung at this level, as browsers do (Blink's figure)
    attributes: int = 1_000  # on one element

    def __post_init__(self) -> None:
        for item in fields(self):
            _within(f"limits.{item.name}", getattr(self, item.name), 1, 1 << 40)
        _within("limits.depth", self.depth, 2, (1 << 15) - 1)  # a root and what it holds; a column of 16 bits


@dataclass(frozen=True, slots=True)
class Lamis:
    """How LAMIS analyses links; L1 to L9 are what the paper leaves open (Kao, Lin, Ho, Chen 2004; `docs/links.md`)."""

    iterations: int = 10  # steps of an iteration; the paper's figure (section 3.4)
    schedule: str = "sequential"  # L1: or "simultaneous", whose two interleaved sequences are the paper's undulation
    norm: str = "l2"  # L1: what hubs and authorities are divided by at each step, or "l1", or "max"; Kleinberg has l2
    parallel: str = "max"  # L2: links of a page to the same page count as the best of them, or as their "sum"
    self_links: bool = False  # L3: whether a page's links to itself count; a site's structure is between pages
    block_hubs: str = "sum"  # L4: a page's hub is the sum of those of its blocks, or the "max"; one block gives both
    labels: bool = True  # L5: a link without text says its label; the paper knows no other anchors than text
    clamped: bool = True  # L6: n of HR is at least 0; below 1,000 links it would reward authority
    scaled: bool = True  # L6: HR divides hubs and authorities by their largest first, so that n has a scale
    counted: str = "distinct"  # L7: the number of links in HR: of pairs of block and page, or "all"
    anchor_terms: str = "occurrences"  # L8: what TW counts; or "distinct" terms; the paper speaks of length
    closed_form: bool = True  # L9: LN by its fixed point, to which the iteration leads; exact, and quicker
    converged: float = 1e-6  # change of hubs in a step (L2) from which on they stand still; ours
    redundant: float = 0.8  # entropy from which on a link is probably redundant (section 5.2)
    informative: float = 0.4  # entropy below which links come near the answer (section 3.1, figure 6)

    def __post_init__(self) -> None:
        _within("lamis.iterations", self.iterations, 1, 1_000_000)
        for name in ("converged", "redundant", "informative"):
            _within(f"lamis.{name}", getattr(self, name), 0, 1)
        _among("lamis.schedule", self.schedule, "sequential", "simultaneous")
        _among("lamis.norm", self.norm, "l2", "l1", "max")
        _among("lamis.parallel", self.parallel, "max", "sum")
        _among("lamis.block_hubs", self.block_hubs, "sum", "max")
        _among("lamis.counted", self.counted, "distinct", "all")
        _among("lamis.anchor_terms", self.anchor_terms, "occurrences", "distinct")


@dataclass(frozen=True, slots=True)
class Infodiscoverer:
    """How InfoDiscoverer finds informative blocks; I1 to I4 are what the paper leaves open (the same paper, section 4.3)."""

    blocks: str = "modern"  # I1: what is a block: the paper's "table", or the parts that pages have today
    training_pages: int = 10  # of a cluster, to learn from; the paper's first experiment, better than 40 in bench
    step: float = 0.1  # of the threshold; the paper's figure

    def __post_init__(self) -> None:
        _among("infodiscoverer.blocks", self.blocks, "modern", "table")
        _within("infodiscoverer.training_pages", self.training_pages, 2, 1 << 40)
        _within("infodiscoverer.step", self.step, 1e-3, 1)


CONFIDENCE = (
    *(0.648, 0.648, 0.648, 0.648, 0.648, 0.648, 0.648, 0.648, 0.648, 0.648, 0.687),
    *(0.687, 0.687, 0.687, 0.699, 0.722, 0.786, 0.822, 0.879, 0.958, 0.984),
)
"""What `python -m bench.confidence` finds on the development pages; to be found anew when decisions change."""


@dataclass(frozen=True, slots=True)
class Vips:
    """How VIPS divides a page (Cai, Yu, Wen, Ma 2003); V1 to V8 are what the paper leaves open (`docs/vips.md`)."""

    pdoc: int = 6  # V7: the permitted degree of coherence, 1 to 11; the best in a published comparison
    rounds: int = 20  # V7: of division; no page that was seen needs them
    threshold: float = 0.05  # V3: share of the block's area below which nodes are small (rules 9 and 10)
    large: float = 0.3  # V4: share of the block's area from which on a node is one degree less coherent
    is_modern: bool = True  # grids, sticky bars, inline runs, boxes without height, touching blocks
    has_rule_7b: bool = False  # V2: APWeb 2003: divide if the node's area is more than `sparse` times its children's
    sparse: float = 4.0  # V2: times, for rule 7b
    divides_at_breaks: bool = False  # APWeb 2003: divide a node with two or more successive br
    deviation: float = 0.0  # APWeb 2003: divide if children's sizes deviate by more of their mean; 0: never
    routine_factor: float = 1.0  # APWeb 2003: times the threshold for tables, rows, cells, lists and forms
    line_weight: int = 2  # V5: weight that a line (hr, border) adds to a separator
    background_weight: int = 2  # V5: that different backgrounds add
    font_weight: int = 2  # V5: that a different font adds, and once more where it grows
    alike_weight: int = 2  # V5: that alike text on both sides takes

    def __post_init__(self) -> None:
        _within("vips.pdoc", self.pdoc, 1, 11)
        _within("vips.rounds", self.rounds, 1, 1_000)
        for name in ("threshold", "large"):
            _within(f"vips.{name}", getattr(self, name), 0, 1)

    @classmethod
    def paper(cls) -> "Vips":
        """As the papers have it: tables for layout, tags for what is inline."""
        return cls(is_modern=False)


@dataclass(frozen=True, slots=True)
class Rendering:
    """What one page may ask of the browser, and how it is looked at."""

    seconds: float = 15.0  # until the page has loaded; then it is taken as it stands
    grace: float = 3.0  # seconds that a page has to stand still after that
    quiet: float = 0.05  # seconds without any request after loading, from which on a page is complete
    settle: float = 2.0  # seconds after loading that such quiet is waited for
    memory: int = 1 << 30  # bytes of the process that shows the page
    heap: int = 512 << 20  # bytes that its scripts may allocate
    nodes: int = 300_000  # elements and texts of the page, as its scripts leave it
    requests: int = 400  # that are answered
    navigations: int = 5  # to other pages, by scripts or refreshes, that are followed
    width: int = 1280  # pixels of the window; the commonest width of desktops
    height: int = 800  # pixels of the window
    scripts: bool = True  # whether the page's scripts run
    sandbox: bool = True  # Chromium's own; the superuser cannot have it
    tabs: int = 2  # pages that are open at a time

    def __post_init__(self) -> None:
        for name in ("seconds", "grace", "settle"):
            _within(f"rendering.{name}", getattr(self, name), 0.1, 600)
        _within("rendering.quiet", self.quiet, 0, 60)
        _within("rendering.memory", self.memory, 128 << 20, 1 << 40)
        _within("rendering.heap", self.heap, 16 << 20, 1 << 36)
        for name in ("width", "height"):
            _within(f"rendering.{name}", getattr(self, name), 200, 8_000)
        _within("rendering.tabs", self.tabs, 1, 64)


@dataclass(frozen=True, slots=True)
class ContentExtractor:
    """How ContentExtractor finds informative blocks; C1 to C4 are what the paper leaves open (Debnath, Mitra, Giles 2005)."""

    blocks: str = "modern"  # C1: the list of tags that cut a page into blocks; or "paper", or "containers"
    classes: str = "address"  # pages compared with each other: those of one folder and depth; or "site", all of them
    similarity: float = 0.9  # cosine above which two blocks are the same; section 3.1
    threshold: float = 0.5  # C3: IBDF above which a block informs; "blocks that occur only in one page"
    page_share: float = 0.05  # C3b: of a class, on which a block may stand and yet inform; 0 in the paper; ours
    least_pages: int = 3  # C3b: on which it may stand in any case: a page, its print view, a TOC page; bench/quality
    most_pages: int = 10  # C3b: on which it may stand at most, however many there are; bench/quality
    link_share: float = 0.5  # of a block's text, beyond which it is a list of links; 1 in the paper; bench/quality
    comments: bool = False  # whether readers' comments may inform; the paper knows none; bench/quality

    def __post_init__(self) -> None:
        _among("content_extractor.blocks", self.blocks, "modern", "paper", "containers")
        _among("content_extractor.classes", self.classes, "address", "site")
        for name in ("similarity", "threshold", "page_share", "link_share"):
            _within(f"content_extractor.{name}", getattr(self, name), 0, 1)
        _within("content_extractor.most_pages", self.most_pages, 1, 1_000_000)
        _within("content_extractor.least_pages", self.least_pages, 1, self.most_pages)

    @classmethod
    def paper(cls) -> "ContentExtractor":
        """As the paper has it, where it says so."""
        return cls(blocks="paper", page_share=0.0, least_pages=1, link_share=1.0, comments=True)


FEATURES = ("text", "text-tags", "lists", "images", "links", "objects", "tables", "forms")
"""What a block can be made of (the same paper, section 3.2)."""

TOLD = ("text", "text-tags", "lists", "images", "tables", "objects")
"""The features that articles are made of; links and forms are not among them."""


@dataclass(frozen=True, slots=True)
class FeatureExtractor:
    """How FeatureExtractor and K-FeatureExtractor find informative blocks (the same paper, sections 3.2 and 3.3)."""

    blocks: str = "containers"  # C1: the list of tags that cut a page into blocks; or "paper", or "modern"
    desired: tuple[str, ...] = TOLD  # features that are to prevail; the paper's first example is text alone
    ranked: tuple[str, ...] = ("text",)  # desired features that winners are valued by; the paper: all; bench/quality
    prose: bool = True  # whether text is only what is outside of links; the paper counts all
    final: str = "sum"  # C5: what the best winner has most of: desired values, or the "ratio" of them to all
    k: int = 2  # clusters of winners; the paper tried 2 and 3
    rounds: int = 100  # of k-means at most; it stands still after a few

    def __post_init__(self) -> None:
        _among("feature_extractor.blocks", self.blocks, "containers", "modern", "paper")
        _among("feature_extractor.final", self.final, "sum", "ratio")
        _within("feature_extractor.k", self.k, 1, 100)
        _within("feature_extractor.rounds", self.rounds, 1, 1_000_000)
        if not self.desired:
            raise UsageError(f"feature_extractor.desired must name some of {', '.join(FEATURES)}")
        for name in (*self.desired, *self.ranked):
            _among("feature_extractor.desired", name, *FEATURES)

    @classmethod
    def paper(cls) -> "FeatureExtractor":
        """As the paper has it, where it says so."""
        return cls(blocks="paper", desired=("text",), ranked=(), prose=False)


@dataclass(frozen=True, slots=True)
class Wisdom:
    """How WISDOM finds informative structures; W1 to W13 are what the paper leaves open (Kao, Ho, Chen 2005)."""

    k: int = 1  # most informative blocks of each type that a page is searched for; section 5.2
    structure: float = 0.8  # ST: SII from which on a node's children are alike, and it is not divided; section 5.2
    toc: float = 1.25  # TC of TOC blocks: mean API of their anchors above it; section 5.2
    article: float = 0.2  # TC of article blocks: CII above it, 1 - 0.8; section 5.2
    dstm: bool = True  # whether smaller siblings of a skeleton node join it; section 3.3
    cstm: int = 1  # ancestors with siblings whose smaller siblings join as well; section 5.2
    toc_by: str = "auto"  # W10: "api", "alen" (anchor text), or "auto": alen where too few anchors can be told
    article_by: str = "context"  # W9: CLEN, or "text", TLEN, which takes menus for articles
    silent_share: float = 0.5  # W10: of anchors with an API of 0, above which a page goes by anchor text; ours
    anchor_length: int = 4  # W10: characters from which on an anchor is meaningful; ours
    fallback_structure: float = 0.9  # ST where a page goes by anchor text; figure 17
    leaves: str = "segments"  # W3: what an article is divided into: lines of text, or the paper's "nodes"
    larger: bool = True  # whether siblings of an article block with more of the feature join, too; not in the paper
    comments: bool = False  # whether readers' comments may be an article's; the papers know none; bench/quality
    labels: bool = True  # whether links without text say their labels; the paper knows no other anchors than text
    repeated: float = 0.1  # of the site's pages, beyond which a line is no article's; 1 in the paper; bench/quality

    def __post_init__(self) -> None:
        _within("wisdom.k", self.k, 1, 1_000_000)
        _within("wisdom.cstm", self.cstm, 0, 1_000)
        _within("wisdom.toc", self.toc, 0, 1 << 40)
        _within("wisdom.anchor_length", self.anchor_length, 0, 1 << 40)
        for name in ("structure", "article", "silent_share", "fallback_structure", "repeated"):
            _within(f"wisdom.{name}", getattr(self, name), 0, 1)
        _among("wisdom.toc_by", self.toc_by, "auto", "api", "alen")
        _among("wisdom.article_by", self.article_by, "context", "text")
        _among("wisdom.leaves", self.leaves, "segments", "nodes")

    @classmethod
    def paper(cls) -> "Wisdom":
        """As the paper has it, where it says so."""
        return cls(leaves="nodes", larger=False, comments=True, labels=False, repeated=1.0)


@dataclass(frozen=True, slots=True)
class Ontominer:
    """How OntoMiner reads a page; O1 to O12 are what the paper leaves open (`docs/ontominer.md`)."""

    delta: float = 0.34  # share of crossing links below which a logical segment ends; the paper's figure (section 2.1)
    flat_counts: str = "distinct"  # O1: what crosses and what is inside: distinct paths, or "literal" links
    least_depth: int = 8  # O2: levels over which a distance counts in full, where the page has fewer; ours
    longest_period: int = 8  # O4: siblings that one record may be made of, where a list has no element for each
    threshold: float = 0.33  # of the cost of siblings that are grouped; the paper's figure (section 2.2)
    averaged: bool = True  # O7: the threshold is for the mean of the five factors, not for their sum
    exact_children: int = 16  # up to which an element is partitioned exactly; 16 ** 3 / 6 costs, some milliseconds
    kinds: int = 64  # of paths by which a range of leaves is known; bounds the work on pages made of oddities
    aligned: float = 0.5  # O12: Jaccard from which aligned segments are decoration; the same as the paper's ratio of 1
    support: float = 0.2  # O10: of the sites from which on a relation is frequent; ours, and 2 sites at least
    lexicon: bool = True  # whether names of sections in many languages are one concept; not in the paper

    def __post_init__(self) -> None:
        for name in ("delta", "threshold", "aligned", "support"):
            _within(f"ontominer.{name}", getattr(self, name), 0, 1)
        _within("ontominer.least_depth", self.least_depth, 1, 1 << 15)
        _within("ontominer.longest_period", self.longest_period, 2, 64)
        _within("ontominer.exact_children", self.exact_children, 2, 64)
        _within("ontominer.kinds", self.kinds, 2, 1 << 12)
        _among("ontominer.flat_counts", self.flat_counts, "distinct", "literal")


@dataclass(frozen=True, slots=True)
class Crawl:
    """How a site is crawled. Times are in seconds; figures without a source are ours, far from what healthy sites need."""

    pages: int = 500  # requests for pages in one run, 0 for no end
    depth: int = 100  # links from the entrance; Heritrix has 20, but archives are paged through one link at a time
    same: str = "host"  # what is of the site: the "host" (www. or bare), its "domain", or the "path" of the entrance
    rate: float = 2.0  # requests a second to one host, 0 for no limit
    per_host: int = 2  # requests at a time to one host
    at_once: int = 16  # requests at a time in all
    agent: str = ""  # who asks, in place of our own name; a host's robots.txt is read by its first word
    robots: bool = True  # whether robots.txt, nofollow, noindex are obeyed
    seeds: bool = True  # whether sitemaps and feeds are read for URLs
    private: tuple[str, ...] = ()  # networks that may be spoken to although they are not public, as 127.0.0.0/8
    connect: float = 10.0  # until a connection stands, its name resolved and its certificate checked
    header: float = 10.0  # from there until the head of the answer is there
    body: float = 60.0  # from there until its end
    silence: float = 10.0  # without a byte of a body; from then on it must also come at `pace`
    pace: float = 1_000.0  # bytes a second
    headers: int = 100  # of one answer
    hops: int = 10  # redirects one after the other
    tries: int = 3  # of a URL whose server is in trouble
    backoff: float = 1.0  # before the second try, doubled before each further one
    patience: float = 300.0  # longest wait that a server may ask for within a run; Heritrix's figure for Crawl-delay
    url_length: int = 2_083  # characters of a URL; Scrapy's figure, once Internet Explorer's
    segments: int = 20  # parts of a path; Heritrix's figure (TooManyPathSegments)
    fruitless: int = 8  # pages of one kind that lead to nothing new before the kind is suspected of being a trap

    def __post_init__(self) -> None:
        for item in fields(self):
            value = getattr(self, item.name)
            if isinstance(value, int | float) and not isinstance(value, bool):
                least = 0 if item.name in {"pages", "rate", "depth", "backoff", "patience", "hops", "pace"} else 1e-3
                _within(f"crawl.{item.name}", value, least, 1 << 40)
        _among("crawl.same", self.same, "host", "domain", "path")


@dataclass(frozen=True, slots=True)
class Options:
    """How a site is mined."""

    limits: Limits = field(default_factory=Limits)
    favor_precision: bool = False  # keep less and be surer of it: recall counts half (mine/scoring/choice.py)
    favor_recall: bool = False  # keep more than is sure: recall counts twice
    least_terms: int = 20  # of a text; what has fewer is none, unless the page has little more; bench/train
    template_pages: int = 8  # that share a block, from which on they are one template; bench/quality, 8 to 20 are alike
    toc_probability: float = 0.5  # above which a page is a TOC page; as likely one as not
    title_share: float = 0.1  # of a site's pages from which on a part of a title is the site's, not the page's
    confidence: tuple[float, ...] = CONFIDENCE  # expected word F1 by sureness, 0 to 1 in equal steps; bench/confidence
    toc: str = "text"  # what the text of a TOC page is: its informative "text", its "entries", or none ("skip")
    comments: bool = False  # whether readers' comments and the posts of threads are read, each with who said it
    latest_date: str = ""  # YYYY-MM-DD, no page was written after it; its own time goes before; empty: no limit
    chunk_pages: int = 8  # pages that share one node table; changes speed and memory, never the result
    memory: int = 512 << 20  # bytes of node tables kept in memory before they are laid down in a temporary file
    workers: int = 1  # processes; never changes the result

    method: str = "sitemine"  # by which informative blocks are found; `sitemine.METHODS` lists all
    wisdom: Wisdom = field(default_factory=Wisdom)
    content_extractor: ContentExtractor = field(default_factory=ContentExtractor)
    feature_extractor: FeatureExtractor = field(default_factory=FeatureExtractor)
    infodiscoverer: Infodiscoverer = field(default_factory=Infodiscoverer)
    vips: Vips = field(default_factory=lambda: Vips(pdoc=8))  # `docs/vips.md`: whole blocks of 6 hold too much else

    def __post_init__(self) -> None:
        for name in ("toc_probability", "title_share"):
            _within(name, getattr(self, name), 0, 1)
        _within("least_terms", self.least_terms, 0, 1_000_000)
        if self.favor_precision and self.favor_recall:
            raise UsageError("favor_precision and favor_recall exclude each other; choose one, or neither")
        if self.latest_date:
            _day("latest_date", self.latest_date)
        _within("points of confidence", len(self.confidence), 2, 1_000)
        _among("toc", self.toc, "text", "entries", "skip")
        _within("template_pages", self.template_pages, 2, 1_000_000)
        _within("chunk_pages", self.chunk_pages, 1, 100_000)
        _within("memory", self.memory, 0, 1 << 50)
        _within("workers", self.workers, 1, 1024)

    @property
    def beta(self) -> float:
        """How much recall counts beside precision when blocks are chosen."""
        return 0.5 if self.favor_precision else 2.0 if self.favor_recall else 1.0

    @classmethod
    def default(cls) -> "Options":
        """What users get."""
        return cls()

    @classmethod
    def wisdom_2005(cls) -> "Options":
        """WISDOM as its paper has it."""
        return cls(method="wisdom", wisdom=Wisdom.paper())

    def with_changes(self, changed: Mapping[str, object]) -> "Options":
        """These options with some fields set anew."""
        known = [item.name for item in fields(self)]
        unknown = sorted(set(changed) - set(known))
        if unknown:
            raise UsageError(f"there is no option {unknown[0]!r}; the options are {', '.join(known)}")
        return replace(self, **changed)  # type: ignore[arg-type]
