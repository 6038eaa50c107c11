"""On how many machines? Joins the folders to the verbs of the program, and decides where their work is done.

`plan` says what is done to a chunk of pages in each of the two passes, `executors` where, `store` keeps the tables in
between, `site` runs the passes and answers for the mined site, `model` reads a page alone or by what is known of its
site, `crawl` fetches a site first, and `reading`
reads its pages for the crawler in supervised children; both are loaded by those who crawl. `verbs` take sources of any kind.
"""

from sitemine.run.model import SiteModel, extract, load, prune
from sitemine.run.site import Site, Summary, learn_pages, mine_pages
from sitemine.run.verbs import learn, mine

__all__ = ["Site", "SiteModel", "Summary", "extract", "learn", "learn_pages", "load", "mine", "mine_pages", "prune"]
