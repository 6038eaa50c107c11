import numpy as np
import pytest
from bench.confidence.__main__ import POINTS, expected_error, points_of, rising, table
from hypothesis import given
from hypothesis import strategies as st

from sitemine.mine.article.confidence import calibrated


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_rising_values_rise_and_keep_their_mean(values):
    found = rising(np.array(values), np.ones(len(values)))

    assert (np.diff(found) >= 0).all()
    assert found.mean() == pytest.approx(np.mean(values))


def test_values_that_rise_already_stay():
    assert rising(np.array([0.1, 0.2, 0.9]), np.ones(3)).tolist() == [0.1, 0.2, 0.9]


def test_points_of_pages_that_are_as_good_as_they_are_sure_are_a_straight_line():
    sureness = np.repeat(np.linspace(0, 1, POINTS), 500)

    assert points_of(sureness, sureness) == pytest.approx(np.linspace(0, 1, POINTS), abs=0.01)


@given(st.lists(st.floats(0, 1), min_size=2, max_size=30), st.floats(0, 1), st.floats(0, 1))
def test_confidence_lies_between_0_and_1_and_rises_with_sureness(points, one, other):
    points = sorted(points)

    low, high = sorted((one, other))

    assert 0 <= calibrated(low, points) <= calibrated(high, points) <= 1


def test_the_table_holds_every_page_once():
    said, f1 = np.array([0.1, 0.55, 0.56, 1.0]), np.array([0.0, 0.5, 0.7, 1.0])

    lines = table(said, f1)

    assert lines[3] == "| 0.50 to 0.60 | 2 | 0.555 | 0.600 |"
    assert sum(int(line.split("|")[2]) for line in lines[2:]) == 4
    assert expected_error(said, f1) == pytest.approx((0.1 + abs(0.555 - 0.6) * 2 + 0.0) / 4)
