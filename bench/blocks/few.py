"""What a method needs: ContentExtractor with few pages to compare, and the methods of one page on pages of every type."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from bench import data
from bench.blocks.measured import Judged, judged_texts, lots
from bench.quality.results import mean
from bench.quality.sites import ARTICLE
from bench.quality.words import spaced_words, word_f1
from sitemine import extract
from sitemine.mine.methods import contentextractor
from sitemine.mine.segments import segment_evidence
from sitemine.options import Options

COMPARED = (5, 10, 20, 40)
"""Pages of a class that are compared."""

ALONE = ("sitemine", "wisdom", "feature-extractor", "k-feature-extractor")


def by_pages(site: Judged) -> dict[str, tuple[float, float]]:
    """IC precision and recall of ContentExtractor on the first article pages of a site, comparing only so many of them."""
    options, batch = Options().content_extractor, site.batch
    articles = np.array(site.pages(ARTICLE), np.intp)
    drawn = articles[lots(len(articles))] if len(articles) else articles
    found = {}
    for count in (*COMPARED, len(drawn)):
        if count > len(drawn) or len(drawn) < 2:
            continue
        pages = drawn[:count].tolist()
        part = contentextractor.survey(batch, site.terms, pages, options)
        known = contentextractor.compare(contentextractor.Survey.together([part]), options)
        in_comments = segment_evidence(batch.table).in_comments
        one = contentextractor.informative(batch, site.terms, known, options, in_comments)
        told = judged_texts(site, one.kept[one.blocks.segment_block], pages[: COMPARED[0]])
        name = str(count) if count in COMPARED else "all"
        found[name] = (mean(p for p, _, _ in told) or 0.0, mean(r for _, r, _ in told) or 0.0)
    return found


def by_type(folder: Path) -> Mapping[str, Mapping[str, float]]:
    """Word F1 of the methods that need one page, by page type."""
    golds = {gold.key: gold for gold in data.wcxb_gold(folder)}
    worth: defaultdict[str, defaultdict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for source in data.wcxb_sources(folder, golds.keys()):
        gold = golds[source.key]
        for method in ALONE:
            text = extract(source.html, source.url, method=method).text
            worth[method][gold.group].append(word_f1(text, gold.text, spaced_words))
    return {method: {group: float(np.mean(rows)) for group, rows in groups.items()} for method, groups in worth.items()}


def pages_table(found: Sequence[Mapping[str, tuple[float, float]]]) -> str:
    """How many pages ContentExtractor needs; of the sites that have the most asked for, so that all columns are alike."""
    names = [*map(str, COMPARED), "all"]
    whole = [site for site in found if all(name in site for name in names)]
    head = f"| content-extractor, pages compared ({len(whole)} sites) | {' | '.join(names)} |"
    rows = [
        f"| IC {part} | {' | '.join(f'{np.mean([site[name][place] for site in whole]):.3f}' for name in names)} |"
        for place, part in enumerate(("precision", "recall"))
    ]
    return "\n".join([head, "| --- |" + " ---: |" * len(names), *rows])


def types_table(found: Mapping[str, Mapping[str, float]]) -> str:
    """The methods of one page on single pages, by type."""
    types = sorted(next(iter(found.values())))
    head = f"| F1 on single pages | {' | '.join(types)} |"
    rows = [f"| {name} | {' | '.join(f'{worth[kind]:.3f}' for kind in types)} |" for name, worth in found.items()]
    return "\n".join([head, "| --- |" + " ---: |" * len(types), *rows])
