"""`python -m bench.quality DATA`: Sitemine and its peers on the same pages, against gold."""

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

from bench import data, peers, render
from bench.data import Gold
from bench.quality import outlinks, own, sites, wcxb
from bench.quality.answers import Answers, Cache, default_jobs, peer_answers
from bench.quality.hidden import hidden
from bench.quality.results import Results, Row, Table

MakeRow = Callable[[str, str, Answers, Sequence[Gold]], Row]


def _note(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _usable(names: str) -> list[peers.Peer]:
    """The peers asked for that are installed; each of the others is named."""
    usable = []
    for name in peers.chosen(names):
        try:
            usable.append(peers.load(name))
        except peers.MissingPeerError as error:
            _note(f"left out: {name} ({error})")
    return usable


def _is_own_here() -> bool:
    reason = own.reason_absent()
    if reason:
        _note(f"left out: sitemine ({reason})")
    return not reason


def _peer_rows(
    arguments: argparse.Namespace, sources_of: data.SourcesOf, golds: Sequence[Gold], make_row: MakeRow
) -> list[Row]:
    keys = {gold.key for gold in golds}
    rows = []
    for peer in _usable(arguments.peers):
        _note(f"{peer.name} {peer.version} on {len(golds)} pages")
        cache = Cache(arguments.cache, peer)
        answers = peer_answers(peer, sources_of(arguments.data, keys), arguments.jobs, cache)
        rows.append(make_row(peer.name, peer.version, answers, golds))
    return rows


def _wcxb(arguments: argparse.Namespace) -> Table:
    golds = data.sampled(data.wcxb_gold(arguments.data), arguments.sample)
    rows = []
    if _is_own_here():
        keys = {gold.key for gold in golds}
        answers = own.alone_answers(data.wcxb_sources(arguments.data, keys), arguments.jobs)
        rows.append(wcxb.wcxb_row("sitemine", own.version(), answers, golds))
    if rows and arguments.folds:
        sources = data.wcxb_sources(arguments.data, {gold.key for gold in golds})
        answers = own.held_out_answers(sources, arguments.folds, arguments.jobs)
        rows.append(wcxb.wcxb_row(own.HELD_OUT, own.version(), answers, golds))
    rows += _peer_rows(arguments, data.wcxb_sources, golds, wcxb.wcxb_row)
    return Table(wcxb.TITLE, len(golds), wcxb.COLUMNS, rows)


def _own_site_rows(arguments: argparse.Namespace, golds: Sequence[Gold]) -> list[Row]:
    keys = {gold.key for gold in golds}
    alone = own.alone_answers(data.sites_sources(arguments.data, keys), arguments.jobs)
    names = sorted({gold.group for gold in golds})
    together = own.site_answers(arguments.data, names, arguments.jobs, hide=arguments.hide_urls)
    found = [(own.ALONE, alone), (own.SITE, together)]
    if arguments.folds:
        sources, folds = data.sites_sources(arguments.data, keys), arguments.folds
        found.append((own.ALONE_HELD_OUT, own.held_out_answers(sources, folds, arguments.jobs)))
        held_out = own.site_answers(arguments.data, names, arguments.jobs, hide=arguments.hide_urls, folds=folds)
        found.append((own.SITE_HELD_OUT, held_out))
    if arguments.hide_urls:
        golds = [replace(gold, entries=frozenset(map(hidden, gold.entries))) for gold in golds]
    return [sites.sites_row(name, own.version(), answers, golds) for name, answers in found]


def _outlink_row(folder: Path, everything: Sequence[Gold], golds: Sequence[Gold]) -> Row:
    sources = data.sites_sources(folder, {gold.key for gold in golds})
    answers = outlinks.outlink_answers(sources, {gold.key for gold in everything})
    return sites.sites_row(outlinks.NAME, outlinks.VERSION, answers, golds)


def _sites(arguments: argparse.Namespace) -> Table:
    everything = data.sites_gold(arguments.data)
    golds = data.sampled((gold for gold in everything if gold.role in sites.JUDGED), arguments.sample)
    rows = _own_site_rows(arguments, golds) if _is_own_here() else []
    rows += _peer_rows(arguments, data.sites_sources, golds, sites.sites_row)
    rows.append(_outlink_row(arguments.data, everything, golds))
    return Table(sites.TITLE, len(golds), sites.COLUMNS, rows)


SETS = {"wcxb": _wcxb, "sites": _sites}


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.quality", description=__doc__)
    parser.add_argument("data", type=Path, help=f"folder with {data.WCXB} and {data.SITES}")
    parser.add_argument("--set", choices=[*SETS, "all"], default="all", help="which pages (default: all)")
    parser.add_argument(
        "--folds", type=Path, metavar="DIR", help="the models that `bench.train DATA blocks --cv` wrote"
    )
    parser.add_argument("--peers", default="all", help=f"all, none, or some of {','.join(peers.CLASSES)}")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="judge N pages of each set, always the same")
    parser.add_argument("-j", "--jobs", type=int, default=default_jobs(), help="processes (default: up to 2)")
    parser.add_argument("--cache", type=Path, metavar="DIR", help="remember the answers of peers here")
    parser.add_argument(
        "--hide-urls",
        action="store_true",
        help="of sites, mine a copy whose addresses mean nothing (links, canonical, og:url)",
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE.md", help="the tables (default: stdout)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="the figures, for bench.render")
    return parser.parse_args()


def main() -> int:
    """The tables on stdout or in a file, everything else on stderr."""
    arguments = _arguments()
    peers.quiet()
    names = list(SETS) if arguments.set == "all" else [arguments.set]
    try:
        results = Results({name: SETS[name](arguments) for name in names})
    except (peers.MissingPeerError, FileNotFoundError) as error:
        _note(str(error))
        return 2
    if arguments.json:
        arguments.json.write_bytes(msgspec.json.format(msgspec.json.encode(results), indent=1))
    text = render.tables(results)
    if arguments.output:
        arguments.output.write_text(text, encoding="utf-8")
    else:
        print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
