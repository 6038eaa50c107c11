"""From labels to concepts: which labels say the same (OntoMiner, section 3, mapping labels to concepts).

A label is the set of the stems of its words; scripts without spaces between words give pairs of letters. Two labels are one concept where the Jaccard
similarity of their sets is high enough. The paper prints no threshold (O9): labels of one or two words must be equal, longer ones share
two thirds, and every two labels of a concept must (complete linkage). So "Sport" and "Sports" are one, "World" and "International" are not.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import combinations
from typing import Final

from sitemine.measure.terms import hash_terms

Stemmer = Callable[[str], str]
Stems = frozenset[str]

SHORT: Final = 2
LONGEST: Final = 500  # characters
LONG_SHARE: Final = Fraction(2, 3)

_COUNT: Final = re.compile(r"\s*[(\[（【]\s*\d[\d.,\s]*[)\]）】]\s*$")
_LEAD: Final = re.compile(r"^[\s#*»›>→·•|/\-–—]+")
_TAIL: Final = re.compile(r"[\s:;,.»›>→·•|/\-–—¶]+$")
_SIGNS: Final = re.compile(r"(?<=\w)[+#]+")  # what tells C++ and C# from C
_LETTER: Final = re.compile(r"[^\W\d_]")


def label_of(text: str) -> str:
    """A label without the number of pages behind it and without the signs around it; empty where no letter is left.

    Of what is longer than any label the beginning is taken: what ends a label takes the square of a run of signs.
    """
    label = _TAIL.sub("", _LEAD.sub("", _COUNT.sub("", " ".join(text[:LONGEST].split()))))
    return label if _LETTER.search(label) else ""


def text_key(text: str) -> str:
    """A text without case, spaces and signs."""
    return "".join(filter(str.isalnum, text.casefold()))


def stems_of(label: str, stem: Stemmer | None = None) -> Stems:
    """The stems of a label's words."""
    folded = label.casefold()
    _, starts, ends = hash_terms(folded, numbers=True)
    words = [folded[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
    return frozenset((*(map(stem, words) if stem else words), *_SIGNS.findall(folded)))


def are_one(one: Stems, other: Stems) -> bool:
    """Whether two labels say the same."""
    if min(len(one), len(other)) <= SHORT:
        return one == other
    return Fraction(len(one & other), len(one | other)) >= LONG_SHARE


def _near(sets: list[Stems]) -> list[tuple[Fraction, int, int]]:
    """The pairs of long sets that say the same, the most similar first; only sets that share a word are compared."""
    holders: dict[str, list[int]] = defaultdict(list)
    for place, stems in enumerate(sets):
        if len(stems) > SHORT:
            for stem in stems:
                holders[stem].append(place)
    shared = Counter(pair for places in holders.values() for pair in combinations(places, 2))
    near = []
    for (one, other), count in shared.items():
        similarity = Fraction(count, len(sets[one] | sets[other]))
        if similarity >= LONG_SHARE:
            near.append((-similarity, one, other))
    return sorted(near)


def grouped(counts: Mapping[str, int], stems: Mapping[str, Stems]) -> dict[str, str]:
    """The concept of each label, named by its most frequent label, the shortest and then the first of equals.

    Labels without any word are left out.
    """
    of_stems: dict[Stems, list[str]] = defaultdict(list)
    for label in sorted(counts):
        if stems[label]:
            of_stems[stems[label]].append(label)
    sets = sorted(of_stems, key=sorted)
    cluster = list(range(len(sets)))
    members = [[place] for place in cluster]
    for _, one, other in _near(sets):
        a, b = cluster[one], cluster[other]
        if a != b and all(are_one(sets[x], sets[y]) for x in members[a] for y in members[b]):
            for place in members[b]:
                cluster[place] = a
            members[a] += members[b]
            members[b] = []
    named: dict[str, str] = {}
    for group in filter(None, members):
        said = [label for place in group for label in of_stems[sets[place]]]
        name = min(said, key=lambda label: (-counts[label], len(label), label))
        named |= dict.fromkeys(said, name)
    return named


def concepts(labels: Iterable[str], stem: Stemmer | None = None) -> dict[str, str]:
    """The concept of each label of one language."""
    counts = Counter(labels)
    return grouped(counts, {label: stems_of(label, stem) for label in counts})
