"""Who reads it? Takes records, writes files: JSON lines and Parquet by one schema, complete or not at all; reduced links for drawing, pruned pages."""

from sitemine.publish.lines import OrderedLines, write_atomically
from sitemine.publish.parquet import need_parquet, write_parquet
from sitemine.publish.pruned import pruned
from sitemine.publish.reduced import ReducedSite, to_dot, to_graphml, to_json
from sitemine.publish.rows import article_row, json_line, page_row, toc_line, toc_row
from sitemine.publish.schema import SCHEMA, LinkRow
from sitemine.publish.structure import structure_graphml, structure_json
from sitemine.publish.written import written

__all__ = [
    "SCHEMA",
    "LinkRow",
    "OrderedLines",
    "ReducedSite",
    "article_row",
    "json_line",
    "need_parquet",
    "page_row",
    "pruned",
    "structure_graphml",
    "structure_json",
    "to_dot",
    "to_graphml",
    "to_json",
    "toc_line",
    "toc_row",
    "write_atomically",
    "write_parquet",
    "written",
]
