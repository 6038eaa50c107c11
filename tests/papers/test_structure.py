"""Worked examples of how much subtrees inform and how evenly: WISDOM (Kao, Ho, Chen 2005), sections 3.1 and 3.2."""

import math

import numpy as np
import pytest
from pages import flat, row

from sitemine.measure import content_information, coverage, structure_information, terms_of


def sii(*children):
    """SII of a node whose children have these aggregated values."""
    parent = np.array([-1] + [0] * len(children), np.int32)
    return float(structure_information(parent, np.array([sum(children), *children]))[0])


def test_features_are_added_up_from_the_leaves_to_the_root():
    """WISDOM, figure 7: 6 = 3 + (3 + 0) and 8 = 1 + (1 + 6)."""
    table = flat("<div><h2></h2><ul><li></li><li></li></ul></div>")
    own = np.zeros(len(table), np.int64)
    own[row(table, "div")], own[row(table, "h2")], own[row(table, "ul")], own[row(table, "li")] = 1, 1, 3, 3

    covered = coverage(table, own)

    assert covered[row(table, "ul")] == 6
    assert covered[row(table, "div")] == 8
    assert covered[row(table, "html")] == 8


@pytest.mark.parametrize(
    ("children", "expected"),
    [
        ((1, 1, 1, 1), 1.0),
        ((8, 1), 0.503258),
        ((3, 3, 3, 2), 0.990413),
        ((10, 1, 1, 1), 0.572555),
        ((5, 0, 5), 1.0),  # a child without any is a dummy and does not count
    ],
)
def test_structure_information_is_high_where_the_children_are_alike(children, expected):
    assert sii(*children) == pytest.approx(expected, abs=1e-6)


def test_one_child_has_nothing_to_be_alike_to():
    assert math.isnan(sii(7))


def characters(n):
    return "x" * n


def test_the_paragraphs_of_an_article_are_alike_and_the_parts_of_its_page_are_not():
    html = (
        f"<nav>{characters(10)}</nav><article><h1>{characters(40)}</h1><span>{characters(10)}</span>"
        f"<div><p>{characters(200)}<p>{characters(180)}<p>{characters(220)}</div></article><footer>{characters(30)}</footer>"
    )
    table = flat(html)

    found = structure_information(table.parent, table.context_length)

    assert found[row(table, "body")] == pytest.approx(0.2312, abs=5e-5)
    assert found[row(table, "article")] == pytest.approx(0.2819, abs=5e-5)
    assert found[row(table, "div")] == pytest.approx(0.9970, abs=5e-5)


def test_the_entries_of_a_toc_page_are_alike_and_the_parts_of_its_page_are_not():
    def links(n):
        return "<a href=/x>x</a>" * n

    html = (
        f"<nav>{links(3)}</nav><main><h1>x</h1><ul>{('<li>' + links(1)) * 4}</ul></main>"
        f"<aside>{links(2)}</aside><footer>{links(1)}</footer>"
    )
    table = flat(html)
    own = np.zeros(len(table))
    precision = (0.5, 0.5, 0.5, 3, 3, 3, 2, 2, 1, 0.2)
    own[[row(table, "a", nth) for nth in range(len(precision))]] = precision

    covered = coverage(table, own)
    found = structure_information(table.parent, covered)

    assert covered[row(table, "body")] == pytest.approx(15.7)
    assert found[row(table, "body")] == pytest.approx(0.6099, abs=5e-5)
    assert found[row(table, "ul")] == pytest.approx(0.9904, abs=5e-5)


def test_anchor_text_and_contexts_together_are_all_text():
    table = flat("<div>see <a href=/1>one</a> and <a href=/2>two</a></div><p>three")

    assert table.anchor_length[row(table, "div")] == 6
    assert table.context_length[row(table, "div")] == 9
    assert (table.text_length == table.anchor_length + table.context_length).all()
    assert table.text_length[row(table, "html")] == 20


def test_content_information_is_the_mean_weight_of_the_terms():
    table = flat("<div><p>a b</p><p>c d</p></div>")
    terms = terms_of(table)

    found = content_information(terms, np.array([1.0, 0.5, 0.25, 0.25]))

    assert found[[row(table, "p"), row(table, "p", 1), row(table, "div")]] == pytest.approx([0.75, 0.25, 0.5])
