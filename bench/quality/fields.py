"""Titles, dates and authors against gold: equal after what does not matter is folded away."""

import re
import unicodedata

WORDS = re.compile(r"\w+")
BETWEEN_AUTHORS = re.compile(r"[;,]| and | & ")
NUMBERS = re.compile(r"\b([12]\d{3})\s?[-./年]\s?(\d{1,2})\s?[-./月]\s?(\d{1,2})(?!\d)")
DAY_MONTH = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)?\.?\s+(?:de\s+)?([^\W\d]{3,})\.?,?\s+(?:de\s+)?([12]\d{3})\b")
MONTH_DAY = re.compile(r"\b([^\W\d]{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+([12]\d{3})\b")

MONTHS = (
    "jan ene gen янв",
    "feb fev fév фев",
    "mar mär mrz maa март мар",
    "apr avr abr апр",
    "may mai mei mag maj мая май",
    "jun juin giu июн",
    "jul juil lug июл",
    "aug aou aoû ago авг",
    "sep set сен",
    "oct okt out ott окт",
    "nov ноя",
    "dec dez déc dic дек",
)
"""How the names of the months begin, English, German, French, Spanish, Portuguese, Italian, Dutch and Russian."""

MONTH_OF = {start: number for number, starts in enumerate(MONTHS, 1) for start in starts.split()}


def title_key(title: str) -> str:
    """The words of a title, without case, width, spacing and punctuation."""
    return " ".join(WORDS.findall(unicodedata.normalize("NFKC", title).casefold()))


def _month(name: str) -> int:
    """The month that a name means, 0 where none; four letters are tried first, to tell `juin` from `juil`."""
    lower = unicodedata.normalize("NFC", name).casefold()
    return MONTH_OF.get(lower[:4]) or MONTH_OF.get(lower[:3], 0)


def _iso(year: str, month: int, day: str) -> str:
    return f"{year}-{month:02}-{int(day):02}"


def day_key(date: str) -> str:
    """The first day that a text names, as `2024-02-29`, or "" where it names none.

    The day is taken as written: no time zone is applied.
    """
    if found := NUMBERS.search(date):
        return _iso(found[1], int(found[2]), found[3])
    for day, month, year in DAY_MONTH.findall(date):
        if number := _month(month):
            return _iso(year, number, day)
    for month, day, year in MONTH_DAY.findall(date):
        if number := _month(month):
            return _iso(year, number, day)
    return ""


def author_keys(authors: str) -> frozenset[str]:
    """The authors that a text names, each as the words of the name, whatever parts them."""
    return frozenset(filter(None, map(title_key, BETWEEN_AUTHORS.split(authors))))


def same_authors(answer: str, gold: str) -> float | None:
    """1 where the same people are named, 0 where they are not, None where the gold names none."""
    keys = author_keys(gold)
    return float(author_keys(answer) == keys) if keys else None


def same_title(answer: str, gold: str) -> float | None:
    """1 where the titles are equal, 0 where they are not, None where the gold has none."""
    key = title_key(gold)
    return float(title_key(answer) == key) if key else None


def same_day(answer: str, gold: str) -> float | None:
    """1 where the days are equal, 0 where they are not, None where the gold names none."""
    key = day_key(gold)
    return float(day_key(answer) == key) if key else None
