"""A browser for the tests that need one. Where none is installed they are skipped, unless SITEMINE_REQUIRE_BROWSER is set."""

import os

import pytest

from sitemine.acquire.browser import Browser
from sitemine.acquire.chromium import find_chromium
from sitemine.errors import MissingBrowserError
from sitemine.options import Rendering


@pytest.fixture(scope="session", name="chromium")
def _chromium():
    try:
        find_chromium()
    except MissingBrowserError as error:
        if os.environ.get("SITEMINE_REQUIRE_BROWSER"):
            raise
        pytest.skip(str(error))
    with Browser(Rendering(tabs=1, seconds=5, grace=5)) as browser:
        yield browser
