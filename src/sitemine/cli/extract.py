"""`sitemine extract`: clean text of pages."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from sitemine.cli.flags import PLAIN, TextFlags, Texts
from sitemine.cli.words import NO_BROWSER, NOTHING, PARTLY, STDIN, WEB, say
from sitemine.errors import SourceError, UsageError

if TYPE_CHECKING:
    from sitemine.records import Article, Page

Format = Literal["markdown", "text", "html", "json", "tei", "pruned"]


def read_page(page: str, url: str) -> "Page":
    """A page from a file, from standard input or from the web; `url` is the address of what has none."""
    from sitemine.records import Page

    if page == STDIN:
        return Page(url, sys.stdin.buffer.read())
    if page.startswith(WEB):
        from sitemine.run.crawl import fetch_page

        return fetch_page(page)
    path = Path(page)
    if path.is_dir():
        raise UsageError(f"{page}: a folder; `sitemine mine {page} -o OUT` mines it")
    try:
        return Page(url, path.read_bytes())
    except OSError as error:
        raise SourceError(page, error.strerror or "cannot be read") from error


def _write(article: "Article", name: str, format: Format, texts: TextFlags, *, explain: bool, first: bool) -> None:  # noqa: A002
    """Writes what was extracted of a page; where it is nothing, says why."""
    from sitemine.explain import explained
    from sitemine.publish import json_line, written

    if not article.text:
        say(f"sitemine: {name}: {article.detail or article.outcome.value if article.outcome != 'ok' else 'no article'}")
    if format == "json":
        sys.stdout.buffer.write(json_line(article, explain=explain))
    elif explain:
        sys.stdout.write(explained(article))
    elif format != "pruned":
        text = written(article, format, links=texts.links, images=texts.images, tables=texts.tables)
        sys.stdout.write(("" if first else "\n\n") + text + ("\n" if text else ""))


def extract(
    pages: Annotated[list[str], Parameter(name="page", negative=())],
    /,
    *,
    url: str = "",
    model: Path | None = None,
    method: str = "sitemine",
    js: Literal["auto", "never", "always"] = "auto",
    format: Format = "markdown",  # noqa: A002 - the option's name
    explain: Annotated[bool, Parameter(negative=())] = False,
    texts: Texts = PLAIN,
) -> int:
    """Clean text of pages, on stdout.

    Parameters
    ----------
    pages
        HTML files, URLs, or - for standard input.
    url
        The page's address, which resolves its links and may tell its date.
    model
        What `sitemine learn` learned of the page's site.
    method
        A method of the papers in place of the default: wisdom, feature-extractor, k-feature-extractor, vips.
    js
        Show pages in a browser first: always, never, or those whose text only their scripts write.
    format
        markdown, text, html, tei (XML); json: one line a page with title, date, authors, language, confidence and all; or
        pruned: the page's HTML with only what informs.
    explain
        Every block of the page, kept (+) or dropped (-), with the evidence.
    """
    from sitemine.options import Crawl
    from sitemine.run import extract as extract_page
    from sitemine.run import load, prune
    from sitemine.run.rendering import renderer_for

    options = texts.options
    site = load(model, options) if model else None
    empty = 0
    # A page that a person asked for is shown with all that it loads, as in a browser: no robots.txt is asked.
    web = pages[0] if all(name.startswith(WEB) for name in pages) else None
    with renderer_for(web, js, replace(options, method=method), crawl=Crawl(robots=False)) as render:
        for number, name in enumerate(pages):
            page = render(read_page(name, url))
            if format == "pruned":
                sys.stdout.write(prune(page, model=site, method=method))
                continue
            article = extract_page(page, model=site, options=options, method=method)
            empty += not article.text
            _write(article, name, format, texts, explain=explain, first=not number)
        if render.is_missing:
            say(NO_BROWSER)
    return 0 if not empty else PARTLY if empty < len(pages) else NOTHING
