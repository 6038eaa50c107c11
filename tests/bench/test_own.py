from bench.quality.answers import Answer
from bench.quality.own import answer_of

from sitemine.records import Article, Entry, MinedPage, Outcome, Role


def test_a_mined_page_answers_with_its_article_role_and_entries():
    article = Article("https://x.example/", title="T", text="text", date="2020-01-02", role=Role.TOC)
    page = MinedPage(
        "https://x.example/",
        Outcome.OK,
        role=Role.TOC,
        toc_probability=0.75,
        article=article,
        entries=(Entry("https://x.example/1", "one"),),
    )

    assert answer_of(page) == Answer("text", "T", "2020-01-02", "toc", 0.75, ("https://x.example/1",))


def test_a_page_without_article_answers_with_empty_text():
    page = MinedPage("https://x.example/", Outcome.EMPTY)

    assert answer_of(page) == Answer("", "", "", "other", 0.0, ())
