"""Which pages are judged together by a model that saw none of their domains."""

from hashlib import blake2b
from typing import Final
from urllib.parse import urlsplit

FOLDS: Final = 5
SHORT: Final = 3


def domain_of(url: str) -> str:
    """What a registrar would sell, near enough: the last two names of a host, or three where the second is short."""
    names = (urlsplit(url).hostname or "").split(".")
    return ".".join(names[-3:] if len(names) > 2 and len(names[-2]) <= SHORT else names[-2:])


def fold_of(domain: str) -> int:
    """The fold of a domain, the same on every run."""
    return int.from_bytes(blake2b(domain.encode(), digest_size=8).digest(), "little") % FOLDS
