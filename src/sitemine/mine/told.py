"""The blocks that a method found on a page, as records, each with what the method saw of it."""

from typing import Final

import numpy as np

from sitemine.measure.sums import Counts
from sitemine.mine.decision import MinedBatch
from sitemine.mine.found import KINDS, Blocks, Verdict, of_partition
from sitemine.records import Block, Evidence

ACTIONS: Final = ("dropped", "kept")


def blocks_found(mined: MinedBatch) -> Blocks:
    """The blocks of a batch by the method that was asked for; those of the default are the segments."""
    if mined.found is not None:
        return mined.found
    table = mined.batch.table
    evidence = {"CII": mined.information, "pages": mined.pages, "link share": mined.seen.link_share}
    verdict = Verdict(mined.choice.kept, mined.probability, evidence)
    return of_partition(table, table.segment_node.astype(np.intp), np.arange(len(table.segment_node)), verdict)


def _evidence(mined: MinedBatch, blocks: Blocks, block: int, pages: Counts) -> Evidence:
    """What is known of a block whatever the method: where else it stands, what it says and how much of it is links."""
    table, rows = mined.batch.table, blocks.segments_of(block)
    length = int(sum(int(table.segment_end[row] - table.segment_start[row]) for row in rows))
    anchor = int(sum(int(table.segment_anchor[row]) for row in rows))
    # CII of a block is that of its lines by their lengths, rounded line by line, so that no order of adding shows.
    told = sum(round(float(mined.information[row]) * int(mined.seen.length[row])) for row in rows)
    return Evidence(
        pages=int(pages[rows].min()) if rows else 0,
        n_pages=max(mined.model.n_pages, 1),
        entropy=round(1.0 - told / max(length, 1), 4),
        link_share=round(anchor / max(length, 1), 4),
        text_length=length,
    )


def block_records(mined: MinedBatch, blocks: Blocks, page: int) -> tuple[Block, ...]:
    """The blocks of a page that a method judged, in document order."""
    table = mined.batch.table
    rows = np.flatnonzero(table.page[blocks.node] == page).tolist()
    first = int(table.page_start[page])
    told = []
    for block in rows:
        node = int(blocks.node[block])
        lines = (table.text[table.segment_start[s] : table.segment_end[s]] for s in blocks.segments_of(block))
        kept = bool(blocks.kept[block])
        told.append(
            Block(
                node=node - first,
                kind=KINDS[blocks.kind[block]],
                kept=kept,
                score=round(float(blocks.score[block]), 4),
                text="\n".join(lines),
                path=table.path_of(node),
                reason=f"{ACTIONS[kept]}: {blocks.reason(block)}",
                evidence=_evidence(mined, blocks, block, mined.pages),
            )
        )
    return tuple(told)
