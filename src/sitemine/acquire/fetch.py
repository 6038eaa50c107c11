"""One request and what came of it: always an `Answer`, never an exception, within bounds of time and size.

HTTP itself is httpcore2's, below which lie connections of our own making (`dial.py`): it takes a URL in parts, so that no
second URL parser has a say in where a request goes, and gives the body as it was sent, which is what an archive keeps.
"""

import asyncio
import ssl
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from email.utils import parsedate_to_datetime
from typing import Any, Final, TypeAlias
from urllib.request import getproxies, proxy_bypass

import h11
import httpcore2

from sitemine.acquire.address import networks_of
from sitemine.acquire.dial import Dialer, DialError, require_allowed
from sitemine.acquire.urls import Parts, parts
from sitemine.options import Crawl, Limits
from sitemine.records import Outcome
from sitemine.version import __version__

AGENT: Final = f"sitemine/{__version__} (+https://github.com/sitemine/sitemine)"
ACCEPT: Final = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.5"
CODINGS: Final = "gzip, br, zstd, deflate"
IDLE: Final = 15.0  # seconds that a connection is kept for the next request
PIECES: Final = 1_000  # parts of a body, beyond
SMALL: Final = 32  # bytes a part; one sent byte by byte costs more than it says
INTERIM: Final = 10  # heads of status 1xx before the one that counts
HEAD: Final = 64 << 10  # bytes of the head of an answer; servers and browsers stop earlier
TROUBLE: Final = frozenset({408, 429, 500, 502, 503, 504, 522, 524})  # statuses that may pass; Scrapy's list

Headers: TypeAlias = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a request. `body` is as it was sent, its content coding not undone."""

    url: str
    status: int = 0
    reason: str = ""
    headers: Headers = field(default_factory=list)
    body: bytes = b""
    outcome: Outcome = Outcome.OK
    detail: str = ""
    may_pass: bool = False  # whether another try may go better
    cut: str = ""  # why the body is not whole, in WARC's words

    def header(self, name: str) -> str:
        """The values of a header, joined; empty where there is none."""
        return ", ".join(value for key, value in self.headers if key.lower() == name)

    def wait(self, now: float) -> float | None:
        """The seconds that the server asks to be left alone for, if it does."""
        asked = self.header("retry-after").strip()
        if asked.isascii() and asked.isdigit():
            return float(min(int(asked[:12]), 10**9))
        try:
            return max(0.0, parsedate_to_datetime(asked).timestamp() - now) if asked else None
        except (ValueError, OverflowError, OSError):
            return None


def _head(url: str, response: httpcore2.Response) -> Answer:
    reason = response.extensions.get("reason_phrase", b"").decode("latin-1")
    headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in response.headers]
    return Answer(url, response.status, reason, headers)


def _url(place: Parts, target: bytes) -> httpcore2.URL:
    return httpcore2.URL(scheme=place.scheme, host=place.host.strip("[]"), port=place.port, target=target)


class _Http1(httpcore2.AsyncHTTP11Connection):
    """HTTP/1.1 that tells whether more came than the answer that was asked for."""

    MAX_INCOMPLETE_EVENT_SIZE = HEAD

    async def _receive_response_headers(self, request: httpcore2.Request) -> Any:
        self._n_interim = 0
        return await super()._receive_response_headers(request)

    async def _receive_event(self, timeout: float | None = None) -> Any:  # noqa: ASYNC109 - the client's own way
        event = await super()._receive_event(timeout)
        self._n_interim += isinstance(event, h11.InformationalResponse)
        if self._n_interim > INTERIM:
            raise httpcore2.RemoteProtocolError("says again and again that more will come")
        return event

    def is_clean(self) -> bool:
        return self.is_idle() and not self._h11_state.trailing_data[0] and not self.has_expired()


class _Http2(httpcore2.AsyncHTTP2Connection):
    """HTTP/2, whose one connection carries many requests."""

    def is_clean(self) -> bool:
        return self.is_available() and not self.has_expired()


_Client: TypeAlias = _Http1 | _Http2


class Fetcher:
    """Makes requests, and keeps connections for the next ones."""

    def __init__(self, crawl: Crawl, limits: Limits, dialer: Dialer, *, tls: ssl.SSLContext | None = None) -> None:
        self._crawl, self._limits, self._dialer = crawl, limits, dialer
        self._tls = tls or ssl.create_default_context()  # heeds SSL_CERT_FILE and SSL_CERT_DIR
        self._tls.set_alpn_protocols(["h2", "http/1.1"])
        self._kept: dict[tuple[str, str], list[_Client]] = {}
        self._proxies = {name: url for name, url in getproxies().items() if name in {"http", "https"}}
        # A proxy is named by a person and may be anywhere; what lies behind it is for the proxy to judge.
        self._gate = Dialer(networks_of(("0.0.0.0/0", "::/0")), resolve=dialer.resolve)
        self.agent = crawl.agent or AGENT

    async def close(self) -> None:
        """Closes what connections are kept."""
        for client in [client for clients in self._kept.values() for client in clients]:
            await client.aclose()
        self._kept.clear()

    def _proxy(self, place: Parts) -> Parts | None:
        url = self._proxies.get(place.scheme)
        return parts(url) if url and not proxy_bypass(place.authority) else None

    async def _tunnel(self, proxy: Parts, place: Parts) -> httpcore2.AsyncNetworkStream:
        """A stream to a place through a proxy."""
        stream = await self._gate.dial(proxy.host, proxy.port, self._crawl.connect)
        client = _Http1(_url(proxy, b"/").origin, stream)
        target = f"{place.host}:{place.port}".encode()
        request = httpcore2.Request("CONNECT", _url(proxy, target), headers=[("Host", target.decode())])
        answer = await client.handle_async_request(request)
        if answer.status // 100 != 2:
            await client.aclose()
            raise DialError(Outcome.BAD_STATUS, f"the proxy answered {answer.status}")
        through: httpcore2.AsyncNetworkStream = answer.extensions["network_stream"]
        return through

    async def _connected(self, place: Parts) -> _Client:
        """A new connection to a place."""
        seconds, proxy = self._crawl.connect, self._proxy(place)
        if proxy:
            require_allowed(place.host, self._dialer)
        if place.scheme == "http":
            to = proxy or place
            stream = await (self._gate if proxy else self._dialer).dial(to.host, to.port, seconds)
            return _Http1(_url(place, b"/").origin, stream, IDLE)
        plain = await (self._tunnel(proxy, place) if proxy else self._dialer.dial(place.host, place.port, seconds))
        try:
            safe = await plain.start_tls(self._tls, place.host.strip("[]"), seconds)
        except DialError:
            await plain.aclose()
            raise
        protocol = safe.get_extra_info("ssl_object").selected_alpn_protocol()
        return (_Http2 if protocol == "h2" else _Http1)(_url(place, b"/").origin, safe, IDLE)

    async def _client(self, place: Parts) -> tuple[_Client, bool]:
        """A connection to a place, and whether it is used for the first time."""
        kept = self._kept.setdefault((place.scheme, place.authority), [])
        while kept:
            client = kept.pop()
            if client.is_clean():
                if isinstance(client, _Http2):
                    kept.append(client)
                return client, False
            await client.aclose()
        client = await self._connected(place)
        if isinstance(client, _Http2):
            kept.append(client)
        return client, True

    async def _keep(self, place: Parts, client: _Client) -> None:
        if isinstance(client, _Http2):
            return
        if client.is_clean():
            self._kept[place.scheme, place.authority].append(client)
        else:
            await client.aclose()

    async def _asked(self, place: Parts, request: httpcore2.Request) -> tuple[_Client, httpcore2.Response]:
        """The head of the answer; a kept connection that turns out to be dead is replaced."""
        while True:
            client, is_new = await self._client(place)
            try:
                async with asyncio.timeout(self._crawl.header):
                    return client, await client.handle_async_request(request)
            except TimeoutError as error:
                await client.aclose()
                raise DialError(Outcome.TIMEOUT_HEADER, "no answer in time", may_pass=True) from error
            except (httpcore2.RemoteProtocolError, httpcore2.ReadError, httpcore2.ConnectionNotAvailable):
                await client.aclose()
                if is_new:
                    raise
            except BaseException:
                await client.aclose()
                raise

    async def _pieces(self, response: httpcore2.Response) -> AsyncIterator[bytes]:
        """The parts of a body, for as long as it comes in reasonable time and size."""
        loop = asyncio.get_running_loop()
        start, size, count = loop.time(), 0, 0
        async for piece in response.aiter_stream():
            size, count = size + len(piece), count + 1
            took = loop.time() - start
            if size > self._limits.bytes:
                raise DialError(Outcome.TOO_LARGE, f"more than {self._limits.bytes:,} bytes")
            if took > self._crawl.silence and size < took * self._crawl.pace:
                raise DialError(Outcome.TOO_SLOW, f"{size:,} bytes in {took:.0f} s", may_pass=True)
            if count > PIECES + size // SMALL:
                raise DialError(Outcome.TOO_SLOW, f"sent in {count:,} pieces of a few bytes")
            if not count % 256:
                await asyncio.sleep(0)  # pieces that lie ready would keep all other work waiting
            yield piece

    async def _body(self, response: httpcore2.Response, enough: int) -> tuple[bytes, Outcome, str]:
        """The body as far as it came, or as far as is enough, and why it is not whole."""
        body = bytearray()
        try:
            async with asyncio.timeout(self._crawl.body):
                async for piece in self._pieces(response):
                    body += piece
                    if 0 < enough <= len(body):
                        break
        except TimeoutError:
            return b"", Outcome.TOO_SLOW, f"not whole in {self._crawl.body:g} s"
        except httpcore2.ReadTimeout:
            return b"", Outcome.TIMEOUT_BODY, f"{len(body):,} bytes, then nothing"
        except (httpcore2.RemoteProtocolError, httpcore2.ReadError) as error:
            return bytes(body), Outcome.TRUNCATED, f"the connection broke: {error}"
        return bytes(body), Outcome.OK, ""

    async def _exchange(self, url: str, place: Parts, more: Headers, enough: int) -> Answer:
        target = url if self._proxy(place) and place.scheme == "http" else place.target
        own = [("Host", place.authority), ("User-Agent", self.agent), ("Accept", ACCEPT), ("Accept-Encoding", CODINGS)]
        timeouts = {"read": self._crawl.silence, "write": self._crawl.silence}
        asked = httpcore2.Request(
            "GET", _url(place, target.encode()), headers=[*own, *more], extensions={"timeout": timeouts}
        )
        client, response = await self._asked(place, asked)
        try:
            answer = _head(url, response)
            if len(answer.headers) > self._crawl.headers:
                return Answer(url, answer.status, outcome=Outcome.BAD_STATUS, detail=f"{len(answer.headers):,} headers")
            body, outcome, detail = await self._body(response, enough)
        except DialError as error:
            return replace(answer, outcome=error.outcome, detail=error.detail, may_pass=error.may_pass)
        finally:
            await response.aclose()
            await self._keep(place, client)
        cut = "disconnect" if outcome is Outcome.TRUNCATED else ""
        may_pass = outcome is not Outcome.OK or answer.status in TROUBLE
        return replace(answer, body=body, outcome=outcome, detail=detail, may_pass=may_pass, cut=cut)

    async def fetch(self, url: str, more: Headers | None = None, *, enough: int = 0) -> Answer:
        """What a server answers to a request for a URL, with some more headers; of the body, what is enough."""
        place = parts(url)
        if place is None:
            return Answer(url, outcome=Outcome.BLOCKED_ADDRESS, detail="no http or https URL")
        try:
            return await self._exchange(url, place, more or [], enough)
        except DialError as error:
            return Answer(url, outcome=error.outcome, detail=error.detail, may_pass=error.may_pass)
        except httpcore2.TimeoutException:
            return Answer(url, outcome=Outcome.TIMEOUT_HEADER, detail="no answer in time", may_pass=True)
        except httpcore2.RemoteProtocolError as error:
            return Answer(
                url, outcome=Outcome.BAD_STATUS, detail=f"no HTTP: {error}", may_pass="disconnected" in str(error)
            )
        except (httpcore2.NetworkError, httpcore2.ProtocolError, OSError) as error:
            return Answer(url, outcome=Outcome.RETRY_EXHAUSTED, detail=f"the connection broke: {error}", may_pass=True)
