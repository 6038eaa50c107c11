from copy import copy
from dataclasses import dataclass

import pytest

from sitemine.later import Later, Several


@dataclass(frozen=True, slots=True)
class Tide(Later):
    height: int
    name: str = ""


def a_tide(asked):
    def name():
        asked.append("name")
        return "spring"

    return Tide(3).later(name=name)


def test_a_field_is_made_when_it_is_first_asked_for_and_once():
    asked = []
    tide = a_tide(asked)

    assert tide.height == 3
    assert asked == []
    assert (tide.name, tide.name) == ("spring", "spring")
    assert asked == ["name"]


def test_a_maker_lets_go_of_what_it_kept():
    tide = a_tide([])

    assert tide.name in str(tide)
    assert tide._makers == {}


def test_fields_that_are_made_together_are_made_once():
    asked = []

    def both():
        asked.append("both")
        return Several(height=3, name="spring")

    tide = Tide(0).later(height=both, name=both)

    assert (tide.name, tide.height) == ("spring", 3)
    assert asked == ["both"]
    assert tide._makers == {}


def test_it_is_equal_to_a_record_that_was_made_at_once():
    assert a_tide([]) == Tide(3, "spring") == copy(a_tide([]))
    assert repr(a_tide([])) == "Tide(height=3, name='spring')"


def test_what_is_no_field_is_still_an_error():
    with pytest.raises(AttributeError, match="'Tide' object has no attribute 'width'"):
        a_tide([]).width  # noqa: B018
    with pytest.raises(AttributeError):
        copy(a_tide([])).width  # noqa: B018
