"""The example site is what its script makes, hangs together, and agrees with its gold."""

import importlib
import json
import shutil
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urldefrag, urljoin

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"
SITE = EXAMPLES / "site"
HOME = "https://harbour-gazette.example/index.html"
END_OF_PROSE = tuple(".!”。！")  # a paragraph ends like this; a list item, a subhead, a cell does not
UNSEEN = {"script", "style", "title"}


class Reader(HTMLParser):
    """Text, links and ids of a page, by another parser than the project's own."""

    def __init__(self, html):
        super().__init__()
        self.words, self.links, self.ids, self.relations, self.canonical, self._unseen = [], [], [], {}, "", 0
        self.feed(html)
        self.text = " ".join("".join(self.words).split())

    def handle_starttag(self, tag, attrs):
        facts = dict(attrs)
        self._unseen += tag in UNSEEN
        if "id" in facts:
            self.ids.append(facts["id"])
        if tag == "link" and facts.get("rel") == "canonical":
            self.canonical = facts["href"]
        target = facts.get("href") if tag == "a" else facts.get("src")
        if target and not target.startswith("javascript:"):
            self.links.append(target)
            self.relations[facts.get("rel")] = target

    def handle_endtag(self, tag):
        self._unseen -= tag in UNSEEN

    def handle_data(self, data):
        if not self._unseen:
            self.words.append(data)


@pytest.fixture(scope="module")
def make_site():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(EXAMPLES))
        yield importlib.import_module("make_site")


@pytest.fixture(scope="module")
def gold():
    rows = [json.loads(line) for line in (EXAMPLES / "site-gold.jsonl").read_text("utf-8").splitlines()]
    return {row["url"]: row for row in rows}


@pytest.fixture(scope="module")
def pages(gold):
    return {url: Reader((SITE / row["path"]).read_text("utf-8")) for url, row in gold.items()}


def prose(row):
    return [line for line in row["text"].split("\n") if line.endswith(END_OF_PROSE)]


def followed(pages, url):
    """Where the links of a page lead, with the fragments."""
    return [urldefrag(urljoin(url, link)) for link in pages[url].links]


def test_the_committed_site_is_what_the_script_makes(make_site, capsys):
    assert make_site.main(["--check"]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("fault", ["changed", "missing", "too many"])
def test_check_finds_a_fault_and_says_so_in_one_line(make_site, tmp_path, capsys, fault):
    shutil.copytree(SITE, tmp_path / "site")
    shutil.copy(EXAMPLES / "site-gold.jsonl", tmp_path)
    victim = tmp_path / "site" / "zh" / "index.html"
    if fault == "changed":
        victim.write_bytes(victim.read_bytes() + b" ")
    elif fault == "missing":
        victim.unlink()
    else:
        victim.with_name("stray.html").write_text("")

    assert make_site.main(["--check", "--out", str(tmp_path)]) == 1
    line = capsys.readouterr().out
    assert line.startswith(f"{fault}: site/zh/")
    assert line.count("\n") == 1


def test_gold_and_site_hold_the_same_pages(gold):
    on_disk = {path.relative_to(SITE).as_posix() for path in SITE.rglob("*.html")}

    assert [row["path"] for row in gold.values()] == sorted(on_disk)


def test_the_site_is_small_enough_to_ship():
    assert sum(path.stat().st_size for path in SITE.rglob("*") if path.is_file()) < 1_500_000


def test_a_page_names_its_own_url(gold, pages):
    assert [page.canonical for page in pages.values()] == list(gold)


def test_every_link_leads_to_a_file_and_every_fragment_to_an_element(pages):
    for url in pages:
        for target, fragment in followed(pages, url):
            path = target.removeprefix(HOME.removesuffix("index.html"))
            assert (SITE / path).is_file(), (url, target)
            assert fragment in {"", "top"} or fragment in pages[target].ids, (url, target, fragment)


def test_every_page_can_be_reached_from_the_home_page(pages):
    reached, waiting = {HOME}, [HOME]
    while waiting:
        targets = {target for target, _ in followed(pages, waiting.pop()) if target in pages}
        waiting += targets - reached
        reached |= targets

    assert reached == set(pages)


def test_ids_are_unique_on_a_page(pages):
    for url, page in pages.items():
        assert len(page.ids) == len(set(page.ids)), url


def test_every_line_of_the_gold_text_stands_on_its_page_in_order(gold, pages):
    for url, row in gold.items():
        at = 0
        for line in row["text"].split("\n"):
            at = pages[url].text.find(" ".join(line.split()), at)
            assert at >= 0, (url, line)


def test_only_articles_have_text_and_only_tocs_have_entries(gold):
    for url, row in gold.items():
        assert bool(row["text"]) == (row["role"] == "article"), url
        assert bool(row["entries"]) == (row["role"] == "toc"), url


def test_an_entry_is_the_title_date_and_first_sentence_of_an_article_and_linked_on_its_page(gold, pages):
    for url, row in gold.items():
        targets = {target for target, _ in followed(pages, url)}
        for entry in row["entries"]:
            article = gold[entry["url"]]
            assert (entry["text"], entry["date"]) == (article["title"], article["date"])
            assert article["text"].startswith(entry["teaser"])
            assert entry["url"] in targets
            assert entry["text"] in pages[url].text
            assert entry["teaser"] in pages[url].text


def test_the_archive_holds_every_english_article_once_on_pages_linked_both_ways(gold, pages):
    url = urljoin(HOME, "en/archive/index.html")
    walked = [url]
    while "next" in pages[url].relations:
        url = urljoin(url, pages[url].relations["next"])
        assert urljoin(url, pages[url].relations["prev"]) == walked[-1]
        walked.append(url)
    listed = [entry["url"] for page in walked for entry in gold[page]["entries"]]

    assert len(walked) == 3
    assert sorted(listed) == [url for url, row in gold.items() if (row["role"], row["language"]) == ("article", "en")]


def test_no_two_articles_share_a_paragraph(gold):
    lines = [line for row in gold.values() for line in set(prose(row))]

    assert len(lines) > 250
    assert len(lines) == len(set(lines))


def test_both_languages_both_templates_and_all_roles_are_there(gold):
    html = {url: (SITE / row["path"]).read_text("utf-8") for url, row in gold.items()}
    kinds = {(row["role"], row["language"], "<main" in html[url]) for url, row in gold.items()}

    assert kinds >= {(role, "en", True) for role in ("toc", "article", "other")}
    assert kinds >= {(role, "zh", False) for role in ("toc", "article", "other")}
    assert kinds >= {("toc", "en", False), ("article", "en", False)}


def test_articles_are_short_and_long(gold):
    lengths = [len(prose(row)) for row in gold.values() if row["role"] == "article"]

    assert min(lengths) == 2
    assert max(lengths) >= 9


def test_a_larger_site_has_the_asked_size_and_no_text_twice(make_site, tmp_path):
    assert make_site.main(["--pages", "400", "--out", str(tmp_path)]) == 0
    rows = [json.loads(line) for line in (tmp_path / "site-gold.jsonl").read_text("utf-8").splitlines()]
    articles = [row for row in rows if row["role"] == "article"]
    lines = [line for row in articles for line in prose(row)]

    assert 360 <= len(rows) <= 440
    assert len(list((tmp_path / "site").rglob("*.html"))) == len(rows)
    assert len({row["title"] for row in articles}) == len(articles)
    assert len(set(lines)) == len(lines)
    assert any(row["path"] == "en/harbour/page-4.html" for row in rows)


def test_a_larger_site_never_overwrites_the_example(make_site, capsys):
    with pytest.raises(SystemExit) as stop:
        make_site.main(["--pages", "100"])

    assert stop.value.code == 2
    assert "--out" in capsys.readouterr().err
