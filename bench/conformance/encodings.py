"""Which encoding a page is read in: the prescan cases of html5lib, the pages of web-platform-tests, Content-Type headers."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

from bench.conformance.dat import cases
from bench.conformance.verdicts import Finding, Verdict, judged
from sitemine.dom.decode import Decoded, decode

_DECLARED = frozenset(("bom", "http", "meta"))
_NOTHING_DECLARED = "windows-1252"  # what the prescan cases call it when nothing is declared

_LINK = re.compile(rb'rel="(match|mismatch)"')
_CHARACTER_SET = re.compile(rb'assert_(equals|not_equals)\(document\.characterSet, "([^"]+)"')

# These pages look at others in frames. Of themselves they say only what they declare.
_OF_FRAMES = {
    "inheritance-bogus-meta-utf-8.html": "utf-8",
    "inheritance-bogus-meta.html": "windows-1253",
    "with-inheritance.html": "windows-1253",
    "without-inheritance.html": "utf-16le",
    "xhr.html": "windows-1253",
}

_TRANSCODED = "the page was saved as UTF-8 under its old declaration; its bytes overrule it"
_NOT_IN_SCRIPTS = "a meta in a script or style; browsers do not believe it, nor do the pages in charset/"
_KNOWN = {"test-yahoo-jp#1": _TRANSCODED, **{f"tests1#{n}": _NOT_IN_SCRIPTS for n in (55, 56, 57)}}


def _declared(decoded: Decoded) -> str:
    return decoded.encoding if decoded.source in _DECLARED else _NOTHING_DECLARED


def prescan_verdicts(folder: Path) -> Iterator[Verdict]:
    """The verdict on each encoding case of html5lib."""
    root = folder / "encoding"
    for file in sorted(root.rglob("*.dat")):
        for number, parts in cases(file.read_bytes()):
            name = f"{file.relative_to(root).with_suffix('')}#{number}"
            if file.parent.name == "scripted":
                yield Verdict(name, Finding.NOT_RUN, "needs scripts")
                continue
            expected = parts["encoding"].decode().strip().lower()
            yield judged(name, expected, _declared(decode(parts["data"])), _KNOWN.get(name, ""))


def _expectation(name: str, page: bytes) -> tuple[bool, str]:
    """Whether a page wants an encoding or anything but it, and which."""
    if name in _OF_FRAMES:
        return True, _OF_FRAMES[name]
    if told := _CHARACTER_SET.search(page):
        return told[1] == b"equals", told[2].decode().lower()
    link = _LINK.search(page)
    return link is not None and link[1] == b"match", "windows-1251"


def page_verdicts(folder: Path) -> Iterator[Verdict]:
    """The verdict on each page of web-platform-tests that declares its encoding somewhere, or seems to."""
    for file in sorted((folder / "charset").glob("*.html")):
        page = file.read_bytes()
        is_wanted, encoding = _expectation(file.name, page)
        found = decode(page)
        if is_wanted:
            yield judged(file.name, encoding, found.encoding)
        else:
            yield judged(file.name, "other", encoding if _declared(found) == encoding else "other")


def header_verdicts(folder: Path) -> Iterator[Verdict]:
    """The verdict on each MIME type that web-platform-tests know an encoding of."""
    for number, case in enumerate(json.loads((folder / "mime" / "mime-types.json").read_text("utf-8"))):
        if isinstance(case, dict) and "encoding" in case:
            found = decode(b"", case["input"])
            expected = (case["encoding"] or "").lower()
            yield judged(f"{number} {case['input']!r}", expected, found.encoding if found.source == "http" else "")
