"""Reads the text files: kinds of stories, banks of words, staff, sections, adverts, and the words of the page frame."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

TEXT = Path(__file__).parent / "text"


@dataclass(frozen=True, slots=True)
class Part:
    """A rule for one block of a story, in one or more wordings."""

    kind: str
    optional: bool
    wordings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of story: the facts it needs and the blocks it is told in."""

    section: str
    name: str
    tags: tuple[str, ...] = ()
    comments: str = ""
    together: bool = False  # the first wordings of all parts belong together, and so on
    facts: Mapping[str, str] = field(default_factory=dict)
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class Author:
    section: str
    name: str
    about: str


@dataclass(frozen=True, slots=True)
class Section:
    key: str
    name: str
    about: str

    @property
    def language(self) -> str:
        return self.key[:2]

    @property
    def folder(self) -> str:
        return self.key.replace("-", "/")

    @property
    def old(self) -> bool:
        """Whether its pages still have the older template."""
        return self.key == "en-opinion" or self.language == "zh"


def lines(name: str) -> list[str]:
    return (TEXT / name).read_text("utf-8").splitlines()


def chapters(name: str) -> dict[str, list[str]]:
    """The lines of a file under each `=== heading`."""
    found: dict[str, list[str]] = {}
    for line in lines(name):
        if line.startswith("==="):
            found[line.removeprefix("===").strip()] = current = []
        elif line.strip():
            current.append(line)
    return found


def joined(rows: list[str]) -> list[tuple[str, list[str]]]:
    """Each `key: text` row with the rows that go on with it: ` | another wording` or ` row: more of the same`."""
    found: list[tuple[str, list[str]]] = []
    for row in rows:
        if row.startswith(" | "):
            found[-1][1].append(row.removeprefix(" | "))
        elif row.startswith(" "):
            found[-1][1][-1] += "\n" + row.split(": ", 1)[-1].removeprefix(" code:")
        else:
            key, _, text = row.partition(":")
            found.append((key, [text.strip()]))
    return found


def kind_of(section: str, name: str, rows: list[str]) -> Kind:
    entries = joined(rows)
    plain = {key: wordings[0] for key, wordings in entries}
    return Kind(
        section=section,
        name=name,
        tags=tuple(filter(None, plain.get("tags", "").split(", "))),
        comments=plain.get("comments", ""),
        together="together" in plain,
        facts={key.removeprefix("let "): text for key, text in plain.items() if key.startswith("let ")},
        parts=tuple(
            Part(key.rstrip("?"), key.endswith("?"), tuple(wordings))
            for key, wordings in entries
            if key not in {"tags", "comments", "together"} and not key.startswith("let ")
        ),
    )


@cache
def kinds(section: str) -> tuple[Kind, ...]:
    return tuple(kind_of(section, name, rows) for name, rows in chapters(f"{section}.txt").items())


@cache
def banks(language: str) -> Mapping[str, tuple[str, ...]]:
    rows = (line.partition(": ") for line in lines(f"words-{language}.txt"))
    return {name: tuple(words.split("; ")) for name, _, words in rows}


@cache
def frame_words(language: str) -> Mapping[str, str]:
    """The fixed words of every page of a language; dashes become underscores, as templates name them."""
    rows = (line.partition(": ") for line in lines(f"furniture-{language}.txt"))
    return {name.replace("-", "_"): text for name, _, text in rows}


@cache
def sections() -> Mapping[str, Section]:
    found = [Section(*line.split("; ")) for line in lines("sections.txt")]
    return {section.key: section for section in found}


@cache
def staff() -> tuple[Author, ...]:
    rows = (line.partition(": ") for line in lines("staff.txt"))
    return tuple(Author(section, *rest.split("; ")) for section, _, rest in rows)


@cache
def adverts(language: str) -> tuple[tuple[str, ...], ...]:
    rows = (line.partition(": ") for line in lines("adverts.txt"))
    return tuple(tuple(rest.split("; ")) for key, _, rest in rows if key == language)
