"""The verbs that take a source of any kind."""

from typing import Any

from sitemine.acquire import open_source
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
    """Mines a site: a folder, a WARC, JSON lines, Parquet, or pages in memory.

    `base` is the address below which pages are known that do not tell their own. Any field of `Options` may be given by
    its name.
    """
    chosen = _options(options, changed)
    opened = open_source(source, base=base, limits=chosen.limits)
    return mine_pages(opened, chosen, source=opened.name, progress=progress)


def learn(
    source: AnySource, *, base: str = "", progress: Progress = silent, options: Options | None = None, **changed: Any
) -> SiteModel:
    """What a site repeats, as a model that can be saved and applied to its other pages."""
    chosen = _options(options, changed)
    return learn_pages(open_source(source, base=base, limits=chosen.limits), chosen, progress=progress)
