"""The table of what sections of news sites are called in many languages."""

from collections import Counter

import pytest

from sitemine.mine.taxonomy.lexicon import BROADER, CONCEPTS, concept_named, name_key
from sitemine.mine.taxonomy.notopics import LEADS_ON, NO_TOPIC, is_of_no_topic, leads_on


def test_a_name_stands_below_one_concept():
    names = Counter(name_key(name) for names in CONCEPTS.values() for name in names.split(", "))

    assert [name for name, count in names.items() if count > 1] == []
    assert names.keys() & set(map(name_key, NO_TOPIC | LEADS_ON)) == set()


def test_each_concept_is_named_by_itself():
    assert [concept for concept in CONCEPTS if concept_named(concept) != concept] == []


def test_what_is_broader_is_a_concept_and_nothing_is_broader_than_itself():
    assert {*BROADER, *BROADER.values()} <= CONCEPTS.keys()
    for concept in BROADER:
        way = [concept]
        while way[-1] in BROADER:
            way.append(BROADER[way[-1]])
            assert way[-1] not in way[:-1]


@pytest.mark.parametrize(
    ("label", "concept"),
    [
        ("Politik", "Politics"),
        ("POLITIQUE", "Politics"),
        ("политика", "Politics"),
        ("政治", "Politics"),
        ("3. Life", "Life"),
        ("2.1  Programming", "Programming"),
        ("🎬 Kino", "Film"),
        ("राजनीति", "Politics"),
        ("Ειδήσεις:", "News"),
        ("3. Liga", ""),
        ("Harbour", ""),
        ("", ""),
    ],
)
def test_a_section_is_known_in_many_languages(label, concept):
    assert concept_named(label) == concept


@pytest.mark.parametrize(
    "label", ["Search", "RSS", "🏷️ Tags", "Über uns", "¿Quiénes somos?", "お問い合わせ", "Контакты"]
)
def test_pages_of_service_stand_for_no_topic(label):
    assert is_of_no_topic(label)
    assert not is_of_no_topic("Sport")


@pytest.mark.parametrize("label", ["Read more »", "Weiterlesen …", "続きを読む", "Lire la suite"])
def test_links_that_lead_on_name_nothing(label):
    assert leads_on(label)
    assert not leads_on("News")
