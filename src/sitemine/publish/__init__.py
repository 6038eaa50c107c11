"""Who reads it? Takes records, writes files: JSON lines and Parquet by one schema, complete or not at all; reduced links for drawing."""

from sitemine.publish.lines import OrderedLines, write_atomically
from sitemine.publish.parquet import need_parquet, write_parquet
from sitemine.publish.reduced import ReducedSite, to_dot, to_graphml, to_json
from sitemine.publish.rows import article_row, json_line, page_row, toc_row
from sitemine.publish.schema import SCHEMA, LinkRow

__all__ = [
    "SCHEMA",
    "LinkRow",
    "OrderedLines",
    "ReducedSite",
    "article_row",
    "json_line",
    "need_parquet",
    "page_row",
    "to_dot",
    "to_graphml",
    "to_json",
    "toc_row",
    "write_atomically",
    "write_parquet",
]
