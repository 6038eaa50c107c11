"""What the columns of repeated records are called, the same on every page and in every run.

A column is named by the head of its table column or by the label that it has in several records ("Price:"), else by what it holds: title, author, date,
price, number, link or text (OntoMiner, section 4, has the labels). What all records of a kind say at the same place ("Read more") is decoration, as what all
pages of a template say is. And what says nothing but prose, or nothing but links, is no record: paragraphs below headings and menus repeat too.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from sitemine.mine.ontominer.attributes import LEAST_TEXTS, Field, Found, Slot
from sitemine.mine.ontominer.bylines import DAY, LONGEST_BYLINE, author_in, name_of
from sitemine.mine.taxonomy.concepts import label_of

LEAST_LABELLED: Final = 3  # records in which the same label must name a value
LABELLED_SHARE: Final = 0.2  # of the records of a kind, in which it must
FEW: Final = 5  # records of a kind, up to which they may well say the same
ALIKE: Final = 0.8  # of more, that must say the same at a place for it to be decoration
LONGEST_NAME: Final = 40
LONGEST_PRICE: Final = 30
CHROME: Final = frozenset(("nav", "footer", "menu"))
LISTED: Final = 3  # links at one place of a record, from which on
LISTED_SHARE: Final = 0.6  # and if they are so much of it, it is a list of links
TABLES: Final = frozenset(("tr", "table"))
FREE: Final = frozenset(("title", "author", "date", "price"))
"""What a record has one of, mostly, wherever it stands."""

DATA: Final = frozenset(("author", "date", "price", "number", "link"))
SHORT: Final = 300  # characters of a record of no links, days and numbers, on the mean; longer ones are prose
MOST: Final = 1_000  # of any that is no row of a table

INLINE: Final = re.compile(r"([^\W\d][^\W][^:：.!?;,]{0,30}?)\s?(?::\s|：)\s*(\S.*)", re.DOTALL)
DATE_LABEL: Final = re.compile(r"(?:[^\W\d]+[\s:：,–-]*){1,3}")
COLON: Final = re.compile(r"^[:：]\s*")
AUTHOR_ADDRESS: Final = re.compile(
    r"/(?:authors?|autor(?:en|es)?|auteurs?|users?|u|profiles?|members?|people)/", re.IGNORECASE
)
AUTHOR_CLASS: Final = re.compile(r"\bauthor|byline|user-?name|\bposter\b", re.IGNORECASE)
TITLE_CLASS: Final = re.compile(r"(?:^|[\s_-])(?:title|headline|heading)(?:$|\s)", re.IGNORECASE)
NUMBER: Final = re.compile(r"[^\w]{0,3}\d[\d.,\s]*(?:\W{0,2}\w{0,3})")
_CURRENCY: Final = (
    r"(?:[$€£¥₩₽₹₺₴₫฿₪₱元円원]|(?<!\w)(?:USD|EUR|GBP|CHF|JPY|CNY|RMB|kr|zł|Kč|Ft|lei|TL|руб|грн|Rp|Rs|SEK|NOK|DKK)\b)"
)
PRICE: Final = re.compile(rf"{_CURRENCY}\.?\s?\d|\d[\d.,\s]*{_CURRENCY}", re.IGNORECASE)

Column = tuple[Slot, str]
"""A place in a record, and the label that names what stands there."""


@dataclass(frozen=True, slots=True)
class Record:
    """A record with named values, in the order of the columns of its kind."""

    page: str
    kind: str
    values: dict[str, str]


def _slug(label: str) -> str:
    """A label as the name of a column."""
    return re.sub(r"\W+", "_", label.casefold())[:LONGEST_NAME].strip("_")


def _label(one: Field, common: frozenset[str]) -> str:
    """What names a text: the head of its column, or a label that is common."""
    return one.head or (one.label if one.label in common else "")


def _common_labels(found: Sequence[Found]) -> frozenset[str]:
    """The labels that name values in enough of the records."""
    said = Counter(label for record in found for label in {one.label for one in record.fields if one.label})
    least = max(LEAST_LABELLED, LABELLED_SHARE * len(found))
    return frozenset(label for label, count in said.items() if count >= least)


def _with_inline_labels(found: Sequence[Found]) -> list[Found]:
    """The records with texts of the form "Price: 19 kr" parted, where several records say the same before the colon."""
    parted = {
        one.text: (label_of(at[1]), at[2])
        for record in found
        for one in record.fields
        if (at := INLINE.fullmatch(one.text))
    }
    said = Counter(
        label for record in found for label in {parted[one.text][0] for one in record.fields if one.text in parted}
    )

    def told(one: Field) -> Field:
        label, value = parted.get(one.text, ("", ""))
        is_label = (
            not one.head and not one.is_heading and said[label] >= max(LEAST_LABELLED, LABELLED_SHARE * len(found))
        )
        return one._replace(label=label, text=value) if is_label else one

    return [record._replace(fields=tuple(map(told, record.fields))) for record in found]


def _undecorated(found: Sequence[Found], common: frozenset[str]) -> list[Found]:
    """The records without what nearly all of them say at the same place, but for what a label names and what fills a cell of a table."""
    said = Counter(key for record in found for key in {(one.slot, one.text) for one in record.fields})
    least = ALIKE * len(found) if len(found) > FEW else len(found) + 1

    def stays(record: Found, one: Field) -> bool:
        is_cell = record.tag == "tr" and sum(other.slot[0][0] == one.slot[0][0] for other in record.fields) == 1
        is_named = bool(_label(one, common)) or label_of(one.text) in common
        return is_cell or is_named or said[one.slot, one.text] < least

    return [record._replace(fields=tuple(one for one in record.fields if stays(record, one))) for record in found]


def _nature(fields: Sequence[Field]) -> str:
    """What the texts of a column are."""

    def most(flags: Iterable[bool]) -> bool:
        return 2 * sum(flags) > len(fields)

    if most(len(one.text) <= LONGEST_PRICE and bool(PRICE.search(one.text)) for one in fields):
        return "price"
    if most(one.is_heading or bool(TITLE_CLASS.search(one.slot[1])) for one in fields):
        return "title"
    if most(bool(AUTHOR_ADDRESS.search(one.url) or author_in(one.text)) for one in fields):
        return "author"
    if most(bool(AUTHOR_CLASS.search(one.slot[1])) for one in fields):
        return "author"
    if most(len(one.text) <= LONGEST_NAME and bool(DAY.search(one.text)) for one in fields):
        return "date"
    if most(len(one.text) <= LONGEST_NAME and bool(NUMBER.fullmatch(one.text)) for one in fields):
        return "number"
    return "link" if most(bool(one.url) for one in fields) else "text"


def _is_menu(found: Sequence[Found]) -> bool:
    """Whether records of a kind are lists of links, each perhaps below a heading; or stand where pages have their menus."""
    if not CHROME.isdisjoint(found[0].kind.split("/")):
        return True
    listed = 0
    for record in found:
        links = Counter(one.slot for one in record.fields if one.url)
        listed += max(links.values(), default=0) >= max(LISTED, LISTED_SHARE * len(record.fields))
    return 2 * listed > len(found)


class _Columns:
    """The columns of one kind of record, in order of where they stand: what each holds, and the records that have it."""

    def __init__(self, found: Sequence[Found], common: frozenset[str]) -> None:
        held: dict[Column, list[Field]] = defaultdict(list)
        place: Counter[Column] = Counter()
        self.holders: dict[Column, set[int]] = defaultdict(set)
        for number, record in enumerate(found):
            for at, one in enumerate(record.fields):
                column = one.slot, _label(one, common)
                held[column].append(one)
                place[column] += at
                self.holders[column].add(number)
        self.order = sorted(held, key=lambda column: (place[column] / len(held[column]), column))
        self.natures = {column: _slug(column[1]) or _nature(held[column]) for column in self.order}

    def often(self, natures: Iterable[str], n_records: int) -> set[str]:
        """The natures of which half of the records have a column."""
        holders: dict[str, set[int]] = defaultdict(set)
        for column in self.order:
            holders[self.natures[column]] |= self.holders[column]
        return {nature for nature in natures if 2 * len(holders[nature]) >= n_records}

    def n_labelled(self) -> int:
        """The records that have a labelled column."""
        return len(set().union(*(self.holders[column] for column in self.order if column[1])))

    def names(self) -> dict[Column, str]:
        """The name of each column; the first link is a title where there is no heading.

        Columns that no record has both of, and that hold the same, have one name: the title of what is sold out may stand in an element of another class.
        """
        if "title" not in self.natures.values():
            first = next((column for column in self.order if self.natures[column] == "link"), None)
            self.natures |= {first: "title"} if first else {}
        taken: dict[str, list[tuple[str, set[int]]]] = defaultdict(
            list
        )  # of each nature: path of a name, records that have it
        names: dict[Column, str] = {}
        for column in self.order:
            nature, path = self.natures[column], self._path(column)
            others = taken[nature]
            number = next((k for k, one in enumerate(others) if self._fits(column, path, one)), len(others))
            if number == len(others):
                others.append((path, set()))
            others[number][1].update(self.holders[column])
            names[column] = nature + (f"_{number + 1}" if number else "")
        return names

    def _path(self, column: Column) -> str:
        """Where a column must stand, to have the name of another: in the same cell below a head, or in the very same place."""
        (path, _), label = column
        if label:
            return path[0] if path else ""
        return "" if self.natures[column] in FREE else f"{' '.join(path)} {column[0][1]}"

    def _fits(self, column: Column, path: str, other: tuple[str, set[int]]) -> bool:
        """Whether a column may have a name that others have: within a cell always, else if no record has both."""
        return path == other[0] and (bool(column[1]) or self.holders[column].isdisjoint(other[1]))


def _is_data(found: Sequence[Found], columns: _Columns) -> bool:
    """Whether records of a kind say more than prose and more than links."""
    if _is_menu(found):
        return False
    if found[0].tag in TABLES:
        return True
    length = sum(len(one.text) for record in found for one in record.fields) / len(found)
    often = columns.often(set(columns.natures.values()), len(found))
    if not often - {"link"} or length > MOST:
        return False
    is_labelled = 2 * columns.n_labelled() >= len(found)
    return bool(often & DATA) or is_labelled or ("title" in often and length <= SHORT)


def _value(name: str, text: str) -> str:
    """What a text says in a column: of an author the name, of a day what stands behind words ("Post date") that name it."""
    bare = COLON.sub("", text)
    if name.startswith("author") and len(bare) <= LONGEST_BYLINE:
        return name_of(bare) or bare
    day = DAY.search(bare[:LONGEST_BYLINE]) if name.startswith("date") else None
    return bare[day.start() :] if day and DATE_LABEL.fullmatch(bare[: day.start()]) else bare


def _values(record: Found, names: dict[Column, str], common: frozenset[str]) -> dict[str, str]:
    """The values of a record, what is said twice but once; a label that names another value is no value."""
    used = {label for one in record.fields if (label := _label(one, common))}
    values: dict[str, list[str]] = defaultdict(list)
    for one in record.fields:
        if label_of(one.text) in used:
            continue
        name = names[one.slot, _label(one, common)]
        values[name].append(_value(name, one.text))
        if one.url and f"{name}_url" not in values:
            values[f"{name}_url"] = [one.url]
    return {name: " ".join(dict.fromkeys(texts)) for name, texts in values.items()}


def _of_kind(kind: str, found: Sequence[Found]) -> list[Record]:
    """The records of one kind, each once; none where they say nothing that a table would hold."""
    once = {tuple((one.slot, one.text) for one in record.fields): record for record in reversed(found)}
    distinct = _with_inline_labels(list(reversed(once.values())))
    common = _common_labels(distinct)
    bare = _undecorated(distinct, common)
    columns = _Columns(bare, common)
    if not columns.order or not _is_data(bare, columns):
        return []
    names = columns.names()
    seen: set[tuple[str, ...]] = set()
    records = []
    for record in bare:
        values = _values(record, names, common)
        key = tuple(text for name, text in values.items() if not name.endswith("_url"))
        if len(key) >= LEAST_TEXTS and key not in seen:
            seen.add(key)
            records.append(Record(record.page, kind, values))
    return records if len(records) > 1 or found[0].tag == "table" else []


def name_columns(found: Iterable[Found]) -> list[Record]:
    """The records of a site with the columns of each kind named; a record that several pages show is told once, for the first of them."""
    kinds: dict[str, list[Found]] = defaultdict(list)
    for record in sorted(found, key=lambda one: one.page):
        kinds[record.kind].append(record)
    return [record for kind, of_kind in sorted(kinds.items()) for record in _of_kind(kind, of_kind)]
