"""Dates as people and templates write them, in many languages, as ISO 8601.

What is read keeps its precision: a day stays a day, a time keeps its zone and gets none that was not said. A date that does
not exist is none. Where only the order of the numbers could tell, as in 03/04/2024, the page's language does.
"""

import re
from collections.abc import Iterator
from datetime import date
from functools import cache
from typing import Final

MONTHS: Final = (
    "jan janv enero ene gen січ янв ian sty led siječ tammi oca ιαν يناير كانون ינואר जनवरी มกราคม มค जान januar জানু",
    "feb fev fév févr febbr лют фев luty lut únor unor velj helmi şub sub φεβ φλεβ فبراير شباط פברואר फ़रवरी फरवरी กุมภาพันธ์ กพ ফেব",
    "mar mär mrz mrt maar maart març mars marz берез мар mart břez brez ožu maalis μαρ مارس آذار מרץ मार्च มีนาคม มีค márc মার্চ",
    "apr avr abr avril квіт апр kwie dub trav huhti nis απρ أبريل ابريل نيسان אפריל अप्रैल เมษายน เมย ápr এপ্রিল",
    "may mai maj mei mag maggio mayo май мая трав maja kvě kve svib touko mayıs μαΐ μάι μαι مايو أيار מאי मई พฤษภาคม พค máj মে",
    "jun juin juni giu giugno черв июн cze červn cervn lip kesä haz ιουν يونيو حزيران יוני जून มิถุนายน มิย jún জুন",
    "jul juil juillet juli lug luglio лип июл lipc červenc cervenc srp heinä tem ιουλ يوليو تموز יולי जुलाई กรกฎาคม กค júl জুলাই",
    "aug août aou agosto ago серп авг sier srpn kolov elo ağu agu αυγ أغسطس اغسطس آب אוגוסט अगस्त สิงหาคม สค আগস্ট",
    "sep sept set settembre верес сен wrze září zari ruj syys eyl σεπ سبتمبر أيلول ספטמבר सितंबर सितम्बर กันยายน กย szept সেপ্টে",
    "oct okt out ott ottobre жовт окт paź paz říj rij listop loka eki οκτ أكتوبر اكتوبر אוקטובר अक्टूबर अक्तूबर ตุลาคม ตค অক্টো",
    "nov лист ноя listopada listopadu stud marras kas νοε نوفمبر נובמבר नवंबर नवम्बर พฤศจิกายน พย নভে",
    "dec dez déc dic dicembre груд дек grud pros prosince joulu ara δεκ ديسمبر דצמבר दिसंबर दिसम्बर ธันวาคม ธค ডিসে",
)
"""How the names of the months begin: the Germanic, Romance and Slavic languages, Finnish, Hungarian, Turkish, Greek, Arabic,
Hebrew, Hindi, Bengali, Thai, Indonesian. Of stems that clash (Croatian with Czech and Polish) the longer one decides."""

SHORTEST: Final = 2
LONGEST: Final = 400
"""Characters of a text in which dates are looked for: what says when is short."""

MOST_DATES: Final = 50
"""Dates that are looked at in one text; a calendar has hundreds."""

BUDDHIST: Final = 543
"""Years that the calendar of Thailand is ahead."""

BUDDHIST_YEARS: Final = range(2460, 2660)

_YEAR: Final = r"(?P<year>(?:1[89]|20|25)\d\d)"
_TIME: Final = (
    r"(?:[T\s,]{1,3}(?:at\s|um\s|à\s|às\s|alle\s|-\s)?(?P<hour>[01]?\d|2[0-3])[:h](?P<minute>[0-5]\d)"
    r"(?::(?P<second>[0-5]\d)(?:[.,]\d+)?)?(?!\d)\s?(?P<half>[ap]\.?m\b\.?)?"
    r"\s?(?P<zone>Z\b|UTC\b|GMT\b|[+-]\d\d:?\d\d(?!\d))?)?"
)
_WRITTEN: Final = (
    rf"(?<!\d){_YEAR}\s?(?P<mark>[-/.年년])\s?(?P<month>\d\d?)\s?(?:[-/.月월])\s?(?P<day>\d\d?)(?!\d)[일日]?",
    rf"(?<!\d){_YEAR}(?P<month>[01]\d)(?P<day>[0-3]\d)(?=T|\b)",
    rf"(?<![\d.:])(?P<first>\d\d?)(?P<mark>[-/.])\s?(?P<second_number>\d\d?)(?P=mark)\s?{_YEAR}(?!\d)",
    (
        rf"(?<![\d.:])(?P<day>\d\d?)(?:st|nd|rd|th|er|[.ºª°])?[\s-]*(?:(?:de|of|di)\s+|d['’])?(?P<name>[^\W\d_][^\W\d_.\u0e00]{{0,20}}[^\s\d,/]{{0,20}}?)\.?,?"
        rf"[\s-]+(?:de\s+|del\s+)?{_YEAR}(?!\d)"
    ),
    rf"(?P<name>[^\W\d_]{{3,20}})\.?\s+(?P<day>\d\d?)(?:st|nd|rd|th|[.ºª])?,?\s+{_YEAR}(?!\d)",
    rf"(?<!\d){_YEAR}\.?,?\s+(?P<name>[^\W\d_]{{3,20}})\.?\s+(?P<day>\d\d?)(?!\d)",
    rf"(?<!\d)(?P<day>\d\d?)\s+tháng\s+(?P<month>\d\d?)(?:\s+năm|,)?\s+{_YEAR}(?!\d)",
)
_PATTERNS: Final = tuple(re.compile(written + _TIME, re.IGNORECASE) for written in _WRITTEN)
_ZEROS: Final = "0０٠۰०০๐"
"""The digits of Latin, of Chinese and Japanese as wide as their letters, of Arabic, Persian, Hindi, Bengali and Thai, each from 0 on."""

_PLAIN: Final = str.maketrans(
    {chr(ord(zero) + digit): str(digit) for zero in _ZEROS[1:] for digit in range(10)}
    | dict(zip("：／．－", ":/.-", strict=True))
)


def _digits(of: str) -> str:
    """Digits in all scripts, for a class of characters."""
    return "".join(chr(ord(zero) + int(digit)) for zero in _ZEROS for digit in of)


YEAR: Final = re.compile(rf"[{_digits('1')}][{_digits('89')}]\d\d|[{_digits('2')}][{_digits('05')}]\d\d")
MONTH_FIRST: Final = frozenset(("en", "en-us", "en-ph", ""))
NOON: Final = 12


@cache
def _stems() -> dict[str, int]:
    return {stem: number for number, stems in enumerate(MONTHS, 1) for stem in stems.split()}


def month_of(name: str) -> int:
    """The month that a word names, 0 where none: by the longest beginning that is known."""
    word, stems = name.casefold().replace(".", ""), _stems()
    for length in range(len(word), SHORTEST - 1, -1):
        if number := stems.get(word[:length]):
            return number
    return stems.get(word[1:], 0)  # Hebrew writes "in" as one letter before the name


def _day_and_month(first: int, second: int, mark: str, language: str) -> tuple[int, int]:
    """Day and month of two numbers: by what they can be, then by what stands between them, then by the language."""
    is_month_first = mark == "/" and language in MONTH_FIRST
    if first > len(MONTHS) or (second <= len(MONTHS) and not is_month_first):
        return first, second
    return second, first


def _clock(found: re.Match[str]) -> str:
    """The time of a date with its zone, empty where none was said."""
    said = found.groupdict()
    if said["hour"] is None:
        return ""
    hour, half = int(said["hour"]), (said["half"] or "")[:1].lower()
    if half and 0 < hour <= NOON:
        hour = hour % NOON + (NOON if half == "p" else 0)
    zone = (said["zone"] or "").upper()
    zone = "Z" if zone in {"UTC", "GMT", "Z"} else f"{zone[:3]}:{zone[-2:]}" if zone else ""
    seconds = f":{said['second']}" if said["second"] else ""
    return f"T{hour:02}:{said['minute']}{seconds}{zone}"


def _moment(found: re.Match[str], language: str) -> str:
    said = found.groupdict()
    year = int(said["year"])
    year -= BUDDHIST if year in BUDDHIST_YEARS else 0
    if "first" in said:
        day, month = _day_and_month(int(said["first"]), int(said["second_number"]), said["mark"], language)
    else:
        day = int(said["day"])
        month = int(said["month"]) if "month" in said else month_of(said["name"])
    try:
        return date(year, month, day).isoformat() + _clock(found)
    except ValueError:
        return ""


def moments(text: str, language: str = "") -> Iterator[str]:
    """The dates in a text that exist, as `YYYY-MM-DD` or `YYYY-MM-DDThh:mm...`, in the order they stand in it."""
    text = text[:LONGEST].translate(_PLAIN)
    if not YEAR.search(text):
        return
    found = [
        match for pattern in _PATTERNS for _, match in zip(range(MOST_DATES), pattern.finditer(text), strict=False)
    ]
    end = 0
    for match in sorted(found, key=lambda match: (match.start(), -match.end())):
        if match.start() >= end and (moment := _moment(match, language)):
            end = match.end()
            yield moment


def moment_of(text: str, language: str = "") -> str:
    """The first date in a text; empty where it has none."""
    text = text[:LONGEST].translate(_PLAIN)
    if (found := _PATTERNS[0].match(text)) and (moment := _moment(found, language)):
        return moment  # as most machines write it
    return next(moments(text, language), "")
