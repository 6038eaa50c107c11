"""A mined site: two passes over its pages with one reduction between them, and what is known afterwards.

The first pass reads pages chunk by chunk and adds up what they repeat; the reduction is the site model; the second pass
decides on each page by it, when somebody asks for the page or all are written. Nothing depends on the order of the pages,
on the size of the chunks or on the number of workers.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, Final

from sitemine.acquire.urls import identity
from sitemine.dom import Batch
from sitemine.errors import UsageError
from sitemine.measure import Pile
from sitemine.measure.blockset import texts_of
from sitemine.mine import MinedBatch, Portrait, Repeated, SiteRoles, blocks_found, decide_roles, method_named, pages_of
from sitemine.mine.methods.named import Needs
from sitemine.mine.site.structure import Sketch, Structure, structure_of
from sitemine.mine.taxonomy.sections import Section, sections_of
from sitemine.mine.taxonomy.sightings import Addresses, Sightings, observe
from sitemine.mine.taxonomy.subjects import Taxonomy, site_taxonomy
from sitemine.options import Options
from sitemine.publish import (
    SCHEMA,
    OrderedLines,
    pruned,
    structure_graphml,
    structure_json,
    write_atomically,
    write_parquet,
)
from sitemine.records import FAILED, MINED, TELLING, MinedPage, Page, Role
from sitemine.run.executors import Executor, executor
from sitemine.run.model import SiteModel
from sitemine.run.plan import Learned, apply, learn, model_of, portray_chunk, survey, write
from sitemine.run.store import Known, Store, opened
from sitemine.version import __version__

CACHED: Final = 64
"""Chunks whose decisions are kept while pages are asked for one by one."""

Progress = Callable[[str, int], None]
"""Told the name of the pass and how many pages it has done."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What became of a site's pages."""

    pages: int
    outcomes: dict[str, int]
    roles: dict[str, int]
    links: int

    @property
    def mined(self) -> int:
        """Pages that took part."""
        return sum(count for outcome, count in self.outcomes.items() if outcome in MINED)

    @property
    def failed(self) -> int:
        """Pages that could not be read, which is not what a duplicate, a redirect or an empty page is."""
        return sum(count for outcome, count in self.outcomes.items() if outcome in FAILED)


@dataclass(frozen=True, slots=True, order=True)
class _Capture:
    """One capture of a URL; the greatest is mined."""

    is_telling: bool  # a page, or its wish not to be shown; an error does not take a page's place
    time_and_content: tuple[str, str]
    url: str
    chunk: int
    place: int


def _chunks(pages: Iterable[Page], size: int) -> Iterator[list[Page]]:
    stream = iter(pages)
    while chunk := list(islice(stream, size)):
        yield chunk


def silent(_name: str, _done: int) -> None:
    """Tells nobody."""


class _Reduction:
    """What the first pass adds up to."""

    def __init__(self) -> None:
        self.model: Pile[Repeated] = Pile(Repeated.empty())
        self._captures: dict[str, list[_Capture]] = defaultdict(list)

    def add(self, chunk: int, learned: Learned) -> None:
        self.model.add(learned.model)
        for place, (url, outcome, capture) in enumerate(
            zip(learned.urls, learned.outcomes, learned.captures, strict=True)
        ):
            self._captures[identity(url)].append(_Capture(outcome in TELLING, capture, url, chunk, place))

    def settle(self) -> tuple[dict[str, tuple[int, int]], dict[int, frozenset[int]]]:
        """Where each page lies, by URL and in their order; and the places of each chunk that another capture replaces."""
        chosen: dict[str, tuple[int, int]] = {}
        left_out: dict[int, set[int]] = defaultdict(set)
        for captures in self._captures.values():
            *others, best = sorted(captures)
            chosen[best.url] = (best.chunk, best.place)
            for other in others:
                left_out[other.chunk].add(other.place)
        return dict(sorted(chosen.items())), {chunk: frozenset(places) for chunk, places in left_out.items()}


class Pages(Mapping[str, MinedPage]):
    """The pages of a site by URL, each decided on when it is asked for."""

    def __init__(
        self, places: dict[str, tuple[int, int]], decide: Callable[[int], MinedBatch], options: Options
    ) -> None:
        self._places = places
        self._decide = decide
        self._options = options

    def __getitem__(self, url: str) -> MinedPage:
        chunk, place = self._places[url]
        return pages_of(self._decide(chunk), self._options, [place])[0]

    def place(self, url: str) -> tuple[int, int]:
        """The chunk that a page was read in, and its place there."""
        return self._places[url]

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __repr__(self) -> str:
        return f"<Pages: {len(self)} by URL>"


class Site:
    """A mined site."""

    def __init__(self, source: str, model: SiteModel, roles: SiteRoles, reduction: _Reduction, store: Store) -> None:
        self.source = source
        self.model = model
        self.options = options = model.options
        self._roles = roles
        self._store, self._reduction = store, reduction
        places, self._left_out = reduction.settle()
        site = _learned_by_method(store, self._left_out, model.n_pages, options)
        self._known = known = Known(model.repeated, roles, site)
        self._decide = decide = lru_cache(maxsize=CACHED)(lambda chunk: apply(store.place(chunk), known, options))
        self.pages = Pages(places, decide, options)

    def __repr__(self) -> str:
        return f"<Site {self.source!r} of {len(self.pages)} pages>"

    def by(self, method: str, **changed: Any) -> "Site":
        """The same pages by another method, without reading them again; any field of `Options` may be given by its name."""
        options = self.options.with_changes({**changed, "method": method})
        return Site(self.source, SiteModel(self.model.repeated, options), self._roles, self._reduction, self._store)

    def batches(self) -> Iterator[Batch]:
        """The pages as they were read, chunk by chunk, also captures that others replace."""
        return (opened(self._store.place(chunk)) for chunk in range(len(self._store)))

    def lengths(self) -> dict[str, int]:
        """The characters that each page says, by URL; pages that could not be read say none."""
        found = dict.fromkeys(self.pages, 0)
        for chunk, batch in enumerate(self.batches()):
            for page, place in enumerate(batch.mined):
                url = batch.urls[place]
                if url in found and self.pages.place(url) == (chunk, place):
                    found[url] = int(batch.table.text_length[batch.table.page_start[page]])
        return found

    def block_texts(self) -> Iterator[tuple[str, list[str]]]:
        """The blocks of each page, as ContentExtractor cuts it, by URL."""
        for chunk, batch in enumerate(self.batches()):
            texts = texts_of(batch.table, self.options.content_extractor.blocks)
            for page, place in enumerate(batch.mined):
                url = batch.urls[place]
                if url in self.pages and self.pages.place(url) == (chunk, place):
                    yield url, texts[page]

    def pruned(self, url: str) -> str:
        """The informative structure of a page as an HTML document; empty where the page could not be read."""
        chunk, place = self.pages.place(url)
        mined = self._decide(chunk)
        if place not in mined.batch.mined:
            return ""
        return pruned(mined.batch, blocks_found(mined), mined.batch.mined.index(place))

    @property
    def articles(self) -> list[MinedPage]:
        """The article pages, in order of their URLs."""
        return self._of_role(Role.ARTICLE)

    @property
    def tocs(self) -> list[MinedPage]:
        """The TOC pages, in order of their URLs."""
        return self._of_role(Role.TOC)

    @property
    def structure(self) -> Structure:
        """Which TOC pages introduce which pages."""
        return structure_of(Sketch.of(page) for page in self.pages.values() if page.outcome in MINED)

    @cached_property
    def sections(self) -> list[Section]:
        """The pages of the site that stand for a topic, in order of their addresses."""
        roles = {identity(url): page.role for url, page in self.pages.items() if page.outcome in MINED}
        return sections_of(self.sightings, roles)

    @property
    def taxonomy(self) -> Taxonomy:
        """The sections of the site as a tree."""
        return site_taxonomy(self.source, self.sections)

    @property
    def language(self) -> str:
        """The language that most pages say they are in, as a code of two or three letters; empty where they say none."""
        said = {code: count for code, count in self.sightings.languages.items() if code}
        return min(said, key=lambda code: (-said[code], code), default="")

    @cached_property
    def sightings(self) -> Sightings:
        """What the site's links say of its pages."""
        seen, addresses = Sightings(), Addresses(map(identity, self.pages))
        for batch in self.batches():
            addresses.learn(batch)
        addresses.settle()
        for chunk, batch in enumerate(self.batches()):
            observe(batch, self._left_out.get(chunk, frozenset()), addresses, seen)
        return seen

    def _of_role(self, role: Role) -> list[MinedPage]:
        return [page for page in self.pages.values() if page.role is role]

    def write(
        self, folder: str | Path, *, explain: bool = False, parquet: bool = False, progress: Progress = silent
    ) -> Summary:
        """Writes `articles.jsonl`, `tocs.jsonl`, `pages.jsonl`, `links.jsonl`, the structure as `structure.json` and
        `structure.graphml`, `model.sxm` and `run.json` into a folder.
        """
        out = Path(folder)
        out.mkdir(parents=True, exist_ok=True)
        with executor(self.options.workers) as workers:
            summary, sketches = self._write_rows(out, workers, explain, progress)
        if parquet:
            write_parquet(out)
        structure = structure_of(sketches)
        write_atomically(out / "structure.json", iter([structure_json(structure)]))
        write_atomically(out / "structure.graphml", iter([structure_graphml(structure)]))
        self.model.save(out / "model.sxm")
        write_atomically(out / "run.json", iter([self._told(summary)]))
        return summary

    def _write_rows(
        self, out: Path, workers: Executor, explain: bool, progress: Progress
    ) -> tuple[Summary, list[Sketch]]:
        known = self._known.laid_down(self._store.folder) if workers.is_apart else self._known
        tasks = (
            (self._store.place(chunk), known, self.options, self._left_out.get(chunk, frozenset()), explain)
            for chunk in range(len(self._store))
        )
        outcomes: Counter[str] = Counter()
        roles: Counter[str] = Counter()
        sketches: list[Sketch] = []
        n_links = n_pages = 0
        with ExitStack() as files:
            pages, articles, tocs, links = (
                files.enter_context(OrderedLines(out / f"{name}.jsonl"))
                for name in ("pages", "articles", "tocs", "links")
            )
            for written in workers.map(write, tasks):
                for page in written:
                    pages.add(page.url, page.page)
                    articles.add(page.url, page.article)
                    tocs.add(page.url, page.toc)
                    links.add(page.url, page.links)
                    outcomes[page.outcome.value] += 1
                    roles[page.role.value] += 1
                    n_links += page.n_links
                    if page.outcome in MINED:
                        sketches.append(page.sketch)
                n_pages += len(written)
                progress("write", n_pages)
        summary = Summary(n_pages, dict(sorted(outcomes.items())), dict(sorted(roles.items())), n_links)
        return summary, sketches

    def _told(self, summary: Summary) -> bytes:
        """What was run, and what came of it; nothing in it depends on when, where or with how many workers."""
        options = asdict(self.options)
        for name in ("workers", "memory", "chunk_pages"):
            del options[name]
        told = {
            "sitemine": __version__,
            "schema": SCHEMA,
            "source": self.source,
            "options": options,
            **asdict(summary),
            "terms": len(self.model.repeated.terms),
            "blocks": len(self.model.repeated.blocks),
        }
        return json.dumps(told, indent=2, ensure_ascii=False).encode() + b"\n"


def _first_pass(pages: Iterable[Page], options: Options, store: Store, progress: Progress) -> _Reduction:
    reduction = _Reduction()
    with executor(options.workers) as workers:
        folder = store.folder if workers.is_apart else None
        chunks = _chunks(pages, options.chunk_pages)
        tasks = ((chunk, options.limits, folder, number) for number, chunk in enumerate(chunks))
        done = 0
        for learned in workers.map(learn, tasks):
            reduction.add(store.put(learned.batch), learned)
            done += len(learned.urls)
            progress("read", done)
    return reduction


def _learned_by_method(store: Store, left_out: dict[int, frozenset[int]], n_pages: int, options: Options) -> Any:
    """What the method that was asked for learns of the site; None if it compares no pages."""
    method = method_named(options.method)
    if method.reduce is None or n_pages == 0:
        return None
    if method.needs is Needs.PAGES and n_pages == 1:
        raise UsageError(f"{method.name} compares the pages of a site, and there is one page; give it several")
    tasks = ((store.place(chunk), options, left_out.get(chunk, frozenset())) for chunk in range(len(store)))
    with executor(options.workers) as workers:
        return method.reduce((part for part in workers.map(survey, tasks) if part is not None), options)


def _site_model(reduction: _Reduction, store: Store) -> Repeated:
    """What all pages repeat, but for captures that another replaces."""
    model = reduction.model.total()
    for chunk, places in sorted(reduction.settle()[1].items()):
        model = model.without(model_of(store.place(chunk), sorted(places)))
    return model


def _decided(
    repeated: Repeated, options: Options, store: Store, left_out: Mapping[int, frozenset[int]], progress: Progress
) -> SiteRoles:
    """The roles of all pages, from what each of them shows."""
    portraits: Pile[Portrait] = Pile(Portrait.empty())
    done = 0
    with executor(options.workers) as workers:
        known = Known(repeated).laid_down(store.folder) if workers.is_apart else Known(repeated)
        tasks = ((store.place(chunk), known, left_out.get(chunk, frozenset())) for chunk in range(len(store)))
        for portrait in workers.map(portray_chunk, tasks):
            portraits.add(portrait)
            done += len(portrait)
            progress("compare", done)
    return decide_roles(portraits.total())


def mine_pages(pages: Iterable[Page], options: Options, *, source: str = "", progress: Progress = silent) -> Site:
    """Mines a site: reads its pages, compares them, and decides on each."""
    store = Store(options.memory)
    reduction = _first_pass(pages, options, store, progress)
    model = _site_model(reduction, store)
    roles = _decided(model, options, store, reduction.settle()[1], progress)
    return Site(source, SiteModel(model, options), roles, reduction, store)


def learn_pages(pages: Iterable[Page], options: Options, *, progress: Progress = silent) -> SiteModel:
    """The model of a site, without deciding on its pages."""
    store = Store(options.memory)
    return SiteModel(_site_model(_first_pass(pages, options, store, progress), store), options)
