"""`python -m bench.conformance FOLDER [--suite NAME]`: for each corpus its cases, how many agree, and every exception."""

import argparse
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from bench.conformance import encodings, robots, tree, url, warc
from bench.conformance.verdicts import Verdict, lines_of

SUITES: dict[str, Callable[[Path], Iterator[Verdict]]] = {
    "tree": tree.verdicts,
    "tree-of-parser": partial(tree.verdicts, tree_of=tree.parser_tree),
    "charset": encodings.page_verdicts,
    "encoding": encodings.prescan_verdicts,
    "mime": encodings.header_verdicts,
    "robots": robots.verdicts,
    "url": url.verdicts,
    "warc": warc.verdicts,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.conformance", description=__doc__)
    parser.add_argument("folder", type=Path, help="the folder that holds the corpora")
    parser.add_argument("--suite", choices=SUITES, action="append", help="one of them; may be given more than once")
    arguments = parser.parse_args()
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # cases may hold lone surrogates
    for suite in arguments.suite or SUITES:
        for line in lines_of(suite, SUITES[suite](arguments.folder)):
            print(line)


if __name__ == "__main__":
    main()
