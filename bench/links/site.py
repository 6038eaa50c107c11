"""A large site made up for the bench, and what analysing it takes."""

from collections.abc import Sequence
from time import process_time

import numpy as np

from bench.speed.memory import peak_megabytes
from sitemine.measure.hubs import analyse
from sitemine.measure.sitelinks import SiteLinks
from sitemine.options import Lamis

BLOCKS = 8  # of a page
MENU_SHARE = 0.3  # of links that lead to the few pages of the menu
MENU = 100


def generated(n_pages: int, n_links: int) -> SiteLinks:
    """A site whose pages link to a common menu, which says little, and to pages of all kinds, which say more."""
    chance = np.random.default_rng(0)
    block = np.sort(chance.integers(0, n_pages * BLOCKS, n_links, dtype=np.int32))
    is_menu = chance.random(n_links) < MENU_SHARE
    target = np.where(is_menu, chance.integers(0, min(MENU, n_pages), n_links), chance.integers(0, n_pages, n_links))
    alpha = chance.random(n_links) * np.where(is_menu, 0.1, 1.0)
    n_terms = np.where(is_menu, 1, chance.integers(1, 12, n_links))
    block_page = np.repeat(np.arange(n_pages, dtype=np.int32), BLOCKS)
    return SiteLinks(n_pages, block_page, block, target.astype(np.int32), alpha, n_terms.astype(np.int32))


def cost(n_pages: int, n_links: int, names: Sequence[str], options: Lamis) -> tuple[float, float]:
    """CPU seconds of some link analyses of a generated site, and the peak of the process in megabytes."""
    links = generated(n_pages, n_links)
    start = process_time()
    analyse(links, names, options)
    return process_time() - start, peak_megabytes()
