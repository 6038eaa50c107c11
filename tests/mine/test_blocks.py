import re
from dataclasses import replace
from math import log1p

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pages import flat, row, soup

from sitemine import extract
from sitemine.mine.blocks import VOTE_ONE, choose, probabilities, segment_evidence
from sitemine.options import Weights

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
    assert seen.near_link_share.tolist() == pytest.approx([0, (8 / 9 + 3 / 22) / 2, 0, 3 / 44, 0])
    assert seen.position.tolist() == pytest.approx([0, 0.2, 0.4, 0.6, 0.8])
    assert seen.in_landmark.tolist() == [True, False, False, False, True]
    assert seen.in_body.tolist() == [False, True, True, False, False]
    assert seen.in_comments.tolist() == [False, False, False, True, False]
    assert not seen.in_pre.any()


def test_the_length_nearby_is_the_mean_of_the_logarithms_of_a_segment_and_its_neighbours():
    seen = segment_evidence(flat(PAGE))

    a, b, c, d, e = map(log1p, [9, 5, 22, 4, 3])
    expected = [(a + 2 * b) / 3, (a + b + c) / 3, (b + c + d) / 3, (c + d + e) / 3, (2 * d + e) / 3]
    assert seen.near_length.tolist() == pytest.approx(expected)


def test_a_segment_without_neighbours_is_like_itself():
    seen = segment_evidence(flat("<p><a href=/1>aaaa</a>bbbb"))

    assert seen.near_link_share.tolist() == [0.5]
    assert seen.near_length.tolist() == pytest.approx([log1p(8)])


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


def test_code_is_seen_as_such():
    assert segment_evidence(flat("<p>a</p><pre>b</pre>")).in_pre.tolist() == [False, True]


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

    for share in (seen.link_share, seen.path_link_share, seen.near_link_share, seen.position):
        assert ((share >= 0) & (share <= 1)).all()
    assert (seen.width >= seen.length).all()
    assert (seen.first_row <= seen.end_row).all()


@given(st.lists(soup(), min_size=2, max_size=3))
def test_the_evidence_of_a_page_does_not_depend_on_its_neighbours(htmls):
    together = segment_evidence(flat(*htmls))
    alone = [segment_evidence(flat(html)) for html in htmls]

    columns = (
        "length width link_share path_link_share near_link_share near_length position in_landmark in_body in_comments"
    )
    for name in columns.split():
        expected = np.concatenate([getattr(seen, name) for seen in alone])
        assert getattr(together, name).tolist() == expected.tolist(), name


@given(soup(), st.floats(0, 1), st.floats(0, 1))
def test_a_segment_that_says_more_is_never_less_likely(html, one, other):
    seen = segment_evidence(flat(html))
    low, high = sorted((one, other))

    less, more = (probabilities(seen, np.full(len(seen.page), said), Weights.site()) for said in (low, high))

    assert (less <= more).all()
    assert ((less > 0) & (more < 1)).all()


def test_information_counts():
    seen = segment_evidence(flat(PAGE))

    none, full = (probabilities(seen, np.full(5, said), Weights.site()) for said in (0.0, 1.0))

    assert (full > none + 0.05).all()


def test_without_other_pages_information_is_not_asked_for():
    seen = segment_evidence(flat(PAGE))
    weights = replace(Weights.alone(), information=100.0)

    assert (probabilities(seen, None, weights) == probabilities(seen, None, Weights.alone())).all()


@st.composite
def voted(draw):
    """A table of some pages and a probability for each of its segments."""
    table = flat(*draw(st.lists(soup(), min_size=1, max_size=3)))
    n = len(table.segment_start)
    # Few values, so that ties and sums of nothing are common.
    return table, np.array(draw(st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=n, max_size=n)))


def plainly_chosen(table, probability):
    """The best subtree of each page by trying them all, and the segments that stay."""
    starts = table.segment_start.tolist()
    lengths = (table.segment_end - table.segment_start).tolist()
    votes = [round((2 * p - 1) * length * VOTE_ONE) for p, length in zip(probability.tolist(), lengths, strict=True)]

    def inside(node):
        return {k for k, start in enumerate(starts) if table.text_start[node] <= start < table.text_end[node]}

    def total(node):
        return sum(votes[k] for k in inside(node))

    chosen, kept = [], set()
    for page in range(table.n_pages):
        rows = range(table.page_start[page], table.page_start[page + 1])
        best = max(rows, key=lambda node: (total(node), -node))
        chosen.append(best if total(best) > 0 else -1)
        if total(best) > 0:
            below = range(best + 1, table.subtree_end[best])
            kept |= inside(best).difference(*(inside(node) for node in below if total(node) < 0))
    return chosen, sorted(kept)


@given(voted())
def test_the_block_chosen_is_the_best_of_all_subtrees(made):
    table, probability = made

    choice = choose(table, segment_evidence(table), probability)

    assert (choice.node.tolist(), np.flatnonzero(choice.kept).tolist()) == plainly_chosen(table, probability)


def test_of_equal_subtrees_the_outermost_is_chosen():
    table = flat("<div><section><p>text</section></div>")

    choice = choose(table, segment_evidence(table), np.array([1.0]))

    assert choice.node.tolist() == [0]


def test_a_doubted_subtree_within_the_block_is_left_out():
    table = flat("<article><p>long enough to win<aside><p>no<p>nor</aside><p>and more of it</article>")

    choice = choose(table, segment_evidence(table), np.array([0.9, 0.1, 0.4, 0.9]))

    assert choice.kept.tolist() == [True, False, False, True]


def test_a_doubted_subtree_at_the_edge_is_not_entered():
    table = flat("<nav><p>menu menu menu</nav><article><p>the text of it</article>")

    choice = choose(table, segment_evidence(table), np.array([0.1, 0.9]))

    assert choice.node.tolist() == [row(table, "article")]
    assert choice.kept.tolist() == [False, True]


def test_nothing_is_chosen_where_nothing_informs():
    table = flat("<p>a<p>b", "<p>c")

    choice = choose(table, segment_evidence(table), np.array([0.5, 0.1, 0.9]))

    assert choice.node[0] == -1
    assert choice.kept.tolist() == [False, False, True]


def test_a_table_of_no_pages_has_no_choice():
    table = flat()

    choice = choose(table, segment_evidence(table), np.zeros(0))

    assert len(choice.node) == len(choice.kept) == 0
