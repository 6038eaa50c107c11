"""Which folders of a mirror stand for hosts, and at which addresses: `wget -r -H` and HTTrack save into a folder for each host.

A folder at the top that is named like a host is taken for one, unless the pages know better: a site may have a section that is
called `asp.net`. Links from the root tell, by where their files lie; so do the addresses that pages claim, and links that
name the host. Whether the host speaks http or https say its pages' claims, else links to it, else it is https.
"""

import posixpath
from collections import Counter
from collections.abc import Iterable
from typing import Final

from sitemine.acquire.addresses import named_like_host, root_of
from sitemine.acquire.claims import claimed, linked_hosts, local_links
from sitemine.acquire.urls import identity

_LINKS_HEEDED: Final = 50  # first links of a page


class Hosts:
    """What the pages of a folder say of the folders at its top that are named like hosts; a page has one voice for each."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._files = frozenset(paths)
        tops = {path.partition("/")[0] for path in self._files if "/" in path}
        self._names = {root_of(top).split("/")[2].lower(): top for top in tops if named_like_host(top)}
        self._tops = frozenset(self._names.values())
        self._voices = Counter[str]()  # for less against
        self._claims = Counter[tuple[str, str]]()  # by folder and scheme
        self._links = Counter[tuple[str, str]]()

    def hear(self, path: str, beginning: bytes) -> None:
        """Takes in what a page says."""
        if not self._tops:
            return
        named = {(self._names[name], scheme) for scheme, name in linked_hosts(beginning) if name in self._names}
        self._links.update(named)
        found, missed = self._by_links(path, beginning)
        claim, top = claimed(beginning), path.partition("/")[0]
        if claim and top in self._tops:
            scheme, _, rest = claim.partition("://")
            if self._names.get(rest.partition("/")[0]) == top:
                self._claims[top, scheme] += 1
                found.add(top)
            elif identity(claim).endswith(identity(f"https://any.invalid/{path}").removeprefix("https://any.invalid")):
                missed.add(top)
        self._voices.update(found | {host for host, _ in named})
        self._voices.subtract(missed)

    def _has(self, path: str) -> bool:
        return not self._files.isdisjoint((path, f"{path}/index.html"))

    def _by_links(self, path: str, beginning: bytes) -> tuple[set[str], set[str]]:
        """The folders in which, taken for hosts, the files lie to which a page links from the root; and those in which not."""
        top, found, missed = path.partition("/")[0], set[str](), set[str]()
        for link in local_links(beginning)[:_LINKS_HEEDED]:
            target = posixpath.normpath(link.lstrip("/"))
            if not link.startswith("/") or target == ".":
                continue
            if top in self._tops and self._has(posixpath.join(top, target)):
                found.add(top)
            elif self._has(target):
                missed |= {top, target.partition("/")[0]} & self._tops
        return found, missed

    def _scheme(self, top: str) -> str:
        for said in (self._claims, self._links):
            if said[top, "http"] != said[top, "https"]:
                return max(("http", "https"), key=lambda scheme: said[top, scheme])
        return "https"

    def settled(self) -> dict[str, str]:
        """The folders that stand for hosts, each with its address."""
        hosts = sorted(top for top in self._tops if self._voices[top] >= 0)
        return {top: root_of(top).replace("https", self._scheme(top), 1) for top in hosts}
