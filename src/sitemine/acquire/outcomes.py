"""What follows for a crawl from what became of a URL."""

from typing import Final

from sitemine.records import MINED, Outcome

STORED: Final = frozenset(
    (*MINED, Outcome.NOINDEX, Outcome.BAD_STATUS, Outcome.REDIRECTED, Outcome.EMPTY, Outcome.NOT_HTML)
)
"""Outcomes whose answers the archive keeps; a duplicate, a bomb or a trap says nothing that anybody would look up."""

AGAIN_LATER: Final = frozenset(
    (
        *(*STORED, Outcome.NOT_MODIFIED, Outcome.DUPLICATE, Outcome.RETRY_EXHAUSTED, Outcome.DNS_ERROR),
        *(Outcome.TIMEOUT_CONNECT, Outcome.TIMEOUT_HEADER, Outcome.TIMEOUT_BODY, Outcome.TOO_SLOW, Outcome.TLS_ERROR),
        *(Outcome.ROBOTS_DENIED, Outcome.ROBOTS_UNREACHABLE, Outcome.BLOCKED_ADDRESS),
    )
)
"""Outcomes that may be others the next time that the site is visited."""

BURDENS: Final = frozenset(
    (
        *(Outcome.RETRY_EXHAUSTED, Outcome.TRUNCATED, Outcome.TOO_LARGE, Outcome.TOO_SLOW, Outcome.TLS_ERROR),
        *(Outcome.TIMEOUT_CONNECT, Outcome.TIMEOUT_HEADER, Outcome.TIMEOUT_BODY, Outcome.BAD_ENCODING, Outcome.BOMB),
        *(Outcome.PARSE_LIMIT, Outcome.PARSER_CRASH, Outcome.PARSER_TIMEOUT),
    )
)
"""Outcomes after which a host is asked less at a time: it cannot bear more, or what it says burdens all others."""
