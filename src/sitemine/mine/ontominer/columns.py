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
from sitemine.mine.ontominer.bylines import DAY, author_in
from sitemine.mine.taxonomy.concepts import label_of

LEAST_LABELLED: Final = 3  # records in which the same label must name a value
LABELLED_SHARE: Final = 0.2  # of the records of a kind, in which it must
FEW: Final = 5  # records of a kind, up to which they may well say the same
ALIKE: Final = 0.8  # of more, that must say the same at a place for it to be decoration
LONGEST_NAME: Final = 40
TABLES: Final = frozenset(("tr", "table"))
DATA: Final = frozenset(("author", "date", "price", "number", "link"))
SHORT: Final = 300  # characters of a record of no links, days and numbers, on the mean; longer ones are prose
MOST: Final = 1_000  # of any that is no row of a table

AUTHOR_ADDRESS: Final = re.compile(
    r"/(?:authors?|autor(?:en|es)?|auteurs?|users?|profiles?|members?|people)/", re.IGNORECASE
)
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

    if most(one.is_heading for one in fields):
        return "title"
    if most(bool(AUTHOR_ADDRESS.search(one.url) or author_in(one.text)) for one in fields):
        return "author"
    if most(bool(DAY.search(one.text)) and len(one.text) <= LONGEST_NAME for one in fields):
        return "date"
    if most(bool(PRICE.search(one.text)) and len(one.text) <= LONGEST_NAME for one in fields):
        return "price"
    if most(bool(NUMBER.fullmatch(one.text)) for one in fields):
        return "number"
    return "link" if most(bool(one.url) for one in fields) else "text"


def _is_data(found: Sequence[Found], natures: dict[Column, str], common: frozenset[str]) -> bool:
    """Whether records of a kind say more than prose and more than links."""
    if found[0].tag in TABLES:
        return True
    length = sum(len(one.text) for record in found for one in record.fields) / len(found)
    columns = [{(one.slot, _label(one, common)) for one in record.fields} for record in found]
    labelled = sum(any(label for _, label in of_record) for of_record in columns)
    held = Counter(nature for of_record in columns for nature in {natures[column] for column in of_record})
    often = {nature for nature, count in held.items() if 2 * count >= len(found)}
    if not often - {"link"} or length > MOST:
        return False
    return bool(often & DATA) or 2 * labelled >= len(found) or ("title" in often and length <= SHORT)


def _natures(found: Sequence[Found], common: frozenset[str]) -> dict[Column, str]:
    """What each column of one kind of record holds, in order of where it stands."""
    held: dict[Column, list[Field]] = defaultdict(list)
    place: Counter[Column] = Counter()
    for record in found:
        for number, one in enumerate(record.fields):
            column = one.slot, _label(one, common)
            held[column].append(one)
            place[column] += number
    order = sorted(held, key=lambda column: (place[column] / len(held[column]), column))
    return {column: _slug(column[1]) or _nature(held[column]) for column in order}


def _names(natures: dict[Column, str]) -> dict[Column, str]:
    """The name of each column; the first link is a title where there is no heading. Places in one cell below one head have one name."""
    if "title" not in natures.values():
        first = next((column for column, nature in natures.items() if nature == "link"), None)
        natures = natures | ({first: "title"} if first else {})
    names: dict[Column, str] = {}
    counts: Counter[str] = Counter()
    of_cell: dict[tuple[str, str], str] = {}
    for column, nature in natures.items():
        (path, _), label = column
        cell = (path[0] if path else "", label)
        if label and cell in of_cell:
            names[column] = of_cell[cell]
            continue
        counts[nature] += 1
        names[column] = of_cell[cell] = nature + (f"_{counts[nature]}" if counts[nature] > 1 else "")
    return names


def _values(record: Found, names: dict[Column, str], common: frozenset[str]) -> dict[str, str]:
    """The values of a record, what is said twice but once; a label that names another value is no value."""
    used = {label for one in record.fields if (label := _label(one, common))}
    values: dict[str, list[str]] = defaultdict(list)
    for one in record.fields:
        if label_of(one.text) in used:
            continue
        name = names[one.slot, _label(one, common)]
        values[name].append(author_in(one.text) or one.text if name.startswith("author") else one.text)
        if one.url and f"{name}_url" not in values:
            values[f"{name}_url"] = [one.url]
    return {name: " ".join(dict.fromkeys(texts)) for name, texts in values.items()}


def _of_kind(kind: str, found: Sequence[Found]) -> list[Record]:
    """The records of one kind, each once; none where they say nothing that a table would hold."""
    once = {tuple((one.slot, one.text) for one in record.fields): record for record in reversed(found)}
    distinct = list(reversed(once.values()))
    common = _common_labels(distinct)
    bare = _undecorated(distinct, common)
    natures = _natures(bare, common)
    if not natures or not _is_data(bare, natures, common):
        return []
    names = _names(natures)
    seen: set[tuple[str, ...]] = set()
    records = []
    for record in bare:
        values = _values(record, names, common)
        key = tuple(text for name, text in values.items() if not name.endswith("_url"))
        if len(key) >= LEAST_TEXTS and key not in seen:
            seen.add(key)
            records.append(Record(record.page, kind, values))
    return records


def name_columns(found: Iterable[Found]) -> list[Record]:
    """The records of a site with the columns of each kind named; a record that several pages show is told once, for the first of them."""
    kinds: dict[str, list[Found]] = defaultdict(list)
    for record in sorted(found, key=lambda one: one.page):
        kinds[record.kind].append(record)
    return [record for kind, of_kind in sorted(kinds.items()) for record in _of_kind(kind, of_kind)]
