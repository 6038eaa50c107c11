from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemine.mine.facts.dates import MONTHS, moment_of, moments, month_of


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2024-03-09", "2024-03-09"),
        ("2024/3/9", "2024-03-09"),
        ("20240309", "2024-03-09"),
        ("2024-03-09T23:59:00+01:00", "2024-03-09T23:59:00+01:00"),
        ("2024-03-09T23:59:00.123Z", "2024-03-09T23:59:00Z"),
        ("2024-03-09 23:59", "2024-03-09T23:59"),
        ("Sat, 09 Mar 2024 10:00:00 GMT", "2024-03-09T10:00:00Z"),
        ("March 9, 2024 at 5:03 pm", "2024-03-09T17:03"),
        ("Mar 9th, 2024 12:01 am", "2024-03-09T00:01"),
        ("9-Mar-2024", "2024-03-09"),
        ("09.03.2024", "2024-03-09"),
        ("13/04/2024", "2024-04-13"),
        ("04/13/2024", "2024-04-13"),
    ],
)
def test_a_date_is_as_precise_as_it_is_written(text, moment):
    assert moment_of(text) == moment


@pytest.mark.parametrize(
    "text",
    [
        "9. März 2024, Uhr",
        "9 mars 2024",
        "1er mars 2024".replace("1er", "9"),
        "9 de marzo de 2024",
        "9 de março de 2024",
        "9 marzo 2024",
        "9 maart 2024",
        "9 marca 2024",
        "9. března 2024",
        "9 ožujka 2024",
        "9. maaliskuuta 2024",
        "2024. március 9.",
        "9 Mart 2024",
        "9 Μαρτίου 2024",
        "9 марта 2024 г.",
        "9 березня 2024",
        "9 مارس 2024",
        "9 במרץ 2024",
        "9 मार्च 2024",
        "9 มีนาคม 2567",
        "9 มี.ค. 2567",
        "ngày 9 tháng 3 năm 2024",
        "9 Maret 2024",
        "2024年3月9日",
        "2024년 3월 9일",
    ],
)
def test_months_have_names_in_many_languages(text):
    assert moment_of(text) == "2024-03-09"


@pytest.mark.parametrize(("language", "day"), [("en", "2024-03-04"), ("en-gb", "2024-04-03"), ("fr", "2024-04-03")])
def test_the_language_tells_day_from_month_where_both_could_be_either(language, day):
    assert moment_of("03/04/2024", language) == day


def test_points_stand_between_day_and_month_in_this_order():
    assert moment_of("03.04.2024", "en") == "2024-04-03"


@pytest.mark.parametrize(
    "text", ["", "2024-02-30", "2024-13-01", "1.2.3", "in 2024", "12:30", "P3D", "route 66, 2024 miles"]
)
def test_what_is_no_day_is_no_date(text):
    assert moment_of(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        "\uff12\uff10\uff12\uff14年\uff13月\uff19日",
        "\uff12\uff10\uff12\uff14／\uff13／\uff19",
        "٩ مارس ٢٠٢٤",
        "९ मार्च २०२४",
    ],
)
def test_digits_are_those_of_many_scripts(text):
    assert moment_of(text) == "2024-03-09"


def test_several_dates_come_in_the_order_of_the_text():
    assert list(moments("from 1 May 2024 to 2024-06-03 and 4 July 2024")) == ["2024-05-01", "2024-06-03", "2024-07-04"]


@given(st.dates(date(1850, 1, 1), date(2099, 12, 31)))
def test_every_day_is_read_in_every_way_to_write_it(day):
    ways = (
        day.isoformat(),
        f"{day:%Y%m%d}",
        f"{day:%d.%m.%Y}",
        f"{day:%d %B %Y}",
        f"{day:%B} {day.day}, {day.year}",
        f"{day:%Y/%m/%d}",
    )

    assert {moment_of(way) for way in ways} == {day.isoformat()}


@given(st.text(alphabet="0123456789-/.:T+Z maijunde", max_size=40))
def test_whatever_is_read_is_a_day_of_the_calendar(text):
    for moment in moments(text):
        assert date.fromisoformat(moment[:10])


def test_no_name_of_a_month_is_taken_for_another():
    for number, stems in enumerate(MONTHS, 1):
        assert {month_of(stem) for stem in stems.split()} == {number}
