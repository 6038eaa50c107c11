"""The verb `records_of`: everything that repeats on a site's pages, as rows with named columns."""

from sitemine.mine.ontominer.attributes import Found, find_records
from sitemine.mine.ontominer.columns import Record, name_columns
from sitemine.options import Ontominer
from sitemine.run.site import Site


def records_of(site: Site, options: Ontominer | None = None) -> list[Record]:
    """The records of a site, by kind, then by page."""
    found: list[Found] = []
    urls = frozenset(site.pages)
    for batch in site.batches():
        places = [place for place in batch.mined if batch.urls[place] in urls]
        found += find_records(batch, places, options)
    return name_columns(found)
