"""Sentences from rules: `[this|that]` is a choice, `{3-9}` a number, `{@ship}` a word of a bank, `{name}` a fact.

Every choice and every bank is dealt like a pack of cards, so that nothing comes twice before all of it came once.
"""

import re
from collections.abc import Mapping, Sequence

CHOICE = re.compile(r"\[([^\[\]]*\|[^\[\]]*)\]")
NUMBER = re.compile(r"\{(\d+)-(\d+)(?:/(\d+))?\}")
SLOT = re.compile(r"\{(@?)([A-Za-z][\w.-]*)\}")
SMALL = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
SMALL_NUMBER = re.compile(r"(?<![\d.:,(/])(?<!\d )\b([2-9]|1[0-2])\b(?![.:,]?\d)(?! \d)")
STARTS = ("", ". ", "? ", "! ")  # what stands before the first word of a sentence
YEARS = (1500, 2100)  # numbers out of this span are years and take no comma


class Dice:
    """Numbers that are the same on every machine and in every version of Python (Knuth's 64-bit generator)."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def below(self, n: int) -> int:
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        return (self._state >> 33) % n

    def between(self, low: int, high: int, step: int = 1) -> int:
        return low + step * self.below((high - low) // step + 1)


class Dealer:
    """Deals cards out of named packs; an empty pack is filled again."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self._packs: dict[str, list[int]] = {}

    def deal(self, pack: str, cards: Sequence[str]) -> str:
        left = self._packs.get(pack)
        if not left:
            left = self._packs[pack] = list(range(len(cards)))
        return cards[left.pop(self.dice.below(len(left)))]


class Grammar:
    """Turns rules into text of one language, with its banks of words."""

    def __init__(self, language: str, banks: Mapping[str, Sequence[str]], dealer: Dealer) -> None:
        self.language = language
        self.banks = banks
        self.dealer = dealer

    def word(self, bank: str) -> str:
        return self.dealer.deal(f"{self.language} {bank}", self.banks[bank])

    def numbers(self, rule: str) -> str:
        """The rule with its numbers rolled."""

        def roll(match: re.Match[str]) -> str:
            low, high, step = int(match[1]), int(match[2]), int(match[3] or 1)
            number = self.dealer.dice.between(low, high, step)
            is_year = low >= YEARS[0] and high <= YEARS[1]
            return f"{number:,}" if self.language == "en" and not is_year else str(number)

        return NUMBER.sub(roll, rule)

    def text(self, rule: str, facts: Mapping[str, str]) -> str:
        """The rule with its choices made, its numbers rolled and its slots filled."""

        def fill(match: re.Match[str]) -> str:
            name = match[2]
            if match[1] or (name in self.banks and name not in facts):
                return self.text(self.word(name), facts)
            if name in facts:
                return facts[name]
            small = facts[name[0].lower() + name[1:]]
            return small[0].upper() + small[1:]

        chosen = CHOICE.sub(lambda match: self.dealer.deal(match[1], match[1].split("|")), rule)
        text = SLOT.sub(fill, self.numbers(chosen))
        return tidy(text) if self.language == "en" else text


def in_words(text: str) -> str:
    """English text with its small numbers written out; prices, times and telephone numbers stay."""

    def write_out(match: re.Match[str]) -> str:
        word = SMALL[int(match[0]) - 2]
        return (
            word.capitalize() if text[: match.start()].rstrip("\N{LEFT DOUBLE QUOTATION MARK}")[-2:] in STARTS else word
        )

    return SMALL_NUMBER.sub(write_out, text)


def ordinal(number: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number // 10 % 10 == 1 else ending}"


def tidy(text: str) -> str:
    """English text with `an` before vowels, right ordinals and curly apostrophes."""
    text = re.sub(r"\b([Aa]) (?=[aeio])", r"\1n ", text)
    text = re.sub(r"\b(\d+)th\b", lambda match: ordinal(int(match[1])), text)
    return text.replace("'", "\N{RIGHT SINGLE QUOTATION MARK}")
