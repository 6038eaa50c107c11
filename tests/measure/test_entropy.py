import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pages import flat

from sitemine.measure.entropy import L_ONE, TermStatistics, count_terms, next_entropy, weights_of
from sitemine.measure.sums import Pile
from sitemine.measure.terms import hash_terms, terms_of

WORDS = ["one", "two", "three", "four", "five"]
SITES = st.lists(st.lists(st.sampled_from(WORDS), max_size=12), max_size=7)
EXACT_TO = 4 / L_ONE
"""L is kept to half a unit for each page that says the term, and is divided by TF, which is no less."""


def html(words):
    return "<p>" + " ".join(words)


def statistics(*pages):
    """The statistics of some pages, each given as its words."""
    return TermStatistics.of(count_terms(terms_of(flat(*map(html, pages))))) if pages else TermStatistics.empty()


def by_word(statistics, column):
    """A column as a dict from words."""
    values = dict(zip(statistics.term.tolist(), column.tolist(), strict=True))
    names = {word: int(hash_terms(word)[0][0]) for word in WORDS}
    return {word: values[key] for word, key in names.items() if key in values}


def plain_entropy(tf, n):
    """- sum of p log_n p over the pages that say a term."""
    shares = [t / sum(tf) for t in tf if t]
    return -sum(p * math.log(p) for p in shares) / math.log(n) if n > 1 else 0.0


def assert_identical(one, other):
    assert one.n_pages == other.n_pages
    for name in ("term", "tf", "spread", "df"):
        a, b = getattr(one, name), getattr(other, name)
        assert a.dtype == b.dtype
        assert a.tobytes() == b.tobytes(), name
    assert one.entropy().tobytes() == other.entropy().tobytes()


@given(SITES.filter(bool))
def test_counts_are_those_of_a_plain_counter(pages):
    counts = count_terms(terms_of(flat(*map(html, pages))))

    for page, words in enumerate(pages):
        rows = slice(*counts.page_start[page : page + 2])
        expected = sorted((int(hash_terms(word)[0][0]), n) for word, n in Counter(words).items())
        assert list(zip(counts.term[rows].tolist(), counts.tf[rows].tolist(), strict=True)) == expected


@given(st.lists(st.tuples(st.lists(st.sampled_from(WORDS), max_size=5), st.booleans()), min_size=1, max_size=6))
def test_counts_of_some_pages_are_those_of_a_table_without_the_others(pages):
    counts = count_terms(terms_of(flat(*(html(words) for words, _ in pages))))
    wanted = [words for words, is_wanted in pages if is_wanted]

    found = TermStatistics.of(counts.only(np.array([is_wanted for _, is_wanted in pages])))

    assert_identical(found, statistics(*wanted))


@given(SITES)
def test_entropy_is_that_of_a_plain_count(pages):
    found = statistics(*pages)

    n, counted = len(pages), [Counter(words) for words in pages]
    said = {word: [c[word] for c in counted if c[word]] for word in WORDS if any(c[word] for c in counted)}
    assert by_word(found, found.tf) == {word: sum(tf) for word, tf in said.items()}
    assert by_word(found, found.df) == {word: len(tf) for word, tf in said.items()}
    entropy, idf = by_word(found, found.entropy()), by_word(found, found.idf())
    for word, tf in said.items():
        assert entropy[word] == pytest.approx(plain_entropy(tf, n), abs=EXACT_TO)
        assert idf[word] == pytest.approx(math.log(n / len(tf)) / math.log(n) if n > 1 else 1.0, abs=1e-12)


@given(SITES)
def test_entropy_lies_between_zero_and_one_and_idf_is_at_most_the_weight(pages):
    found = statistics(*pages)

    assert ((found.entropy() >= 0) & (found.entropy() <= 1)).all()
    assert (found.idf() <= 1 - found.entropy() + EXACT_TO).all()


@given(SITES, st.integers(0, 7), st.randoms(use_true_random=False))
def test_statistics_are_the_same_bits_in_any_order_and_any_parts(pages, cut, chance):
    together = statistics(*pages)
    shuffled = chance.sample(pages, len(pages))

    parts = statistics(*shuffled[:cut]), statistics(*shuffled[cut:])
    pile = Pile(TermStatistics.empty())
    for words in shuffled:
        pile.add(statistics(words))

    assert_identical(parts[0].merge(parts[1]), together)
    assert_identical(parts[1].merge(parts[0]), together)
    assert_identical(pile.total(), together)


@given(SITES, st.lists(st.sampled_from(WORDS), max_size=12))
def test_a_page_that_is_added_and_taken_back_leaves_no_trace(pages, words):
    before = statistics(*pages)

    assert_identical(before.merge(statistics(words)).without(statistics(words)), before)


@given(SITES, st.lists(st.sampled_from(WORDS), max_size=12), st.lists(st.sampled_from(WORDS), max_size=12))
def test_a_page_that_is_replaced_counts_as_it_is_now(pages, old, new):
    site = statistics(*pages, old)

    assert_identical(site.without(statistics(old)).merge(statistics(new)), statistics(*pages, new))


def test_counts_too_large_for_exact_floats_are_exact():
    many = statistics(["one"] * 3, ["one", "two"])
    for _ in range(40):
        many = many.merge(many)

    again = many.without(statistics(["two"]))

    assert by_word(many, many.tf) == {"one": 4 << 40, "two": 1 << 40}
    assert by_word(again, again.tf) == {"one": 4 << 40, "two": (1 << 40) - 1}


def test_no_pages_have_no_terms():
    empty = TermStatistics.empty()

    assert len(empty) == empty.n_pages == len(empty.entropy()) == len(empty.idf()) == 0
    assert_identical(empty.merge(empty), empty)
    assert_identical(empty.merge(statistics(["one"], ["two"])), statistics(["one"], ["two"]))


def test_a_lone_page_tells_nothing_of_its_terms():
    alone = statistics(["one", "one", "two"])

    assert alone.entropy().tolist() == [0, 0]
    assert alone.idf().tolist() == [1, 1]


def test_a_page_without_terms_is_still_a_page():
    site = statistics(["one"], ["one"], [])

    assert site.n_pages == 3
    assert by_word(site, site.entropy())["one"] == pytest.approx(math.log(2) / math.log(3), abs=EXACT_TO)


def test_a_term_of_every_page_has_entropy_one_and_one_of_a_single_page_zero():
    site = statistics(["one", "two", "two", "two"], ["one"], ["one"])

    assert by_word(site, site.entropy()) == pytest.approx({"one": 1, "two": 0}, abs=EXACT_TO)
    assert by_word(site, site.idf()) == pytest.approx({"one": 0, "two": 1})


def test_weights_are_those_of_the_site_and_a_new_term_informs_fully():
    site = statistics(["one", "two"], ["one"])
    terms = terms_of(flat("<p>two one six one"))

    assert weights_of(terms, site) == pytest.approx([1, 0, 1, 0], abs=EXACT_TO)
    assert weights_of(terms, TermStatistics.empty()).tolist() == [1, 1, 1, 1]
    assert len(weights_of(terms_of(flat("")), site)) == 0


@settings(max_examples=200)
@given(st.lists(st.integers(0, 1_000), min_size=1, max_size=30).filter(any))
def test_entropy_page_by_page_is_that_of_all_pages(tf):
    entropy = 0.0
    for n, t in enumerate(tf[1:], 1):
        total = sum(tf[:n])
        if total + t:
            entropy = next_entropy(entropy, n, total, t)

    assert entropy == pytest.approx(plain_entropy(tf, len(tf)), abs=1e-12)


def test_a_page_without_the_term_only_changes_the_base():
    before = plain_entropy([3, 1, 2], 3)

    assert next_entropy(before, 3, 6, 0) == pytest.approx(before * math.log(3) / math.log(4), abs=1e-15)


def test_the_columns_that_come_in_are_not_written():
    terms = terms_of(flat("<p>b a b", "<p>a"))
    before = terms.term.copy()

    first = TermStatistics.of(count_terms(terms))
    first.merge(first).without(first)

    assert (terms.term == before).all()
    assert first.tf.tolist() == TermStatistics.of(count_terms(terms)).tf.tolist()
