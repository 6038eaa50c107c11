"""Where the chunks of a run are worked on: in this process, or in a pool of others. Results come in the order of the tasks.

`Serial` is the meaning; `Pool` gives the same results. The pool takes its tasks as they are needed, a few ahead of what is
finished, so that a stream of pages is never held as a whole.
"""

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from types import TracebackType
from typing import Any, Final, Protocol, Self, TypeVar

from sitemine.errors import SitemineError

R = TypeVar("R")

AHEAD: Final = 2
"""Tasks a worker may have waiting: enough that it never idles, few enough that memory stays flat."""


class Executor(Protocol):
    """Works on tasks somewhere."""

    is_apart: bool  # whether tasks run in other processes

    def map(self, function: Callable[..., R], tasks: Iterable[tuple[Any, ...]]) -> Iterator[R]: ...
    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None, /
    ) -> None: ...


class Serial:
    """Works in this process, one task after the other."""

    is_apart = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        pass

    def map(self, function: Callable[..., R], tasks: Iterable[tuple[Any, ...]]) -> Iterator[R]:
        for task in tasks:
            yield function(*task)


def _done(future: Future[R]) -> R:
    """The result of a task, when it is there."""
    try:
        return future.result()
    except BrokenProcessPool as error:
        raise SitemineError(
            "a worker process ended before its work was done; a script that mines with several workers does so below "
            "`if __name__ == '__main__':`, and each worker needs memory of its own (fewer workers need less)"
        ) from error


class Pool:
    """Works in several processes."""

    is_apart = True

    def __init__(self, workers: int) -> None:
        self._workers = workers
        # Spawned, not forked: a fork copies locks in whatever state the caller's threads hold them.
        self._pool = ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)

    def map(self, function: Callable[..., R], tasks: Iterable[tuple[Any, ...]]) -> Iterator[R]:
        waiting: deque[Future[R]] = deque()
        for task in tasks:
            waiting.append(self._pool.submit(function, *task))
            if len(waiting) >= AHEAD * self._workers:
                yield _done(waiting.popleft())
        while waiting:
            yield _done(waiting.popleft())


def executor(workers: int) -> Executor:
    """What works with so many processes."""
    return Serial() if workers == 1 else Pool(workers)
