"""`sitemine render`: pages as a browser shows them, in an archive that is mined later without one."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from sitemine.cli.words import NOTHING, PARTLY, say, source_of

if TYPE_CHECKING:
    from sitemine.records import Page


def _counted(pages: Iterator["Page"], outcomes: "Counter[str]") -> Iterator["Page"]:
    for page in pages:
        outcomes[page.outcome.value] += 1
        yield page


def render(
    source: str,
    /,
    *,
    out: Annotated[Path, Parameter(name=("--out", "-o"))] = Path("rendered.warc.gz"),
    base: str = "",
    root: Path | None = None,
    tabs: int = 2,
    sandbox: Annotated[bool, Parameter(negative="--no-sandbox")] = True,
) -> int:
    """Shows pages in a browser and keeps what it shows, to be mined without one.

    Parameters
    ----------
    source
        A folder of saved pages, a WARC, JSON lines or Parquet of (url, html), a list of files.
    out
        The WARC file to write: a resource record for each page.
    base
        The address below which pages are known that do not tell their own.
    root
        A folder that holds what the pages load, as their server does; without it nothing is loaded.
    tabs
        Pages that are open at a time.
    sandbox
        Chromium's sandbox; the superuser has to do without.
    """
    from sitemine.acquire import open_source
    from sitemine.acquire.browser import Browser
    from sitemine.acquire.served import served
    from sitemine.acquire.tabs import no_network
    from sitemine.options import Limits, Rendering
    from sitemine.publish.rendered import write_rendered
    from sitemine.records import MINED
    from sitemine.run.rendering import legible

    outcomes: Counter[str] = Counter()
    pages = open_source(source_of(source), base=base, limits=Limits())
    fetch = served(root) if root else no_network
    with Browser(Rendering(tabs=tabs, sandbox=sandbox), fetch) as browser:
        write_rendered(out, _counted(browser.render_all(map(legible, pages)), outcomes))
    usable = sum(outcomes[outcome.value] for outcome in MINED)
    say(f"sitemine: {usable} of {outcomes.total()} pages in {out}" + _told(outcomes))
    return NOTHING if not usable else PARTLY if usable < outcomes.total() else 0


def _told(outcomes: "Counter[str]") -> str:
    others = [f"{count} {outcome}" for outcome, count in sorted(outcomes.items()) if outcome != "ok"]
    return f" ({', '.join(others)})" if others else ""
