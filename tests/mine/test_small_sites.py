"""One page, or a few plain ones: what lists is a TOC page with its entries, what tells is an article."""

import random

import pytest

import sitemine
from sitemine import Page, Role

TITLES = (
    *("Storm closes the northern road", "Ferry returns after long repair", "Council votes on the new bridge"),
    *("School choir wins a second prize", "Old mill opens as a museum", "Fishermen ask for a later season"),
    *("Library extends its hours", "Market moves to the harbour", "New pilot boat is named"),
    *("Winter lights go on in town", "Snow stops trains for a day", "Bakers meet for the yearly fair"),
)
WORDS = """road ferry bridge harbour school market mill choir boat snow town council winter letter garden window north river stone
morning nobody always later found between under carried slowly opened asked answered turned waited counted painted heavy early narrow
bright old small quiet second long without before after against from into over through""".split()
MENU = "<ul><li><a href=/>Home</a></li><li><a href=/about>About</a></li><li><a href=/contact>Contact</a></li></ul>"


def framed(path, title, body):
    html = f"<html><head><title>{title}</title></head><body>{MENU}<h1>{title}</h1>{body}<p>Contact us</p></body></html>"
    return Page(f"https://e.example/{path}", html)


def prose(number, count=6):
    chance = random.Random(number)
    sentences = (" ".join(chance.choices(WORDS, k=chance.randrange(8, 18))).capitalize() for _ in range(3 * count))
    return "".join(f"<p>{'. '.join(lines)}.</p>" for lines in zip(sentences, sentences, sentences, strict=False))


def linked(k):
    return f"<a href=/a{k}>{TITLES[k]}</a>"


def each(record):
    return "".join(record.format(link=linked(k), number=k + 1) for k in range(len(TITLES)))


PAGES = [framed(f"a{k}", title, prose(k)) for k, title in enumerate(TITLES)]
CHAPTERS = "".join(
    f"<h2>{name}</h2><ul>{''.join(f'<li>{linked(k)}</li>' for k in range(first, first + 4))}</ul>"
    for first, name in ((0, "Start"), (4, "Use"), (8, "Reference"))
)
ROW = "<tr><td>{link}</td><td>{number}</td><td>{number} Nov 2025 by user{number}</td></tr>"
LISTS = {
    "list": framed("", "News", f"<ul>{each('<li>{link}</li>')}</ul>"),
    "cards": framed(
        "", "News", each("<div><h3>{link}</h3><p>What was seen of it on day {number}, and who said so.</p></div>")
    ),
    "forum": framed("", "Forum", f"<table><tr><th>Topic<th>Replies<th>Last post</tr>{each(ROW)}</table>"),
    "docs": framed("", "Documentation", f"<p>All that the tool can do.</p>{CHAPTERS}"),
}
ITEMS = each("<li>{link}</li>")
RELATED = framed("long", "A long day at the harbour", f"{prose(50, 10)}<h2>Related</h2><ul>{ITEMS}</ul>")


def card(k):
    return (
        f'<article class=card><h3><a href="/news/story-{k}">Minister presents plan number {k} to the council</a></h3>'
        f"<p>The plan {k} foresees new roads and bridges, the minister said on Tuesday in the capital.</p>"
        f"<time datetime=2026-11-{k % 28 + 1:02d}>{k % 28 + 1} Nov</time></article>"
    )


NAVIGATION = "<nav><a href=/>Home</a><a href=/news/>News</a><a href=/sport/>Sport</a></nav>"
NEWS = Page(
    "https://ex.example/news/",
    f"<html lang=en><head><title>News | Example</title></head><body>{NAVIGATION}<main><h1>News</h1>"
    f"{''.join(map(card, range(30)))}</main><footer>Example</footer></body></html>",
)


def story(number):
    title = f"Minister presents plan number {number} to the council"
    lines = "".join(
        f"<p>Sentence {k} of plan {number} tells a lot about road {number * 7 + k} and the bridge over river "
        f"{number * 13 + k}, which was built long ago.</p>"
        for k in range(5)
    )
    return Page(
        f"https://ex.example/news/story-{number}",
        f"<html lang=en><head><title>{title} | Example</title></head><body>{NAVIGATION}<main><h1>{title}</h1>{lines}"
        "</main><footer>Example</footer></body></html>",
    )


def entries_of(page):
    return [(entry.url.rsplit("/", 1)[-1], entry.text) for entry in page.entries]


@pytest.mark.parametrize("n_stories", [0, 1, 2, 4, 10])
def test_a_page_of_thirty_cards_introduces_thirty_stories_whatever_came_of_them(n_stories):
    site = sitemine.mine([NEWS, *map(story, range(n_stories))])
    page = site.pages[NEWS.url]

    assert page.toc_probability > 0.75
    assert [entry.url for entry in page.entries] == [story(k).url for k in range(30)]
    assert all(entry.text.startswith("Minister presents") for entry in page.entries)
    assert all(entry.teaser.endswith("in the capital.") for entry in page.entries)
    assert [entry.date for entry in page.entries] == [f"2026-11-{k % 28 + 1:02d}" for k in range(30)]


@pytest.mark.parametrize("n_stories", [2, 4, 10])
def test_the_stories_of_a_small_site_are_articles(n_stories):
    site = sitemine.mine([NEWS, *map(story, range(n_stories))])

    assert all(site.pages[story(k).url].toc_probability < 0.3 for k in range(n_stories))


@pytest.mark.parametrize("name", LISTS)
def test_a_lone_plain_list_introduces_all_that_it_lists(name):
    [page] = sitemine.mine([LISTS[name]]).pages.values()

    assert page.toc_probability > 0.75
    assert entries_of(page) == [(f"a{k}", title) for k, title in enumerate(TITLES)]


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize("n_articles", [1, 2, 4, 12])
def test_a_plain_list_and_some_of_its_articles_are_told_apart(name, n_articles):
    site = sitemine.mine([LISTS[name], *PAGES[:n_articles]])
    page = site.pages[LISTS[name].url]

    assert page.toc_probability > 0.75
    assert entries_of(page) == [(f"a{k}", title) for k, title in enumerate(TITLES)]
    assert all(site.pages[one.url].toc_probability < 0.25 for one in PAGES[:n_articles])


@pytest.mark.parametrize("others", [[], PAGES[:1], PAGES[:5], [LISTS["list"], *PAGES[:3]]], ids=len)
def test_an_article_with_a_long_list_of_related_ones_stays_an_article(others):
    page = sitemine.mine([RELATED, *others]).pages[RELATED.url]

    assert page.role is Role.ARTICLE
    assert page.entries == ()


def test_an_article_alone_is_an_article():
    assert all(sitemine.mine([page]).pages[page.url].toc_probability < 0.25 for page in PAGES[:3])
