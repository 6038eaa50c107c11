import pytest
from bench.data import Gold
from bench.quality.answers import Answer
from bench.quality.wcxb import wcxb_row

GOLDS = [
    Gold(
        "1", "article", "storm closes port", title="Storm", date="2020-01-02", must=("closes port",), mustnot=("Login",)
    ),
    Gold("2", "listing", "", mustnot=("Login", "Menu")),
]


def test_means_go_over_all_pages_and_over_each_page_type():
    answers = {"1": Answer(text="storm closes port"), "2": Answer(text="Login")}

    figures = wcxb_row("toy", "1", answers, GOLDS).figures

    assert figures == pytest.approx(
        {"all": 0.5, "article": 1.0, "listing": 0.0, "must: found": 1.0, "mustnot: left out": 0.75}
    )


def test_titles_and_dates_are_scored_where_the_contestant_gives_them():
    answers = {
        "1": Answer(text="", title="STORM", date="3 January 2020"),
        "2": Answer(text="", title="", date=""),
    }

    figures = wcxb_row("toy", "1", answers, GOLDS).figures

    assert figures["title: right"] == 1.0
    assert figures["date: right"] == 0.0


@pytest.mark.parametrize(
    ("said", "gold", "right"),
    [
        ("Ann Lee; Bob Ray", "Bob Ray, Ann Lee", 1.0),
        ("ann lee", "Ann Lee", 1.0),
        ("Ann Lee", "Ann Lee and Bob Ray", 0.0),
        ("", "Ann Lee", 0.0),
        ("Ann Lee", "", None),
    ],
)
def test_authors_are_right_where_the_same_people_are_named(said, gold, right):
    row = wcxb_row("toy", "1", {"1": Answer(text="", authors=said)}, [Gold("1", "article", "", author=gold)])

    assert row.figures.get("author: right") == right


def test_pages_on_which_it_raised_are_counted():
    answers = {"1": Answer(text="", failed="ValueError"), "2": Answer(text="")}

    row = wcxb_row("toy", "1", answers, GOLDS)

    assert row.failed == 1
    assert row.figures["all"] == 0.5
