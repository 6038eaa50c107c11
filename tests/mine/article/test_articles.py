import pickle

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pages import soup

from sitemine.dom import read_batch
from sitemine.measure import terms_of
from sitemine.mine import Repeated, article_of, decide_roles, mine_batch, pages_of, portray, sight_of
from sitemine.mine.article.articles import TOLD, of_toc
from sitemine.options import Limits, Options
from sitemine.records import Entry, Outcome, Page, Role

NAV = "<nav><ul><li><a href=/>Home page</a><li><a href=/n>News of today</a></ul></nav>"
FOOT = "<div class=foot><p>Printed at the old customs house, all rights reserved since then.</p></div>"
COMMENTS = (
    "<div id=comments class=comments-area><ol class=comment-list><li class=comment>"
    "<div class=comment-body><p>Well said, say I, {}.</p></div></li></ol></div>"
)
RELATED = "<div class=more><ul><li><a href=/{0}>{0} and what came of it</a></ul></div>"
STORIES = {
    "tides": "The harbour was empty at noon, and nobody on the quay could tell where the water had gone.",
    "fog": "Pilots stopped work before five because a grey wall stood across the whole channel mouth.",
    "eels": "Buyers waved their hands in vain while crates full of slippery merchandise changed owners.",
}


def page(name, story):
    more = "A second paragraph follows about " + " ".join(story.split()[::-1])
    return (
        f"<html lang=en><title>{name.title()} | The Gazette</title><body>{NAV}<div class=all><div class=story>"
        f"<h1>{name.title()}</h1><p>{story}</p><p>{more}</p><p>{story[::-1]}</p></div>{RELATED.format(name[::-1])}"
        f"{COMMENTS.format(name)}</div>{FOOT}"
    )


PAGES = [Page(f"https://example.org/{name}", page(name, story)) for name, story in STORIES.items()]


def mined(pages, options=Options()):  # noqa: B008 - frozen
    batch = read_batch(pages, options.limits)
    return mine_batch(batch, Repeated.of(batch, terms_of(batch.table)), options)


def blocks(article):
    return {block.text: block for block in article.blocks}


@pytest.fixture(scope="module")
def articles():
    return [page.article for page in pages_of(mined(PAGES), Options())]


@pytest.fixture(scope="module")
def alone():
    batch = read_batch(PAGES[:1], Limits())
    return article_of(mine_batch(batch, Repeated.empty(), Options()), 0, Options())


def test_what_a_site_repeats_is_dropped_and_what_a_page_says_alone_is_kept(articles):
    for article, (name, story) in zip(articles, STORIES.items(), strict=True):
        assert article.text.split("\n")[:2] == [name.title(), story]
        assert "Printed" not in article.text
        assert "Home" not in article.text
        assert "say I" not in article.text


def test_text_and_markdown_hold_the_blocks_that_were_kept(articles):
    for article in articles:
        kept = [block for block in article.blocks if block.kept]

        assert article.text == "\n".join(block.text for block in kept)
        assert article.markdown.count("\n\n") == len(kept) - 1
        assert article.markdown.startswith("# ")


def test_a_page_says_what_it_is_of_itself(articles):
    first = articles[0]

    assert (first.url, first.title, first.language) == ("https://example.org/tides", "Tides", "en")
    assert (first.role, first.outcome) == (Role.ARTICLE, Outcome.OK)


def test_the_evidence_of_a_block_is_counted_over_the_site(articles):
    seen = {text: block.evidence for text, block in blocks(articles[0]).items()}
    foot, home, story = seen[FOOT[19:-10]], seen["Home page"], seen[STORIES["tides"]]

    assert (foot.pages, foot.n_pages, foot.link_share) == (3, 3, 0.0)
    assert 0.9 < foot.entropy < 1  # "at", which one page says once more
    assert (home.pages, home.n_pages, home.entropy, home.link_share) == (3, 3, 1.0, 1.0)
    assert home.text_length == len("Home page")
    assert (story.pages, story.n_pages, story.text_length) == (1, 3, len(STORIES["tides"]))
    assert 0 < story.entropy < 0.5  # "the" is said elsewhere, most words are not


def test_a_block_has_its_place_and_its_kind(articles):
    found = blocks(articles[0])

    assert found["Tides"].kind == "heading"
    assert found["Home page"].kind == "list"
    assert found["Home page"].path == "html/body/nav/ul/li"
    assert found[STORIES["tides"]].path == "html/body/div/div/p"
    nodes = [block.node for block in articles[1].blocks]
    assert nodes == sorted(nodes)
    assert nodes[0] == 4  # html, body, nav, ul, li: counted from the page's own root


def test_alone_there_is_no_entropy_and_one_page(alone):
    assert {(block.evidence.pages, block.evidence.n_pages, block.evidence.entropy) for block in alone.blocks} == {
        (1, 1, 0.0)
    }


PRICES = (
    "<table><tr><td>Cod of the day<td>4.77</table>",
    "<table><tr><td>Plaice in crates<td>4.77</table>",
    "<table><tr><td>Sole from afar<td>4.77</table>",
)


def test_a_block_without_terms_says_as_much_as_what_surrounds_it():
    pages = [Page(f"https://example.org/{k}", f"<nav>Home 2024</nav>{prices}") for k, prices in enumerate(PRICES)]

    found = blocks(pages_of(mined(pages), Options())[0].article)

    assert found["4.77"].evidence.entropy == found["Cod of the day"].evidence.entropy == 0
    assert found["4.77"].evidence.pages == 1
    assert found["Home 2024"].evidence.entropy == 1


def test_a_page_of_numbers_alone_is_like_no_other():
    pages = [Page(f"https://example.org/{k}", "<p>1<p>2") for k in range(3)]

    first = pages_of(mined(pages), Options())[0].article

    assert {block.evidence.entropy for block in first.blocks} == {0}


def reasons(article):
    return {block.reason: block for block in article.blocks}


def test_a_block_within_the_article_says_so(articles, alone):
    assert blocks(alone)[STORIES["tides"]].reason == "in the informative block"
    assert blocks(articles[0])[STORIES["tides"]].reason == "in the informative block, on 1 of 3 pages"


def test_comments_are_called_comments(articles, alone):
    for article in (*articles, alone):
        [comment] = [block for text, block in blocks(article).items() if "say I" in text]
        assert (comment.kept, comment.reason) == (False, "among the readers' comments")


def test_repeated_blocks_tell_on_how_many_pages(articles):
    for article in articles:
        assert blocks(article)["Home page"].reason == "repeated on 3 of 3 pages"


def test_alone_a_menu_is_dropped_for_its_landmark(alone):
    assert blocks(alone)["Home page"].reason == "in a header, footer, navigation, aside or form"


def reason_of(text, html, others=()):
    """Why a block of a page was dropped, among other pages if there are any."""
    pages = [Page(f"https://example.org/{k}", each) for k, each in enumerate((html, *others))]
    if others:
        article = pages_of(mined(pages), Options())[0].article
    else:
        article = article_of(mine_batch(read_batch(pages, Limits()), Repeated.empty(), Options()), 0, Options())
    block = blocks(article)[text]
    assert not block.kept
    return block, block.reason


STORY = f"<div><p>{STORIES['tides']}</p><p>{STORIES['fog']}</p><p>{STORIES['eels']}</p></div>"


def test_a_dropped_link_alone_is_among_links():
    text = "Elsewhere on this site"
    block, reason = reason_of(text, f"{STORY}<section><a href=/1>{text}</a><br></section>")

    assert reason == "among links"
    assert block.evidence.link_share > 0.5


def test_a_block_that_says_little_says_so():
    text = "Ad"
    block, reason = reason_of(text, f"{STORY}<section><a href=/1>{'link ' * 9}</a></section><h5>{text}</h5>")

    assert reason == "unlike blocks that inform"
    assert (block.score < 0.5, block.evidence.link_share) == (True, 0.0)


def test_a_block_of_words_that_all_pages_say_says_so():
    text = "harbour noon tide"
    other = "<p>noon at the harbour is no time for a tide</p>"
    links = f"<section><a href=/1>{'menu ' * 9}</a></section>"
    block, reason = reason_of(text, f"{STORY}{other}{links}<h5>{text}</h5>", [f"{links}{other}{STORY}"] * 3)

    assert reason == "says what other pages say"
    assert block.evidence.pages == 1
    assert block.evidence.entropy > 0.5


@given(st.lists(soup(), min_size=1, max_size=4))
def test_the_numbers_of_any_page_are_within_their_bounds(htmls):
    for found in pages_of(mined([Page(f"https://example.org/{k}", html) for k, html in enumerate(htmls)]), Options()):
        assert 0 <= found.toc_probability <= 1
        if found.article is None:
            continue
        assert 0 <= found.article.confidence <= 1
        for block in found.article.blocks:
            seen = block.evidence
            assert 0 <= block.score <= 1
            assert 1 <= seen.pages <= max(seen.n_pages, 1)
            assert 0 <= seen.entropy <= 1
            assert 0 <= seen.link_share <= 1
            assert seen.text_length == len(block.text) > 0
            assert block.reason


def chunked(pages, size):
    """The pages of a site, decided on in chunks of some size."""
    whole = read_batch(pages, Limits())
    model = Repeated.of(whole, terms_of(whole.table))
    roles = decide_roles(portray(sight_of(whole, model)))
    found = []
    for first in range(0, len(pages), size):
        batch = read_batch(pages[first : first + size], Limits())
        found += pages_of(mine_batch(batch, model, Options(), roles), Options())
    return found


@settings(max_examples=30, deadline=None)
@example(["one", "<a href=/2 title=t><p>two three<a>"])
@given(st.lists(soup(), min_size=2, max_size=8))
def test_nothing_depends_on_what_shares_a_batch(htmls):
    pages = [Page(f"https://example.org/{k}", html) for k, html in enumerate(htmls)]

    assert chunked(pages, 1) == chunked(pages, 3) == chunked(pages, 64)


def test_records_are_made_of_the_places_that_are_asked_for():
    found = mined([PAGES[0], Page("https://example.org/x", b"\x89PNG\r\n\x1a\n"), PAGES[1]])

    both = pages_of(found, Options(), [2, 1], with_blocks=False)

    assert [page.url for page in both] == ["https://example.org/fog", "https://example.org/x"]
    assert (both[1].outcome, both[1].article) == (Outcome.NOT_HTML, None)
    assert both[0].article.blocks == ()
    assert both[0].article.text == pages_of(found, Options())[2].article.text


def test_confidence_is_higher_where_the_evidence_is_plainer(articles):
    doubtful = "<div><p>Some words <a href=/1>and links</a> mixed</p><p><a href=/2>again</a> and again so</p></div>"
    [unsure] = pages_of(mined([Page("https://example.org/u", doubtful)]), Options())

    assert unsure.article.confidence < min(article.confidence for article in articles)


def test_a_page_that_says_nothing_has_no_text_and_no_role():
    [nothing] = pages_of(mined([Page("https://example.org/e", "<div><img></div>")]), Options())

    assert (nothing.outcome, nothing.role) == (Outcome.EMPTY, Role.OTHER)
    assert nothing.article.text == nothing.article.markdown == ""


def test_a_time_within_the_article_goes_before_one_outside():
    story = STORY.replace("<p>", "<p><time datetime=2024-03-09>now</time> ", 1)
    then = "<nav><p><a href=/>Then</a> <time datetime=2001-01-01>long ago</time></nav>"
    inside, outside = (mined([Page("https://example.org/t", f"{then}{html}")]) for html in (story, STORY))

    [first], [second] = pages_of(inside, Options()), pages_of(outside, Options())

    assert (first.article.date, first.article.date_source) == ("2024-03-09", "time")
    assert (second.article.date, second.article.date_source) == ("2001-01-01", "time")


def test_a_part_of_few_titles_is_the_page_s_own_and_one_of_many_the_site_s():
    pages = [
        Page(f"https://example.org/{k}", f"<title>{'Tides' if k < 2 else f'Story {k}'} - The Gazette</title>{STORY}")
        for k in range(30)
    ]

    titles = [found.article.title for found in pages_of(mined(pages), Options())]

    assert titles[:3] == ["Tides", "Tides", "Story 2"]


ENTRIES = (Entry("https://example.org/1", "One", "What it says."), Entry("https://example.org/2", "Two"))


@pytest.mark.parametrize(("way", "text"), [("text", None), ("entries", "One\nWhat it says.\nTwo"), ("skip", "")])
def test_the_text_of_a_toc_page_is_what_the_caller_wants(alone, way, text):
    found = of_toc(alone, ENTRIES, way)

    assert found.text == (alone.text if text is None else text)
    assert (found.title, found.url) == (alone.title, alone.url)
    assert ("[One](https://example.org/1)" in found.markdown) == (way == "entries")


def test_an_article_is_the_same_after_it_was_pickled(articles):
    for article in articles:
        again = pickle.loads(pickle.dumps(article))  # noqa: S301 - our own

        assert again == article
        assert (again.markdown, again.html, again.tei, again.links) == (
            article.markdown,
            article.html,
            article.tei,
            article.links,
        )


def test_what_a_page_says_of_itself_is_made_when_the_first_of_it_is_asked_for():
    article = article_of(mined(PAGES[:1]), 0, Options())

    assert article.text
    assert set(TOLD) <= set(article._makers)
    assert article.title
    assert not set(TOLD) & set(article._makers)
