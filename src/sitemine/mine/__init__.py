"""What is the structure? Reads tables and measures, decides: which blocks inform, what the article of a page is.

What every subject needs stands here: `repeated` learns what a site repeats, `sight` is what is made of a batch by it, `segments` tells
people what a segment looks like, `decision` joins what is decided of a page, `found` and `told` say it of any method in one shape;
`forest` and `learned` are what was trained, `around` what nodes stand in. The folders are one subject each:

- `scoring`: how likely each block informs, and which are kept;
- `site`: the roles of pages, what TOC pages introduce, and the structure that this makes;
- `article`: what is made of the blocks that inform, and every form that an article is written in;
- `facts`: titles, authors, dates, languages, posts, products;
- `methods`: the methods of the papers that compare blocks;
- `visual`: VIPS;
- `ontominer`: the hierarchy of a page, its records, the instances of a site;
- `taxonomy`: the sections of a site and what several have in common.
"""

from sitemine.mine.article.articles import article_of, lone_article, pages_of
from sitemine.mine.decision import MinedBatch, mine_batch
from sitemine.mine.methods.named import METHODS, Method, method_named
from sitemine.mine.repeated import Repeated
from sitemine.mine.sight import sight_of
from sitemine.mine.site.portrait import Portrait, portray
from sitemine.mine.site.roles import SiteRoles, decide_roles
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
