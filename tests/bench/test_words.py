import pytest
from bench.quality.words import snippets_found, spaced_words, word_f1, words_or_characters


def test_f1_is_the_harmonic_mean_over_bags_of_words():
    # 3 words given, 4 wanted, "the" once and "storm" once in common: P = 2/3, R = 2/4.
    assert word_f1("The storm passed", "the storm, the port", spaced_words) == pytest.approx(4 / 7)


def test_a_word_counts_as_often_as_it_stands_in_both():
    assert word_f1("a a a", "a a b", spaced_words) == pytest.approx(2 * 2 / 6)


@pytest.mark.parametrize(("answer", "gold", "score"), [("", "", 1.0), ("a", "", 0.0), ("", "a", 0.0), ("–", "…", 1.0)])
def test_an_empty_gold_wants_an_empty_answer(answer, gold, score):
    assert word_f1(answer, gold, spaced_words) == score


def test_a_spaced_word_of_han_is_one_word_for_single_pages():
    assert list(spaced_words("中文网页 abc")) == ["中文网页", "abc"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("中文网页", ["中", "文", "网", "页"]),
        ("カタ かな", ["カ", "タ", "か", "な"]),
        ("iPhone发布了", ["iphone", "发", "布", "了"]),
        ("𠮷野家", ["𠮷", "野", "家"]),
        ("ကခ ខគ", ["က", "ခ", "ខ", "គ"]),
        ("한국어 말", ["한국어", "말"]),
        ("中文。", ["中", "文"]),
    ],
)
def test_characters_of_scripts_without_spaces_count_one_by_one(text, words):
    assert list(words_or_characters(text).elements()) == words


def test_f1_over_characters_gives_a_part_of_an_unspaced_sentence_its_share():
    # 2 of 4 characters: P = 1, R = 1/2.
    assert word_f1("中文", "中文网页", words_or_characters) == pytest.approx(2 / 3)


def test_snippets_are_found_across_line_breaks():
    assert snippets_found("Storm\n  closes port. More", ["Storm closes port", "absent"]) == 0.5


def test_no_snippets_give_no_score():
    assert snippets_found("anything", []) is None
