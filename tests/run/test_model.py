import pytest
from sites import page, pages

import sitemine
from sitemine.errors import ModelError
from sitemine.options import Limits, Options
from sitemine.records import Outcome


@pytest.fixture(scope="module")
def site():
    return sitemine.mine(pages(8))


def test_a_page_of_the_site_is_extracted_as_it_was_mined(site, tmp_path):
    site.model.save(tmp_path / "model.sxm")
    loaded = sitemine.load(tmp_path / "model.sxm")

    for k, found in enumerate(site.pages.values()):
        assert loaded.extract(page(k)) == site.model.extract(page(k)) == found.article


def test_learning_is_mining_without_the_pages(site, tmp_path):
    model = sitemine.learn(pages(8))

    assert model.n_pages == site.model.n_pages == 8
    assert model.repeated.to_bytes() == site.model.repeated.to_bytes()


def test_a_new_page_of_the_site_loses_what_the_site_repeats(site):
    known = sitemine.extract(page(99).html, page(99).url, model=site.model)
    unknown = sitemine.extract(page(99).html, page(99).url)

    assert known.title == "Story 99"
    assert {block.evidence.n_pages for block in known.blocks} == {8}
    assert {block.evidence.n_pages for block in unknown.blocks} == {1}
    [footer] = [block for block in known.blocks if block.text == "All rights reserved"]
    assert (footer.kept, footer.evidence.pages) == (False, 8)


def test_a_model_can_be_saved_and_loaded_by_name(site, tmp_path):
    site.model.save(str(tmp_path / "m"))

    assert sitemine.load(str(tmp_path / "m")).n_pages == 8
    assert [path.name for path in tmp_path.iterdir()] == ["m"]


def test_a_model_takes_other_options(site, tmp_path):
    site.model.save(tmp_path / "m")
    none = Options(limits=Limits(bytes=10))

    assert sitemine.load(tmp_path / "m").extract(page(1)).text
    assert sitemine.load(tmp_path / "m", none).extract(page(1)).text == ""


def test_a_model_that_is_not_there_is_named(tmp_path):
    with pytest.raises(ModelError, match="No such file") as caught:
        sitemine.load(tmp_path / "none.sxm")
    assert caught.value.path == str(tmp_path / "none.sxm")


def test_a_file_that_is_no_model_is_named(tmp_path):
    (tmp_path / "junk.sxm").write_bytes(b"junk")

    with pytest.raises(ModelError, match="not a site model"):
        sitemine.load(tmp_path / "junk.sxm")


def test_bytes_text_and_a_page_are_the_same_to_it():
    one = page(1)
    given = (one.html, one.html.encode(), one)

    articles = [sitemine.extract(html, one.url) for html in given]

    assert articles[0] == articles[1] == articles[2]
    assert articles[0].url == one.url


def test_a_page_knows_its_address_without_being_told():
    assert sitemine.extract(page(3)).url == "https://example.org/3"


def test_a_page_that_cannot_be_read_is_an_article_with_the_outcome():
    article = sitemine.extract(b"%PDF-1.7", "https://example.org/x")

    assert (article.outcome, article.detail, article.text) == (Outcome.NOT_HTML, "pdf", "")
    assert article.url == "https://example.org/x"
