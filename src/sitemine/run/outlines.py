"""The verb `outline`: one page as a labelled tree."""

from sitemine.mine.ontominer.leaves import leaves_of
from sitemine.mine.ontominer.outline import Outline, outline_of
from sitemine.options import Limits, Ontominer
from sitemine.records import Page
from sitemine.run.plan import read_safely


def outline(
    html: bytes | str | Page, url: str = "", *, limits: Limits | None = None, options: Ontominer | None = None
) -> Outline:
    """The labelled tree of a page; without rows where it cannot be read or says nothing."""
    page = html if isinstance(html, Page) else Page(url, html)
    batch = read_safely([page], limits or Limits())
    if not batch.mined:
        return Outline(page.url)
    return outline_of(batch, leaves_of(batch.table), 0, options)
