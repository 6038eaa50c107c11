"""Sites whose pages are written by scripts: shown in a browser, whose every request goes the crawler's way."""

import asyncio
import gzip
import json

import pytest
from bench.crawl.server import Server, answer
from crawls import HOST, QUICK, World, crawl, replace
from test_command import LOCAL, run
from test_crawl import page, site, text

import sitemine
from sitemine.acquire import browser as browsers
from sitemine.acquire import read_crawl
from sitemine.acquire.archive import response_record, shown_record
from sitemine.acquire.fetch import Answer
from sitemine.acquire.warc import read_warc
from sitemine.errors import MissingBrowserError
from sitemine.options import Limits, Options
from sitemine.records import Outcome, Page
from sitemine.run import loading
from sitemine.run.loading import Network, resource_of
from sitemine.run.rendering import renderer_for

__all__ = ["run"]

SHELL = "<title>News</title><noscript>You need to enable JavaScript to run this app.</noscript>"
HOLLOW = f"{SHELL}<div id=root></div><script src=/app.js></script>"
STORIES = {f"/story-{k}.json": answer(f"<h1>Story {k}</h1>{text(k)}", media="text/html") for k in range(1, 4)}
APP = """fetch(location.pathname + ".json").then(r => r.text()).then(t => { root.innerHTML = `<main>${t}</main>` })"""


def written_by_scripts(app=APP, robots=None):
    """A site whose front page is there, and whose stories come by a script and what it asks for."""
    stories = {path.removesuffix(".json"): HOLLOW for path in STORIES}
    script = answer(app, media="text/javascript")
    return site({"/": page(0, *stories), "/app.js": script, **stories, **STORIES}, robots)


def network(server, **changed):
    crawl = replace(QUICK, **changed)
    return Network(crawl, Limits(), f"{HOST}/", World(resolve=server.resolve))


def never(*_more, **_named):
    raise AssertionError("a browser was started")


def test_what_a_page_loads_is_fetched_once_and_its_coding_undone():
    with Server(site({"/app.js": answer("x", media="text/javascript")})) as server, network(server) as fetch:
        first, again = fetch(f"{HOST}/app.js"), fetch(f"{HOST}/app.js")
        missing = fetch(f"{HOST}/none.js")

    assert (first.content, first.content_type, again) == (b"x", "text/javascript", first)
    assert missing.status == 404
    assert server.targets.count("/app.js") == 1


def test_a_redirect_is_left_to_the_browser_whose_next_request_is_judged_again():
    answered = Answer(f"{HOST}/a", 302, headers=[("Location", "/b")])

    assert resource_of(answered, Limits()).location == f"{HOST}/b"
    assert resource_of(replace(answered, outcome=Outcome.TOO_LARGE), Limits()) is None


def test_robots_are_heeded_for_what_a_page_loads_unless_a_person_asked_for_it():
    with Server(site({"/app.js": answer("x")}, "User-agent: *\nDisallow: /app")) as server:
        with network(server) as fetch:
            assert fetch(f"{HOST}/app.js") is None
        with network(server, robots=False) as fetch:
            assert fetch(f"{HOST}/app.js").content == b"x"


def test_a_host_in_trouble_is_left_alone():
    pages = {"/a": answer("", "503 No", ("Retry-After: 60",)), "/b": answer("b")}
    with Server(site(pages)) as server, network(server, per_host=1) as fetch:
        assert fetch(f"{HOST}/a").status == 503
        assert fetch(f"{HOST}/b") is None

    assert "/b" not in server.targets


def test_what_is_loaded_is_bounded_in_count_and_time(monkeypatch):
    with Server(site({"/a": "a", "/b": "b"})) as server:
        monkeypatch.setattr(loading, "MOST", 1)
        with network(server) as fetch:
            assert [fetch(f"{HOST}/{name}") is None for name in "ab"] == [False, True]
        monkeypatch.setattr(loading, "LONGEST", -1.0)
        with network(server) as fetch:
            assert fetch(f"{HOST}/a") is None


@pytest.mark.parametrize(
    "url", ["http://169.254.169.254/latest", "http://[::1]/", "http://10.0.0.1/", "data:,x", "no url"]
)
def test_no_connection_is_made_to_what_is_not_public(url, monkeypatch):
    monkeypatch.setattr(asyncio, "open_connection", never)
    with Network(replace(QUICK, private=()), Limits(), f"{HOST}/") as fetch:
        assert fetch(url) is None


def test_after_the_end_nothing_is_fetched():
    with Server(site({"/a": "a"})) as server:
        with network(server) as fetch:
            pass
        assert fetch(f"{HOST}/a") is None
    assert server.connections == 0


def test_a_site_that_needs_no_scripts_starts_no_browser(run, tmp_path, monkeypatch):
    monkeypatch.setattr(browsers, "start_chromium", never)
    with Server(site({"/": page(0, "/1"), "/1": page(1) + "<script src=/a.js></script>"})) as server:
        code, _, _ = run("mine", f"http://127.0.0.1:{server.port}/", "-o", "out", "--js", "auto", *LOCAL)

    assert code == 0
    assert "/a.js" not in server.targets


def test_without_a_browser_pages_are_mined_as_they_are_and_it_is_said_once(run, monkeypatch):
    def missing(**_settings):
        raise MissingBrowserError

    monkeypatch.setattr(browsers, "start_chromium", missing)
    with Server(written_by_scripts()) as server:
        code, _, err = run(f"http://127.0.0.1:{server.port}/", "-o", "out", *LOCAL)

    assert code == 0
    assert err.count("no browser found") == 1


def test_shells_of_one_application_are_all_kept(run, tmp_path):
    with Server(written_by_scripts()) as server:
        run("crawl", f"http://127.0.0.1:{server.port}/", "-o", "out", *LOCAL)

    assert len(list(sitemine.mine(tmp_path / "out").pages)) == 4


@pytest.mark.browser
@pytest.mark.parametrize(("js", "count"), [("auto", 3), ("never", 0)])
def test_stories_that_scripts_write_are_mined_from_the_web(run, tmp_path, chromium, js, count):
    with Server(written_by_scripts()) as server:
        code, _, _ = run("mine", f"http://127.0.0.1:{server.port}/", "-o", "out", "--js", js, *LOCAL)

    rows = map(json.loads, (tmp_path / "out" / "articles.jsonl").read_text("utf-8").splitlines())
    said = {row["url"].rpartition("/")[2]: row["text"] for row in rows}
    assert code == 0
    assert sum(text(k)[3:30] in said.get(f"story-{k}", "") for k in range(1, 4)) == count
    assert server.targets.count("/app.js") == min(count, 1)


@pytest.mark.browser
def test_a_page_on_the_web_is_extracted_with_what_its_scripts_write(run, monkeypatch, chromium):
    monkeypatch.setattr("sitemine.acquire.dial.is_allowed", lambda _ip, _allowed: True)
    with Server(written_by_scripts(robots="User-agent: *\nDisallow: /")) as server:
        code, out, _ = run("extract", f"http://127.0.0.1:{server.port}/story-2")

    assert code == 0
    assert text(2)[3:30] in out


@pytest.mark.browser
def test_saved_pages_load_what_is_in_their_folder_and_nothing_else(tmp_path, chromium):
    (tmp_path / "app.js").write_text(f"root.innerHTML = `<main><h1>Story 1</h1>{text(1)}</main>`", "utf-8")
    with Server(site({})) as server:
        beacon = f"<script src=http://127.0.0.1:{server.port}/x.js></script>"
        (tmp_path / "a.html").write_text(f"{beacon}{HOLLOW}", "utf-8")

        shown = sitemine.mine(tmp_path, base=f"{HOST}/", js="always")
        plain = sitemine.mine(tmp_path, base=f"{HOST}/")

        assert server.connections == 0
    assert [("was seen there" in site.pages[f"{HOST}/a.html"].article.text) for site in (shown, plain)] == [True, False]


@pytest.mark.browser
def test_no_script_reaches_what_the_crawler_may_not(monkeypatch, chromium):
    """Metadata, private networks, other spellings, a redirect, a frame, an image: no connection is made to any of them."""
    tried = []
    real = asyncio.open_connection

    async def watched(ip, port, **more):
        tried.append((ip, port))
        return await real(ip, port, **more)

    async def resolve(name, port):
        return [("127.0.0.1", site_.port)] if name == "site.example" else [(name.strip("[]"), port)]

    with Server(lambda _request: answer("caught")) as inside:
        doors = [f"http://{name}:{inside.port}/" for name in ("127.0.0.2", "[::1]", "10.0.0.1", "169.254.169.254")]
        app = f"""
            Promise.allSettled([...{[*doors, f"{HOST}/go"]}].map(u => fetch(u, {{mode: "no-cors"}}))).then(() => {{
              root.innerHTML = `<main>{text(1)}{"".join(f"<img src={u}a><iframe src={u}b></iframe>" for u in doors)}</main>`
            }})"""
        pages = {
            "/app.js": answer(app, media="text/javascript"),
            "/go": answer("", "302 F", (f"Location: {doors[0]}",)),
        }
        with Server(site(pages)) as site_:
            monkeypatch.setattr(asyncio, "open_connection", watched)
            crawl = replace(QUICK, private=("127.0.0.1/32",))
            with renderer_for(f"{HOST}/", "auto", Options(), crawl=crawl, world=World(resolve=resolve)) as render:
                shown = render(Page(f"{HOST}/a", HOLLOW))

    assert "was seen there" in shown.html.decode()
    assert "/go" in site_.targets
    assert inside.connections == 0
    assert {place for place in tried if place != ("127.0.0.1", site_.port)} == set()


SHOP = """
const wares = ["harbour", "rope", "lantern", "anchor"], k = location.pathname.slice(1)
const list = `<h1>All wares</h1>` + wares.map((w, n) => `<p>A ${w} as sailors want it.</p><a href="/${n + 1}">${w}</a>`).join("")
root.innerHTML = k ? `<main><h1>Ware ${k}</h1>${WORDS[k]}</main><a href="/">All</a>` : list + "<p>" + "Come and buy. ".repeat(30)
"""


def shop():
    """A site of one page that is another at each address; nothing links to anything until its script has run."""
    words = f"const WORDS = {json.dumps(['', *map(text, range(1, 5))])};{SHOP}"
    shells = dict.fromkeys(("/", "/1", "/2", "/3", "/4"), HOLLOW)
    return site({**shells, "/app.js": answer(words, media="text/javascript")})


@pytest.mark.browser
@pytest.mark.parametrize(("js", "count"), [("auto", 5), ("always", 5), ("never", 1)])
def test_links_that_scripts_write_are_followed(tmp_path, chromium, js, count):
    found = crawl(shop(), tmp_path, js=js, seeds=False)

    assert len(found.of("ok")) == len(found.outcomes) == count


@pytest.mark.browser
def test_what_scripts_wrote_is_mined_from_the_archive_alone(run, tmp_path, chromium, monkeypatch):
    with Server(shop()) as server:
        code, _, _ = run("mine", f"http://127.0.0.1:{server.port}/", "-o", "live", *LOCAL)
    monkeypatch.setattr(browsers, "start_chromium", never)
    run("mine", "live", "-o", "again")

    live, again = ((tmp_path / folder / "articles.jsonl").read_text("utf-8") for folder in ("live", "again"))
    assert code == 0
    assert live == again
    assert sum("was seen there" in line for line in live.splitlines()) == 4
    assert server.targets.count("/app.js") == 1


@pytest.mark.browser
def test_a_crawl_of_what_scripts_write_goes_on_where_it_was_killed(tmp_path, chromium):
    from bench.crawl.kills import digest_of, is_killed, records_of

    with Server(shop()) as server:
        url = f"http://127.0.0.1:{server.port}/"
        kills = [
            is_killed(url, tmp_path / "killed", (point, "2"), 60.0, children=True, scripts=True)
            for point in ("after the archive", "within the transaction", "after the commit")
        ]
        assert not is_killed(url, tmp_path / "killed", (), 60.0, children=True, scripts=True)
        assert not is_killed(url, tmp_path / "whole", (), 60.0, children=True, scripts=True)

    assert any(kills)
    assert records_of(tmp_path / "killed") == records_of(tmp_path / "whole")
    assert records_of(tmp_path / "whole")[0] == {f"{url}{path}": 1 for path in ("", 1, 2, 3, 4)}
    assert digest_of(tmp_path / "killed") == digest_of(tmp_path / "whole")


@pytest.mark.browser
def test_a_page_that_scripts_write_anew_is_shown_anew(tmp_path, chromium):
    crawl(shop(), tmp_path, js="auto", seeds=False)
    changed = shop()

    def respond(request):
        said = changed(request)
        return said.replace(b"Ware ${k}", b"Good ${k}") if request.path == "/app.js" else said

    found = crawl(respond, tmp_path, js="auto", seeds=False)

    assert (found.outcomes["/"], found.outcomes["/1"]) == ("not_modified", "ok")
    assert b"Good 1" in {page.url: page.html for page in read_crawl(tmp_path)}[f"{HOST}/1"]


def test_a_conversion_of_others_is_no_page(tmp_path):
    answered = Answer(f"{HOST}/a", 200, "OK", [("Content-Type", "text/html")], b"<p>As it was sent.")
    ours = shown_record(answered, 1.0, b"<p>As it was shown.", "")
    others = gzip.compress(gzip.decompress(ours).replace(b"Sitemine-Outcome: shown\r\n", b""))
    for number, record in enumerate((ours, others)):
        (tmp_path / f"{number}.warc.gz").write_bytes(response_record(answered, 1.0) + record)

    said = [[page.html for page in read_warc(tmp_path / f"{number}.warc.gz")] for number in (0, 1)]

    assert said == [[b"<p>As it was shown."], [b"<p>As it was sent."]]
