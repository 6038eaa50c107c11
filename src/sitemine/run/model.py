"""A page read by itself or by what is known of its site, and the site model as a file."""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from sitemine.errors import ModelError
from sitemine.mine import Repeated, blocks_found, lone_article, mine_batch
from sitemine.options import Options
from sitemine.publish import pruned, write_atomically
from sitemine.records import Article, Page
from sitemine.run.plan import read_safely

AHEAD = timedelta(hours=14)
"""By how much the clocks of the easternmost time zone are ahead of UTC."""


def _latest() -> str:
    """The last day that has begun anywhere: a page without a time of its own was not written after it."""
    return (datetime.now(UTC) + AHEAD).date().isoformat()


@dataclass(frozen=True, slots=True, eq=False)
class SiteModel:
    """What a site repeats, learned once and applied to any page of it."""

    repeated: Repeated
    options: Options = field(default_factory=Options)

    def __repr__(self) -> str:
        return f"<SiteModel of {self.n_pages} pages>"

    @property
    def n_pages(self) -> int:
        """Pages that the model was learned from."""
        return self.repeated.n_pages

    def extract(self, html: bytes | str | Page, url: str = "") -> Article:
        """The article of a page of the site."""
        page = html if isinstance(html, Page) else Page(url, html)
        options = self.options if self.options.latest_date else replace(self.options, latest_date=_latest())
        batch = read_safely([page], options.limits)
        if not batch.mined:
            return Article(url=batch.urls[0], outcome=batch.outcomes[0], detail=batch.details[0])
        return lone_article(mine_batch(batch, self.repeated, options), options)

    def save(self, path: str | Path) -> None:
        """Writes the model to a file; equal models give equal bytes."""
        write_atomically(Path(path), iter([self.repeated.to_bytes()]))


def load(path: str | Path, options: Options | None = None) -> SiteModel:
    """The model that a file holds."""
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise ModelError(str(path), error.strerror or "cannot be read") from error
    return SiteModel(Repeated.from_bytes(content, str(path)), options or Options())


def prune(html: bytes | str | Page, url: str = "", *, model: SiteModel | None = None, method: str = "wisdom") -> str:
    """The informative structure of one page as an HTML document: its blocks and the elements that connect them."""
    known = _by_method(model or SiteModel(Repeated.empty()), method)
    batch = read_safely([html if isinstance(html, Page) else Page(url, html)], known.options.limits)
    if not batch.mined:
        return ""
    return pruned(batch, blocks_found(mine_batch(batch, known.repeated, known.options)), 0)


def _by_method(model: SiteModel, method: str) -> SiteModel:
    return replace(model, options=replace(model.options, method=method)) if method else model


@cache
def _of_no_site() -> SiteModel:
    """What is known of pages that stand alone."""
    return SiteModel(Repeated.empty())


def extract(
    html: bytes | str | Page,
    url: str = "",
    *,
    model: SiteModel | None = None,
    options: Options | None = None,
    **changed: Any,
) -> Article:
    """The article of one page, by what it shows of itself, or by the model of its site.

    Any field of `Options` may be given by its name.
    """
    if model is None:
        model = SiteModel(Repeated.empty(), options) if options else _of_no_site()
    if changed:
        model = replace(model, options=model.options.with_changes(changed))
    return model.extract(html, url)
