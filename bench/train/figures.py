"""What models are worth: the F1 of the text that they choose, by page type and by site, and how sure they may be."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bench.quality.results import mean
from bench.quality.wcxb import PAGE_TYPES
from bench.quality.words import spaced_words, words_or_characters
from bench.train.examples import Part
from bench.train.labels import Floats
from sitemine.mine.scoring.alike import of_repeats, said_once
from sitemine.mine.scoring.choice import kept_units
from sitemine.options import Options

SHINGLE = 4


@dataclass(frozen=True, slots=True)
class Text:
    """How the text chosen of one page compares with its gold."""

    group: str  # page type or site
    role: str  # of pages of sites
    f1: float
    precision: float
    recall: float
    shingles: float


def shingles(words: Sequence[str]) -> Counter[tuple[str, ...]]:
    """The runs of four words of a text; of a shorter one the words."""
    if len(words) < SHINGLE:
        return Counter((word,) for word in words)
    return Counter(zip(*(words[k:] for k in range(SHINGLE)), strict=False))


def _compared(given: Counter[Any], wanted: Counter[Any]) -> tuple[float, float, float]:
    if not given or not wanted:
        return (float(not given and not wanted),) * 3
    common = (given & wanted).total()
    return 2 * common / (given.total() + wanted.total()), common / given.total(), common / wanted.total()


def texts(part: Part, probability: Floats, options: Options) -> list[Text]:
    """The texts chosen of the pages of a part."""
    once = said_once(part.table, part.units, of_repeats(part.units)["repeats"], probability)
    kept = kept_units(part.units, once, options.beta, options.least_terms)
    found = []
    for page, gold in enumerate(part.golds):
        first, last = part.units.page_start[page : page + 2].tolist()
        text = "\n".join(part.texts[unit] for unit in (first + np.flatnonzero(kept[first:last])).tolist())
        bag = words_or_characters if gold.role else spaced_words
        scores = _compared(bag(text), bag(gold.text))
        runs = _compared(shingles(text.lower().split()), shingles(gold.text.lower().split()))[0]
        found.append(Text(gold.group, gold.role, *scores, runs))
    return found


def _row(name: str, pages: Sequence[Text]) -> str:
    scores = [[getattr(page, part) for page in pages] for part in ("f1", "precision", "recall", "shingles")]
    return f"| {name} | {len(pages)} | " + " | ".join(f"{mean(values) or 0:.4f}" for values in scores) + " |"


def figures(found: Sequence[Text]) -> str:
    """The mean scores of single pages by type, and of sites."""
    lines = ["| pages | n | F1 | precision | recall | shingles |", "| --- | ---: | ---: | ---: | ---: | ---: |"]
    single = [page for page in found if not page.role]
    if single:
        lines.append(_row("single pages", single))
    lines += [_row(kind, [page for page in single if page.group == kind]) for kind in PAGE_TYPES if single]
    for role in ("article", "toc"):
        pages = [page for page in found if page.role == role]
        sites = sorted({page.group for page in pages})
        means = []
        for site in sites:
            own = [page for page in pages if page.group == site]
            parts = [[getattr(page, part) for page in own] for part in ("f1", "precision", "recall", "shingles")]
            means.append(Text(site, role, *(mean(values) or 0.0 for values in parts)))
        lines += [
            _row(f"{role} pages of sites", means),
            *([_row(one.group, [one]) for one in means] if role == "article" else []),
        ]
    return "\n".join(lines)
