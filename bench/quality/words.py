"""Text against gold text: F1 of the two bags of words, and snippets that must or must not appear."""

import re
from collections import Counter
from collections.abc import Callable, Sequence

WORDS = re.compile(r"\w+")
UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
"""Thai, Lao, Myanmar, Khmer, Kana and Han: scripts written without spaces between words."""

WORDS_OR_CHARACTERS = re.compile(rf"(?=[{UNSPACED}])\w|(?:(?![{UNSPACED}])\w)+")


def spaced_words(text: str) -> Counter[str]:
    r"""The bag of `\w+` words, lower-cased."""
    return Counter(WORDS.findall(text.lower()))


def words_or_characters(text: str) -> Counter[str]:
    """The bag of words, lower-cased, where characters of scripts without spaces count one by one."""
    return Counter(WORDS_OR_CHARACTERS.findall(text.lower()))


def word_f1(answer: str, gold: str, bag: Callable[[str], Counter[str]]) -> float:
    """The harmonic mean of precision and recall over bags of words.

    An empty gold wants an empty answer: 1 if it is, else 0.
    """
    given, wanted = bag(answer), bag(gold)
    if not wanted or not given:
        return float(not wanted and not given)
    return 2 * (given & wanted).total() / (given.total() + wanted.total())


def _folded(text: str) -> str:
    return " ".join(text.split())


def snippets_found(answer: str, snippets: Sequence[str]) -> float | None:
    """The share of the snippets that the answer holds, white space folded; None where there are none."""
    if not snippets:
        return None
    text = _folded(answer)
    return sum(_folded(snippet) in text for snippet in snippets) / len(snippets)
