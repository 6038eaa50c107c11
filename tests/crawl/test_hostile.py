"""A hostile server: each of its cases ends in its named outcome, in time, and costs the others nothing."""

import json
import time

import pytest
from bench.crawl.hostile import LIMIT, PAGE, at_once, cases, server_of
from bench.crawl.server import answer
from crawls import crawl

from sitemine.acquire.hosts import Host
from sitemine.options import Limits, Options
from sitemine.run.crawl import World

CASES = list(cases())
SMALL = Options(limits=Limits(bytes=LIMIT, expansion=20))


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """What became of all cases, crawled together in one go, and the seconds that it took."""
    start = time.monotonic()
    folder = tmp_path_factory.mktemp("hostile")
    crawled = crawl(
        server_of(CASES),
        folder,
        options=SMALL,
        world=lambda server: World(resolve=server.resolve),
        per_host=32,
        at_once=32,
        tries=1,
    )
    return crawled, time.monotonic() - start


def test_there_are_a_hundred_cases_and_all_of_them_were_met(told):
    crawled, _ = told

    assert len(CASES) >= 100
    assert {path for path, _, _ in CASES} <= crawled.outcomes.keys()
    assert sum(crawled.summary.outcomes.values()) == len(crawled.outcomes)
    assert "waiting" not in crawled.summary.outcomes


@pytest.mark.parametrize(("path", "expected"), [pytest.param(p, e, id=p[1:]) for p, _, e in CASES])
def test_a_case_ends_in_its_named_outcome(told, path, expected):
    crawled, _ = told

    assert crawled.outcomes[path] in expected, crawled.detail(path)


def test_the_healthy_pages_beside_them_are_all_there(told):
    crawled, seconds = told

    assert all(crawled.outcomes[f"/fine/{k}"] == "ok" for k in range(40))
    assert seconds < 30


def test_what_was_said_unasked_is_nobodys_answer(told):
    crawled, _ = told

    stored = b"".join(path.read_bytes() for path in (crawled.folder / "crawl" / "warc").iterdir())
    assert b"smuggled" not in stored  # nor is it hidden by the packing:
    from sitemine.acquire import read_crawl

    assert not any(b"nobody's answer" in page.html for page in read_crawl(crawled.folder))


def test_a_chain_of_redirects_ends(told):
    crawled, _ = told

    assert crawled.outcomes["/chain/9"] == "redirected"
    assert crawled.outcomes["/chain/11"] == "trap_suspected"
    assert "/chain/12" not in crawled.outcomes
    assert max(map(len, crawled.outcomes)) < 100


def test_the_summary_names_what_was_refused(told):
    crawled, _ = told

    said = json.loads((crawled.folder / "crawl" / "crawl.json").read_text("utf-8"))
    assert said["outcomes"]["bomb"] >= 4
    assert any("gzip-bomb" in line and "unfold" in line for line in said["examples"]["bomb"])


def test_a_host_in_trouble_is_asked_less_at_a_time_and_recovers():
    host = Host("http://site.example", room=8)

    for _ in range(4):
        host.bear(8, well=False)
    in_trouble = host.room
    for _ in range(40):
        host.bear(8, well=True)

    assert (in_trouble, int(host.room)) == (1, 8)


def test_what_breaks_off_costs_a_host_its_room_and_the_healthy_one_nothing(tmp_path):
    """Of two hosts, one breaks off all it says: most of what is asked while it lasts is asked of the other."""
    names = [f"http://{name}.site.example/{k}.html" for k in range(60) for name in ("good", "bad")]
    breaking = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9999\r\n\r\n"

    def respond(request):
        if request.path == "/":
            return answer("".join(f"<a href={name}>{name}</a>" for name in names))
        is_bad = request.headers["host"].startswith("bad")
        return at_once(breaking + b"<p>Words") if is_bad else answer(PAGE.format(request.path))

    found = crawl(respond, tmp_path, same="domain", per_host=8, at_once=16, seeds=False, tries=1)

    asked = [request.headers["host"].partition(".")[0] for request in found.server.requests if ".html" in request.path]
    last = max(k for k, name in enumerate(asked) if name == "good")
    assert (asked.count("good"), asked.count("bad")) == (60, 60)
    assert asked[:last].count("bad") < 30
