"""Pages read for the crawler in processes of their own, which a hostile page may break without breaking the crawl.

`see` is what is done: a page is read as it will be when it is mined, and judged by itself alone. `Readers` has it done in
supervised children with limits of processor time and memory, which no signal to the crawler's own process could set: the
parser is C code and does not look up. A child that dies or takes too long is replaced, and what it worked on is tried once
more, page by page and by a child apart, before it is given up by name: so pages that break their reader keep no other
host's pages waiting for more than one new child.
"""

import asyncio
import os
import re
import struct
import sys
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from sitemine.acquire import join
from sitemine.acquire.claims import BEGINNING, feeds, refresh
from sitemine.acquire.seen import LINKS, Asked, Link, Seen
from sitemine.acquire.urls import host
from sitemine.acquire.warc import page_of
from sitemine.dom import Head
from sitemine.mine import MinedBatch, Repeated, mine_batch
from sitemine.mine.decision import role_of
from sitemine.options import Limits, Options
from sitemine.records import MINED, Outcome, Page
from sitemine.run.plan import read_safely
from sitemine.run.rendering import LITTLE, SCRIPT

SECONDS: Final = 5  # of processor time for a page, far from what the largest real one takes
STARTING: Final = 20.0  # seconds by the clock that a child may take to begin, where others use the machine
MEMORY: Final = 1 << 30  # bytes that a child may ask for beyond what it begins with
AT_ONCE: Final = 8  # pages that share one node table
SAID: Final = 2_000  # characters that a page may say to robots
SHORT: Final = 32  # bytes of text below which equal pages need not be one page

PROGRAM: Final = f"from {__name__} import child; child()"  # what a child is started with

_DIGITS: Final = re.compile(r"\d+")
_SIZE: Final = struct.Struct(">I")
_encode: Final = msgspec.msgpack.Encoder().encode


def _digest(text: str, size: int) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=size).digest()


def _lines(mined: MinedBatch, page: int) -> tuple[tuple[int, int], ...]:
    """What the informative segments of a page say, their digits aside, and how much that is."""
    table = mined.batch.table
    first, last = mined.segment_start[page], mined.segment_start[page + 1]
    lines = []
    for segment in (first + np.flatnonzero(mined.choice.kept[first:last])).tolist():
        text = _DIGITS.sub("0", table.text[table.segment_start[segment] : table.segment_end[segment]].strip())
        number = int.from_bytes(_digest(text, 7), "big")
        lines.append((number, len(text.encode("utf-8", "surrogatepass"))))
    return tuple(lines)


def _links(mined: MinedBatch, page: int, source: Page) -> tuple[Link, ...]:
    """Where a page leads: its links, what it is forwarded to, and what it calls its own address."""
    batch = mined.batch
    table, links, head = batch.table, batch.links, batch.heads[page]
    first, last = np.searchsorted(links.source, (page, page + 1)).tolist()
    found = [
        Link(links.target[k], " ".join(table.text_of(int(links.node[k])).split()) or links.label[k], links.rel[k])
        for k in range(first, min(last, first + LINKS))
    ]
    forward = join(source.url, target) if (target := refresh(head.meta.get("refresh", ""))) else None
    own = join(source.url, head.canonical) if head.canonical else None
    return (*found, *(Link(url) for url in (forward, own) if url))


def _robots(head: Head, source: Page) -> str:
    """What a page asks of robots: in all its metadata, then in its header, where one may be named."""
    said = [head.meta.get("robots", ""), *(text for name, text in head.more if name == "robots")]
    return ",".join([*said, source.headers.get("x-robots-tag", "")])[:SAID]


def _seen(mined: MinedBatch, page: int, source: Page, options: Options) -> Seen:
    batch, place = mined.batch, mined.batch.mined[page]
    table, head = batch.table, batch.heads[page]
    text = table.text[table.page_text[page] : table.page_text[page + 1]].strip()
    content = _content(source)
    is_hollow = len(text) <= LITTLE and bool(SCRIPT.search(content))  # whose text a browser may yet find
    return Seen(
        outcome=batch.outcomes[place].value,
        detail=batch.details[place],
        role=role_of(mined, page, options).value,
        links=_links(mined, page, source),
        feeds=tuple(url for href in feeds(content[:BEGINNING]) if (url := join(source.url, href))),
        robots=_robots(head, source),
        is_hollow=is_hollow,
        text=b"" if len(text) < SHORT or is_hollow else _digest(text, 12),
        lines=_lines(mined, page),
    )


def _content(source: Page) -> bytes:
    return source.html if isinstance(source.html, bytes) else source.html.encode("utf-8", "surrogatepass")


def _unread(page: Page, outcome: Outcome, detail: str) -> Seen:
    """What is to be said of a page in which nothing can be read, but its scripts perhaps in a browser."""
    is_hollow = outcome is Outcome.EMPTY and bool(SCRIPT.search(_content(page)))
    return Seen(outcome.value, detail, is_hollow=is_hollow)


def _page(asked: Asked, limits: Limits) -> Page:
    page = page_of(asked.url, asked.block, asked.cut, limits=limits)
    if page is None:
        return Page(asked.url, outcome=Outcome.NOT_HTML, detail="data or a part of pages")
    if page.outcome is Outcome.BAD_RECORD:
        return Page(asked.url, outcome=Outcome.BAD_ENCODING, detail=page.detail)
    return page


def see(asked: Sequence[Asked], options: Options) -> list[Seen]:
    """What is to be seen on some pages, each judged by itself."""
    pages = [_page(item, options.limits) for item in asked]
    batch = read_safely(pages, options.limits)
    seen = list(map(_unread, pages, batch.outcomes, batch.details))
    try:
        mined = mine_batch(batch, Repeated.empty(), options)
        for page, place in enumerate(batch.mined):
            if batch.outcomes[place] in MINED:
                seen[place] = _seen(mined, page, pages[place], options)
    except Exception as error:  # whatever a page does to the reader is its outcome
        if len(asked) > 1:
            return [see([item], options)[0] for item in asked]
        return [Seen(Outcome.PARSER_CRASH.value, f"{type(error).__name__}: {error}")]
    return seen


class Here:
    """Reads pages in this process: for tests, and for pages that are trusted."""

    def __init__(self, options: Options) -> None:
        self._options = options

    async def __call__(self, asked: Asked) -> Seen:
        return see([asked], self._options)[0]

    async def close(self) -> None:
        pass


@dataclass(slots=True)
class _Wish:
    asked: Asked
    answer: asyncio.Future[Seen]
    is_alone: bool = False  # whether it is to be read alone, as it may have broken a child


@dataclass(slots=True)
class _Line:
    """Pages that wait for the same children."""

    children: int
    wishes: deque[_Wish] = field(default_factory=deque)
    wakes: list[asyncio.Event] = field(default_factory=list)

    def add(self, wishes: Iterable[_Wish]) -> None:
        self.wishes.extend(wishes)
        for wake in self.wakes:
            wake.set()

    def next(self) -> list[_Wish]:
        """Some pages to be read together; one that may break its child alone."""
        batch: list[_Wish] = []
        while self.wishes and len(batch) < AT_ONCE and not (batch and self.wishes[0].is_alone):
            batch.append(self.wishes.popleft())
            if batch[-1].is_alone:
                break
        return batch


class Readers:
    """Reads pages in children. What may have broken one is read by another child, and so is all else of a host that did."""

    def __init__(self, options: Options, children: int = 1, *, seconds: float = SECONDS, memory: int = MEMORY) -> None:
        self.options, self.seconds, self.memory = options, seconds, memory
        self._common, self._apart = _Line(children), _Line(1)
        self._breaking: set[str] = set()  # hosts whose pages broke a child
        self._tasks: list[asyncio.Task[None]] = []
        self._processes: set[asyncio.subprocess.Process] = set()

    async def __call__(self, asked: Asked) -> Seen:
        wish = _Wish(asked, asyncio.get_running_loop().create_future())
        self._add(self._apart if host(asked.url) in self._breaking else self._common, [wish])
        return await wish.answer

    def _add(self, line: _Line, wishes: Iterable[_Wish]) -> None:
        for _ in range(line.children if not line.wakes else 0):
            line.wakes.append(asyncio.Event())
            self._tasks.append(asyncio.create_task(self._serve(line, line.wakes[-1])))
        line.add(wishes)

    async def _serve(self, line: _Line, wake: asyncio.Event) -> None:
        process: asyncio.subprocess.Process | None = None
        while True:
            await wake.wait()
            wake.clear()
            while batch := line.next():
                process = process if process and process.returncode is None else await self._started()
                problem = await self._asked(process, batch)
                if problem:
                    await self._ended(process)
                    process = None
                    self._give_up(batch, problem)

    def _give_up(self, batch: list[_Wish], problem: Outcome) -> None:
        again = [wish for wish in batch if not wish.is_alone]
        for wish in batch:
            if wish.is_alone and not wish.answer.done():
                said = "took too long" if problem is Outcome.PARSER_TIMEOUT else "broke the process that read it"
                wish.answer.set_result(Seen(problem.value, f"the page {said}, twice"))
                self._breaking.add(host(wish.asked.url))
            wish.is_alone = True
        self._add(self._apart, again)

    async def _asked(self, process: asyncio.subprocess.Process, batch: list[_Wish]) -> Outcome | None:
        """Has a child read some pages; gives the reason where it did not."""
        if process.stdin is None or process.stdout is None:
            return Outcome.PARSER_CRASH
        message = _encode([wish.asked for wish in batch])
        try:
            async with asyncio.timeout(self.seconds * 2 * len(batch) + STARTING):
                process.stdin.write(_SIZE.pack(len(message)) + message)
                await process.stdin.drain()
                size = _SIZE.unpack(await process.stdout.readexactly(_SIZE.size))[0]
                seen = _decoder.decode(await process.stdout.readexactly(size))
        except TimeoutError:
            return Outcome.PARSER_TIMEOUT
        except (asyncio.IncompleteReadError, OSError, msgspec.MsgspecError):
            await process.wait()
            return Outcome.PARSER_TIMEOUT if process.returncode in _TIMED_OUT else Outcome.PARSER_CRASH
        for wish, answer in zip(batch, seen, strict=True):
            if not wish.answer.done():
                wish.answer.set_result(answer)
        return None

    async def _started(self) -> asyncio.subprocess.Process:
        # What the child must find is this very package; threads of a numerical library would only claim memory.
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "OPENBLAS_NUM_THREADS": "1"}
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", PROGRAM),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=environment,
            limit=1 << 26,
        )
        self._processes.add(process)
        if process.stdin:
            orders = _encode((self.options, self.seconds, self.memory))
            process.stdin.write(_SIZE.pack(len(orders)) + orders)
        return process

    async def _ended(self, process: asyncio.subprocess.Process) -> None:
        self._processes.discard(process)
        if process.returncode is None:
            process.kill()
        await process.wait()
        if process.stdin:
            process.stdin.close()
        await asyncio.sleep(0)  # the loop may end next, and its pipes are closed only by its own turns

    async def close(self) -> None:
        """Ends the children."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for process in list(self._processes):
            await self._ended(process)
        self._tasks.clear()


_TIMED_OUT: Final = frozenset({-24, -9 - 128})  # SIGXCPU
_decoder: Final = msgspec.msgpack.Decoder(list[Seen])


def _message(size: int) -> bytes:
    content = sys.stdin.buffer.read(size)
    if len(content) < size:
        raise SystemExit  # the crawler is gone
    return content


def _bound(seconds: float, memory: int) -> None:
    """Limits this process from now on, as far as the system can."""
    try:
        import resource
    except ImportError:
        return
    used = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (int(used + seconds) + 1, hard))
    if memory and resource.getrlimit(resource.RLIMIT_AS)[0] == resource.RLIM_INFINITY:
        with Path("/proc/self/statm").open(encoding="ascii") as file:
            now = int(file.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (now + memory, resource.RLIM_INFINITY))


def child() -> None:
    """What a child does until its crawler is gone."""
    options, seconds, memory = msgspec.msgpack.decode(_message(*_SIZE.unpack(_message(_SIZE.size))), type=_Orders)
    wishes = msgspec.msgpack.Decoder(list[Asked])
    while True:
        asked = wishes.decode(_message(*_SIZE.unpack(_message(_SIZE.size))))
        _bound(seconds * len(asked), memory)
        answer = _encode(see(asked, options))
        sys.stdout.buffer.write(_SIZE.pack(len(answer)) + answer)
        sys.stdout.buffer.flush()


_Orders = tuple[Options, float, int]
