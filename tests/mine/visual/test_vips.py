from dataclasses import replace

import numpy as np
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from shown import shown, tree

from sitemine.dom.flow import approximate
from sitemine.mine.visual.shown import at_degree, informative, leaf_of_boxes, leaf_of_segments
from sitemine.mine.visual.vips import visual_blocks
from sitemine.options import Vips

TAGS = ("div", "p", "ul", "section", "h2", "span", "a", "article")
RECTANGLES = st.tuples(st.integers(0, 900), st.integers(0, 900), st.integers(0, 400), st.integers(0, 400))
SAID = st.fixed_dictionaries(
    {
        "size": st.sampled_from([12, 16, 32]),
        "background": st.sampled_from([0xFFFFFF, 0xEEEEEE]),
        "position": st.sampled_from(["static", "static", "static", "fixed", "sticky"]),
        "display": st.sampled_from(["block", "inline", "flex", "contents"]),
        "border": st.sampled_from([0, 0, 1, 15]),
    }
)
NODES = st.recursive(
    st.tuples(st.sampled_from(TAGS), RECTANGLES, st.sampled_from(["word", "more words", ""]), SAID),
    lambda inner: st.tuples(
        st.sampled_from(("div", "section")), RECTANGLES, st.lists(inner, min_size=1, max_size=4), SAID
    ),
    max_leaves=12,
)
PAGES = st.lists(NODES, min_size=1, max_size=5)
PROFILES = st.sampled_from([Vips(), Vips.paper(), Vips(has_rule_7b=True, divides_at_breaks=True, deviation=1.0)])


def flowing(node):
    """The same node with nothing that stands apart from the page's flow."""
    tag, rectangle, inner, said = node
    within = inner if isinstance(inner, str) else [flowing(child) for child in inner]
    return tag, rectangle, within, {**said, "position": "static"}


def paragraph(y, text="text", height=80, **said):
    return ("p", (0, y, 1000, height), text, said)


@settings(max_examples=30, phases=[Phase.generate], deadline=None)
@given(PAGES, PROFILES, st.integers(1, 10))
def test_blocks_form_a_tree_whose_degrees_never_fall(nodes, profile, pdoc):
    table, layout = shown(nodes)

    blocks = visual_blocks(table, layout, replace(profile, pdoc=pdoc))
    inner = np.flatnonzero(blocks.parent >= 0)

    assert (blocks.parent[inner] < inner).all()
    assert (blocks.level[inner] == blocks.level[blocks.parent[inner]] + 1).all()
    assert (blocks.coherence[inner] >= blocks.coherence[blocks.parent[inner]]).all()
    assert ((blocks.coherence >= 1) & (blocks.coherence <= 10)).all()
    parts = inner[~(blocks.is_apart[inner] & (blocks.level[inner] == 1))]
    assert (np.bincount(blocks.parent[parts], minlength=len(blocks)) > 0).tolist() == (~blocks.is_leaf).tolist()


@settings(max_examples=30, phases=[Phase.generate], deadline=None)
@given(PAGES, st.integers(1, 10))
def test_every_text_that_is_seen_stands_in_one_leaf(nodes, pdoc):
    table, layout = shown(nodes)

    blocks = visual_blocks(table, layout, Vips(pdoc=pdoc))
    leaf = leaf_of_boxes(layout, blocks)[layout.box_of_run]
    seen = (layout.width[layout.box_of_run] > 64) & (layout.height[layout.box_of_run] > 64)

    assert (leaf[seen] >= 0).all()
    assert blocks.is_leaf[leaf[seen]].all()


@settings(max_examples=30, phases=[Phase.generate], deadline=None)
@given(PAGES, st.integers(1, 9))
def test_the_tree_of_the_finest_degree_holds_the_blocks_of_every_other(nodes, pdoc):
    table, layout = shown([flowing(node) for node in nodes])

    fine, coarse = (visual_blocks(table, layout, Vips(pdoc=degree)) for degree in (10, pdoc))

    def parts(blocks):
        leaf = leaf_of_boxes(layout, blocks)[layout.box_of_run]
        return np.where(leaf >= 0, at_degree(blocks, pdoc)[leaf], -1)

    first, second = parts(fine), parts(coarse)
    both = (first >= 0) & (second >= 0)
    pairs = set(zip(first[both].tolist(), second[both].tolist(), strict=True))

    assert len(pairs) == len({block for block, _ in pairs}) == len({block for _, block in pairs})


@settings(max_examples=30, phases=[Phase.generate], deadline=None)
@given(st.lists(PAGES, min_size=2, max_size=4))
def test_pages_that_are_divided_together_are_divided_as_alone(pages):
    together = shown(*pages)
    blocks = visual_blocks(*together)

    for page, nodes in enumerate(pages):
        alone = shown(nodes)
        assert tree(*together, blocks, page) == tree(*alone, visual_blocks(*alone))


@settings(max_examples=30, phases=[Phase.generate], deadline=None)
@given(PAGES)
def test_separators_lie_in_the_block_that_they_part(nodes):
    table, layout = shown(nodes)

    blocks = visual_blocks(table, layout)
    lines = blocks.separators
    inner = blocks.level[lines.block] > 0
    low = np.where(lines.is_horizontal, blocks.top[lines.block], blocks.left[lines.block])
    high = np.where(lines.is_horizontal, blocks.bottom[lines.block], blocks.right[lines.block])

    assert (lines.weight >= 1).all()
    assert (lines.start <= lines.end).all()
    merged = inner & (blocks.first[lines.block] == blocks.end[lines.block])
    assert (lines.start[merged] >= low[merged]).all()
    assert (lines.end[merged] <= high[merged]).all()


def test_a_page_without_text_is_one_block():
    table, layout = shown([("div", (0, 0, 100, 100), "")])

    blocks = visual_blocks(table, layout)

    assert blocks.parent.tolist() == [-1]
    assert len(blocks.separators.block) == 0


def test_no_page_at_all_has_no_blocks():
    table, layout = shown()

    assert len(visual_blocks(table, layout)) == 0


def test_a_deep_page_is_divided_in_no_more_rounds_than_allowed():
    node = ("p", (0, 0, 500, 50), "text")
    for _ in range(200):
        node = ("div", (0, 0, 1000, 100), [node, ("p", (0, 60, 500, 30), "more")])
    table, layout = shown([node])

    blocks = visual_blocks(table, layout, Vips(pdoc=10, rounds=3))

    assert blocks.level.max() < 3 * 64


def test_a_line_between_two_blocks_makes_their_separator_heavier():
    plain = [paragraph(0, "one"), ("h2", (0, 100, 1000, 80), "two")]
    ruled = [plain[0], ("hr", (0, 88, 1000, 2), ""), plain[1]]

    weights = [visual_blocks(*shown(nodes), Vips(pdoc=5)).separators.weight.tolist() for nodes in (plain, ruled)]

    assert weights[1][0] == weights[0][0] + 2


def test_bars_that_are_fixed_are_blocks_of_their_own_and_cross_no_separator():
    nodes = [paragraph(0, "one"), paragraph(200, "two"), ("div", (0, 50, 1000, 300), "bar", {"position": "fixed"})]
    table, layout = shown(nodes)

    assert tree(table, layout, visual_blocks(table, layout)) == "(*bar one two)"
    assert tree(table, layout, visual_blocks(table, layout, Vips.paper())) == "(one two bar)"


def test_text_that_is_cut_off_goes_with_the_text_before_it():
    nodes = [paragraph(0, "shown"), ("p", (0, 80, 1000, 0), "cut"), paragraph(300, "other")]
    table, layout = shown(nodes)

    blocks = visual_blocks(table, layout, Vips(pdoc=10))
    leaf = leaf_of_segments(table, layout, blocks)

    assert leaf[0] == leaf[1] != leaf[2]


def test_the_block_with_the_most_votes_informs_and_what_is_not_seen_does_not():
    story = [("p", (300, y, 600, 80), "story " * 20) for y in (0, 100, 200)]
    menu = [("ul", (0, 0, 200, 300), "menu words")]
    nodes = [*menu, ("div", (300, 0, 600, 280), story), ("p", (0, 0, 0, 0), "hidden", {"visible": False})]
    table, layout = shown(nodes)
    probability = np.where(np.char.startswith(_segments(table), "story"), 0.9, 0.2)

    found = informative(table, layout, visual_blocks(table, layout, Vips(pdoc=10)), probability, 6)
    kept = found.kept[found.segment_block]

    assert [text.split()[0] for text, is_kept in zip(_segments(table), kept, strict=True) if is_kept] == ["story"] * 3
    assert found.coherence[found.segment_block][-1] == 0
    assert ((found.score >= 0) & (found.score <= 1)).all()


def _segments(table):
    return np.array([table.text[a:b] for a, b in zip(table.segment_start, table.segment_end, strict=True)])


def test_the_approximation_finds_the_columns_of_a_table():
    table, _ = shown(
        [
            (
                "table",
                (0, 0, 0, 0),
                [
                    (
                        "tbody",
                        (0, 0, 0, 0),
                        [
                            (
                                "tr",
                                (0, 0, 0, 0),
                                [("td", (0, 0, 0, 0), "left " * 90), ("td", (0, 0, 0, 0), "right " * 90)],
                            )
                        ],
                    )
                ],
            ),
            ("p", (0, 0, 0, 0), "below " * 90),
        ]
    )
    layout = approximate(table)

    blocks = visual_blocks(table, layout, Vips(pdoc=8))

    assert tree(table, layout, blocks) == "((left right) below)"
