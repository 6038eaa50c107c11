"""What a suite says of its cases, and how that is printed."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Finding(StrEnum):
    AGREES = "agrees"
    DIFFERS = "differs"
    NOT_RUN = "not run"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of one case; `why` is empty for a case that agrees."""

    case: str
    finding: Finding
    why: str = ""


def judged(case: str, expected: object, found: object, why: str = "") -> Verdict:
    """Agreement if both are equal, else what they are, or a known reason."""
    if expected == found:
        return Verdict(case, Finding.AGREES)
    return Verdict(case, Finding.DIFFERS, why or f"expected {expected}, found {found}")


def lines_of(suite: str, verdicts: Iterable[Verdict]) -> Iterable[str]:
    """One line with the counts of a suite, one for each case that differs, one for each reason not to run some."""
    counts: Counter[Finding] = Counter()
    reasons: Counter[str] = Counter()
    exceptions = []
    for verdict in verdicts:
        counts[verdict.finding] += 1
        if verdict.finding is Finding.NOT_RUN:
            reasons[verdict.why] += 1
        elif verdict.finding is Finding.DIFFERS:
            exceptions.append(f"  {verdict.case}: {verdict.why}")
    n_run = counts[Finding.AGREES] + counts[Finding.DIFFERS]
    yield f"{suite}: {n_run + counts[Finding.NOT_RUN]} cases, {n_run} run, {counts[Finding.AGREES]} agree"
    yield from exceptions
    yield from (f"  not run: {n} ({reason})" for reason, n in sorted(reasons.items()))
