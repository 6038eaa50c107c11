"""Repeated records of any kind on a site's pages: products, events, people, posts, teasers, rows of tables.

OntoMiner, section 4: the instances of a group are records, a promoted label is the name of an attribute and what it labels the value. A record is
an instance of at least two texts in a group of at least three. Of records within records those stay that say more: a list of teasers
falls into its teasers, but a product keeps its lines of two texts, and a row its cells. Records whose elements stand at the same path
are of one kind over all pages, and each place within a record is a column; `columns` names it.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from sitemine.dom.batch import Batch
from sitemine.mine.ontominer.leaftree import LeafTree
from sitemine.mine.ontominer.leaves import Leaves, leaves_of
from sitemine.mine.ontominer.partition import Semantic, partition
from sitemine.mine.ontominer.promotion import part_spans
from sitemine.mine.taxonomy.concepts import label_of
from sitemine.options import Ontominer

LEAST_INSTANCES: Final = 3
LEAST_TEXTS: Final = 2
RICH: Final = 3  # texts of a record within a record, from which on it is no mere line of it
COVERED: Final = 0.5  # of a record's texts, from which on it is a list of the records in it
MOST_PLACES: Final = 40  # of texts in a record; what has more is a part of a page
CELLS: Final = frozenset(("td", "th"))

Slot = tuple[tuple[str, ...], str]
"""The tags from the record to a text (of a row, the number of its cell first), and the class names of its own element."""


class Field(NamedTuple):
    """One text of a record."""

    slot: Slot
    text: str
    url: str
    labels: tuple[str, ...]  # what may name it: the head of its column, the text that labels it
    is_heading: bool


class Found(NamedTuple):
    """A record as it stands on a page."""

    page: str
    kind: str  # path of its element
    tag: str
    fields: tuple[Field, ...]


def _cell(batch: Batch, tree: LeafTree, node: int, leaf: int) -> tuple[str, ...]:
    """The number of the cell of a row that holds a text, empty ones counted too; nothing where the record is no row."""
    if tree.tag[node] != "tr":
        return ()
    while tree.parent[leaf] != node:
        leaf = tree.parent[leaf]
    row, parent = tree.row[leaf], batch.table.parent
    above = int(parent[row])
    return (f"{int((parent[above:row] == above).sum()):03}",)


def _slot(batch: Batch, found: Semantic, node: int, leaf: int) -> Slot:
    tree = found.partition.tree
    classes = sorted(
        name for element in tree.chain[leaf][-1:] for name in element.classes if not any(map(str.isdigit, name))
    )
    return (*_cell(batch, tree, node, leaf), *tree.tags_between(node, leaf)), " ".join(classes)


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

    def names(leaf: int) -> Iterator[int]:
        """The head of a row's column; a text in the record that labels another, which a link does not."""
        if tag == "tr" and labels.column[leaf] >= 0:
            yield labels.column[leaf]
        if span[0] <= labels.parent[leaf] and leaves.link[at + labels.parent[leaf]] < 0:
            yield labels.parent[leaf]

    tag = found.partition.tree.tag[node]
    fields = []
    for leaf in range(span[0], span[1] + 1):
        said = tuple(label for one in names(leaf) if (label := label_of(text(one))))
        url = targets.get(int(leaves.link[at + leaf]), "")
        slot = _slot(batch, found, node, leaf)
        fields.append(Field(slot, text(leaf), url, said, bool(leaves.level[at + leaf])))
    page = batch.urls[batch.mined[int(leaves.page[at])]]
    return Found(page, _kind(batch, found, node), tag, tuple(fields))


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


def _instances(found: Semantic) -> list[tuple[int, int]]:
    """First and last leaf of each record of a page."""
    tree, spans = found.partition.tree, part_spans(found.partition)
    records = set(_rows(tree))
    for members in found.grouping.instances:
        inside = [spans[part] for part in members if spans[part][1] - spans[part][0] + 1 >= LEAST_TEXTS]
        if len(inside) >= LEAST_INSTANCES and 2 * len(inside) > len(members):
            records |= set(inside)
    small = (
        span for span in records if _places(tree, span) <= MOST_PLACES and tree.tag[_holder(found, *span)] not in CELLS
    )
    return _not_nested(sorted(small, key=lambda span: (span[0], -span[1])))


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
