from sitemine.dom import read_batch
from sitemine.mine.site.places import places_of
from sitemine.options import Limits
from sitemine.records import Page


def places(html, tag):
    table = read_batch([Page("https://ex.org/", html)], Limits()).table
    return places_of(table)[table.tag == table.tags.index(tag)].tolist()


def test_the_rows_of_a_list_stand_in_one_place():
    assert len(set(places("<ul><li class='post-1 a'>x<li class='post-22 b'>y</ul>", "li"))) == 1


def test_two_lists_of_different_classes_are_two_places():
    assert len(set(places("<ul class=menu><li>x</ul><ul class=entries><li>y</ul>", "li"))) == 2


def test_the_class_of_the_body_tells_pages_apart_and_not_places():
    assert places("<body class=home><p>x", "p") == places("<body class=single><p>x", "p")


def test_a_page_without_classes_has_places_by_its_tags():
    assert len(set(places("<div><p>x</p><p>y</p></div><section><p>z</p></section>", "p"))) == 2
