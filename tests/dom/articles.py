"""Articles of pages made up for tests, all of whose text is kept, for the tests of `mine`."""

import numpy as np
from pages import flat

from sitemine.mine.article.content import Content
from sitemine.mine.article.excerpt import excerpt_of

BASE = "https://example.org/a/b.html"


def content(html, kept=None, base=BASE):
    """What an article holds that is all of a page, or some of its segments."""
    table = flat(html)
    segments = np.arange(len(table.segment_start)) if kept is None else np.array(kept, np.intp)
    return Content(excerpt_of(table, 0, segments, base))


def markdown(html, kept=None, **wanted):
    return content(html, kept).markdown(**wanted)


def html_of(html, kept=None, **wanted):
    return content(html, kept).html(**wanted)
