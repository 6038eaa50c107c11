"""The parts of the crawler by themselves: kinds of URLs, cookies, robots.txt, sitemaps, archive, readers."""

import asyncio
import io
import re
import shutil
import ssl
import subprocess
import time

import h2.config
import h2.connection
import h2.events
import pytest
from bench.crawl.server import Server, answer
from crawls import QUICK, replace
from hypothesis import given
from hypothesis import strategies as st
from protego import Protego
from test_crawl import page

from sitemine.acquire.address import networks_of
from sitemine.acquire.archive import Archive, block_of, response_record
from sitemine.acquire.cookies import LARGEST, PER_HOST, TOTAL, Cookies
from sitemine.acquire.dial import Dialer
from sitemine.acquire.fetch import Answer, Fetcher
from sitemine.acquire.robots import of_status, product, read_robots, wishes_of
from sitemine.acquire.scope import Scope, key_of, owner, refused, shape_of, without_visitor
from sitemine.acquire.seeds import MOST, read_offer
from sitemine.acquire.seen import Asked
from sitemine.acquire.urls import parts
from sitemine.acquire.warc import page_of, read_warc
from sitemine.options import Crawl, Limits, Options
from sitemine.records import Outcome
from sitemine.run import reading
from sitemine.run.reading import Readers, see

SITE = parts("https://news.example.co.uk/world/a.html")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://x.org/news/2026/a-long-way-home.html", "https://x.org/news/2025/the-sea-at-night.html"),
        ("https://x.org/p/17", "https://x.org/p/423"),
        ("https://x.org/zh/20251010-2357.html", "https://x.org/zh/20251030-0712.html"),
        ("https://x.org/list?page=2", "https://x.org/list?page=17"),
        ("https://x.org/city/", "https://x.org/city/index.html"),
        ("https://x.org/2024/06/25/storm-at-sea/", "https://x.org/2023/01/02/the-quay-at-night-in-winter/"),
        ("https://x.org/tag/ferry/", "https://x.org/tag/boats/"),
        ("https://x.org/the-quay-at-night/img_1/", "https://x.org/a-storm-at-sea/img_2/"),
    ],
)
def test_urls_of_one_template_are_of_one_kind(one, other):
    assert shape_of(parts(one)) == shape_of(parts(other))


@pytest.mark.parametrize(
    "other",
    [
        "https://x.org/tag/sea",
        "https://x.org/news/",
        "https://x.org/news/a-b-c-d?x=1",
        "https://x.org/news/the-sea-at-night/",
    ],
)
def test_urls_of_other_templates_are_of_other_kinds(other):
    assert shape_of(parts("https://x.org/news/the-sea-at-night")).fine != shape_of(parts(other)).fine


@pytest.mark.parametrize(
    ("url", "plain"),
    [
        ("https://x.org/a?PHPSESSID=1a2b&id=3", "https://x.org/a?id=3"),
        ("https://x.org/a;jsessionid=1A2B?id=3", "https://x.org/a?id=3"),
        ("https://x.org/a?id=3&utm_source=b&utm_medium=c", "https://x.org/a?id=3"),
        ("https://x.org/a?fbclid=9", "https://x.org/a"),
        ("https://x.org/a?side=3&presid=4", "https://x.org/a?side=3&presid=4"),
    ],
)
def test_what_names_the_visitor_is_no_part_of_a_url(url, plain):
    assert without_visitor(url) == plain
    assert key_of(url) == key_of(plain)


@pytest.mark.parametrize("path", ["/a/a/a/a", "/x/y/x/y/", "/a/b/c/a/b/c/d", "/" + "s/t/" * 11, "/" + "x" * 3_000])
def test_a_path_that_nobody_made_is_refused(path):
    assert refused(parts(f"https://x.org{path}"), Crawl())


@pytest.mark.parametrize("path", ["/", "/news/news/", "/2026/11/11/11-days", "/a/b/c/d/e", "/city/city-news/city"])
def test_a_path_that_people_make_is_not(path):
    assert not refused(parts(f"https://x.org{path}"), Crawl())


def test_one_owner_holds_what_lies_below_a_public_suffix():
    assert owner("news.example.co.uk") == owner("example.co.uk") == "example.co.uk"
    assert owner("a.github.io") != owner("b.github.io")
    assert Scope.of("https://example.co.uk/", "domain").has(SITE)
    assert not Scope.of("https://other.co.uk/", "domain").has(SITE)


@pytest.mark.parametrize(
    "line",
    [
        "a=1; Domain=co.uk",
        "a=1; Domain=other.co.uk",
        "a=1; Domain=uk",
        f"a={'x' * LARGEST}",
        "no cookie",
        "=1",
        "a=\x01",
    ],
)
def test_a_cookie_that_is_not_the_hosts_to_set_is_not_kept(line):
    jar = Cookies()

    assert not jar.take(SITE, [line])
    assert jar.give(SITE) == ""


def test_cookies_go_back_to_whom_they_belong():
    jar = Cookies()
    jar.take(SITE, ["a=1; Path=/", "b=2; Domain=example.co.uk; Path=/", "c=3; Path=/world", "d=4; Secure; Path=/"])

    assert jar.give(SITE) == "a=1; c=3; d=4; b=2"
    assert jar.give(parts("http://news.example.co.uk/worldly")) == "a=1; b=2"
    assert jar.give(parts("https://example.co.uk/")) == "b=2"
    assert jar.give(parts("https://badexample.co.uk/")) == ""
    assert jar.take(SITE, ["a=; Max-Age=0; Path=/"])
    assert jar.give(SITE) == "c=3; d=4; b=2"


def test_a_jar_stays_small():
    jar = Cookies()
    for start in range(0, 10_000, 40):
        jar.take(SITE, [f"c{k}={'v' * 500}; Path=/" for k in range(start, start + 40)])

    assert len(jar.kept[SITE.host]) == PER_HOST
    assert len(jar.give(SITE)) <= TOTAL


@given(st.binary(max_size=400))
def test_no_robots_txt_is_too_odd_to_read(content):
    read_robots(content).allows("https://x.org/a", "sitemine")


def test_a_rule_behind_the_cut_is_no_rule_and_half_a_rule_is_none():
    filler = b"# " + b"x" * 97 + b"\n"
    content = b"User-agent: *\n" + filler * (500 * 1024 // len(filler)) + b"Disallow: /private-and-more\nDisallow: /\n"

    assert read_robots(content).allows("https://x.org/private", "sitemine")
    assert (
        not read_robots(content[:-12] + b"\n").allows("https://x.org/private-and-more", "x")
        or len(content) > 500 * 1024
    )


def test_robots_are_asked_by_the_first_word_of_our_name():
    assert product("sitemine/0.1 (+https://x.org)") == "sitemine"
    assert product("My Crawler/2") == "My"


@pytest.mark.parametrize(("status", "allows", "reachable"), [(404, True, True), (500, True, False), (301, True, True)])
def test_a_robots_txt_that_is_not_there_forbids_nothing(status, allows, reachable):
    robots = of_status(status, b"")

    assert (robots.allows("https://x.org/", "sitemine"), robots.reachable) == (allows, reachable)


def test_what_protego_says_is_what_is_done():
    text = "User-agent: *\nDisallow: /*.pdf$\nAllow: /a/b\nDisallow: /a\nCrawl-delay: 7\nSitemap: https://x.org/s.xml"
    theirs, own = Protego.parse(text), read_robots(text.encode())

    for path in ("/", "/a", "/a/b/c", "/x.pdf", "/x.pdfs"):
        assert own.allows(f"https://x.org{path}", "x") == theirs.can_fetch(f"https://x.org{path}", "x")
    assert (own.delay("x"), own.seeds()) == (7.0, ["https://x.org/s.xml"])


@pytest.mark.parametrize(
    ("content", "urls"),
    [
        ("<urlset><url><loc>https://x.org/a?b&amp;c</loc></url></urlset>", ["https://x.org/a?b&c"]),
        ("<x:urlset><x:loc> <![CDATA[/b]]></x:loc></x:urlset>", ["https://x.org/b"]),
        ("\ufeffhttps://x.org/a\nhttps://x.org/b\nnonsense\n", ["https://x.org/a", "https://x.org/b"]),
        ("<feed><entry><link rel='self' href='/no'/><link href='/yes'/></entry></feed>", ["https://x.org/yes"]),
        ("<rdf:RDF><item><link>/c</link></item></rdf:RDF>", ["https://x.org/c"]),
        (
            '{"version": "https://jsonfeed.org/version/1.1", "items": [{"url": "https://x.org/d"}, 3]}',
            ["https://x.org/d"],
        ),
        ("<urlset><loc>file:///etc/passwd</loc><loc>javascript:x</loc></urlset>", []),
        (
            '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><urlset><loc>/&e;</loc></urlset>',
            ["https://x.org/&e;"],
        ),
        ("<html><p>not found", []),
        ("", []),
    ],
)
def test_sitemaps_and_feeds_give_their_urls_and_nothing_else(content, urls):
    assert list(read_offer(content.encode(), "https://x.org/s").pages) == urls


def test_a_sitemap_of_millions_gives_as_many_as_the_standard_allows_in_time():
    content = b"<urlset>" + b"".join(b"<loc>/%d</loc>" % k for k in range(300_000)) + b"<loc>" * 300_000
    start = time.process_time()

    assert len(read_offer(content, "https://x.org/s").pages) == MOST
    assert time.process_time() - start < 5


@given(st.binary(max_size=300))
def test_nothing_is_too_odd_to_be_offered(content):
    read_offer(content, "https://x.org/s")


@pytest.mark.parametrize(
    "headers", [[("Content-Type", "text/html")], [("X", "a\r\nWARC/1.1\r\n"), ("Transfer-Encoding", "chunked")]]
)
def test_a_stored_page_is_the_page_that_was_seen(tmp_path, headers):
    stored = Answer("https://x.org/a", 200, "OK", [*headers, ("Content-Type", "text/html")], b"<p>Words, \xe9 and \0.")
    archive = Archive(tmp_path, "me")
    (place,) = archive.append([response_record(stored, 1_700_000_000.5)], 1_700_000_000)
    archive.close()

    (read,) = read_warc(io.BytesIO(archive.read(place)))
    (whole,) = read_warc(archive.path(0))
    seen = page_of(stored.url, block_of(stored))

    assert read == whole
    assert (read.url, read.html, read.headers) == (seen.url, seen.html, seen.headers)


def test_equal_records_have_equal_bytes_and_a_file_that_is_full_is_followed_by_another(tmp_path):
    record = response_record(Answer("https://x.org/a", 200, "OK", [], b"x" * 500), 1.0)
    archive = Archive(tmp_path, "me", largest=600)
    places = [archive.append([record], 1.0)[0] for _ in range(6)]
    archive.close()

    assert record == response_record(Answer("https://x.org/a", 200, "OK", [], b"x" * 500), 1.0)
    assert len({place.file for place in places}) > 1
    assert all(archive.read(place) == record for place in places)


def test_what_lies_behind_the_last_commit_is_cut_off(tmp_path):
    archive = Archive(tmp_path, "me", largest=600)
    record = response_record(Answer("https://x.org/a", 200, "OK", [], b"x" * 500), 1.0)
    first, *_ = [archive.append([record], 1.0)[0] for _ in range(6)]
    archive.close()

    assert archive.cut_back(first.file, first.end)
    assert [path.stat().st_size for path in archive.paths()] == [first.end]


def _asked(html, url="https://x.org/a"):
    return Asked(url, block_of(Answer(url, 200, "OK", [("Content-Type", "text/html")], html.encode())))


def test_a_page_is_seen_with_its_links_and_what_it_says_of_them():
    head = "<link rel=canonical href=/own><meta http-equiv=refresh content='5; url=/next'>"
    head += "<link rel=alternate type='application/rss+xml' href=/feed><meta name=robots content=nofollow>"

    (seen,) = see([_asked(page(1, "/b", head=head))], Options())

    assert {link.url for link in seen.links} == {f"https://x.org/{name}" for name in ("b", "own", "next")}
    assert (seen.outcome, seen.role, wishes_of(seen.robots, "sitemine"), seen.feeds) == (
        "ok",
        "article",
        {"nofollow"},
        ("https://x.org/feed",),
    )


@pytest.mark.parametrize(
    ("said", "wishes"),
    [
        ("noindex, follow", {"noindex", "follow"}),
        ("NONE", {"none", "noindex", "nofollow"}),
        ("noindex nofollow", {"noindex", "nofollow"}),
        ("index,googlebot: noindex, nofollow", {"index"}),
        ("googlebot: noindex,Sitemine: nofollow", {"nofollow"}),
        (
            "unavailable_after: 25 Jun 2030 15:00:00 GMT, max-snippet: 20",
            {"25", "jun", "2030", "15:00:00", "gmt", "20"},
        ),
        (",", set()),
    ],
)
def test_what_a_page_asks_of_robots_is_heard_and_what_it_asks_of_others_is_not(said, wishes):
    assert wishes_of(said, "sitemine") == wishes


def test_pages_seen_together_are_seen_as_alone():
    asked = [_asked(page(k, "/b"), f"https://x.org/{k}") for k in range(5)]

    assert see(asked, Options()) == [see([one], Options())[0] for one in asked]


def test_texts_that_differ_in_numbers_alone_are_no_new_text():
    one, other = (see([_asked(f"<p>Nothing happens on day {k}, as on all the others.")], Options())[0] for k in (3, 17))

    assert one.lines == other.lines
    assert one.text != other.text


async def _read_all(readers, asked):
    try:
        return await asyncio.gather(*map(readers, asked))
    finally:
        await readers.close()


EVIL = f"""
import os, {reading.__name__} as r
see = r.see
def evil(asked, options):
    if any(b'SEGFAULT' in one.block for one in asked): os.kill(os.getpid(), 11)
    while any(b'ENDLESS' in one.block for one in asked): pass
    return see(asked, options)
r.see = evil
r.child()
"""


def test_a_page_that_breaks_its_reader_costs_nobody_else_anything(monkeypatch):
    monkeypatch.setattr(reading, "PROGRAM", EVIL)
    pages = [_asked(page(k), f"https://x.org/{k}") for k in range(6)]
    pages[2:2] = [_asked("<p>SEGFAULT"), _asked("<p>ENDLESS")]

    seen = asyncio.run(_read_all(Readers(Options(), seconds=0.2), pages))

    outcomes = [found.outcome for found in seen]
    assert outcomes[2:4] == ["parser_crash", "parser_timeout"]
    assert outcomes[:2] + outcomes[4:] == ["ok"] * 6


def test_a_host_whose_pages_break_their_reader_keeps_no_other_waiting(monkeypatch):
    monkeypatch.setattr(reading, "PROGRAM", EVIL)
    told = []

    async def read(readers, asked):
        told.append((asked.url.split("/")[2], (await readers(asked)).outcome))

    async def both(readers):
        await read(readers, _asked("<p>SEGFAULT", "https://bad.example/"))
        bad = [read(readers, _asked("<p>SEGFAULT", f"https://bad.example/{k}")) for k in range(3)]
        await asyncio.gather(*bad, *(read(readers, _asked(page(k), f"https://x.org/{k}")) for k in range(20)))
        await readers.close()

    asyncio.run(both(Readers(Options(), seconds=1)))

    assert told[1:21] == [("x.org", "ok")] * 20
    assert sorted(told[21:]) == [("bad.example", "parser_crash")] * 3


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """A certificate of good.example, and the server's and a trusting client's settings that go with it."""
    if not shutil.which("openssl"):
        pytest.skip("needs openssl to make a certificate")
    folder = tmp_path_factory.mktemp("tls")
    words = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=good.example -addext subjectAltName=DNS:good.example"
    subprocess.run(
        [*words.split(), "-keyout", folder / "key", "-out", folder / "cert"], check=True, capture_output=True
    )
    served = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    served.load_cert_chain(folder / "cert", folder / "key")
    return served, ssl.create_default_context(cafile=folder / "cert")


async def _ask(resolve, tls, *urls):
    fetcher = Fetcher(QUICK, Limits(), Dialer(networks_of(["127.0.0.0/8"]), resolve=resolve), tls=tls)
    answers = [await fetcher.fetch(url) for url in urls]
    await fetcher.close()
    return answers


def test_certificates_must_hold(certificate):
    served, trusting = certificate
    with Server(lambda _request: answer("<p>safe"), tls=served) as server, Server(lambda _r: answer("x")) as plain:
        good = asyncio.run(_ask(server.resolve, trusting, "https://good.example/", "https://bad.example/"))
        (unknown,) = asyncio.run(_ask(server.resolve, ssl.create_default_context(), "https://good.example/"))
        (not_tls,) = asyncio.run(_ask(plain.resolve, trusting, "https://good.example/"))

    assert [(found.outcome, found.status) for found in good] == [(Outcome.OK, 200), (Outcome.TLS_ERROR, 0)]
    assert unknown.outcome is Outcome.TLS_ERROR
    assert not_tls.outcome is Outcome.TIMEOUT_CONNECT


def test_http_2_is_spoken_where_the_server_does(certificate):
    served, trusting = certificate
    served.set_alpn_protocols(["h2"])
    authorities = []

    async def talk(reader, writer):
        state = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False))
        state.initiate_connection()
        writer.write(state.data_to_send())
        while content := await reader.read(65_536):
            for event in state.receive_data(content):
                if isinstance(event, h2.events.RequestReceived):
                    authorities.append(dict(event.headers)[b":authority"])
                    state.send_headers(event.stream_id, [(":status", "200"), ("content-type", "text/html")])
                    state.send_data(event.stream_id, b"<p>In frames.", end_stream=True)
            writer.write(state.data_to_send())
        writer.transport.abort()

    async def served_and_asked():
        server = await asyncio.start_server(talk, "127.0.0.1", 0, ssl=served)

        async def here(_name, _port):
            return [server.sockets[0].getsockname()[:2]]

        answers = await _ask(here, trusting, "https://good.example/1", "https://good.example/2")
        server.close()
        await asyncio.sleep(0.1)
        return answers

    answers = asyncio.run(served_and_asked())

    assert [(found.status, found.body) for found in answers] == [(200, b"<p>In frames.")] * 2
    assert authorities == [b"good.example"] * 2


def test_a_handshake_that_never_comes_is_given_up():
    async def silence(reader, writer):
        while await reader.read(100):
            pass
        writer.close()

    async def ask():
        server = await asyncio.start_server(silence, "127.0.0.1", 0)

        async def here(_name, _port):
            return [server.sockets[0].getsockname()[:2]]

        fetcher = Fetcher(replace(QUICK, connect=0.3), Limits(), Dialer(networks_of(["127.0.0.0/8"]), resolve=here))
        found = await fetcher.fetch("https://good.example/")
        await fetcher.close()
        server.close()
        await asyncio.sleep(0.1)
        return found.outcome

    assert asyncio.run(ask()) is Outcome.TIMEOUT_CONNECT


def test_the_readme_of_our_name_says_where_we_can_be_reached():
    fetcher = Fetcher(Crawl(), Limits(), Dialer())

    assert re.fullmatch(r"sitemine/[\d.]+\S* \(\+https://\S+\)", fetcher.agent)
    assert Fetcher(Crawl(agent="lab (mail@x.org)"), Limits(), Dialer()).agent == "lab (mail@x.org)"
