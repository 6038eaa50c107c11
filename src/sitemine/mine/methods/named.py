"""Every method of the papers by name, and the one door to each: what a page shows, and what its site shows, to `Blocks`.

A method that compares pages works in three steps, none of which depends on how the pages are parted or ordered: `survey` what
some pages say, `reduce` the surveys of all to what is known of the site, and `find` the blocks of any pages by it. A
method that looks at each page by itself has only the last.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from sitemine.dom.batch import Batch
from sitemine.dom.flow import seen_layout
from sitemine.errors import UsageError
from sitemine.measure.terms import Terms
from sitemine.mine.found import ARTICLE, TOC, Blocks, Subtrees, Verdict, holders, of_partition, of_subtrees
from sitemine.mine.methods import contentextractor, featureextractor, trained, wisdom
from sitemine.mine.scoring.judge import judge
from sitemine.mine.sight import Sight
from sitemine.mine.visual.shown import informative
from sitemine.mine.visual.vips import FINEST, visual_blocks
from sitemine.options import ContentExtractor, FeatureExtractor, Infodiscoverer, Options, Vips, Wisdom
from sitemine.records import MINED

DEFAULT: Final = "sitemine"


class Needs(StrEnum):
    """What a method must be given."""

    PAGE = "one page"
    ANY = "one page, several to compare"
    PAGES = "several pages"
    LINKS = "one page; several and their links to tell TOC blocks"
    BROWSER = "a browser"


@dataclass(frozen=True, slots=True)
class Method:
    """One method of the papers."""

    name: str
    paper: str
    year: int
    needs: Needs
    defaults: object  # the record of its options
    find: Callable[[Sight, Any, Options], Blocks] | None = None  # None: the default, which decides with every evidence
    survey: Callable[[Batch, Terms, Sequence[int], Options], Any] | None = None
    reduce: Callable[[Iterable[Any], Options], Any] | None = None

    def __repr__(self) -> str:
        return f"<Method {self.name}: {self.paper} ({self.year}), needs {self.needs}>"


def _content_extractor(sight: Sight, site: contentextractor.Compared, options: Options) -> Blocks:
    found = contentextractor.informative(
        sight.batch, sight.terms, site, options.content_extractor, sight.seen.in_comments
    )
    evidence = {"IBDF": found.ibdf, "pages with it": found.pages, "of": found.n_pages}
    blocks = found.blocks
    verdict = Verdict(found.kept, found.ibdf, evidence)
    return of_partition(sight.batch.table, blocks.node, blocks.segment_block, verdict)


def _by_features(found: featureextractor.Featured, sight: Sight) -> Blocks:
    blocks, won = found.blocks, found.found
    evidence = {"P": won.share, "desired": won.desired, "winner": won.is_winner.astype(np.int64)}
    verdict = Verdict(found.kept, won.share, evidence)
    return of_partition(sight.batch.table, blocks.node, blocks.segment_block, verdict)


def _feature_extractor(sight: Sight, _site: None, options: Options) -> Blocks:
    table = sight.batch.table
    return _by_features(featureextractor.best_block(table, sight.terms, options.feature_extractor), sight)


def _k_feature_extractor(sight: Sight, _site: None, options: Options) -> Blocks:
    table = sight.batch.table
    return _by_features(featureextractor.best_blocks(table, sight.terms, options.feature_extractor), sight)


def _discovered(sight: Sight, site: trained.Trained, options: Infodiscoverer) -> Blocks:
    found = trained.tell(sight.batch, sight.terms, site, options)
    evidence = {"entropy": found.entropy, "threshold": found.threshold}
    score = np.nan_to_num(1.0 - found.entropy, nan=0.0)
    verdict = Verdict(found.kept, score, evidence)
    return of_partition(sight.batch.table, found.parted.node, found.parted.segment_block, verdict)


def _vips(sight: Sight, _site: None, options: Options) -> Blocks:
    """The visual blocks that get most of the votes of their segments; the votes are the default's for a page alone."""
    table = sight.batch.table
    layout = seen_layout(table, sight.batch.heads)
    judged = judge(sight.batch, sight.terms, None)
    votes = np.repeat(judged.probability, judged.units.end - judged.units.first)
    found = informative(
        table, layout, visual_blocks(table, layout, replace(options.vips, pdoc=FINEST)), votes, options.vips.pdoc
    )
    guessed = ~layout.is_rendered[table.page[found.node]]
    evidence = {"DoC": found.coherence, "approximate layout": guessed.astype(np.int64)}
    return of_partition(table, found.node, found.segment_block, Verdict(found.kept, found.score, evidence))


def _lh(options: Options) -> Infodiscoverer:
    """LH is InfoDiscoverer with TABLE blocks."""
    return Infodiscoverer("table", options.infodiscoverer.training_pages, options.infodiscoverer.step)


def _judged(found: wisdom.Found, kind: int) -> tuple[npt.NDArray[np.generic], ...]:
    """The blocks of one type as columns: node, type, how well it meets the constraint, f_A, whether it is kept, or a skeleton."""
    rows = wisdom.candidates(found)
    kinds = np.full(len(rows), kind, np.int8)
    told, feature = found.told[rows], found.tree.feature[rows]
    return rows, kinds, told, feature, np.isin(rows, found.roots), np.isin(rows, found.skeleton)


def _wisdom(sight: Sight, site: wisdom.Targets | None, options: Options) -> Blocks:
    table, own = sight.batch.table, options.wisdom
    links = wisdom.link_features(sight.batch, sight.terms, sight.model.terms, site, own)
    tocs = wisdom.toc_blocks(table, links, site.median_anchor if site else 0, own)
    lines = wisdom.Lines(sight.pages, max(sight.model.n_pages, 1), sight.seen.in_comments)
    articles = wisdom.article_blocks(table, sight.terms, sight.weight, lines, own)
    parts = zip(_judged(articles, ARTICLE), _judged(tocs, TOC), strict=True)
    node, kind, told, feature, kept, first = (np.concatenate(pair) for pair in parts)
    order = np.lexsort((kind, node))
    node, kind, told, feature = node[order], kind[order], told[order], feature[order]
    unit = np.where(links.is_told[table.page[node]] & (kind == TOC), wisdom.API_ONE, 1)
    evidence = {"constraint met": told, "feature": feature / unit, "skeleton": first[order].astype(np.int64)}
    text = wisdom.segments_of(table, articles, own.leaves)
    has_text = np.bincount(table.page[table.segment_node[text]], minlength=table.n_pages) > 0
    listed = wisdom.segments_of(table, tocs, own.leaves) & ~has_text[table.page[table.segment_node]]
    told_in = articles.kept if own.leaves == "nodes" else holders(table, text)
    found = Subtrees(node, kind, text | listed, told_in | tocs.kept)
    return of_subtrees(table, found, Verdict(kept[order], told / (1.0 + told), evidence))


METHODS: Final = {
    method.name: method
    for method in (
        Method(DEFAULT, "what the papers found, as evidence that is weighed together", 2026, Needs.ANY, Options()),
        Method(
            "wisdom", "WISDOM: Web Intrapage Informative Structure Mining", 2005, Needs.LINKS, Wisdom(), _wisdom,
            lambda batch, terms, wanted, _: wisdom.survey(batch, terms, wanted),
            lambda parts, _: wisdom.Targets.of(list(parts)),
        ),
        Method(
            "content-extractor", "Automatic Extraction of Informative Blocks from Webpages", 2005, Needs.PAGES,
            ContentExtractor(), _content_extractor,
            lambda batch, terms, wanted, options: contentextractor.survey(batch, terms, wanted, options.content_extractor),
            lambda parts, options: contentextractor.compare(
                contentextractor.Survey.together(list(parts)), options.content_extractor
            ),
        ),
        Method(
            "feature-extractor", "Automatic Extraction of Informative Blocks from Webpages", 2005, Needs.PAGE,
            FeatureExtractor(), _feature_extractor,
        ),
        Method(
            "k-feature-extractor", "Automatic Extraction of Informative Blocks from Webpages", 2005, Needs.PAGE,
            FeatureExtractor(), _k_feature_extractor,
        ),
        Method(
            "infodiscoverer", "Mining Web Informative Structures and Contents Based on Entropy Analysis", 2004,
            Needs.PAGES, Infodiscoverer(),
            lambda sight, site, options: _discovered(sight, site, options.infodiscoverer),
            lambda batch, terms, wanted, options: trained.survey(batch, terms, wanted, options.infodiscoverer),
            lambda parts, options: trained.train(parts, options.infodiscoverer),
        ),
        Method(
            "lh", "Discovering Informative Content Blocks from Web Documents", 2002, Needs.PAGES,
            Infodiscoverer(blocks="table"),
            lambda sight, site, options: _discovered(sight, site, _lh(options)),
            lambda batch, terms, wanted, options: trained.survey(batch, terms, wanted, _lh(options)),
            lambda parts, options: trained.train(parts, _lh(options)),
        ),
        Method(
            "vips", "Extracting Content Structure for Web Pages Based on Visual Representation", 2003, Needs.BROWSER,
            Vips(pdoc=8), _vips,
        ),
    )
}  # fmt: skip
"""The default, and the methods of the papers."""


def method_named(name: str) -> Method:
    """The method of a name."""
    if name not in METHODS:
        raise UsageError(f"there is no method {name!r}; the methods are {', '.join(METHODS)}")
    return METHODS[name]


def found_by(options: Options, sight: Sight, site: Any) -> Blocks | None:
    """The blocks that the chosen method finds; None for the default, which chooses by itself."""
    method = method_named(options.method)
    if method.find is None:
        return None
    if method.needs is Needs.PAGES and site is None:
        if not MINED.intersection(sight.batch.outcomes):
            return None
        raise UsageError(
            f"{method.name} compares the pages of a site and was given one page alone; "
            f"mine several together: sitemine mine SOURCE --method {method.name}"
        )
    return method.find(sight, site, options)
