"""The whole site as files: which pages there are, what each is about, and what a reader should find there (the gold)."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape

from newsroom import stories
from newsroom.articles import BEAT, Article, slug, write_articles
from newsroom.bodies import EDITED_AFTER, modern_main, old_main
from newsroom.frame import BASE, HOMES, N_PICTURES, TAGS, Frame, page_html, picture
from newsroom.lists import Shelf, list_main
from newsroom.pictures import scene
from newsroom.stories import Section

N_POPULAR, N_RELATED, N_HOME = 5, 3, 9
PER_SECTION, PER_ARCHIVE, PER_TAG = 20, 12, 25
N_FIXED = 18  # pages that are there however many articles there are
PAGES_PER_ARTICLE = 1.17  # an article, and its share of section, archive and tag pages


@dataclass(frozen=True, slots=True)
class Gold:
    """What is to be found on a page; `entries` are those that a TOC page is about."""

    path: str
    role: str
    language: str
    title: str
    date: str = ""
    author: str = ""
    text: str = ""
    entries: Sequence[dict[str, str]] = ()

    def line(self) -> str:
        row = {"path": self.path, "url": BASE + self.path, "role": self.role, "language": self.language}
        row |= {"title": self.title, "date": self.date, "author": self.author, "text": self.text}
        return json.dumps(row | {"entries": list(self.entries)}, ensure_ascii=False) + "\n"


@dataclass(frozen=True, slots=True)
class MadePage:
    gold: Gold
    html: str


@dataclass(frozen=True)
class Mirror:
    """The site that holds these articles, newest first."""

    articles: Sequence[Article]
    sections: dict[str, Section] = field(default_factory=lambda: dict(stories.sections()))

    @cached_property
    def by_language(self) -> dict[str, list[Article]]:
        return {code: [item for item in self.articles if item.section.language == code] for code in HOMES}

    @cached_property
    def popular(self) -> dict[str, list[Article]]:
        return {
            code: items[1 :: max(len(items) // N_POPULAR, 1)][:N_POPULAR] for code, items in self.by_language.items()
        }

    def crumbs(self, language: str, section: Section | None = None) -> list[tuple[str, str]]:
        home = [(stories.frame_words(language)["home"], HOMES[language])]
        return [*home, (section.name, f"{section.folder}/index.html")] if section else home

    def article_page(self, article: Article, related: Sequence[Article]) -> MadePage:
        section = article.section
        frame = Frame(
            path=article.path,
            language=section.language,
            title=article.title,
            description=article.teaser,
            kind="article",
            old=section.old,
            crumbs=self.crumbs(section.language, section),
            popular=self.popular[section.language],
            head=linked_data(article),
        )
        main = (old_main if section.old else modern_main)(frame, article, related)
        date = article.date.date().isoformat()
        gold = Gold(article.path, "article", section.language, article.title, date, article.author.name, article.text)
        return MadePage(gold, page_html(frame, main))

    def article_pages(self) -> Iterator[MadePage]:
        for items in self.by_language.values():
            for i, article in enumerate(items):
                related = [items[(i + 1 + 3 * k) % len(items)] for k in range(N_RELATED)]
                yield self.article_page(article, related)

    def toc_page(self, frame: Frame, about: str, shelves: Sequence[Shelf], paths: Sequence[str]) -> MadePage:
        entries = [
            {
                "url": BASE + article.path,
                "text": article.title,
                "teaser": article.teaser if shelf.teasers else "",
                "date": article.date.date().isoformat(),
            }
            for shelf in shelves
            for article in shelf.articles
        ]
        gold = Gold(frame.path, "toc", frame.language, frame.title, entries=entries)
        return MadePage(gold, page_html(frame, list_main(frame, about, shelves, paths)))

    def listing(
        self, first: Frame, about: str, articles: Sequence[Article], per_page: int, *, teasers: bool
    ) -> Iterator[MadePage]:
        """A list of articles over as many pages as it takes."""
        chunks = [articles[i : i + per_page] for i in range(0, len(articles), per_page)] or [[]]
        stem = first.path.removesuffix("index.html").removesuffix(".html")
        stem += "" if stem.endswith("/") else "-"
        paths = [first.path] + [f"{stem}page-{i}.html" for i in range(2, len(chunks) + 1)]
        for i, (path, chunk) in enumerate(zip(paths, chunks, strict=True), 1):
            title = first.title if i == 1 else f"{first.title} ({i})"
            frame = self.toc_frame(path, title, about, old=first.old, language=first.language)
            yield self.toc_page(frame, about, [Shelf("", chunk, teasers)], paths)

    def toc_frame(self, path: str, title: str, about: str, *, old: bool, language: str) -> Frame:
        crumbs = [] if path in HOMES.values() else self.crumbs(language)
        return Frame(path, language, title, about, "list", old, crumbs, self.popular[language])

    def home(self) -> MadePage:
        """The newest articles with teasers, and the titles of the older columns."""
        words = stories.frame_words("en")
        news = self.by_language["en"][:N_HOME]
        columns = [item for item in self.by_language["en"] if item.section.key == "en-opinion" and item not in news]
        shelves = [Shelf("", news), Shelf(self.sections["en-opinion"].name, columns[:4], teasers=False)]
        frame = self.toc_frame(HOMES["en"], words["paper"], words["motto"], old=False, language="en")
        return self.toc_page(frame, words["motto"], shelves, [frame.path])

    def chinese_home(self) -> MadePage:
        words = stories.frame_words("zh")
        sections = [section for section in self.sections.values() if section.language == "zh"]
        items = self.by_language["zh"]
        shelves = [Shelf(part.name, [item for item in items if item.section == part][:4]) for part in sections]
        frame = self.toc_frame(HOMES["zh"], words["paper"], words["motto"], old=True, language="zh")
        return self.toc_page(frame, words["motto"], shelves, [frame.path])

    def toc_pages(self) -> Iterator[MadePage]:
        yield self.home()
        yield self.chinese_home()
        for part in self.sections.values():
            path = f"{part.folder}/index.html"
            frame = self.toc_frame(path, part.name, part.about, old=part.old, language=part.language)
            items = [item for item in self.articles if item.section == part]
            yield from self.listing(frame, part.about, items, PER_SECTION, teasers=True)
        english = self.by_language["en"]
        frame = self.toc_frame("en/archive/index.html", "Archive", "", old=True, language="en")
        yield from self.listing(frame, "All articles, day by day.", english, PER_ARCHIVE, teasers=False)
        for tag in TAGS:
            frame = self.toc_frame(f"en/tag/{tag}.html", tag.capitalize(), "", old=False, language="en")
            items = [item for item in english if tag in item.tags]
            yield from self.listing(frame, f"What we wrote about {tag}.", items, PER_TAG, teasers=False)

    def plain_pages(self) -> Iterator[MadePage]:
        for path, rows in stories.chapters("plain-pages.txt").items():
            (_, titles), *blocks = stories.joined(rows)
            language, title = path[:2], titles[0]
            crumbs = self.crumbs(language)
            popular = self.popular[language]
            frame = Frame(path, language, title, blocks[0][1][0], "plain", language == "zh", crumbs, popular)
            body = "\n".join(plain_block(key, wordings[0]) for key, wordings in blocks)
            main = f"<h1>{escape(title, quote=False)}</h1>\n{body}"
            yield MadePage(Gold(path, "other", language, title), page_html(frame, main))

    def pages(self) -> list[MadePage]:
        """All pages, in the order of their paths."""
        pages = [*self.toc_pages(), *self.article_pages(), *self.plain_pages()]
        return sorted(pages, key=lambda page: page.gold.path)


def linked_data(article: Article) -> str:
    """The article's facts for machines, as JSON-LD and as og: properties."""
    facts = {
        "@context": "https://schema.org",
        "@type": "NewsArticle",
        "headline": article.title,
        "datePublished": f"{article.date:%Y-%m-%dT%H:%M}",
        "dateModified": f"{article.date + EDITED_AFTER:%Y-%m-%dT%H:%M}",
        "author": {"@type": "Person", "name": article.author.name},
        "mainEntityOfPage": BASE + article.path,
    }
    return (
        f'<meta property="og:image" content="{BASE}{picture(article.path)}">\n'
        f'<meta property="article:published_time" content="{facts["datePublished"]}">\n'
        f'<script type="application/ld+json">{json.dumps(facts, ensure_ascii=False)}</script>'
    )


def staff_list(language: str) -> str:
    rows = [
        f'<dt id="{slug(author.name) or f"staff-{i}"}">{author.name}</dt><dd>{escape(author.about, quote=False)}</dd>'
        for i, author in enumerate(stories.staff(), 1)
        if author.section.startswith(language)
    ]
    return "<dl>\n" + "\n".join(rows) + "\n</dl>"


def plain_block(key: str, text: str) -> str:
    if key == "staff":
        return staff_list(text)
    if key == "form":
        return f'<form action="#" method="get"><label>{text} <input type="search" name="q"></label> <button>Go</button></form>'
    tag = "h2" if key == "h" else "p"
    return f"<{tag}>{escape(text, quote=False)}</{tag}>"


def make_files(n_pages: int | None = None) -> dict[str, str]:
    """Every file by its path: the example site, or one of about `n_pages` pages, with its gold."""
    n_articles = len(BEAT) if n_pages is None else max(len(BEAT), round((n_pages - N_FIXED) / PAGES_PER_ARTICLE))
    pages = Mirror(write_articles(n_articles)).pages()
    files = {f"site/{page.gold.path}": page.html for page in pages}
    files |= {f"site/img/scene-{n + 1}.svg": scene(n) for n in range(N_PICTURES)}
    return files | {"site-gold.jsonl": "".join(page.gold.line() for page in pages)}
