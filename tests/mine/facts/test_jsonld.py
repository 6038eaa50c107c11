import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemine.mine.facts.jsonld import LONGEST, MOST_NODES, MOST_THINGS, text_in, texts_in, things_of, types_of

ARTICLE = {
    "@context": "https://schema.org",
    "@type": "NewsArticle",
    "headline": "Tides",
    "author": {"@type": "Person", "name": "Ann"},
}
SAID = json.dumps(ARTICLE)


def headlines(text):
    return [thing["headline"] for thing in things_of([text]) if "headline" in thing]


@pytest.mark.parametrize(
    "text",
    [
        SAID,
        f"[{SAID}]",
        json.dumps({"@graph": [{"@type": "WebSite"}, ARTICLE]}),
        json.dumps({"@type": "WebPage", "mainEntity": ARTICLE}),
        f"<!--{SAID}-->",
        f"//<![CDATA[\n{SAID}\n//]]>",
        f"/* <![CDATA[ */{SAID}/* ]]> */",
        SAID.replace('"', "&quot;"),
        SAID.replace("Tides", "Ti\tdes"),
        SAID[:-1] + ",}",
        SAID + ";",
        SAID + SAID.replace("Tides", "Fog"),
        SAID[:-30],
        "\n\n" + SAID,
    ],
)
def test_what_templates_write_is_read(text):
    assert headlines(text)[0].replace("\t", "") == "Tides"


def test_two_values_in_one_script_are_both_read():
    assert headlines(SAID + "\n" + SAID.replace("Tides", "Fog")) == ["Tides", "Fog"]


@pytest.mark.parametrize(
    "text", ["", "{", "[", "null", "1", "nonsense", '{"@type"', "<html>", "{}{}{}", "[" * 100_000, "\x00"]
)
def test_what_is_no_json_says_nothing(text):
    assert things_of([text]) == []


@given(st.text(alphabet='{}[]":,@typegrah\\ \n1', max_size=60))
def test_no_text_is_too_broken(text):
    things_of([text, SAID[: len(text)]])


def test_what_is_read_is_bounded():
    many = json.dumps([{"@type": "Thing"}] * (MOST_THINGS + 9))
    deep = '{"a":' * 5_000 + "1" + "}" * 5_000
    wide = json.dumps([[1]] * (MOST_NODES + 9) + [ARTICLE])
    long = "[" + "1," * LONGEST + SAID

    assert len(things_of([many])) == MOST_THINGS
    assert things_of([deep]) == []
    assert headlines(wide) == []
    assert headlines(long) == []


def test_outer_things_come_before_what_they_hold():
    assert [types_of(thing) for thing in things_of([SAID])] == [("NewsArticle",), ("Person",)]


def test_a_type_has_its_bare_name():
    assert types_of({"@type": ["http://schema.org/Article", "schema:Report", 3]}) == ("Article", "Report")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("  a\n b ", "a b"),
        (4.5, "4.5"),
        (["x", "y"], "x"),
        ({"@type": "Person", "name": "Ann"}, "Ann"),
        ({"@value": "v"}, "v"),
        ([{"name": ["Ann"]}], "Ann"),
        ("R&amp;D", "R&D"),
        (None, ""),
        (True, ""),
        ([], ""),
        ({"x": 1}, ""),
    ],
)
def test_a_value_says_its_text(value, text):
    assert text_in(value) == text


def test_several_values_each_say_theirs():
    assert texts_in([{"name": "Ann"}, "", "Bob", None]) == ["Ann", "Bob"]
