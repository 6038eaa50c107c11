"""What is the structure? Reads tables and measures, decides: which blocks inform, what the article of a page is.

`repeated` learns what a site repeats. `units` are the blocks of text that are judged, `names`, `linear`, `features`, `declared` and
`repeats` say what is seen of them, `judge` how likely each informs, `choice` which are kept; `forest` and `learned` are what was
trained. `blocks` tells people what a segment looks like. `decision` joins both to what is
said of a page, `metadata` finds its title and date, `render` writes its segments, `articles` makes records of them all. `infodiscoverer` is the method of its
paper, `reduced` a site's links without those that say little.
"""

from sitemine.mine.articles import article_of, pages_of
from sitemine.mine.decision import MinedBatch, mine_batch
from sitemine.mine.repeated import Repeated

__all__ = ["MinedBatch", "Repeated", "article_of", "mine_batch", "pages_of"]
