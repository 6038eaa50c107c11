"""The segments of the development sites: what is seen of each, and whether people took it for content."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Final

import numpy as np

from bench.data import Gold, Source, batched
from bench.quality.sites import ARTICLE
from bench.weights.regression import Flags, Floats
from sitemine.dom import Batch, NodeTable, read_batch
from sitemine.measure import terms_of
from sitemine.mine import Repeated, mine_batch
from sitemine.mine.blocks import SegmentEvidence
from sitemine.options import Options, Weights
from sitemine.records import Page

NAMES: Final = tuple(item.name for item in fields(Weights))
CONSTANT, INFORMATION = "start", "information"
PARTS: Final = 64  # pages that share a table here; changes speed alone
MOST_SEGMENTS: Final = 4_000
"""Of one site, spread evenly over its article pages."""

NEITHER: Final = re.compile(r"[\W_]+")
"""What is neither a letter nor a digit."""

INFORMATION_ALONE: Final = Weights(**{name: float(name == INFORMATION) for name in NAMES})


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Some pages of a site; `golds` holds the text of each article page of the table, None of all others."""

    table: NodeTable
    seen: SegmentEvidence
    information: Floats
    golds: tuple[str | None, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Examples:
    """Labelled segments of one site; their masses add up to 1."""

    columns: Floats  # a column for each of NAMES
    is_content: Flags
    mass: Floats

    def __len__(self) -> int:
        return len(self.mass)


def _information(batch: Batch, model: Repeated) -> tuple[SegmentEvidence, Floats]:
    """The evidence that mining goes by. Its information is read off a mining that heeds nothing else."""
    mined = mine_batch(batch, model, Options(alone=INFORMATION_ALONE, site=INFORMATION_ALONE))
    return mined.seen, np.asarray(np.log(mined.probability / (1.0 - mined.probability)))


def read_site(sources: Iterable[Source], golds: Mapping[str, Gold]) -> list[Part]:
    """All pages of a site, compared with each other."""
    limits = Options().limits
    pages = (Page(source.url, source.html) for source in sources)
    batches = [read_batch(batch, limits) for batch in batched(pages, PARTS)]
    model = Repeated.empty()
    for batch in batches:
        model = model.merge(Repeated.of(batch, terms_of(batch.table)))
    parts = []
    for batch in batches:
        texts = [gold.text if gold.role == ARTICLE else None for gold in map(golds.__getitem__, batch.urls)]
        seen, information = _information(batch, model)
        parts.append(Part(batch.table, seen, information, tuple(texts[place] for place in batch.mined)))
    return parts


def plain(text: str) -> str:
    """The letters and digits of a text."""
    return NEITHER.sub("", text)


def labels_of(part: Part) -> tuple[Flags, Flags]:
    """Which segments can be labelled, as they have a letter or a digit and stand on an article page; which are content."""
    table = part.table
    golds = [None if gold is None else plain(gold) for gold in part.golds]
    known, is_content = np.zeros((2, len(part.seen.page)), np.bool_)
    spans = zip(part.seen.page.tolist(), table.segment_start.tolist(), table.segment_end.tolist(), strict=True)
    for segment, (page, start, end) in enumerate(spans):
        gold = golds[page]
        if gold is not None and (text := plain(table.text[start:end])):
            known[segment], is_content[segment] = True, text in gold
    return known, is_content


def columns_of(part: Part) -> Floats:
    """The evidence on each segment, a column for each weight."""
    of_name = {CONSTANT: np.ones(len(part.seen.page)), INFORMATION: part.information}
    return np.column_stack([of_name[name] if name in of_name else getattr(part.seen, name) for name in NAMES])


def examples_of(parts: Sequence[Part], most: int = MOST_SEGMENTS) -> Examples:
    """The labelled segments of a site, each with the mass of the square root of its length."""
    labels = [labels_of(part) for part in parts]
    known, is_content = (np.concatenate(flags) for flags in zip(*labels, strict=True))
    columns = np.concatenate([columns_of(part) for part in parts])
    length = np.concatenate([part.seen.length for part in parts])
    rows = np.flatnonzero(known)
    if len(rows) > most:
        rows = rows[np.arange(most) * len(rows) // most]
    mass = np.sqrt(length[rows])
    return Examples(columns[rows].astype(np.float64), is_content[rows], mass / max(mass.sum(), 1.0))
