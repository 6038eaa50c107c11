"""Repeated records of any kind on a site's pages (products, events, people, teasers), with columns named once for the whole site.

OntoMiner, section 4: the instances of a group are records, a promoted label is the name of an attribute and what it labels the value. A record is
an instance of at least two texts in a group of at least three. Records whose elements stand at the same path are of one kind over all pages,
and each place within a record is a column. It is named by the head of its table column or by the label that it has in several records;
else by what it is: title, date, author, number or text. So a column has the same name on every page, and in every run.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from sitemine.dom.batch import Batch
from sitemine.mine.ontominer.bylines import DAY
from sitemine.mine.ontominer.leaftree import LeafTree
from sitemine.mine.ontominer.leaves import Leaves, leaves_of
from sitemine.mine.ontominer.partition import Semantic, partition
from sitemine.mine.ontominer.promotion import part_spans
from sitemine.mine.taxonomy.concepts import label_of
from sitemine.options import Ontominer

LEAST_INSTANCES: Final = 3
LEAST_TEXTS: Final = 2
LEAST_LABELLED: Final = 3  # records in which the same label must name a value
LABELLED_SHARE: Final = 0.2  # of the records of a kind, in which it must
MOST_TEXTS: Final = 40  # of a record; what holds more is a part of a page
LONGEST_NAME: Final = 40
NUMBER: Final = re.compile(r"^[^\w]{0,3}\d[\d.,\s]*(?:\W{0,2}\w{0,3})$")

Slot = tuple[tuple[str, ...], str]
"""The tags from the record to a text, and the class names of its own element."""


class Field(NamedTuple):
    """One text of a record."""

    slot: Slot
    text: str
    url: str
    labels: tuple[str, ...]  # what may name it: the head of its column, the text that labels it
    is_heading: bool


@dataclass(frozen=True, slots=True)
class Found:
    """A record as it stands on a page."""

    page: str
    kind: str  # path of its element
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A record with named values, in the order of the columns of its kind."""

    page: str
    kind: str
    values: dict[str, str]


def _slot(found: Semantic, node: int, leaf: int) -> Slot:
    tree = found.partition.tree
    classes = sorted(
        name for element in tree.chain[leaf][-1:] for name in element.classes if not any(map(str.isdigit, name))
    )
    return tuple(tree.tags_between(node, leaf)), " ".join(classes)


def _holder(found: Semantic, first: int, last: int) -> int:
    """The node of the tree that holds some leaves."""
    tree = found.partition.tree
    node = first
    while tree.last[node] < last:
        node = tree.parent[node]
    return node


def _kind(batch: Batch, found: Semantic, node: int) -> str:
    """What kind of record a node is: the last steps of its path, as people write them."""
    tree = found.partition.tree
    row = tree.row[node] if tree.row[node] >= 0 else tree.row[tree.parent[node]]
    return batch.table.path_of(row) + ("" if tree.row[node] >= 0 else "/#record")


def _record(batch: Batch, leaves: Leaves, found: Semantic, targets: dict[int, str], span: tuple[int, int]) -> Found:
    node, at = _holder(found, *span), found.first
    labels = found.labels

    def text(leaf: int) -> str:
        return " ".join(batch.table.text[leaves.start[at + leaf] : leaves.end[at + leaf]].split())

    fields = []
    for leaf in range(span[0], span[1] + 1):
        named = [labels.column[leaf], labels.parent[leaf] if span[0] <= labels.parent[leaf] else -1]
        said = tuple(label for one in named if one >= 0 and (label := label_of(text(one))))
        url = targets.get(int(leaves.link[at + leaf]), "")
        fields.append(Field(_slot(found, node, leaf), text(leaf), url, said, bool(leaves.level[at + leaf])))
    page = batch.urls[batch.mined[int(leaves.page[at])]]
    return Found(page, _kind(batch, found, node), tuple(fields))


def _is_like(tree: LeafTree, one: int, other: int) -> bool:
    """Whether two siblings are records of one kind: of one tag, and of mostly the same paths."""
    if tree.tag[one] != tree.tag[other]:
        return False
    paths = [
        {tuple(tree.tags_between(node, leaf)) for leaf in range(tree.first[node], tree.last[node] + 1)}
        for node in (one, other)
    ]
    return 2 * len(paths[0] & paths[1]) >= len(paths[0] | paths[1])


def _rows(tree: LeafTree) -> list[tuple[int, int]]:
    """Siblings of one kind, of several texts each, three and more in a row: what a table of like cells is made of.

    The texts of such a row are alike themselves, so that grouping joins the cells of all rows into one group.
    """
    spans = []
    for node in range(tree.n_leaves, tree.root + 1):
        run: list[int] = []
        for child in (*tree.children[node], -1):
            is_row = child >= 0 and tree.last[child] > tree.first[child]
            if is_row and (not run or _is_like(tree, run[-1], child)):
                run.append(child)
                continue
            if len(run) >= LEAST_INSTANCES:
                spans += [(tree.first[one], tree.last[one]) for one in run]
            run = [child] if is_row else []
    return spans


def _instances(found: Semantic) -> list[tuple[int, int]]:
    """First and last leaf of each record of a page, outer ones first."""
    spans = part_spans(found.partition)
    records = set(_rows(found.partition.tree))
    for members in found.grouping.instances:
        inside = [spans[part] for part in members if spans[part][1] - spans[part][0] + 1 >= LEAST_TEXTS]
        if len(inside) >= LEAST_INSTANCES and 2 * len(inside) > len(members):
            records |= set(inside)
    small = (span for span in records if span[1] - span[0] < MOST_TEXTS)
    return sorted(small, key=lambda span: (span[0], -span[1]))


def find_records(batch: Batch, places: Sequence[int], options: Ontominer | None = None) -> list[Found]:
    """The records of some pages of a batch, in document order; those at `places` of the batch."""
    leaves = leaves_of(batch.table)
    targets = dict(zip(batch.links.node.tolist(), batch.links.target, strict=True))
    records = []
    for page, place in enumerate(batch.mined):
        found = partition(batch.table, leaves, page, options) if place in places else None
        if found is None:
            continue
        records += [_record(batch, leaves, found, targets, span) for span in _instances(found)]
    return records


def _slug(label: str) -> str:
    """A label as the name of a column."""
    return re.sub(r"\W+", "_", label.casefold()).strip("_")[:LONGEST_NAME]


def _label(one: Field, common: frozenset[str]) -> str:
    return next((label for label in one.labels if label in common), "")


def _nature(fields: Sequence[Field]) -> str:
    """What the texts of a column are."""
    half = len(fields) / 2
    if sum(one.is_heading for one in fields) > half:
        return "title"
    if sum(bool(DAY.search(one.text)) and len(one.text) <= LONGEST_NAME for one in fields) > half:
        return "date"
    if sum(bool(NUMBER.match(one.text)) for one in fields) > half:
        return "number"
    return "link" if sum(bool(one.url) for one in fields) > half else "text"


Column = tuple[Slot, str]


def _columns(found: Sequence[Found], common: frozenset[str]) -> dict[Column, str]:
    """The name of each column of one kind of record, in order of where it stands."""
    held: dict[Column, list[Field]] = defaultdict(list)
    place: Counter[Column] = Counter()
    for record in found:
        for number, one in enumerate(record.fields):
            column = one.slot, _label(one, common)
            held[column].append(one)
            place[column] += number
    order = sorted(held, key=lambda column: (place[column] / len(held[column]), column))
    natures = {column: _slug(column[1]) or _nature(held[column]) for column in order}
    if "title" not in natures.values():
        first = next((column for column in order if natures[column] == "link"), None)
        natures |= {first: "title"} if first else {}
    names: dict[Column, str] = {}
    counts: Counter[str] = Counter()
    for column in order:
        counts[natures[column]] += 1
        names[column] = natures[column] + (f"_{counts[natures[column]]}" if counts[natures[column]] > 1 else "")
    return names


def _named(record: Found, names: dict[Column, str], common: frozenset[str]) -> dict[str, str]:
    """The values of a record; a label that names another value is no value."""
    used = {label for one in record.fields if (label := _label(one, common))}
    values: dict[str, list[str]] = defaultdict(list)
    for one in record.fields:
        if label_of(one.text) in used:
            continue
        name = names[one.slot, _label(one, common)]
        values[name].append(one.text)
        if one.url and f"{name}_url" not in values:
            values[f"{name}_url"] = [one.url]
    return {name: " ".join(texts) for name, texts in values.items()}


def name_columns(found: Iterable[Found]) -> list[Record]:
    """The records of a site with the columns of each kind named; a record that several pages show is told once, for the first of them."""
    kinds: dict[str, list[Found]] = defaultdict(list)
    for record in sorted(found, key=lambda one: one.page):
        kinds[record.kind].append(record)
    records = []
    for kind, of_kind in sorted(kinds.items()):
        said = Counter(
            label for record in of_kind for label in {label for one in record.fields for label in one.labels}
        )
        least = max(LEAST_LABELLED, LABELLED_SHARE * len(of_kind))
        common = frozenset(label for label, count in said.items() if count >= least)
        names = _columns(of_kind, common)
        seen: set[tuple[tuple[str, str], ...]] = set()
        for record in of_kind:
            values = _named(record, names, common)
            if (key := tuple(values.items())) not in seen and len(values) >= LEAST_TEXTS:
                seen.add(key)
                records.append(Record(record.page, kind, values))
    return records
