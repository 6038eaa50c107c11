import random

import numpy as np
import pytest
from sites import page, pages

import sitemine
from sitemine.dom.batch import read_batch
from sitemine.errors import UsageError
from sitemine.measure import terms_of
from sitemine.mine.methods.infodiscoverer import address_clusters, blocks_of, discover
from sitemine.mine.methods.named import METHODS, Needs
from sitemine.mine.methods.trained import survey, tell, train
from sitemine.options import Infodiscoverer, Limits, Options
from sitemine.records import Page

LONE = [name for name, method in METHODS.items() if method.needs is not Needs.PAGES]
COMPARING = [name for name, method in METHODS.items() if method.needs is Needs.PAGES]


def texts(site):
    return {url: page.article.text if page.article else "" for url, page in site.pages.items()}


def test_every_method_tells_its_paper_and_what_it_needs():
    assert list(sitemine.METHODS) == [
        "sitemine",
        "wisdom",
        "content-extractor",
        "feature-extractor",
        "k-feature-extractor",
        "infodiscoverer",
        "lh",
        "vips",
    ]
    for name, method in sitemine.METHODS.items():
        assert method.name == name
        assert str(method.needs) in repr(method)


@pytest.mark.parametrize("name", METHODS)
def test_a_method_says_the_same_whatever_the_order_of_pages_and_the_size_of_chunks(name):
    made = [*pages(11), Page("https://example.org/empty", ""), Page("https://example.org/pdf", b"%PDF-1.7")]
    mixed = random.Random(3).sample(made, len(made))

    assert texts(sitemine.mine(mixed, method=name, chunk_pages=3)) == texts(sitemine.mine(made, method=name))


@pytest.mark.parametrize("name", ["content-extractor", "wisdom"])
def test_a_site_that_is_mined_by_several_workers_is_the_same(name, tmp_path):
    one = sitemine.mine(pages(6), method=name, chunk_pages=2)
    two = sitemine.mine(pages(6), method=name, chunk_pages=2, workers=2)

    one.write(tmp_path / "1", explain=True)
    two.write(tmp_path / "2", explain=True)

    for file in ("articles.jsonl", "pages.jsonl", "run.json"):
        assert (tmp_path / "1" / file).read_bytes() == (tmp_path / "2" / file).read_bytes()


@pytest.mark.parametrize("name", METHODS)
def test_a_method_keeps_the_story_and_drops_the_menu(name):
    text = texts(sitemine.mine(pages(12), method=name))["https://example.org/3"]

    assert "3x5" in text
    # LH: a page without tables is one block. K-FeatureExtractor: of no more winners than clusters all are kept (C8).
    if name not in {"lh", "k-feature-extractor"}:
        assert "All rights reserved" not in text


@pytest.mark.parametrize("name", COMPARING)
def test_a_method_that_compares_pages_refuses_one_page(name):
    with pytest.raises(UsageError, match=f"{name} compares the pages of a site"):
        sitemine.extract(page(1).html, method=name)
    with pytest.raises(UsageError, match=f"{name} compares the pages of a site, and there is one page"):
        sitemine.mine(pages(1), method=name)


@pytest.mark.parametrize("name", LONE)
def test_a_method_that_needs_no_other_page_reads_one(name):
    assert "1x" in sitemine.extract(page(1).html, method=name).text


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("html", ["", "<p>", b"%PDF-1.7"])
def test_pages_with_nothing_on_them_are_said_to_be_so(name, html):
    site = sitemine.mine([*pages(3), Page("https://example.org/none", html)], method=name)

    assert site.pages["https://example.org/none"].outcome in {"empty", "not_html"}


@pytest.mark.parametrize("name", METHODS)
def test_a_site_of_nothing_but_broken_pages_is_mined(name):
    site = sitemine.mine([Page("https://example.org/1", b"%PDF-1.7"), Page("https://example.org/2", b"")], method=name)

    assert [page.outcome for page in site.pages.values()] == ["not_html", "empty"]


def test_a_name_that_is_no_method_is_refused():
    with pytest.raises(UsageError, match="there is no method 'vipz'; the methods are sitemine, wisdom,"):
        sitemine.extract("<p>x", method="vipz")


def test_every_block_tells_what_the_method_saw():
    site = sitemine.mine(pages(12), method="content-extractor")

    blocks = site.pages["https://example.org/3"].article.blocks

    assert {block.kept for block in blocks} == {True, False}
    assert all(block.reason.startswith(("kept: IBDF", "dropped: IBDF")) for block in blocks)
    assert [block.node for block in blocks] == sorted(block.node for block in blocks)
    menu = next(block for block in blocks if block.text.startswith("Home"))
    assert (menu.kept, menu.evidence.pages) == (False, 12)
    assert menu.evidence.link_share > 0.8


def test_wisdom_tells_toc_blocks_from_article_blocks():
    kinds = {b.kind for b in sitemine.mine(pages(12), method="wisdom").pages["https://example.org/3"].article.blocks}

    assert kinds <= {"article", "toc"}
    assert "article" in kinds


def test_a_site_can_be_asked_by_another_method_without_reading_it_again():
    site = sitemine.mine(pages(12))

    other = site.by("content-extractor")

    assert texts(other) == texts(sitemine.mine(pages(12), method="content-extractor"))
    assert site.options.method == "sitemine"


def test_the_papers_wisdom_is_a_preset():
    site = sitemine.mine(pages(12), options=Options.wisdom_2005())

    assert "3x" in site.pages["https://example.org/3"].article.text


def test_infodiscoverer_in_parts_finds_what_it_finds_on_the_whole():
    options = Infodiscoverer(training_pages=4)
    made = [Page(f"https://example.org/{'ab'[k % 2]}/{k}", page(k).html) for k in range(14)]
    batch = read_batch(made, Limits())
    terms, cluster = terms_of(batch.table), address_clusters(batch.urls)
    whole = discover(batch.table, terms, cluster, blocks_of(batch.table, options.blocks), options)

    parts = []
    for k in range(0, len(made), 3):
        part = read_batch(made[k : k + 3], Limits())
        parts.append(survey(part, terms_of(part.table), range(part.table.n_pages), options))
    told = tell(batch, terms, train(reversed(parts), options), options)

    assert np.array_equal(told.kept, whole.kept)
    assert told.entropy == pytest.approx(whole.entropy, nan_ok=True)
