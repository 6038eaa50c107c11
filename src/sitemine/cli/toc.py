"""`sitemine toc`: the TOC pages of a site with what they introduce, as lines to read, JSON lines or a feed."""

import sys
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from sitemine.cli.words import NOTHING, say, source_of

if TYPE_CHECKING:
    from sitemine.records import Entry, MinedPage
    from sitemine.run import Site

Format = Literal["text", "jsonl"]
FeedKind = Literal["rss", "atom", "json"]


def _printable(text: str) -> str:
    # What a page says must not steer the terminal that shows it.
    return "".join(c for c in " ".join(text.split()) if c.isprintable())


def _told(page: "MinedPage") -> Iterable[str]:
    title = page.article.title if page.article else ""
    yield f"{_printable(title) or page.url}  ({len(page.entries)} entries)\n  {page.url}\n"
    for entry in page.entries:
        yield f"  - {entry.date + '  ' if entry.date else ''}{_printable(entry.text) or entry.url}\n    {entry.url}\n"
        if entry.teaser:
            yield f"    {_printable(entry.teaser)}\n"
    if page.next:
        yield f"  next: {page.next}\n"


def _as_mined(site: "Site", entry: "Entry") -> "Entry":
    """The entry with title and date of the page that it introduces, where that came."""
    page = site.pages.get(entry.url)
    article = page.article if page else None
    if not article:
        return entry
    return replace(entry, text=article.title or entry.text, date=article.date or entry.date)


def _feed(site: "Site", tocs: "list[MinedPage]", kind: FeedKind) -> bytes:
    """The entries of the TOC page with the most, or of the one that was asked for, as a feed."""
    from sitemine.publish.feeds import FEEDS, Feed

    page = max(tocs, key=lambda toc: (len(toc.entries), -tocs.index(toc)))
    title = page.article.title if page.article else ""
    return FEEDS[kind](Feed(page.url, title, [_as_mined(site, entry) for entry in page.entries]))


def toc(
    source: str,
    /,
    *,
    page: str = "",
    base: str = "",
    format: Format = "text",  # noqa: A002 - the option's name
    feed: FeedKind | None = None,
    workers: Annotated[int, Parameter(name=("--workers", "-j"))] = 1,
) -> int:
    """The TOC pages of a site with the entries of each, on stdout.

    Parameters
    ----------
    source
        As for `sitemine mine`.
    page
        The URL of the one TOC page to tell of.
    base
        The address below which pages are known that do not tell their own.
    format
        text, or jsonl: the lines of tocs.jsonl.
    feed
        rss, atom or json: the entries of one TOC page as a feed; that of --page, or the one with the most entries.
    workers
        Processes to work with.
    """
    from sitemine.progress import Told
    from sitemine.publish import toc_line
    from sitemine.run import mine as mine_site

    with Told() as told:
        site = mine_site(source_of(source), base=base, progress=told, workers=workers)
        tocs = [found for found in site.tocs if found.url == page or not page]
    if not tocs:
        say(f"sitemine: {source}: {page + ' is no TOC page of it' if page else 'no TOC pages in it'}")
        return NOTHING
    if feed:
        sys.stdout.buffer.write(_feed(site, tocs, feed))
    elif format == "jsonl":
        sys.stdout.buffer.writelines(map(toc_line, tocs))
    else:
        sys.stdout.write("\n".join("".join(_told(found)) for found in tocs))
    return 0
