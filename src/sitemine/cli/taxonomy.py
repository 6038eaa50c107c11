"""`sitemine taxonomy`: what a site is about, or what several have in common."""

import sys
from typing import Annotated, Literal

from cyclopts import Parameter

from sitemine.cli.words import NOTHING, say, source_of

TaxonomyFormat = Literal["text", "json", "turtle", "graphml", "svg"]


def taxonomy(
    sources: Annotated[list[str], Parameter(name="source", negative=())],
    /,
    *,
    format: TaxonomyFormat = "text",  # noqa: A002 - the option's name
    support: int = 0,
    articles: int = 0,
    own: int = 0,
    lexicon: bool = True,
    workers: Annotated[int, Parameter(name=("--workers", "-j"))] = 1,
) -> int:
    """The sections of a site as a tree, or the common ones of several sites, on stdout.

    Parameters
    ----------
    sources
        Sites, each as for `sitemine mine`.
    format
        text; json; turtle: SKOS; graphml; svg: a picture.
    support
        Of several sites, how many must have a concept; 0: a fifth of them, and at least two.
    articles
        How many articles a concept must lead to, to be told.
    own
        Of several sites, also tell what lies below a common concept on one site alone and leads to so many articles; 0: nothing.
    lexicon
        Of several sites, take names that sections have in many languages for the same, as Politik and 政治.
    workers
        Processes to work with; the result is the same.
    """
    from sitemine.mine.taxonomy.subjects import pruned
    from sitemine.options import Ontominer
    from sitemine.progress import Told
    from sitemine.publish.taxonomies import WRITERS
    from sitemine.run.taxonomies import taxonomy as taxonomy_of

    with Told() as told:
        found = taxonomy_of(
            [source_of(source) for source in sources],
            least=support or None,
            own=own,
            options=Ontominer(lexicon=lexicon),
            workers=workers,
            progress=told,
        )
    if articles:
        found = pruned(found, articles)
    if not len(found):
        say("sitemine: no sections found" + (" that enough of the sites have" if len(sources) > 1 else ""))
        return NOTHING
    sys.stdout.write(WRITERS[format](found))
    return 0
