import sys
import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemine.dom.text import (
    DIGIT,
    OTHER,
    SPACE,
    UNSPACED,
    WORD,
    Runs,
    character_classes,
    characters,
    classes_of,
    code_points,
    collapse,
    folded,
)


def classes(text):
    return set(character_classes()[code_points(text)].tolist())


@pytest.mark.parametrize(
    ("letters", "kind"),
    [
        ("abcÄñßøЖλאبक한", WORD),
        ("हिन्दी", WORD),  # with vowel signs and virama
        ("தமிழ்", WORD),
        ("مُحَمَّد", WORD),  # with points
        ("שָׁלוֹם", WORD),
        ("e\u0301", WORD),
        ("_", WORD),
        ("๏ไทยภาษา่ัี์"[1:], UNSPACED),
        ("ລາວ", UNSPACED),
        ("ភាសាខ្មែរ", UNSPACED),
        ("မြန်မာ", UNSPACED),
        ("漢字々〇", UNSPACED),
        ("かなカナー", UNSPACED),
        ("ｶﾅ", UNSPACED),
        ("\U00020000\U0003134a", UNSPACED),
        ("๑๒๓", UNSPACED),  # digits of a script without spaces are letters of its pairs
        ("0123456789", DIGIT),
        ("٠١٢٣", DIGIT),
        ("०१२", DIGIT),
        ("０１", DIGIT),
        (" \t\n\r\f\x0b\u00a0\u2003\u3000\u2028\u0085\x1f", SPACE),
        (".,-–'’!?()«»、。・·₿€+=😀©", OTHER),
        ("\u200b\u00ad\ufeff", OTHER),
        ("\ud800\udfff", OTHER),
    ],
)
def test_each_character_is_of_its_class(letters, kind):
    assert classes(letters) == {kind}


def test_white_space_is_what_python_strips():
    spaces = {chr(c) for c in np.flatnonzero(character_classes() == SPACE).tolist()}

    assert spaces == {chr(c) for c in range(sys.maxunicode + 1) if chr(c).isspace()}


def test_every_letter_and_mark_is_part_of_words():
    letters = [c for c in range(0x1F000) if unicodedata.category(chr(c))[0] in "LM"]

    assert set(character_classes()[letters].tolist()) == {WORD, UNSPACED}


def test_every_code_point_has_a_class_and_a_fold():
    assert len(character_classes()) == len(folded()) == sys.maxunicode + 1


@pytest.mark.parametrize(
    ("one", "other"),
    [("ABC", "abc"), ("ΣΑΣ", "σας"), ("ΌΔΟΣ", "όδος"), ("İ", "i"), ("ЖЁ", "жё"), ("ǅ", "ǆ"), ("Ａ", "ａ"), ("Ⅷ", "ⅷ")],
)
def test_case_is_folded(one, other):
    assert folded()[code_points(one)].tolist() == folded()[code_points(other)].tolist()


@pytest.mark.parametrize("letters", ["aá", "ıi", "漢字", "сc", "ßs", "\ud800\ud801"])
def test_other_letters_stay_apart(letters):
    assert len(set(folded()[code_points(letters)].tolist())) == len(letters)


def test_a_fold_folds_to_itself():
    once = folded()

    assert (once[once] == once).all()


@given(st.text(st.characters()))
def test_text_comes_back_from_its_code_points(text):
    assert characters(code_points(text)) == text


def test_lone_surrogates_come_back_too():
    assert characters(code_points("a\ud800b")) == "a\ud800b"


def joined(*runs):
    """Runs of (text, segment, apart, is_pre) collapsed."""
    texts, segment, apart, is_pre = zip(*runs, strict=True)
    start = np.concatenate(([0], np.cumsum([len(t) for t in texts])))
    return collapse(code_points("".join(texts)), Runs(start, np.array(segment), np.array(apart), np.array(is_pre)))


def test_runs_of_one_segment_meet_as_they_are():
    assert characters(joined(("a ", 0, -1, False), (" b", 0, -1, False), ("c", 0, -1, False)).points) == "a bc"


def test_runs_of_two_segments_stand_on_two_lines():
    found = joined((" a ", 0, -1, False), (" ", 1, -1, False), ("b", 2, -1, False))

    assert characters(found.points) == "a\nb"
    assert found.separators.tolist() == [1]


def test_runs_that_are_apart_get_a_space():
    assert characters(joined(("a", 0, 3, False), ("b", 0, 4, False), ("c", 0, -1, False)).points) == "a bc"


def test_a_run_without_text_is_an_empty_slice_before_the_next():
    found = joined(("a", 0, -1, False), (" ", 0, -1, False), ("b", 0, -1, False))

    begins, ends = found.slices(np.arange(3), np.arange(1, 4))

    assert begins.tolist() == [0, 2, 2]
    assert ends.tolist() == [1, 2, 3]


def test_classes_follow_the_text():
    found = joined(("a  1", 0, -1, False), ("ก.", 1, -1, False))

    assert classes_of(found.points).tolist() == [WORD, SPACE, DIGIT, SPACE, UNSPACED, OTHER]


def test_text_of_white_space_alone_collapses_to_nothing():
    found = joined((" \n", 0, -1, False), ("\u00a0", 1, -1, False))

    assert len(found.points) == len(found.separators) == 0


def test_a_pre_keeps_white_space_that_has_no_other_text():
    assert characters(joined((" \n ", 0, -1, True)).points) == " \n "
