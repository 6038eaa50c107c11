"""What is fetched first, and what is given up: TOC pages and articles before all else, traps hardly at all."""

from urllib.parse import parse_qsl, urlencode

import pytest
from bench.crawl.budget import breadth_first, made, ours, stories_of, with_sides
from bench.crawl.server import answer
from bench.crawl.weblog import weblog
from crawls import crawl
from test_crawl import WORDS, page, site, text

REAL = 900
BUDGET = 1_000
MONTHS = "January February March April May June July August September October November December".split()


def real_site():
    """An archive of 30 pages that list 30 stories each, each story with the next and a way into every trap."""
    doors = (
        "<footer><a href=/calendar/2026/11>Calendar</a> <a href=/s/home?tok=1>Start</a> <a href='/shop?a=1'>Shop</a>"
    )
    doors += "<a href=/deep/>Deep</a> <a href=a/b/>Here</a> <a href=/soft/1>Old</a></footer>"
    pages = {}
    for k in range(REAL):
        # The door "a/b/" is relative: from each page it leads one level deeper.
        pages[f"/story/{k}-{text(k)[3:12].split()[0]}.html"] = page(k, "/archive/0") + doors
    paths = list(pages)
    for k in range(30):
        teasers = "".join(
            f"<li><a href={path}>{text(30 * k + j)[3:60]}</a>" for j, path in enumerate(paths[30 * k : 30 * k + 30])
        )
        pages[f"/archive/{k}"] = (
            f"<title>Archive {k}</title><ul>{teasers}</ul><a href=/archive/{(k + 1) % 30}>older</a>{doors}"
        )
    pages["/"] = f"<title>Home</title><h1>News</h1><a href=/archive/0>Archive</a>{doors}"
    return pages


def trap(request):
    """Six traps without end: calendar, session numbers, filters, deeper folders, relative links, pages that are not there."""
    path, parts = request.path, request.path.strip("/").split("/")
    if path.startswith("/calendar/"):
        year, month = int(parts[1]), int(parts[2])
        later = f"/calendar/{year + month // 12}/{month % 12 + 1}"
        days = "".join(f"<td><a href='/calendar/{year}/{month}?day={k}'>{k}</a>" for k in range(1, 29))
        return f"<title>{MONTHS[month - 1]} {year}</title><table>{days}</table><a href={later}>next</a> No events in {MONTHS[month - 1]}."
    if path.startswith("/s/"):
        token = int(dict(parse_qsl(request.query)).get("tok", "0"))
        return f"<title>Start</title><p>Welcome to the start page of all that we have to offer here.<a href=/s/home?tok={token * 7 + 3}>Start</a>"
    if path == "/shop":
        chosen = dict(parse_qsl(request.query))
        links = "".join(
            f"<a href='/shop?{urlencode(chosen | {name: value})}'>{name} {value}</a> "
            for name in "abcdefgh"
            for value in "123"
        )
        goods = "".join(f"<li>Thing {k} of {len(chosen)}</li>" for k in range(len(chosen)))
        return f"<title>Shop</title>{links}<ul>{goods}</ul>{urlencode(chosen)}"
    if path.startswith("/deep/"):
        return f"<title>Deep</title>Level {len(parts)}<a href=one/>one</a> <a href=two/>two</a> {path}"
    if path.startswith("/soft/"):
        number = int(parts[1]) if parts[1].isdigit() else 0
        return f"<title>Oops</title><p>Whatever it is that was here, it is here no longer, alas.</p><a href=/soft/{number + 1}>try</a>"
    if "/a/b/" in path:
        return f"<title>Here</title><a href=a/b/>here</a> and {path}"
    return None


@pytest.fixture(scope="module")
def trapped(tmp_path_factory):
    pages = real_site()

    def respond(request):
        said = pages.get(request.target) or trap(request)
        return answer(said) if said else answer("", "404 Not Found")

    return crawl(respond, tmp_path_factory.mktemp("traps"), pages=BUDGET, per_host=4), pages


def test_every_real_page_is_found_among_traps_without_end(trapped):
    crawled, pages = trapped

    assert pages.keys() - set(crawled.server.targets) == set()


def test_a_twentieth_of_the_budget_at_most_is_spent_in_traps(trapped):
    crawled, pages = trapped

    spent = [t for t in crawled.server.targets if t not in pages and t not in {"/robots.txt", "/sitemap.xml"}]
    assert len(spent) <= BUDGET // 20, spent


def test_a_crawl_without_a_budget_comes_out_of_the_traps(tmp_path):
    def respond(request):
        said = (
            page(0, "/calendar/2026/11", "/s/home?tok=1", "/shop?a=1", "/deep/", "/a/b/", "/soft/1")
            if request.target == "/"
            else None
        )
        said = said or trap(request)
        return answer(said) if said else answer("", "404 Not Found")

    found = crawl(respond, tmp_path, pages=0)

    assert "waiting" not in found.summary.outcomes
    assert found.summary.fetched < 400
    assert found.summary.outcomes["trap_suspected"] > 5


def test_a_shop_whose_goods_are_no_articles_is_no_trap(crawled):
    goods = {f"/shop/{a}/{b}/thing-{k}/" for a in WORDS[:4] for b in WORDS[4:12] for k in range(2)}
    pages = {"/": "".join(f"<a href=/shop/{a}/>{a}</a> " for a in WORDS[:4])}
    for path in goods:
        _, _, a, b, name, _ = path.split("/")
        pages.setdefault(f"/shop/{a}/", f"<title>{a}</title>")
        pages[f"/shop/{a}/"] += f"<a href=/shop/{a}/{b}/>{b}</a> "
        pages[f"/shop/{a}/{b}/"] = pages.get(f"/shop/{a}/{b}/", f"<title>{b}</title>") + f"<a href={path}>{name}</a> "
        words = " ".join(f"{b}-{a}-{word}" for word in WORDS)
        pages[path] = f"<title>{name}</title><h1>{name} of {a} and {b}</h1><p>{words}</p><p>Price: 3</p>"

    found = crawled(site(pages))

    assert found.of("trap_suspected") == set()
    assert goods <= found.of("ok")


def test_articles_come_before_what_surrounds_them():
    files, roles = made(60)
    sides = with_sides(files, roles, {"share": "<title>Share</title><p>Share “{0}” with friends.</p>"})
    budget = sum(role == "article" for role in roles.values())

    n_articles = [
        sum(roles.get(path) == "article" for path in fetched)
        for fetched in (ours(sides, budget), breadth_first(sides, budget))
    ]

    assert n_articles[0] > n_articles[1]
    assert n_articles[0] > 0.6 * budget


def test_a_weblog_gives_twice_the_articles_that_its_levels_give():
    files, roles = weblog(stories_of(*made(400)), 500, sides=True)
    budget = len(files) // 5

    n_articles = [
        sum(roles.get(target) == "article" for target in fetched)
        for fetched in (ours(files, budget, "/"), breadth_first(files, budget, "/"))
    ]

    assert n_articles[0] > 2 * n_articles[1]


def test_toc_pages_come_before_articles_where_there_is_time_for_all(tmp_path):
    stories = {f"/story/{k}.html": page(k, "/") for k in range(60)}
    lists = {
        f"/list/{n}": f"<title>List {n}</title>"
        + "".join(f"<li><a href={path}>{path}</a>" for path in list(stories)[n * 10 : n * 10 + 10])
        for n in range(6)
    }
    pages = {"/": page(99, *lists, *list(stories)[:12]), **stories, **lists}

    found = crawl(lambda request: answer(pages.get(request.target, "")), tmp_path, per_host=1, seeds=False)

    asked = [target for target in found.server.targets if target in pages]
    last_list = max(asked.index(path) for path in lists)
    assert len(asked) == len(pages)
    assert last_list < 20
