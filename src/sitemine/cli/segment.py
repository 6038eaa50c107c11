"""`sitemine segment`: the visual blocks of a page, as a reader sees them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal

from cyclopts import Parameter

from sitemine.cli.extract import read_page
from sitemine.cli.words import NOTHING, STDIN, say
from sitemine.errors import UsageError

if TYPE_CHECKING:
    from sitemine.acquire.browser import Browser
    from sitemine.options import Rendering
    from sitemine.run.segment import Segmentation


FINEST: Final = 10


def _browser(folder: Path | None, address: str, rendering: "Rendering") -> "Browser":
    """A browser to which a folder is the page's server; without one nothing is loaded."""
    from sitemine.acquire.browser import NOWHERE, Browser
    from sitemine.acquire.served import served
    from sitemine.acquire.tabs import no_network

    return Browser(rendering, served(folder, address or NOWHERE) if folder else no_network)


def _told(found: "Segmentation", pdoc: int, name: str) -> bool:
    """Prints the tree of blocks, or says why there is none."""
    from sitemine.records import MINED
    from sitemine.run.segment import APPROXIMATE, tree_of

    if found.page.outcome not in MINED:
        say(f"sitemine: {name}: {found.page.detail or found.page.outcome.value}")
        return False
    print("\n".join(tree_of(found, pdoc)))
    if not found.is_rendered:
        say(f"sitemine: {name}: {APPROXIMATE}")
    return True


def _draw(found: "Segmentation", pdoc: int, html: Path | None, png: Path | None, browser: "Browser") -> None:
    """Writes the drawings that were asked for; the picture is drawn by the browser."""
    from sitemine.publish.drawing import to_html, to_picture
    from sitemine.run.segment import drawing_of

    if html:
        html.write_text(to_html(drawing_of(found), pdoc), encoding="utf-8")
    if png:
        from sitemine.records import Page

        png.write_bytes(browser.photograph(Page("", to_picture(drawing_of(found), pdoc))).png)


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
    from sitemine.options import Rendering, Vips
    from sitemine.run.segment import segment as segmented

    if approximate and png:
        raise UsageError("--png needs a browser to draw with; --html needs none")
    if not 1 <= pdoc <= FINEST:
        raise UsageError(f"--pdoc must lie between 1 and {FINEST}, not {pdoc}")
    read = read_page(page, url)
    folder = root or (Path(page).parent if not read.url and page != STDIN else None)
    options = Vips.paper() if profile == "paper" else Vips()
    with _browser(folder, read.url, Rendering(sandbox=sandbox)) as browser:
        found = segmented(
            read,
            browser=None if approximate else browser,
            options=options,
            photographed=bool(png or html),
        )
        if not _told(found, pdoc, page):
            return NOTHING
        _draw(found, pdoc, html, png, browser)
    return 0
