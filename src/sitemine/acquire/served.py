"""A folder as the server of a saved page: what the page loads is read from it, and nothing from elsewhere.

The folder is the root of a host, or holds a folder for each host, as `wget -r -H` leaves them; then what lies on other hosts is there, too.
"""

import mimetypes
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from sitemine.acquire.addresses import named_like_host
from sitemine.acquire.tabs import Fetch, Resource
from sitemine.acquire.urls import host, parts, path_of

INDEX: Final = "index.html"
UNKNOWN: Final = "application/octet-stream"
MOST_BYTES: Final = 32 << 20


def _file(root: Path, path: str) -> Path | None:
    """The file that a path names below the root; None where there is none, or where it lies outside."""
    try:
        found = (root / path.lstrip("/")).resolve()
        found = found / INDEX if found.is_dir() else found
        is_inside = found.is_relative_to(root) and found.is_file() and found.stat().st_size <= MOST_BYTES
    except (OSError, ValueError):
        return None
    return found if is_inside else None


def _roots(folder: Path, wanted: str, name: str) -> Iterator[Path]:
    """The folders that may stand for the root of an address's host."""
    place = parts(wanted)
    for own in dict.fromkeys((place.authority, place.authority.replace(":", "+"), place.host)) if place else ():
        if named_like_host(own) and (folder / own).is_dir():
            yield folder / own
    if not name or host(wanted) == name:
        yield folder


def _names(wanted: str) -> Iterator[str]:
    """The names of a file under which mirrors keep what an address names: with its query, or without."""
    path, (_, mark, query) = unquote(path_of(wanted)), wanted.partition("#")[0].partition("?")
    if mark:
        yield from (f"{path}?{unquote(query)}", f"{path}@{unquote(query)}")
    yield path


def served(root: Path, url: str = "") -> Fetch:
    """Answers for the host of an address, or for every host, from a folder that stands for the root of that host.

    For a host that has a folder of its name there, that folder answers first.
    """
    folder, name = root.resolve(), host(url)

    def fetch(wanted: str) -> Resource | None:
        places = ((own.resolve(), path) for own in _roots(folder, wanted, name) for path in _names(wanted))
        found = next((file for own, path in places if own.is_relative_to(folder) and (file := _file(own, path))), None)
        if found is None:
            return None
        try:
            kind = mimetypes.guess_type(path_of(wanted))[0] or mimetypes.guess_type(found.name)[0]
            return Resource(found.read_bytes(), kind or UNKNOWN)
        except OSError:
            return None

    return fetch
