"""Repeated records of any kind on a site's pages: products, events, people, posts, teasers, rows of tables.

OntoMiner, section 4: the instances of a group are records, a promoted label is the name of an attribute and what it labels the value. A record is
an instance of at least two texts in a group of at least three. Of records within records those stay that say more: a list of teasers
falls into its teasers, but a product keeps its lines of two texts, and a row its cells. Records whose elements stand at the same path
are of one kind over all pages, and each place within a record is a column; `columns` names it.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from sitemine.dom.batch import Batch
from sitemine.mine.ontominer.leaftree import LeafTree
from sitemine.mine.ontominer.leaves import Leaves, leaves_of
from sitemine.mine.ontominer.partition import Semantic, partition
from sitemine.mine.ontominer.promotion import part_spans
from sitemine.mine.ontominer.tablerows import CELLS, TableRows
from sitemine.mine.taxonomy.concepts import label_of
from sitemine.options import Ontominer

LEAST_INSTANCES: Final = 3
LEAST_TEXTS: Final = 2
RICH: Final = 3  # texts of a record within a record, from which on it is no mere line of it
COVERED: Final = 0.5  # of a record's texts, from which on it is a list of the records in it
MOST_PLACES: Final = 40  # of texts in a record; what has more is a part of a page
LINES: Final = frozenset("p li dt dd h1 h2 h3 h4 h5 h6 a span pre".split())
"""Elements of running text: what repeats right in them is a sentence with links, and no records without elements."""

Slot = tuple[tuple[str, ...], str]
"""The tags from the record to a text (of a row, the number of its cell first), and the class names of its own element."""


class Field(NamedTuple):
    """One text of a record."""

    slot: Slot
    text: str
    url: str
    head: str  # of its column, in a table
    label: str  # the text in the record that names it
    is_heading: bool


class Found(NamedTuple):
    """A record as it stands on a page."""

    page: str
    kind: str  # path of its element
    tag: str
    fields: tuple[Field, ...]


def _slot(found: Semantic, node: int, leaf: int, cell: int) -> Slot:
    """Where a text stands in a record; `cell` is the number of its cell in a row, -1 where the record is no row."""
    tree = found.partition.tree
    classes = sorted(
        name for element in tree.chain[leaf][-1:] for name in element.classes if not any(map(str.isdigit, name))
    )
    first = (f"{cell:03}",) if cell >= 0 else ()
    return (*first, *tree.tags_between(node, leaf)), " ".join(classes)


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


class _Pages:
    """A batch with what its pages share."""

    def __init__(self, batch: Batch) -> None:
        self.batch, self.table = batch, batch.table
        self.leaves: Leaves = leaves_of(batch.table)
        self.targets = dict(zip(batch.links.node.tolist(), batch.links.target, strict=True))
        self.tables = TableRows(batch.table)

    def text(self, leaf: int) -> str:
        return " ".join(self.table.text[self.leaves.start[leaf] : self.leaves.end[leaf]].split())

    def url(self, leaf: int) -> str:
        return str(self.targets.get(int(self.leaves.link[leaf]), ""))

    def page(self, leaf: int) -> str:
        return self.batch.urls[self.batch.mined[int(self.leaves.page[leaf])]]


def _of_pairs(pages: _Pages, found: Semantic, span: tuple[int, int]) -> Found:
    """A table of names and values as one record."""
    fields = []
    for leaf in range(found.first + span[0], found.first + span[1] + 1):
        number, head = pages.tables.place_of(int(pages.leaves.node[leaf]))
        if number > 0:
            fields.append(Field(((head,), ""), pages.text(leaf), pages.url(leaf), head, "", is_heading=False))
    table = pages.tables.table_of(int(pages.leaves.node[found.first + span[0]]))
    return Found(pages.page(found.first), pages.table.path_of(table), "table", tuple(fields))


def _record(pages: _Pages, found: Semantic, span: tuple[int, int]) -> Found:
    node, at = _holder(found, *span), found.first
    labels, leaves = found.labels, pages.leaves

    def label(leaf: int) -> str:
        """The text in the record that labels another: the term of a definition, or what was promoted; a link labels none."""
        above = labels.parent[leaf]
        if term := pages.tables.term_of(int(leaves.node[at + leaf])):
            return term
        return label_of(pages.text(at + above)) if above >= span[0] and leaves.link[at + above] < 0 else ""

    tag = found.partition.tree.tag[node]
    fields = []
    headed: dict[str, list[int]] = {}  # the cells below each head, as two columns may be called the same
    for leaf in range(span[0], span[1] + 1):
        cell, head = pages.tables.place_of(int(leaves.node[at + leaf])) if tag == "tr" else (-1, "")
        if tag == "tr" and not head and labels.column[leaf] >= 0:
            head = label_of(pages.text(at + labels.column[leaf]))
        if head:
            cells = headed.setdefault(head, [])
            cells += [] if cell in cells else [cell]
            slot: Slot = ((str(cells.index(cell)),), "")
        else:
            slot = _slot(found, node, leaf, cell)
        is_heading = bool(leaves.level[at + leaf])
        fields.append(Field(slot, pages.text(at + leaf), pages.url(at + leaf), head, label(leaf), is_heading))
    return Found(pages.page(at), _kind(pages.batch, found, node), tag, tuple(fields))


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


def _places(tree: LeafTree, span: tuple[int, int]) -> int:
    """How many places the texts of a record have: the lines of a post have one."""
    return len({tuple(tree.tags_between(tree.root, leaf)) for leaf in range(span[0], span[1] + 1)})


def _inner(spans: Sequence[tuple[int, int]]) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """The records right within each; records come in order, outer ones first."""
    inner: dict[tuple[int, int], list[tuple[int, int]]] = {span: [] for span in spans}
    around: list[tuple[int, int]] = []
    for span in spans:
        while around and around[-1][1] < span[0]:
            around.pop()
        if around and span[1] <= around[-1][1]:
            inner[around[-1]].append(span)
        around.append(span)
    return inner


def _not_nested(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Records that do not lie in each other: of a list of rich records these stay, of others the outer one."""
    inner = _inner(spans)
    chosen: list[tuple[int, int]] = []
    end = -1
    for first, last in spans:
        rich = [one for one in inner[first, last] if one[1] - one[0] + 1 >= RICH]
        covered = sum(one[1] - one[0] + 1 for one in rich)
        is_list = len(rich) >= LEAST_INSTANCES and covered >= COVERED * (last - first + 1)
        if last > end and not is_list:
            chosen.append((first, last))
            end = last
    return chosen


def _is_record(found: Semantic, span: tuple[int, int]) -> bool:
    """Whether some leaves may be a record: no cell, no part of a page, and no run of words of a line."""
    tree = found.partition.tree
    node = _holder(found, *span)
    is_made_up = tree.row[node] < 0
    in_line = is_made_up and tree.tag[tree.parent[node]] in LINES
    return tree.tag[node] not in CELLS and not in_line and _places(tree, span) <= MOST_PLACES


def _parted(found: Semantic, span: tuple[int, int]) -> list[tuple[int, int]]:
    """The records of a row of two or more, where such rows repeat; else the record itself."""
    tree = found.partition.tree
    children = tree.children[_holder(found, *span)]
    spans = [(tree.first[child], tree.last[child]) for child in children]
    is_row = len(children) > 1 and all(last - first + 1 >= RICH for first, last in spans)
    return spans if is_row and all(_is_like(tree, one, other) for one, other in pairwise(children)) else [span]


def _instances(found: Semantic) -> list[tuple[int, int]]:
    """First and last leaf of each record of a page."""
    spans = part_spans(found.partition)
    records = set(_rows(found.partition.tree))
    for members in found.grouping.instances:
        inside = [spans[part] for part in members if spans[part][1] - spans[part][0] + 1 >= LEAST_TEXTS]
        if len(inside) >= LEAST_INSTANCES and 2 * len(inside) > len(members):
            records |= set(inside)
    small = (span for span in records if _is_record(found, span))
    chosen = _not_nested(sorted(small, key=lambda span: (span[0], -span[1])))
    return [part for span in chosen for part in _parted(found, span)]


def _told(pages: _Pages, found: Semantic) -> Iterator[Found]:
    """The records of one page in document order; heads of tables are none, and tables of pairs are one each."""
    pairs: dict[int, tuple[int, int]] = {}
    for span in _instances(found):
        first, last = (int(pages.leaves.node[found.first + leaf]) for leaf in span)
        row, table = pages.tables.row_of(first), pages.tables.table_of(first)
        is_row = row >= 0 and row == pages.tables.row_of(last)
        if is_row and pages.tables.is_of_pairs(table):
            pairs[table] = pairs.get(table, span)[0], span[1]
        elif not (is_row and pages.tables.is_head(row)):
            yield _record(pages, found, span)
    yield from (_of_pairs(pages, found, span) for span in pairs.values())


def find_records(batch: Batch, places: Sequence[int], options: Ontominer | None = None) -> list[Found]:
    """The records of some pages of a batch; those at `places` of the batch."""
    pages = _Pages(batch)
    records: list[Found] = []
    for page, place in enumerate(batch.mined):
        found = partition(batch.table, pages.leaves, page, options) if place in places else None
        if found is not None:
            records += _told(pages, found)
    return records
