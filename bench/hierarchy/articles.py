"""Title, date, author and body of the gold articles of the development sites, by alignment alone and by the default extractor.

A title is right where it is the same words, an author where the same people are named (without the "By" of a gold byline), a date where it is the same day; precision is over those given, recall over those in gold. Of a
body precision and recall are those of its bag of words. Means over pages, then over sites that have the field.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bench.data import Gold
from bench.quality.fields import same_authors, same_day, title_key
from bench.quality.words import words_or_characters
from sitemine.run.instances import instances_of
from sitemine.run.site import Site

LABEL = re.compile(r"^by\s+", re.IGNORECASE)  # of a byline that the gold has whole
FIELDS = ("title", "date", "author", "body")


@dataclass(frozen=True, slots=True)
class Given:
    """What was found of a page."""

    title: str
    date: str
    author: str
    body: str


@dataclass(frozen=True, slots=True)
class FieldScore:
    """Precision and recall of a field on a site."""

    precision: float
    recall: float


def by_alignment(site: Site, golds: Sequence[Gold]) -> dict[str, Given]:
    """The gold articles of a site as instances."""
    urls = frozenset(gold.key for gold in golds)
    return {one.url: Given(one.title, one.date, one.author, one.body) for one in instances_of(site, urls)}


def by_default(site: Site, golds: Sequence[Gold]) -> dict[str, Given]:
    """The same articles as the default extractor has them."""
    found = {}
    for gold in golds:
        article = site.pages[gold.key].article
        if article:
            found[gold.key] = Given(article.title, article.date, "; ".join(article.authors), article.text)
    return found


def _is_right(field: str, given: str, gold: str) -> bool:
    if field == "date":
        return bool(same_day(given, gold))
    if field == "author":
        return bool(same_authors(given, LABEL.sub("", gold)))
    return title_key(given) == title_key(gold)


def _of_field(
    field: str, given: Mapping[str, Given], golds: Sequence[tuple[str, str]]
) -> Iterator[tuple[float | None, float]]:
    """Precision (None where nothing is given) and recall of each page."""
    for key, gold in golds:
        value = getattr(given[key], field) if key in given else ""
        if field == "body":
            mine, wanted = words_or_characters(value), words_or_characters(gold)
            both = (mine & wanted).total()
            yield (both / mine.total() if mine else None), both / max(wanted.total(), 1)
        else:
            right = float(_is_right(field, value, gold)) if value else 0.0
            yield (right if value else None), right


def scores(given: Mapping[str, Given], golds: Sequence[Gold], authors: Mapping[str, str]) -> dict[str, FieldScore]:
    """The score of each field that the gold of a site has."""
    wanted: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for gold in golds:
        for field, value in zip(FIELDS, (gold.title, gold.date, authors.get(gold.key, ""), gold.text), strict=True):
            if value.strip():
                wanted[field].append((gold.key, value))
    found = {}
    for field, of_field in wanted.items():
        pages = list(_of_field(field, given, of_field))
        precisions = [precision for precision, _ in pages if precision is not None]
        found[field] = FieldScore(
            sum(precisions) / len(precisions) if precisions else 0.0, sum(recall for _, recall in pages) / len(pages)
        )
    return found
