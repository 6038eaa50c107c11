"""`sitemine extract`: clean text of saved pages."""

import sys
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from sitemine.cli.words import NOTHING, PARTLY, STDIN, WEB, say
from sitemine.errors import SourceError, UsageError
from sitemine.records import Article

Format = Literal["markdown", "text", "html", "json", "tei"]
Toc = Literal["text", "entries", "skip"]


def _read_page(page: str, url: str) -> tuple[bytes, str]:
    """The bytes of a page and its address."""
    if page == STDIN:
        return sys.stdin.buffer.read(), url
    if page.startswith(WEB):
        raise UsageError(
            f"{page}: this version reads saved pages; try: curl -s {page} | sitemine extract - --url {page}"
        )
    path = Path(page)
    if path.is_dir():
        raise UsageError(f"{page}: a folder; `sitemine mine {page} -o OUT` mines it")
    try:
        return path.read_bytes(), url
    except OSError as error:
        raise SourceError(page, error.strerror or "cannot be read") from error


def _reason(article: Article) -> str:
    """Why there is no text."""
    return article.detail or article.outcome.value if article.outcome != "ok" else "no article"


def extract(
    pages: Annotated[list[str], Parameter(name="page", negative=())],
    /,
    *,
    url: str = "",
    model: Path | None = None,
    format: Format = "markdown",  # noqa: A002 - the option's name
    links: bool = True,
    images: bool = False,
    tables: bool = True,
    comments: Annotated[bool, Parameter(negative=())] = False,
    toc: Toc = "text",
    explain: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """Clean text of saved pages, on stdout.

    Parameters
    ----------
    pages
        HTML files, or - for standard input.
    url
        The page's address, which resolves its links and may tell its date.
    model
        What `sitemine learn` learned of the page's site.
    format
        markdown, text, html, tei (XML), or json: one line a page with title, date, authors, language, confidence and all.
    links
        Write where links lead.
    images
        Write images.
    tables
        Write tables.
    comments
        Write the readers' comments, or the posts of a thread, below the article with who said what.
    toc
        What is written of a page that lists others: its text, its entries, or nothing (skip).
    explain
        Every block of the page, kept (+) or dropped (-), with the evidence.
    """
    from sitemine.explain import explained
    from sitemine.publish import json_line, written
    from sitemine.run import extract as extract_page
    from sitemine.run import load

    site = load(model) if model else None
    empty = 0
    for number, name in enumerate(pages):
        html, address = _read_page(name, url)
        article = extract_page(html, address, model=site, comments=comments, toc=toc)
        if not article.text:
            empty += 1
            say(f"sitemine: {name}: {_reason(article)}")
        if format == "json":
            sys.stdout.buffer.write(json_line(article, explain=explain))
        elif explain:
            sys.stdout.write(explained(article))
        else:
            text = written(article, format, links=links, images=images, tables=tables)
            sys.stdout.write(("\n\n" if number else "") + text + ("\n" if text else ""))
    return 0 if not empty else PARTLY if empty < len(pages) else NOTHING
