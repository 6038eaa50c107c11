"""What stands where in tables and definition lists: the number of a cell, the head of its column, the term that is defined.

The partitioner knows rows by the texts in them, so that an empty cell moves all that follow; in a `table` the markup tells the place.
A table each of whose rows is a head and one cell ("Price", "19 kr") tells of one thing: its rows are no records, together they are one.
"""

from functools import cache
from typing import Final

from sitemine.dom.table import NodeTable
from sitemine.mine.taxonomy.concepts import label_of

CELLS: Final = frozenset(("td", "th"))
LEAST_PAIRS: Final = 3


class TableRows:
    """The rows and cells of the tables on some pages, by their rows in the node table."""

    def __init__(self, table: NodeTable) -> None:
        self._table = table
        self._parent: list[int] = table.parent.tolist()
        self._tag: list[str] = [table.tags[tag] for tag in table.tag.tolist()]
        self._end: list[int] = table.subtree_end.tolist()
        self.cells_of = cache(self._cells_of)
        self.terms_of = cache(self._terms_of)
        self.rows_of = cache(self._rows_of)
        self.heads_of = cache(self._heads_of)
        self.is_of_pairs = cache(self._is_of_pairs)

    def around(self, row: int, tags: frozenset[str]) -> int:
        """The innermost of some elements around a node or itself, -1 where there is none."""
        while row >= 0 and self._tag[row] not in tags:
            row = self._parent[row]
        return row

    def _cells_of(self, row: int) -> dict[int, int]:
        """The cells of a row of a table, empty ones too, with their numbers."""
        cells: dict[int, int] = {}
        child = row + 1
        while child < self._end[row]:
            if self._tag[child] in CELLS:
                cells[child] = len(cells)
            child = self._end[child]
        return cells

    def _rows_of(self, table: int) -> tuple[int, ...]:
        """The rows of a table, without those of tables in it."""
        found, row = [], table + 1
        while row < self._end[table]:
            if self._tag[row] == "tr":
                found.append(row)
            row = self._end[row] if self._tag[row] in ("tr", "table") else row + 1
        return tuple(found)

    def row_of(self, node: int) -> int:
        """The row of a table that a node stands in, -1 where it stands in none."""
        return self.around(node, frozenset(("tr",)))

    def table_of(self, row: int) -> int:
        """The table that a node stands in, -1 where it stands in none."""
        return self.around(row, frozenset(("table",)))

    def is_head(self, row: int) -> bool:
        """Whether a row consists of heads of columns, or stands in the head of its table."""
        cells = self.cells_of(row)
        in_head = self._tag[self._parent[row]] == "thead"
        return len(cells) > 1 and (in_head or all(self._tag[cell] == "th" for cell in cells))

    def _label(self, cell: int) -> str:
        return label_of(self._table.text_of(cell))

    def _heads_of(self, table: int) -> tuple[str, ...]:
        """The heads of a table's columns: the last row of heads that opens it. Where cells are spread over several columns
        it has fewer than the rows below, and names none of them.
        """
        heads: tuple[str, ...] = ()
        for row in self.rows_of(table):
            if not self.is_head(row):
                break
            heads = tuple(map(self._label, self.cells_of(row)))
        return heads

    def _is_of_pairs(self, table: int) -> bool:
        """Whether each row of a table is a head and one cell."""
        cells = [self.cells_of(row) for row in self.rows_of(table)]
        pairs = [len(of_row) == 2 and [self._tag[cell] for cell in of_row] == ["th", "td"] for of_row in cells]
        return len(pairs) >= LEAST_PAIRS and all(pairs)

    def _terms_of(self, around: int) -> dict[int, str]:
        """The term before each definition of a list, or of a part of one."""
        terms: dict[int, str] = {}
        term, child = "", around + 1
        while child < self._end[around]:
            if self._tag[child] == "dt":
                term = self._label(child)
            elif self._tag[child] == "dd":
                terms[child] = term
            child = self._end[child]
        return terms

    def term_of(self, node: int) -> str:
        """The term that the definition defines which a node stands in; empty where it stands in none."""
        definition = self.around(node, frozenset(("dd",)))
        return self.terms_of(self._parent[definition])[definition] if definition >= 0 else ""

    def place_of(self, node: int) -> tuple[int, str]:
        """The number of the cell that a node stands in, and the head of its column; of pairs, the head in its row. -1 outside of tables."""
        cell = self.around(node, CELLS)
        row = self._parent[cell] if cell >= 0 else -1
        if row < 0 or self._tag[row] != "tr":
            return -1, ""
        cells, table = self.cells_of(row), self.table_of(row)
        number = cells[cell]
        if table >= 0 and self.is_of_pairs(table):
            return number, self._label(next(iter(cells))) if number else ""
        heads = self.heads_of(table) if table >= 0 else ()
        return number, heads[number] if len(heads) == len(cells) else ""
