"""No spelling of a forbidden address, wherever it stands, brings the crawler to open a connection to it."""

import asyncio
import json

import pytest
from bench.crawl.server import Server, answer
from crawls import HOST, QUICK, World, crawl_site, replace

from sitemine.acquire import canonical
from sitemine.acquire.address import networks_of
from sitemine.acquire.dial import Dialer, DialError
from sitemine.acquire.fetch import Fetcher
from sitemine.errors import SitemineError
from sitemine.options import Limits
from sitemine.records import Outcome
from sitemine.run.crawl import fetch_page

SITE_PORT = 8080  # where the resolver of these tests keeps the site; the canary listens elsewhere

SPELLINGS = """
    127.0.0.1 127.1 127.0.1 0x7f.1 0x7f000001 0X7F.0.0.1 2130706433 017700000001 0177.0.0.1 0177.1 00177.0.0.01 127.0.0.1.
    127.255.255.254 127.000.000.001 0.0.0.0 0 0x0 00 0.0 localhost localhost. LOCALHOST localhost.localdomain %6c%6fcalhost
    １２７.０.０.１ ①②⑦.⓪.⓪.① 127。0。0。1 127．0．0．1 ⑫７.0.0.1 [::1] [0:0:0:0:0:0:0:1] [::] [::127.0.0.1] [::7f00:1]
    [::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:ffff:7f00:1] [::ffff:0:127.0.0.1] [64:ff9b::127.0.0.1] [64:ff9b::7f00:1]
    [64:ff9b:1::7f00:1] [2002:7f00:1::] [2002:7f00:1::1] [2001:0:7f00:1::] [fe80::1] [fe80::1%25eth0] [fec0::1] [fc00::1]
    [fd00:ec2::254] [ff02::1] [3fff::1] [5f00::1] [100::1] [2001:db8::1] 169.254.169.254 0xa9fea9fe 2852039166 0251.0376.0251.0376
    169.254.43518 0xa9.254.0xa9.254 169.254.169.254. [::ffff:169.254.169.254] [::ffff:a9fe:a9fe] [::a9fe:a9fe] [64:ff9b::a9fe:a9fe]
    [2002:a9fe:a9fe::] 10.0.0.1 0xa.1 167772161 172.16.0.1 172.31.255.255 192.168.0.1 0xc0a80001 100.64.0.1 192.0.0.8 198.18.0.1
    224.0.0.1 255.255.255.255 168.63.129.16 user@127.0.0.1 public.example@127.0.0.1 127.0.0.1%09 metadata.google.internal
""".split()
INSIDE = {"localhost", "localhost.", "localhost.localdomain", "metadata.google.internal", "inside.example"}


class Canary:
    """Listens on the loopback, and knows of each connection that is opened, and of each address that was tried."""

    def __init__(self, monkeypatch):
        self.tried = []
        real = asyncio.open_connection

        async def watched(ip, port, **more):
            self.tried.append((ip, port))
            return await real(ip, port, **more)

        monkeypatch.setattr(asyncio, "open_connection", watched)


async def resolve(name, port):
    """Names that lead inside do; literal addresses are themselves, as the system has it; the site is where it is said to be."""
    if name in INSIDE:
        return [("127.0.0.1", port), ("::1", port)]
    found = await asyncio.get_running_loop().getaddrinfo(name, port)
    return [(str(place[0]), int(place[1])) for *_, place in found]


def test_there_are_eighty_spellings():
    assert len(set(SPELLINGS)) >= 80


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_nothing_listens_to_a_forbidden_address_however_it_is_written(monkeypatch, scheme):
    canary = Canary(monkeypatch)

    async def ask_all(port):
        fetcher = Fetcher(replace(QUICK, connect=30), Limits(), Dialer((), (port,), resolve))
        urls = [f"{scheme}://{spelling}:{port}/" for spelling in SPELLINGS]
        answers = await asyncio.gather(*map(fetcher.fetch, urls))
        await fetcher.close()
        return answers

    with Server(lambda _request: answer("caught")) as server:
        answers = asyncio.run(ask_all(server.port))

        assert (server.connections, canary.tried) == (0, [])
    assert {found.outcome for found in answers} <= {Outcome.BLOCKED_ADDRESS, Outcome.DNS_ERROR}
    named = [found for found in answers if any(name in found.url for name in INSIDE)]
    assert named
    assert not any("127.0.0.1" in found.detail for found in named)  # a name does not tell what it leads to


def pages_with(door, urls):
    """A site that points to URLs from one of its doors."""
    links = "".join(f"<a href='{url}'>inside</a>" for url in urls)
    body = {
        "link": links,
        "canonical": "".join(f"<link rel=canonical href='{url}'>" for url in urls),
        "refresh": "".join(f"<meta http-equiv=refresh content='0; url={url}'>" for url in urls),
        "redirect": "".join(f"<a href='/go/{k}'>go</a>" for k in range(len(urls))),
        "feed": "<link rel=alternate type=application/rss+xml href=/feed.xml>",
    }.get(door, "")

    def respond(request):
        path = request.path
        if path == "/robots.txt" and door == "robots":
            return answer("", "302 Found", (f"Location: {urls[0]}robots.txt",))
        if path == "/robots.txt" and door == "sitemap-line":
            return answer("".join(f"Sitemap: {url}s.xml\n" for url in urls), media="text/plain")
        if path == "/sitemap.xml" and door == "sitemap":
            return answer(
                f"<urlset>{''.join(f'<url><loc>{url}</loc></url>' for url in urls)}</urlset>", media="text/xml"
            )
        if path == "/sitemap.xml" and door == "sitemap-index":
            index = "".join(f"<sitemap><loc>{url}s.xml</loc></sitemap>" for url in urls)
            return answer(f"<sitemapindex>{index}</sitemapindex>", media="text/xml")
        if path == "/feed.xml":
            return answer(f"<rss>{''.join(f'<item><link>{url}</link></item>' for url in urls)}</rss>", media="text/xml")
        if path.startswith("/go/"):
            return answer("", "302 Found", (f"Location: {urls[int(path[4:])]}",))
        if path == "/":
            return answer(f"<title>Doors</title>{body}<p>A page with doors that lead inside.</p>")
        return answer("", "404 Not Found")

    return respond


DOORS = "link canonical refresh redirect feed robots sitemap-line sitemap sitemap-index".split()


@pytest.mark.parametrize("door", DOORS)
def test_no_door_of_a_public_site_leads_inside(tmp_path, monkeypatch, door):
    """The site itself is public here: its name leads to an address that the watch below lets through to the server."""
    canary = Canary(monkeypatch)
    public = "203.0.113.80"  # of the documentation: nobody's
    monkeypatch.setattr("sitemine.acquire.dial.is_allowed", lambda ip, _allowed: ip == public)

    with (
        Server(lambda _request: answer("caught")) as inside,
        Server(pages_with(door, [f"http://{spelling}:{inside.port}/" for spelling in SPELLINGS])) as site,
    ):

        async def look_up(name, port):
            return [(public, site.port)] if name == "site.example" else await resolve(name, port)

        watched = asyncio.open_connection

        async def to_site(ip, port):
            if ip != public:
                return await watched(ip, port)
            reader, writer = await real("127.0.0.1", port)
            monkeypatch.setattr(writer.transport, "_extra", {**writer.transport._extra, "peername": (public, port)})
            return reader, writer

        real = asyncio.streams.open_connection
        monkeypatch.setattr(asyncio, "open_connection", to_site)
        # Every host counts as the site's, so that nothing but the address stands between the crawler and the inside.
        monkeypatch.setattr("sitemine.acquire.scope.Scope.has", lambda _scope, _place: True)
        here = World(in_this_process=True, resolve=look_up)
        crawl_site(f"{HOST}/", tmp_path / door, crawl=QUICK.__class__(pages=0, rate=0, backoff=0.01), world=here)

        assert "/" in site.targets or door == "robots"
        assert (inside.connections, canary.tried) == (0, [])
    rows = [json.loads(line) for line in (tmp_path / door / "crawl" / "urls.jsonl").read_text("utf-8").splitlines()]
    assert {row["outcome"] for row in rows} <= {
        *("ok", "redirected", "blocked_address", "dns_error", "robots_unreachable", "bad_status", "empty")
    }


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_person_who_names_one_is_told_why_not(tmp_path, monkeypatch, spelling):
    canary = Canary(monkeypatch)
    with Server(lambda _request: answer("caught")) as server:
        url = f"http://{spelling}:{server.port}/"
        here = World(in_this_process=True, resolve=resolve)
        if canonical(url) is None:
            with pytest.raises(SitemineError, match="is no http or https URL"):
                crawl_site(url, tmp_path, world=here)
        else:
            summary = crawl_site(url, tmp_path, crawl=QUICK.__class__(backoff=0.01), world=here)
            assert not summary.n_pages
            assert summary.outcomes.keys() <= {"blocked_address", "dns_error"}
            assert not fetch_page(url, world=here).html
        assert (server.connections, canary.tried) == (0, [])


def test_a_name_that_leads_outside_and_inside_leads_outside_alone():
    async def both(_name, port):
        return [("127.0.0.1", port), ("::1", port)]

    async def dialled():
        return await Dialer(networks_of(["::1/128"]), resolve=both).dial("two.example", 80, 1.0)

    with pytest.raises(DialError) as refused:
        asyncio.run(dialled())
    assert refused.value.outcome is Outcome.RETRY_EXHAUSTED  # ::1 was tried, where nobody listens; 127.0.0.1 was not


def test_a_name_that_turns_inside_after_it_was_looked_at_gains_nothing(tmp_path, monkeypatch):
    """DNS rebinding: the name is looked up once for each connection, and what was looked at is what is connected to."""
    answers = iter([["93.184.215.14"], ["127.0.0.1"], ["127.0.0.1"]])
    asked = []

    async def turning(name, port):
        asked.append(name)
        return [(ip, port) for ip in next(answers, ["127.0.0.1"])]

    tried = []

    async def nobody(ip, _port):
        tried.append(ip)
        raise OSError(111, "refused")

    monkeypatch.setattr(asyncio, "open_connection", nobody)
    here = World(in_this_process=True, resolve=turning)

    crawl_site("http://turning.example/", tmp_path, crawl=QUICK.__class__(backoff=0.01), world=here)

    assert set(tried) == {"93.184.215.14"}
    assert len(asked) >= 2


def test_a_port_of_another_service_is_not_spoken_to():
    async def ask():
        fetcher = Fetcher(QUICK, Limits(), Dialer((), (), resolve))
        return await asyncio.gather(*[fetcher.fetch(f"http://example.org:{port}/") for port in (22, 25, 6379, 9200)])

    assert {found.outcome for found in asyncio.run(ask())} == {Outcome.BLOCKED_ADDRESS}
