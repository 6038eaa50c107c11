"""The command line as a stranger uses it: what is said where, with which code, and nothing written elsewhere."""

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sitemine import cli

EXAMPLE = Path(__file__).parents[1] / "examples" / "site"
STORIES = {
    "tides": "The harbour was empty at noon, and nobody on the quay could tell where the water had gone.",
    "fog": "Pilots stopped work before five because a grey wall stood across the whole channel mouth.",
    "eels": "Buyers waved their hands in vain while crates full of slippery 鳗鱼 changed owners.",
}
SOURCE = str(Path(cli.__file__).parents[2])
SLOW = 3
"""How much slower than ours a machine may be on which these tests run."""


def html(name):
    return (
        f"<html lang=en><title>{name.title()} | Gazette</title><nav><a href=/>Home page</a> <a href=/n>News</a></nav>"
        f"<main><h1>{name.title()}</h1><p>{STORIES[name]}</p><p>{STORIES[name][::-1]}</p></main><footer>The end</footer>"
    )


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A working folder with a site of three pages in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "site").mkdir()
    for name in STORIES:
        (tmp_path / "site" / f"{name}.html").write_text(html(name), "utf-8")
    return tmp_path


@pytest.fixture
def run(capsysbinary):
    """Runs a command line and gives its exit code, output and messages."""

    def run(*words):
        with pytest.raises(SystemExit) as exited:
            cli.main([str(word) for word in words])
        out, err = capsysbinary.readouterr()
        return exited.value.code, out.decode("utf-8"), err.decode("utf-8")

    return run


def command(*words):
    """A command line and its surroundings for a process of its own."""
    paths = [SOURCE, os.environ.get("PYTHONPATH", "")]
    surroundings = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
    return [sys.executable, "-W", "error", "-m", "sitemine", *map(str, words)], surroundings


def started(*words, stdout=subprocess.PIPE, encoding="", **more):
    """What `run` does, in a process of its own."""
    line, surroundings = command(*words)
    surroundings |= {"PYTHONIOENCODING": encoding} if encoding else {}
    return subprocess.run(
        line, stdout=stdout, stderr=subprocess.PIPE, env=surroundings, timeout=60, check=False, **more
    )


def files(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_help_is_quick_and_loads_nothing_heavy():
    took = []
    for _ in range(3):
        start = time.perf_counter()
        helped = started("--help")
        took.append(time.perf_counter() - start)

    assert helped.returncode == 0
    assert b"extract" in helped.stdout
    assert min(took) < 0.3 * SLOW


@pytest.mark.parametrize("words", [["--help"], ["extract", "--help"], ["mine", "-h"], ["--version"]])
def test_help_imports_no_tables(words):
    code = (
        f"import sys; from sitemine import cli\ntry: cli.main({words})\n"
        "finally: print([name for name in ('numpy', 'turbohtml', 'pyarrow', 'fastwarc') if name in sys.modules])"
    )
    line, surroundings = command()
    python, *_ = line
    told = subprocess.run([python, "-c", code], env=surroundings, stdout=subprocess.PIPE, check=True, timeout=60)

    assert told.stdout.endswith(b"[]\n")


@pytest.mark.parametrize("command", ["extract", "mine", "learn", "doctor"])
def test_every_command_says_what_it_does(run, command):
    code, out, err = run(command, "--help")

    assert (code, err) == (0, "")
    assert f"sitemine {command}" in out


def test_no_words_at_all_get_the_help(run):
    code, out, err = run()

    assert (code, err) == (0, "")
    assert "Usage: sitemine COMMAND" in out


def test_the_version_is_told(run):
    from sitemine import __version__

    assert run("--version") == (0, f"{__version__}\n", "")


def test_a_page_is_extracted_as_markdown(run, folder):
    code, out, err = run("extract", "site/tides.html")

    assert (code, err) == (0, "")
    assert out.startswith(f"# Tides\n\n{STORIES['tides']}\n\n")
    assert out.endswith("\n")
    assert "Home" not in out


def test_a_page_is_extracted_as_text(run, folder):
    assert run("extract", "site/tides.html", "--format", "text")[1].startswith(f"Tides\n{STORIES['tides']}\n")


def test_a_page_is_extracted_as_a_line_of_json(run, folder):
    code, out, err = run(
        "extract", "site/tides.html", "site/eels.html", "--format", "json", "--url", "https://example.org/2024/03/09/"
    )

    assert (code, err) == (0, "")
    first, second = map(json.loads, out.splitlines())
    assert (first["title"], first["language"], first["date"]) == ("Tides", "en", "2024-03-09")
    assert first["url"] == "https://example.org/2024/03/09/"
    assert "鳗鱼" in second["text"]
    assert first["blocks"] == []


def test_explain_shows_every_block_kept_or_dropped(run, folder):
    code, out, err = run("extract", "site/tides.html", "--explain")

    first, *blocks = out.splitlines()
    assert (code, err) == (0, "")
    assert re.fullmatch(r"Tides  \(article, confidence 0\.\d\d\)", first)
    assert [line[0] for line in blocks] == ["-", "+", "+", "+", "-"]
    assert "(in the informative block)" in blocks[2]


def test_explain_adds_the_blocks_to_json(run, folder):
    blocks = json.loads(run("extract", "site/tides.html", "--explain", "--format", "json")[1])["blocks"]

    assert [block["kept"] for block in blocks] == [False, True, True, True, False]


def test_what_a_page_says_cannot_steer_the_terminal(run, folder):
    (folder / "bad.html").write_text(f"<title>\x1b[2Jclear</title>{html('tides').replace('The end', chr(27) + ']0;x')}")

    _, out, _ = run("extract", "bad.html", "--explain")

    assert "\x1b" not in out


def test_several_pages_come_one_after_the_other(run, folder):
    _, out, _ = run("extract", "site/tides.html", "site/fog.html")

    assert out.index("# Tides") < out.index("\n\n# Fog")


def test_pages_are_told_in_utf_8_whatever_the_terminal_speaks(folder):
    told = started("extract", "site/eels.html", encoding="ascii")

    assert told.returncode == 0
    assert "鳗鱼" in told.stdout.decode("utf-8")


def test_a_model_is_learned_and_applied(run, folder):
    code, out, err = run("learn", "site", "-o", "site.sxm")
    assert (code, out) == (0, "")
    assert re.fullmatch(r"learned 3 pages: site\.sxm, [\d,]+ bytes\n", err)

    code, out, err = run("extract", "site/fog.html", "--model", "site.sxm", "--explain")
    assert (code, err) == (0, "")
    assert "3/3 pages" in out
    assert "repeated on 3 of 3 pages" in out


def test_a_site_is_mined_into_a_folder_and_nothing_is_written_elsewhere(run, folder):
    before = files(folder)

    code, out, err = run("mine", "site", "-o", "told")

    assert (code, out) == (0, "")
    assert err.startswith("3 pages in ")
    written = set(files(folder)) - set(before)
    assert written == {
        os.path.join("told", name)  # noqa: PTH118
        for name in (
            "articles.jsonl",
            "tocs.jsonl",
            "pages.jsonl",
            "links.jsonl",
            "structure.json",
            "structure.graphml",
            "model.sxm",
            "run.json",
        )
    }
    assert all(name.replace("\\", "/") in err.replace("\\", "/") for name in written)


def test_mining_writes_explanations_and_parquet_when_asked(run, folder):
    code, _, _ = run("mine", "site", "-o", "told", "--explain", "--parquet")

    assert code == 0
    assert json.loads((folder / "told" / "articles.jsonl").read_text("utf-8").splitlines()[0])["blocks"]
    assert sorted(path.stem for path in (folder / "told").glob("*.parquet")) == ["articles", "links", "pages", "tocs"]


def test_two_workers_write_what_one_does(folder):
    for workers in (1, 2):
        assert started("mine", "site", "-o", f"out{workers}", "-j", workers).returncode == 0

    for path in (folder / "out1").iterdir():
        assert path.read_bytes() == (folder / "out2" / path.name).read_bytes()


def test_base_gives_addresses_to_pages_that_tell_none(run, folder):
    run("mine", "site", "-o", "told", "--base", "https://example.org/news/")

    urls = [json.loads(line)["url"] for line in (folder / "told" / "pages.jsonl").read_text("utf-8").splitlines()]
    assert urls == [f"https://example.org/news/{name}.html" for name in sorted(STORIES)]


def test_a_page_alone_is_extracted(run, folder):
    assert run("site/tides.html") == run("extract", "site/tides.html")
    assert run("site/tides.html", "--format", "text")[1].startswith("Tides\n")


def test_a_folder_alone_is_mined(run, folder):
    code, out, _ = run("site")

    assert (code, out) == (0, "")
    assert (folder / "out" / "articles.jsonl").exists()


@pytest.mark.parametrize("words", [["-"], ["extract", "-"], ["-", "--format", "markdown"]])
def test_a_page_is_read_from_standard_input(folder, words):
    told = started(*words, input=html("tides").encode())

    assert (told.returncode, told.stderr) == (0, b"")
    assert told.stdout.startswith(b"# Tides\n")


def test_a_site_is_read_from_standard_input(folder):
    lines = b"".join(
        json.dumps({"url": f"https://example.org/{name}", "html": html(name)}).encode() + b"\n" for name in STORIES
    )

    told = started("mine", "-", "-o", "told", input=lines)

    assert told.returncode == 0
    assert len((folder / "told" / "articles.jsonl").read_bytes().splitlines()) == 3


def test_nothing_usable_is_1(run, folder):
    (folder / "nothing.html").write_text("<div></div>")
    (folder / "empty.jsonl").write_text("")

    assert run("extract", "nothing.html") == (1, "", "sitemine: nothing.html: no text\n")
    code, out, err = run("mine", "nothing.html", "-o", "told")
    assert (code, out) == (1, "")
    assert "1 empty" in err
    assert run("mine", "empty.jsonl", "-o", "none")[0] in {1, 2}
    assert not (folder / "none").exists()


def test_some_pages_without_an_article_are_3(run, folder):
    (folder / "nothing.html").write_text("<div></div>")

    code, out, err = run("extract", "site/tides.html", "nothing.html")

    assert (code, err) == (3, "sitemine: nothing.html: no text\n")
    assert out.startswith("# Tides")


def test_a_site_of_which_a_page_was_lost_is_3(run, folder):
    (folder / "site" / "large.html").write_bytes(b"<p " + b" ".join(b"a%d" % k for k in range(2_000)) + b">x")

    code, _, err = run("mine", "site", "-o", "told")

    assert code == 3
    assert "1 parse_limit" in err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["nonsense"], 'Unknown command "nonsense"'),
        (["extract"], "requires an argument"),
        (["mine"], "requires an argument"),
        (["learn", "site"], "--out"),
        (["extract", "site/tides.html", "--format", "xml"], 'Choose from: "markdown", "text", "html", "json", "tei"'),
        (["extract", "site/tides.html", "--formt", "json"], "Did you mean --format?"),
        (["extract", "none.html"], "none.html: No such file"),
        (["extract", "site"], "`sitemine mine site -o OUT` mines it"),
        (["extract", "site/tides.html", "--model", "none.sxm"], "none.sxm: No such file"),
        (["extract", "site/tides.html", "--model", "site/fog.html"], "`sitemine learn SOURCE -o MODEL` makes one"),
        (["mine", "none"], "a source is a folder, a .warc"),
        (["crawl", "example.org"], "is no http or https URL"),
        (["crawl", "http://127.0.0.1/", "--allow-private", "home"], "a private network is given as in 10.0.0.0/8"),
        (["crawl", "http://127.0.0.1/", "--since", "noon"], "an age as 7d, not 'noon'"),
        (["crawl", "http://127.0.0.1/", "--rate", "-1"], "crawl.rate must lie between 0"),
        (["mine", "site", "-o", "x", "-j", "0"], "workers must lie between 1 and 1024, not 0"),
        (["mine", "site", "-o", "x", "-j", "two"], '"two"'),
        (["mine", "site", "-o", "x", "--base", "nowhere"], "base must be an absolute http or https URL"),
        (["mine", "site", "-o", "site/fog.html"], "site/fog.html: not a folder that can be written to"),
        (["mine", "site", "-o", "site/fog.html/x"], "Not a directory"),
        (["learn", "site", "-o", "no/such/model.sxm"], "no/such: there is no such folder"),
    ],
)
def test_bad_usage_is_2_and_one_line_with_what_would_be_right(run, folder, words, says):
    before = files(folder)

    code, out, err = run(*words)

    assert (code, out) == (2, "")
    assert err.startswith("sitemine: ")
    assert says in err
    assert err.count("\n") == 1
    assert files(folder) == before


def test_a_missing_extra_is_told_before_the_work(run, folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)

    code, _, err = run("mine", "site", "-o", "told", "--parquet")

    assert (code, err.count("\n")) == (2, 1)
    assert "pip install 'sitemine[parquet]'" in err
    assert not (folder / "told").exists()


def test_an_interrupt_is_130_and_leaves_nothing_half_written(folder):
    line, surroundings = command("mine", "-", "-o", "told")
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    reading = subprocess.Popen(line, env=surroundings, **pipes)
    reading.stdin.write(json.dumps({"url": "https://example.org/", "html": html("fog")}).encode() + b"\n")
    reading.stdin.flush()
    time.sleep(1)
    reading.send_signal(signal.SIGINT)
    out, err = reading.communicate(timeout=60)

    assert (reading.returncode, out) == (130, b"")
    assert err == b"sitemine: interrupted; nothing was half written\n"
    assert not (folder / "told").exists()


def test_an_interrupt_while_working_is_130(run, folder, monkeypatch):
    def interrupted(*_given, **_named):
        raise KeyboardInterrupt

    monkeypatch.setattr("sitemine.run.mine_pages", interrupted)

    assert run("mine", "site", "-o", "told") == (130, "", "sitemine: interrupted; nothing was half written\n")


def test_a_reader_that_has_enough_is_no_error(folder):
    line, surroundings = command("extract", *["site/tides.html"] * 2_000)
    pipes = dict.fromkeys(("stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen(line, env=surroundings, **pipes) as extracting:
        assert extracting.stdout.readline() == b"# Tides\n"
        extracting.stdout.close()
        err = extracting.stderr.read()

    assert (extracting.returncode, err) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full is Linux's own")
def test_a_full_disk_is_told_in_one_line(folder):
    with Path("/dev/full").open("wb") as full:
        told = started("extract", "site/tides.html", stdout=full)

    assert told.returncode == 2
    assert told.stderr.startswith(b"sitemine: ")
    assert told.stderr.count(b"\n") == 1


def test_the_doctor_finds_this_installation_healthy(run):
    code, out, err = run("doctor")

    assert (code, err) == (0, "")
    assert "BROKEN" not in out
    assert "MISSING" not in out
    assert "numpy" in out


def test_progress_is_not_mixed_with_data(run, monkeypatch, tmp_path):
    monkeypatch.setattr("sitemine.progress.PLAIN", 0.0)

    code, out, err = run("mine", EXAMPLE, "-o", tmp_path / "told")

    assert (code, out) == (0, "")
    assert re.search(r"^reading and comparing: 69 pages, [\d,]+ a second$", err, re.MULTILINE)
    assert re.search(r"^writing: 69 pages", err, re.MULTILINE)


def test_a_terminal_gets_a_line_that_moves_and_is_wiped(monkeypatch, tmp_path):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr("sitemine.progress.MOVING", 0.0)

    with pytest.raises(SystemExit):
        cli.main(["mine", str(EXAMPLE), "-o", str(tmp_path / "told")])

    moving, summary = terminal.getvalue().rsplit("\r\x1b[K", 1)
    assert moving.count("\r\x1b[K") >= 2
    assert "\n" not in moving
    assert summary.startswith("69 pages in ")


RICH = (
    "<title>Tides</title><main><h1>Tides</h1><p>The <a href=/h>harbour</a> was empty at noon, and nobody could tell why.</p>"
    "<table><tr><th>Fish<th>Crates<tr><td>Cod<td>86</table><figure><img src=/i.png alt=Quay></figure><p>Nobody on the quay could tell "
    "where all of the water had gone.</main><div class=comment><b class=author>Ann</b><div class=text>Well said.</div></div>"
)


@pytest.fixture
def rich(folder):
    (folder / "rich.html").write_text(RICH)
    return ("extract", "rich.html", "--url", "https://example.org/a")


def test_each_format_is_written_as_its_readers_have_it(run, rich):
    assert run(*rich, "--format", "html")[1].startswith('<h1>Tides</h1>\n<p>The <a href="https://example.org/h">')
    assert run(*rich, "--format", "tei")[1].startswith("<?xml version=")
    assert "| Cod | 86 |" in run(*rich, "--format", "markdown")[1]
    assert "\nCod\n86\n" in run(*rich, "--format", "text")[1]


def test_links_images_and_tables_are_written_as_asked(run, rich):
    assert "[harbour](https://example.org/h)" in run(*rich)[1]
    assert "The harbour was" in run(*rich, "--no-links")[1]
    assert "![Quay](https://example.org/i.png)" in run(*rich, "--images")[1]
    assert "Cod" not in run(*rich, "--no-tables")[1]
    assert "Cod" not in run(*rich, "--no-tables", "--format", "text")[1]


def test_comments_are_written_below_the_article_where_they_are_asked_for(run, rich):
    assert "Well said" not in run(*rich)[1]
    assert run(*rich, "--comments")[1].endswith("---\n\n**Ann**\n\n> Well said.\n")
    assert run(*rich, "--comments", "--format", "text")[1].endswith("\n\nAnn\nWell said.\n")
    assert run(*rich, "--comments", "--format", "html")[1].endswith("<ol><li><p>Ann</p><p>Well said.</p></li>\n</ol>\n")
    said = json.loads(run(*rich, "--comments", "--format", "json")[1])["comments"]
    assert said == [{"author": "Ann", "date": "", "text": "Well said."}]


def test_toc_tells_the_toc_pages_with_their_entries(run):
    code, out, _ = run("toc", str(EXAMPLE))

    assert code == 0
    assert "Archive  (12 entries)\n  https://harbour-gazette.example/en/archive/index.html\n" in out
    assert "  - 2025-10-30  The 795 who keep the town running until morning\n" in out


@pytest.mark.parametrize(("words", "begins"), [(("--feed", "rss"), "<?xml"), (("--format", "jsonl"), '{"url":')])
def test_toc_writes_a_feed_or_lines_of_the_page_that_is_asked_for(run, words, begins):
    url = "https://harbour-gazette.example/en/archive/index.html"

    code, out, _ = run("toc", str(EXAMPLE), "--page", url, *words)

    assert code == 0
    assert out.startswith(begins)
    assert url in out


def test_a_page_that_is_no_toc_page_has_no_feed(run):
    code, out, err = run("toc", str(EXAMPLE), "--page", "https://harbour-gazette.example/en/about.html")

    assert (code, out) == (1, "")
    assert "is no TOC page" in err
