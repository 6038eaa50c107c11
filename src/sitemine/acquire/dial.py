"""Connections of the crawler's own making: the name resolved once, each address judged, one of them connected to.

Every request goes through here, whatever it was found in (a command, a list, a link, a redirect, a robots.txt), so that
one check is enough. What is judged is the very address that is connected to: a name that answers otherwise the next time
(DNS rebinding) gains nothing.
"""

import asyncio
import os
import select
import socket
import ssl
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final, TypeAlias

import httpcore2

from sitemine.acquire.address import Network, is_allowed
from sitemine.records import Outcome

Resolve: TypeAlias = Callable[[str, int], Awaitable[list[tuple[str, int]]]]

PORTS: Final = frozenset({80, 443, 8000, 8080, 8443})
"""Where web servers listen; others are databases, mail and printers. A port that a person named is allowed besides."""

ADDRESSES: Final = 4
"""Addresses of one name that are tried; a name may claim a thousand."""


class DialError(Exception):
    """No connection, by the name of its reason."""

    def __init__(self, outcome: Outcome, detail: str, *, may_pass: bool = False) -> None:
        super().__init__(detail)
        self.outcome, self.detail = outcome, detail
        self.may_pass = may_pass  # whether another try may go better


class Connection(httpcore2.AsyncNetworkStream):
    """A TCP or TLS connection as the HTTP client wants it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109 - the client's own name
        try:
            async with asyncio.timeout(timeout):
                return await self._reader.read(max_bytes)
        except TimeoutError as error:
            raise httpcore2.ReadTimeout from error
        except (OSError, asyncio.IncompleteReadError) as error:
            raise httpcore2.ReadError(str(error)) from error

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ASYNC109
        try:
            self._writer.write(buffer)
            async with asyncio.timeout(timeout):
                await self._writer.drain()
        except TimeoutError as error:
            raise httpcore2.WriteTimeout from error
        except OSError as error:
            raise httpcore2.WriteError(str(error)) from error

    async def aclose(self) -> None:
        # Not waited for: a peer that never says goodbye would hold the caller.
        self._writer.transport.abort()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109
    ) -> "Connection":
        try:
            async with asyncio.timeout(timeout):
                await self._writer.start_tls(ssl_context, server_hostname=server_hostname)
        except TimeoutError as error:
            raise DialError(Outcome.TIMEOUT_CONNECT, "no TLS handshake", may_pass=True) from error
        except ssl.SSLCertVerificationError as error:
            raise DialError(Outcome.TLS_ERROR, f"the certificate does not hold: {error.verify_message}") from error
        except (ssl.SSLError, OSError, ValueError) as error:
            reason = getattr(error, "reason", "") or type(error).__name__
            raise DialError(Outcome.TLS_ERROR, f"no TLS: {reason}", may_pass=isinstance(error, OSError)) from error
        return self

    def get_extra_info(self, info: str) -> Any:
        if info == "is_readable":
            return self._is_readable()
        names = {"server_addr": "peername", "client_addr": "sockname", "ssl_object": "ssl_object", "socket": "socket"}
        return self._writer.get_extra_info(names[info]) if info in names else None

    def _is_readable(self) -> bool:
        """Whether something came unasked: then the connection cannot be trusted with another request."""
        reader: Any = self._reader
        if reader.at_eof() or reader._buffer or self._writer.is_closing():  # noqa: SLF001 - nothing else tells
            return True
        sock = self._writer.get_extra_info("socket")
        if sock is None or sock.fileno() < 0:
            return True
        poll = select.poll()
        poll.register(sock.fileno(), select.POLLIN)
        return bool(poll.poll(0))


async def system_resolve(name: str, port: int) -> list[tuple[str, int]]:
    """The addresses of a name, as the system has them."""
    found = await asyncio.get_running_loop().getaddrinfo(name, port, type=socket.SOCK_STREAM)
    return [(str(address[0]), int(address[1])) for *_, address in found]


class Dialer:
    """Makes connections to allowed addresses alone."""

    def __init__(
        self, allowed: tuple[Network, ...] = (), ports: Iterable[int] = (), resolve: Resolve = system_resolve
    ) -> None:
        self.allowed = allowed
        self._ports = PORTS | set(ports)
        self.resolve = resolve

    async def _addresses(self, name: str, port: int) -> list[tuple[str, int]]:
        try:
            found = await self.resolve(name.strip("[]"), port)
        except (OSError, UnicodeError) as error:
            again = isinstance(error, socket.gaierror) and error.errno == socket.EAI_AGAIN
            raise DialError(Outcome.DNS_ERROR, f"{name} has no address", may_pass=again) from error
        if not found:
            raise DialError(Outcome.DNS_ERROR, f"{name} has no address")
        allowed = [place for place in dict.fromkeys(found) if is_allowed(place[0], self.allowed)]
        if not allowed:
            # The address is not told: an answer must not be a map of somebody's network.
            raise DialError(
                Outcome.BLOCKED_ADDRESS, f"{name} is at no public address (--allow-private allows networks)"
            )
        return allowed[:ADDRESSES]

    async def _connect(self, name: str, port: int) -> Connection:
        problem: OSError | None = None
        for ip, number in await self._addresses(name, port):
            try:
                reader, writer = await asyncio.open_connection(ip, number)
            except OSError as error:
                problem = error
                continue
            peer = writer.get_extra_info("peername")
            if peer is None or not is_allowed(str(peer[0]), self.allowed):
                writer.transport.abort()
                raise DialError(Outcome.BLOCKED_ADDRESS, f"{name} answered from no public address")
            return Connection(reader, writer)
        raise DialError(Outcome.RETRY_EXHAUSTED, f"no connection: {_said(problem)}", may_pass=True) from problem

    async def dial(self, name: str, port: int, seconds: float) -> Connection:
        """A connection to a name at an allowed address and port, or the `DialError` that says why not."""
        if port not in self._ports and not self.allowed:
            raise DialError(Outcome.BLOCKED_ADDRESS, f"port {port} is none of a web server (name it in the entrance)")
        try:
            async with asyncio.timeout(seconds):
                return await self._connect(name, port)
        except TimeoutError as error:
            raise DialError(Outcome.TIMEOUT_CONNECT, f"no connection in {seconds:g} s", may_pass=True) from error


def require_allowed(name: str, dialer: Dialer) -> None:
    """Refuses a place behind a proxy whose name is a forbidden address; other names only the proxy can look up."""
    bare = name.strip("[]")
    is_literal = ":" in bare or bare.replace(".", "").isdigit()
    if is_literal and not is_allowed(bare, dialer.allowed):
        raise DialError(Outcome.BLOCKED_ADDRESS, f"{name} is no public address")


def _said(error: OSError | None) -> str:
    """The reason without the address, which `strerror` would tell."""
    return os.strerror(error.errno) if error and error.errno else type(error).__name__
