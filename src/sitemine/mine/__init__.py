"""What is the structure? Reads tables and measures, decides: which blocks inform, what the article of a page is.

`repeated` learns what a site repeats. `units` are the blocks of text that are judged, `names`, `linear`, `features`, `declared` and
`repeats` say what is seen of them, `judge` how likely each informs, `choice` which are kept; `forest` and `learned` are what was
trained. `blocks` tells people what a segment looks like. `decision` joins it all to what is said of a page, and `articles` makes
records of it.

What pages are for: `portrait`, `standing` and `roles` decide it for all pages of a site, `entries` and `listing` tell what TOC pages
introduce, `structure` what that makes of the site.

What a page says of itself: `metadata` joins `jsonld` (structured data), `hints` (marked elements, lines near the title), `dates`,
`datelines` (where a site has its dates) and `products`; `languages` and `posts` (who said what) stand by themselves.

What is made of an article: `excerpt` is what stays of the page's table, `parts` the tree grown from it, `shape` that tree in order,
`latex` its formulas, `tables` its grids, `addresses` where its links lead; `plain`, `markdown`, `html` and `tei` write it, `content`
is the door to them. `surroundings` says of each segment what it is, for the evidence, and `confidence` how good a text will be.

`infodiscoverer` is the method of its paper, `reduced` a site's links without those that say little.
"""

from sitemine.mine.articles import article_of, lone_article, pages_of
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
    "lone_article",
    "method_named",
    "mine_batch",
    "pages_of",
    "portray",
    "sight_of",
]
