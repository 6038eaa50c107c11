"""The entries of TOC pages against gold: sets of URLs, without what does not name another page."""

from collections.abc import Iterable, Mapping

import ada_url

from bench.quality.roles import Scores, scores

INDEX = "index.html"


def canonical(url: str) -> str:
    """The URL as the standard writes it, without its fragment and without a final `index.html`."""
    try:
        parts = ada_url.URL(url)
    except ValueError:
        return url
    parts.hash = ""
    if parts.pathname.endswith("/" + INDEX):
        parts.pathname = parts.pathname.removesuffix(INDEX)
    return parts.href


def entry_scores(answer: Iterable[str], gold: Iterable[str]) -> Scores:
    """How well the entries of one TOC page are found, those to pages outside the sample included."""
    given, wanted = set(map(canonical, answer)), set(map(canonical, gold))
    return scores(len(given & wanted), len(given), len(wanted))


def link_scores(answers: Mapping[str, Iterable[str]], golds: Mapping[str, Iterable[str]]) -> Scores:
    """How well the links from TOC pages to what they introduce are found in a whole site.

    Both arguments map each page to the targets of its entries. A page wrongly taken for a TOC page costs precision
    here, while `entry_scores` looks at true TOC pages alone.
    """
    given = {(page, canonical(url)) for page, urls in answers.items() for url in urls}
    wanted = {(page, canonical(url)) for page, urls in golds.items() for url in urls}
    return scores(len(given & wanted), len(given), len(wanted))
