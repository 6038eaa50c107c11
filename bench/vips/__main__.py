"""`python -m bench.vips DATA [--sites NAME ...] [--into docs/vips.md]`: isolation, retrieval and speed of VIPS.

Renders the sites of DATA/sites-css with their style sheets; needs Chromium.
"""

import argparse
import sys
from pathlib import Path

from bench.render import place
from bench.vips.isolation import isolation, isolation_table
from bench.vips.retrieval import collection, retrieval_table
from bench.vips.sites import archives, shown_sites
from bench.vips.speed import growth_table, rendering_table

PARTS = ("isolation", "retrieval", "speed")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.vips", description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--sites", nargs="*", default=[], help="only these sites")
    parser.add_argument("--parts", nargs="*", default=PARTS, choices=PARTS)
    parser.add_argument("--pdoc", type=int, default=6, help="of the segments in the retrieval study")
    parser.add_argument("--into", type=Path, help="a Markdown file with places for the tables")
    return parser.parse_args()


def main() -> int:
    """The tables on stdout, or between the markers of a file."""
    arguments = _arguments()
    paths = archives(arguments.data, arguments.sites)
    if not paths:
        print(f"no sites in {arguments.data}", file=sys.stderr)
        return 2
    tables: dict[str, str] = {}
    sites = list(shown_sites(paths)) if {"isolation", "retrieval"} & set(arguments.parts) else []
    if "isolation" in arguments.parts:
        tables["vips-isolation"] = isolation_table([isolation(shown) for shown in sites])
    if "retrieval" in arguments.parts:
        tables["vips-retrieval"] = retrieval_table(collection(sites, arguments.pdoc))
    if "speed" in arguments.parts:
        tables["vips-rendering"] = rendering_table(paths)
        tables["vips-growth"] = growth_table()
    for name, text in tables.items():
        print(f"{name}\n\n{text}", flush=True)
        if arguments.into:
            place(arguments.into, text, name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
