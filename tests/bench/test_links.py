import pytest
from bench.quality.links import canonical, entry_scores, link_scores


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://X.org/a/index.html#top", "https://x.org/a/"),
        ("https://x.org/a/index.html?page=2", "https://x.org/a/?page=2"),
        ("https://x.org", "https://x.org/"),
        ("https://x.org/myindex.html", "https://x.org/myindex.html"),
        ("not a url", "not a url"),
    ],
)
def test_a_canonical_url_names_the_page_and_nothing_else(url, expected):
    assert canonical(url) == expected


def test_entries_are_sets_of_canonical_urls():
    answer = ["https://x.org/1#a", "https://x.org/1", "https://x.org/menu"]
    gold = ["https://x.org/1", "https://x.org/2/index.html", "https://x.org/3", "https://x.org/4"]

    assert entry_scores(answer, gold) == pytest.approx((1 / 2, 1 / 4, 1 / 3))


def test_no_entries_are_wrong_where_some_are_wanted():
    assert entry_scores([], ["https://x.org/1"]) == (0, 0, 0)


def test_the_links_of_a_wrong_toc_page_cost_precision():
    golds = {"toc": ["https://x.org/1", "https://x.org/2"], "article": []}
    answers = {"toc": ["https://x.org/1", "https://x.org/2"], "article": ["https://x.org/1", "https://x.org/9"]}

    assert link_scores(answers, golds) == pytest.approx((1 / 2, 1, 2 / 3))
