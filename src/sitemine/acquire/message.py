"""The parts of a stored HTTP response: status, headers, body.

Its own parser, and a forgiving one: archives hold responses with bare line feeds, without any head, or with a head
longer than readers allow, and the page below is whole all the same.
"""

import re
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Final

from sitemine.records import Outcome

MOST: Final = 64 << 10  # bytes of a head; servers and browsers stop earlier

_STATUS: Final = re.compile(rb"\s*HTTP/\d(?:\.\d)?[ \t]+(\d{3})(?!\d)[ \t]*([^\r\n]*)(?:\r?\n|$)")
_END: Final = re.compile(rb"\r?\n\r?\n")
_FOLD: Final = re.compile(r"\r?\n[ \t]+")
_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})


@dataclass(frozen=True, slots=True)
class Response:
    """What a server answered; header names in lower case, a header sent twice joined by a comma."""

    status: int = 200
    reason: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""


def outcome_of(status: int) -> Outcome:
    """What a status says of the page, before the page was looked at."""
    if status == HTTPStatus.OK:
        return Outcome.OK
    return Outcome.REDIRECTED if status in _REDIRECTS else Outcome.BAD_STATUS


def headers_of(lines: str) -> dict[str, str]:
    """The headers in some lines; what is no header is left out."""
    headers: dict[str, str] = {}
    for line in _FOLD.sub(" ", lines).splitlines():
        name, colon, value = line.partition(":")
        key, value = name.strip().lower(), value.strip()
        if colon and key:
            headers[key] = f"{headers[key]}, {value}" if key in headers else value
    return headers


def response_of(block: bytes) -> Response:
    """The response in a block of bytes; a block without status line is the body of a good one."""
    start = _STATUS.match(block)
    if not start:
        return Response(body=block)
    end = _END.search(block, max(start.end() - 2, 0), MOST)
    lines = block[start.end() : end.start() if end else len(block)]
    return Response(
        int(start[1]),
        start[2].decode("latin-1").strip(),
        headers_of(lines.decode("latin-1")),
        block[end.end() :] if end else b"",
    )
