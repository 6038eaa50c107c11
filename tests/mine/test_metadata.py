import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemine.dom.head import Head
from sitemine.mine.metadata import PUBLISHED, date_of, language_of, part_key, title_of, title_parts


def never(_part):
    return False


def is_site(part):
    return part == "The Gazette"


@pytest.mark.parametrize(
    ("title", "parts"),
    [
        ("Tides | The Gazette", ["Tides", "The Gazette"]),
        ("Tides|The Gazette", ["Tides", "The Gazette"]),
        ("Tides - The Gazette", ["Tides", "The Gazette"]),
        ("Tides \u2013 Harbour \u2014 The Gazette", ["Tides", "Harbour", "The Gazette"]),
        ("Tides \u00b7 The Gazette", ["Tides", "The Gazette"]),
        ("Tides \u00ab The Gazette", ["Tides", "The Gazette"]),
        ("Tides :: The Gazette", ["Tides", "The Gazette"]),
        ("Tides > Harbour > The Gazette", ["Tides", "Harbour", "The Gazette"]),
        ("\u6e2f\u53e3\uff5c\u516c\u62a5_\u65b0\u95fb", ["\u6e2f\u53e3", "\u516c\u62a5", "\u65b0\u95fb"]),
        ("Car-free: a low-tide day/night", ["Car-free: a low-tide day/night"]),
        ("| Tides |", ["Tides"]),
        ("", []),
        (" - ", []),
    ],
)
def test_a_title_is_cut_at_separators_and_not_inside_words(title, parts):
    assert title_parts(title) == parts


@given(st.text())
def test_parts_of_a_title_are_trimmed_and_never_empty(title):
    assert all(part and part == part.strip() for part in title_parts(title))


def test_a_part_is_known_again_whatever_its_case():
    assert part_key("The Gazette") == part_key("THE GAZETTE") != part_key("The Gazelle")


@pytest.mark.parametrize("title", ["Tides - The Gazette", "The Gazette | Tides", "Tides"])
def test_the_site_tells_its_name_from_the_page_s_title(title):
    assert title_of(Head(title=title), [], is_site) == "Tides"


def test_of_several_own_parts_the_first_counts_once_the_site_s_is_known():
    assert title_of(Head(title="Tides | Harbour | The Gazette"), [], is_site) == "Tides"


def test_without_a_site_the_longest_part_is_the_title():
    assert title_of(Head(title="Gazette | The harbour was empty at noon"), [], never) == "The harbour was empty at noon"


def test_the_name_that_the_page_gives_its_site_is_left_out():
    head = Head(title="News | A very long name of a gazette", meta={"og:site_name": "A Very Long Name of a Gazette!"})

    assert title_of(head, [], never) == "News"


def test_a_heading_that_the_title_contains_is_the_title():
    head = Head(title="Low tides: what now? - Opinion - The Gazette")

    assert title_of(head, ["The Gazette", "Low tides:\n  what now?"], is_site) == "Low tides: what now?"


def test_a_heading_that_stands_on_many_pages_is_the_site_s():
    assert title_of(Head(title="Tides - The Gazette"), ["The Gazette"], is_site) == "Tides"


def test_a_heading_of_something_else_is_not_the_title():
    assert title_of(Head(title="Tides"), ["Sign up"], never) == "Tides"


def test_og_title_goes_before_title():
    head = Head(title="Tides at noon - Harbour - The Gazette", meta={"og:title": " Tides  at noon "})

    assert title_of(head, [], never) == "Tides at noon"


def test_a_page_whose_title_is_all_the_site_s_keeps_it():
    assert title_of(Head(title="The Gazette"), [], is_site) == "The Gazette"


def test_a_page_without_title_has_its_first_heading():
    assert title_of(Head(), ["Tides\n of the day", "More"], never) == "Tides of the day"


def test_a_page_without_any_has_none():
    assert title_of(Head(), [], never) == ""


@pytest.mark.parametrize("name", PUBLISHED)
def test_each_meta_tells_the_date_and_is_named(name):
    head = Head(meta={name: "2024-03-09T23:59:00+01:00"})

    assert date_of(head, [], "") == ("2024-03-09", f"meta:{name}")


@pytest.mark.parametrize(
    ("json_ld", "day"),
    [
        ('{"datePublished": "2024-03-09T10:00:00Z"}', "2024-03-09"),
        ('{"@graph":[{"uploadDate":"2024-3-9 10:00"}]}', "2024-03-09"),
        ('{"dateModified": "2024-03-10", "datePublished" : "2024-03-09"}', "2024-03-09"),
        ('{"dateModified": "2024-03-10"}', ""),
        ('{"datePublished": "2024-02-30"}', ""),
        ('{"datePublished": "soon, we hope"}', ""),
        ("{", ""),
    ],
)
def test_json_ld_tells_the_date_of_publication_and_no_other(json_ld, day):
    assert date_of(Head(json_ld=(json_ld,)), [], "") == (day, "json-ld" if day else "")


@pytest.mark.parametrize(
    ("url", "day"),
    [
        ("https://example.org/2024/03/09/tides", "2024-03-09"),
        ("https://example.org/2024-3-9/", "2024-03-09"),
        ("https://example.org/news/2024-03-09-tides.html", "2024-03-09"),
        ("https://example.org/20240309-2357.html", "2024-03-09"),
        ("https://example.org/news/20240309/tides", "2024-03-09"),
        ("https://example.org/2024030912", ""),
        ("https://example.org/20241309", ""),
        ("https://example.org/2024/13/09/tides", ""),
        ("https://example.org/2024/02/30", ""),
        ("https://example.org/12024/03/09", ""),
        ("https://example.org/2024/03", ""),
        ("", ""),
    ],
)
def test_the_url_tells_a_date_that_exists(url, day):
    assert date_of(Head(), [], url) == (day, "url" if day else "")


def test_the_first_time_that_is_a_date_counts():
    assert date_of(Head(), ["P3D", "12:30", "2024-03-09 12:30", "2020-01-01"], "") == ("2024-03-09", "time")


def test_a_date_goes_by_who_says_it():
    everything = Head(json_ld=('{"datePublished":"2001-01-01"}',), meta={"date": "2002-02-02"})
    url = "https://example.org/2004/04/04/"

    assert date_of(everything, ["2003-03-03"], url) == ("2001-01-01", "json-ld")
    assert date_of(Head(meta=everything.meta), ["2003-03-03"], url) == ("2002-02-02", "meta:date")
    assert date_of(Head(), ["2003-03-03"], url) == ("2003-03-03", "time")


def test_a_date_that_does_not_exist_gives_way_to_the_next_source():
    head = Head(json_ld=('{"datePublished":"2024-00-00"}',), meta={"date": "0000-00-00", "pubdate": "2024-03-09"})

    assert date_of(head, [], "") == ("2024-03-09", "meta:pubdate")


@given(st.text(alphabet="0123456789-/.T:Z \u0663", max_size=30))
def test_a_date_is_empty_or_one_of_the_calendar(text):
    day, source = date_of(Head(meta={"date": text}), [text], f"https://example.org/{text}")

    assert (len(day) == 10 and day.isascii() and source) or (day, source) == ("", "")


@pytest.mark.parametrize(
    ("head", "language"),
    [
        (Head(language="en-GB"), "en-gb"),
        (Head(language="pt_BR"), "pt-br"),
        (Head(meta={"content-language": "de, en"}), "de"),
        (Head(meta={"og:locale": "zh_CN"}), "zh-cn"),
        (Head(language="fr", meta={"og:locale": "en_US"}), "fr"),
        (Head(), ""),
    ],
)
def test_the_language_is_what_the_page_declares(head, language):
    assert language_of(head) == language
