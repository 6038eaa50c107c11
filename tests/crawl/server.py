"""Servers for the crawler's tests: raw sockets on loopback, so that they can also say what no server should."""

import asyncio
import contextlib
import threading
import time
from pathlib import Path

TYPES = {".html": "text/html", ".svg": "image/svg+xml", ".xml": "application/xml", ".txt": "text/plain"}


def answer(body=b"", status="200 OK", headers=(), media="text/html; charset=utf-8"):
    """The bytes of a plain answer."""
    body = body.encode() if isinstance(body, str) else body
    lines = [f"HTTP/1.1 {status}", f"Content-Type: {media}", f"Content-Length: {len(body)}", *headers, "", ""]
    return "\r\n".join(lines).encode("latin-1") + body


class Request:
    """A request as the server saw it."""

    def __init__(self, head):
        first, *lines = head.decode("latin-1").split("\r\n")
        self.method, self.target, *_ = [*first.split(" "), "", ""]
        self.headers = {k.strip().lower(): v.strip() for k, _, v in (line.partition(":") for line in lines if line)}
        self.host = self.headers.get("host", "")
        self.path, _, self.query = self.target.partition("?")
        self.time = time.monotonic()


class Server:
    """Answers requests on loopback by a function from request to bytes, or to a coroutine that writes by itself."""

    def __init__(self, respond, host="127.0.0.1", tls=None):
        self._respond, self._host, self._tls = respond, host, tls
        self.requests, self.connections, self.port = [], 0, 0

    def __enter__(self):
        self._loop = asyncio.new_event_loop()
        ready = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(ready,), daemon=True)
        self._thread.start()
        assert ready.wait(10)
        return self

    def __exit__(self, *_):
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def _run(self, ready):
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, self._host, self.port, ssl=self._tls))
        self.port = server.sockets[0].getsockname()[1]
        ready.set()
        self._loop.run_forever()
        server.close()
        tasks = asyncio.all_tasks(self._loop)
        for task in tasks:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()

    async def _serve(self, reader, writer):
        self.connections += 1
        with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, asyncio.CancelledError):
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                request = Request(head)
                self.requests.append(request)
                said = self._respond(request)
                if isinstance(said, bytes):
                    writer.write(said)
                    await writer.drain()
                elif said is None:
                    break
                elif not await said(reader, writer):
                    break
        with contextlib.suppress(OSError, RuntimeError, asyncio.CancelledError):
            writer.close()

    @property
    def paths(self):
        return [request.target for request in self.requests]

    def resolve(self, *names):
        """A resolver by which some names lead here."""

        async def look_up(name, port):
            if name in names or name == self._host:
                return [(self._host, self.port)]
            raise OSError("no such name")

        return look_up


def folder_site(root):
    """Answers with the files of a folder; an index.html also for its folder."""
    files = {f"/{path.relative_to(root).as_posix()}": path.read_bytes() for path in Path(root).rglob("*") if path.is_file()}

    def respond(request):
        path = request.path
        found = files.get(path, files.get(f"{path}index.html") if path.endswith("/") else None)
        if found is None:
            return answer("<p>There is nothing here.", "404 Not Found")
        return answer(found, media=TYPES.get(Path(path).suffix or ".html", "application/octet-stream"))

    return respond


def pages_site(pages):
    """Answers with pages in memory, by path and query."""

    def respond(request):
        found = pages.get(request.target)
        if callable(found):
            return found(request)
        if found is None:
            return answer("<p>There is nothing here.", "404 Not Found")
        return found if isinstance(found, bytes) and found.startswith(b"HTTP/") else answer(found)

    return respond
