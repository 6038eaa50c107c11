"""WISDOM's figures 11 to 17 and 19 redone: what each parameter does, with the others as the paper has them.

SNC is taken over the anchors of TOC pages whose gold lists their entries, IC over the characters of article pages that stand in
lines of their gold. Each figure is a chart of named lines, means over the sites.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bench.blocks.measured import Judged, lots
from bench.quality.sites import ARTICLE, TOC
from sitemine.measure import TermStatistics, count_terms, fingerprints, weights_of
from sitemine.mine.methods import wisdom
from sitemine.mine.methods.skeleton import best, frontier, leaves
from sitemine.mine.repeated import Repeated
from sitemine.mine.segments import segment_evidence
from sitemine.options import Wisdom

STRUCTURES = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95)
PAGES = (10, 20, 50, 100, 150, 200, 300)
TOC_CONSTRAINTS = (0.0, 0.5, 1.0, 1.25, 1.5, 2.0, 3.0, 4.0)
ARTICLE_CONSTRAINTS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
LEAST = 1e-9  # entropies below it are nothing to divide by
SHORT = 5
"""M2: a leaf must say more characters than these."""

Points = dict[tuple[str, str, float], list[float]]
"""Values of all sites by figure, line and place on the axis."""


class Worth(NamedTuple):
    """Mean precision, recall and F over pages."""

    precision: float
    recall: float
    f: float


class Prepared(NamedTuple):
    """A site with what all settings share."""

    site: Judged
    links: wisdom.Links  # as far as API tells
    median: int
    weight: npt.NDArray[np.float64]
    lines: wisdom.Lines


def prepared(site: Judged, model: Repeated) -> Prepared:
    """What does not change from setting to setting."""
    batch, terms, table = site.batch, site.terms, site.batch.table
    targets = wisdom.Targets.of([wisdom.survey(batch, terms, range(table.n_pages))])
    links = wisdom.link_features(batch, terms, model.terms, targets, replace(Wisdom.paper(), toc_by="api"))
    start, end = terms.before(table.segment_start), terms.before(table.segment_end)
    pages = np.maximum(model.blocks.pages(fingerprints(terms, start, end)), 1)
    lines = wisdom.Lines(pages, max(model.n_pages, 1), segment_evidence(table).in_comments)
    return Prepared(site, links, targets.median_anchor, weights_of(terms, model.terms), lines)


def _worth(
    page: npt.NDArray[np.integer],
    given: npt.NDArray[np.number],
    wanted: npt.NDArray[np.number],
    both: npt.NDArray[np.number],
    pages: Sequence[int],
) -> Worth | None:
    n = int(page.max(initial=-1)) + 1
    found, gold, right = (np.bincount(page, column, n) for column in (given, wanted, both))
    told = [p for p in pages if p < n and gold[p] > 0]
    if not told:
        return None
    recall = right[told] / gold[told]
    precision = np.divide(right[told], found[told], out=np.zeros(len(told)), where=found[told] > 0)
    total = precision + recall
    f = np.divide(2 * precision * recall, total, out=np.zeros(len(told)), where=total > 0)
    return Worth(float(precision.mean()), float(recall.mean()), float(f.mean()))


def snc(ready: Prepared, kept: npt.NDArray[np.bool_]) -> Worth | None:
    """Significant node coverage of TOC pages by some nodes."""
    links = ready.site.batch.links
    inside = kept[links.node]
    given, wanted = inside.astype(np.int64), ready.site.wanted.astype(np.int64)
    return _worth(links.source, given, wanted, given * wanted, ready.site.pages(TOC))


def ic(ready: Prepared, segment_kept: npt.NDArray[np.bool_]) -> Worth | None:
    """Information coverage of article pages by some segments."""
    table, gold = ready.site.batch.table, ready.site.gold_segment
    length = table.segment_end - table.segment_start
    page = table.page[table.segment_node]
    right = segment_kept & gold
    return _worth(page, length * segment_kept, length * gold, length * right, ready.site.pages(ARTICLE))


def tocs(ready: Prepared, options: Wisdom) -> wisdom.Found:
    """The TOC blocks by a setting."""
    is_told = np.full_like(ready.links.is_told, options.toc_by != "alen")
    return wisdom.toc_blocks(ready.site.batch.table, ready.links._replace(is_told=is_told), ready.median, options)


def articles(ready: Prepared, options: Wisdom) -> tuple[wisdom.Found, npt.NDArray[np.bool_]]:
    """The article blocks by a setting, and the segments in them."""
    table = ready.site.batch.table
    found = wisdom.article_blocks(table, ready.site.terms, ready.weight, ready.lines, options)
    return found, wisdom.segments_of(table, found, options.leaves)


def _toc_worth(ready: Prepared, **changed: object) -> Worth | None:
    return snc(ready, tocs(ready, replace(Wisdom.paper(), **changed)).kept)  # type: ignore[arg-type]


def _article_worth(ready: Prepared, **changed: object) -> Worth | None:
    return ic(ready, articles(ready, replace(Wisdom.paper(), **changed))[1])  # type: ignore[arg-type]


Figure = Callable[[Prepared], Iterator[tuple[str, float, float | None]]]
"""Line, place and value of each point that a site gives."""


def _f(worth: Worth | None) -> float | None:
    return worth.f if worth else None


def entropies(ready: Prepared) -> Iterator[tuple[str, float, float | None]]:
    """Figure 11: the mean entropy of the terms of the first pages against their entropy in the end."""
    counts = count_terms(ready.site.terms)
    n = len(counts.page_start) - 1
    whole = TermStatistics.of(counts)
    end = whole.entropy()
    order = lots(n)
    for size in PAGES:
        if size < n:
            wanted = np.zeros(n, np.bool_)
            wanted[order[:size]] = True
            part = TermStatistics.of(counts.only(wanted))
            same = np.searchsorted(whole.term, part.term)
            several = whole.df[same] > 1
            begun, final, tf = part.entropy()[several], end[same][several], part.tf[several]
            yield "mean of the terms", float(size), float(begun.mean() / max(final.mean(), LEAST))
            yield "mean of what is said", float(size), float((tf * begun).sum() / max(float((tf * final).sum()), LEAST))


def criteria(ready: Prepared) -> Iterator[tuple[str, float, float | None]]:
    """Figure 12: TOC blocks by API and by anchor text."""
    for structure in STRUCTURES:
        by_api = _toc_worth(ready, structure=structure, dstm=False, cstm=0)
        by_text = _toc_worth(ready, toc_by="alen", fallback_structure=structure)
        yield "API", structure, _f(by_api)
        yield "ALEN", structure, _f(by_text)


def sizes(ready: Prepared) -> Iterator[tuple[str, float, float | None]]:
    """Figure 13: how many blocks the search could stop at, and how many nodes they have."""
    table = ready.site.batch.table
    for structure in STRUCTURES:
        for name, found in (
            ("TOC", tocs(ready, replace(Wisdom.paper(), structure=structure))),
            ("article", articles(ready, replace(Wisdom.paper(), structure=structure))[0]),
        ):
            rows = frontier(found.tree)
            size = (table.subtree_end[rows] - rows).mean() if len(rows) else None
            yield f"{name}: blocks a page", structure, len(rows) / max(table.n_pages, 1)
            yield f"{name}: nodes a block", structure, None if size is None else float(size)


def searches(ready: Prepared) -> Iterator[tuple[str, float, float | None]]:
    """Figure 15: precision and recall before phase 3, by ST and k."""
    for k in (1, 3):
        for structure in STRUCTURES:
            alone = {"structure": structure, "k": k, "dstm": False, "cstm": 0}
            for name, worth in (("TOC", _toc_worth(ready, **alone)), ("article", _article_worth(ready, **alone))):
                yield f"{name} precision, k={k}", structure, worth.precision if worth else None
                yield f"{name} recall, k={k}", structure, worth.recall if worth else None


def toc_constraints(ready: Prepared) -> Iterator[tuple[str, float, float | None]]:
    """Figure 16, TOC blocks: the constraint on the mean API."""
    for value in TOC_CONSTRAINTS:
        worth = _toc_worth(ready, toc=value)
        yield "precision", value, worth.precision if worth else None
        yield "recall", value, worth.recall if worth else None
        yield "F", value, _f(worth)


def article_constraints(ready: Prepared) -> Iterator[tuple[str, float, float | None]]:
    """Figure 16, article blocks: the constraint on CII."""
    for value in ARTICLE_CONSTRAINTS:
        worth = _article_worth(ready, article=value)
        yield "precision", value, worth.precision if worth else None
        yield "recall", value, worth.recall if worth else None
        yield "F", value, _f(worth)


def expansions(ready: Prepared) -> Iterator[tuple[str, float, float | None]]:
    """Figure 17: what joins the skeleton."""
    for structure in STRUCTURES:
        for name, how in (
            ("none", {"dstm": False, "cstm": 0}),
            ("DSTM", {"dstm": True, "cstm": 0}),
            ("DSTM + 1-CSTM", {"dstm": True, "cstm": 1}),
        ):
            yield f"TOC, {name}", structure, _f(_toc_worth(ready, structure=structure, **how))
            yield f"article, {name}", structure, _f(_article_worth(ready, structure=structure, **how))


def apis(ready: Prepared) -> Iterator[tuple[str, float, float | None]]:
    """Figure 14: the share of best TOC blocks by their mean API, in steps of one half."""
    found = tocs(ready, replace(Wisdom.paper(), toc=0.0, structure=0.9))
    rows = best(found.tree, 3)
    mean = found.tree.feature[rows] / wisdom.API_ONE / np.maximum(ready.links.n_links[rows], 1)
    for step in range(13):
        share = ((mean >= step / 2) & ((mean < (step + 1) / 2) | (step == 12))).mean() if len(rows) else None
        yield "blocks", step / 2, None if share is None else float(share)


FIGURES: Mapping[str, Figure] = {
    "entropy": entropies,
    "criteria": criteria,
    "sizes": sizes,
    "apis": apis,
    "search": searches,
    "toc-constraint": toc_constraints,
    "article-constraint": article_constraints,
    "expansion": expansions,
}


def baselines(ready: Prepared) -> dict[str, Worth | None]:
    """Figure 19: WISDOM against leaves that meet the constraint (M1) and leaves of more than 5 characters (M2)."""
    options, table = Wisdom.paper(), ready.site.batch.table
    listed, (told, segments) = tocs(ready, options), articles(ready, options)
    long = table.text_length > SHORT
    found: dict[str, Worth | None] = {"WISDOM, TOC": snc(ready, listed.kept), "WISDOM, article": ic(ready, segments)}
    for name, passes in (("M1", None), ("M2", long)):
        for kind, one in (("TOC", listed), ("article", told)):
            tree = one.tree if passes is None else one.tree._replace(passes=passes)
            kept = np.zeros(len(table), np.bool_)
            kept[leaves(tree)] = True
            if kind == "TOC":
                found[f"{name}, TOC"] = snc(ready, kept)
            else:
                only = wisdom.segments_of(table, one._replace(kept=kept), "nodes")
                found[f"{name}, article"] = ic(ready, only)
    found["ALEN, TOC"] = snc(ready, tocs(ready, replace(options, toc_by="alen")).kept)
    return found


def add_points(points: Points, ready: Prepared) -> None:
    """Adds what one site shows in all figures."""
    for figure, points_of in FIGURES.items():
        for line, place, value in points_of(ready):
            if value is not None:
                points[figure, line, place].append(value)


def lines_of(points: Points, figure: str) -> dict[str, list[tuple[float, float]]]:
    """The lines of a figure: means over the sites."""
    lines: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)
    for (name, line, place), values in points.items():
        if name == figure:
            lines[line].append((place, float(np.mean(values))))
    return dict(lines)
