"""`python -m bench.crawl.once URL DIR [POINT N]`: one crawl without limits of rate, killed at the N-th pass of a commit point.

Its own process, so that it can be killed with all that it started.
"""

import os
import signal
import sys
import time
from collections import Counter
from pathlib import Path

from sitemine.acquire import frontier
from sitemine.options import Crawl
from sitemine.run.crawl import World, crawl_site

AT_ONCE = 8
LOCAL = ("127.0.0.0/8",)


def settings(pages: int = 0) -> Crawl:
    """A crawl of a server of our own."""
    return Crawl(pages=pages, rate=0, per_host=AT_ONCE, at_once=AT_ONCE, private=LOCAL, backoff=0.05)


def armed(point: str, times: int) -> None:
    """Has this process and its children killed when it passes a commit point for the given time."""
    passed: Counter[str] = Counter()

    def fault(_point: str) -> None:
        passed[_point] += 1
        if _point == point and passed[_point] >= times:
            os.killpg(0, signal.SIGKILL)
            time.sleep(60)

    frontier.fault = fault


def main(url: str, folder: str, point: str = "", times: str = "1") -> None:
    if point:
        armed(point, int(times))
    print("ready", flush=True)
    here = World(in_this_process=os.environ.get("CHILDREN") != "1")
    crawl_site(url, Path(folder), crawl=settings(), world=here, js="auto" if os.environ.get("SCRIPTS") else "never")


if __name__ == "__main__":
    main(*sys.argv[1:])
