"""What is on a page? Reads `Page` records, gives tables: nodes, text, links; decides nothing about worth.

`decode` turns bytes into text, `parse` lets the parser tell the page as events, `elements` and `table` make the events of
many pages one table of nodes, `text` collapses white space, `head` and `links` read what pages say of themselves and of
each other, `layout` joins the boxes that a browser has shown and `flow` approximates them where none has, and `batch` does all of it for some pages and names what became of those that cannot be read.
"""

from sitemine.dom.batch import Batch, read_batch
from sitemine.dom.decode import decode
from sitemine.dom.head import Head
from sitemine.dom.links import LinkTable
from sitemine.dom.table import NodeTable, flatten

__all__ = ["Batch", "Head", "LinkTable", "NodeTable", "decode", "flatten", "read_batch"]
