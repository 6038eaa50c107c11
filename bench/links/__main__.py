"""`python -m bench.links`: every link analysis of LAMIS on a generated site, on one core, timed one by one and together."""

import argparse
import sys

from bench.links.site import cost
from bench.speed.memory import in_own_process
from sitemine.measure.variants import VARIANTS
from sitemine.options import Lamis

PAGES = 100_000
LINKS = 10_000_000


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.links", description=__doc__)
    parser.add_argument("--pages", type=int, default=PAGES)
    parser.add_argument("--links", type=int, default=LINKS)
    parser.add_argument("--each", action="store_true", help="also each analysis by itself")
    return parser.parse_args()


def main() -> int:
    """The table on stdout."""
    arguments = _arguments()
    tasks = [
        (f"all {len(VARIANTS)}", VARIANTS, Lamis()),
        (f"all {len(VARIANTS)}, LN by iteration", VARIANTS, Lamis(closed_form=False)),
    ]
    tasks += [(name, (name,), Lamis()) for name in VARIANTS if arguments.each]
    print(f"{arguments.pages:,} pages, {arguments.links:,} links, one core\n")
    print("| link analysis | CPU seconds | peak MB |\n| --- | ---: | ---: |")
    for label, names, options in tasks:
        seconds, megabytes = in_own_process(cost, arguments.pages, arguments.links, names, options)
        print(f"| {label} | {seconds:.1f} | {megabytes:,.0f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
