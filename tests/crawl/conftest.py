import sys
from pathlib import Path

import pytest

# The servers are the bench's; what tests share lies beside them.
sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parent)]


@pytest.fixture
def crawled(tmp_path):
    """Crawls what a function answers into a folder of the test's own."""
    from crawls import crawl

    def here(respond, entrance="/", **how):
        return crawl(respond, tmp_path / "crawled", entrance, **how)

    return here
