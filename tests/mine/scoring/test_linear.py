"""The linear scores against plain sums over what stands around a block."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pages import flat, soup

from sitemine.measure import terms_of
from sitemine.mine.scoring.linear import (
    LEVELS,
    Learned,
    chain,
    n_names,
    path_slots,
    structure_scores,
    tag_slots,
    term_scores,
)
from sitemine.mine.scoring.names import SLOTS, names_of
from sitemine.mine.scoring.units import units_of


@pytest.fixture(scope="module")
def learned():
    random = np.random.default_rng(5)
    named = random.integers(-300, 300, (LEVELS + 1, SLOTS)).astype(np.int16)
    named[0, random.random(SLOTS) < 0.5] = 0
    term = random.integers(-300, 300, SLOTS).astype(np.int16)
    term[0] = 0  # the slot of a term that is not there
    return Learned(named, term, np.array([7, -3]))


def around(table, node):
    """A node and all that it stands in."""
    while node >= 0:
        yield node
        node = int(table.parent[node])


def plainly(table, units, names, learned):
    """Each score added up one name at a time."""
    own = {node: [] for node in range(len(table))}
    for node, slot in zip(names.node.tolist(), names.slot.tolist(), strict=True):
        own[node].append(slot)
    tags, scores, counts = tag_slots(table), [], []
    paths = path_slots(table, chain(table, units.holder))
    for unit, holder in enumerate(units.holder.tolist()):
        above = list(around(table, holder))
        levels = [(0, node) for node in above]
        levels += [(level, above[min(level - 1, len(above) - 1)]) for level in range(1, LEVELS)]
        total = sum(
            int(learned.named[level, slot]) for level, node in levels for slot in [*own[node], tags[table.tag[node]]]
        )
        scores.append(total + int(learned.named[LEVELS, paths[unit]]) + 7)
        counts.append(sum(int(learned.named[0, slot]) != 0 for node in above for slot in own[node]))
    return scores, counts


@settings(deadline=None)
@given(htmls=st.lists(soup(), min_size=1, max_size=3))
def test_the_names_around_a_block_add_up(learned, htmls):
    table = flat(*htmls)
    units, names = units_of(table, terms_of(table)), names_of(table)

    scores, counts = plainly(table, units, names, learned)

    assert structure_scores(table, units, names, learned).tolist() == scores
    assert n_names(table, units, names, learned).tolist() == counts


def test_blocks_without_terms_score_the_start(learned):
    table = flat("<p>12,5<p>***")
    terms = terms_of(table)

    assert term_scores(terms, units_of(table, terms), learned).tolist() == [-3, -3]


def test_a_short_block_scores_its_whole_text_and_a_long_one_does_not(learned):
    same = "<p>share this page"
    one, other = ((t := flat(html), terms_of(t)) for html in (same, same + " with all of your friends today"))

    first, second = (term_scores(terms, units_of(table, terms), learned).tolist() for table, terms in (one, other))

    assert first != second


@settings(deadline=None)
@given(htmls=st.lists(soup(), min_size=2, max_size=3))
def test_the_scores_of_a_page_do_not_depend_on_its_neighbours(learned, htmls):
    def scores(*some):
        table = flat(*some)
        terms = terms_of(table)
        units = units_of(table, terms)
        by_terms = term_scores(terms, units, learned).tolist()
        return list(zip(structure_scores(table, units, names_of(table), learned).tolist(), by_terms, strict=True))

    assert scores(*htmls) == [score for html in htmls for score in scores(html)]
