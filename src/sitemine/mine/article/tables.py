"""Tables as grids: each place of a grid is the cell that covers it or, beside the first, nothing."""

from collections.abc import Sequence

from sitemine.mine.article.parts import Part


def grid_of(rows: Sequence[Part]) -> list[list[Part | None]]:
    """The rows of a table as rows of equal length; a cell of several places stands in its first."""
    taken: dict[tuple[int, int], Part | None] = {}
    width = 0
    for number, row in enumerate(rows):
        column = 0
        for cell in row.inside:
            if not isinstance(cell, Part):
                continue
            while (number, column) in taken:
                column += 1
            wide, high = int(cell.said["colspan"]), int(cell.said["rowspan"])
            taken.update(((number + down, column + right), None) for down in range(high) for right in range(wide))
            taken[number, column] = cell
            column += wide
        width = max(width, column)
    return [[taken.get((number, column)) for column in range(width)] for number in range(len(rows))]
