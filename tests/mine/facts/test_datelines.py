import pytest
from pages import flat

import sitemine
from sitemine.measure.fingerprints import PageCounts
from sitemine.mine.facts.datelines import FEWEST_PAGES, date_places, dated_lines, site_line

STORY = "<h1>Tides {0}</h1><p>The harbour was empty at noon, and nobody on the quay could tell where the water had gone.</p>"
PAGE = (
    "<header>Edition of 1 January 2020</header><article>" + STORY + "<p>Pilots {0} stopped work before five because of fog.</p>" * 12
    + "<footer><div><span>{0} March 2024</span></div></footer></article>"
)  # fmt: skip


def counted(*htmls):
    table = flat(*htmls)
    return PageCounts.of(len(htmls), *date_places(table))


def lines(html):
    table = flat(html)
    return [
        table.text[table.segment_start[k] : table.segment_end[k]]
        for k in dated_lines(table, 0, len(table.text)).segment
    ]


def test_a_place_is_of_a_date_where_one_short_line_is_one():
    long = "<p>" + "the harbour was empty and " * 9 + "9 March 2024"

    assert lines(f"<div>9 March 2024</div><ul><li>1 May 2024<li>2 May 2024</ul><b>2024</b>{long}") == ["9 March 2024"]


def test_the_same_place_on_two_pages_is_counted_twice():
    counts = counted("<div>9 March 2024</div>", "<div>1 May 2024</div><p>x")

    assert (counts.n_pages, sorted(counts.df.tolist())) == (2, [1, 1, 2])


def test_the_place_of_the_most_pages_is_the_site_s():
    htmls = [f"<h2>1 May 2020</h2><h3>2 May 2020</h3><div>{day} March 2024</div>" for day in range(1, 5)]
    htmls[0] = htmls[0].replace("h3", "h4")

    assert site_line(flat(htmls[0]), 0, counted(*htmls)) == "1 March 2024"


def test_a_date_that_all_pages_have_is_none_of_them():
    htmls = ["<h2>1 May 2020</h2>"] * 9

    assert site_line(flat(htmls[0]), 0, counted(*htmls)) == ""


@pytest.mark.parametrize("n_pages", range(FEWEST_PAGES))
def test_few_pages_make_no_place(n_pages):
    assert (
        site_line(flat("<div>9 March 2024"), 0, counted(*[f"<div>{day} May 2024" for day in range(1, n_pages + 1)]))
        == ""
    )


def test_a_page_without_dates_has_none():
    assert site_line(flat("<p>x"), 0, counted(*["<div>1 May 2024"] * 5)) == ""
    assert len(dated_lines(flat(""), 0, 0).segment) == 0


def test_the_date_of_a_page_is_found_where_its_site_has_it():
    site = sitemine.mine([(f"https://example.org/{day}", PAGE.format(day)) for day in range(11, 19)])

    found = {page.article.date: page.article.date_source for page in site.pages.values()}

    assert found == {f"2024-03-{day}": "site" for day in range(11, 19)}
