"""What a site repeats, learned from its pages once and applied to any page of it: the inside of a site model.

It holds only sums over pages (`measure`), so what is learned of parts of a site merges into what is learned of the whole, a page can be
added, removed or replaced, and the result never depends on the order. In a file it is one small zip of columns: of the
terms only those that more than one page says, since all others inform fully, as unseen ones do.
"""

import io
import json
import struct
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypedDict

import numpy as np

from sitemine.dom.batch import Batch
from sitemine.errors import ModelError
from sitemine.measure.entropy import TermStatistics, count_terms
from sitemine.measure.fingerprints import PageCounts, fingerprints
from sitemine.measure.sums import Counts
from sitemine.measure.terms import Terms
from sitemine.mine.facts.datelines import date_places
from sitemine.mine.facts.metadata import lead_of, part_key, title_parts
from sitemine.mine.scoring.judge import judged_alone
from sitemine.mine.scoring.placed import PlaceSums
from sitemine.mine.site.places import places_of
from sitemine.records import MINED

FORMAT: Final = "sitemine site model"
VERSION: Final = 3


COLUMNS: Final = (
    ("terms.term", "terms.tf", "terms.spread", "terms.df"),
    ("blocks.fingerprint", "blocks.df"),
    ("titles.fingerprint", "titles.df"),
    ("dates.fingerprint", "dates.df"),
    tuple(f"places.{name}" for name in ("place", "odds", "weighed", "terms", "blocks", "df")),
)
"""The columns of a file; those of one table are of one length."""

_DAMAGES: Final = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    LookupError,
    ValueError,
    OverflowError,
    NotImplementedError,  # a packing that zipfile does not know
    RuntimeError,  # a password
)
"""What reading a file that is no model, or no longer one, may raise."""


class _Header(TypedDict):
    """What a file says of itself."""

    version: int
    n_pages: int


def _unpacked(content: bytes) -> tuple[_Header, dict[str, Counts]]:
    """The header and the columns of a file; raises one of `_DAMAGES` if it has no such."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        header = json.loads(archive.read("model.json"))
        if not isinstance(header, dict) or header.get("format") != FORMAT:
            raise ValueError("not the header of a site model")
        if header.get("version") != VERSION:
            return {"version": 0, "n_pages": 0}, {}
        columns = {name: np.frombuffer(archive.read(name), "<i8") for names in COLUMNS for name in names}
    n_pages = header.get("n_pages")
    if not isinstance(n_pages, int) or n_pages < 0:
        raise ValueError("a site model is of a number of pages")
    if any(len({len(columns[name]) for name in names}) > 1 for names in COLUMNS):
        raise ValueError("columns of one table differ in length")
    return {"version": VERSION, "n_pages": n_pages}, columns


@dataclass(frozen=True, slots=True, eq=False)
class Repeated:
    """What a site repeats."""

    terms: TermStatistics
    blocks: PageCounts  # segments, by their terms
    titles: PageCounts  # parts of titles
    dates: PageCounts  # paths at which a page has its one dated line
    places: PlaceSums  # how likely what stands at each place informs, page by page alone

    @classmethod
    def empty(cls) -> "Repeated":
        return cls(
            TermStatistics.empty(), PageCounts.empty(), PageCounts.empty(), PageCounts.empty(), PlaceSums.empty()
        )

    @classmethod
    def of(cls, batch: Batch, terms: Terms, pages: Sequence[int] | None = None) -> "Repeated":
        """The model of the pages of one batch, or only of some of them; those with nothing to read are never in it."""
        table = batch.table
        chosen = range(table.n_pages) if pages is None else pages
        wanted = [page for page in chosen if batch.outcomes[batch.mined[page]] in MINED]
        is_wanted = np.zeros(table.n_pages, np.bool_)
        is_wanted[wanted] = True
        on = table.page[table.segment_node]
        block = fingerprints(terms, terms.before(table.segment_start), terms.before(table.segment_end))
        titles = [(page, batch.heads[page].title) for page in wanted]
        parts = [
            (page, part_key(part)) for page, title in titles for part in (*title_parts(title), lead_of(title)) if part
        ]
        page = np.array([page for page, _ in parts], np.intp)
        dated, place = date_places(table)
        units, alone = judged_alone(batch, terms)
        return cls(
            TermStatistics.of(count_terms(terms).only(is_wanted)),
            PageCounts.of(len(wanted), on[is_wanted[on]], block[is_wanted[on]]),
            PageCounts.of(len(wanted), page, np.array([key for _, key in parts], np.uint64)),
            PageCounts.of(len(wanted), dated[is_wanted[dated]], place[is_wanted[dated]]),
            PlaceSums.of(np.array(wanted, np.intp), units, places_of(table)[units.node], alone),
        )

    @property
    def n_pages(self) -> int:
        return self.terms.n_pages

    def __len__(self) -> int:
        return len(self.terms) + len(self.blocks)

    def merge(self, other: "Repeated") -> "Repeated":
        """The model of both sets of pages together."""
        return Repeated(
            self.terms.merge(other.terms),
            self.blocks.merge(other.blocks),
            self.titles.merge(other.titles),
            self.dates.merge(other.dates),
            self.places.merge(other.places),
        )

    def without(self, other: "Repeated") -> "Repeated":
        """The model after the pages of `other`, which it had learned, are forgotten."""
        return Repeated(
            self.terms.without(other.terms),
            self.blocks.without(other.blocks),
            self.titles.without(other.titles),
            self.dates.without(other.dates),
            self.places.without(other.places),
        )

    def to_bytes(self, *, complete: bool = False) -> bytes:
        """The model as a file; equal models give equal bytes. A complete one also holds what one page alone says.

        That is needed to go on learning from the file, and not to apply it.
        """
        terms, blocks, titles, dates = self.terms, self.blocks, self.titles, self.dates
        least = 0 if complete else 1
        shared, again, often, usual = (part.df > least for part in (terms, blocks, titles, dates))
        columns = {
            "terms.term": terms.term[shared],
            "terms.tf": terms.tf[shared],
            "terms.spread": terms.spread[shared],
            "terms.df": terms.df[shared],
            "blocks.fingerprint": blocks.fingerprint[again],
            "blocks.df": blocks.df[again],
            "titles.fingerprint": titles.fingerprint[often],
            "titles.df": titles.df[often],
            "dates.fingerprint": dates.fingerprint[usual],
            "dates.df": dates.df[usual],
        }
        places = self.places.shared(least + 1)
        columns |= dict(zip(COLUMNS[-1], (places.place, *places.columns), strict=True))
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            header = {"format": FORMAT, "version": VERSION, "n_pages": self.n_pages}
            archive.writestr(zipfile.ZipInfo("model.json"), json.dumps(header))
            for name, column in columns.items():
                archive.writestr(zipfile.ZipInfo(name), column.astype("<i8").tobytes(), zipfile.ZIP_DEFLATED)
        return file.getvalue()

    @classmethod
    def from_bytes(cls, content: bytes, name: str = "model") -> "Repeated":
        """The model that a file holds; `name` is what an error calls it."""
        try:
            header, read = _unpacked(content)
        except _DAMAGES as error:
            raise ModelError(name, "not a site model; `sitemine learn SOURCE -o MODEL` makes one") from error
        if header["version"] != VERSION:
            raise ModelError(name, f"not a site model of version {VERSION}; learn the site again")
        n_pages = header["n_pages"]
        return cls(
            TermStatistics(
                n_pages,
                read["terms.term"].astype(np.uint64),
                read["terms.tf"],
                read["terms.spread"],
                read["terms.df"],
            ),
            PageCounts(n_pages, read["blocks.fingerprint"].astype(np.uint64), read["blocks.df"]),
            PageCounts(n_pages, read["titles.fingerprint"].astype(np.uint64), read["titles.df"]),
            PageCounts(n_pages, read["dates.fingerprint"].astype(np.uint64), read["dates.df"]),
            PlaceSums(n_pages, read["places.place"].astype(np.uint64), *(read[name] for name in COLUMNS[-1][1:])),
        )
