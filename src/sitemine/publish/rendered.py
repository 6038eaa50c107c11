"""Rendered pages as a WARC: a resource record each (ISO 28500), whose HTML holds what the browser showed.

What is stored so is mined later without a browser, like every other archive.
"""

import gzip
import re
from base64 import b32encode
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from hashlib import blake2b, sha1
from pathlib import Path
from typing import Final
from uuid import UUID

from sitemine.publish.lines import write_atomically
from sitemine.records import Page

LEVEL: Final = 6
UNDATED: Final = datetime(1970, 1, 1, tzinfo=UTC)
_BREAKS: Final = re.compile(r"[\r\n\x00]+")


def record_of(page: Page) -> bytes:
    """The record of a page, a gzip member of its own; equal pages give equal bytes."""
    content = page.html if isinstance(page.html, bytes) else page.html.encode("utf-8", "replace")
    url, time = _BREAKS.sub(" ", page.url), page.time or UNDATED
    stamp = (time if time.tzinfo else time.replace(tzinfo=UTC)).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    name = UUID(bytes=blake2b(f"resource {url} {stamp}".encode() + content, digest_size=16).digest(), version=4)
    digest = b32encode(sha1(content, usedforsecurity=False).digest()).decode("ascii")
    head = (
        f"WARC/1.1\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:uuid:{name}>\r\nWARC-Date: {stamp}\r\n"
        f"WARC-Target-URI: {url}\r\nWARC-Block-Digest: sha1:{digest}\r\nContent-Type: text/html; charset=utf-8\r\n"
        f"Content-Length: {len(content)}\r\n\r\n"
    )
    return gzip.compress(head.encode("utf-8") + content + b"\r\n\r\n", LEVEL, mtime=0)


def write_rendered(path: Path, pages: Iterable[Page]) -> None:
    """Writes pages to a WARC file; those without HTML have no record."""
    records: Iterator[bytes] = (record_of(page) for page in pages if page.html)
    write_atomically(path, records)
