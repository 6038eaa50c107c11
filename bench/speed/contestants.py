"""Who runs: a name, how to get ready, and what must hold of the output before anything is timed.

A stage of Sitemine is one line of `CONTESTANTS`: `each("module:function", ...)` calls the functions in turn on every
page, the first one with its bytes; `stage(name)` calls a function of `stages` with the whole batch, and each stage
includes those before it; `together("module:function")` does so with pages as Sitemine knows them.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any

from bench import peers
from bench.data import Source, batched

MOST = 0.5  # share of the pages on which an extractor must say something to be timed at all

Run = Callable[[Sequence[Source]], Sequence[object]]
Setup = Callable[[], Run]
Check = Callable[[Sequence[object]], str]


def _named(path: str) -> Callable[..., Any]:
    module, _, name = path.partition(":")
    function: Callable[..., Any] = getattr(import_module(module), name)
    return function


def each(*paths: str) -> Setup:
    """Calls the named functions in turn on each page of a batch."""

    def run(steps: Sequence[Callable[..., Any]], batch: Sequence[Source]) -> Sequence[object]:
        outputs: list[object] = []
        for source in batch:
            value: object = source.html
            for step in steps:
                value = step(value)
            outputs.append(value)
        return outputs

    return lambda: partial(run, [_named(path) for path in paths])


def parsing(path: str) -> Setup:
    """Calls the named function on each page and lets what it gives go."""

    def run(function: Callable[..., Any], batch: Sequence[Source]) -> Sequence[object]:
        return [type(function(source.html)).__name__ for source in batch]

    return lambda: partial(run, _named(path))


def stage(name: str) -> Setup:
    """Calls a function of `stages` with the pages of a batch in chunks, as a run does; no chunk waits for the next."""

    def run(function: Callable[..., Any], batch: Sequence[Source]) -> Sequence[object]:
        size = _named("sitemine:Options")().chunk_pages
        return [type(function(chunk)).__name__ for chunk in batched(batch, size)]

    return lambda: partial(run, _named(f"bench.speed.stages:{name}"))


def together(path: str) -> Setup:
    """Calls the named function once with all pages of a batch."""

    def run(function: Callable[..., Any], batch: Sequence[Source]) -> Sequence[object]:
        page = _named("sitemine:Page")
        return [function([page(url=source.url, html=source.html) for source in batch])]

    return lambda: partial(run, _named(path))


def extracting(path: str) -> Setup:
    """Calls the named function with the bytes and the URL of each page."""

    def run(function: Callable[..., Any], batch: Sequence[Source]) -> Sequence[object]:
        return [function(source.html, url=source.url).text for source in batch]

    return lambda: partial(run, _named(path))


def _peer_text(peer: peers.Peer, source: Source) -> str:
    try:
        return peer.extract(source.html, source.url)
    except Exception:  # noqa: BLE001  a page on which a peer raises is a page without text, as in bench.quality
        return ""


def _run_peer(peer: peers.Peer, batch: Sequence[Source]) -> Sequence[object]:
    return [_peer_text(peer, source) for source in batch]


def anything(outputs: Sequence[object]) -> str:
    """No complaint, as long as there is an output."""
    return "" if outputs else "gives nothing"


def mostly_text(outputs: Sequence[object]) -> str:
    """A complaint if most pages have no text."""
    spoken = sum(isinstance(output, str) and bool(output.strip()) for output in outputs)
    return "" if spoken >= MOST * len(outputs) else f"text on {spoken} of {len(outputs)} pages only"


@dataclass(frozen=True, slots=True)
class Contestant:
    """`like` names another contestant whose output must be equal on every page; `whole` wants a batch at once."""

    name: str
    setup: Setup
    check: Check = anything
    like: str = ""
    whole: bool = False


def peer_contestant(name: str) -> Contestant:
    """A peer among the contestants."""
    return Contestant(name, lambda: partial(_run_peer, peers.load(name)), mostly_text)


CONTESTANTS = (
    Contestant("turbohtml.parse", parsing("turbohtml:parse")),
    Contestant("sitemine: decode, parse", stage("parsed"), whole=True),
    Contestant("sitemine: + flatten", stage("flattened"), whole=True),
    Contestant("sitemine: + terms", stage("with_terms"), whole=True),
    Contestant("sitemine: + features", stage("with_features"), whole=True),
    Contestant("sitemine: flatten, terms, links", stage("with_links"), whole=True),
    Contestant("sitemine.extract", extracting("sitemine:extract"), mostly_text),
    Contestant("sitemine.mine", together("sitemine:mine"), whole=True),
)


def registry(peer_names: Sequence[str]) -> dict[str, Contestant]:
    """All contestants by name: the stages, then the peers asked for."""
    everyone = [*CONTESTANTS, *(peer_contestant(name) for name in peer_names)]
    return {contestant.name: contestant for contestant in everyone}


def ready(contestants: Sequence[Contestant]) -> Iterator[tuple[Contestant, Run | str]]:
    """Each contestant with its run, or with the reason why it cannot run here."""
    for contestant in contestants:
        try:
            yield contestant, contestant.setup()
        except (ImportError, AttributeError, peers.MissingPeerError) as error:
            yield contestant, str(error)
