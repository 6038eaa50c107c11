"""A taxonomy as a picture: a tree from left to right, one line a concept, in SVG; the same bytes for the same tree.

Dots grow with the number of articles (on several sites, with the sites that agree); each branch at the top has its colour. Labels stand on white, so that
lines may pass below them. Nothing is left out: a large tree is a tall picture.
"""

from collections.abc import Iterator
from math import sqrt
from typing import Final
from unicodedata import east_asian_width
from xml.sax.saxutils import escape

from sitemine.mine.taxonomy import Concept, Taxonomy

LINE: Final = 24  # pixels from one concept to the next
STEP: Final = 34  # pixels from one level to the next
LEFT: Final = 28
TOP: Final = 64
RIGHT: Final = 170  # room for the numbers
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
    return f"{concept.support}/{n_sources} sites" + (f" · {articles}" if articles else "") if n_sources > 1 else articles


def _node(concept: Concept, x: float, y: float, colour: str, radius: float, counts: str) -> str:
    kind = "l" if concept.depth else "t"
    label = f'<text class="{kind}" x="{x + 14:.0f}" y="{y + 4.5:.1f}">{escape(concept.label)}</text>'
    if concept.url:
        label = f'<a href="{escape(concept.url, {chr(34): "&quot;"})}">{label}</a>'
    end = x + 14 + width_of(concept.label) + 8
    number = f'<text class="n" x="{end:.0f}" y="{y + 4.5:.1f}">{escape(counts)}</text>' if counts else ""
    return f'<circle cx="{x:.0f}" cy="{y:.1f}" r="{radius:.1f}" fill="{colour}"/>{label}{number}'


def _branches(taxonomy: Taxonomy) -> Iterator[str]:
    """Lines first, so that dots lie on them."""
    n_sources = len(taxonomy.sources)
    size = [concept.support if n_sources > 1 else concept.articles for concept in taxonomy.concepts]
    most, way, branch = max(size, default=0), [0.0], -1
    nodes = []
    for place, concept in enumerate(taxonomy.concepts):
        branch += concept.depth == 0
        colour = COLOURS[branch % len(COLOURS)]
        x, y = LEFT + STEP * concept.depth, TOP + LINE * place
        del way[concept.depth :]
        way.append(y)
        if concept.depth:
            above, bend = way[concept.depth - 1], 8
            start = x - STEP
            yield (
                f'<path stroke="{colour}" d="M{start:.0f},{above:.1f} V{y - bend:.1f} '
                f'Q{start:.0f},{y:.1f} {start + bend:.0f},{y:.1f} H{x:.0f}"/>'
            )
        nodes.append(_node(concept, x, y, colour, _radius(size[place], most), _counts(concept, n_sources)))
    yield from nodes


def taxonomy_svg(taxonomy: Taxonomy) -> str:
    """The picture of a taxonomy."""
    widest = max((LEFT + STEP * c.depth + width_of(c.label) for c in taxonomy.concepts), default=0.0)
    title = _title(taxonomy)
    width = round(max(widest, width_of(title) * 1.3) + RIGHT)
    height = TOP + LINE * len(taxonomy.concepts)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">'
    body = [f"<title>{escape(title)}</title>", f"<style>{STYLE}</style>", f'<rect width="{width}" height="{height}" fill="#fff"/>']
    body.append(f'<text class="h" x="{LEFT - 8}" y="32">{escape(title)}</text>')
    return "\n".join([head, *body, *_branches(taxonomy), "</svg>"]) + "\n"
