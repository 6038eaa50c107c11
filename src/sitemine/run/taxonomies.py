"""The verb `taxonomy`: what one site is about, or what several sites have in common."""

from collections.abc import Sequence

from sitemine.acquire.source import AnySource
from sitemine.mine.taxonomy.shared import SiteSections, common_taxonomy
from sitemine.mine.taxonomy.subjects import Taxonomy
from sitemine.options import Ontominer
from sitemine.run.site import Progress, Site, silent
from sitemine.run.stemming import stemmer_of
from sitemine.run.verbs import mine


def sections_of_site(site: Site) -> SiteSections:
    """What a site brings into a taxonomy of several."""
    return SiteSections(site.source, site.sections, stemmer_of(site.language))


def taxonomy(
    sources: Sequence[AnySource],
    *,
    least: int | None = None,
    own: int = 0,
    options: Ontominer | None = None,
    workers: int = 1,
    progress: Progress = silent,
) -> Taxonomy:
    """The taxonomy of one site, or the common one of several; `least` is the number of sites that must agree.

    With `own`, what lies below common concepts on one site alone is told too, where it leads to so many articles.
    """
    if len(sources) == 1:
        return mine(sources[0], workers=workers, progress=progress).taxonomy
    sites = [sections_of_site(mine(source, workers=workers, progress=progress)) for source in sources]
    return common_taxonomy(sites, least, options, own=own)
