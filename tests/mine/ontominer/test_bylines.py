"""Names and days in lines near a title."""

import pytest

from sitemine.mine.ontominer.bylines import author_in, is_author_label, is_month_first, name_of, written_day


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("By Ann Lee", "Ann Lee"),
        ("Posted on March 3, 2014 at 5:00 pm by Ann Lee in News", "Ann Lee"),
        ("by ann42 · 2018年9月18日", "ann42"),
        ("Publicado el 19/06/2014 por Ana Ruiz.", "Ana Ruiz"),
        ("Publicado em 3 de março de 2014 às 10:30 por João Sá", "João Sá"),
        ("Geschrieben von Jörg Müller am 3. März 2014", "Jörg Müller"),
        ("Par Hélène Roy, le 3 mars 2014", "Hélène Roy"),
        ("di Mario Rossi", "Mario Rossi"),
        ("Автор: Анна Петрова", "Анна Петрова"),
        ("作者：张三 | 2020-01-02", "张三"),
        ("文/张三", "张三"),
        ("글 홍길동", "홍길동"),
        ("بقلم أحمد علي", "أحمد علي"),
        ("By William O. Pate Jr.", "William O. Pate Jr."),
        ("Powered by Printing Press", ""),
        ("Standing by the harbour", ""),
        ("A story of the sea", ""),
        ("3 March 2014", ""),
        ("By", ""),
        ("by and by the gulls came back to the harbour that the boats had left in the night", ""),
        ("", ""),
    ],
)
def test_a_name_stands_behind_a_label_of_authorship(line, name):
    assert author_in(line) == name


@pytest.mark.parametrize("text", ["By", "by:", "作者：", "Автор", "— Von", "Posted by"])
def test_a_label_alone_is_told_from_a_name(text):
    assert is_author_label(text)
    assert not is_author_label(text + " Ann Lee")


def test_a_text_that_is_known_to_name_an_author_may_say_more_before():
    assert name_of("Post author By Ann Lee") == "Ann Lee"
    assert name_of("Ann Lee - 3 March 2014") == "Ann Lee"


@pytest.mark.parametrize(
    ("texts", "day"),
    [
        (["10/12/2011", "10/25/2011"], "2011-10-12"),
        (["10/12/2011", "25/10/2011"], "2011-12-10"),
        (["10/12/2011"], "2011-12-10"),
    ],
)
def test_other_days_of_a_site_tell_which_number_is_the_month(texts, day):
    assert written_day(f"on {texts[0]}", month_first=is_month_first(texts)) == day


def test_a_text_without_a_day_has_none():
    assert written_day("Room 2024", month_first=False) == ""
