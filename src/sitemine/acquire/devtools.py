"""Chromium's own protocol (the DevTools protocol) over a pair of pipes: no port is opened, nobody else can speak to it.

Messages are JSON, each ended by a zero byte. One thread reads and hands every message to the session that it belongs to;
a session belongs to one tab and is used by one thread at a time. Results stay bytes until somebody knows their type.
"""

import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeVar

import msgspec

READ: Final = 1 << 20
END: Final = b"\0"
WATCH: Final = 0.2
NOTHING: Final = msgspec.Raw(b"{}")

T = TypeVar("T")


class BrowserGoneError(Exception):
    """The browser has ended, or its pipe has."""


class RefusedError(Exception):
    """The browser answers that it cannot do what it was asked for."""


class LateError(Exception):
    """The browser did not answer in time."""


class Message(msgspec.Struct, rename="camel"):
    """An answer, which has the number of what it answers, or an event, which has a name."""

    id: int = 0
    method: str = ""
    params: msgspec.Raw = NOTHING
    answer: msgspec.Raw = msgspec.field(default=NOTHING, name="result")
    error: msgspec.Raw = NOTHING
    session_id: str = ""

    @property
    def is_event(self) -> bool:
        return bool(self.method)


GONE: Final = Message(method="gone")


def nothing_to_do(_event: Message) -> None:
    """Lets an event pass."""


def no_watch() -> None:
    """Watches nothing."""


class Connection:
    """The two pipes to one browser."""

    def __init__(self, reads: int, writes: int) -> None:
        self._reads, self._writes = reads, writes
        self._numbers = count(1)
        self._queues: dict[str, SimpleQueue[Message]] = {}
        self._lock = threading.Lock()
        self._is_gone = False
        self._reader = threading.Thread(target=self._read, name="sitemine-browser", daemon=True)
        self._reader.start()

    def session(self, name: str = "") -> "Session":
        """The session of a tab that was attached to; the one without a name is the browser's own."""
        with self._lock:
            queue: SimpleQueue[Message] = self._queues.setdefault(name, SimpleQueue())
            if self._is_gone:
                queue.put(GONE)
        return Session(self, name, queue)

    def forget(self, name: str) -> None:
        """Drops what still comes for a session."""
        with self._lock:
            self._queues.pop(name, None)

    def send(self, name: str, method: str, params: dict[str, Any]) -> int:
        number = next(self._numbers)
        told = {"id": number, "method": method, "params": params} | ({"sessionId": name} if name else {})
        content = memoryview(msgspec.json.encode(told) + END)
        try:
            with self._lock:
                while content:
                    content = content[os.write(self._writes, content) :]
        except OSError as error:
            raise BrowserGoneError from error
        return number

    def _read(self) -> None:
        decode = msgspec.json.Decoder(Message).decode
        pieces: list[bytes] = []
        while data := self._some():
            *whole, rest = data.split(END)
            for last in whole:
                message = decode(b"".join((*pieces, last)))
                pieces.clear()
                with self._lock:
                    queue = self._queues.get(message.session_id)
                if queue is not None:
                    queue.put(message)
            pieces.append(rest)
        with self._lock:
            self._is_gone = True
            for queue in self._queues.values():
                queue.put(GONE)

    def _some(self) -> bytes:
        try:
            return os.read(self._reads, READ)
        except OSError:
            return b""

    def close(self) -> None:
        """Closes both pipes; the browser ends when its own is closed."""
        os.close(self._writes)
        self._reader.join(timeout=1)
        os.close(self._reads)


class Session:
    """What one thread says to one tab, and hears from it."""

    def __init__(self, connection: Connection, name: str, queue: "SimpleQueue[Message]") -> None:
        self._connection, self.name, self.queue = connection, name, queue
        self.heard: Callable[[Message], None] = nothing_to_do
        """Called for every event, in the thread that uses the session."""
        self.watch: Callable[[], None] = no_watch
        """Called every `WATCH` seconds while the session waits."""
        self._watched = time.monotonic()

    def send(self, method: str, **params: Any) -> int:
        """Says something without waiting for the answer."""
        return self._connection.send(self.name, method, params)

    def next(self, until: float) -> Message:
        """The next message; `until` is a time of `time.monotonic`."""
        message = None
        while message is None:
            now = time.monotonic()
            if now >= self._watched + WATCH:
                self._watched = now
                self.watch()
            with suppress(Empty):
                message = self.queue.get(timeout=min(max(until - now, 0.0), WATCH))
            if message is None and time.monotonic() >= until:
                raise LateError
        if message is GONE:
            self.queue.put(GONE)
            raise BrowserGoneError
        if message.is_event:
            self.heard(message)
        return message

    def call(self, method: str, answer: type[T], until: float, **params: Any) -> T:
        """Asks for something and waits for the answer; events that come before it are heard."""
        number = self.send(method, **params)
        while (message := self.next(until)).id != number or message.is_event:
            pass
        if message.error != NOTHING:
            raise RefusedError(bytes(message.error).decode("utf-8", "replace"))
        return msgspec.json.decode(message.answer, type=answer)

    def forget(self) -> None:
        self._connection.forget(self.name)
