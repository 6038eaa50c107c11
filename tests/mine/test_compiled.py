"""What the kernel finds of blocks, names and landmarks, against the twins that say what is to be found."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pages import flat, soup

from sitemine import kernel
from sitemine.measure import terms_of
from sitemine.mine.around import MOST_KINDS, standing
from sitemine.mine.scoring.alike import groups_of
from sitemine.mine.scoring.choice import informative_nodes, kept_units
from sitemine.mine.scoring.features import LANDMARKS, features, wider
from sitemine.mine.scoring.linear import LEVELS, Learned, scores_of
from sitemine.mine.scoring.names import SLOTS, names_of
from sitemine.mine.scoring.units import units_of
from sitemine.mine.segments import segment_evidence

pytestmark = pytest.mark.skipif(kernel.compiled is None, reason="the kernel was not compiled here")

ODD_CLASSES = [
    '<div class="Entry-Content postBody post-1234 X"><p id=comment-7>a. B! 3 語',
    '<p class="  HTMLParser iPhone42 ÄÖ-é __ - 12 a1b2" role=Main itemprop=articleBody>x',
    '<p class="a-b Cd">x<p class="a-b Cd">y<p id="a-b Cd">z<p class="a-b">w' * 2,
    '<p style="color:red;display: \tnone">a<u style="DISPLAY:NONE">d</u><b style="visibility:hidden" hidden>b</b><i style="display:block">c',
    f'<p class="{"word " * 60}lastWord" id=>x<p class>y',
    "<nav><ul><li>a<h1>b</h1></ul></nav><main><article><h2>c</h2><p>d, e. f</article></main><footer>g</footer>",
]


def learned():
    """Weights by chance, the same each time."""
    random = np.random.default_rng(7)
    named = random.integers(-500, 500, (LEVELS + 1, SLOTS)).astype(np.int16)
    named[:, ::3] = 0
    term = random.integers(-500, 500, SLOTS).astype(np.int16)
    return Learned(named, term, np.array([5, -7]))


LEARNED = learned()


def seen(table):
    """All that is found of a table, by name."""
    terms, names = terms_of(table), names_of(table)
    units = units_of(table, terms)
    scores, group = scores_of(table, terms, units, names, LEARNED), groups_of(table, units, names)
    said = np.zeros((table.n_pages, 100))
    evidence = segment_evidence(table)
    return {
        **{f"names.{name}": getattr(names, name) for name in names.__slots__},
        **{f"units.{name}": getattr(units, name) for name in units.__slots__},
        **{f"evidence.{name}": getattr(evidence, name) for name in ("width", "in_landmark", "in_body", "in_comments")},
        **features(table, units, scores, group, said),
        "group": group,
    }


def assert_twins_agree(table):
    found = seen(table)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "compiled", None)
        expected = seen(table)
    assert found.keys() == expected.keys()
    for name, column in found.items():
        assert column.tolist() == expected[name].tolist(), name


@pytest.mark.parametrize("html", ODD_CLASSES)
def test_odd_pages_are_seen_alike(html):
    assert_twins_agree(flat(html))


@given(st.lists(soup(30) | st.sampled_from(ODD_CLASSES), max_size=4))
def test_any_pages_are_seen_alike(htmls):
    assert_twins_agree(flat(*htmls))


@given(
    st.lists(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 30)), max_size=9), max_size=4),
    st.sampled_from((0.5, 1.0, 2.0)),
    st.integers(0, 40),
)
def test_blocks_are_kept_alike(pages, beta, least):
    table = flat(*("".join(f"<p>{'word ' * n}" for _, n in page) for page in pages))
    units = units_of(table, terms_of(table))
    eighths = [eighth for page in pages for eighth, n in page if n]
    probability = np.resize(np.array(eighths or [0]), len(units)) / 8

    kept = kept_units(units, probability, beta, least)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "compiled", None)
        assert kept.tolist() == kept_units(units, probability, beta, least).tolist()
        expected = informative_nodes(table, units, kept).tolist()
    assert informative_nodes(table, units, kept).tolist() == expected


@pytest.mark.parametrize("starts", [[], [0], [1, 3], [0, 2, 1, 3], [0, 1 << 40]])
def test_starts_of_no_pages_are_refused(starts):
    starts, column, widths = np.array(starts, np.int64), np.zeros(3, np.int64), np.zeros(3)

    with pytest.raises(ValueError, match="not the starts of pages"):
        kernel.compiled.alike(starts, column)
    with pytest.raises(ValueError, match="not the starts of pages"):
        kernel.compiled.ranked(starts, column, widths, 0.0)
    with pytest.raises(ValueError, match="not the starts of pages"):
        kernel.compiled.keep(starts, column, column, 1.0, 1.0, 0)
    with pytest.raises(ValueError, match="not the starts of pages"):
        kernel.compiled.smallest(starts, column, widths, *[np.zeros(1, np.int32)] * 3, 1.0)
    with pytest.raises(ValueError, match="too short"):
        kernel.compiled.keep(np.array([0, 3]), column, column[:1], 1.0, 1.0, 0)


def test_a_node_stands_in_itself_and_in_all_that_is_around_it():
    table = flat("<div><div><p>x</div></div>")
    marks = np.array([tag == "div" for tag in (table.tags[k] for k in table.tag)], np.uint16) << np.uint16(3)

    counts = standing(table, marks, np.arange(len(table)))

    assert counts.shape == (len(table), MOST_KINDS)
    assert counts[:, 3].tolist() == [0, 0, 1, 2, 2]
    assert not np.delete(counts, 3, axis=1).any()


def test_what_says_more_is_the_nearest_that_does():
    table = flat("<div><section><p><b>a</b></p></section><p>b</p></div>")

    assert [table.tags[table.tag[k]] for k in wider(table)] == ["html", "html", "html", "div", "div", "div", "div"]


def test_columns_of_no_blocks_are_refused():
    table = flat(ODD_CLASSES[-1])
    units = units_of(table, terms_of(table))
    n, zeros = len(units), np.zeros(len(units), np.int64)
    of_blocks = (units.page, units.node, units.anchor, units.length, units.stops, units.width, units.n_terms)
    flags = np.zeros(n, np.bool_)
    of_nodes = (table.page, table.parent, units.node_first, units.node_last, table.depth, table.tag, wider(table))
    columns = (*map(np.ascontiguousarray, of_blocks), zeros, zeros, zeros, flags, flags, units.page_start, *of_nodes)

    assert len(kernel.compiled.blocks(columns)) > 0
    for place in (0, 1, 9, 12, 13, 14, 15, 16, 19):
        spoilt = [column.copy() for column in columns]
        spoilt[place][-1] = 1 << 20
        with pytest.raises(ValueError, match="not the columns of blocks"):
            kernel.compiled.blocks(tuple(spoilt))
    with pytest.raises(ValueError, match="too short"):
        kernel.compiled.blocks((*columns[:3], np.zeros(0, np.int32), *columns[4:]))


def test_every_landmark_has_a_bit():
    assert len(LANDMARKS) < MOST_KINDS
