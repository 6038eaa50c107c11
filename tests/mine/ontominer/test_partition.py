"""OntoMiner on pages of any shape: nothing is lost, nothing overlaps, nothing depends on order, nothing takes too long."""

import json
import sys
from itertools import pairwise
from pathlib import Path
from time import process_time
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pages import flat, soup

from sitemine.mine.ontominer.alignment import align, similarity
from sitemine.mine.ontominer.flatpartition import flat_partition
from sitemine.mine.ontominer.grouping import group
from sitemine.mine.ontominer.hierarchy import hierarchical_partition
from sitemine.mine.ontominer.leaftree import leaf_tree
from sitemine.mine.ontominer.leaves import leaves_of
from sitemine.mine.ontominer.partition import partition
from sitemine.mine.ontominer.promotion import part_spans
from sitemine.mine.taxonomy.taxminer import taxminer, tree_of
from sitemine.options import Ontominer
from sitemine.publish.outlines import outline_json, outline_text, outline_xml
from sitemine.run.outlines import outline

sys.path.insert(0, str(Path(__file__).parents[2] / "papers"))
from ontominer_twins import aligned, cuts

SEGMENTS = st.lists(st.frozensets(st.integers(0, 5), max_size=4), max_size=7)


@given(st.lists(st.lists(st.sampled_from("abcd"), max_size=25), min_size=1, max_size=3), st.booleans())
def test_segments_are_those_of_the_plain_definition(pages, distinct):
    paths = np.array([ord(letter) for page in pages for letter in page], np.uint64)
    page = np.repeat(np.arange(len(pages)), [len(page) for page in pages])

    found = flat_partition(page, paths, Ontominer(flat_counts="distinct" if distinct else "literal"))

    starts = np.concatenate(([0], np.cumsum([len(page) for page in pages])))
    wanted = [
        start + cut
        for start, page in zip(starts.tolist(), pages, strict=False)
        for cut in cuts(page, distinct=distinct)
    ]
    assert found.tolist() == wanted


@settings(max_examples=40)
@given(soup(), soup())
def test_every_word_of_a_page_is_in_one_leaf(one, other):
    table = flat(one, other)

    leaves = leaves_of(table)

    assert (leaves.start < leaves.end).all()
    assert (leaves.end[:-1] <= leaves.start[1:]).all()
    said = np.ones(len(table.text) + 1, np.bool_)
    for start, end in zip(leaves.start, leaves.end, strict=True):
        said[start:end] = False
    left = "".join(letter for letter, is_left in zip(table.text, said[:-1], strict=True) if is_left)
    assert not any(map(str.isalnum, left))
    holds = (table.text_start[leaves.node] <= leaves.start) & (leaves.end <= table.text_end[leaves.node])
    assert holds.all()
    assert (table.page[leaves.node] == leaves.page).all()


@settings(max_examples=40)
@given(soup())
def test_a_partition_covers_each_leaf_once_and_cuts_through_no_element(html):
    table = flat(html)
    leaves = leaves_of(table)
    if not len(leaves):
        return
    found = hierarchical_partition(leaf_tree(table, leaves, 0, len(leaves)))

    spans = part_spans(found)
    assert len(found.merges) == len(leaves) - 1
    assert spans[-1] == (0, len(leaves) - 1)
    for left, right, _ in found.merges:
        assert spans[left][1] + 1 == spans[right][0]
    elements = {(found.tree.first[node], found.tree.last[node]) for node in range(found.tree.root + 1)}
    for first, last in spans:
        for a, b in elements:
            assert b < first or last < a or (a <= first and last <= b) or (first <= a and b <= last)


@settings(max_examples=40)
@given(soup())
def test_instances_of_a_group_follow_one_another(html):
    table = flat(html)
    leaves = leaves_of(table)
    if not len(leaves):
        return
    found = hierarchical_partition(leaf_tree(table, leaves, 0, len(leaves)))
    spans = part_spans(found)

    for members in group(found).instances:
        assert len(members) != 1
        for one, other in pairwise(members):
            assert spans[one][1] + 1 == spans[other][0]


@settings(max_examples=40)
@given(soup(20), soup(20))
def test_a_page_is_partitioned_alike_among_others(one, other):
    alone, together = flat(one), flat(other, one)

    a = partition(alone, leaves_of(alone), 0)
    b = partition(together, leaves_of(together), 1)

    assert (a and (a.labels, a.grouping)) == (b and (b.labels, b.grouping))


@settings(max_examples=40)
@given(soup())
def test_labels_come_before_what_they_label_and_are_nested(html):
    table = flat(html)
    found = partition(table, leaves_of(table), 0)
    if found is None:
        return

    assert all(label < leaf for leaf, label in enumerate(found.labels.parent))
    assert all(label != leaf for leaf, label in enumerate(found.labels.column))


@settings(max_examples=40)
@given(soup())
def test_any_outline_is_valid_json_and_xml_and_says_every_leaf(html):
    found = outline(html, "https://x.org/?a=1&b=<2>")

    rows = [row for row in found.rows if row.text]
    assert len(rows) == len(leaves_of(flat(html)))
    tree = json.loads(outline_json(found))
    assert len(tree["children"]) == sum(row.depth == 0 for row in found.rows)
    root = ET.fromstring(outline_xml(found))
    assert len(list(root.iter())) == len(found.rows) + 1
    assert outline_text(found).count("\n") == len(rows)


@given(SEGMENTS, SEGMENTS)
def test_an_alignment_costs_no_more_than_the_plain_one(one, other):
    pairs = align(one, other)

    assert pairs == sorted(pairs)
    assert len({a for a, _ in pairs}) == len({b for _, b in pairs}) == len(pairs)
    assert all(similarity(one[a], other[b]) >= 0.5 for a, b in pairs)
    cost = sum(2 * (1 - float(similarity(one[a], other[b]))) for a, b in pairs)
    assert cost + len(one) + len(other) - 2 * len(pairs) >= aligned(one, other) - 1e-9


@given(
    st.lists(
        st.dictionaries(st.sampled_from("abcde"), st.frozensets(st.sampled_from("abcde"), max_size=2), max_size=5),
        max_size=5,
    ),
    st.randoms(),
)
def test_relations_do_not_depend_on_the_order_of_the_sites_and_make_a_tree(trees, chance):
    shuffled = list(trees)
    chance.shuffle(shuffled)

    found = taxminer(trees, 2)

    assert found == taxminer(shuffled, 2)
    chosen = tree_of(found)
    for concept in chosen:
        way = [concept]
        while way[-1] in chosen:
            way.append(chosen[way[-1]].above)
            assert way[-1] not in way[:-1]


@pytest.mark.parametrize(
    "html",
    [
        "<ul>" + "<li>item</li>" * 3_000 + "</ul>",
        "<h3>a</h3><p>b</p><div>c</div>" * 1_000,
        "".join(f"<x-{k}><div>a</div></x-{k}>" for k in range(3_000)),
        "".join(f"<div>a {k}" for k in range(3_000)),
        "<div><b>a</b><p>b</p>" * 1_500,
    ],
)
def test_a_page_of_three_thousand_leaves_takes_less_than_a_second(html):
    table = flat(html)
    leaves = leaves_of(table)
    assert len(leaves) >= 3_000

    start = process_time()
    partition(table, leaves, 0)

    assert process_time() - start < 1


def test_a_page_without_text_has_no_outline():
    assert outline("<div></div>").rows == ()
    assert outline(b"\x00\x01").rows == ()


def test_the_head_of_a_table_names_the_columns():
    found = outline("<h2>t</h2><table><tr><th>Name<th>Room</tr><tr><td>Ann<td>1</tr><tr><td>Bo<td>2</tr></table>")

    assert [(row.column, row.text) for row in found.rows if row.column] == [
        ("Name", "Ann"), ("Room", "1"), ("Name", "Bo"), ("Room", "2")
    ]  # fmt: skip


def test_a_line_labels_the_list_inside_of_its_item():
    found = outline("<ul><li>a<ul><li>b<li>c</ul><li>d<ul><li>e<li>f</ul></ul>")

    assert [(row.text, row.kind) for row in found.rows if row.text] == [
        ("a", "label"), ("b", "value"), ("c", "value"), ("d", "label"), ("e", "value"), ("f", "value")
    ]  # fmt: skip


def test_a_term_labels_its_definition():
    found = outline("<dl><dt>tide<dd>the sea rises and falls<dt>ebb<dd>it falls, twice a day</dl>")

    assert [row.text for row in found.rows if row.kind == "label"] == ["tide", "ebb"]


def test_headings_label_down_to_the_next_of_their_level():
    found = outline("<h1>a</h1><p>one</p><h2>b</h2><p>two</p><h3>c</h3><p>three</p><h2>d</h2><p>four</p>")

    lines = [line for line in outline_text(found).splitlines() if line.endswith(":")]
    assert lines == ["a:", "  b:", "    c:", "  d:"]


def test_a_link_in_capitals_labels_no_link_beside_it():
    story = f"<p>{'The harbour was empty at noon, and nobody could say why the boats had gone. ' * 3}</p>" * 2
    page = f"<h1>Head</h1><div><span>Tags:</span> <a href=/1>AI</a> <a href=/2>Linux</a></div><div>{story}</div>"

    lines = [line.split(" <")[0] for line in outline_text(outline(page)).splitlines()]

    assert lines[:4] == ["Head:", "  Tags:", "  AI", "  Linux"]
