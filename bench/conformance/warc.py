"""WARC and ARC files, good and bad, of warcio and resiliparse: each must be read to its end, and say what is wrong.

An ARC file is refused by name, a file that ends in the middle of a record gives what was read as truncated, and all
others are read without complaint, those with wrong chunks, spaces in URLs and gzip that is not by record among them.
"""

from collections.abc import Iterator
from pathlib import Path

from bench.conformance.verdicts import Finding, Verdict, judged
from sitemine.acquire.warc import read_warc
from sitemine.errors import SourceError
from sitemine.records import Outcome

_BROKEN = {Outcome.TRUNCATED, Outcome.BAD_RECORD}
_CUT = frozenset(("example-trunc.warc", "r-clipped.warc.gz"))


def _expected(name: str) -> str:
    if ".arc" in name:
        return "refused"
    return "cut" if name in _CUT else "whole"


def _found(file: Path) -> str:
    try:
        outcomes = {page.outcome for page in read_warc(file)}
    except SourceError:
        return "refused"
    return "cut" if outcomes & _BROKEN else "whole"


def verdicts(folder: Path) -> Iterator[Verdict]:
    """The verdict on each file of `warc/`."""
    for file in sorted((folder / "warc").iterdir()):
        try:
            found = _found(file)
        except Exception as error:  # noqa: BLE001 - any exception is a finding, and the other files are still to be read
            yield Verdict(file.name, Finding.DIFFERS, f"raised {error!r}")
        else:
            yield judged(file.name, _expected(file.name), found)
