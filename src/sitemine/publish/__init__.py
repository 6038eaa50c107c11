"""Who reads it? Takes records, writes files: JSON lines and Parquet by one schema, complete or not at all."""

from sitemine.publish.lines import OrderedLines, write_atomically
from sitemine.publish.parquet import need_parquet, write_parquet
from sitemine.publish.rows import article_row, json_line, page_row
from sitemine.publish.schema import SCHEMA, LinkRow

__all__ = [
    "SCHEMA",
    "LinkRow",
    "OrderedLines",
    "article_row",
    "json_line",
    "need_parquet",
    "page_row",
    "write_atomically",
    "write_parquet",
]
