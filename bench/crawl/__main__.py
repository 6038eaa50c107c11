"""`python -m bench.crawl kills|budget|speed|resume|hostile`: the crawler's figures."""

import argparse

from bench.crawl import budget, hostile, resume, speed
from bench.crawl.kills import timed_campaign
from bench.crawl.server import Server, newsroom, site_of


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("kills", "budget", "speed", "resume", "hostile"))
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--pages", type=int, default=1_000)
    options = parser.parse_args()
    if options.what == "budget":
        print(budget.report(2 * options.pages))
        return
    if options.what == "speed":
        print(speed.report(3 * options.pages))
        return
    if options.what == "hostile":
        print(hostile.report(options.pages))
        return
    if options.what == "resume":
        print(resume.report(1_000 * options.pages))
        return
    with Server(site_of(newsroom(options.pages))) as server:
        print(timed_campaign(server, options.kills))


if __name__ == "__main__":
    main()
