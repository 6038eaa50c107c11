"""How the time of each method grows with the pages of a site."""

import sys
from pathlib import Path
from time import process_time

from sitemine.measure import terms_of
from sitemine.mine.methods.named import METHODS
from sitemine.mine.repeated import Repeated
from sitemine.mine.sight import sight_of
from sitemine.options import Limits, Options
from sitemine.records import Page

EXAMPLES = Path(__file__).parents[2] / "examples"
CHUNK = 8  # pages read together, as in a run


def made_pages(n_pages: int) -> list[Page]:
    """The pages of a generated site."""
    sys.path.insert(0, str(EXAMPLES))
    from newsroom.mirror import make_files

    files = make_files(n_pages)
    home = "https://harbour-gazette.example/"
    pages = [Page(home + path, text) for path, text in sorted(files.items()) if path.endswith(".html")]
    return pages[:n_pages]


def costs(n_pages: int) -> dict[str, float]:
    """CPU seconds of each method on a generated site that has been read, in chunks as a run does it."""
    from sitemine.dom.batch import read_batch

    pages = made_pages(n_pages)
    batches = [read_batch(pages[k : k + CHUNK], Limits()) for k in range(0, len(pages), CHUNK)]
    said = [terms_of(batch.table) for batch in batches]
    model = Repeated.empty()
    for batch, terms in zip(batches, said, strict=True):
        model = model.merge(Repeated.of(batch, terms))
    options = Options()
    seen = []
    for batch in batches:
        seen.append(sight_of(batch, model))
        _ = seen[-1].weight, seen[-1].pages, seen[-1].seen  # made now, as no method answers for their time
    found = {}
    for name, method in METHODS.items():
        if method.find is None:
            continue
        start_at = process_time()
        known = None
        if method.survey is not None and method.reduce is not None:
            parts = [method.survey(s.batch, s.terms, range(s.batch.table.n_pages), options) for s in seen]
            known = method.reduce(parts, options)
        for one in seen:
            method.find(one, known, options)
        found[name] = process_time() - start_at
    return found
