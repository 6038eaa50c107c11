"""A site model that follows its site: what changed since the last crawl is taken out and put in, page by page.

The model is sums over pages (`mine/repeated.py`), and sums can be subtracted from: so the model after any number of updates
is the very one that reading all pages anew would give, byte for byte, at the cost of the pages that changed. It is kept in
the crawl's own database, in one transaction with the list of the pages that it knows.
"""

import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from sitemine.acquire.archive import Archive, Place
from sitemine.acquire.frontier import Frontier, locked
from sitemine.acquire.warc import read_warc
from sitemine.measure import Pile, terms_of
from sitemine.mine import Repeated
from sitemine.options import Options
from sitemine.records import Page
from sitemine.run.crawl import FOLDER
from sitemine.run.model import SiteModel
from sitemine.run.plan import read_safely

AT_ONCE: Final = 8  # pages that share one node table


def learned(pages: Iterable[Page], options: Options) -> Repeated:
    """What some pages add to the model of their site."""
    pile = Pile(Repeated.empty())
    waiting = list(pages)
    for first in range(0, len(waiting), AT_ONCE):
        batch = read_safely(waiting[first : first + AT_ONCE], options.limits)
        pile.add(Repeated.of(batch, terms_of(batch.table)))
    return pile.total()


def updated(model: Repeated, gone: Iterable[Page], come: Iterable[Page], options: Options) -> Repeated:
    """The model after some pages, which it had learned, are gone and others have come; equal to learning all anew."""
    return model.without(learned(gone, options)).merge(learned(come, options))


def _pages_at(archive: Archive, places: Iterable[Place], options: Options) -> Iterator[Page]:
    for place in places:
        yield from read_warc(io.BytesIO(archive.read(place)), limits=options.limits)


def follow(folder: str | Path, options: Options | None = None) -> tuple[SiteModel, int]:
    """The model of what was crawled into a folder, brought up to date, and how many pages that took."""
    chosen, home = options or Options(), Path(folder) / FOLDER
    with locked(home):
        frontier, archive = Frontier(home / "crawl.sqlite"), Archive(home / "warc", "")
        try:
            kept = frontier.fact("model")
            model = Repeated.from_bytes(kept) if isinstance(kept, bytes) else Repeated.empty()
            changed = frontier.unlearned()
            gone = _pages_at(archive, (old for _, old, _ in changed if old), chosen)
            model = updated(model, gone, _pages_at(archive, (new for _, _, new in changed), chosen), chosen)
            frontier.learn(model.to_bytes(complete=True), ((number, new) for number, _, new in changed))
        finally:
            frontier.close()
    return SiteModel(model, chosen), len(changed)
