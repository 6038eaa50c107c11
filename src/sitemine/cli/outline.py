"""`sitemine outline`: a page as a labelled tree."""

import sys
from typing import Annotated, Literal

from cyclopts import Parameter

from sitemine.cli.extract import _read_page
from sitemine.cli.words import NOTHING, say

OutlineFormat = Literal["text", "json", "xml"]


def outline(
    page: Annotated[str, Parameter(negative=())],
    /,
    *,
    url: str = "",
    format: OutlineFormat = "text",  # noqa: A002 - the option's name
) -> int:
    """The labels, groups and instances of a saved page as a tree, on stdout.

    Parameters
    ----------
    page
        An HTML file, or - for standard input.
    url
        The page's address, which resolves its links.
    format
        text: indented lines; json: one object; xml: as the paper has it.
    """
    from sitemine.publish.outlines import outline_json, outline_text, outline_xml
    from sitemine.run.outlines import outline as outline_page

    html, address = _read_page(page, url)
    found = outline_page(html, address)
    if not found.rows:
        say(f"sitemine: {page}: nothing to read in it")
        return NOTHING
    write = {"text": outline_text, "json": outline_json, "xml": outline_xml}[format]
    sys.stdout.write(write(found))
    return 0
