"""Servers on loopback: raw sockets, so that they can also say what no server should."""

import asyncio
import contextlib
import os
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Self

ROOT = Path(__file__).parents[2]
TYPES = {".html": "text/html", ".svg": "image/svg+xml", ".xml": "application/xml", ".txt": "text/plain"}

Talk = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[bool]]
Respond = Callable[["Request"], "bytes | Talk | None"]


class Request:
    """A request as the server saw it."""

    def __init__(self, head: bytes) -> None:
        first, *lines = head.decode("latin-1").split("\r\n")
        self.method, self.target = [*first.split(" "), "", ""][:2]
        pairs = (line.partition(":") for line in lines if line)
        self.headers = {name.strip().lower(): value.strip() for name, _, value in pairs}
        self.path, _, self.query = self.target.partition("?")
        self.time = time.monotonic()


def answer(
    body: bytes | str = b"",
    status: str = "200 OK",
    headers: tuple[str, ...] = (),
    media: str = "text/html; charset=utf-8",
) -> bytes:
    """The bytes of a plain answer."""
    content = body.encode() if isinstance(body, str) else body
    lines = [f"HTTP/1.1 {status}", f"Content-Type: {media}", f"Content-Length: {len(content)}", *headers, "", ""]
    return "\r\n".join(lines).encode("latin-1") + content


class Server:
    """Answers by a function from request to bytes, to a coroutine that talks by itself, or to None: no answer at all."""

    def __init__(
        self, respond: Respond, host: str = "127.0.0.1", tls: ssl.SSLContext | None = None, port: int = 0
    ) -> None:
        self._respond, self._host, self._tls = respond, host, tls
        self.requests: list[Request] = []
        self.connections = 0
        self.port = port

    def __enter__(self) -> Self:
        self._loop = asyncio.new_event_loop()
        ready = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(ready,), daemon=True)
        self._thread.start()
        if not ready.wait(10):
            raise TimeoutError("the server does not start")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def _run(self, ready: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        work = asyncio.start_server(self._serve, self._host, self.port, ssl=self._tls, backlog=512)
        server = self._loop.run_until_complete(work)
        self.port = server.sockets[0].getsockname()[1]
        ready.set()
        self._loop.run_forever()
        server.close()
        tasks = asyncio.all_tasks(self._loop)
        for task in tasks:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        self._loop.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        ended = (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, asyncio.CancelledError)
        with contextlib.suppress(*ended):
            while True:
                request = Request(await reader.readuntil(b"\r\n\r\n"))
                self.requests.append(request)
                said = self._respond(request)
                if isinstance(said, bytes):
                    writer.write(said)
                    await writer.drain()
                elif said is None or not await said(reader, writer):
                    break
        with contextlib.suppress(OSError, RuntimeError, asyncio.CancelledError):
            writer.close()

    @property
    def targets(self) -> list[str]:
        """What was asked for, in order."""
        return [request.target for request in self.requests]

    async def resolve(self, _name: str, _port: int) -> list[tuple[str, int]]:
        """A resolver by which every name leads here."""
        return [(self._host, self.port)]


def serve(name: str, *words: str) -> None:
    """Answers by what a named function of some words gives, until the parent ends; tells its port first."""
    module, _, function = name.rpartition(".")
    with Server(getattr(import_module(module), function)(*words)) as server:
        print(server.port, flush=True)
        sys.stdin.read()


@contextlib.contextmanager
def apart(name: str, *words: str) -> Iterator[int]:
    """The port of a server in a process of its own, whose work is not taken from the crawler's interpreter."""
    paths = os.pathsep.join([str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")])
    program = [sys.executable, "-c", "import sys; from bench.crawl.server import serve; serve(*sys.argv[1:])"]
    with subprocess.Popen(
        [*program, name, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": paths},
    ) as process:
        yield int(process.stdout.readline()) if process.stdout else 0
        process.kill()


def site_of(files: Mapping[str, bytes], *, delay: float = 0.0) -> Respond:
    """Answers with files, by target or path; an index.html also for its folder."""

    def respond(request: Request) -> bytes | Talk:
        path = f"{request.path}index.html" if request.path.endswith("/") else request.path
        found = files.get(request.target, files.get(path))
        said = (
            answer("<p>There is nothing here.", "404 Not Found")
            if found is None
            else answer(
                found, media=TYPES.get(Path(path).suffix.replace(".php", "") or ".html", "application/octet-stream")
            )
        )
        if not delay:
            return said

        async def later(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
            await asyncio.sleep(delay)
            writer.write(said)
            await writer.drain()
            return True

        return later

    return respond


def folder_site(root: Path) -> Respond:
    """Answers with the files of a folder."""
    files = (path for path in root.rglob("*") if path.is_file())
    return site_of({f"/{path.relative_to(root).as_posix()}": path.read_bytes() for path in files})


def newsroom(pages: int) -> dict[str, bytes]:
    """A site of the example newspaper's kind, by path."""
    sys.path.insert(0, str(ROOT / "examples"))
    try:
        from newsroom.mirror import make_files
    finally:
        sys.path.pop(0)
    made: Mapping[str, str] = make_files(pages)
    return {path.removeprefix("site"): text.encode() for path, text in made.items() if path.startswith("site/")}
