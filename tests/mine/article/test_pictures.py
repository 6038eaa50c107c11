"""Which images an article has; each image's name says whether it should be there."""

import pytest
from articles import content
from hypothesis import given
from hypothesis import strategies as st
from pages import flat, soup

import sitemine

KEPT = "Kept: "


def images(body):
    """The images of an article that keeps the lines that begin so."""
    table = flat(f"<body>{body}")
    lines = [table.text[a:b] for a, b in zip(table.segment_start, table.segment_end, strict=True)]
    found = content(f"<body>{body}", [k for k, line in enumerate(lines) if line.startswith(KEPT)]).images
    return [(image.url.rsplit("/", 1)[1], image.caption) for image in found]


def figure(name, caption, inside="<img src={}>"):
    return f"<figure>{inside.format(name)}<figcaption>{caption}</figcaption></figure>"


P, H1 = f"<p>{KEPT}a</p>", f"<h1>{KEPT}b</h1>"


def test_a_figure_stays_whose_caption_is_dropped():
    assert images(P + figure(1, "Photo: Ann Lee") + P) == [("1", "Photo: Ann Lee")]


def test_a_caption_that_is_kept_is_the_images():
    assert images(P + figure(1, f"{KEPT}the quay") + P) == [("1", f"{KEPT}the quay")]


def test_all_pictures_of_a_gallery_stay():
    gallery = "".join(figure(k, f"Credit {k}") for k in range(3))

    assert images(f"{P}<div>{gallery}</div>{P}") == [(f"{k}", f"Credit {k}") for k in range(3)]


@pytest.mark.parametrize("inside", ["<a href=big.jpg><img src={}></a>", "<picture><source><img src={}></picture>"])
def test_a_figure_may_hold_its_image_in_something(inside):
    assert images(P + figure(1, "Photo: Ann Lee", inside) + P) == [("1", "Photo: Ann Lee")]


def test_a_box_without_links_is_a_figure_by_another_name():
    assert images(f"{P}<div><img src=1><p>Photo: Ann Lee</p></div>{P}") == [("1", "Photo: Ann Lee")]


@pytest.mark.parametrize(
    "teaser",
    [
        figure(1, "<a href=/other>Another story</a>", "<a href=/other><img src={}></a>"),
        "<div><a href=/other><img src=1>Another story</a></div>",
        "<div><a href=/other><img src=1></a><p>Advertisement</p></div>",
        "<div><img src=1><p>One</p><p>Two</p><p>Three</p></div>",
    ],
)
def test_a_teaser_between_paragraphs_is_no_image_of_the_article(teaser):
    assert images(P + teaser + P) == []


@pytest.mark.parametrize(
    "lead", [figure(1, "Photo: Ann Lee"), "<figure><img src=1></figure>", "<div><img src=1></div>"]
)
def test_the_lead_image_stays_below_a_byline_that_is_dropped(lead):
    assert [name for name, _ in images(f"<main>{H1}<div>By Ann Lee</div>{lead}{P}</main>")] == ["1"]


def test_a_figure_stays_above_the_first_and_below_the_last_line_of_its_element():
    assert [name for name, _ in images(f"<p>Menu</p><main>{figure(1, 'x')}{P}{figure(2, 'y')}</main>Imprint")] == [
        "1",
        "2",
    ]


def test_an_old_page_lays_its_pictures_out_by_tables():
    picture = "<table align=right><tr><td><img src=1></td></tr><tr><td>Photo: Ann Lee</td></tr></table>"

    assert images(f"<table><tr><td>Title</td></tr><tr><td>{picture}{KEPT}a<br>{KEPT}b</td></tr></table>") == [
        ("1", "Photo: Ann Lee")
    ]


@pytest.mark.parametrize(
    "body",
    [
        f"<img src=logo>{P}<p>Imprint</p>",
        f"<figure><img src=logo></figure>{P}<p>Imprint</p>",
        f"{H1}<div>Share <img src=icon></div>{P}",
        f"{H1}<p>By Ann Lee</p><a href=/print><img src=icon></a>{P}",
        f"{P}<p>Read on</p>" + figure("other", "Other"),
        f"<div>{P}</div>" + figure("other", "Other") + "<p>Imprint</p>",
    ],
)
def test_what_stands_around_an_article_shows_no_image_of_it(body):
    assert images(body) == []


def test_a_dropped_caption_is_told_with_its_image_and_not_in_the_text():
    said = " ".join(f"The ferry did not sail on day {k}, as the wind came from the north." for k in range(9))
    credit = "<figure><img src=1.jpg><figcaption class=share-button>Photo: A &amp; B</figcaption></figure>"
    page = f"<main><h1>Gale</h1><p>{said}</p>{credit}<p>{said}</p></main>"

    article = sitemine.extract(page, url="https://example.org/")

    assert [(image.url, image.caption) for image in article.images] == [("https://example.org/1.jpg", "Photo: A & B")]
    assert "Photo" not in article.text + article.content.html() + article.content.markdown(images=True)


@given(soup(), st.data())
def test_any_page_has_images_only_of_its_own(html, data):
    n_segments = len(flat(html).segment_start)
    kept = [k for k in range(n_segments) if data.draw(st.booleans())]

    assert len(content(html, kept).images) <= html.lower().count("<img")
