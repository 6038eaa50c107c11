"""The visual separators between the blocks of a pool (Cai, Yu, Wen, Ma 2003, section 4.2), in closed form.

The paper starts with one separator over all of the pool and lets each block split, shorten or remove it. What is left does
not depend on the order of the blocks: it is the gaps of their projections on the axis. So: sort the blocks by where they
start, take the running maximum of where they end, and a separator is wherever the next start lies beyond it:

    (max_end[:j], start[j])  wherever  start[j] > max_end[:j]

O(B log B) for B blocks, for all pools of all pages in one sort. `tests/mine/visual/test_separators.py` holds it to the paper's
procedure. In the modern profile blocks that touch are separated too, by a separator of no width: today's pages part their
bands by colour rather than by gaps.

The weight of a separator grows with its width, with a line in it (hr, border), with different backgrounds on its sides and,
if it is horizontal, with different fonts, and more where the font grows downward; alike text on both sides lessens it. The
directions are the paper's, the magnitudes ours (V5).
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sitemine.dom.layout import PIXEL, Lengths, Places
from sitemine.dom.table import Flags
from sitemine.options import Vips

LEAST: Final = 1
GAPS: Final = (8, 15)
"""Pixels up to which a gap weighs 1, and 2; beyond, 4 and 2 more for every 10."""

TENTH: Final = 10
MOST: Final = 12
"""What a gap can weigh."""

AXIS: Final = np.int64(1) << 40
"""More than any place on an axis: pools are laid end to end, so that one running maximum serves all."""

TOP, RIGHT, BOTTOM, LEFT = 1, 2, 4, 8
"""Sides with a border, as in `acquire.boxes`."""


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """What the blocks of pools look like, as columns; what is at their edges counts for separators."""

    left: Lengths
    top: Lengths
    right: Lengths
    bottom: Lengths
    background: npt.NDArray[np.int64]
    border: npt.NDArray[np.int64]
    first_font: Lengths  # size and weight of the first and the last text, as one number; 0 without text
    last_font: Lengths
    first_size: Lengths
    last_size: Lengths
    text: npt.NDArray[np.int64]  # 0 for what is no plain text, else what kind
    lines_before: Places  # lines of the page before the block begins, and before it ends
    lines_within: Places


class Separators(NamedTuple):
    """The separators of some pools in one direction, in the order of pools and along the axis."""

    pool: Places
    start: Lengths
    end: Lengths
    before: Places  # the block that reaches furthest before it, and the first behind it
    behind: Places
    place: Places  # of the block behind it in `order`
    order: Places  # blocks by pool and along the axis


def separators(pool: Places, start: Lengths, end: Lengths, *, touching: bool) -> Separators:
    """The separators of pools of blocks, from where the blocks of each start and end on an axis."""
    order = np.lexsort((end, start, pool))
    base = pool[order] * AXIS
    starts, ends = start[order] + base, end[order] + base
    furthest = np.maximum.accumulate(ends)
    same = pool[order][1:] == pool[order][:-1]
    parted = starts[1:] >= furthest[:-1] if touching else starts[1:] > furthest[:-1]
    at = np.flatnonzero(same & parted)
    reaching = np.maximum.accumulate(np.where(ends == furthest, np.arange(len(order)), 0))
    return Separators(
        pool=pool[order[at]],
        start=furthest[at] - base[at],
        end=starts[at + 1] - base[at + 1],
        before=order[reaching[at]],
        behind=order[at + 1],
        place=at + 1,
        order=order,
    )


def gap_weights(width: Lengths) -> npt.NDArray[np.int64]:
    """1 up to 8 pixels, 2 up to 15, 4 up to 25, 6 up to 35 and so on, at most 12."""
    pixels = width // PIXEL
    far = np.minimum(2 * ((pixels - GAPS[1] - 1) // TENTH + 1) + 2, MOST)
    return np.asarray(np.where(pixels <= GAPS[0], 1, np.where(pixels <= GAPS[1], 2, far)))


def weights(found: Separators, looks: Looks, options: Vips, *, horizontal: bool) -> npt.NDArray[np.int64]:
    """How visible each separator is."""
    before, behind = found.before, found.behind
    facing = (BOTTOM, TOP) if horizontal else (RIGHT, LEFT)
    lined = ((looks.border[before] & facing[0]) > 0) | ((looks.border[behind] & facing[1]) > 0)
    lined |= looks.lines_before[behind] > looks.lines_within[before]
    weight = gap_weights(found.end - found.start) + options.line_weight * lined
    weight += options.background_weight * (looks.background[before] != looks.background[behind])
    above, below = looks.last_font[before], looks.first_font[behind]
    speaks: Flags = (above > 0) & (below > 0)
    if horizontal:
        weight += options.font_weight * (speaks & (above != below))
        weight += options.font_weight * (speaks & (looks.last_size[before] < looks.first_size[behind]))
    alike = (looks.text[before] > 0) & (looks.text[before] == looks.text[behind]) & (above == below)
    return np.asarray(np.maximum(weight - options.alike_weight * alike, LEAST))
