"""The cookies that a site sets and wants back: few, small, and only to those whom they belong to (RFC 6265)."""

import re
from dataclasses import dataclass, field
from typing import Final

from sitemine.acquire.scope import owner
from sitemine.acquire.urls import Parts

PER_HOST: Final = 50  # RFC 6265, section 6.1
LARGEST: Final = 4_096  # bytes of one; the same section
TOTAL: Final = 8_192  # bytes of the header sent back; what servers commonly take
HOSTS: Final = 10_000
_UNSAFE: Final = re.compile(r"[\x00-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class _Cookie:
    name: str
    value: str
    domain: str  # empty: for its host alone
    path: str
    is_secure: bool


def _is_below(host: str, domain: str) -> bool:
    return host == domain or host.endswith(f".{domain}")


def _read(line: str, place: Parts) -> tuple[_Cookie, bool] | None:
    """A cookie and whether it is to be forgotten; None for what is no cookie or not the host's to set."""
    pair, *rest = line.split(";")
    name, mark, value = pair.partition("=")
    if not mark or not name.strip() or len(line) > LARGEST or _UNSAFE.search(line):
        return None
    said = {key.strip().lower(): text.strip() for key, _, text in (part.partition("=") for part in rest)}
    domain = said.get("domain", "").lstrip(".").lower()
    if domain and (not _is_below(place.host, domain) or not _is_below(domain, owner(place.host))):
        return None  # another's, or a public suffix
    path = said.get("path", "")
    path = path if path.startswith("/") else place.target.partition("?")[0].rpartition("/")[0] or "/"
    is_over = said.get("max-age", "").startswith(("0", "-"))
    return _Cookie(name.strip(), value.strip(), domain, path, "secure" in said), is_over


@dataclass(slots=True)
class Cookies:
    """The cookies of the hosts of a crawl, in memory."""

    kept: dict[str, dict[tuple[str, str], _Cookie]] = field(default_factory=dict)

    def take(self, place: Parts, lines: list[str]) -> bool:
        """Keeps what an answer sets; tells whether anything changed."""
        changed = False
        for line in lines[:PER_HOST]:
            found = _read(line, place)
            if not found:
                continue
            cookie, is_over = found
            jar = self.kept.setdefault(cookie.domain or place.host, {})
            key = (cookie.name, cookie.path)
            if is_over:
                changed = jar.pop(key, None) is not None or changed
            elif (key in jar or len(jar) < PER_HOST) and len(self.kept) <= HOSTS:
                changed = jar.get(key) != cookie or changed
                jar[key] = cookie
        return changed

    def give(self, place: Parts) -> str:
        """The header for a request."""
        names = place.host.split(".")
        jars = (self.kept.get(".".join(names[k:]), {}) for k in range(len(names)))
        path = place.target.partition("?")[0]
        pairs = [
            f"{cookie.name}={cookie.value}"
            for jar in jars
            for cookie in jar.values()
            if (cookie.domain or place.host)
            and (cookie.domain == "" or _is_below(place.host, cookie.domain))
            and _covers(cookie.path, path)
            and (place.scheme == "https" or not cookie.is_secure)
        ]
        while sum(map(len, pairs)) + 2 * len(pairs) > TOTAL:
            pairs.pop()
        return "; ".join(pairs)


def _covers(folder: str, path: str) -> bool:
    return path == folder or path.startswith(folder if folder.endswith("/") else f"{folder}/")
