"""Whether Sitemine works here: versions, optional parts, and one page mined for a test."""

import platform
import tempfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from sitemine import kernel
from sitemine.acquire.chromium import find_chromium
from sitemine.errors import SitemineError
from sitemine.run import extract
from sitemine.version import __version__

NEEDED: Final = ("turbohtml", "numpy", "ada-url", "fastwarc", "msgspec", "cyclopts", "rich", "httpcore2", "protego")
OPTIONAL: Final = {"pyarrow": "parquet", "snowballstemmer": "stem"}
PAGE: Final = (
    "<nav><a href=/>Home</a> <a href=/news>News</a></nav>"
    "<article><h1>Tides</h1><p>The harbour was empty at noon, and full again by the evening.</p></article>"
)
WITHOUT_KERNEL: Final = (
    "(the same results, several times slower; reinstall with a C compiler, and without SITEMINE_KERNEL=python)"
)
EXPECTED: Final = "Tides\nThe harbour was empty at noon, and full again by the evening."


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _writes(folder: Path) -> bool:
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _browser() -> str:
    """Whether a browser is there to show pages in."""
    try:
        return f"ok       a browser to show pages in: {find_chromium()}"
    except SitemineError as error:
        return f"absent   {error}"


def examined() -> tuple[bool, str]:
    """Whether everything needed works, and the report."""
    lines = [f"sitemine {__version__}, Python {platform.python_version()}, {platform.system()} {platform.machine()}"]
    healthy = True
    for name in NEEDED:
        found = _version(name)
        healthy &= bool(found)
        lines.append(f"{'ok     ' if found else 'MISSING'}  {name} {found or '(pip install sitemine)'}")
    for name, extra in OPTIONAL.items():
        found = _version(name)
        lines.append(f"{'ok     ' if found else 'absent '}  {name} {found or f'''(pip install 'sitemine[{extra}]')'''}")
    compiled = kernel.compiled is not None
    lines.append(
        f"{'ok     ' if compiled else 'absent '}  the compiled kernel {'' if compiled else WITHOUT_KERNEL}".rstrip()
    )
    lines.append(_browser())
    works = extract(PAGE, url="https://example.org/tides").text == EXPECTED
    writes = _writes(Path(tempfile.gettempdir()))
    lines.append(f"{'ok     ' if works else 'BROKEN '}  a page is read and its article found")
    lines.append(f"{'ok     ' if writes else 'BROKEN '}  temporary files can be written to {tempfile.gettempdir()}")
    return healthy and works and writes, "\n".join(lines)
