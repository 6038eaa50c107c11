"""The kernel's door for `dom`: a page's tags and attributes, and the node table of some pages, in one loop each.

The same as `scan`, `elements`, `table` and `text` say with arrays. What names mean is said there, and told to the kernel
once.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np

from sitemine.dom.elements import Names
from sitemine.dom.names import ATTRIBUTE_CODE, ATTRIBUTES, FIRST_INVENTED, FIRST_TAG, TAG_CODE, TAGS, VOID
from sitemine.dom.parse import Markup, Tags
from sitemine.dom.scan import MOST_INVENTED, TAKING_BREAK, Values
from sitemine.dom.table import APART, BLOCK, DROPPED, PREFORMATTED, SILENT, NodeTable
from sitemine.dom.text import character_classes
from sitemine.kernel import Kernel, column
from sitemine.kernel import Names as Known
from sitemine.options import Limits

MEANINGS: Final = (VOID, TAKING_BREAK, DROPPED, SILENT, BLOCK, BLOCK | {"br"}, PREFORMATTED, APART)
"""The sets whose bits `src/kernel/kernel.h` knows, in its order."""

COLUMNS: Final[tuple[tuple[str, type[np.generic]], ...]] = (
    *(("page_start", np.int32), ("page_text", np.int32), ("page", np.int32), ("parent", np.int32)),
    *(("subtree_end", np.int32), ("depth", np.int16), ("tag", np.int16), ("path", np.uint64)),
    *(("text_start", np.int32), ("text_end", np.int32), ("anchor_length", np.int32), ("context_length", np.int32)),
    *(("run_node", np.int32), ("run_start", np.int32), ("run_end", np.int32)),
    *(("segment_node", np.int32), ("segment_start", np.int32), ("segment_end", np.int32)),
    *(("segment_anchor", np.int32), ("attribute_node", np.int32), ("attribute_name", np.uint8)),
)
"""The columns that the kernel gives behind the text, in its order; behind them where the values start and end."""


@cache
def _known(kernel: Kernel) -> Known:
    meaning = np.zeros(FIRST_INVENTED, np.uint16)
    for bit, names in enumerate(MEANINGS):
        meaning[[TAG_CODE[name] for name in names]] |= np.uint16(1 << bit)
    return kernel.names(TAGS, FIRST_TAG, meaning, ATTRIBUTES, TAG_CODE["a"], ATTRIBUTE_CODE["href"])


def scan(kernel: Kernel, data: bytes, limits: Limits) -> tuple[bytearray, bytearray, list[str], int, int]:
    """The tags, attributes and invented names of a page; how many angle brackets, and attributes on one element."""
    return kernel.scan(_known(kernel), data, limits.attributes, 4 * limits.nodes)


def _codes(pages: Sequence[Tags]) -> tuple[tuple[str, ...], list[bytes]]:
    """The tags of a table, and for each page the codes of those that it invents."""
    names: dict[str, int] = {}
    codes = []
    for page in pages:
        own = np.empty(len(page.invented), np.int32)
        for place, name in enumerate(page.invented):
            if name not in names and len(names) < MOST_INVENTED:
                names[name] = FIRST_INVENTED + len(names)
            own[place] = names.get(name, TAG_CODE["unknown"])
        codes.append(own.tobytes())
    return (*TAGS, *names), codes


def flatten(kernel: Kernel, markups: Sequence[Markup], limits: Limits) -> NodeTable:
    """The node table of some pages, page k of it being `markups[k]`."""
    found = [markup.marks for markup in markups if isinstance(markup.marks, Tags)]
    tags, codes = _codes(found)
    pages = [
        (markup.data, page.tags, page.attributes, own) for markup, page, own in zip(markups, found, codes, strict=True)
    ]
    text, *buffers, start, end = kernel.table(
        _known(kernel), character_classes(), Names(tags).hashes(), limits.depth, pages
    )
    columns = {name: column(buffer, kind) for (name, kind), buffer in zip(COLUMNS, buffers, strict=True)}
    data = markups[0].data if len(markups) == 1 else b"".join(markup.data for markup in markups)
    values = Values(data, column(start, np.int32), column(end, np.int32))
    return NodeTable(text, tags, attribute_values=values, **columns)
