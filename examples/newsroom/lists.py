"""The main part of TOC pages in both templates: entries with or without a teaser, and the way to the next page."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from newsroom.articles import Article
from newsroom.frame import Frame, long_date, picture


@dataclass(frozen=True, slots=True)
class Shelf:
    """Entries under one heading of a TOC page."""

    heading: str
    articles: Sequence[Article]
    teasers: bool = True


def card(frame: Frame, article: Article, *, lead: bool) -> str:
    """A modern teaser; every second one has a picture."""
    image = ""
    if lead or len(article.title) % 2:
        image = f'<a href="{frame.root}{article.path}" class="thumb"><img src="{frame.root}{picture(article.path)}" alt="" loading="lazy"></a>'
    return (
        f'<article class="card{" card--lead" if lead else ""}">{image}'
        f'<div class="card__text"><h2>{frame.link(article.path, article.title)}</h2>'
        f"<p>{escape(article.teaser, quote=False)}</p>"
        f'<div class="text-sm muted sans"><time datetime="{article.date:%Y-%m-%d}">{long_date(article)}</time></div></div></article>'
    )


def modern_shelf(frame: Frame, shelf: Shelf, *, lead: bool) -> str:
    heading = f'<h2 class="shelf sans">{shelf.heading}</h2>\n' if shelf.heading else ""
    if shelf.teasers:
        cards = [card(frame, article, lead=lead and not i) for i, article in enumerate(shelf.articles)]
        return f'{heading}<div class="cards">\n' + "\n".join(cards) + "\n</div>"
    rows = [
        f'<li>{frame.link(article.path, article.title)} <time class="muted" datetime="{article.date:%Y-%m-%d}">{long_date(article)}</time></li>'
        for article in shelf.articles
    ]
    return f'{heading}<ul class="rows">\n' + "\n".join(rows) + "\n</ul>"


def old_row(frame: Frame, article: Article, *, teaser: bool) -> str:
    date = f'<font size="1" color="#777777">{long_date(article)}</font>'
    link = frame.link(article.path, article.title)
    if not teaser:
        return f'<tr><td width="130" nowrap>{date}</td><td>{link}</td></tr>'
    text = f'<font size="2">{escape(article.teaser, quote=False)}</font>'
    return f'<tr><td colspan="2"><font size="4"><b>{link}</b></font><br>{text}<br>{date}<hr size="1"></td></tr>'


def old_shelf(frame: Frame, shelf: Shelf) -> str:
    heading = f'<tr><td colspan="2" bgcolor="#c5d7df"><b>{shelf.heading}</b></td></tr>\n' if shelf.heading else ""
    rows = "\n".join(old_row(frame, article, teaser=shelf.teasers) for article in shelf.articles)
    return f'<table width="100%" border="0" cellpadding="5">\n{heading}{rows}\n</table>'


def pager(frame: Frame, paths: Sequence[str]) -> str:
    """Links to the pages beside this one, to the first and to the last; nothing if there is only one."""
    if len(paths) == 1:
        return ""
    at = paths.index(frame.path)
    links = [frame.link(paths[at - 1], frame.words["previous"], ' rel="prev"')] if at else []
    shown = sorted({0, len(paths) - 1, *range(max(at - 2, 0), min(at + 3, len(paths)))})
    links += [f"<b>{i + 1}</b>" if i == at else frame.link(paths[i], str(i + 1)) for i in shown]
    links += [frame.link(paths[at + 1], frame.words["next"], ' rel="next"')] if at + 1 < len(paths) else []
    inner = " ".join(links)
    return f'<center><font size="2">{inner}</font></center>' if frame.old else f'<nav class="pager sans">{inner}</nav>'


def list_main(frame: Frame, about: str, shelves: Sequence[Shelf], paths: Sequence[str]) -> str:
    """The main part of a TOC page."""
    title = escape(frame.title, quote=False)
    if frame.old:
        head = f'<font size="5" face="Georgia"><b>{title}</b></font><br><font size="2">{about}</font><br><br>'
        parts = [old_shelf(frame, shelf) for shelf in shelves]
    else:
        head = f'<h1>{title}</h1>\n<p class="muted">{about}</p>'
        parts = [modern_shelf(frame, shelf, lead=not i and not frame.crumbs) for i, shelf in enumerate(shelves)]
    return "\n".join([head, *parts, pager(frame, paths)])
