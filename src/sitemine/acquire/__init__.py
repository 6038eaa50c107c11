"""Where do pages come from?

Reads: a folder of saved pages, a WARC, JSON lines, Parquet, single files, a list of files, a pipe, pages in memory.
Writes: nothing; gives `records.Page`, one at a time, in the order of the source.

`browser` shows a page in Chromium and gives it back with the boxes of its elements; what it loads is fetched by a function
that the caller gives.

A page that cannot be read is a page with the outcome that says why, and reading goes on. Only a source that cannot be
read at all raises. Nothing behind this folder can tell what a page came from.
"""

from sitemine.acquire.files import read_files, read_list
from sitemine.acquire.folder import read_folder
from sitemine.acquire.rows import read_jsonl, read_parquet
from sitemine.acquire.source import Source, open_source, read
from sitemine.acquire.urls import Resolver, canonical, host, identity, join, path_of
from sitemine.acquire.warc import is_crawl, read_crawl, read_warc

__all__ = [
    "Resolver",
    "Source",
    "canonical",
    "host",
    "identity",
    "is_crawl",
    "join",
    "open_source",
    "path_of",
    "read",
    "read_crawl",
    "read_files",
    "read_folder",
    "read_jsonl",
    "read_list",
    "read_parquet",
    "read_warc",
]
