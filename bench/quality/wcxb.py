"""Single pages: text by page type, snippets, title, date and author."""

from collections.abc import Sequence

from bench.data import Gold
from bench.quality.answers import Answer, Answers
from bench.quality.fields import same_authors, same_day, same_title
from bench.quality.results import Row, mean, present
from bench.quality.words import snippets_found, spaced_words, word_f1

TITLE = "Single pages (WCXB): word F1, by page type"
PAGE_TYPES = ("article", "documentation", "service", "forum", "collection", "listing", "product")
COLUMNS = {
    name: [name]
    for name in ("all", *PAGE_TYPES, "must: found", "mustnot: left out", "title: right", "date: right", "author: right")
}


def _text_figures(answers: Answers, golds: Sequence[Gold]) -> dict[str, float | None]:
    texts = {gold.key: answers[gold.key].text or "" for gold in golds}
    f1 = {gold.key: word_f1(texts[gold.key], gold.text, spaced_words) for gold in golds}
    by_type = {name: mean(f1[gold.key] for gold in golds if gold.group == name) for name in PAGE_TYPES}
    leaked = mean(snippets_found(texts[gold.key], gold.mustnot) for gold in golds)
    return {
        "all": mean(f1.values()),
        **by_type,
        "must: found": mean(snippets_found(texts[gold.key], gold.must) for gold in golds),
        "mustnot: left out": None if leaked is None else 1 - leaked,
    }


def _right_title(answer: Answer, gold: Gold) -> float | None:
    return None if answer.title is None else same_title(answer.title, gold.title)


def _right_day(answer: Answer, gold: Gold) -> float | None:
    return None if answer.date is None else same_day(answer.date, gold.date)


def _right_authors(answer: Answer, gold: Gold) -> float | None:
    return None if answer.authors is None else same_authors(answer.authors, gold.author)


def wcxb_row(name: str, version: str, answers: Answers, golds: Sequence[Gold]) -> Row:
    """The means over all pages of what a contestant said of them."""
    figures = {
        **_text_figures(answers, golds),
        "title: right": mean(_right_title(answers[gold.key], gold) for gold in golds),
        "date: right": mean(_right_day(answers[gold.key], gold) for gold in golds),
        "author: right": mean(_right_authors(answers[gold.key], gold) for gold in golds),
    }
    failed = sum(bool(answers[gold.key].failed) for gold in golds)
    return Row(name, version, present(figures), failed=failed)
