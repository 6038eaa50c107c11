"""Writes the articles: facts first, then title and blocks, none of which is said twice on the whole site."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from newsroom import stories
from newsroom.grammar import SLOT, Dealer, Dice, Grammar, in_words
from newsroom.stories import Author, Kind, Part, Section

SEED = 1871
NEWEST = datetime.fromisoformat("2025-10-31T15:40")
N_BY_SECTION = {"en-harbour": 11, "en-city": 11, "en-culture": 8, "en-opinion": 6, "zh-news": 7, "zh-life": 5}
BEAT = [section for section, n in N_BY_SECTION.items() for _ in range(n)]
TRIES = 60
CHANCE = 3  # one in so many times an optional block is left out
PROSE = frozenset({"p", "q", "a", "quote", "fig"})
TOLD_ONCE = frozenset({"p", "a", "ol", "quote"})
GENDERS = ("he", "she")
PRONOUNS = {
    "en": {"he": ("he", "his", "him"), "she": ("she", "her", "her")},
    "zh": {"he": ("他",) * 3, "she": ("她",) * 3},
}
WEEKDAYS = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "zh": tuple("周" + day for day in "一二三四五六日"),
}
MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
FIRST_SENTENCE = re.compile("^.*?(?:[.!?]\u201d?(?=\\s|$)|[\u3002\uff01\uff1f]\u201d?|$)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    kind: str
    text: str

    @property
    def lines(self) -> list[str]:
        """What of the block belongs to the informative text, line by line; a caption does not."""
        if self.kind == "fig":
            return []
        parts = re.split("\n|; ", self.text) if self.kind == "table" else self.text.split("\n")
        return [part for part in parts if part.strip()]


@dataclass(frozen=True, slots=True)
class Article:
    section: Section
    path: str
    title: str
    date: datetime
    author: Author
    blocks: tuple[Block, ...]
    tags: tuple[str, ...]
    comments: tuple[tuple[str, str], ...]

    @property
    def teaser(self) -> str:
        return sentence(self.blocks[0].text)

    @property
    def text(self) -> str:
        return "\n".join(line for block in self.blocks for line in block.lines)


class TitleTakenError(Exception):
    """Another article has this title already."""


def sentence(text: str) -> str:
    found = FIRST_SENTENCE.match(text)
    return found[0] if found else text


def slug(title: str) -> str:
    plain = re.sub(r"[\u2018\u2019\u201c\u201d]", "", title.lower().replace("\u00e9", "e"))
    words = re.findall(r"[a-z0-9]+", plain)
    return "-".join(words)[:70].rstrip("-")


def day_facts(date: datetime, language: str, dice: Dice) -> dict[str, str]:
    """Weekdays and months around the day that the article tells of: until the morning, the day before."""
    day = date - timedelta(hours=11)
    weekdays = WEEKDAYS[language]
    around = {"daybefore": -1, "day": 0, "dayafter": 1}
    facts = {name: weekdays[(day + timedelta(days=shift)).weekday()] for name, shift in around.items()}
    if language == "zh":
        facts |= {"lastmonth": "上月", "nextmonth": "下月"}
    else:
        facts |= {
            "lastmonth": MONTHS[day.month - 2],
            "month": MONTHS[day.month - 1],
            "nextmonth": MONTHS[day.month % 12],
        }
    return facts | {"lastyear": str(day.year - dice.between(1, 9))}


def person_facts(key: str, grammar: Grammar) -> dict[str, str]:
    """One person under a letter: name, and how the text may go on speaking of them."""
    gender = grammar.dealer.deal("gender", GENDERS)
    first, last = grammar.word(f"{gender}-name"), grammar.word("last-name")
    full = f"{first} {last}" if grammar.language == "en" else last + first
    facts = {key: full, f"{key}.first": first, f"{key}.last": last}
    for name, word in zip(("he", "his", "him"), PRONOUNS[grammar.language][gender], strict=True):
        facts |= {f"{key}.{name}": word, f"{key}.{name.capitalize()}": word.capitalize()}
    return facts


def needed_words(kind: Kind) -> set[str]:
    rules = [wording for part in kind.parts for wording in part.wordings]
    names = {match[2] for rule in (*rules, *kind.facts.values()) for match in SLOT.finditer(rule)}
    return {name[0].lower() + name[1:] for name in names}


SETTING = ("street", "town", "firm", "cafe", "school", "hall", "district", "fish", "ship", "morning", "photographer")


class Newsroom:
    """Writes one article after the other, and remembers what has been said."""

    def __init__(self, seed: int = SEED) -> None:
        self.dealer = Dealer(Dice(seed))
        self.grammars = {language: Grammar(language, stories.banks(language), self.dealer) for language in ("en", "zh")}
        self._said: set[str] = set()
        self._paths: set[str] = set()

    def facts(self, kind: Kind, date: datetime, grammar: Grammar) -> dict[str, str]:
        """What holds for the whole article: days, people, places, and what its kind asks for."""
        facts = day_facts(date, grammar.language, self.dealer.dice)
        for key in "ABCD":
            facts |= person_facts(key, grammar)
        needed = needed_words(kind)
        for name in SETTING:
            if name in needed and name not in kind.facts and name in grammar.banks:
                facts[name] = grammar.word(name)
        for name, rule in kind.facts.items():
            full = rule if "{" in rule or "[" in rule else f"{{{rule}}}"
            facts[name] = grammar.text(full, facts)
        return facts

    def told(self, kind: str, rule: str, facts: dict[str, str], grammar: Grammar) -> str:
        """The rule as text, in the manner of its kind of block."""
        if kind == "code":
            return grammar.numbers(rule)
        text = grammar.text(rule, facts)
        return in_words(text) if kind in PROSE and grammar.language == "en" else text

    def new_text(self, part: Part, facts: dict[str, str], grammar: Grammar, version: int | None) -> str:
        """A wording that no article has used, or nothing if there is none."""
        for _ in range(TRIES):
            dealt = self.dealer.deal("|".join(part.wordings), part.wordings)
            rule = dealt if version is None else part.wordings[version % len(part.wordings)]
            text = self.told(part.kind, rule, facts, grammar)
            if part.kind not in TOLD_ONCE or text not in self._said:
                self._said.add(text)
                return text
        return ""

    def blocks(self, kind: Kind, facts: dict[str, str], grammar: Grammar, version: int | None) -> Iterator[Block]:
        """The blocks of a story; a question waits for its answer."""
        question: Block | None = None
        for part in kind.parts:
            if part.kind == "title" or (part.optional and not self.dealer.dice.below(CHANCE)):
                continue
            text = self.new_text(part, facts, grammar, version)
            if text and part.kind == "q":
                question = Block(part.kind, text)
            elif text:
                yield from filter(None, (question, Block(part.kind, text)))
                question = None

    def path(self, section: Section, title: str, date: datetime) -> str:
        """A new path made of the title, or of the date where the title is not in Latin letters."""
        name = slug(title) if section.language == "en" else f"{date:%Y%m%d-%H%M}"
        path = f"{section.folder}/{name}.html"
        if path in self._paths or title in self._said:
            raise TitleTakenError(title)
        self._paths.add(path)
        self._said.add(title)
        return path

    def comments(self, kind: Kind, facts: dict[str, str], grammar: Grammar) -> tuple[tuple[str, str], ...]:
        n = int(grammar.numbers(f"{{{kind.comments}}}")) if kind.comments else 0
        return tuple((grammar.word("nickname"), grammar.text(grammar.word("comment"), facts)) for _ in range(n))

    def write(self, section: Section, kind: Kind, date: datetime) -> Article:
        """One article, or TitleTakenError."""
        grammar = self.grammars[section.language]
        facts = self.facts(kind, date, grammar)
        titles = next(part for part in kind.parts if part.kind == "title")
        version = int(
            self.dealer.deal(f"{section.key} {kind.name} version", [str(i) for i in range(len(titles.wordings))])
        )
        title = grammar.text(titles.wordings[version], facts)
        path = self.path(section, title, date)
        staff = {author.name: author for author in stories.staff() if author.section == section.key}
        author = staff[self.dealer.deal(f"{section.key} staff", tuple(staff))]
        blocks = tuple(self.blocks(kind, facts, grammar, version if kind.together else None))
        return Article(section, path, title, date, author, blocks, kind.tags, self.comments(kind, facts, grammar))

    def next_article(self, date: datetime) -> Article:
        """The article of this hour: section and kind are dealt, the title is new."""
        section = stories.sections()[self.dealer.deal("beat", BEAT)]
        kinds = {kind.name: kind for kind in stories.kinds(section.key)}
        for _ in range(TRIES):
            try:
                return self.write(section, kinds[self.dealer.deal(section.key, tuple(kinds))], date)
            except TitleTakenError:
                continue
        raise TitleTakenError(f"no new title in {section.key}")


def write_articles(n: int) -> list[Article]:
    """The newest `n` articles, newest first."""
    newsroom = Newsroom()
    pace = timedelta(hours=15) if n <= 2 * len(BEAT) else timedelta(hours=3)
    date = NEWEST
    found = []
    for _ in range(n):
        found.append(newsroom.next_article(date))
        date -= pace + timedelta(minutes=newsroom.dealer.dice.below(120))
    return found
