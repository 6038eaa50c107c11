"""The stop watch: all contestants take the same batches in turn, so that a busy machine slows all of them alike."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter

from bench.data import Source
from bench.speed.contestants import Contestant, Run

Batches = Sequence[Sequence[Source]]
Seconds = dict[str, list[float]]


@dataclass(frozen=True, slots=True)
class Timing:
    """The seconds that one contestant took for all pages, round by round."""

    rounds: Sequence[float]
    pages: int
    size: int  # bytes of all pages

    @property
    def best(self) -> float:
        """Pages a second in the quickest round."""
        return self.pages / min(self.rounds)

    @property
    def middle(self) -> float:
        """Pages a second in the median round."""
        return self.pages / median(self.rounds)

    @property
    def megabytes(self) -> float:
        """Megabytes of HTML a second in the quickest round."""
        return self.size / min(self.rounds) / 1e6


def outputs_of(run: Run, batches: Batches) -> list[object]:
    """What a contestant says of all pages; the run that warms it up."""
    return [output for batch in batches for output in run(batch)]


def complaints(contestants: Sequence[Contestant], outputs: Mapping[str, Sequence[object]]) -> dict[str, str]:
    """What is wrong with the outputs, by contestant; those named here are not timed."""
    found = {}
    for contestant in contestants:
        complaint = contestant.check(outputs[contestant.name])
        if not complaint and contestant.like and outputs[contestant.name] != outputs.get(contestant.like):
            complaint = f"differs from {contestant.like}"
        if complaint:
            found[contestant.name] = complaint
    return found


def _one_round(runs: Sequence[tuple[str, Run]], batches: Batches) -> dict[str, float]:
    spent = dict.fromkeys((name for name, _ in runs), 0.0)
    for place, batch in enumerate(batches):
        first = place % len(runs)
        for name, run in (*runs[first:], *runs[:first]):
            start = perf_counter()
            run(batch)
            spent[name] += perf_counter() - start
    return spent


def timed(runs: Mapping[str, Run], batches: Batches, rounds: int) -> dict[str, Timing]:
    """The timings of all contestants over the same pages, interleaved batch by batch."""
    seconds: Seconds = {name: [] for name in runs}
    for _ in range(rounds):
        for name, spent in _one_round(list(runs.items()), batches).items():
            seconds[name].append(spent)
    pages = sum(len(batch) for batch in batches)
    size = sum(len(source.html) for batch in batches for source in batch)
    return {name: Timing(tuple(spent), pages, size) for name, spent in seconds.items()}
