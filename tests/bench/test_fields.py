import pytest
from bench.quality.fields import day_key, same_day, same_title


@pytest.mark.parametrize(
    ("date", "day"),
    [
        ("2024-02-29T23:59:00+09:00", "2024-02-29"),
        ("2016.7.4", "2016-07-04"),
        ("2021年12月3日", "2021-12-03"),
        ("11. September 2018", "2018-09-11"),
        ("03 März 2019", "2019-03-03"),
        ("Mar 07 Juil 2015, 11:12", "2015-07-07"),
        ("12 juin 2015", "2015-06-12"),
        ("Jeu 28 Fév 2019, 23:17", "2019-02-28"),
        ("7 enero 2014", "2014-01-07"),
        ("3 de mayo de 2012", "2012-05-03"),
        ("Дата: 28 марта 2012", "2012-03-28"),
        ("10 мая 2010", "2010-05-10"),
        ("@Name · May 24, 2008 · 1 min read", "2008-05-24"),
        ("January 1st, 2020", "2020-01-01"),
        ("no day here, 2003-11", ""),
        ("", ""),
    ],
)
def test_the_day_is_read_as_it_is_written(date, day):
    assert day_key(date) == day


def test_the_same_day_in_two_notations_is_right():
    assert same_day("2014-01-07", "7 enero 2014") == 1.0


def test_a_missing_date_is_wrong_where_the_gold_has_one():
    assert same_day("", "7 enero 2014") == 0.0


def test_a_gold_without_a_day_is_not_judged():
    assert same_day("2014-01-07", "") is None


def test_titles_are_equal_without_case_spacing_and_punctuation():
    assert same_title("storm closes  port", "Storm Closes “Port”!") == 1.0


def test_a_title_with_the_name_of_the_site_behind_it_is_wrong():
    assert same_title("Storm closes port | The Post", "Storm closes port") == 0.0


def test_a_gold_without_title_is_not_judged():
    assert same_title("Storm", " – ") is None
