"""What a contestant says of each page, asked in child processes and, for peers, remembered on disk."""

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from hashlib import blake2b
from multiprocessing import get_context
from pathlib import Path
from types import FrameType

import msgspec

from bench import peers
from bench.data import Source, batched

PATIENCE = 60  # seconds for one page, many times what the slowest peer needs; a page beyond it has failed
BATCH = 128  # pages handed to the processes at a time
CHUNK = 4  # pages sent to a process at once


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a contestant says of a page; `failed` names the exception that it raised instead.

    None means that the contestant does not give such a thing at all.
    """

    text: str | None = None
    title: str | None = None
    date: str | None = None
    role: str | None = None
    toc_probability: float | None = None
    entries: tuple[str, ...] | None = None
    failed: str = ""
    authors: str | None = None  # parted by semicolons


Answers = dict[str, Answer]
Ask = Callable[[Source], Answer]


def _out_of_patience(_signum: int, _frame: FrameType | None) -> None:
    raise TimeoutError(f"no answer within {PATIENCE} s")


@contextmanager
def _limited() -> Iterator[None]:
    signal.signal(signal.SIGALRM, _out_of_patience)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)


def guarded(ask: Ask, source: Source, empty: Answer) -> Answer:
    """The contestant's answer, or the empty one under the name of what it raised."""
    try:
        with _limited():
            return ask(source)
    except Exception as error:  # noqa: BLE001  whatever a contestant raises on a page is its answer
        return msgspec.structs.replace(empty, failed=type(error).__name__)


_asked: dict[str, peers.Peer] = {}


def _answer(peer: peers.Peer, page: Source) -> Answer:
    text = peer.extract(page.html, page.url)
    if not isinstance(peer, peers.Telling):
        return Answer(text=text)
    said = peer.said(page.html, page.url)
    return Answer(text=text, title=said.title, date=said.date, authors=said.authors)


def _ask_peer(task: tuple[str, Source]) -> Answer:
    name, source = task
    if name not in _asked:
        _asked[name] = peers.load(name)
    peer = _asked[name]
    empty = Answer(text="", title="", date="", authors="") if isinstance(peer, peers.Telling) else Answer(text="")
    return guarded(lambda page: _answer(peer, page), source, empty)


def pool(jobs: int) -> ProcessPoolExecutor:
    """Child processes that start from nothing and say nothing."""
    return ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=peers.quiet)


def _digest(source: Source) -> str:
    return blake2b(source.url.encode() + b"\0" + source.html, digest_size=16).hexdigest()


class _Remembered(msgspec.Struct, frozen=True):
    page: str
    answer: Answer


class Cache:
    """Answers of one version of one peer, by digest of URL and bytes; without a folder it forgets."""

    def __init__(self, folder: Path | None, peer: peers.Peer) -> None:
        self._path = folder / f"{peer.name}-{peer.version}.jsonl" if folder else None
        self._known: Answers = {}
        if self._path and self._path.exists():
            lines = self._path.read_bytes().splitlines()
            known = [msgspec.json.decode(line, type=_Remembered) for line in lines]
            self._known = {one.page: one.answer for one in known}

    def get(self, source: Source) -> Answer | None:
        return self._known.get(_digest(source)) if self._path else None

    def put(self, found: Iterable[tuple[Source, Answer]]) -> None:
        if not self._path:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        new = [_Remembered(_digest(source), answer) for source, answer in found]
        with self._path.open("ab") as file:
            file.writelines(msgspec.json.encode(one) + b"\n" for one in new)
        self._known.update((one.page, one.answer) for one in new)


def peer_answers(peer: peers.Peer, sources: Iterable[Source], jobs: int, cache: Cache) -> Answers:
    """The peer's answers by key, asked for only where the cache has none."""
    answers: Answers = {}
    with pool(jobs) as executor:
        for batch in batched(sources, BATCH):
            known = [(source, cache.get(source)) for source in batch]
            answers.update((source.key, answer) for source, answer in known if answer)
            asked = [source for source, answer in known if answer is None]
            tasks = [(peer.name, source) for source in asked]
            found = list(zip(asked, executor.map(_ask_peer, tasks, chunksize=CHUNK), strict=True))
            cache.put(found)
            answers.update((source.key, answer) for source, answer in found)
    return answers


def default_jobs() -> int:
    """As many processes as there are processors, at most two: peers are timed elsewhere."""
    return min(2, os.cpu_count() or 1)
