import pytest

from sitemine.acquire import chromium
from sitemine.acquire.browser import Browser
from sitemine.errors import MissingBrowserError, SitemineError
from sitemine.records import Outcome, Page


@pytest.fixture(name="bare")
def _bare(monkeypatch, tmp_path):
    """A machine without a browser."""
    monkeypatch.delenv("SITEMINE_CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(chromium, "PLACES", ())
    return tmp_path


def test_where_no_browser_is_installed_the_message_says_what_installs_one(bare):
    with pytest.raises(MissingBrowserError, match="apt install chromium") as error:
        chromium.find_chromium()

    assert isinstance(error.value, SitemineError)
    assert "SITEMINE_CHROMIUM" in str(error.value)


def test_the_browser_that_is_named_is_taken_first(bare, monkeypatch):
    for name in ("chromium", "mine"):
        (bare / name).write_text("#!/bin/sh\n", encoding="utf-8")
        (bare / name).chmod(0o755)

    assert chromium.find_chromium() == str(bare / "chromium")
    monkeypatch.setenv("SITEMINE_CHROMIUM", str(bare / "mine"))
    assert chromium.find_chromium() == str(bare / "mine")


def test_a_program_that_is_no_browser_ends_in_an_outcome(bare):
    (bare / "chromium").write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    (bare / "chromium").chmod(0o755)

    with Browser() as browser:
        page = browser.render(Page("http://example.org/", "<p>text"))

    assert page.outcome is Outcome.RENDER_CRASH


def test_a_browser_may_not_resolve_names_nor_reach_addresses():
    flags = " ".join(chromium.FLAGS)

    assert "--host-resolver-rules=MAP * ~NOTFOUND" in flags
    assert "--proxy-bypass-list=<-loopback>" in flags
    assert "--remote-debugging-port" not in flags
