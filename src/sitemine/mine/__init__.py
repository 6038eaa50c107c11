"""What is the structure? Reads tables and measures, decides: which blocks inform, what the article of a page is.

`repeated` learns what a site repeats, `blocks` finds the informative block of each page, `decision` joins both to what is
said of a page, `metadata` finds its title and date, `render` writes its segments, `articles` makes records of them all. `portrait`, `standing` and `roles` decide what each page is for,
`entries` and `listing` what TOC pages introduce, `structure` what that makes of the site. `infodiscoverer` is the method of its
paper, `reduced` a site's links without those that say little.
"""

from sitemine.mine.articles import article_of, pages_of
from sitemine.mine.decision import MinedBatch, mine_batch
from sitemine.mine.methods import METHODS, Method, method_named
from sitemine.mine.portrait import Portrait, portray
from sitemine.mine.repeated import Repeated
from sitemine.mine.roles import SiteRoles, decide_roles
from sitemine.mine.sight import sight_of
from sitemine.mine.told import blocks_found

__all__ = [
    "METHODS",
    "Method",
    "MinedBatch",
    "Portrait",
    "Repeated",
    "SiteRoles",
    "article_of",
    "blocks_found",
    "decide_roles",
    "method_named",
    "mine_batch",
    "pages_of",
    "portray",
    "sight_of",
]
