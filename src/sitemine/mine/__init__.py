"""What is the structure? Reads tables and measures, decides: which blocks inform, what the article of a page is.

`repeated` learns what a site repeats, `blocks` finds the informative block of each page, `decision` joins both to what is
said of a page, `metadata` finds its title and date, `render` writes its segments, `articles` makes records of them all. `infodiscoverer` is the method of its
paper, `reduced` a site's links without those that say little.
"""

from sitemine.mine.articles import article_of, pages_of
from sitemine.mine.decision import MinedBatch, mine_batch
from sitemine.mine.methods import METHODS, Method, method_named
from sitemine.mine.repeated import Repeated
from sitemine.mine.told import blocks_found

__all__ = [
    "METHODS",
    "Method",
    "MinedBatch",
    "Repeated",
    "article_of",
    "blocks_found",
    "method_named",
    "mine_batch",
    "pages_of",
]
