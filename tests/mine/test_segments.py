import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pages import flat, soup

from sitemine import extract
from sitemine.mine.segments import segment_evidence

PAGE = (
    "<body><nav><a href=/>Home</a> <a href=/n>News</a></nav>"
    "<main><h1>Tides</h1><p>The harbour <a href=/x>was</a> empty.</p></main>"
    "<div class=comments><p>Nice</p></div><footer>End</footer>"
)
SEGMENTS = ["Home News", "Tides", "The harbour was empty.", "Nice", "End"]


def segments(table):
    places = zip(table.segment_start.tolist(), table.segment_end.tolist(), strict=True)
    return [table.text[start:end] for start, end in places]


def test_the_evidence_of_a_small_page_is_what_one_counts_by_hand():
    table = flat(PAGE)

    seen = segment_evidence(table)

    assert segments(table) == SEGMENTS
    assert seen.length.tolist() == [9, 5, 22, 4, 3]
    assert seen.width.tolist() == [9, 5, 22, 4, 3]
    assert seen.link_share.tolist() == pytest.approx([8 / 9, 0, 3 / 22, 0, 0])
    assert seen.in_landmark.tolist() == [True, False, False, False, True]
    assert seen.in_body.tolist() == [False, True, True, False, False]
    assert seen.in_comments.tolist() == [False, False, False, True, False]


@pytest.mark.parametrize("html", ["<p>One.", "<h1>T</h1><p>One paragraph of some length.", "<p>aa bb<p>cc dd<p>ee ff"])
def test_a_page_of_a_few_words_keeps_them(html):
    assert extract(html).text == "\n".join(part for part in re.split(r"<[^>]*>", html) if part)


def test_segments_of_one_path_share_their_links():
    table = flat("<ul><li><a href=/1>aaaa</a><li>bbbb</ul><p>cccc")

    assert segment_evidence(table).path_link_share.tolist() == pytest.approx([0.5, 0.5, 0])


def test_the_same_path_on_another_page_is_not_shared():
    table = flat("<p><a href=/1>aaaa</a>", "<p>bbbb")

    assert segment_evidence(table).path_link_share.tolist() == [1, 0]


def test_a_letter_of_a_script_without_spaces_is_wider():
    seen = segment_evidence(flat("<p>港口ab"))

    assert seen.length.tolist() == [4]
    assert seen.width.tolist() == [2 * 2.5 + 2]


@pytest.mark.parametrize("tag", ["header", "footer", "nav", "aside", "form"])
def test_a_landmark_holds_for_everything_below_it(tag):
    seen = segment_evidence(flat(f"<{tag}><div><p>in</div></{tag}><p>out"))

    assert seen.in_landmark.tolist() == [True, False]


@pytest.mark.parametrize("name", ['class="Comment-List"', "id=disqus_thread", "class='x respond'"])
def test_comments_are_known_by_class_or_id(name):
    seen = segment_evidence(flat(f"<div {name}><p>in</div><p>out"))

    assert seen.in_comments.tolist() == [True, False]


def test_a_body_that_is_named_for_its_comments_is_none():
    assert not segment_evidence(flat("<body class=comments-open><p>text")).in_comments.any()


@given(st.lists(soup(), min_size=1, max_size=3))
def test_evidence_is_within_its_bounds_on_any_page(htmls):
    table = flat(*htmls)

    seen = segment_evidence(table)

    for share in (seen.link_share, seen.path_link_share):
        assert ((share >= 0) & (share <= 1)).all()
    assert (seen.width >= seen.length).all()


@given(st.lists(soup(), min_size=2, max_size=3))
def test_the_evidence_of_a_page_does_not_depend_on_its_neighbours(htmls):
    together = segment_evidence(flat(*htmls))
    alone = [segment_evidence(flat(html)) for html in htmls]

    columns = "length width link_share path_link_share in_landmark in_body in_comments"
    for name in columns.split():
        expected = np.concatenate([getattr(seen, name) for seen in alone])
        assert getattr(together, name).tolist() == expected.tolist(), name


@st.composite
def voted(draw):
    """A table of some pages and a probability for each of its segments."""
    table = flat(*draw(st.lists(soup(), min_size=1, max_size=3)))
    n = len(table.segment_start)
    # Few values, so that ties and sums of nothing are common.
    return table, np.array(draw(st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=n, max_size=n)))
