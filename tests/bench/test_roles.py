import pytest
from bench.quality.roles import eleven_points, r_precision, role_scores, scores
from hypothesis import given
from hypothesis import strategies as st

PAGES = st.lists(st.tuples(st.integers(0, 3), st.booleans()), max_size=8)


def test_r_precision_shares_the_places_of_a_tie():
    # Two relevant pages: the first place is right, the second is one of three that tie, one of them relevant.
    ranks = [3, 2, 2, 2, 1]
    relevant = [True, True, False, False, True]

    assert r_precision(ranks, [True, False, False, True, False]) == pytest.approx((1 + 1 / 3) / 2)
    assert r_precision(ranks, relevant) == pytest.approx((1 + 2 / 3) / 3)


def test_r_precision_of_a_ranking_without_ties():
    # 1101001000: three of the first four.
    assert r_precision(range(10, 0, -1), [bool(int(page)) for page in "1101001000"]) == 0.75


def test_r_precision_of_equal_ranks_is_the_share_of_relevant_pages():
    assert r_precision([1, 1, 1, 1], [True, False, False, False]) == 0.25


def test_a_site_without_relevant_pages_has_no_r_precision():
    assert r_precision([1, 2], [False, False]) is None


@given(PAGES)
def test_r_precision_does_not_depend_on_the_order_of_pages(pages):
    forward, backward = zip(*pages, strict=True) if pages else ((), ()), tuple(zip(*pages[::-1], strict=True))

    assert r_precision(*forward) == pytest.approx(r_precision(*(backward or ((), ()))))


def test_eleven_points_interpolate_from_the_right():
    points = eleven_points([bool(int(page)) for page in "1101001000"])

    assert points == pytest.approx([1, 1, 1, 1, 1, 1, 0.75, 0.75, 4 / 7, 4 / 7, 4 / 7])


def test_eleven_points_reach_a_level_exactly():
    # Seven of ten found at place 7 reach recall .7, which 7/10 does not in every order of floating-point steps.
    points = eleven_points([True] * 7 + [False] * 7 + [True] * 3)

    assert points[7] == 1.0
    assert points[8] == pytest.approx(10 / 17)


def test_eleven_points_of_nothing_relevant_are_zero():
    assert eleven_points([False, False]) == [0.0] * 11


def test_a_page_called_other_costs_recall_and_not_precision():
    found = role_scores(["toc", "other", "article"], ["toc", "toc", "article"], "toc")

    assert found == pytest.approx((1.0, 0.5, 2 / 3))


@pytest.mark.parametrize(
    ("right", "given_", "wanted", "expected"),
    [(0, 0, 0, (1, 1, 1)), (0, 0, 3, (0, 0, 0)), (0, 3, 0, (0, 0, 0)), (1, 2, 4, (0.5, 0.25, 1 / 3))],
)
def test_scores_of_counts(right, given_, wanted, expected):
    assert scores(right, given_, wanted) == pytest.approx(expected)
