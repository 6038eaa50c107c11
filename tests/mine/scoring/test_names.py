"""The names of elements: words and names are found in any letters, digits do not count, and hidden elements are known."""

import numpy as np
import pytest
from pages import flat, row

from sitemine.mine.scoring.names import UNSEEN_SLOT, names_of


def slots(html, tag="p"):
    table = flat(html)
    found = names_of(table)
    return sorted(found.slot[found.node == row(table, tag)].tolist())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("<p class='Entry-Content'>a", "<p class='entry-content'>a"),
        ("<p class=post-1234>a", "<p class=post-99>a"),
        ("<p class='a b'>a", "<p class='b   a'>a"),
        ("<p id=main>a", "<p class=main>a"),
        ("<p class=articleBody>a", "<p itemprop=articleBody>a"),
    ],
)
def test_names_that_mean_the_same_are_the_same(one, other):
    assert slots(one) == slots(other) != []


def test_a_compound_name_says_its_words_and_itself():
    words = slots("<p class='entry content'>a")

    assert set(words) < set(slots("<p class=entry-content>a"))
    assert len(slots("<p class=entry-content>a")) == 3


def test_a_name_in_humps_says_its_words():
    assert set(slots("<p class='article body'>a")) < set(slots("<p class=articleBody>a"))


@pytest.mark.parametrize("hidden", ["hidden", "style='display: none'", "style='color:red;visibility:hidden'"])
def test_a_hidden_element_is_known(hidden):
    assert slots(f"<p {hidden}>a") == [UNSEEN_SLOT]


def test_what_is_hidden_elsewhere_is_not_hidden_here():
    assert slots("<p title='display:none'>a") == []


def test_the_signature_of_classes_does_not_depend_on_their_order_and_ids_have_none():
    table = flat("<p class='a b' id=x>1<p class='b a' id=y>2<p id=a>3")
    signature = names_of(table).signature[-3:]

    assert signature[0] == signature[1] != 0
    assert signature[2] == 0


def test_names_of_a_page_do_not_depend_on_its_neighbours():
    htmls = ["<p class='x y-z'>a", "<div id=Main><p hidden>b</div>", "<p>c"]
    together = names_of(flat(*htmls))

    alone = [slot for html in htmls for slot in sorted(names_of(flat(html)).slot.tolist())]

    assert sorted(together.slot.tolist()) == sorted(alone)


def test_a_page_without_names_has_none():
    found = names_of(flat("<p>a"))

    assert len(found.node) == len(found.slot) == 0
    assert not found.signature.any()


def test_letters_of_other_scripts_name_too():
    assert slots("<p class='主要 содержание'>a") == sorted(slots("<p class=主要>a") + slots("<p class=содержание>a"))
    assert np.all(np.array(slots("<p class=主要>a")) >= 0)
