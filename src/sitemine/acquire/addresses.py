"""The address of a page that came as a file, where neither a list nor the page itself tells it: from its path.

Below a folder named like a host, the path is the address: so wget and HTTrack save. Elsewhere the folder's name under
`.invalid` is the host, a domain that by its standard leads nowhere (RFC 2606): readable, the same on every machine,
and different for two folders.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final
from urllib.parse import quote

from sitemine.acquire.urls import join

_NO_COUNTRY: Final = frozenset({"gz", "js", "db", "ts", "rb"})  # two letters that end file names rather than hosts
_DOMAINS: Final = re.compile(
    "com|org|net|edu|gov|mil|int|info|biz|name|pro|mobi|app|blog|cloud|dev|example|invalid|localhost|news|online|shop"
    "|site|store|tech|test|world|xyz|xn--.*|[a-z]{2}"
)
_HOST: Final = re.compile(r"(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9])?\.)+([a-z]{2,24}|xn--[a-z0-9-]+)(?:[:+]\d{1,5})?")
_IPV4: Final = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}(?:[:+]\d{1,5})?")
_LABEL: Final = 63  # characters of a part of a host name
_UNNAMED: Final = re.compile(r"[^a-z0-9]+")

QUERY: Final = re.compile(r"[?@](?=[\w.~%+-]+=)")  # in file names; wget writes @ where ? is not allowed
_ADDED: Final = re.compile(r"(?<==)([^/]*?)\.html?$")  # the ending that wget adds behind a query
_UNSAFE: Final = re.compile(r"[#\\\x00-\x20]|%(?![0-9A-Fa-f]{2})")  # what would not stay part of a path


def named_like_host(name: str) -> bool:
    """Whether a folder is named as mirrors name the folder of a host."""
    name = name.lower()
    if _IPV4.fullmatch(name):
        return True
    found = _HOST.fullmatch(name)
    if not found:
        return False
    return found[1] not in _NO_COUNTRY and _DOMAINS.fullmatch(found[1]) is not None


def root_of(host: str) -> str:
    """The address of a host whose folder has a name; mirrors write + where : is not allowed."""
    return f"https://{host.replace('+', ':')}/"


def base_for(folder: Path) -> str:
    """The address of a folder whose own address nobody tells."""
    name = folder.resolve().name
    if named_like_host(name):
        return root_of(name)
    plain = _UNNAMED.sub("-", name.lower()).strip("-")[:_LABEL].strip("-")
    return f"https://{plain or 'folder'}.invalid/"


def address(relative: str, base: str, *, is_literal: bool = False, hosts: Mapping[str, str] | None = None) -> str:
    """The address of the file at a path relative to a folder with the address `base`.

    A query in the file's name becomes a query, unless the pages link to the file by its literal name. `hosts` are the folders
    that stand for hosts, with their addresses; unless it is known which do, a folder's name tells.

    >>> address("example.org/news/index.html@page=2", "https://mirror.invalid/")
    'https://example.org/news/index.html?page=2'
    """
    first, slash, rest = relative.partition("/")
    if slash and (named_like_host(first) if hosts is None else first in hosts):
        base, relative = root_of(first) if hosts is None else hosts[first], rest
    path = _UNSAFE.sub(lambda found: quote(found[0], safe=""), relative.removesuffix(".gz"))
    if is_literal:
        path = path.replace("?", "%3F")
    elif found := QUERY.search(path):
        query = _ADDED.sub(r"\1", path[found.end() :])
        path = f"{path[: found.start()].replace('?', '%3F')}?{query}"
    else:
        path = path.replace("?", "%3F")
    return join(base, f"./{path}") or base + path
