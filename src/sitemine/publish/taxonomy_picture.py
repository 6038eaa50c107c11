"""A taxonomy as a picture: a tree from left to right, one line a concept, in SVG; the same bytes for the same tree.

Dots grow with the number of articles (on several sites, with the sites that agree); each branch at the top has its colour. Labels stand on white, so that
lines may pass below them. Nothing is left out: a large tree fills up to four columns, as tall as they
need to be.
"""

from collections.abc import Iterator
from itertools import accumulate, pairwise
from math import sqrt
from typing import Final
from unicodedata import east_asian_width
from xml.sax.saxutils import escape

from sitemine.mine.taxonomy.subjects import Concept, Taxonomy

LINE: Final = 24  # pixels from one concept to the next
STEP: Final = 34  # pixels from one level to the next
LEFT: Final = 28
TOP: Final = 64
GAP: Final = 56  # between two columns
TALLEST: Final = 45  # concepts of a column, where there is more than one
MOST_COLUMNS: Final = 4
TITLE_SCALE: Final = 1.4
LETTER: Final = 7.4  # mean width of a letter at 13 pixels
SMALLEST, LARGEST = 3.5, 9.0  # radius of a dot
COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9", "#7a5195", "#5f6b6d")
"""Okabe and Ito's colours, a little darker where they would be pale on white."""

STYLE: Final = (
    "text{font-family:system-ui,-apple-system,'Segoe UI','Noto Sans','Noto Sans CJK SC',sans-serif;fill:#1f2933}"
    ".l{font-size:13px}.t{font-size:13px;font-weight:600}.n{font-size:11px;fill:#8a94a0}"
    ".h{font-size:17px;font-weight:600}a text{fill:inherit}path{fill:none;stroke-width:1.6;opacity:.55}"
)


def width_of(text: str) -> float:
    """About how many pixels a label takes."""
    return LETTER * sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def _radius(value: int, most: int) -> float:
    return SMALLEST + (LARGEST - SMALLEST) * sqrt(value / most) if most else SMALLEST


def _title(taxonomy: Taxonomy) -> str:
    named = taxonomy.sources[0] if len(taxonomy.sources) == 1 else f"{len(taxonomy.sources)} sites"
    return f"Taxonomy of {named or 'the site'}"


def _counts(concept: Concept, n_sources: int) -> str:
    articles = f"{concept.articles:,}" if concept.articles else ""
    return (
        f"{concept.support}/{n_sources} sites" + (f" · {articles}" if articles else "") if n_sources > 1 else articles
    )


def _node(concept: Concept, place: tuple[float, float], colour: str, radius: float, counts: str) -> str:
    x, y = place
    kind = "l" if concept.depth else "t"
    number = f'<tspan class="n" dx="8">{escape(counts)}</tspan>' if counts else ""
    label = f'<text class="{kind}" x="{x + 14:.0f}" y="{y + 4.5:.1f}">{escape(concept.label)}{number}</text>'
    if concept.url:
        label = f'<a href="{escape(concept.url, {chr(34): "&quot;"})}">{label}</a>'
    return f'<circle cx="{x:.0f}" cy="{y:.1f}" r="{radius:.1f}" fill="{colour}"/>{label}'


def _columns(concepts: tuple[Concept, ...]) -> list[list[int]]:
    """The places of the concepts in columns of about one height; torn are branches at the top alone, between their own branches."""
    tallest = max(TALLEST, -(-len(concepts) // MOST_COLUMNS))
    starts = [place for place, concept in enumerate(concepts) if concept.depth <= 1]
    columns: list[list[int]] = [[]]
    for start, end in pairwise([*starts, len(concepts)]):
        if columns[-1] and len(columns[-1]) + end - start > tallest and len(columns) < MOST_COLUMNS:
            columns.append([])
        columns[-1] += range(start, end)
    return columns


def _branches(taxonomy: Taxonomy, column: list[int], left: float, colours: list[str]) -> Iterator[str]:
    """One column: lines first, so that dots lie on them."""
    n_sources = len(taxonomy.sources)
    size = [concept.support if n_sources > 1 else concept.articles for concept in taxonomy.concepts]
    most, nodes = max(size), []
    way: list[float] = [TOP - LINE] * taxonomy.concepts[column[0]].depth  # a torn branch comes from above the column
    for number, place in enumerate(column):
        concept = taxonomy.concepts[place]
        colour = colours[place]
        x, y = left + STEP * concept.depth, TOP + LINE * number
        del way[concept.depth :]
        way.append(y)
        if concept.depth:
            above, bend = way[concept.depth - 1], 8
            start = x - STEP
            yield (
                f'<path stroke="{colour}" d="M{start:.0f},{above:.1f} V{y - bend:.1f} '
                f'Q{start:.0f},{y:.1f} {start + bend:.0f},{y:.1f} H{x:.0f}"/>'
            )
        nodes.append(_node(concept, (x, y), colour, _radius(size[place], most), _counts(concept, n_sources)))
    yield from nodes


def _width(taxonomy: Taxonomy, column: list[int]) -> float:
    concepts = (taxonomy.concepts[place] for place in column)
    said = ((c, f"{c.label} {_counts(c, len(taxonomy.sources))}") for c in concepts)
    return max(STEP * concept.depth + width_of(text) for concept, text in said) + GAP


def taxonomy_svg(taxonomy: Taxonomy) -> str:
    """The picture of a taxonomy."""
    columns = _columns(taxonomy.concepts) if taxonomy.concepts else []
    branch = accumulate(int(concept.depth == 0) for concept in taxonomy.concepts)
    colours = [COLOURS[(number - 1) % len(COLOURS)] for number in branch]
    title, left = _title(taxonomy), float(LEFT)
    body: list[str] = []
    for column in columns:
        body += _branches(taxonomy, column, left, colours)
        left += _width(taxonomy, column)
    width = round(max(left, LEFT + width_of(title) * TITLE_SCALE))
    height = TOP + LINE * max(map(len, columns), default=0)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>{STYLE}</style>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text class="h" x="{LEFT - 8}" y="32">{escape(title)}</text>',
    )
    return "\n".join([*head, *body, "</svg>"]) + "\n"
