"""Addresses in an article: resolved once, against what the page says they are relative to, and only such as are safe to follow."""

import re
from typing import Final

from sitemine.acquire.urls import Resolver

OTHER_WAYS: Final = re.compile(r"(?:mailto|tel):[^\s<>\"]+$", re.IGNORECASE)
RELATIVE: Final = re.compile(r"[^\s:<>\"]+(?:[?/][^\s<>\"]*)?$")
"""What is kept as it stands where a page has no address of its own: it names no scheme."""

IMAGE_SOURCES: Final = ("data-src", "data-original", "data-lazy-src", "src")
"""Where the address of an image stands: before it is shown, lazy pages have a stand-in in `src`."""

IMAGE_SETS: Final = ("data-srcset", "srcset")
STAND_IN: Final = re.compile(r"^data:|blank\.|spacer\.|placeholder|1x1", re.IGNORECASE)
LONGEST: Final = 4_000
"""Characters that are read of an image's sizes: images that stand in the page itself are longer."""

SIZE: Final = re.compile(r"(\S+)\s+(\d+(?:\.\d+)?)[wx]\s*(?:,|$)")


class Addresses:
    """The addresses of one article."""

    def __init__(self, base: str, *, has_formulas: bool = False) -> None:
        self.has_formulas = has_formulas
        self._base = base
        self._resolver = Resolver(base)

    def _resolve(self, href: str) -> str:
        if not self._base:
            return href if RELATIVE.match(href) else self._resolver.resolve(href) or ""
        return self._resolver.resolve(href) or ""

    def link(self, href: str) -> str:
        """Where a link leads; empty where it leads nowhere else, or would run something."""
        href = href.strip()
        if not href or href.startswith("#"):
            return ""
        if OTHER_WAYS.match(href):
            return href
        url, (_, mark, fragment) = self._resolve(href), href.partition("#")
        return f"{url}{mark}{fragment}" if url and "#" not in url and " " not in fragment else url

    def image(self, said: dict[str, str]) -> str:
        """Where an image lies: of several sizes the largest; empty where it has no address that can be asked for."""
        for name in IMAGE_SETS:
            sizes = SIZE.findall(said.get(name, "")[:LONGEST])
            if sizes and (url := self._resolve(max(sizes, key=lambda size: float(size[1]))[0])):
                return url
        sources = [said[name].strip() for name in IMAGE_SOURCES if said.get(name, "").strip()]
        return next((url for source in sources if not STAND_IN.search(source) and (url := self._resolve(source))), "")
