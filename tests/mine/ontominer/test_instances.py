"""Articles and records of made-up sites, by what their pages have in common."""

import csv
import io
import json

import pytest

from sitemine import Page, mine
from sitemine.mine.ontominer.columns import Record
from sitemine.publish.recordfiles import records_csv, records_jsonl
from sitemine.run.attributes import records_of
from sitemine.run.instances import instances_of

WORDS = "tide gull mast keel rope sail oar buoy crab weir dune marsh cove reef pier dock".split()


def story(k):
    """A text of its own for each page."""
    return " ".join(WORDS[(k * 7 + n * (k + 3)) % len(WORDS)] + str(k) for n in range(40))


def news(k):
    return Page(
        f"https://x.org/{k}",
        f"<div class=menu><a href=/>Home</a><a href=/world>World</a></div><div class=main><h1>Title {WORDS[k]} {k}</h1>"
        f"<div class=meta>By {WORDS[-k].title()} {WORDS[k].title()}</div><div class=when>{k + 1} March 2024</div>"
        f"<div class=text><p>{story(k)}</p><p>{story(k + 20)}</p></div></div>"
        "<div class=foot>Copyright of the gazette, all rights reserved, write to us</div>",
    )


PAGES = [news(k) for k in range(8)]


def test_articles_are_read_off_their_template():
    found = instances_of(mine(PAGES), frozenset(page.url for page in PAGES))

    assert [one.title for one in found] == [f"Title {WORDS[k]} {k}" for k in range(8)]
    assert [one.author for one in found] == [f"{WORDS[-k].title()} {WORDS[k].title()}" for k in range(8)]
    assert [one.date for one in found] == [f"{k + 1} March 2024" for k in range(8)]
    assert all(story(k) in found[k].body and story(k + 20) in found[k].body for k in range(8))
    assert not any("Copyright" in one.body or "World" in one.body for one in found)


def test_instances_do_not_depend_on_the_order_of_the_pages():
    urls = frozenset(page.url for page in PAGES)

    assert instances_of(mine(PAGES), urls) == instances_of(mine(PAGES[::-1]), urls)


def bylined(byline, *, before="", n=8):
    """Pages of one template that differ in title and text, with their instances."""
    pages = [
        Page(
            f"https://x.org/{k}",
            f"{before}<div class=main><h1>Title {WORDS[k]} {k}</h1>{byline.format(k=k, name=WORDS[-1 - k // 2].title())}"
            f"<div class=text><p>{story(k)}</p><p>{story(k + 20)}</p></div></div>",
        )
        for k in range(n)
    ]
    return instances_of(mine(pages), frozenset(page.url for page in pages))


@pytest.mark.parametrize(
    "byline",
    [
        "<p class=a>By Ann Lee</p>",
        "<p class=a>Publicado el 1{k}/06/2014 por Ann Lee.</p>",
        "<p class=a><b>By</b></p><p class=c>Ann Lee</p><p>{k} comments</p>",
        "<p class=byline>Post author By Ann Lee</p>",
    ],
)
def test_one_author_of_all_articles_is_a_value_where_a_label_or_a_byline_says_so(byline):
    assert {one.author for one in bylined(byline)} == {"Ann Lee"}


def test_what_markup_calls_an_author_in_the_menu_of_all_pages_is_none():
    found = bylined("<p>{k} comments</p>", before="<div class=author>The Harbour Gazette</div>")

    assert {one.author for one in found} == {""}


def test_an_author_between_day_and_section_is_the_name_alone():
    found = bylined("<p class=m>Posted on March 1{k}, 2014 by {name} in News</p>")

    assert [one.author for one in found] == [WORDS[-1 - k // 2].title() for k in range(8)]
    assert [one.date for one in found] == [f"March 1{k}, 2014" for k in range(8)]


def test_what_readers_say_is_no_part_of_an_article_although_it_outweighs_it():
    def comments(k):
        said = "".join(
            f"<li><cite class=author>{WORDS[n].title()}</cite><p>{story(k + 40 + n)}</p></li>" for n in range(2 + k % 3)
        )
        return f"<div class=wrap><h1>Title {WORDS[k]} {k}</h1><div class=entry><p>{story(k)}</p><p>{story(k + 20)}</p></div><ol>{said}</ol></div>"

    pages = [Page(f"https://x.org/{k}", comments(k)) for k in range(8)]
    found = instances_of(mine(pages), frozenset(page.url for page in pages))

    assert [one.body.count("\n") for one in found] == [2] * 8
    assert all(story(k) in one.body and story(k + 40) not in one.body for k, one in enumerate(found))


def test_the_day_that_all_pages_say_is_not_that_of_their_articles():
    before = "<div class=latest>27 December 2022</div>"

    assert {one.date for one in bylined("", before=before)} == {""}
    assert [one.date for one in bylined("<p class=d>1{k} May 2019</p>", before=before)] == [
        f"1{k} May 2019" for k in range(8)
    ]


@pytest.mark.parametrize("n", [0, 1, 2])
def test_few_pages_break_nothing(n):
    found = instances_of(mine(PAGES[:n]), frozenset(page.url for page in PAGES[:n]))

    assert len(found) == n


def product(k, *, colour=True):
    shade = f"<p><b>Colour:</b> {WORDS[k]} red</p>" if colour else ""
    return f"<div class=product><h3><a href=/p/{k}>Lamp {WORDS[k]}</a></h3><p><b>Price:</b> {k}9 kr</p>{shade}</div>"


SHOP = "".join(product(k, colour=k != 2) for k in range(5))
STAFF = "<table><tr><th>Name<th>Room</tr>" + "".join(f"<tr><td>{WORDS[k]}<td>=B{k}</tr>" for k in range(4)) + "</table>"


def test_records_are_named_by_their_labels_on_every_page():
    site = mine([Page("https://x.org/a", SHOP), Page("https://x.org/b", SHOP.replace("Lamp", "Desk"))])

    found = records_of(site)

    assert [one.values["title"] for one in found] == [
        f"{thing} {WORDS[k]}" for thing in ("Lamp", "Desk") for k in range(5)
    ]
    assert {tuple(one.values) for one in found} == {
        ("title", "title_url", "price", "colour"),
        ("title", "title_url", "price"),
    }
    assert found[1].values["price"] == "19 kr"


def test_rows_of_a_table_are_records_named_by_its_head():
    found = records_of(mine([Page("https://x.org/a", f"<h2>Staff</h2>{STAFF}")]))

    assert [one.values for one in found] == [{"name": WORDS[k], "room": f"=B{k}"} for k in range(4)]


def test_a_record_that_all_pages_show_is_told_once():
    site = mine([Page(f"https://x.org/{k}", f"<p>{story(k)}</p>{STAFF}") for k in range(3)])

    assert [one.page for one in records_of(site)] == ["https://x.org/0"] * 4


def test_no_cell_is_a_formula():
    texts = ["=1+1", "+1", "-1", "@a", "\t=1", 'a "quoted", text', "plain"]

    written = records_csv([Record("https://x.org/", "tr", {"value": text}) for text in texts])

    cells = [row[2] for row in csv.reader(io.StringIO(written, newline=""))][1:]
    assert cells == ["'=1+1", "'+1", "'-1", "'@a", "'\t=1", 'a "quoted", text', "plain"]


def test_json_lines_hold_the_values_as_they_are():
    line = records_jsonl([Record("https://x.org/", "tr", {"value": "=1+1"})])

    assert json.loads(line) == {"page": "https://x.org/", "kind": "tr", "values": {"value": "=1+1"}}
