"""The text that InfoDiscoverer and LH find on the article pages of a site, against gold."""

from collections import defaultdict

import numpy as np
import numpy.typing as npt

from bench.quality.rankings import ReadSite
from bench.quality.results import mean
from bench.quality.sites import ARTICLE
from bench.quality.words import word_f1, words_or_characters
from sitemine.dom.table import NodeTable
from sitemine.mine.methods.infodiscoverer import address_clusters, blocks_of, discover
from sitemine.options import Infodiscoverer

METHODS = {
    "InfoDiscoverer, 10 pages": Infodiscoverer(training_pages=10),
    "InfoDiscoverer, 40 pages": Infodiscoverer(training_pages=40),
    "LH, 10 pages": Infodiscoverer(blocks="table", training_pages=10),
    "LH, 40 pages": Infodiscoverer(blocks="table", training_pages=40),
}


def kept_texts(table: NodeTable, kept: npt.NDArray[np.bool_]) -> list[str]:
    """The kept segments of each page, one a line."""
    lines: defaultdict[int, list[str]] = defaultdict(list)
    for row in np.flatnonzero(kept).tolist():
        page = int(table.page[table.segment_node[row]])
        lines[page].append(table.text[table.segment_start[row] : table.segment_end[row]])
    return ["\n".join(lines[page]) for page in range(table.n_pages)]


def article_f1(site: ReadSite) -> dict[str, float]:
    """The mean word F1 of each method on a site's true article pages, which are its clusters."""
    table, batch = site.batch.table, site.batch
    golds = {gold.key: gold.text for gold in site.golds if gold.role == ARTICLE}
    urls = [batch.urls[place] for place in batch.mined]
    cluster = np.where([url in golds for url in urls], address_clusters(urls), -1).astype(np.int32)
    found = {}
    for name, options in METHODS.items():
        kept = discover(table, site.terms, cluster, blocks_of(table, options.blocks), options).segment_kept
        pairs = [(golds[url], text) for url, text in zip(urls, kept_texts(table, kept), strict=True) if url in golds]
        found[name] = mean(word_f1(text, gold, words_or_characters) for gold, text in pairs) or 0.0
    return found
