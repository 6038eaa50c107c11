import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone
from hashlib import blake2b
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sites import page, pages, written

import sitemine
from sitemine.acquire import read
from sitemine.errors import UsageError
from sitemine.options import Options
from sitemine.records import Outcome, Page, Role

EXAMPLE = Path(__file__).parents[2] / "examples" / "site"
NOON = datetime(2024, 3, 9, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def site():
    return sitemine.mine([*pages(5), Page("https://example.org/pdf", b"%PDF-1.7")])


def read_example():
    return list(read(EXAMPLE))


def rows(files, name):
    return [json.loads(line) for line in files[f"{name}.jsonl"].splitlines()]


def test_pages_are_a_mapping_by_url_in_their_order(site):
    urls = [*(f"https://example.org/{k}" for k in range(5)), "https://example.org/pdf"]

    assert isinstance(site.pages, Mapping)
    assert list(site.pages) == sorted(site.pages) == urls
    assert len(site.pages) == 6
    assert urls[0] in site.pages
    assert "https://example.org/none" not in site.pages
    assert site.pages.get("https://example.org/none") is None
    assert [found.url for found in site.pages.values()] == urls
    assert [url for url, found in site.pages.items() if found.outcome is Outcome.NOT_HTML] == urls[-1:]
    with pytest.raises(KeyError):
        site.pages["https://example.org/none"]


def test_a_page_that_is_asked_for_twice_is_the_same(site):
    assert site.pages["https://example.org/2"] == site.pages["https://example.org/2"]


def test_articles_and_tocs_are_the_pages_of_that_role_in_order_of_their_urls(site):
    assert [found.url for found in site.articles] == [f"https://example.org/{k}" for k in range(5)]
    assert {found.role for found in site.articles} == {Role.ARTICLE}
    assert site.tocs == [found for found in site.pages.values() if found.role is Role.TOC]


def test_roles_are_probabilities_and_the_same_every_time():
    first, second = (sitemine.mine(EXAMPLE) for _ in range(2))

    probabilities = [found.toc_probability for found in first.pages.values()]
    assert all(0 <= probability <= 1 for probability in probabilities)
    assert probabilities == [found.toc_probability for found in second.pages.values()]


def test_options_are_taken_by_name_and_unknown_ones_refused():
    assert sitemine.mine(pages(2), chunk_pages=1).options == Options(chunk_pages=1)
    with pytest.raises(UsageError, match="there is no option 'chunks'; the options are limits,"):
        sitemine.mine(pages(2), chunks=1)
    with pytest.raises(UsageError, match="workers must lie between 1 and 1024, not 0"):
        sitemine.mine(pages(2), workers=0)


def test_progress_is_told_of_every_pass(tmp_path):
    told = []
    site = sitemine.mine(pages(5), chunk_pages=2, progress=lambda name, done: told.append((name, done)))
    site.write(tmp_path, progress=lambda name, done: told.append((name, done)))

    assert told == [(name, done) for name in ("read", "compare", "write") for done in (2, 4, 5)]


def captures():
    """Three captures of one page among others, each with a text of its own; the last in time is the second."""
    old, new, undated = (page(k, time=time) for k, time in ((11, NOON), (12, NOON + timedelta(hours=1)), (13, None)))
    return [Page("https://example.org/0", one.html, one.time) for one in (old, new, undated)]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0), (0, 2, 1)])
@pytest.mark.parametrize("chunk_pages", [1, 64])
def test_the_newest_capture_is_mined_whatever_the_order(order, chunk_pages):
    twins = [captures()[k] for k in order]
    site = sitemine.mine([twins[0], *pages(4)[1:], *twins[1:]], chunk_pages=chunk_pages)

    assert len(site.pages) == 4
    assert site.pages["https://example.org/0"].article.title == "Story 12"


def test_the_newest_is_found_across_time_zones():
    early = page(11, time=datetime(2024, 3, 9, 13, tzinfo=timezone(timedelta(hours=5))))
    late = page(12, time=datetime(2024, 3, 9, 9, tzinfo=UTC))
    twins = [Page("https://example.org/0", one.html, one.time) for one in (late, early)]

    for some in (twins, twins[::-1]):
        assert sitemine.mine([*some, page(1)]).pages["https://example.org/0"].article.title == "Story 12"


def test_a_time_without_a_zone_is_utc_and_any_time_will_do():
    first, last = datetime(1, 1, 1), datetime(9999, 12, 31)  # noqa: DTZ001
    ahead = timezone(timedelta(hours=14))
    times = [first, last, NOON.replace(tzinfo=None), NOON, first.replace(tzinfo=ahead)]
    twins = [Page("https://example.org/0", page(k).html, time) for k, time in enumerate(times)]

    assert sitemine.mine([*twins, page(9)]).pages["https://example.org/0"].article.title == "Story 1"


def test_statistics_are_as_if_replaced_captures_had_never_come(tmp_path):
    newest = captures()[1]
    with_twins = sitemine.mine([*captures(), *pages(4)[1:]], chunk_pages=2)
    without = sitemine.mine([newest, *pages(4)[1:]])

    assert with_twins.model.repeated.to_bytes() == without.model.repeated.to_bytes()
    assert with_twins.model.n_pages == 4
    assert dict(with_twins.pages) == dict(without.pages)


def test_a_capture_that_can_be_read_goes_before_a_newer_one_that_cannot():
    broken = Page("https://example.org/0", b"%PDF-1.7", NOON + timedelta(days=1))

    site = sitemine.mine([broken, *captures(), page(1)])

    assert site.pages["https://example.org/0"].article.title == "Story 12"


def test_two_spellings_of_a_url_are_one_page():
    site = sitemine.mine(
        [
            Page("http://example.org/index.html", page(1).html, NOON),
            Page("https://example.org/", page(2).html, NOON + timedelta(1)),
            page(3),
        ]
    )

    assert list(site.pages) == ["https://example.org/", "https://example.org/3"]


@pytest.mark.parametrize("chunk_pages", [1, 3, 64])
def test_every_page_that_came_in_has_exactly_one_row(tmp_path, chunk_pages):
    came = [*captures(), *pages(4), Page("https://example.org/pdf", b"%PDF-1.7"), Page("https://example.org/empty")]

    summary = sitemine.mine(came, chunk_pages=chunk_pages).write(tmp_path)

    found = [json.loads(line) for line in (tmp_path / "pages.jsonl").read_text("utf-8").splitlines()]
    assert sorted(row["url"] for row in found) == sorted(one.url for one in came)
    assert [row["outcome"] for row in found if row["url"] == "https://example.org/0"].count("duplicate") == 3
    assert summary.pages == sum(summary.outcomes.values()) == sum(summary.roles.values()) == len(came)
    assert summary.outcomes == {"duplicate": 3, "empty": 1, "not_html": 1, "ok": 4}
    assert (summary.mined, summary.failed) == (4, 0)


MANY = [*captures(), *pages(3), captures()[0], Page("https://example.org/x", b"\0\0\0")]


@settings(max_examples=20, deadline=None)
@given(st.permutations(MANY))
def test_duplicates_in_any_order_make_the_same_files(tmp_path_factory, came):
    folder = tmp_path_factory.mktemp("out")
    expected = written(sitemine.mine(MANY), folder / "a")

    assert written(sitemine.mine(came, chunk_pages=3), folder / "b") == expected


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    """The files of the example site, mined in the plainest way."""
    return written(sitemine.mine(read_example()), tmp_path_factory.mktemp("expected"), explain=True)


@pytest.mark.parametrize(
    ("workers", "chunk_pages", "memory"), [(1, 1, 1 << 29), (1, 7, 0), (1, 1000, 1 << 29), (2, 7, 1 << 29), (2, 64, 0)]
)
def test_order_workers_chunks_and_memory_never_change_a_byte(expected, tmp_path, workers, chunk_pages, memory):
    came = sorted(read_example(), key=lambda one: blake2b(f"{chunk_pages} {one.url}".encode()).digest())

    files = written(
        sitemine.mine(came, workers=workers, chunk_pages=chunk_pages, memory=memory), tmp_path, explain=True
    )

    assert sorted(files) == [
        "articles.jsonl",
        "links.jsonl",
        "model.sxm",
        "pages.jsonl",
        "run.json",
        "structure.graphml",
        "structure.json",
        "tocs.jsonl",
    ]
    for name, content in files.items():
        assert content == expected[name], name


def test_writing_twice_changes_nothing(tmp_path):
    site = sitemine.mine(pages(4), workers=2)

    assert written(site, tmp_path) == written(site, tmp_path)


def test_files_are_in_order_of_the_urls(expected):
    for name in ("pages", "articles"):
        urls = [row["url"] for row in rows(expected, name)]
        assert urls == sorted(urls)
    sources = [row["source"] for row in rows(expected, "links")]
    assert sources == sorted(sources)


def test_the_pages_of_the_mapping_are_those_of_the_files(expected):
    site = sitemine.mine(EXAMPLE)

    texts = {row["url"]: row["text"] for row in rows(expected, "articles")}
    assert texts == {found.url: found.article.text for found in site.articles}
    for row in rows(expected, "pages"):
        found = site.pages[row["url"]]
        assert (row["role"], row["title"], row["outcome"]) == (found.role, found.article.title, found.outcome)


def test_the_summary_is_that_of_the_files(expected):
    told = json.loads(expected["run.json"])

    assert told["pages"] == len(rows(expected, "pages")) == 69
    assert told["links"] == len(rows(expected, "links"))
    assert told["roles"]["article"] == len(rows(expected, "articles"))


@pytest.mark.parametrize(
    ("html", "outcome"),
    [("<p>One story of its own", "ok"), ("<div><img></div>", "empty"), (b"\x89PNG\r\n\x1a\n", "not_html")],
)
@pytest.mark.parametrize("n", [1, 2, 9])
def test_sites_of_one_page_and_of_identical_pages_are_sites(tmp_path, html, outcome, n):
    site = sitemine.mine([(f"https://example.org/{k}", html) for k in range(n)])

    assert site.write(tmp_path).outcomes == {outcome: n}
    assert len(site.pages) == n


def test_a_site_of_no_pages_is_a_site(tmp_path):
    site = sitemine.mine([])
    files = written(site, tmp_path)

    assert (list(site.pages), site.articles, site.model.n_pages) == ([], [], 0)
    assert files["pages.jsonl"] == files["articles.jsonl"] == files["links.jsonl"] == b""
    assert json.loads(files["run.json"])["pages"] == 0


def test_pages_without_text_do_not_thin_out_what_the_others_say():
    shells = [Page(f"https://example.org/shell{k}", "<div id=app></div>") for k in range(20)]

    site = sitemine.mine([*pages(4), *shells])

    assert site.model.repeated.to_bytes() == sitemine.mine(pages(4)).model.repeated.to_bytes()
    assert [found.article.text for found in site.articles] == [
        found.article.text for found in sitemine.mine(pages(4)).articles
    ]


def test_an_exception_of_the_source_leaves_no_files(tmp_path):
    def breaking():
        yield from pages(3)
        raise OSError("the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        sitemine.mine(breaking())
    assert list(tmp_path.iterdir()) == []


def test_what_is_shown_of_a_site_fits_a_line(site):
    assert repr(site) == "<Site 'pages' of 6 pages>"
    assert repr(site.pages) == "<Pages: 6 by URL>"
    assert repr(site.model) == "<SiteModel of 5 pages>"
