"""The verbs that take a source of any kind."""

import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sitemine.acquire import canonical, open_source
from sitemine.acquire.source import AnySource, Source
from sitemine.options import Options
from sitemine.run.model import SiteModel
from sitemine.run.site import Progress, Site, learn_pages, mine_pages, silent

if TYPE_CHECKING:
    from sitemine.run.rendering import Js


def _options(options: Options | None, changed: dict[str, Any]) -> Options:
    chosen = options or Options.default()
    return chosen.with_changes(changed) if changed else chosen


@contextmanager
def _opened(source: AnySource, base: str, options: Options, js: "Js" = "never") -> Iterator[Source]:
    """The source; one that is a URL is crawled first, into a folder that is there for as long as it is read."""
    if not (isinstance(source, str) and canonical(source)):
        yield open_source(source, base=base, limits=options.limits)
        return
    from sitemine.run.crawl import crawl_site

    with tempfile.TemporaryDirectory(prefix="sitemine-") as folder:
        crawl_site(source, folder, options=options, js=js)
        yield replace(open_source(Path(folder), limits=options.limits), name=source)


def mine(
    source: AnySource,
    *,
    base: str = "",
    js: "Js | None" = None,
    progress: Progress = silent,
    options: Options | None = None,
    **changed: Any,
) -> Site:
    """Mines a site: a folder, a WARC, JSON lines, Parquet, pages in memory, or a URL.

    `base` is the address below which pages are known that do not tell their own. Any field of `Options` may be given by
    its name. A URL is crawled first, as `crawl_site` does by default. `js` says which pages a browser shows first: "auto"
    (those whose text only their scripts write; the default for a URL), "always", or "never" (the default for all else).
    """
    from sitemine.run.rendering import renderer_for

    chosen = _options(options, changed)
    with _opened(source, base, chosen, js or "auto") as opened, renderer_for(source, js, chosen) as render:
        site = mine_pages(render.pages(opened), chosen, source=opened.name, progress=progress)
    if render.is_missing:
        warnings.warn("no browser found to show pages in; they were mined as they are", RuntimeWarning, stacklevel=2)
    return site


def learn(
    source: AnySource, *, base: str = "", progress: Progress = silent, options: Options | None = None, **changed: Any
) -> SiteModel:
    """What a site repeats, as a model that can be saved and applied to its other pages."""
    chosen = _options(options, changed)
    with _opened(source, base, chosen) as opened:
        return learn_pages(opened, chosen, progress=progress)
