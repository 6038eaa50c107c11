"""What is the structure? Reads tables and measures, decides: which blocks inform, what the article of a page is.

`repeated` learns what a site repeats, `blocks` finds the informative block of each page, `metadata` its title and date,
`render` writes its segments, and `articles` joins them to records with their evidence. `infodiscoverer` is the method of its
paper, `reduced` a site's links without those that say little.
"""

from sitemine.mine.articles import MinedBatch, article_of, mine_batch, pages_of
from sitemine.mine.repeated import Repeated

__all__ = ["MinedBatch", "Repeated", "article_of", "mine_batch", "pages_of"]
