"""The crawler on the command line: one command from the entrance to the articles, for people."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from bench.crawl.server import ROOT, Server, answer, folder_site, site_of
from test_crawl import page, site

from sitemine import cli, progress
from sitemine.acquire.known import State
from sitemine.cli.mine import _articles

EXAMPLE = ROOT / "examples" / "site"
LOCAL = ("--allow-private", "127.0.0.0/8", "--rate", "0")


@pytest.fixture
def run(capsysbinary, tmp_path, monkeypatch):
    """Runs a command line in a folder of its own, and gives its exit code and what it told."""
    monkeypatch.chdir(tmp_path)

    def run(*words):
        with pytest.raises(SystemExit) as exited:
            cli.main([str(word) for word in words])
        out, err = capsysbinary.readouterr()
        return exited.value.code, out.decode(), err.decode()

    return run


def test_one_command_crawls_mines_and_tells(run, tmp_path):
    with Server(folder_site(EXAMPLE)) as server:
        code, out, err = run(f"http://127.0.0.1:{server.port}/index.html", "-o", "here", *LOCAL, "--parallel", "8")

    names = {path.name for path in (tmp_path / "here").iterdir()}
    assert (code, out) == (0, "")
    rows = {"articles.jsonl", "tocs.jsonl", "pages.jsonl", "links.jsonl"}
    assert names == rows | {"crawl", "structure.json", "structure.graphml", "model.sxm", "run.json"}
    assert "69 URLs asked for" in err
    assert "69 pages in" in err
    assert json.loads((tmp_path / "here" / "run.json").read_text("utf-8"))["pages"] == 69


def test_a_site_goes_into_a_folder_named_like_its_host(run, tmp_path):
    with Server(site({"/": page(0)})) as server:
        run("crawl", f"http://127.0.0.1:{server.port}/", *LOCAL)

    assert (tmp_path / "127.0.0.1" / "crawl" / "crawl.sqlite").is_file()


def test_what_was_crawled_is_mined_later_and_offline(run, tmp_path):
    with Server(site({"/": page(0, "/1"), "/1": page(1)})) as server:
        run("crawl", f"http://127.0.0.1:{server.port}/", "-o", "site", *LOCAL)

    code, _, _ = run("mine", "site", "-o", "mined")

    assert code == 0
    assert len((tmp_path / "mined" / "pages.jsonl").read_text("utf-8").splitlines()) == 2


def test_what_was_refused_or_skipped_is_named_with_its_reason(run):
    pages = {
        "/": page(0, "/no/1", "/gone", "/long"),
        "/long": answer("", "302 Found", ("Location: /1",)),
        "/1": page(1),
    }
    with Server(site(pages, "User-agent: *\nDisallow: /no")) as server:
        code, _, err = run("crawl", f"http://127.0.0.1:{server.port}/", "-o", "site", *LOCAL)

    assert code == 0
    assert "1 robots_denied\n" in err
    assert "/no/1  the host's robots.txt asks for it" in err
    assert "/gone  404 Not Found" in err
    assert "urls.jsonl  every URL with what became of it" in err


@pytest.mark.parametrize(
    ("robots", "status", "code"), [("User-agent: *\nDisallow: /", "200 OK", 4), ("", "403 No", 4), ("", "200 OK", 0)]
)
def test_a_site_that_refuses_is_told_by_the_exit_code(run, robots, status, code):
    with Server(site({"/": answer(page(0), status)}, robots)) as server:
        assert run("crawl", f"http://127.0.0.1:{server.port}/", "-o", "site", *LOCAL)[0] == code


def test_a_page_on_the_web_is_extracted(run, monkeypatch):
    monkeypatch.setattr("sitemine.acquire.dial.is_allowed", lambda _ip, _allowed: True)
    with Server(site({"/a": page(3)})) as server:
        code, out, _ = run("extract", f"http://127.0.0.1:{server.port}/a")

    assert code == 0
    assert "was seen there." in out


def test_a_model_is_learned_from_a_site_on_the_web(run, tmp_path, monkeypatch):
    monkeypatch.setattr("sitemine.acquire.dial.is_allowed", lambda _ip, _allowed: True)
    with Server(site({"/": page(0, "/1"), "/1": page(1)})) as server:
        code, _, err = run("learn", f"http://127.0.0.1:{server.port}/", "-o", "site.sxm")

    assert code == 0
    assert "learned 2 pages" in err


def test_a_private_address_is_refused_unless_it_is_allowed(run):
    with Server(site({"/": page(0)})) as server:
        code, _, err = run("crawl", f"http://127.0.0.1:{server.port}/", "-o", "site")

    assert (code, server.connections) == (4, 0)
    assert "blocked_address" in err


@pytest.mark.parametrize("command", ["crawl", "mine"])
def test_what_is_new_is_told_and_named(run, command):
    pages = {"/": page(0, "/1"), "/1": page(1)}
    with Server(site(pages)) as server:
        words = (command, f"http://127.0.0.1:{server.port}/", "-o", "site", *LOCAL)
        _, _, first = run(*words)
        pages |= {"/": page(0, "/1", *(f"/{k}" for k in range(2, 8))), **{f"/{k}": page(k) for k in range(2, 8)}}
        _, _, second = run(*words)
        _, _, third = run(*words)
        _, _, week = run(*words, "--since", "7d")

    name = f"http://127.0.0.1:{server.port}"
    new = [err.partition("new articles: ")[2] for err in (first, second, third, week)]
    assert new[1] == f"6\n    {name}/2\n    {name}/3\n    {name}/4\n    and 3 more\n"
    assert f"{name}/1\n" in new[0]
    assert new[2] == ""
    assert int(new[3].partition("\n")[0]) >= 7


def test_pages_that_turn_out_to_be_no_articles_are_not_told_as_new(tmp_path):
    rows = [{"url": "http://a/1", "role": "article"}, {"url": "http://a/2", "role": "toc"}]
    (tmp_path / "pages.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")

    assert _articles(tmp_path, ["http://a/1", "http://a/2"]) == ["http://a/1"]


def test_an_interrupt_keeps_everything_and_says_how_to_go_on(tmp_path):
    files = {"/index.html": page(0, *(f"/{k}.html" for k in range(400))).encode()}
    files |= {f"/{k}.html": page(k).encode() for k in range(400)}
    with Server(site_of(files, delay=0.05)) as server:
        url = f"http://127.0.0.1:{server.port}/"
        words = [sys.executable, "-m", "sitemine", "crawl", url, "-o", str(tmp_path), *LOCAL, "--parallel", "2"]
        paths = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
        process = subprocess.Popen(words, stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": paths})
        for _ in range(200):
            time.sleep(0.05)
            if len(server.targets) > 12:
                break
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)

    told = json.loads((tmp_path / "crawl" / "crawl.json").read_text("utf-8"))
    assert process.returncode == 130
    assert f"the same command goes on: sitemine crawl {url} -o {tmp_path}" in err.decode()
    assert 0 < told["outcomes"]["ok"] < 401
    assert told["outcomes"]["waiting"] > 0


def test_a_plain_line_is_told_every_ten_seconds_where_there_is_no_terminal(capsys, monkeypatch):
    times = iter(range(0, 200, 3))
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(times))
    state = State(fetched=1_234, waiting=56)
    state.outcomes.update(ok=1_200, robots_denied=34)
    state.roles.update(article=1_000, toc=200)
    with progress.Crawling() as told:
        for _ in range(9):
            told(state)

    lines = capsys.readouterr().err.splitlines()
    assert 1 < len(lines) < 4
    assert "1,234 asked for; 56 known and waiting" in lines[0]
    assert "1,000 article, 200 toc; 34 robots_denied" in lines[0]


def test_what_a_server_says_does_not_steer_the_terminal(run):
    with Server(site({"/": page(0, "/a"), "/a": answer("", "404 \x1b[31mred\x07")})) as server:
        _, _, err = run("crawl", f"http://127.0.0.1:{server.port}/", "-o", "site", *LOCAL)

    assert "\x1b" not in err
    assert "\x07" not in err


def test_an_address_that_was_refused_can_be_allowed_and_the_same_folder_goes_on(run):
    with Server(folder_site(EXAMPLE)) as server:
        url = f"http://127.0.0.1:{server.port}/index.html"

        refused, _, why = run(url, "-o", "here")
        allowed, _, _ = run(url, "-o", "here", *LOCAL, "--parallel", "8")

    assert refused == 4
    assert "--allow-private" in why
    assert allowed == 0
