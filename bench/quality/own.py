"""Sitemine as a contestant: each page alone, and all pages of a site mined together."""

from collections.abc import Iterable, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from bench.data import Source, batched, site_sources
from bench.quality.answers import BATCH, CHUNK, Answer, Answers, guarded, pool
from bench.quality.hidden import hidden_site
from bench.train.folds import domain_of, fold_of
from sitemine.mine.learned import unpacked
from sitemine.mine.scoring import judge

if TYPE_CHECKING:
    from sitemine.records import MinedPage

HELD_OUT = "sitemine (cross-validated)"
ALONE = "sitemine (alone)"
ALONE_HELD_OUT = "sitemine (alone, cross-validated)"
SITE = "sitemine (site)"
SITE_HELD_OUT = "sitemine (site, cross-validated)"
NOTHING_ALONE = Answer(text="", title="", date="", authors="", role="")
NOTHING = Answer(text="", title="", date="", role="", toc_probability=0.0, entries=())


def _sitemine() -> Any:
    return import_module("sitemine")


def reason_absent() -> str:
    """Why Sitemine cannot be asked here, "" if it can."""
    try:
        module = _sitemine()
    except ImportError as error:
        return str(error)
    missing = [name for name in ("extract", "mine", "Page") if not hasattr(module, name)]
    return f"sitemine has no {', '.join(missing)}" if missing else ""


def version() -> str:
    """The version of Sitemine that is asked."""
    return str(getattr(_sitemine(), "__version__", ""))


def _alone(source: Source) -> Answer:
    article = _sitemine().extract(source.html, url=source.url)
    return Answer(
        text=article.text,
        title=article.title,
        date=article.date,
        authors="; ".join(article.authors),
        role=str(article.role),
    )


def _ask_alone(source: Source) -> Answer:
    return guarded(_alone, source, NOTHING_ALONE)


def alone_answers(sources: Iterable[Source], jobs: int) -> Answers:
    """What `extract` says of each page by itself."""
    answers: Answers = {}
    with pool(jobs) as executor:
        for batch in batched(sources, BATCH):
            found = executor.map(_ask_alone, batch, chunksize=CHUNK)
            answers.update((source.key, answer) for source, answer in zip(batch, found, strict=True))
    return answers


@cache
def _model_at(path: Path) -> Any:
    return judge.model_of(unpacked(path.read_bytes()))


def hold_out(folder: Path, source: Source) -> None:
    """Lets a page be judged by the model that never saw its domain, as `bench.train` wrote it."""
    path = folder / f"blocks-{fold_of(domain_of(source.url))}.bin"
    judge.shipped_model = lambda: _model_at(path)  # type: ignore[assignment]


def _ask_held_out(task: tuple[Path, Source]) -> Answer:
    folder, source = task
    hold_out(folder, source)
    return guarded(_alone, source, NOTHING_ALONE)


def held_out_answers(sources: Iterable[Source], folder: Path, jobs: int) -> Answers:
    """What `extract` says of each page by a model that never saw its domain, as `bench.train` wrote them."""
    answers: Answers = {}
    with pool(jobs) as executor:
        for batch in batched(sources, BATCH):
            tasks = [(folder, source) for source in batch]
            found = executor.map(_ask_held_out, tasks, chunksize=CHUNK)
            answers.update((source.key, answer) for source, answer in zip(batch, found, strict=True))
    return answers


def answer_of(page: "MinedPage") -> Answer:
    """What a mined page says, in the words of the bench."""
    article = page.article
    return Answer(
        text=article.text if article else "",
        title=article.title if article else "",
        date=article.date if article else "",
        role=str(page.role),
        toc_probability=page.toc_probability,
        entries=tuple(entry.url for entry in page.entries),
    )


def _mined(sources: Sequence[Source]) -> Answers:
    sitemine = _sitemine()
    site = sitemine.mine([sitemine.Page(url=source.url, html=source.html) for source in sources])
    lost = replace(NOTHING, failed="lost")
    return {source.key: answer_of(site.pages[source.url]) if source.url in site.pages else lost for source in sources}


def _ask_site(task: tuple[Path, str, bool, Path | None]) -> Answers:
    folder, site, hide, folds = task
    sources = site_sources(folder, site)
    if folds:
        hold_out(folds, sources[0])
    if hide:
        sources = hidden_site(sources)
    try:
        return _mined(sources)
    except Exception as error:  # noqa: BLE001  whatever it raises on a site is its answer for all pages of the site
        return {source.key: replace(NOTHING, failed=type(error).__name__) for source in sources}


def site_answers(
    folder: Path, sites: Sequence[str], jobs: int, *, hide: bool = False, folds: Path | None = None
) -> Answers:
    """What `mine` says of every page of each site, with its addresses hidden if wanted, or by models that never saw its blocks;
    a page that it does not return has failed."""
    with pool(jobs) as executor:
        found = executor.map(_ask_site, [(folder, site, hide, folds) for site in sites])
        return {key: answer for answers in found for key, answer in answers.items()}
