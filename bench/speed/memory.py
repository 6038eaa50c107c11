"""Peak memory, in a process that does nothing else.

On Linux the peak is read from /proc: `ru_maxrss` starts there from what the parent held when it started the child.
"""

import resource
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import ParamSpec, TypeVar

from bench.data import Source
from bench.peers import quiet
from bench.speed.contestants import registry

STATUS = Path("/proc/self/status")
PEAK = "VmHWM:"

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


def peak_megabytes() -> float:
    """The most memory that this process has held so far."""
    if STATUS.exists():
        lines = STATUS.read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith(PEAK)) / 1024
    unit = 1 << 20 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def in_own_process(
    function: Callable[Arguments, Result], *arguments: Arguments.args, **named: Arguments.kwargs
) -> Result:
    """The function's result, from a process that was started for it."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=quiet) as executor:
        return executor.submit(function, *arguments, **named).result()


def _used(name: str, batches: Sequence[Sequence[Source]], peer_names: Sequence[str]) -> float:
    contestant = registry(peer_names)[name]
    run = contestant.setup()
    pieces = batches if contestant.whole else [[source] for batch in batches for source in batch]
    for piece in pieces:
        run(piece)
    return peak_megabytes()


def peak_of(name: str, batches: Sequence[Sequence[Source]], peer_names: Sequence[str]) -> float:
    """The peak of a process that runs one contestant over all pages, the pages and its imports included."""
    return in_own_process(_used, name, batches, peer_names)
