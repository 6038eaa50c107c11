"""The verbs that take a source of any kind."""

import tempfile
from typing import Any

from sitemine.acquire import canonical, open_source
from sitemine.acquire.source import AnySource
from sitemine.options import Options
from sitemine.run.model import SiteModel
from sitemine.run.site import Progress, Site, learn_pages, mine_pages, silent


def _options(options: Options | None, changed: dict[str, Any]) -> Options:
    chosen = options or Options.default()
    return chosen.with_changes(changed) if changed else chosen


def mine(
    source: AnySource, *, base: str = "", progress: Progress = silent, options: Options | None = None, **changed: Any
) -> Site:
    """Mines a site: a folder, a WARC, JSON lines, Parquet, pages in memory, or a URL.

    A URL is crawled first, as `crawl_site` does by default, into a folder that is removed again.

    `base` is the address below which pages are known that do not tell their own. Any field of `Options` may be given by
    its name.
    """
    chosen = _options(options, changed)
    if isinstance(source, str) and canonical(source):
        from sitemine.run.crawl import crawl_site, mine_crawl

        with tempfile.TemporaryDirectory(prefix="sitemine-") as folder:
            crawl_site(source, folder, options=chosen)
            return mine_crawl(folder, chosen, source=source, progress=progress)
    opened = open_source(source, base=base, limits=chosen.limits)
    return mine_pages(opened, chosen, source=opened.name, progress=progress)


def learn(
    source: AnySource, *, base: str = "", progress: Progress = silent, options: Options | None = None, **changed: Any
) -> SiteModel:
    """What a site repeats, as a model that can be saved and applied to its other pages."""
    chosen = _options(options, changed)
    return learn_pages(open_source(source, base=base, limits=chosen.limits), chosen, progress=progress)
