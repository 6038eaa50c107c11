"""Small sites made for tests, and functions that worker processes can import."""

import os
import time

from sitemine.records import Page

WORDS = "harbour quay tide pilot gull rope lantern ferry eel crate anchor mast fog rudder salt barrel net hull".split()


def story(k):
    """Four sentences that no other page says."""
    names = [f"{WORDS[(k * 7 + j * 5) % len(WORDS)]}{k}x{j}" for j in range(24)]
    return [" ".join(names[j : j + 6]) + " was seen there and told." for j in range(0, 24, 6)]


def page(k, **more):
    """An article of a site with a menu and a footer."""
    text = "".join(f"<p>{line}</p>" for line in story(k))
    html = (
        f"<html lang=en><title>Story {k} | The Gazette</title><nav><a href=/>Home</a> <a href=/news>News</a></nav>"
        f"<main><h1>Story {k}</h1>{text}<p><a href=/{k + 1}>Next story</a></p></main><footer>All rights reserved</footer>"
    )
    return Page(f"https://example.org/{k}", html, **more)


def pages(n):
    return [page(k) for k in range(n)]


def written(site, folder, **more):
    """The files that a site writes, by name."""
    site.write(folder, **more)
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def squared(number):
    return number * number


def slow_if_even(number):
    time.sleep(0.05 * (number % 2 == 0))
    return number


def process(_number):
    return os.getpid()


def failing(number):
    if number == 2:
        raise ValueError("number two")
    return number


def dying(_number):
    os._exit(1)
