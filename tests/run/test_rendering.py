import pytest

import sitemine
from sitemine import Outcome, Page
from sitemine.acquire import browser as browsers
from sitemine.errors import MissingBrowserError, UsageError
from sitemine.options import Limits
from sitemine.run.rendering import TRIED, Renderer, is_hollow, is_rendered, js_for, legible, template_of

STORY = (
    "<article><h1>Tides</h1>"
    + "<p>The harbour was empty at noon, and full again by the evening.</p>" * 8
    + "</article>"
)
HOLLOW = "<div id=root></div><script>root.innerHTML = '{}'</script>"


class Shown:
    """A browser that shows every page as told."""

    def __init__(self, told):
        self.told, self.asked = told, []

    def render(self, page):
        self.asked.append(page.url)
        if isinstance(self.told, Exception):
            raise self.told
        return self.told

    def close(self):
        pass


def renderer(js, told):
    found = Renderer(js)
    found._browser = Shown(told)
    return found, found._browser


def page(html, url="http://example.org/a/1"):
    return Page(url, html)


def test_a_page_is_hollow_if_only_its_scripts_write_its_text():
    assert is_hollow(page(HOLLOW.format(STORY)), Limits())
    assert not is_hollow(page(STORY + "<script>1</script>"), Limits())
    assert not is_hollow(page("<p>A short note."), Limits())


def test_never_shows_nothing_and_always_everything():
    for js, n_asked in (("never", 0), ("always", 2), ("auto", 1)):
        render, browser = renderer(js, page(STORY))

        list(render.pages([page(STORY), page(HOLLOW.format("x"))]))

        assert len(browser.asked) == n_asked, js


def test_a_template_whose_pages_stay_hollow_is_given_up():
    render, browser = renderer("auto", page("<p>still nothing"))
    pages = [page(HOLLOW, f"http://example.org/a/{k}") for k in range(TRIED + 5)]

    assert list(render.pages(pages)) == pages
    assert len(browser.asked) == TRIED


def test_a_template_whose_pages_gain_is_shown_to_its_end():
    render, browser = renderer("auto", page(STORY))

    shown = list(render.pages(page(HOLLOW, f"http://example.org/a/{k}") for k in range(TRIED + 5)))

    assert len(browser.asked) == TRIED + 5
    assert all(found.html == STORY for found in shown)


def test_pages_of_one_kind_share_a_template():
    assert template_of("http://example.org/a/1") == template_of("http://example.org/a/2?x=1")
    assert template_of("http://example.org/a/1") != template_of("http://example.org/b/1")
    assert template_of("http://example.org/a/1") != template_of("http://example.net/a/1")


def test_a_page_that_cannot_be_shown_is_left_as_it_came_and_says_why():
    render, _ = renderer("auto", Page("", b"", outcome=Outcome.RENDER_CRASH, detail="ended"))

    found = render(page(HOLLOW))

    assert (found.html, found.outcome, found.detail) == (HOLLOW, Outcome.OK, "render_crash: ended")


def test_without_a_browser_pages_are_left_as_they_are_unless_all_must_be_shown():
    for js in ("auto", "wanted"):
        render, _ = renderer(js, MissingBrowserError())
        assert render(page(HOLLOW)).html == HOLLOW
        assert render.is_missing
    with pytest.raises(MissingBrowserError, match="apt install chromium"):
        renderer("always", MissingBrowserError())[0](page(STORY))


def test_pages_that_were_mined_as_they_are_for_want_of_a_browser_are_told(monkeypatch):
    def missing(**_settings):
        raise MissingBrowserError

    monkeypatch.setattr(browsers, "start_chromium", missing)

    with pytest.warns(RuntimeWarning, match="no browser found"):
        site = sitemine.mine([page(HOLLOW.format(STORY))], js="auto")
    assert len(site.pages) == 1


def test_a_method_that_looks_at_pages_wants_a_browser():
    assert js_for("vips", "auto") == "wanted"
    assert js_for("vips", "never") == "never"
    assert js_for("wisdom", "auto") == "auto"


def test_a_browser_that_is_named_and_does_not_exist_is_bad_usage(monkeypatch):
    monkeypatch.setenv("SITEMINE_CHROMIUM", "/no/such/browser")

    with pytest.raises(UsageError, match="SITEMINE_CHROMIUM"):
        browsers.Browser().render(page(STORY))


def test_vips_without_a_browser_says_that_its_layout_is_approximate():
    article = sitemine.extract(f"<nav><a href=/>Home</a></nav>{STORY}", method="vips")

    assert "The harbour was empty" in article.text
    assert all("approximate layout 1" in block.reason for block in article.blocks)


@pytest.mark.parametrize(
    ("html", "said", "expected"),
    [
        ("<p>¶ Übergröße, façade, naïveté, Äpfel".encode(), "", "text/html; charset=utf-8"),
        (
            "<p>港日報".encode("cp932"),
            "application/xhtml+xml; charset=shift_jis",
            "application/xhtml+xml; charset=shift_jis",
        ),
        ("<meta charset=latin1><p>¶ Übergröße, façade, naïveté, Äpfel, Öl".encode(), "", "text/html; charset=utf-8"),
        (b"<p>plain", "text/plain", "text/html; charset=windows-1252"),
    ],
)
def test_a_browser_is_told_the_encoding_that_a_page_is_read_in(html, said, expected):
    assert (
        legible(Page("http://example.org/", html, headers={"content-type": said})).headers["content-type"] == expected
    )


def test_text_has_been_read_already():
    assert legible(Page("http://example.org/", "<p>¶")) == Page("http://example.org/", "<p>¶")


@pytest.mark.browser
def test_a_page_that_does_not_tell_its_encoding_is_shown_as_it_is_read(chromium):
    with Renderer("always") as shown:
        rendered = shown(Page("http://example.org/", "<h1>Größe¶</h1><p>Überall naïve Fähnchen über Äpfeln.".encode()))

    assert "Größe¶".encode() in rendered.html


@pytest.mark.browser
def test_a_page_is_rendered_once_and_mined_later_without_a_browser(chromium):
    first = chromium.render(page(f"<nav><a href=/>Home</a></nav>{STORY}"))
    render, browser = renderer("always", page("<p>never asked"))

    later = render(Page(first.url, first.html))
    article = sitemine.extract(later, method="vips")

    assert is_rendered(later)
    assert browser.asked == []
    assert article.text.startswith("Tides\nThe harbour was empty at noon")
    assert any("approximate layout 0" in block.reason for block in article.blocks)


@pytest.mark.browser
def test_text_that_scripts_write_is_extracted(chromium):
    with Renderer("auto") as render:
        article = sitemine.extract(render(page(HOLLOW.format(STORY))))

    assert article.text.startswith("Tides\nThe harbour was empty at noon")
