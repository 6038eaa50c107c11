import string

import numpy as np
import pytest
import snowballstemmer
from hypothesis import given, settings
from hypothesis import strategies as st
from pages import flat, row, soup

from sitemine.dom.text import DIGIT, UNSPACED, WORD, character_classes, folded
from sitemine.measure.terms import hash_terms, terms_of


def words(text, **options):
    _, start, end = hash_terms(text, **options)
    return [text[a:b] for a, b in zip(start.tolist(), end.tolist(), strict=True)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("Storm closes port.", ["Storm", "closes", "port"]),
        ("don't re-open", ["don", "t", "re", "open"]),
        ("Weiß ÄRGER naïve", ["Weiß", "ÄRGER", "naïve"]),
        ("e\u0301te\u0301", ["e\u0301te\u0301"]),
        ("Погода, мир", ["Погода", "мир"]),
        ("हिन्दी में समाचार", ["हिन्दी", "में", "समाचार"]),
        ("العَرَبِيّة اليوم", ["العَرَبِيّة", "اليوم"]),
        ("תל אביב", ["תל", "אביב"]),
        ("한국 뉴스", ["한국", "뉴스"]),
        ("日本語", ["日本", "本語"]),
        ("漢", ["漢"]),
        ("新聞 を", ["新聞", "を"]),
        ("ニュース", ["ニュ", "ュー", "ース"]),
        ("ไทย", ["ไท", "ทย"]),
        ("ខ្មែរ", ["ខ្", "្ម", "មែ", "ែរ"]),
        ("abc漢字def", ["abc", "漢字", "def"]),
        ("iPhone第3代", ["iPhone", "第", "代"]),
        ("snake_case", ["snake_case"]),
        ("C3PO B2B 3D", ["C3PO", "B2B", "3D"]),
        ("a\U00020000\U00020001b", ["a", "\U00020000\U00020001", "b"]),
    ],
)
def test_terms_are_words_and_pairs_of_letters(text, expected):
    assert words(text) == expected


def test_numbers_are_terms_only_when_asked_for():
    text = "2024: 3 storms, 1,5 m, ٣ and 50km"

    assert words(text) == ["storms", "m", "and", "50km"]
    assert words(text, numbers=True) == ["2024", "3", "storms", "1", "5", "m", "٣", "and", "50km"]


def plain_terms(text, *, numbers):
    """The terms of a text, one character after the other."""
    kinds = [int(character_classes()[ord(c)]) for c in text]
    found, i = [], 0
    while i < len(text):
        j = i
        if kinds[i] in (WORD, DIGIT):
            while j < len(text) and kinds[j] in (WORD, DIGIT):
                j += 1
            if numbers or WORD in kinds[i:j]:
                found.append((i, j))
        elif kinds[i] == UNSPACED:
            while j < len(text) and kinds[j] == UNSPACED:
                j += 1
            found.extend([(i, j)] if j == i + 1 else [(k, k + 2) for k in range(i, j - 1)])
        i = max(j, i + 1)
    return found


@given(st.text(st.sampled_from("aB1٣漢字かกิ .-_नि\u0301é\n"), max_size=40), st.booleans())
def test_terms_are_what_a_plain_walk_finds(text, numbers):
    _, start, end = hash_terms(text, numbers=numbers)

    assert list(zip(start.tolist(), end.tolist(), strict=True)) == plain_terms(text, numbers=numbers)


@pytest.mark.parametrize(("one", "other"), [("Storm", "sTORM"), ("ΟΔΟΣ", "οδος"), ("İstanbul", "istanbul"), ("Ж", "ж")])
def test_terms_that_differ_in_case_are_the_same(one, other):
    assert hash_terms(one)[0].tolist() == hash_terms(other)[0].tolist()


@pytest.mark.parametrize(("one", "other"), [("storm", "storms"), ("ab", "ba"), ("resume", "résumé"), ("a", "aa")])
def test_terms_that_differ_are_not(one, other):
    assert hash_terms(one)[0].tolist() != hash_terms(other)[0].tolist()


@given(st.text(st.sampled_from("ab 漢字.")), st.text(st.sampled_from("ab 漢字.")))
def test_a_term_has_one_hash_wherever_it_stands(before, text):
    alone = hash_terms(text)[0].tolist()

    moved, start, _ = hash_terms(f"{before}\n{text}")

    assert moved[start > len(before)].tolist() == alone


def test_two_hundred_thousand_words_have_as_many_hashes():
    letters = np.random.default_rng(0).choice(list(string.ascii_lowercase), (200_000, 12)).tolist()
    made = {"".join(word[: 1 + k % 12]) for k, word in enumerate(letters)}
    made |= {f"term{i}a" for i in range(50_000)}

    found, _, _ = hash_terms(" ".join(made))

    assert len(found) == len(np.unique(found)) == len(made)


def test_stems_join_the_forms_of_a_word():
    stem = snowballstemmer.stemmer("english").stemWord
    table = flat("<p>closes closed CLOSING close 2024 port", "<p>Ports")

    plain, stemmed = terms_of(table), terms_of(table, stem=stem)

    assert len(set(plain.term.tolist())) == 6
    assert len(set(stemmed.term[:4].tolist())) == 1
    assert stemmed.term[4] == stemmed.term[5]
    assert stemmed.term[:1].tolist() == hash_terms("close")[0].tolist()
    assert stemmed.start.tolist() == plain.start.tolist()


def test_each_distinct_term_is_stemmed_once():
    asked = []

    terms_of(flat("<p>One two ONE one two"), stem=lambda word: asked.append(word) or word)

    assert sorted(asked) == ["one", "two"]


def test_a_page_without_terms_has_none_to_stem():
    terms = terms_of(flat("<p>2024 - 3"), stem=str.upper)

    assert len(terms) == 0
    assert terms.page_start.tolist() == [0, 0]


def begins_and_ends_between_terms(table, terms, node):
    inside = (terms.start < table.text_start[node]) & (table.text_start[node] < terms.end)
    inside |= (terms.start < table.text_end[node]) & (table.text_end[node] < terms.end)
    return not inside.any()


@settings(max_examples=150, deadline=None)
@given(st.lists(soup(), min_size=1, max_size=3))
def test_the_terms_of_a_node_are_those_of_its_text(htmls):
    table = flat(*htmls)

    terms = terms_of(table)

    for node in range(len(table)):
        if begins_and_ends_between_terms(table, terms, node):
            slice_ = slice(terms.node_start[node], terms.node_end[node])
            assert terms.term[slice_].tolist() == hash_terms(table.text_of(node))[0].tolist()
    for page in range(table.n_pages):
        first, last = terms.page_start[page : page + 2]
        assert terms.term[first:last].tolist() == hash_terms(table.text_of(int(table.page_start[page])))[0].tolist()


def test_a_term_that_spans_elements_belongs_to_where_it_begins():
    table = flat("<p><b>S</b>torm <i>port</i>s")

    terms = terms_of(table)

    sizes = terms.node_end - terms.node_start
    assert (sizes[row(table, "p")], sizes[row(table, "b")], sizes[row(table, "i")]) == (2, 1, 1)


def test_before_counts_the_terms_that_begin_earlier():
    terms = terms_of(flat("<p>one two three"))

    assert terms.before(np.array([0, 1, 4, 5, 13])).tolist() == [0, 1, 1, 2, 3]
    assert len(terms) == 3


def test_hashes_are_of_folded_letters():
    points = folded()[[ord(c) for c in "ΣΑΣ"]].tolist()

    assert "".join(map(chr, points)) == "σασ"
    assert hash_terms("ΣΑΣ")[0].tolist() == hash_terms("σας")[0].tolist()
