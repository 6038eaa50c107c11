"""A crawl from the entrance: what it finds, in which manners, and that it can be ended, gone on with and repeated."""

import json
import os
import signal
import time
from itertools import count, pairwise
from pathlib import Path

import pytest
from bench.crawl.server import ROOT, Server, answer, folder_site
from crawls import HOST, QUICK, World, crawl, crawl_site, replace

import sitemine
from sitemine.acquire import open_source, read_crawl
from sitemine.acquire.frontier import locked
from sitemine.errors import SourceError
from sitemine.options import Options
from sitemine.run.crawl import fetch_page, mine_crawl
from sitemine.run.site import mine_pages

EXAMPLE = ROOT / "examples" / "site"
WORDS = "harbour quay tide pilot gull rope lantern ferry eel crate anchor mast fog rudder salt barrel net hull".split()


def text(k):
    """A few sentences that no other number gives."""
    name = "".join(WORDS[int(digit)][:3] for digit in str(k))  # in letters: numbers alone tell no story
    words = [f"{WORDS[(k * 7 + j * 5) % len(WORDS)]}-{name}" for j in range(30)]
    return "".join(f"<p>{' '.join(words[j : j + 10])} was seen there.</p>" for j in range(0, 30, 10))


def page(k, *links, head=""):
    """A story with links below it."""
    below = "".join(f"<a href='{link}'>{link}</a> " for link in links)
    return f"<html><title>Story {k}</title>{head}<main><h1>Story {k}</h1>{text(k)}</main><nav>{below}</nav>"


def site(pages, robots=None):
    """Answers with pages by target; a function answers for itself."""

    def respond(request):
        if request.path == "/robots.txt":
            return answer(robots, media="text/plain") if robots is not None else answer("", "404 Not Found")
        found = pages.get(request.target)
        if callable(found):
            return found(request)
        if isinstance(found, bytes):
            return found
        return answer(found) if found is not None else answer("<p>nothing here", "404 Not Found")

    return respond


def written(mined, folder):
    mined.write(folder)
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_the_example_site_is_found_whole_and_mined_as_from_its_folder(tmp_path):
    crawled = crawl(folder_site(EXAMPLE), tmp_path / "live", "/index.html", world=lambda s: World(resolve=s.resolve))
    folder = open_source(EXAMPLE, base=f"{HOST}/")

    live = written(mine_crawl(tmp_path / "live", Options(), source="site"), tmp_path / "a")
    saved = written(mine_pages(folder, Options(), source="site"), tmp_path / "b")

    assert crawled.of("ok") == {"/" + p.relative_to(EXAMPLE).as_posix() for p in EXAMPLE.rglob("*.html")}
    assert live == saved
    assert written(sitemine.mine(tmp_path / "live"), tmp_path / "c")["pages.jsonl"] == saved["pages.jsonl"]


def test_what_is_not_the_sites_or_no_page_is_not_asked_for(crawled):
    there = "http://elsewhere.example/ https://site.example:444/ /a.png /film.mp4 /x.pdf mailto:a@b javascript:x #top".split()

    found = crawled(site({"/": page(0, *there, "/1", "http://www.site.example/2"), "/1": page(1), "/2": page(2)}))

    assert found.outcomes == {"/": "ok", "/1": "ok", "http://www.site.example/2": "ok"}


@pytest.mark.parametrize(("same", "also"), [("host", set()), ("domain", {"http://a.site.example/1"}), ("path", set())])
def test_what_belongs_to_the_site_can_be_said(crawled, same, also):
    pages = {
        "/news/": page(0, "/news/2", "/other", "http://a.site.example/1"),
        "/news/2": page(2),
        "/other": page(3),
        "/1": page(4),
    }

    found = crawled(site(pages), "/news/", same=same)

    assert found.outcomes.keys() == {"/news/", "/news/2"} | also | ({"/other"} if same != "path" else set())


def test_robots_txt_is_obeyed_and_what_it_refuses_is_named(crawled):
    rules = "User-agent: sitemine\nDisallow: /private\nUser-agent: *\nDisallow: /\n"

    found = crawled(site({"/": page(0, "/private/1", "/open"), "/open": page(1)}, rules))

    assert found.outcomes == {"/": "ok", "/open": "ok", "/private/1": "robots_denied"}
    assert "/private/1" not in found.server.targets
    assert any("/private/1" in line for line in found.summary.examples["robots_denied"])


def test_a_person_may_ask_otherwise(crawled):
    found = crawled(site({"/": page(0, "/private")}, "User-agent: *\nDisallow: /"), robots=False)

    assert "/robots.txt" not in found.server.targets
    assert found.outcomes["/"] == "ok"


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (answer("", "404 Not Found"), "ok"),
        (answer("", "401 No"), "ok"),
        (answer("", "403 No"), "ok"),
        (answer("", "410 Gone"), "ok"),
        (answer("", "429 Slow down"), "robots_unreachable"),
        (answer("", "500 Oops"), "robots_unreachable"),
        (answer("", "503 Later"), "robots_unreachable"),
        (None, "robots_unreachable"),
        (answer(bytes(range(256)) * 100, media="application/octet-stream"), "ok"),
        (answer(b"\xef\xbb\xbfUser-agent: *\nDisallow: /"), "robots_denied"),
        (answer("<html><p>Not found, says a soft 404"), "ok"),
        (answer("User-agent: *\n" + "# words\n" * 70_000 + "Disallow: /"), "ok"),
        (answer("User-agent: *\nDisallow: /\n" + "# words\n" * 3_000_000), "robots_denied"),
        (answer("User-agent: *\nDisallow: /", headers=("Content-Encoding: br",)), "ok"),
    ],
)
def test_a_robots_txt_means_what_rfc_9309_says(crawled, said, expected):
    found = crawled(lambda request: said if request.path == "/robots.txt" else answer(page(0)))

    assert found.outcomes["/"] == expected


@pytest.mark.parametrize(("hops", "expected"), [(5, "robots_denied"), (6, "ok")])
def test_five_redirects_of_a_robots_txt_are_followed(crawled, hops, expected):
    def respond(request):
        if request.path == "/robots.txt" or request.path.startswith("/r"):
            k = int(request.path[2:] or 0) if request.path != "/robots.txt" else 0
            if k < hops:
                return answer("", "301 Moved", (f"Location: /r{k + 1}",))
            return answer("User-agent: *\nDisallow: /")
        return answer(page(0))

    assert crawled(respond).outcomes["/"] == expected


def test_nofollow_is_respected_on_links_and_pages(crawled):
    pages = {
        "/": page(0, "/a", "/b", "/d") + "<a rel='nofollow ugc' href=/no>x</a>",
        "/a": page(1, "/no", head="<meta name=robots content='noindex, nofollow'>"),
        "/b": answer(page(2, "/no"), headers=("X-Robots-Tag: none",)),
        "/d": page(3),
    }

    assert crawled(site(pages)).outcomes.keys() == {"/", "/a", "/b", "/d"}


HIDDEN = "<meta name=Robots content='NoIndex,follow'>"


def test_what_asks_to_be_in_no_index_is_followed_and_not_mined(crawled):
    pages = {
        "/": page(0, "/a", "/b", "/c"),
        "/a": page(1, "/d", head=HIDDEN),
        "/b": answer(page(2), headers=("X-Robots-Tag: googlebot: all", "X-Robots-Tag: sitemine: noindex")),
        "/c": answer(page(3), headers=("X-Robots-Tag: googlebot: noindex",)),
        "/d": page(4),
    }

    found = crawled(site(pages))
    rows = mine_crawl(found.folder, Options()).pages

    assert (found.of("noindex"), found.of("ok")) == ({"/a", "/b"}, {"/", "/c", "/d"})
    assert {url.removeprefix(HOST): str(row.outcome) for url, row in rows.items()} == found.outcomes
    assert {url.removeprefix(HOST) for url, row in rows.items() if row.article} == {"/", "/c", "/d"}
    assert found.summary.new == [f"{HOST}/", f"{HOST}/c", f"{HOST}/d"]
    assert any("/a" in line for line in found.summary.examples["noindex"])


def test_a_site_that_wants_to_be_in_no_index_has_refused(crawled):
    summary = crawled(site({"/": page(0, head=HIDDEN)})).summary

    assert (summary.n_pages, summary.is_refused) == (0, True)


def test_a_person_may_ask_for_what_is_in_no_index(crawled):
    assert crawled(site({"/": page(0, head=HIDDEN)}), robots=False).outcomes == {"/": "ok"}


def test_a_page_is_no_duplicate_of_one_that_is_in_no_index(crawled):
    pages = {
        "/": page(0, "/print", "/it"),
        "/print": page(1, head=HIDDEN),
        "/it": page(1),
        "/it?p": page(1, head=HIDDEN),
    }

    assert crawled(site(pages | {"/it": page(1, "/it?p")})).outcomes | {"/it": ""} == {
        "/": "ok", "/print": "noindex", "/it": "", "/it?p": "duplicate",
    }  # fmt: skip


def test_a_page_may_leave_the_index_and_come_back(tmp_path):
    ways = [page(1), page(1, head=HIDDEN), page(1, head=HIDDEN), page(1)]
    seen, stored = [], []
    for said in ways:
        found = crawl(site({"/": page(0, "/it"), "/it": answer(said, headers=(f'ETag: "{len(said)}"',))}), tmp_path)
        rows = mine_crawl(tmp_path, Options()).pages
        seen.append((found.outcomes["/it"], rows[f"{HOST}/it"].article is not None))
        stored.append(sum(one.url == f"{HOST}/it" for one in read_crawl(tmp_path)))

    assert seen == [("ok", True), ("noindex", False), ("noindex", False), ("ok", True)]
    assert stored == [1, 2, 2, 3]


def test_a_host_is_not_asked_more_often_than_it_wants(tmp_path):
    times = []

    def respond(request):
        times.append(time.monotonic())
        return site({"/": page(0, "/1", "/2"), "/1": page(1), "/2": page(2)}, "User-agent: *\nCrawl-delay: 0.3")(
            request
        )

    crawl(respond, tmp_path, seeds=False)

    apart = [later - sooner for sooner, later in pairwise(times)]
    assert len(times) == 4
    assert min(apart) > 0.25


def test_feeds_that_a_page_names_are_read_once_for_each_host(crawled):
    feed = f"<rss><channel><item><link>{HOST}/only-there</link></item></channel></rss>"
    name = "<link rel=alternate type=application/rss+xml href=/feed{}.xml>"
    elsewhere = "<link rel=alternate type=application/atom+xml href=http://elsewhere.example/feed.xml>"
    pages = {
        "/": page(0, "/1", head=elsewhere + name.format("")),
        "/1": page(1, head=name.format("-of-comments")),
        "/only-there": page(2),
        "/feed.xml": answer(feed, media="application/rss+xml"),
    }
    found = crawled(site(pages))
    again = crawled(site(pages))

    assert found.of("ok") == {"/", "/1", "/only-there"}
    assert [target for target in found.server.targets if "feed" in target] == ["/feed.xml"]
    assert "/feed.xml" not in again.server.targets


def test_feeds_are_not_read_where_that_is_not_wanted(crawled):
    pages = {"/": page(0, head="<link rel=alternate type=application/rss+xml href=/feed.xml>")}

    assert "/feed.xml" not in crawled(site(pages), seeds=False).server.targets


def test_feeds_that_robots_may_not_read_are_not_read(crawled):
    pages = {"/": page(0, head="<link rel=alternate type=application/rss+xml href=/feed.xml>")}

    assert "/feed.xml" not in crawled(site(pages, "User-agent: *\nDisallow: /feed")).server.targets


def test_sitemaps_and_their_index_and_feeds_are_read_for_urls(crawled):
    import gzip

    packed = gzip.compress(f"<urlset><url><loc>{HOST}/b</loc></url><url><loc>/c</loc></url></urlset>".encode())
    index = f"<sitemapindex><sitemap><loc>{HOST}/m.xml.gz</loc></sitemap><sitemap><loc>{HOST}/i.xml</loc></sitemap></sitemapindex>"
    feed = f"<rss><channel><link>{HOST}/no</link><item><title>x</title><link>{HOST}/d</link></item></channel></rss>"
    pages = {
        "/": page(0),
        "/a": page(1),
        "/b": page(2),
        "/c": page(3),
        "/d": page(4),
        "/i.xml": answer(index, media="text/xml"),  # an index in an index, which names itself
        "/m.xml.gz": answer(packed, media="application/gzip"),
        "/map.txt": answer(f"{HOST}/a\n", media="text/plain"),
        "/feed.xml": answer(feed, media="application/rss+xml"),
        "/sitemap.xml": answer(index, media="text/xml"),
    }
    robots = f"Sitemap: {HOST}/map.txt\nSitemap: {HOST}/feed.xml\n"

    assert crawled(site(pages, robots)).of("ok") == {"/", "/a", "/b", "/c", "/d"}


@pytest.mark.parametrize("asked", ["0", "1", "Wed, 21 Oct 2015 07:28:00 GMT", "soon", "-5"])
def test_a_server_in_trouble_is_asked_again_no_sooner_than_it_says(tmp_path, asked):
    times = []

    def moody(_request):
        times.append(time.monotonic())
        return answer("", "503 Later", (f"Retry-After: {asked}",)) if len(times) == 1 else answer(page(0))

    found = crawl(site({"/": moody}), tmp_path, seeds=False)

    assert found.outcomes["/"] == "ok"
    assert times[1] - times[0] >= (0.95 if asked == "1" else 0)


@pytest.mark.parametrize("asked", ["3600", "1000000000000", "Fri, 31 Dec 2099 23:59:59 GMT"])
def test_a_server_that_wants_to_be_left_alone_is_left_alone(tmp_path, asked):
    trouble = answer("", "429 Too Many", (f"Retry-After: {asked}",))
    start = time.monotonic()

    first = crawl(
        site({"/": page(0, "/1", "/2", "/3"), "/1": trouble, "/2": trouble, "/3": trouble}), tmp_path, per_host=1
    )

    assert time.monotonic() - start < 5
    assert sorted(first.outcomes.values()) == ["ok", "retry_exhausted", "waiting", "waiting"]
    again = crawl(site({"/1": page(1), "/2": page(2), "/3": page(3)}), tmp_path)  # a later run, still too early
    assert again.server.targets == []


def test_a_second_ctrl_c_ends_a_crawl_at_once_and_what_was_committed_is_kept(tmp_path):
    pages = {"/": page(0, *(f"/{k}" for k in range(1, 20)))} | {f"/{k}": page(k) for k in range(1, 20)}

    def told(state):
        if state.outcomes["ok"] >= 3:
            os.kill(os.getpid(), signal.SIGINT)
            os.kill(os.getpid(), signal.SIGINT)

    with Server(site(pages)) as server:
        here = World(in_this_process=True, resolve=server.resolve)
        with pytest.raises(KeyboardInterrupt):
            crawl_site(f"{HOST}/", tmp_path, crawl=replace(QUICK, per_host=1), world=here, told=told)

    known = len([found.url for found in read_crawl(tmp_path)])
    assert 3 <= known < 20
    assert len(crawl(site(pages), tmp_path).of("ok")) == 20


def test_errors_that_stay_are_named(crawled):
    found = crawled(site({"/": page(0, "/500", "/404"), "/500": answer("", "500 Oops")}))

    assert found.outcomes == {"/": "ok", "/500": "retry_exhausted", "/404": "bad_status"}
    assert found.server.targets.count("/500") == 2
    assert found.server.targets.count("/404") == 1


def test_a_page_that_wants_its_cookie_gets_it(crawled):
    def wants(request):
        if "seen=1" in request.headers.get("cookie", ""):
            return answer(page(0, "/1"))
        return answer(
            "", "302 Found", ("Location: /", "Set-Cookie: seen=1; Path=/", "Set-Cookie: evil=1; Domain=example")
        )

    found = crawled(site({"/": wants, "/1": page(1)}))

    assert found.outcomes == {"/": "ok", "/1": "ok"}
    assert found.server.requests[-1].headers["cookie"] == "seen=1"


def test_a_loop_of_cookies_ends(crawled):
    numbers = count()
    loop = lambda _request: answer("", "302 Found", ("Location: /", f"Set-Cookie: n={next(numbers)}"))  # noqa: E731

    assert crawled(site({"/": loop})).outcomes == {"/": "redirected"}


def test_an_entrance_that_leads_to_another_host_leads_to_the_site(crawled):
    def respond(request):
        if request.headers["host"] == "site.example":
            return answer("", "301 Moved", ("Location: http://real.example/",))
        return site({"/": page(0, "/1"), "/1": page(1)})(request)

    assert crawled(respond).of("ok") == {"http://real.example/", "http://real.example/1"}


def test_a_page_under_two_urls_is_stored_once_and_its_links_are_not_followed(crawled):
    twin = page(1) + "<a href=/{}>more</a>"

    found = crawled(site({"/": page(0, "/1"), "/1": twin.format(2), "/2": twin.format(3), "/3": page(3)}))

    assert found.outcomes == {"/": "ok", "/1": "ok", "/2": "duplicate"}
    assert [page.url for page in read_crawl(found.folder)] == [f"{HOST}/", f"{HOST}/1"]


def test_the_same_command_goes_on_where_the_budget_ended(tmp_path):
    pages = {"/": page(0, *(f"/{k}" for k in range(1, 20)))} | {f"/{k}": page(k) for k in range(1, 20)}

    first = crawl(site(pages), tmp_path, pages=7)
    second = crawl(site(pages), tmp_path, pages=0)

    assert (len(first.of("ok")), len(first.of("waiting"))) == (7, 13)
    assert len(second.of("ok")) == 20
    assert not {t for t in first.server.targets if t != "/robots.txt"} & set(second.server.targets)
    assert len([found.url for found in read_crawl(tmp_path)]) == 20


def test_a_crawl_is_brought_up_to_date_without_what_did_not_change(tmp_path):
    def kept(k, *links):
        body = page(k, *links)
        tag = f'"{hash(body)}"'

        def respond(request):
            if request.headers.get("if-none-match") == tag:
                return b"HTTP/1.1 304 Not Modified\r\nETag: " + tag.encode() + b"\r\n\r\n"
            return answer(body, headers=(f"ETag: {tag}",))

        return respond

    crawl(site({"/": kept(0, "/1", "/2"), "/1": kept(1), "/2": kept(2)}), tmp_path)
    second = crawl(site({"/": kept(0, "/1", "/2", "/3"), "/1": kept(1), "/2": page(22), "/3": kept(3)}), tmp_path)

    assert second.outcomes == {"/": "ok", "/1": "not_modified", "/2": "ok", "/3": "ok"}
    assert second.summary.new == [f"{HOST}/3"]
    site_now = {p.url: p.article.text for p in mine_crawl(tmp_path, Options()).pages.values() if p.article}
    assert "-tidtid was seen" in site_now[f"{HOST}/2"]
    assert len(site_now) == 4


def test_a_second_crawl_into_the_same_folder_is_refused(tmp_path):
    home = tmp_path / "crawl"
    home.mkdir()
    with locked(home), pytest.raises(SourceError, match="another crawl writes here"):
        crawl_site(f"{HOST}/", tmp_path)


def test_another_site_into_the_same_folder_is_refused(tmp_path):
    crawl(site({"/": page(0)}), tmp_path)

    with pytest.raises(SourceError, match="choose another folder"):
        crawl_site("http://other.example/", tmp_path, world=World(in_this_process=True))


def test_a_file_that_is_no_crawl_is_told_as_such(tmp_path):
    (tmp_path / "crawl").mkdir()
    (tmp_path / "crawl" / "crawl.sqlite").write_bytes(b"something else entirely" * 100)

    with pytest.raises(SourceError, match="no crawl that can be gone on with"):
        crawl_site(f"{HOST}/", tmp_path)


def test_a_depth_is_kept(crawled):
    chain = {f"/{k}" if k else "/": page(k, f"/{k + 1}") for k in range(6)}

    assert crawled(site(chain), depth=3).outcomes.keys() == {"/", "/1", "/2", "/3"}


def test_one_page_is_fetched_for_a_person(tmp_path):
    moved = answer("", "302 Found", ("Location: /there",))
    with Server(site({"/": moved, "/there": page(7)})) as server:
        found = fetch_page(f"{HOST}/", crawl=replace(QUICK), world=World(resolve=server.resolve))

    assert (found.url, b"Story 7" in found.html) == (f"{HOST}/there", True)


def test_every_url_ends_in_one_outcome_and_they_add_up(tmp_path):
    found = crawl(folder_site(EXAMPLE), tmp_path, "/index.html", pages=30)

    lines = (tmp_path / "crawl" / "urls.jsonl").read_text("utf-8").splitlines()
    assert len({json.loads(line)["url"] for line in lines}) == len(lines) == sum(found.summary.outcomes.values())


@pytest.mark.parametrize("path", [Path("crawl") / "warc"])
def test_an_archive_that_lost_its_end_is_completed_again(tmp_path, path):
    pages = {"/": page(0, "/1", "/2"), "/1": page(1), "/2": page(2)}
    crawl(site(pages), tmp_path, pages=2)
    (file,) = (tmp_path / path).iterdir()
    file.write_bytes(file.read_bytes()[:-100])

    crawl(site(pages), tmp_path)

    assert sorted(found.url for found in read_crawl(tmp_path)) == [f"{HOST}/", f"{HOST}/1", f"{HOST}/2"]
