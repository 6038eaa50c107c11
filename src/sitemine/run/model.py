"""A page read by itself or by what is known of its site, and the site model as a file."""

from dataclasses import dataclass, field
from pathlib import Path

from sitemine.errors import ModelError
from sitemine.mine import Repeated, mine_batch, pages_of
from sitemine.options import Options
from sitemine.publish import write_atomically
from sitemine.records import Article, Page
from sitemine.run.plan import read_safely


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
        batch = read_safely([page], self.options.limits)
        mined = pages_of(mine_batch(batch, self.repeated, self.options), self.options, with_entries=False)[0]
        return mined.article or Article(url=page.url, outcome=mined.outcome, detail=mined.detail)

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


def extract(
    html: bytes | str | Page, url: str = "", *, model: SiteModel | None = None, options: Options | None = None
) -> Article:
    """The article of one page, by what it shows of itself, or by the model of its site."""
    if model is None:
        model = SiteModel(Repeated.empty(), options or Options())
    return model.extract(html, url)
