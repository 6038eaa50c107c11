"""Every threshold, with its unit, its range and where it comes from.

`Options.default()` is what users get. A field's comment names the paper and equation, or the bench that chose it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace

from sitemine.errors import UsageError


def _within(name: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        raise UsageError(f"{name} must lie between {low:g} and {high:g}, not {value:g}")


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


@dataclass(frozen=True, slots=True)
class Options:
    """How a site is mined."""

    limits: Limits = field(default_factory=Limits)
    favor_precision: bool = False  # keep less and be surer of it: recall counts half (beta of F; mine/choice.py)
    favor_recall: bool = False  # keep more than is sure: recall counts twice
    least_terms: int = 20  # of a text; what has fewer is none, unless the page has little more; bench/train
    link_share: float = 0.3  # of link text up to which a segment is prose; bench/quality, development sites
    template_pages: int = 8  # that share a block, from which on they are one template; bench/quality, 8 to 20 are alike
    toc_probability: float = 0.8  # above which a page is a TOC page; bench/quality, few articles lost
    title_share: float = 0.1  # of a site's pages from which on a part of a title is the site's, not the page's
    chunk_pages: int = 8  # pages that share one node table; changes speed and memory, never the result
    memory: int = 512 << 20  # bytes of node tables kept in memory before they are laid down in a temporary file
    workers: int = 1  # processes; never changes the result

    def __post_init__(self) -> None:
        for name in ("link_share", "toc_probability", "title_share"):
            _within(name, getattr(self, name), 0, 1)
        _within("least_terms", self.least_terms, 0, 1_000_000)
        if self.favor_precision and self.favor_recall:
            raise UsageError("favor_precision and favor_recall exclude each other; choose one, or neither")
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

    def with_changes(self, changed: Mapping[str, object]) -> "Options":
        """These options with some fields set anew."""
        known = [item.name for item in fields(self)]
        unknown = sorted(set(changed) - set(known))
        if unknown:
            raise UsageError(f"there is no option {unknown[0]!r}; the options are {', '.join(known)}")
        return replace(self, **changed)  # type: ignore[arg-type]
