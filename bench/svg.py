"""Small line charts as SVG, the same bytes for the same numbers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 60, 230, 30, 50  # margins; the names of the lines stand on the right
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999")
"""Okabe and Ito's colours, which people of every kind of sight tell apart."""

LINE = 20  # pixels from one name to the next


@dataclass(frozen=True, slots=True)
class Axis:
    """What an axis shows: its title, and the names of its ticks by their values."""

    title: str
    ticks: Mapping[float, str]

    def place(self, value: float) -> float:
        """Where a value stands between the first tick (0) and the last (1)."""
        first, last = min(self.ticks), max(self.ticks)
        return (min(max(value, first), last) - first) / (last - first)


def _x(axis: Axis, value: float) -> str:
    return f"{LEFT + axis.place(value) * (WIDTH - LEFT - RIGHT):.1f}"


def _y(axis: Axis, value: float) -> str:
    return f"{HEIGHT - BOTTOM - axis.place(value) * (HEIGHT - TOP - BOTTOM):.1f}"


def _frame(title: str, across: Axis, up: Axis) -> Iterator[str]:
    yield f'<text x="{LEFT}" y="18" font-weight="bold">{escape(title)}</text>'
    for value, name in up.ticks.items():
        y = _y(up, value)
        yield f'<line x1="{LEFT}" y1="{y}" x2="{WIDTH - RIGHT}" y2="{y}" stroke="#ddd"/>'
        yield f'<text x="{LEFT - 8}" y="{y}" dy="4" text-anchor="end">{escape(name)}</text>'
    for value, name in across.ticks.items():
        yield f'<text x="{_x(across, value)}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{escape(name)}</text>'
    middle, centre = (LEFT + WIDTH - RIGHT) // 2, (TOP + HEIGHT - BOTTOM) // 2
    yield f'<text x="{middle}" y="{HEIGHT - 10}" text-anchor="middle">{escape(across.title)}</text>'
    yield f'<text transform="translate(14 {centre}) rotate(-90)" text-anchor="middle">{escape(up.title)}</text>'


def _lines(across: Axis, up: Axis, lines: Mapping[str, Sequence[tuple[float, float]]]) -> Iterator[str]:
    for place, (name, points) in enumerate(lines.items()):
        colour = COLOURS[place % len(COLOURS)]
        path = " ".join(f"{_x(across, x)},{_y(up, y)}" for x, y in points)
        y = TOP + 10 + LINE * place
        yield f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
        yield f'<line x1="{WIDTH - RIGHT + 15}" y1="{y}" x2="{WIDTH - RIGHT + 40}" y2="{y}" stroke="{colour}" stroke-width="3"/>'
        yield f'<text x="{WIDTH - RIGHT + 46}" y="{y + 4}">{escape(name)}</text>'


def chart(title: str, across: Axis, up: Axis, lines: Mapping[str, Sequence[tuple[float, float]]]) -> str:
    """A chart of some named lines, given by their points."""
    body = [*_frame(title, across, up), *_lines(across, up, lines)]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        'font-family="sans-serif" font-size="12">'
    )
    return "\n".join([head, f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>', *body, "</svg>"]) + "\n"
