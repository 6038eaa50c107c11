"""Who and when, as lines near a title say it: a name behind a label of authorship, a day among other words.

OntoMiner, section 4, takes what a label names for the value of an attribute. A byline is such a label and its value in one line ("Posted on 3 March by Ann Lee in
News"), or in two ("By", "Ann Lee"). Which words introduce an author is no matter of one site, and is listed here. A blog of one person says the
same name on each page, which alignment alone takes for decoration; behind a label it is a value all the same.
"""

import re
from collections.abc import Iterable
from typing import Final

_PREPOSITIONS: Final = "on|at|am|um|le|à|el|a las|em|às|il|alle|op|om|den|kl|dnia|dne|ve|la"
DAY: Final = re.compile(
    r"(?:19|20)\d\d\s?[-./年년]\s?\d{1,2}\s?[-./月월]\s?\d{1,2}[日일]?"
    r"|\d{1,2}[-./]\d{1,2}[-./](?:19|20)\d\d"
    r"|\d{1,2}(?:st|nd|rd|th|er)?\.?\s+(?:de\s+)?[^\W\d]{3,}\.?,?\s+(?:de\s+)?(?:19|20)\d\d"
    r"|[^\W\d]{3,}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+(?:19|20)\d\d"
)
"""A day with its year, as pages write it."""

_NUMBERS: Final = re.compile(r"(\d{1,2})[-./](\d{1,2})[-./]((?:19|20)\d\d)")
_MONTHS: Final = 12

# What introduces an author, as pages of a language say it; a verb that stands before is part of it ("posted by").
LABELS: Final = (
    "by|author|authors|contributor|(?:written|posted|published|submitted|reported|created|started|reviewed|edited|authored) by|"
    "(?:words|text|story|article|photos|pictures|review|guest post) by|"  # English
    "von|autor|autorin|text|(?:verfasst|geschrieben|veröffentlicht|erstellt) von|"  # German
    "par|auteur|autrice|(?:écrit|publié|rédigé|posté) par|"  # French
    "por|autora|(?:escrito|publicado|enviado|postado) por|"  # Spanish, Portuguese
    "di|a cura di|autore|(?:scritto|pubblicato|inserito) da|"  # Italian
    "per|(?:escrit|publicat) per|"  # Catalan
    "door|(?:geschreven|geplaatst) door|"  # Dutch
    "av|af|(?:skriven|skrevet|publisert|publicerad|oprettet) a[vf]|författare|forfatter|höfundur|"  # Scandinavia
    "kirjoittaja|kirjoittanut|szerző|írta|kirjutas|"  # Finnish, Hungarian, Estonian
    "przez|dodał|napisał|napisała|napsal|napsala|napísal|od|objavio|napisao|piše|avtor|autorius|autors|"  # Slavic, Baltic
    "de|(?:scris|publicat|postat) de|"  # Romanian
    "автор|авторы|написал|написала|опубликовал|опубликовано|публикувано от|от|від|аутор|пише|"  # Slavic, Cyrillic
    "από|συντάκτης|γράφει|yazar|yazan|müəllif|oleh|penulis|tác giả|bởi|"  # Greek, Turkic, Malay, Vietnamese
    "מאת|כותב|بقلم|كتب|كتبه|الكاتب|نویسنده|توسط|تحریر|लेखक|द्वारा|লেখক|ஆசிரியர்|ผู้เขียน|โดย"  # Hebrew, Arabic, of India, Thai
)
_UNSPACED: Final = "作者|著者|執筆者|執筆|筆者|撰文|編輯|编辑|记者|記者|投稿者|文|글쓴이|작성자|글|기자|저자"
"""The same where words are not parted by spaces: a colon, a slash or a space must follow."""

_MARKS: Final = r"[:：/／]"
_LABELLED: Final = re.compile(
    rf"(?:^|[|·•∙»,:–—-])\s*(?:(?:{LABELS})(?:\s*{_MARKS}|\s)|(?:{_UNSPACED})\s*(?:{_MARKS}|\s))",
    re.IGNORECASE,
)
"""A label opens a line or follows a sign; in other places most of these words say something else ("powered by")."""

_INSIDE: Final = re.compile(rf"(?<!\w)(?:(?:{LABELS})\s+)+", re.IGNORECASE)
_LABEL: Final = re.compile(rf"\W*(?:{LABELS}|{_UNSPACED})\W*", re.IGNORECASE)
_TIME: Final = re.compile(r"\b\d{1,2}[:.h]\d\d(?::\d\d)?(?:\s?[ap]\.?m\b\.?)?", re.IGNORECASE)
_BEFORE: Final = re.compile(rf"(?<!\w)(?:{_PREPOSITIONS})[\s:,]*(?=\|)", re.IGNORECASE)
_ENDS: Final = re.compile(r"\s*[|·•∙»>\n\t]|\s+[-–—~/]+(?:\s|$)|\s+(?:in|under|dans|unter)\s", re.IGNORECASE)
_EDGES: Final = " ,;:|·•-–—/()[]<>«»\"'"
LONGEST_BYLINE: Final = 200
"""Characters of a line; no more are searched for a day, as its pattern takes the square of a word's length."""

_LONGEST_NAME: Final = 8  # words
_LONGEST_LINE: Final = 12  # words beside the day; more are a sentence


def _without_days(text: str) -> str:
    return _BEFORE.sub("", _TIME.sub("|", DAY.sub("|", text)))


def _bare(name: str) -> str:
    """A name without the signs around it; the point of an abbreviation stays, that of a sentence does not."""
    name = name.strip(_EDGES)
    return name[:-1] if name.endswith(".") and len(name.split()[-1]) > len("Jr.") else name


def _behind(label: re.Pattern[str], line: str) -> str:
    """The name behind the first label of a line; empty where there is none, or a sentence."""
    said = _without_days(line) if len(line) <= LONGEST_BYLINE else ""
    found = label.search(said) if len(said.split()) <= _LONGEST_LINE else None
    if not found:
        return ""
    name = _bare(_ENDS.split(said[found.end() :].lstrip(), maxsplit=1)[0])
    return name if any(map(str.isalpha, name)) and len(name.split()) <= _LONGEST_NAME else ""


def author_in(line: str) -> str:
    """The name that a line introduces by a label of authorship; else empty."""
    return _behind(_LABELLED, line)


def is_author_label(text: str) -> bool:
    """Whether a text is a label of authorship and nothing else."""
    return bool(_LABEL.fullmatch(text))


def name_of(text: str) -> str:
    """The name that a text gives which is known to name an author ("Post author By Ann Lee"), without labels, day and signs."""
    said = author_in(text) or _behind(_INSIDE, text)
    if len(text) > LONGEST_BYLINE:
        return ""
    return said or _bare(_ENDS.split(_without_days(text).strip(_EDGES), maxsplit=1)[0])


def is_month_first(texts: Iterable[str]) -> bool:
    """Whether months are written before days: in some text the second number is no month, and in none the first."""
    found = [tuple(map(int, day.groups()[:2])) for text in texts if (day := _NUMBERS.search(text))]
    return any(second > _MONTHS for _, second in found) and not any(first > _MONTHS for first, _ in found)


def written_day(text: str, *, month_first: bool) -> str:
    """The first day in a text's beginning, as YYYY-MM-DD where it is three numbers, else as it stands; empty where there is none."""
    if not (found := DAY.search(text[:LONGEST_BYLINE])):
        return ""
    if not (numbers := _NUMBERS.fullmatch(found[0])):
        return found[0]
    first, second, year = map(int, numbers.groups())
    month, day = (first, second) if month_first else (second, first)
    return f"{year}-{month:02}-{day:02}"
