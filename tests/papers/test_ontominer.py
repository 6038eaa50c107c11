"""Worked examples of OntoMiner: the partitions, costs, counterexamples, groups, labels, taxonomy, alignment and closure."""

import sys
from pathlib import Path

import numpy as np
import pytest
from pages import flat

from sitemine.mine.ontominer.alignment import align
from sitemine.mine.ontominer.costs import grouping_factors
from sitemine.mine.ontominer.flatpartition import flat_partition
from sitemine.mine.ontominer.grouping import group
from sitemine.mine.ontominer.hierarchy import Repeat, hierarchical_partition, tandem_repeat
from sitemine.mine.ontominer.leaftree import leaf_tree
from sitemine.mine.ontominer.leaves import leaves_of
from sitemine.mine.ontominer.partition import partition
from sitemine.mine.taxonomy.concepts import are_one, concepts, stems_of
from sitemine.mine.taxonomy.taxminer import Relation, least_support, taxminer, tree_of
from sitemine.options import Ontominer

sys.path.insert(0, str(Path(__file__).parent))
from ontominer_twins import Tree, closure

LIST = "<h2>a</h2><ul><li>b</li><li>c</li><li>d</li></ul><p>e</p>"
RECORDS = "<div><h3>a</h3><p>b</p></div>" * 3
FLAT = "<h3>a</h3><p>b</p>" * 3
TWINS = {
    LIST: Tree([-1, 0, 0, 2, 2, 2, 0], "body h2 ul li li li p".split()),
    RECORDS: Tree([-1, 0, 1, 1, 0, 4, 4, 0, 7, 7], "body div h3 p div h3 p div h3 p".split()),
    FLAT: Tree([-1, 0, 0, 0, 0, 0, 0], "body h3 p h3 p h3 p".split()),
}


def segments(paths, counts="distinct"):
    path = np.array([ord(letter) for letter in paths], np.uint64)
    return flat_partition(np.zeros(len(paths), np.int32), path, Ontominer(flat_counts=counts)).tolist()


def partitioned(html):
    table = flat(html)
    leaves = leaves_of(table)
    return hierarchical_partition(leaf_tree(table, leaves, 0, len(leaves)))


def nested(found):
    """A binary tree as nested pairs of leaves."""
    parts = list(range(found.tree.n_leaves))
    for left, right, _ in found.merges:
        parts.append((parts[left], parts[right]))
    return parts


def factors(found, left, right):
    """The factors of two leaves or merged parts, and of their common ancestor."""
    common = found.merges[-1].common
    return grouping_factors(found.tree, common, found.ranges[left], found.ranges[right], found.levels)


def leaves_in(part):
    return [part] if isinstance(part, int) else leaves_in(part[0]) + leaves_in(part[1])


def ranges_in(part):
    return [] if isinstance(part, int) else [leaves_in(part), *ranges_in(part[0]), *ranges_in(part[1])]


def grouped(html):
    found = partitioned(html)
    parts = nested(found)
    return [[parts[one] for one in members] for members in group(found).instances if members]


def labels(html):
    """The text of the label of each leaf."""
    table = flat(html)
    leaves = leaves_of(table)
    text = [table.text[a:b] for a, b in zip(leaves.start, leaves.end, strict=True)]
    parent = partition(table, leaves, 0).labels.parent
    return {text[leaf]: text[label] if label >= 0 else "" for leaf, label in enumerate(parent)}


def test_counting_links_cuts_a_uniform_list_after_every_fourth_leaf():
    assert segments("x" * 10, "literal") == [0, 4, 8]
    assert segments("x" * 10) == [0]


def test_counting_paths_cuts_where_the_lists_end():
    page = "h" + "ts" * 6 + "n" * 8 + "f" * 3

    assert segments(page, "literal") == [0, 9, 13, 17, 21]
    assert segments(page) == [0, 13, 21]


def test_a_heading_joins_the_list_that_follows():
    assert segments("hxxxx") == [0]
    assert segments("aaahxxx") == [0, 3]


def test_a_list_stays_together_between_its_heading_and_what_follows():
    assert nested(partitioned(LIST))[-1] == ((0, ((1, 2), 3)), 4)


def test_without_the_laminar_rule_a_list_is_broken_apart():
    free, ruled = TWINS[LIST].partition(laminar=False), TWINS[LIST].partition()

    assert [1, 2, 3] not in ranges_in(free)
    assert [1, 2, 3] in ranges_in(ruled)


def test_records_are_kept():
    assert nested(partitioned(RECORDS))[-1] == (((0, 1), (2, 3)), (4, 5))


def test_siblings_in_turns_become_pairs():
    assert nested(partitioned(FLAT))[-1] == (((0, 1), (2, 3)), (4, 5))


def test_the_plain_search_finds_the_same_trees():
    assert all(nested(partitioned(html))[-1] == twin.partition() for html, twin in TWINS.items())


def test_siblings_in_turns_of_three_need_the_search_for_repeats():
    page = "<h3>a</h3><p>b</p><div>c</div>" * 3
    twin = Tree([-1] + [0] * 9, ["body"] + "h3 p div".split() * 3)

    assert [3, 4, 5] not in ranges_in(twin.partition())
    assert [leaves_in(one) for one in grouped(page)[0]] == [[0, 1, 2], [3, 4, 5], [6, 7, 8]]


def test_tandem_repeats():
    assert tandem_repeat("hp" * 3, 8) == Repeat(0, 2, 3)
    assert tandem_repeat("2hphpr", 8) == Repeat(1, 2, 2)
    assert tandem_repeat("l" * 9, 8) is None


def test_the_costs_of_grouping():
    in_list, in_records = partitioned(LIST), partitioned(RECORDS)
    record = in_records.tree.n_leaves  # the first merge

    li = grouping_factors(in_list.tree, in_list.tree.parent[1], in_list.ranges[1], in_list.ranges[2], in_list.levels)
    assert li == (0.125, 0, 0, 0, 0)
    assert factors(in_records, record, record + 1) == (0.125, 0, 0, 0, 0)
    assert sum(factors(in_list, 0, 1)) == 2.25
    assert sum(factors(in_list, 3, 4)) == 2.25
    holder = in_records.tree.parent[0]
    assert sum(grouping_factors(in_records.tree, holder, *in_records.ranges[:2], in_records.levels)) == 2.125
    pairs = partitioned(FLAT)
    assert TWINS[FLAT].factors(0, 1, 3) == (0, 0, 0, 0, 0)
    assert len(group(pairs).groups()) == 1


@pytest.mark.parametrize(
    ("html", "twin"),
    [
        (LIST, TWINS[LIST]),
        (
            "<div><dt>a</dt><p>b</p></div>" * 3,
            Tree([-1, 0, 1, 1, 0, 4, 4, 0, 7, 7], "body div dt p div dt p div dt p".split()),
        ),
    ],
)
def test_the_factors_are_those_of_the_plain_definition(html, twin):
    found = partitioned(html)
    spans = [(leaf, leaf) for leaf in range(found.tree.n_leaves)]
    for left, right, common in found.merges:
        got = grouping_factors(found.tree, common, found.ranges[left], found.ranges[right], found.levels)
        assert got == pytest.approx(twin.factors(spans[left][0], spans[left][1], spans[right][1]))
        spans.append((spans[left][0], spans[right][1]))


def test_like_siblings_are_instances_of_a_group():
    assert grouped(LIST) == [[1, 2, 3]]
    assert grouped(RECORDS) == [[(0, 1), (2, 3), (4, 5)]]


def test_a_record_without_its_picture_is_grouped_by_the_mean_and_not_by_the_sum():
    page = "<div><h3>a</h3><p>b</p></div><div><h3>c</h3><p>d</p><figcaption>e</figcaption></div>"
    found = partitioned(page)

    cost = factors(found, *found.merges[-1][:2])
    assert sum(cost) > 0.33 > sum(cost) / 5
    assert group(found).groups()
    assert not group(found, Ontominer(averaged=False)).groups()


def test_a_group_is_labelled_by_the_emphasised_leaf_before_it():
    found = labels("<b>World</b><ul><li>one</li><li>two</li></ul><b>SPORT</b><ul><li>three</li><li>four</li></ul>")

    assert found == {"World": "", "one": "World", "two": "World", "SPORT": "", "three": "SPORT", "four": "SPORT"}


def test_a_value_is_labelled_by_the_emphasised_leaf_before_it():
    assert labels("<div><p><b>By</b> Ann Lee</p><p>text</p></div>")["Ann Lee"] == "By"


def test_scripts_without_case_are_emphasised_by_bold_alone():
    table = flat("<p>WORLD</p><p>世界</p><p>العالم</p><p>A</p><p>ETA 2</p><p>ETF 를</p><p><b>世界</b></p>")
    leaves = leaves_of(table)

    assert leaves.is_capital.tolist() == [True, False, False, False, True, False, False]
    assert leaves.is_emphasised.tolist() == [True, False, False, False, True, False, True]


SITES = [
    {"World": {"News"}, "Sports": {"News"}, "Tennis": {"Sports"}},
    {"World": {"News"}, "Sports": {"News"}, "Tennis": {"News"}},
    {"World": {"News"}, "Sports": {"News"}, "Tennis": {"Sports"}},
]
TREES = [{concept: frozenset(above) for concept, above in site.items()} for site in SITES]


def test_a_pair_that_is_rare_as_parent_and_child_is_frequent_with_a_level_between():
    assert taxminer(TREES, 2) == [
        Relation("News", "Sports", 3, 1),
        Relation("News", "World", 3, 1),
        Relation("Sports", "Tennis", 2, 1),
        Relation("News", "Tennis", 3, 2),
    ]


def test_a_concept_hangs_below_its_deepest_parent():
    assert {below: one.above for below, one in tree_of(taxminer(TREES, 2)).items()} == {
        "Sports": "News",
        "Tennis": "Sports",
        "World": "News",
    }


def test_of_a_cycle_the_weaker_edge_goes():
    chosen = tree_of([Relation("a", "b", 3, 1), Relation("b", "c", 3, 1), Relation("c", "a", 2, 1)])

    assert {below: one.above for below, one in chosen.items()} == {"b": "a", "c": "b"}


def test_support_is_a_fifth_of_the_sites_and_at_least_two():
    assert [least_support(n) for n in (1, 2, 10, 11, 15, 31)] == [2, 2, 2, 3, 3, 7]


def test_labels_that_differ_in_their_endings_are_one_concept():
    stem = pytest.importorskip("snowballstemmer").stemmer("porter").stemWord

    found = concepts(["Sport", "Sports", "Sports", "World", "International"], stem)

    assert found == {"Sport": "Sports", "Sports": "Sports", "World": "World", "International": "International"}


def test_short_labels_must_be_equal_and_long_ones_share_two_thirds():
    assert not are_one(stems_of("local news"), stems_of("world news"))
    assert are_one(stems_of("news of the world"), stems_of("the news of our world today and tomorrow")) is False
    assert are_one(stems_of("best news of the world"), stems_of("news of the world"))


def words(text):
    return frozenset(map(hash, text.split()))


def test_aligned_segments_of_two_pages_are_decoration():
    one = [*map(words, ("home world sport", "storm hits coast rain", "by ann lee", "copyright 2005 terms"))]
    other = [*map(words, ("home world sport", "vote tomorrow senate bill", "by ann roe", "copyright 2005 terms"))]

    assert align(one, other) == [(0, 0), (2, 2), (3, 3)]


def test_precision_and_recall_are_of_the_transitive_closure():
    gold = closure({("N", "W"), ("N", "S"), ("S", "T")})
    generated = closure({("N", "W"), ("N", "S"), ("N", "T")})

    assert len(gold & generated) / len(generated) == 1
    assert len(gold & generated) / len(gold) == 0.75
