"""Real robots.txt files (the corpus of protego): all of them are read, and questions about them answered."""

import tarfile
from collections.abc import Iterator
from pathlib import Path

from bench.conformance.verdicts import Verdict, judged
from sitemine.acquire.robots import read_robots

URL = "https://example.org/a/b?c=d"


def _said(content: bytes) -> str:
    """What reading a file and asking it says of errors."""
    robots = read_robots(content)
    robots.allows(URL, "sitemine")
    robots.delay("sitemine")
    robots.seeds()
    return robots.detail


def verdicts(folder: Path) -> Iterator[Verdict]:
    """The verdict on each file of the archives in `robots/`."""
    for path in sorted((folder / "robots").glob("*.tar*")):
        with tarfile.open(path) as archive:
            for member in archive:
                file = archive.extractfile(member) if member.isfile() else None
                if file:
                    yield judged(member.name, "", _said(file.read()))
