"""`sitemine crawl`: a site fetched into a folder, to be mined now or later."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from sitemine.cli.flags import DEFAULT, CrawlFlags, Flags
from sitemine.cli.words import BLOCKED, INTERRUPTED, NO_BROWSER, NOTHING, PARTLY, say

if TYPE_CHECKING:
    from sitemine.run.crawl import CrawlSummary
    from sitemine.run.rendering import Js


def folder_for(url: str) -> Path:
    """Where a site goes that was given no folder: one named like its host."""
    from sitemine.acquire import host

    return Path(host(url).replace(":", "-").strip("[]") or "out")


def fetched(url: str, out: Path, flags: CrawlFlags, js: "Js" = "auto") -> "CrawlSummary":
    """Crawls a site, and tells people how it goes and what came of it."""
    from sitemine.progress import Crawling
    from sitemine.run.crawl import crawl_site

    if flags.ignore_robots:
        say("sitemine: robots.txt, nofollow and noindex are ignored, as you asked")
    with Crawling() as told:
        summary = crawl_site(url, out, crawl=flags.crawl, told=told, since=flags.start, js=js)
    told.summary(summary, out)
    return summary


def code_of(summary: "CrawlSummary") -> int:
    """The exit code that tells how a crawl went."""
    if summary.is_stopped:
        return INTERRUPTED
    if not summary.n_pages:
        return BLOCKED if summary.is_refused else NOTHING
    return PARTLY if summary.n_failed else 0


def crawl(
    url: str,
    /,
    *,
    out: Annotated[Path | None, Parameter(name=("--out", "-o"))] = None,
    js: Literal["auto", "never", "always"] = "auto",
    flags: Flags = DEFAULT,
) -> int:
    """Fetches a site into a folder, politely; the same command goes on with it or brings it up to date.

    Parameters
    ----------
    url
        The entrance of the site.
    out
        The folder; by default one named like the host. `sitemine mine FOLDER` mines it.
    js
        Show pages in a browser, so that links that scripts write are followed: always, never, or those whose text only
        their scripts write (auto); what they load is fetched as the crawl fetches.
    """
    from sitemine.progress import tell_new

    folder = out or folder_for(url)
    summary = fetched(url, folder, flags, js)
    if summary.is_without_browser:
        say(NO_BROWSER)
    tell_new(summary.new)
    if summary.is_stopped:
        say(f"sitemine: stopped; everything is kept, and the same command goes on: sitemine crawl {url} -o {folder}")
    return code_of(summary)
