"""The URL cases of web-platform-tests, against the URLs that Sitemine links pages by.

Sitemine knows a URL as http or https, without fragment and credentials, and None for anything else; so that is what is
made of the expected URLs before they are compared.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TypedDict

from bench.conformance.verdicts import Verdict, judged
from sitemine.acquire.urls import canonical, join


class _Expected(TypedDict, total=False):
    input: str
    base: str | None
    failure: bool
    protocol: str
    host: str
    pathname: str
    search: str
    href: str


def _wanted(case: _Expected) -> str | None:
    """The URL without what a page's name cannot have."""
    if case.get("failure") or case["protocol"] not in {"http:", "https:"}:
        return None
    question = "?" if case["href"].partition("#")[0].endswith("?") else ""  # an empty query is in the URL alone
    return f"{case['protocol']}//{case['host']}{case['pathname']}{case['search'] or question}"


def _judged(number: int, case: _Expected) -> Verdict:
    base, href = case["base"], case["input"]
    found = canonical(href) if base is None else join(base, href)
    return judged(f"{number} {href!r} on {base!r}", _wanted(case), found)


def verdicts(folder: Path) -> Iterator[Verdict]:
    """The verdict on each case of `url/urltestdata.json`."""
    cases: list[_Expected | str] = json.loads((folder / "url" / "urltestdata.json").read_text("utf-8", "surrogatepass"))
    for number, case in enumerate(case for case in cases if not isinstance(case, str)):
        yield _judged(number, case)
