"""`python -m bench.speed DATA`: pages a second and peak memory, side by side in one run."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path

from bench import data, peers, render
from bench.data import Gold, batched
from bench.speed.contestants import Contestant, Run, ready, registry
from bench.speed.growth import MAKER, SIZES, Growth, grown
from bench.speed.memory import peak_of
from bench.speed.rounds import Batches, Timing, complaints, outputs_of, timed

BARE = "turbohtml.parse"
RULE = "| --- | ---: | ---: | ---: | ---: | ---: |"
BATCH = 32  # pages that a contestant takes before the next one has its turn
SETS = {"wcxb": (data.wcxb_gold, data.wcxb_sources), "sites": (data.sites_gold, data.sites_sources)}


def _note(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _batches(folder: Path, name: str, count: int) -> Batches:
    """The same `count` pages on every run; of whole sites neighbours, so that batches are parts of a site."""
    gold_of, sources_of = SETS[name]
    golds: list[Gold] = gold_of(folder)
    drawn = data.sampled(golds, count) if name == "wcxb" else golds[:count]
    sources = sources_of(folder, {gold.key for gold in drawn})
    return list(batched(islice(sources, count), BATCH))


def _fit(everyone: Sequence[Contestant], batches: Batches) -> dict[str, Run]:
    """The contestants that are here and whose output stands up, warmed up; the others are named."""
    runs: dict[str, Run] = {}
    for contestant, run in ready(everyone):
        if isinstance(run, str):
            _note(f"left out: {contestant.name} ({run})")
        else:
            runs[contestant.name] = run
    outputs = {name: outputs_of(run, batches) for name, run in runs.items()}
    wrong = complaints([one for one in everyone if one.name in runs], outputs)
    for name, complaint in wrong.items():
        _note(f"not timed: {name} {complaint}")
    return {name: run for name, run in runs.items() if name not in wrong}


def speed_table(timings: Mapping[str, Timing], peaks: Mapping[str, float]) -> str:
    """The timings as Markdown, the quickest first."""
    bare = timings[BARE].best if BARE in timings else 0.0
    lines = ["|  | pages/s (best) | pages/s (median) | times a bare parse | MB/s (best) | peak MB |", RULE]
    for name, timing in sorted(timings.items(), key=lambda item: -item[1].best):
        speeds = f"{timing.best:,.0f} | {timing.middle:,.0f} | {bare / timing.best:.2f} | {timing.megabytes:,.1f}"
        lines.append(f"| {name} | {speeds} | {peaks[name]:,.0f} |")
    return "\n".join(lines)


def growth_table(rows: Sequence[Growth]) -> str:
    """The growth as Markdown; in a linear world the third column stays as it is."""
    lines = ["| pages | seconds | pages/s | peak MB |", "| ---: | ---: | ---: | ---: |"]
    for row in rows:
        rate = row.pages / row.seconds
        lines.append(f"| {row.pages:,} | {row.seconds:.2f} | {rate:,.0f} | {row.megabytes:,.0f} |")
    return "\n".join(lines)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.speed", description=__doc__)
    parser.add_argument("data", type=Path, nargs="?", help=f"folder with {data.WCXB} and {data.SITES}")
    parser.add_argument("--set", choices=list(SETS), default="wcxb", help="which pages (default: wcxb)")
    parser.add_argument("--pages", type=int, default=300, metavar="N")
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    parser.add_argument(
        "--peers", default="resiliparse,trafilatura", help=f"all, none, or of {','.join(peers.CLASSES)}"
    )
    parser.add_argument(
        "--into", type=Path, metavar="FILE.md", help="also put the table between the marks of this file"
    )
    parser.add_argument("--growth", action="store_true", help="mine generated sites of growing size instead")
    arguments = parser.parse_args()
    if not arguments.growth and not arguments.data:
        parser.error("DATA is wanted, unless --growth")
    return arguments


def _growth() -> int:
    if not MAKER.exists():
        _note(f"{MAKER.name} is not in the examples folder")
        return 2
    print(growth_table([grown(size) for size in SIZES]))
    return 0


def main() -> int:
    """The table on stdout, everything else on stderr."""
    arguments = _arguments()
    peers.quiet()
    if arguments.growth:
        return _growth()
    try:
        peer_names = peers.chosen(arguments.peers)
        batches = _batches(arguments.data, arguments.set, arguments.pages)
    except (peers.MissingPeerError, FileNotFoundError) as error:
        _note(str(error))
        return 2
    runs = _fit(list(registry(peer_names).values()), batches)
    timings = timed(runs, batches, arguments.rounds)
    peaks = {name: peak_of(name, batches, peer_names) for name in runs}
    table = speed_table(timings, peaks)
    print(table)
    held = sum(len(source.html) for batch in batches for source in batch)
    _note(f"{sum(map(len, batches))} pages; {held / 1e6:,.0f} MB of each peak are the pages themselves")
    if arguments.into:
        render.place(arguments.into, f"{table}\n", "speed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
