"""What a hostile server says: each case by its path, with the outcomes that it may have."""

import asyncio
import base64
import gzip
import resource
import sqlite3
import tempfile
import time
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import TypeAlias

from bench.crawl.once import settings
from bench.crawl.server import Request, Respond, Talk, answer, apart, newsroom, site_of
from sitemine.acquire.frontier import Frontier
from sitemine.acquire.known import Found
from sitemine.options import Limits, Options
from sitemine.run.crawl import FOLDER, World, crawl_site

Said: TypeAlias = bytes | Talk | None
Cases: TypeAlias = Iterator[tuple[str, Said, str]]
Case: TypeAlias = tuple[str, Said, set[str]]

PAGE = "<title>Fine</title><p>A page of a few words that a reader would read, number {}.</p>"
ROUNDS = 7  # of both ways in turn; the machine's other work falls on both, and the median forgets its peaks
LIMIT = 1 << 20  # bytes of a page in these tests


def slowly(start: bytes, piece: bytes, pause: float = 0.05, times: int = 200) -> Talk:
    """Says something, and then the same little thing for ever."""

    async def talk(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        writer.write(start)
        for _ in range(times):
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(pause)
        return False

    return talk


def at_once(content: bytes, *, close: bool = True) -> Talk:
    """Says something, and ends the connection or keeps it."""

    async def talk(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        writer.write(content)
        await writer.drain()
        if close:
            writer.close()
        return not close

    return talk


def silent() -> Talk:
    """Takes the request, and says nothing."""

    async def talk(_reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> bool:
        await asyncio.sleep(20)
        return False

    return talk


def reset_at(k: int) -> Talk:
    """Breaks the connection behind the k-th byte."""

    whole = answer(PAGE.format(k) * 20)

    async def talk(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        writer.write(whole[:k])
        await writer.drain()
        await asyncio.sleep(0.01)
        writer.transport.abort()
        return False

    return talk


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
TEXT = b"<p>Words that come before.</p>"
SIZE = b"%x\r\n" % len(TEXT)


def packed(coding: str, content: bytes) -> bytes:
    return answer(content, headers=(f"Content-Encoding: {coding}",))


def _deflate(content: bytes, window: int) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, window)
    return packer.compress(content) + packer.flush()


ZEROS = b"\0" * (24 << 20)
# 24 MiB of zeros as Zstandard: frame header, then blocks of one byte repeated (RFC 8878, 3.1.1.2).
RLE = (1 | 1 << 1 | (128 << 10) << 3).to_bytes(3, "little") + b"\0"
BLOCKS = [(0 | 1 << 1 | (128 << 10) << 3).to_bytes(3, "little") + b"\0"] * 191
ZSTD_BOMB = b"\x28\xb5\x2f\xfd\x00\x58" + b"".join(BLOCKS) + RLE
BROTLI_BOMB = base64.b64decode("W////38gGI5gZfT//wP//3//YAE=")  # a claim of much, ended early


def codings() -> Cases:
    bomb = gzip.compress(ZEROS)
    yield "gzip-bomb", packed("gzip", bomb), "bomb"
    yield "deflate-bomb", packed("deflate", _deflate(ZEROS, zlib.MAX_WBITS)), "bomb"
    yield "raw-deflate-bomb", packed("deflate", _deflate(ZEROS, -zlib.MAX_WBITS)), "bomb"
    yield "zstd-bomb", packed("zstd", ZSTD_BOMB), "bomb bad_encoding"
    yield "gzip-in-gzip", packed("gzip, gzip", gzip.compress(bomb)), "bomb"
    yield "three-codings", packed("gzip, gzip, gzip", gzip.compress(gzip.compress(gzip.compress(TEXT)))), "bomb"
    yield "brotli-broken", packed("br", BROTLI_BOMB), "bad_encoding empty"
    yield "gzip-cut", packed("gzip", gzip.compress(TEXT * 99)[:60]), "truncated bad_encoding empty"
    yield "gzip-garbage", packed("gzip", b"\x1f\x8b" + bytes(range(200))), "bad_encoding"
    yield "gzip-not", packed("gzip", TEXT + b"<html>"), "ok bad_encoding"
    yield "unknown-coding", packed("sdch", TEXT), "bad_encoding"
    yield "empty-gzip", packed("gzip", b""), "empty"


def lengths() -> Cases:
    yield "length-too-big", at_once(HEAD + b"Content-Length: 9999\r\n\r\n" + TEXT), "truncated"
    yield "length-too-small", at_once(HEAD + b"Content-Length: 20\r\n\r\n" + TEXT * 2, close=False), "ok"
    yield "length-negative", at_once(HEAD + b"Content-Length: -5\r\n\r\n" + TEXT), "bad_status"
    yield "length-word", at_once(HEAD + b"Content-Length: many\r\n\r\n" + TEXT), "bad_status"
    yield "two-lengths", at_once(HEAD + b"Content-Length: 5\r\nContent-Length: 50\r\n\r\n" + TEXT), "bad_status"
    yield "length-1e30", at_once(HEAD + b"Content-Length: " + b"9" * 30 + b"\r\n\r\n" + TEXT), "truncated bad_status"
    yield "length-and-chunked", at_once(CHUNKED[:-2] + b"Content-Length: 5\r\n\r\n0\r\n\r\n"), "ok empty bad_status"
    smuggled = answer("<p>smuggled: this is nobody's answer</p>")
    yield "smuggled", at_once(answer(PAGE.format("smuggler")) + smuggled, close=False), "ok"
    yield "too-large", answer(b"<p>" + b"word " * LIMIT), "too_large"
    yield "too-large-chunked", at_once(CHUNKED + (b"10000\r\n" + b"w" * 65536 + b"\r\n") * 20), "too_large"


def chunks() -> Cases:
    yield "chunk-bad-size", at_once(CHUNKED + b"zz\r\nabc\r\n0\r\n\r\n"), "truncated bad_status empty"
    yield "chunk-2-64", at_once(CHUNKED + b"10000000000000000\r\n" + TEXT), "truncated bad_status empty"
    yield "chunk-huge-size", at_once(CHUNKED + b"f" * 30 + b"\r\n" + TEXT), "truncated bad_status empty"
    yield "chunk-no-end", at_once(CHUNKED + SIZE + TEXT + b"\r\n"), "truncated"
    yield "chunk-short", at_once(CHUNKED + b"ff\r\n" + TEXT), "truncated"
    yield "chunk-bytes", at_once(CHUNKED + b"1\r\nw\r\n" * 30_000 + b"0\r\n\r\n"), "too_slow"
    yield (
        "chunk-endless-trailer",
        slowly(CHUNKED + b"5\r\n<p>ab\r\n0\r\n", b"X-More: " + b"x" * 9000 + b"\r\n", 0),
        "truncated too_slow",
    )
    yield "chunk-extension", at_once(CHUNKED + b"5;" + b"e" * (1 << 20) + b"\r\n<p>ab\r\n0\r\n\r\n"), "truncated empty"
    yield "chunk-fine", at_once(CHUNKED + SIZE + TEXT + b"\r\n0\r\n\r\n"), "ok"


def lines() -> Cases:
    yield "http-1.0", at_once(b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n" + PAGE.format("1.0").encode()), "ok"
    yield "http-0.9", at_once(b"<html><p>Just a page, as in 1991.</html>"), "bad_status"
    yield "status-999", answer(PAGE.format(999), "999 What"), "bad_status"
    yield "status-000", at_once(b"HTTP/1.1 000 No\r\n\r\n"), "bad_status"
    yield "status-word", at_once(b"HTTP/1.1 OK\r\n\r\n"), "bad_status"
    yield "no-reply", None, "bad_status"
    yield "status-204", at_once(b"HTTP/1.1 204 No Content\r\n\r\n"), "bad_status empty"
    yield "status-206", answer(PAGE.format(206), "206 Partial Content"), "bad_status"
    yield "status-304-unasked", at_once(b"HTTP/1.1 304 Not Modified\r\n\r\n"), "not_modified"
    yield (
        "continue-flood",
        at_once(b"HTTP/1.1 100 Continue\r\n\r\n" * 5_000 + answer(PAGE.format(100))),
        "ok bad_status",
    )
    yield (
        "upgrade",
        at_once(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"),
        "bad_status",
    )
    for k in (1, 5, 9, 15, 17, 30, 60, 61, 90, 100, 101, 105, 200, 500, 1_000, 1_400):
        yield f"reset-{k}", reset_at(k), "bad_status truncated ok empty"


def heads() -> Cases:
    yield "head-1mb", at_once(HEAD + b"X: " + b"x" * (1 << 20) + b"\r\n\r\n"), "bad_status"
    yield "head-100k", at_once(HEAD + b"X: y\r\n" * 100_000 + b"\r\n"), "bad_status"
    yield "head-101", answer(PAGE.format(1), headers=tuple(f"X-{k}: y" for k in range(101))), "bad_status"
    yield "head-nul", answer(PAGE.format(2), headers=("X: a\0b",)), "bad_status"
    yield "head-cr", answer(PAGE.format(3), headers=("X: a\rb",)), "bad_status ok"
    yield "head-lf", at_once(answer(PAGE.format(4)).replace(b"\r\n", b"\n")), "ok"
    yield "head-latin", answer(PAGE.format(5), headers=("X: \xff\xfe\xe9",)), "ok"
    yield "head-no-colon", answer(PAGE.format(6), headers=("what is this",)), "bad_status"
    yield "head-fold", answer(PAGE.format(7), headers=("X: a", " b")), "ok bad_status"
    yield "cookie-1mb", answer(PAGE.format(8), headers=("Set-Cookie: a=" + "x" * 50_000,)), "ok"
    yield "cookies-90", answer(PAGE.format(9), headers=tuple(f"Set-Cookie: c{k}=v" for k in range(90))), "ok"
    yield "media-pdf", answer(b"%PDF-1.7 and more", media="application/pdf"), "not_html"
    yield "media-none", answer(PAGE.format(10), media=""), "ok"
    yield "media-odd", answer(PAGE.format(11), media="text/html; charset=\xff\xfe;;;="), "ok"


def times() -> Cases:
    yield "slow-head", slowly(b"HTTP/1.1 200 OK\r\n", b"x"), "timeout_header"
    yield "slow-body", slowly(HEAD + b"Content-Length: 100000\r\n\r\n", b"x"), "too_slow"
    yield "stopped-body", slowly(HEAD + b"Content-Length: 100000\r\n\r\n" + TEXT, b"x", 20, 1), "timeout_body"
    yield "silent", silent(), "timeout_header"


def charsets() -> Cases:
    text = "<p>Früh am Morgen ging 鳗鱼 über den Markt, sagt die Seite {}.</p>"
    for label in (
        "utf-8",
        "utf-7",
        "utf-16",
        "iso-2022-jp",
        "x-user-defined",
        "replacement",
        "hz-gb-2312",
        "none",
        "\xff",
    ):
        yield (
            f"charset-{label.encode('latin-1').hex()}",
            answer(text.format(label), media=f"text/html; charset={label}"),
            "ok not_html",
        )
    yield "utf-16-bom", answer("\ufeff<p>Words in two bytes each.</p>".encode("utf-16-le")), "ok"
    yield "utf-16-bare", answer("<p>Words in two bytes each, unsaid.</p>".encode("utf-16-le")), "ok not_html"
    yield "bad-utf-8", answer(b"<p>" + bytes(range(128, 256)) * 500), "ok"
    yield "three-charsets", answer(b"\xef\xbb\xbf<meta charset=koi8-r><p>Words.", media="text/html; charset=big5"), "ok"
    yield "escapes-cut", answer(b"<p>\x1b$B" + b"8@" * 40_000 + b"\x1b", media="text/html; charset=iso-2022-jp"), "ok"


def markup() -> Cases:
    laughs = "".join(f'<!ENTITY l{k} "{f"&l{k - 1};" * 10}">' for k in range(1, 10))
    cases = {
        "nested": "<div>" * 30_000 + "deep",
        "siblings": "<p>a" * 60_000,
        "attribute-500k": f"<p title='{'x' * 500_000}'>words",
        "attributes": "<p " + " ".join(f"a{k}" for k in range(5_000)) + ">words",
        "options": "<select>" + "<option>a" * 20_000,
        "misnested": "<b><i>" * 300 + "x" + "</b></i>" * 300,
        "templates": "<template>" * 5_000 + "words" + "</template>" * 5_000,
        "comment": "<p>words<!-- " + "x" * 50_000,
        "script": "<p>words<script>" + "x" * 50_000,
        "plaintext": "<p>words<plaintext>" + "<p>" * 5_000,
        "laughs": f'<!DOCTYPE lolz [<!ENTITY l0 "lol">{laughs}]><p>&l9;',
        "nul": "<p>wo\0rds\0</p>\0" * 2_000,
        "surrogates": "<p>&#xD800; &#xDFFF; words &#x110000;</p>",
        "tables": "<table><tr><td>" * 2_000 + "words",
        "links-20k": "".join(f"<a href=/links/../many>{k}</a>" for k in range(20_000)),
        "schemes": "".join(
            f"<a href='{url}'>x</a>"
            for url in "mailto:a@b tel:1 javascript:x() data:text/html,x file:///etc/passwd ftp://h/ blob:x view-source:x".split()
        ),
        "refresh-bad": "<meta http-equiv=refresh content='0;url=file:///etc/passwd'><p>words",
        "base-bad": "<base href='data:text/html,x'><a href=x>y</a><p>words",
        "empty": "",
        "spaces": " \n\t " * 1_000,
    }
    for name, html in cases.items():
        yield name, answer(html), "ok parse_limit parser_timeout parser_crash empty not_html"


def redirects() -> Cases:
    to = {
        "file": "file:///etc/passwd",
        "data": "data:text/html,x",
        "javascript": "javascript:alert(1)",
        "ftp": "ftp://127.0.0.1/",
        "nothing": "",
    }
    for name, target in to.items():
        expected = "blocked_address" if target else "redirected"
        yield f"to-{name}", answer("", "302 Found", (f"Location: {target}",)), expected
    for name, target in {
        "metadata": "http://169.254.169.254/",
        "mapped": "http://[::ffff:7f00:1]/",
        "user": "//user@127.0.0.1/",
    }.items():
        yield f"to-{name}", answer("", "301 Moved", (f"Location: {target}",)), "redirected"
    yield "self", answer("", "302 Found", ("Location: /self",)), "redirected"
    yield "ping", answer("", "302 Found", ("Location: /pong",)), "redirected"
    yield "pong", answer("", "302 Found", ("Location: /ping",)), "redirected"
    yield "growing", None, "redirected"  # see `server_of`
    yield "chain", answer("", "302 Found", ("Location: /chain/1",)), "redirected"
    yield "two-locations", answer("", "302 Found", ("Location: /a1", "Location: /a2")), "redirected"


def cases() -> Iterator[Case]:
    """Every case: path, what is said, the outcomes that are right."""
    families = (codings, lengths, chunks, lines, heads, times, charsets, markup, redirects)
    for family in families:
        for name, said, expected in family():
            yield f"/{name}", said, set(expected.split())


def server_of(found: Sequence[Case]) -> Respond:
    """Answers each path with its case; the entrance links to all of them, and to healthy pages."""
    paths = {path: said for path, said, _ in found}
    fine = [f"/fine/{k}" for k in range(40)]
    links = "".join(f"<a href='{path}'>{path}</a> " for path in (*fine, *paths))

    def respond(request: Request) -> bytes | Talk | None:
        if request.path == "/robots.txt":
            return answer("", "404 Not Found")
        if request.path == "/":
            return answer(f"<title>All</title>{links}")
        if request.path.startswith("/fine/"):
            return answer(PAGE.format(request.path))
        if request.path.startswith("/chain/"):
            k = int(request.path.rpartition("/")[2])
            return answer("", "302 Found", (f"Location: /chain/{k + 1}",))
        if request.path.startswith("/growing"):
            return answer("", "302 Found", (f"Location: {request.target}x",))
        return paths.get(request.path, answer("<p>nothing", "404 Not Found"))

    return respond


@dataclass(frozen=True, slots=True)
class Run:
    """One crawl, with or without the hostile site."""

    seconds: float  # until the last page of the healthy site was there
    pages: int  # of the healthy site
    urls: int  # of both
    grown: float  # megabytes


def healthy(pages: str) -> Respond:
    """The healthy site, for a process of its own."""
    return site_of(newsroom(int(pages)))


def enemy() -> Respond:
    """The hostile site, for a process of its own."""
    return server_of(list(cases()))


def report(pages: int) -> str:
    """How much longer a healthy site takes that is crawled beside a hostile one, and the memory of that, as Markdown."""
    doors = [HEALTHY], [HEALTHY, HOSTILE]
    with apart("bench.crawl.hostile.healthy", str(pages)) as good, apart("bench.crawl.hostile.enemy") as bad:
        ports = {"a.site.example": good, "b.site.example": bad}
        _timed(ports, doors[1])  # what is imported and compiled once is nobody's time
        rounds = [[_timed(ports, found) for found in doors] for _ in range(ROUNDS)]
    lines = [
        "| healthy site | seconds (median) | its pages | all URLs | growth of memory, MB |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for name, runs in zip(("alone", "beside the hostile one"), zip(*rounds, strict=True), strict=True):
        took, grown = median(run.seconds for run in runs), max(run.grown for run in runs)
        lines.append(f"| {name} | {took:.2f} | {runs[0].pages:,} | {runs[0].urls:,} | {grown:,.0f} |")
    longer = sorted(beside.seconds / alone.seconds - 1 for alone, beside in rounds)
    said = " ".join(f"{100 * share:+.0f}" for share in longer)
    return "\n".join([*lines, "", f"{100 * median(longer):+.0f} % time, the median of {ROUNDS} rounds ({said})"])


HEALTHY = "http://a.site.example/index.html"
HOSTILE = "http://b.site.example/"


def _entered(home: Path, doors: Sequence[str]) -> None:
    """Has a crawl know of the entrances of both sites."""
    (home / FOLDER).mkdir()
    with closing(Frontier(home / FOLDER / "crawl.sqlite")) as frontier:
        frontier.fact("scope", HEALTHY)
        frontier.add(Found(door, door[: door.index("/", 8)], "//.", "0/.", 0, prior=1_000) for door in doors)


def _timed(ports: Mapping[str, int], doors: Sequence[str]) -> Run:
    """One crawl from some entrances."""

    async def resolve(name: str, _port: int) -> list[tuple[str, int]]:
        return [("127.0.0.1", ports[name])]

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    how = replace(settings(), at_once=48, same="domain", silence=2, header=2, body=5, tries=1)
    small = Options(limits=Limits(bytes=LIMIT, expansion=20))
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        _entered(home, doors)
        start = time.time()
        summary = crawl_site(HEALTHY, home, crawl=how, options=small, world=World(resolve=resolve))
        with closing(sqlite3.connect(home / FOLDER / "crawl.sqlite")) as state:
            own = "SELECT max(time), count(*) FROM urls WHERE url LIKE 'http://a.%' AND outcome = 'ok'"
            last, pages = state.execute(own).fetchone()
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    return Run(last - start, pages, sum(summary.outcomes.values()), grown)
