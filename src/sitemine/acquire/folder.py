"""The pages of a folder, as browsers, wget, HTTrack or a script of one's own left them.

Where the URL of a page comes from, the first that holds:
1. `urls.jsonl` (`path` and `url`), `urls.tsv` or `urls.csv` (path, url) in the folder itself;
2. the address that a browser or SingleFile wrote into the page when it saved it;
3. the canonical link or `og:url` of the page, if it is absolute and no other file claims the same one: many sites call
   their home page the canonical form of every page. Not believed either where most pages link to other files of the
   folder, as in a mirror: there the paths are the addresses, or links and pages would part;
4. the path (`addresses.py`): below the host whose folder of a mirror it lies in (`mirrored.py`), else below `base`; without one,
   below the address that most pages' own addresses agree with.

Two passes over the files with one page in memory at a time; the first reads only beginnings.
"""

import csv
import os
import posixpath
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import Final

import msgspec

from sitemine.acquire import sniff
from sitemine.acquire.addresses import QUERY, address, base_for, named_like_host
from sitemine.acquire.body import LIMITS
from sitemine.acquire.claims import BEGINNING, claimed, local_links, saved_from
from sitemine.acquire.files import beginning_of, body_of
from sitemine.acquire.mirrored import Hosts
from sitemine.acquire.urls import canonical, identity
from sitemine.errors import SourceError
from sitemine.options import Limits
from sitemine.records import Outcome, Page

_JSON_MAPPING: Final = "urls.jsonl"
_TABLES: Final = {"urls.tsv": "excel-tab", "urls.csv": "excel"}  # each with its dialect
_MAPPINGS: Final = frozenset({_JSON_MAPPING, *_TABLES})
_LINKS_HEEDED: Final = 50  # first links of a page that tell whether the folder is a mirror
_ANY: Final = "https://any.invalid/"
_BESIDE: Final = "_files"  # where browsers lay what a page needs, frames among it
_CACHES: Final = frozenset({"hts-cache"})


class _Entry(msgspec.Struct):
    path: str
    url: str


@dataclass(frozen=True, slots=True)
class _Survey:
    """What the first pass over a folder tells of its addresses."""

    base: str
    mapping: dict[str, str]  # path -> url
    claims: Counter[str]  # identity -> files that claim it
    is_mirror: bool  # most pages link to other files of the folder
    is_literal: bool  # and spell a query as part of a file's name
    hosts: dict[str, str]  # folders at the top that stand for hosts -> their addresses


def _is_asked_for(name: str) -> bool:
    """Whether a file is named as pages are, or not named as anything."""
    stem = QUERY.split(name, maxsplit=1)[0]
    if sniff.has_asset_name(stem) or name in _MAPPINGS or name.startswith("."):
        return False
    return sniff.has_page_name(stem) or "." not in stem


def _entered(folders: Sequence[str], files: Sequence[str]) -> list[str]:
    """The folders to go into: not hidden ones, caches, and what a browser laid beside a page."""
    beside = {Path(name).stem + _BESIDE for name in files if sniff.has_page_name(name)}
    return [name for name in folders if not name.startswith(".") and name not in _CACHES | beside]


def _paths(root: Path) -> tuple[list[str], list[OSError]]:
    """The files that may be pages, sorted, relative to the root and never outside it; and folders that cannot be read."""
    inside = root.resolve()
    paths: list[str] = []
    errors: list[OSError] = []
    for parent, folders, names in os.walk(root, onerror=errors.append):
        folders[:] = _entered(folders, names)
        for name in names:
            path = Path(parent, name)
            if _is_asked_for(name) and (not path.is_symlink() or path.resolve().is_relative_to(inside)):
                paths.append(path.relative_to(root).as_posix())
    return sorted(paths), errors


def _table(path: Path, dialect: str) -> Iterator[tuple[str, str]]:
    with path.open(encoding="utf-8-sig", errors="surrogateescape", newline="") as lines:
        for row in csv.reader(lines, dialect):
            match row:
                case [name, url, *_]:
                    yield name, url


def _json_table(path: Path) -> Iterator[tuple[str, str]]:
    decoder = msgspec.json.Decoder(_Entry)
    for line in path.read_bytes().removeprefix(b"\xef\xbb\xbf").splitlines():
        if line.strip():
            entry = decoder.decode(line)
            yield entry.path, entry.url


def _mapping(root: Path) -> dict[str, str]:
    """The URLs of the first mapping file that is there; a line without URL (a heading) is left out."""
    name = next((name for name in (_JSON_MAPPING, *_TABLES) if (root / name).is_file()), "")
    if not name:
        return {}
    path = root / name
    try:
        rows = list(_json_table(path) if name == _JSON_MAPPING else _table(path, _TABLES[name]))
    except (OSError, ValueError, csv.Error, msgspec.MsgspecError) as error:
        raise SourceError(fspath(path), f"cannot be read as a list of paths and URLs: {error}") from error
    return {posixpath.normpath(path.strip()): url for path, text in rows if (url := canonical(text))}


def _linked_files(relative: str, beginning: bytes, files: frozenset[str]) -> set[str]:
    """The other files of the folder to which the first links of a file lead."""
    folder, first = posixpath.dirname(relative), relative.partition("/")[0]
    host = first if named_like_host(first) else ""
    found = set()
    for link in local_links(beginning)[:_LINKS_HEEDED]:
        from_root = link.startswith("/")
        path = posixpath.normpath(posixpath.join(host, link.lstrip("/")) if from_root else posixpath.join(folder, link))
        found |= {path, posixpath.normpath(f"{path}/index.html")} & files
    return found - {relative}


def _root_in(claim: str, relative: str) -> str:
    """The address of the folder, if a file's path is the end of the address that it claims."""
    tail = identity(address(relative, _ANY)).removeprefix(_ANY)
    key = identity(claim)
    root = key.removesuffix(tail)
    return root if key.endswith(tail) and root.endswith("/") else ""


def _agreed(roots: Counter[str], n_files: int) -> str:
    """The address of the folder that more than half of its files agree with."""
    return next((root for root, count in roots.most_common(1) if count * 2 > n_files), "")


def _surveyed(root: Path, base: str, relatives: Sequence[str]) -> _Survey:
    """The first pass. Nothing in it depends on the order of the files."""
    mapping, files = _mapping(root), frozenset(relatives)
    claims, roots = Counter[str](), Counter[str]()
    n_linked, is_literal, hosts = 0, False, Hosts(relatives)
    for relative in relatives:
        beginning = beginning_of(root / relative) if relative not in mapping else b""
        linked = _linked_files(relative, beginning, files)
        hosts.hear(relative, beginning)
        n_linked += bool(linked)
        is_literal = is_literal or any(QUERY.search(path) for path in linked)
        if url := claimed(beginning):
            claims[identity(url)] += 1
            roots[_root_in(url, relative)] += 1
    del roots[""]
    base = base or _agreed(roots, len(relatives)) or base_for(root)
    return _Survey(base, mapping, claims, n_linked * 2 > len(relatives), is_literal, hosts.settled())


def _url(relative: str, beginning: bytes, survey: _Survey) -> str:
    if url := survey.mapping.get(relative) or saved_from(beginning):
        return url
    url = None if survey.is_mirror else claimed(beginning)
    if url and survey.claims[identity(url)] == 1:
        return url
    return address(relative, survey.base, is_literal=survey.is_literal, hosts=survey.hosts)


def _page_of(root: Path, relative: str, survey: _Survey, limits: Limits) -> Page | None:
    """The page in a file; None for a file that neither is nor is named as a page."""
    body = body_of(root / relative, limits)
    beginning = body.content[:BEGINNING]
    is_named = sniff.has_page_name(QUERY.split(relative, maxsplit=1)[0])
    if not is_named and not sniff.is_html(beginning) and body.outcome is not Outcome.BAD_RECORD:
        return None
    return Page(_url(relative, beginning, survey), body.content, outcome=body.outcome, detail=body.detail)


def read_folder(path: str | PathLike[str], *, base: str = "", limits: Limits = LIMITS) -> Iterator[Page]:
    """The pages of a folder and the folders in it, sorted by path.

    Read are files named as pages are (.html, .xhtml, .php, ..., also .html.gz), and files without ending that begin
    like HTML. A file named as a page that is none, or cannot be read, is a page with the outcome that says so.
    """
    root = Path(path)
    relatives, errors = _paths(root)
    if not relatives:
        reason = f"cannot be read: {errors[0].strerror}" if errors else "holds no HTML file"
        raise SourceError(fspath(path), reason)
    survey = _surveyed(root, base, relatives)
    for error in errors:
        relative = Path(error.filename).relative_to(root).as_posix()
        detail = f"the folder cannot be read: {error.strerror}"
        yield Page(address(relative, survey.base, hosts=survey.hosts), outcome=Outcome.BAD_RECORD, detail=detail)
    for relative in relatives:
        if page := _page_of(root, relative, survey, limits):
            yield page
