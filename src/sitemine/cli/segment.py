"""`sitemine segment`: the visual blocks of a page, as a reader sees them."""

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from sitemine.cli.extract import read_page
from sitemine.cli.words import NOTHING, STDIN, say
from sitemine.errors import UsageError


def segment(
    page: str,
    /,
    *,
    url: str = "",
    root: Path | None = None,
    pdoc: int = 6,
    png: Path | None = None,
    html: Path | None = None,
    profile: Literal["modern", "paper"] = "modern",
    approximate: Annotated[bool, Parameter(negative=())] = False,
    sandbox: Annotated[bool, Parameter(negative="--no-sandbox")] = True,
) -> int:
    """Divides a page into the blocks that a reader sees (VIPS), and draws them.

    Parameters
    ----------
    page
        An HTML file, or - for standard input. A page that was rendered before needs no browser.
    url
        The page's address, which its links and style sheets are resolved against.
    root
        A folder that holds what the page loads, as its server does; without --url the page's own folder.
    pdoc
        The permitted degree of coherence, 1 (the whole page) to 10 (single texts).
    png
        Draw the blocks and the separators over a picture of the page into this file.
    html
        The same as a page in which the degree can be changed.
    profile
        modern (grids, flex boxes, sticky elements), or paper (as in 2003).
    approximate
        Use no browser: boxes that follow from tags and text, an approximation.
    sandbox
        Chromium's sandbox; the superuser has to do without.
    """
    from sitemine.acquire.browser import NOWHERE, Browser
    from sitemine.acquire.served import served
    from sitemine.acquire.tabs import no_network
    from sitemine.options import Rendering, Vips
    from sitemine.publish.drawing import to_html, to_picture
    from sitemine.records import MINED, Page
    from sitemine.run.segment import APPROXIMATE, FINEST, drawing_of, tree_of
    from sitemine.run.segment import segment as segment_page

    if approximate and png:
        raise UsageError("--png needs a browser to draw with; --html needs none")
    if not 1 <= pdoc <= FINEST:
        raise UsageError(f"--pdoc must lie between 1 and {FINEST}, not {pdoc}")
    content, address = read_page(page, url)
    options = Vips.paper() if profile == "paper" else Vips()
    folder = root or (Path(page).parent if not url and page != STDIN else None)
    fetch = served(folder, address or NOWHERE) if folder else no_network
    with Browser(Rendering(sandbox=sandbox), fetch) as browser:
        shown = None if approximate else browser
        found = segment_page(Page(address, content), browser=shown, options=options, photographed=bool(png or html))
        if found.page.outcome not in MINED:
            say(f"sitemine: {page}: {found.page.detail or found.page.outcome.value}")
            return NOTHING
        print("\n".join(tree_of(found, pdoc)))
        if not found.is_rendered:
            say(f"sitemine: {page}: {APPROXIMATE}")
        drawing = drawing_of(found) if png or html else None
        if html and drawing:
            html.write_text(to_html(drawing, pdoc), encoding="utf-8")
        if png and drawing:
            png.write_bytes(browser.photograph(Page("", to_picture(drawing, pdoc))).png)
    return 0
