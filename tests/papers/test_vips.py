"""Worked examples of VIPS (Cai, Yu, Wen, Ma 2003): the figures of sections 4.1 to 4.3 in numbers."""

import numpy as np
import pytest
from shown import shown, tree
from sweep import found_in, swept

from sitemine.dom.layout import PIXEL
from sitemine.mine.visual.separators import gap_weights
from sitemine.mine.visual.vips import visual_blocks
from sitemine.options import Vips

POOL = [(10, 30), (40, 55), (70, 90), (35, 80)]
GREY = {"background": 0xDDDDDD}


@pytest.mark.parametrize(("n_blocks", "inner"), [(1, []), (2, [(30, 40)]), (3, [(30, 40), (55, 70)]), (4, [(30, 35)])])
def test_each_block_of_the_pool_splits_shortens_or_removes_separators(n_blocks, inner):
    """Figure 6: split, split, split, then a block that crosses one separator and covers another."""
    spans = POOL[:n_blocks]

    found = found_in(spans)

    assert list(zip(found.start.tolist(), found.end.tolist(), strict=True)) == inner
    assert swept(spans, 0, 100) == inner


def test_gaps_of_4_12_16_26_36_60_pixels_weigh_1_2_4_6_8_12():
    assert gap_weights(np.array([4, 12, 16, 26, 36, 60]) * PIXEL).tolist() == [1, 2, 4, 6, 8, 12]


def test_a_row_whose_first_cell_has_another_background_falls_into_its_valid_cells():
    """Figure 4: TABLE with one valid TR of five TD, of which TD2 and TD4 are not seen."""
    cells = [
        ("td", (0, 0, 300, 400), "one", GREY),
        ("td", (300, 0, 0, 400), ""),
        ("td", (310, 0, 300, 400), [("p", (310, 0, 300, 200), "three"), ("p", (310, 200, 300, 200), "more")]),
        ("td", (610, 0, 0, 400), ""),
        ("td", (620, 0, 380, 400), [("p", (620, 0, 380, 200), "five"), ("p", (620, 200, 380, 200), "more")]),
    ]
    table, layout = shown(
        [("table", (0, 0, 1000, 400), [("tbody", (0, 0, 1000, 400), [("tr", (0, 0, 1000, 400), cells)])])]
    )

    blocks = visual_blocks(table, layout, Vips(pdoc=5, is_modern=False))

    assert tree(table, layout, blocks) == "(one (three five))"
    assert [table.tags[layout.tag[b]] for b in blocks.first[blocks.is_leaf]] == ["td", "td", "td"]


def stacked(gaps, height=100):
    """Paragraphs below each other, none alike: of their own kind each."""
    tops = np.concatenate(([0], np.cumsum([height + gap for gap in gaps]))).tolist()
    kinds = ("p", "h6", "dt", "dd", "h5", "li")
    names = ("one", "two", "three", "four", "five", "six")
    return [(kinds[k], (0, top, 1000, height), names[k]) for k, top in enumerate(tops)]


def test_six_blocks_with_separators_4_6_4_6_4_merge_by_twos():
    """Figures 7 and 8: the first round merges across the separators of the lowest weight."""
    table, layout = shown(stacked([16, 26, 16, 26, 16]))

    blocks = visual_blocks(table, layout, Vips(pdoc=10, is_modern=False))

    assert blocks.separators.weight.tolist() == [6, 6, 4, 4, 4]
    assert tree(table, layout, blocks) == "((one two) (three four) (five six))"


def test_the_strongest_separator_inside_scales_the_degree_from_10_to_1():
    """V6: of weights 4, 5, 6 a merged block gets 10, 5, 1; here 4, 8 and 12 on one page."""
    table, layout = shown(stacked([60, 36, 16]))

    blocks = visual_blocks(table, layout, Vips(pdoc=10, is_modern=False))

    assert tree(table, layout, blocks) == "(one (two (three four)))"
    assert sorted(blocks.separators.weight.tolist()) == [4, 8, 12]
    merged = blocks.coherence[~blocks.is_leaf].tolist()
    assert merged == [1, 5, 10]


def test_no_block_is_less_coherent_than_the_one_around_it():
    table, layout = shown(stacked([60, 36, 16, 26, 9]))

    blocks = visual_blocks(table, layout, Vips(pdoc=10))

    inner = blocks.parent >= 0
    assert (blocks.coherence[inner] >= blocks.coherence[blocks.parent[inner]]).all()
