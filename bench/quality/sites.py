"""Whole sites: text, title and date of pages, roles, the ranking of TOC pages, entries and links.

Scores of pages are averaged over the pages of a site and then over sites. Roles are counted over the pages of all
sites together. The gold says nothing of pages whose role is `other`, so they are left out of everything.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from bench.data import Gold
from bench.quality.answers import Answer, Answers
from bench.quality.fields import same_day, same_title
from bench.quality.links import entry_scores, link_scores
from bench.quality.results import Figures, Row, mean, present
from bench.quality.roles import Scores, eleven_points, r_precision, role_scores
from bench.quality.words import word_f1, words_or_characters

TITLE = "Whole sites: means over pages, then over sites"
TOC, ARTICLE = "toc", "article"
JUDGED = (TOC, ARTICLE)
PARTS = ("P", "R", "F1")
COLUMNS = {
    "article text": ["article text"],
    "TOC text": ["TOC text"],
    "title": ["title"],
    "date": ["date"],
    "TOC role P/R/F1": ["TOC role P", "TOC role R", "TOC role F1"],
    "article role P/R/F1": ["article role P", "article role R", "article role F1"],
    "roles macro F1": ["roles macro F1"],
    "R-precision": ["R-precision"],
    "11-point": ["11-point"],
    "entries P/R/F1": ["entries P", "entries R", "entries F1"],
    "links P/R/F1": ["links P", "links R", "links F1"],
}

PageScore = Callable[[Answer, Gold], float | None]
BySite = Mapping[str, Sequence[Gold]]
Named = dict[str, float | None]


def _text_f1(answer: Answer, gold: Gold) -> float | None:
    return None if answer.text is None else word_f1(answer.text, gold.text, words_or_characters)


def _title(answer: Answer, gold: Gold) -> float | None:
    return None if answer.title is None else same_title(answer.title, gold.title)


def _day(answer: Answer, gold: Gold) -> float | None:
    return None if answer.date is None else same_day(answer.date, gold.date)


def _site_means(score: PageScore, role: str, answers: Answers, sites: BySite) -> Named:
    return {
        site: mean(score(answers[gold.key], gold) for gold in golds if gold.role == role)
        for site, golds in sites.items()
    }


def _parts(name: str, scores: Iterable[Scores | None]) -> Named:
    """The mean precision, recall and F1 of those that are there, each under its name."""
    there = [one for one in scores if one is not None]
    return {f"{name} {part}": mean(one[place] for one in there) for place, part in enumerate(PARTS)}


def _role_figures(answers: Answers, golds: Sequence[Gold]) -> Named:
    given = [answers[gold.key].role for gold in golds]
    if None in given:
        return {}
    pairs = [role or "" for role in given], [gold.role for gold in golds]
    toc, article = (role_scores(*pairs, role) for role in JUDGED)
    macro: Named = {"roles macro F1": (toc.f1 + article.f1) / len(JUDGED)}
    return _parts("TOC role", [toc]) | _parts("article role", [article]) | macro


def _ranked(answers: Answers, golds: Sequence[Gold]) -> tuple[float | None, float | None]:
    """R-precision and mean 11-point precision of one site; of pages that tie, the one first in the file leads."""
    ranks = [answers[gold.key].toc_probability for gold in golds]
    known = [rank for rank in ranks if rank is not None]
    relevant = [gold.role == TOC for gold in golds]
    if len(known) < len(golds) or not any(relevant):
        return None, None
    order = sorted(range(len(golds)), key=lambda place: -known[place])
    return r_precision(known, relevant), mean(eleven_points([relevant[place] for place in order]))


def _ranking_figures(answers: Answers, sites: BySite) -> Named:
    both = [_ranked(answers, golds) for golds in sites.values()]
    return {"R-precision": mean(first for first, _ in both), "11-point": mean(second for _, second in both)}


def _entries(answers: Answers, golds: Sequence[Gold]) -> Scores | None:
    """The mean entry scores of the TOC pages of one site, None where it has none."""
    found = [(answers[gold.key].entries, gold.entries) for gold in golds if gold.role == TOC]
    scores = [entry_scores(given, wanted) for given, wanted in found if given is not None]
    if not scores:
        return None
    return Scores(*(sum(part) / len(scores) for part in zip(*scores, strict=True)))


def _links(answers: Answers, golds: Sequence[Gold]) -> Scores | None:
    """The link scores of one site, None where the contestant gives no entries or the gold has none."""
    given = {gold.key: entries for gold in golds if (entries := answers[gold.key].entries) is not None}
    wanted = {gold.key: gold.entries for gold in golds}
    return link_scores(given, wanted) if given and any(wanted.values()) else None


def _by_site(golds: Iterable[Gold]) -> BySite:
    sites: defaultdict[str, list[Gold]] = defaultdict(list)
    for gold in golds:
        sites[gold.group].append(gold)
    return sites


def sites_row(name: str, version: str, answers: Answers, golds: Sequence[Gold]) -> Row:
    """What a contestant's answers on the judged pages are worth."""
    sites = _by_site(golds)
    texts = _site_means(_text_f1, ARTICLE, answers, sites)
    figures: Named = {
        "article text": mean(texts.values()),
        "TOC text": mean(_site_means(_text_f1, TOC, answers, sites).values()),
        "title": mean(_site_means(_title, ARTICLE, answers, sites).values()),
        "date": mean(_site_means(_day, ARTICLE, answers, sites).values()),
        **_role_figures(answers, golds),
        **_ranking_figures(answers, sites),
        **_parts("entries", (_entries(answers, golds) for golds in sites.values())),
        **_parts("links", (_links(answers, golds) for golds in sites.values())),
    }
    groups: Figures = present(texts)
    failed = sum(bool(answers[gold.key].failed) for gold in golds)
    return Row(name, version, present(figures), groups, failed)
