"""A folder as the server of a saved page: what the page loads is read from it, and nothing from elsewhere."""

import mimetypes
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from sitemine.acquire.tabs import Fetch, Resource
from sitemine.acquire.urls import host, path_of

INDEX: Final = "index.html"
UNKNOWN: Final = "application/octet-stream"
MOST_BYTES: Final = 32 << 20


def _file(root: Path, path: str) -> Path | None:
    """The file that a path names below the root; None where there is none, or where it lies outside."""
    try:
        found = (root / unquote(path).lstrip("/")).resolve()
        found = found / INDEX if found.is_dir() else found
        is_inside = found.is_relative_to(root) and found.is_file() and found.stat().st_size <= MOST_BYTES
    except (OSError, ValueError):
        return None
    return found if is_inside else None


def served(root: Path, url: str = "") -> Fetch:
    """Answers for the host of an address, or for every host, from a folder that stands for the root of that host."""
    folder, name = root.resolve(), host(url)

    def fetch(wanted: str) -> Resource | None:
        if name and host(wanted) != name:
            return None
        found = _file(folder, path_of(wanted))
        if found is None:
            return None
        try:
            return Resource(found.read_bytes(), mimetypes.guess_type(found.name)[0] or UNKNOWN)
        except OSError:
            return None

    return fetch
