"""What stands around the text on every page: menus, crumbs, most read, adverts, footer; in two templates.

A template is a file in `templates/`; here its places are filled.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from string import Template
from zlib import crc32

from newsroom import stories
from newsroom.articles import MONTHS, Article

BASE = "https://harbour-gazette.example/"
TEMPLATES = Path(__file__).parent / "templates"
TAGS = ("council", "ferries", "fishing", "stage", "streets", "weather")
N_PICTURES = 8
HOMES = {"en": "index.html", "zh": "zh/index.html"}


@dataclass(frozen=True, slots=True)
class Frame:
    """One page's own part in what stands around its text."""

    path: str
    language: str
    title: str
    description: str
    kind: str  # article, list or plain
    old: bool
    crumbs: Sequence[tuple[str, str]]
    popular: Sequence[Article]
    head: str = ""

    @property
    def root(self) -> str:
        return "../" * self.path.count("/")

    @property
    def words(self) -> Mapping[str, str]:
        return stories.frame_words(self.language)

    def pick(self, n: int, salt: str = "") -> int:
        """A number below `n` that is always the same for this page."""
        return crc32((salt + self.path).encode()) % n

    def link(self, path: str, text: str, attributes: str = "") -> str:
        return f'<a href="{self.root}{path}"{attributes}>{escape(text, quote=False)}</a>'


def long_date(article: Article) -> str:
    date = article.date
    if article.section.language == "zh":
        return f"{date.year}年{date.month}月{date.day}日"
    return f"{date.day} {MONTHS[date.month - 1]} {date.year}"


def picture(key: str) -> str:
    return f"img/scene-{crc32(key.encode()) % N_PICTURES + 1}.svg"


@cache
def template(name: str) -> Template:
    return Template((TEMPLATES / f"{name}.html").read_text("utf-8"))


def menu_items(language: str) -> list[tuple[str, str]]:
    """The name and path of each entry of the top menu."""
    words = stories.frame_words(language)
    sections = [section for section in stories.sections().values() if section.language == language]
    items = [(words["home"], HOMES[language])]
    items += [(section.name, f"{section.folder}/index.html") for section in sections]
    if language == "en":
        items.append((words["archive"], "en/archive/index.html"))
    return [*items, (words["about"], f"{language}/about.html")]


def foot_items(language: str) -> list[tuple[str, str]]:
    words = stories.frame_words(language)
    items = [(words["about"], f"{language}/about.html")]
    items += [(words[key], "en/contact.html") for key in ("contact", "terms", "privacy")]
    tags = [(tag.capitalize(), f"en/tag/{tag}.html") for tag in TAGS] if language == "en" else []
    return [*items, (words["archive"], "en/archive/index.html"), *tags]


def advert(frame: Frame, salt: str = "") -> str:
    """One of several adverts, another one from page to page."""
    adverts = stories.adverts(frame.language)
    title, text, button = map(escape, adverts[frame.pick(len(adverts), salt)])
    label = frame.words["advert"]
    if frame.old:
        return (
            f'<table width="180" border="1" bordercolor="#cc9900" bgcolor="#fff6d8" cellpadding="6"><tr><td align="center">'
            f'<font size="1">{label}</font><br><b><font color="#aa2200">{title}</font></b><br>'
            f'<font size="2">{text}</font><br><a href="#" rel="nofollow">{button}</a></td></tr></table>'
        )
    return f'<div class="ad sans text-sm"><small>{label}</small><b>{title}</b><p>{text}</p><a href="#" rel="sponsored">{button}</a></div>'


def popular(frame: Frame) -> str:
    links = [frame.link(article.path, article.title) for article in frame.popular]
    return "\n".join(f"<tr><td>{link}</td></tr>" if frame.old else f"<li>{link}</li>" for link in links)


def menu(frame: Frame) -> str:
    items = menu_items(frame.language)
    if frame.old:
        return " | ".join(frame.link(path, name, ' style="color:#ffffff"') for name, path in items)
    return "".join(f"<li>{frame.link(path, name)}</li>" for name, path in items)


def crumbs(frame: Frame) -> str:
    links = [frame.link(path, name) for name, path in frame.crumbs]
    return (" &gt; " if frame.old else " / ").join([*links, f"<span>{escape(frame.title, quote=False)}</span>"])


def joined_links(frame: Frame, items: Iterable[tuple[str, str]]) -> str:
    style = ' style="color:#ffffff"' if frame.old else ""
    return (" | " if frame.old else "\n").join(frame.link(path, name, style) for name, path in items)


def page_html(frame: Frame, main: str) -> str:
    """The whole page around its main part."""
    other = "zh" if frame.language == "en" else "en"
    places = {key: escape(text, quote=False) for key, text in frame.words.items()} | {
        "language": "zh-CN" if frame.language == "zh" else "en-GB",
        "title": escape(frame.title),
        "description": escape(frame.description),
        "url": BASE + frame.path,
        "path": "/" + frame.path,
        "root": frame.root,
        "kind": frame.kind,
        "og_type": "article" if frame.kind == "article" else "website",
        "head": frame.head,
        "home_path": HOMES[frame.language],
        "other_home": HOMES[other],
        "other_language": other,
        "menu": menu(frame),
        "crumbs": crumbs(frame),
        "popular": popular(frame),
        "advert": advert(frame),
        "foot_links": joined_links(frame, foot_items(frame.language)),
        "main": main,
    }
    return template("old" if frame.old else "modern").substitute(places)
