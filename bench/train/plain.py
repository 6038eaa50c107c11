"""Made-up sites of plain pages: lists, tables and cards of links, articles with and without related links, in few frames.

Real sites come with hundreds of elements around what they tell; what a page tells must be seen where there are none, too. All is
drawn: the script of the words, what is in the frame, how a record is written, and how many there are.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

import numpy as np

from bench.data import Gold, Source
from bench.quality.sites import TOC

ARTICLE: Final = "article"
HOST: Final = "https://plain.example"
SCRIPTS: Final = ("bcdfgklmnprstv aeiou", "бвгдклмнпрст аеиоу", "हकमनपरस ािेो", "天地人山水火木金土 日月星年上下大小中")
RECORDS: Final = (
    "<article><h2>{link}</h2>{teaser}{time}</article>",
    "<div class=card><h3>{link}</h3>{teaser}{time}</div>",
    "<div><div>{link}</div>{time}{teaser}</div>",
    "<li>{link} {time}</li>",
    "<li>{time} {link}{teaser}</li>",
    "<li>{link}</li>",
    "<h3>{link}</h3>{time}{teaser}",
    "<p>{link} {time}</p>",
    "<tr><td>{link}</td><td>{number}</td><td>{time}</td></tr>",
    "<dt>{link}</dt><dd>{words}</dd>",
)
HOLDERS: Final = {"<li": "ul", "<tr": "table", "<dt": "dl"}


Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class _Story:
    url: str
    title: str


class _Writer:
    """Draws all that is in the pages of one site."""

    def __init__(self, seed: int) -> None:
        self.chance = np.random.default_rng((seed, len(SCRIPTS)))
        self.script = SCRIPTS[self.pick((0, 0, 0, 1, 2, 3))].split()
        self.space = "" if self.script[0].startswith("天") else " "
        self.stories = [_Story(f"{HOST}/{self.word(8)}-{k}", self.words(3, 11)) for k in range(self.number(8, 70))]
        self.menu = [(f"{HOST}/{self.word(6)}", self.words(1, 2)) for _ in range(self.number(0, 14))]
        self.is_bare = self.chance.random() < 1 / 2
        self.date = self.pick(("{d}.{m}.2025", "2025-{m:02}-{d:02}", "{d} {w} 2025", ""))
        self.has_box = self.chance.random() < 1 / 3
        self.related = self.pick((0, 0, 4, 10, 25))
        self.name = self.words(1, 3)

    def number(self, least: int, most: int) -> int:
        return int(self.chance.integers(least, most + 1))

    def pick(self, items: Sequence[Item]) -> Item:
        return items[self.number(0, len(items) - 1)]

    def word(self, most: int = 4) -> str:
        one, other = self.script
        return "".join(
            one[self.number(0, len(one) - 1)] + other[self.number(0, len(other) - 1)]
            for _ in range(self.number(1, most))
        )

    def words(self, least: int, most: int) -> str:
        return self.space.join(self.word() for _ in range(self.number(least, most))).capitalize()

    def sentences(self, least: int, most: int) -> str:
        return " ".join(self.words(5, 20) + "." for _ in range(self.number(least, most)))

    def time(self) -> str:
        said = self.date.format(d=self.number(1, 28), m=self.number(1, 12), w=self.word())
        if not said:
            return ""
        return f"<span>{said}</span>" if self.is_bare else f"<time datetime=2025-01-02>{said}</time>"

    def records(self, record: str, stories: list[_Story], teaser: int) -> str:
        rows = [
            record.format(
                link=f"<a href='{story.url}'>{story.title}</a>",
                teaser=f"<p>{self.sentences(1, teaser)}</p>" if teaser else "",
                time=self.time(),
                number=self.number(0, 999),
                words=self.words(4, 20),
            )
            for story in stories
        ]
        holder = HOLDERS.get(record[:3], "div")
        return f"<{holder}>{''.join(rows)}</{holder}>"

    def some(self, count: int) -> list[_Story]:
        order = self.chance.permutation(len(self.stories))[:count]
        return [self.stories[k] for k in order.tolist()]

    def framed(self, title: str, body: str) -> bytes:
        links = "".join(f"<li><a href='{url}'>{said}</a></li>" for url, said in self.menu)
        box = self.records(RECORDS[5], self.stories[:6], 0) if self.has_box else ""
        nav, main, aside, footer = ["div"] * 4 if self.is_bare else ["nav", "main", "aside", "footer"]
        return (
            f"<html><head><meta charset=utf-8><title>{title} | {self.name}</title></head><body><{nav}><ul>{links}</ul></{nav}>"
            f"<{main}><h1>{title}</h1>{body}</{main}><{aside}>{box}</{aside}><{footer}>{self.name} 2025</{footer}></body></html>"
        ).encode()

    def listing(self, number: int) -> tuple[Source, Gold]:
        stories = self.some(self.number(4, 40))
        opening = f"<p>{self.sentences(1, 3)}</p>" if self.chance.random() < 1 / 3 else ""
        body = opening + self.records(self.pick(RECORDS), stories, self.pick((0, 1, 1, 2, 4)))
        url = f"{HOST}/list-{number}"
        entries = frozenset(story.url for story in stories)
        return Source(url, url, self.framed(self.words(1, 3), body)), Gold(url, "", "", role=TOC, entries=entries)

    def article(self, story: _Story) -> tuple[Source, Gold]:
        lines = [self.sentences(1, self.pick((1, 3, 8))) for _ in range(self.number(3, 25))]
        for _ in range(self.pick((0, 0, 2, 6))):
            [other] = self.some(1)
            lines[self.number(0, len(lines) - 1)] += f" <a href='{other.url}'>{self.words(1, 3)}</a>"
        body = f"{self.time()}{''.join(f'<p>{line}</p>' for line in lines)}"
        if self.related:
            body += f"<h2>{self.words(1, 2)}</h2>" + self.records(self.pick(RECORDS), self.some(self.related), 0)
        return Source(story.url, story.url, self.framed(story.title, body)), Gold(story.url, "", "", role=ARTICLE)


def plain_site(seed: int) -> tuple[list[Source], list[Gold]]:
    """The pages of a made-up site, and what they are."""
    writer = _Writer(seed)
    n_lists = writer.pick((1, 1, 1, 2, 3))
    pages = [writer.listing(number) for number in range(n_lists)]
    pages += [writer.article(story) for story in writer.some(writer.pick((0, 1, 2, 3, 4, 8, 12)))]
    return [source for source, _ in pages], [gold for _, gold in pages]
