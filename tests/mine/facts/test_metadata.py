import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemine.dom.head import Head, read_head
from sitemine.dom.parse import parse
from sitemine.dom.table import flatten
from sitemine.mine.facts.hints import Hints
from sitemine.mine.facts.metadata import MODIFIED, PUBLISHED, metadata_of, part_key, title_of, title_parts
from sitemine.options import Limits


def never(_part):
    return False


def is_site(part):
    return part == "The Gazette"


@pytest.mark.parametrize(
    ("title", "parts"),
    [
        ("Tides | The Gazette", ["Tides", "The Gazette"]),
        ("Tides|The Gazette", ["Tides", "The Gazette"]),
        ("Tides - The Gazette", ["Tides", "The Gazette"]),
        ("Tides \u2013 Harbour \u2014 The Gazette", ["Tides", "Harbour", "The Gazette"]),
        ("Tides \u00b7 The Gazette", ["Tides", "The Gazette"]),
        ("Tides \u00ab The Gazette", ["Tides", "The Gazette"]),
        ("Tides :: The Gazette", ["Tides", "The Gazette"]),
        ("Tides > Harbour > The Gazette", ["Tides", "Harbour", "The Gazette"]),
        ("\u6e2f\u53e3\uff5c\u516c\u62a5_\u65b0\u95fb", ["\u6e2f\u53e3", "\u516c\u62a5", "\u65b0\u95fb"]),
        ("Car-free: a low-tide day/night", ["Car-free: a low-tide day/night"]),
        ("| Tides |", ["Tides"]),
        ("", []),
        (" - ", []),
    ],
)
def test_a_title_is_cut_at_separators_and_not_inside_words(title, parts):
    assert title_parts(title) == parts


@given(st.text())
def test_parts_of_a_title_are_trimmed_and_never_empty(title):
    assert all(part and part == part.strip() for part in title_parts(title))


def test_a_part_is_known_again_whatever_its_case():
    assert part_key("The Gazette") == part_key("THE GAZETTE") != part_key("The Gazelle")


@pytest.mark.parametrize("title", ["Tides - The Gazette", "The Gazette | Tides", "Tides"])
def test_the_site_tells_its_name_from_the_page_s_title(title):
    assert title_of(Head(title=title), [], is_site) == "Tides"


def test_of_several_own_parts_the_first_counts_once_the_site_s_is_known():
    assert title_of(Head(title="Tides | Harbour | The Gazette"), [], is_site) == "Tides"


def test_without_a_site_the_longest_part_is_the_title():
    assert title_of(Head(title="Gazette | The harbour was empty at noon"), [], never) == "The harbour was empty at noon"


def test_the_name_that_the_page_gives_its_site_is_left_out():
    head = Head(title="News | A very long name of a gazette", meta={"og:site_name": "A Very Long Name of a Gazette!"})

    assert title_of(head, [], never) == "News"


def test_a_heading_that_the_title_contains_is_the_title():
    head = Head(title="Low tides: what now? - Opinion - The Gazette")

    assert title_of(head, ["The Gazette", "Low tides:\n  what now?"], is_site) == "Low tides: what now?"


def test_a_heading_that_stands_on_many_pages_is_the_site_s():
    assert title_of(Head(title="Tides - The Gazette"), ["The Gazette"], is_site) == "Tides"


@pytest.mark.parametrize("title", ["The Gazette: Low tides: what now?", "The Gazette\uff1aLow tides: what now?"])
def test_a_name_before_a_colon_is_left_out_where_the_site_tells_that_it_is_one(title):
    assert title_of(Head(title=title), [], is_site) == "Low tides: what now?"
    assert title_of(Head(title=title), [], never) == title


def test_the_sign_of_a_link_to_a_heading_is_no_part_of_it():
    assert title_of(Head(title="Tides \u2014 The Manual"), ["Tides\u00b6"], never) == "Tides"
    assert title_of(Head(title="Learn C#"), ["Learn C#"], never) == "Learn C#"


def test_a_heading_of_something_else_is_not_the_title():
    assert title_of(Head(title="Tides"), ["Sign up"], never) == "Tides"


def test_og_title_goes_before_title():
    head = Head(title="Tides at noon - Harbour - The Gazette", meta={"og:title": " Tides  at noon "})

    assert title_of(head, [], never) == "Tides at noon"


def test_a_page_whose_title_is_all_the_site_s_keeps_it():
    assert title_of(Head(title="The Gazette"), [], is_site) == "The Gazette"


def test_a_page_without_title_has_its_first_heading():
    assert title_of(Head(), ["Tides\n of the day", "More"], never) == "Tides of the day"


def test_a_page_without_any_has_none():
    assert title_of(Head(), [], never) == ""


PAGE = "<html lang=en><head>{}</head><body><article><h1>Low tides</h1>{}<p>The harbour was empty.</p></article>"


def said(head="", body="", url="https://example.org/x", latest="", language="en"):
    """What a page says of itself."""
    markup = parse(PAGE.format(head, body), Limits())
    table = flatten([markup], Limits())
    return metadata_of(read_head(markup), Hints(table, 0), url, is_repeated=never, language=language, latest=latest)


def meta(name, content):
    return f'<meta name="{name}" content="{content}">'


def json_ld(text):
    return f"<script type=application/ld+json>{text}</script>"


def published(**page):
    found = said(**page)
    return found.published, found.date_source


@pytest.mark.parametrize("name", PUBLISHED)
def test_each_meta_tells_the_date_and_is_named(name):
    assert published(head=meta(name, "2024-03-09T23:59:00+01:00")) == ("2024-03-09T23:59:00+01:00", f"meta:{name}")


@pytest.mark.parametrize("name", MODIFIED)
def test_each_meta_of_a_change_tells_that_and_not_the_publication(name):
    found = said(head=meta(name, "2024-03-09"))

    assert (found.published, found.modified, found.modified_source) == ("", "2024-03-09", f"meta:{name}")


def test_a_meta_that_is_called_a_publication_date_is_one():
    assert published(head=meta("x-published-date", "2024-03-09")) == ("2024-03-09", "meta:x-published-date")


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ('{"@type": "Article", "datePublished": "2024-03-09"}', "2024-03-09"),
        ('{"@graph":[{"@type": "VideoObject", "uploadDate":"2024-3-9"}]}', "2024-03-09"),
        ('{"@type": "Article", "dateModified": "2024-03-10", "datePublished" : "2024-03-09"}', "2024-03-09"),
        ('{"@type": "Article", "dateModified": "2024-03-10"}', ""),
        ('{"@type": "Article", "datePublished": "2024-02-30"}', ""),
        ('{"@type": "Article", "datePublished": "soon, we hope"}', ""),
        ('{"@type": "Organization", "datePublished": "2024-03-09"}', ""),
        ("{", ""),
    ],
)
def test_json_ld_tells_the_date_of_publication_and_no_other(text, day):
    assert published(head=json_ld(text)) == (day, "json-ld" if day else "")


@pytest.mark.parametrize(
    ("url", "day"),
    [
        ("https://example.org/2024/03/09/tides", "2024-03-09"),
        ("https://example.org/2024-3-9/", "2024-03-09"),
        ("https://example.org/news/2024-03-09-tides.html", "2024-03-09"),
        ("https://example.org/20240309-2357.html", "2024-03-09"),
        ("https://example.org/news/20240309/tides", "2024-03-09"),
        ("https://example.org/2024030912", ""),
        ("https://example.org/20241309", ""),
        ("https://example.org/2024/13/09/tides", ""),
        ("https://example.org/2024/02/30", ""),
        ("https://example.org/12024/03/09", ""),
        ("https://example.org/2024/03", ""),
        ("", ""),
    ],
)
def test_the_url_tells_a_date_that_exists(url, day):
    assert published(url=url) == (day, "url" if day else "")


def test_the_first_time_that_is_a_date_counts():
    times = "".join(
        f"<time datetime='{value}'>x</time>" for value in ("P3D", "12:30", "2024-03-09 12:30", "2020-01-01")
    )

    assert published(body=times) == ("2024-03-09T12:30", "time")


def test_a_time_that_says_it_is_of_publication_goes_before_others():
    times = "<time datetime=2020-01-01>x</time><time datetime=2024-03-09 class=entry-date>x</time>"

    assert published(body=times) == ("2024-03-09", "time")


def test_a_time_of_a_change_is_no_publication():
    found = said(body="<time datetime=2024-03-09 class=updated>9 March</time>")

    assert (found.published, found.modified) == ("", "2024-03-09")


def test_an_itemprop_tells_the_date():
    assert published(body="<span itemprop=datePublished content=2024-03-09>x</span>")[1] == "itemprop:datepublished"
    assert published(body="<time itemprop=dateCreated datetime=2024-03-09>x</time>")[0] == "2024-03-09"


@pytest.mark.parametrize(
    "line", ["9 March 2024", "By Ann, March 9, 2024", "Published 9 March 2024, updated 1 May 2024"]
)
def test_a_line_near_the_title_tells_the_date(line):
    assert published(body=f"<div>{line}</div>") == ("2024-03-09", "text")


def test_a_line_of_a_change_tells_the_change():
    found = said(body="<div>Published 9 March 2024, updated 1 May 2024</div>")

    assert (found.published, found.modified) == ("2024-03-09", "2024-05-01")


def test_the_day_somebody_joined_is_no_date_of_the_page():
    assert published(body="<div>Joined: 9 March 2024</div>") == ("", "")


def test_a_long_line_tells_and_does_not_date():
    assert published(body=f"<p>On 9 March 2024 {'the harbour was empty and ' * 8} that was all.") == ("", "")


def test_a_date_goes_by_who_says_it():
    first = json_ld('{"@type":"Article","datePublished":"2001-01-01"}')
    second, third = meta("date", "2002-02-02"), "<time datetime=2003-03-03>x</time>"
    url = "https://example.org/2004/04/04/"

    assert published(head=first + second, body=third, url=url) == ("2001-01-01", "json-ld")
    assert published(head=second, body=third, url=url) == ("2002-02-02", "meta:date")
    assert published(body=third, url=url) == ("2003-03-03", "time")
    assert published(body="<div>5 May 2005</div>", url=url) == ("2004-04-04", "url")


def test_a_date_that_does_not_exist_gives_way_to_the_next_source():
    head = meta("date", "0000-00-00") + meta("pubdate", "2024-03-09")

    assert published(head=json_ld('{"@type":"Article","datePublished":"2024-00-00"}') + head) == (
        "2024-03-09",
        "meta:pubdate",
    )


def test_no_date_is_after_the_latest_that_can_be():
    head = meta("article:published_time", "2031-01-01") + meta("article:modified_time", "2031-01-01")

    assert published(head=head + meta("date", "2024-03-09"), latest="2024-12-31") == ("2024-03-09", "meta:date")
    assert said(head=head, latest="2024-12-31").modified == ""
    assert said(head=head).published == said(head=head).modified == "2031-01-01"


@given(st.text(alphabet="0123456789-/.T:Z \u0663", max_size=30))
def test_a_date_is_empty_or_one_of_the_calendar(text):
    moment, source = published(head=meta("date", text), url=f"https://example.org/{text}")

    assert (moment[:10].isascii() and len(moment) >= 10 and source) or (moment, source) == ("", "")


@pytest.mark.parametrize(
    ("page", "names", "source"),
    [
        ({"head": json_ld('{"@type":"Article","author":{"name":"Ann Lee"}}')}, ("Ann Lee",), "json-ld"),
        ({"head": json_ld('{"@type":"Article","author":[{"name":"Ann"},{"name":"Bob"}]}')}, ("Ann", "Bob"), "json-ld"),
        ({"head": meta("author", "By Ann Lee")}, ("Ann Lee",), "meta:author"),
        ({"head": meta("author", "Ann Lee and Bob Ray")}, ("Ann Lee", "Bob Ray"), "meta:author"),
        (
            {"head": meta("citation_author", "Lee, Ann") + meta("citation_author", "Ray, Bob")},
            ("Lee, Ann", "Ray, Bob"),
            "meta:citation_author",
        ),
        ({"head": meta("article:author", "https://example.org/ann") + meta("author", "Ann")}, ("Ann",), "meta:author"),
        ({"body": "<div class=author><b>Ann Lee</b><p>Reporter</p></div>"}, ("Ann Lee",), "class"),
        ({"body": "<div class=author><p>By</p><p>Ann Lee</p><p>Reporter</p></div>"}, ("Ann Lee",), "class"),
        (
            {"body": f"<div class=by-author-ann><p>Home</p><p>{'Menu. ' * 200}</p><b class=author>Ann Lee</b></div>"},
            ("Ann Lee",),
            "class",
        ),
        ({"body": "<div class=author>boat67 Posts: 804</div>"}, ("boat67 Posts",), "class"),
        ({"body": "<div class=author>Ann Lee 12,804 points</div>"}, ("Ann Lee",), "class"),
        ({"head": meta("author", "admin"), "body": "<a rel=author href=/a>Ann Lee</a>"}, ("Ann Lee",), "rel"),
        ({"body": "<p class=byline>By Ann Lee | 9 March 2024</p>"}, ("Ann Lee",), "class"),
        ({"body": "<p class=byline>Ann Lee March 9, 2024</p>"}, ("Ann Lee",), "class"),
        (
            {"body": "<span itemprop=author>x <b itemprop=name>Ann Lee</b> 4,512</span>"},
            ("Ann Lee",),
            "itemprop:author",
        ),
        ({"body": "<div>Von Anna Groß</div>"}, ("Anna Groß",), "text"),
        ({}, (), ""),
    ],
)
def test_authors_are_named_with_where_the_page_names_them(page, names, source):
    found = said(**page)

    assert (found.authors, found.author_source) == (names, source)


def test_a_page_says_what_it_is_of():
    head = "".join(
        [
            meta("og:site_name", "The Gazette"),
            meta("article:section", "Harbour"),
            meta("article:tag", "tides"),
            meta("article:tag", "fish"),
            meta("description", "No water."),
            meta("og:image", "/lead.png"),
        ]
    )
    found = said(head=head)

    assert (found.site_name, found.section, found.tags) == ("The Gazette", "Harbour", ("tides", "fish"))
    assert (found.description, found.image) == ("No water.", "/lead.png")


def test_structured_data_say_what_metas_do_not():
    found = said(
        head=json_ld(
            '{"@type":"Article","publisher":{"name":"The Gazette"},"articleSection":"Harbour","keywords":["a","b, c"],'
            '"image":{"url":"/lead.png"}}'
        )
    )

    assert (found.site_name, found.section, found.tags) == ("The Gazette", "Harbour", ("a", "b", "c"))
    assert found.image == "/lead.png"
