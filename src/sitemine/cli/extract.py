"""`sitemine extract`: clean text of saved pages."""

import sys
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from sitemine.cli.words import NOTHING, PARTLY, STDIN, WEB, say
from sitemine.errors import SourceError, UsageError

Format = Literal["markdown", "text", "json"]


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


def extract(
    pages: Annotated[list[str], Parameter(name="page", negative=())],
    /,
    *,
    url: str = "",
    model: Path | None = None,
    format: Format = "markdown",  # noqa: A002 - the option's name
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
        markdown, text, or json: one line a page with title, date, language, confidence and all.
    explain
        Every block of the page, kept (+) or dropped (-), with the evidence.
    """
    from sitemine.explain import explained
    from sitemine.publish import json_line
    from sitemine.run import extract as extract_page
    from sitemine.run import load

    site = load(model) if model else None
    empty = 0
    for number, name in enumerate(pages):
        html, address = _read_page(name, url)
        article = extract_page(html, address, model=site)
        if not article.text:
            empty += 1
            say(
                f"sitemine: {name}: {article.detail or article.outcome.value if article.outcome != 'ok' else 'no article'}"
            )
        if format == "json":
            sys.stdout.buffer.write(json_line(article, explain=explain))
        elif explain:
            sys.stdout.write(explained(article))
        else:
            text = article.markdown if format == "markdown" else article.text
            sys.stdout.write(("\n\n" if number else "") + text + ("\n" if text else ""))
    return 0 if not empty else PARTLY if empty < len(pages) else NOTHING
