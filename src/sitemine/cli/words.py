"""What the commands share: exit codes, what a lone - becomes, and how they speak to people."""

import sys
from typing import Final

NOTHING: Final = 1
USAGE: Final = 2
PARTLY: Final = 3
BLOCKED: Final = 4
INTERRUPTED: Final = 130

WEB: Final = ("http://", "https://")
STDIN: Final = "/dev/stdin"
"""What a lone - becomes on its way through the parser of options, which would take it for one."""

NO_BROWSER: Final = (
    "sitemine: no browser found to show pages in (apt install chromium, or SITEMINE_CHROMIUM); read as they are"
)


def say(text: str) -> None:
    """Tells people, on stderr."""
    print(text, file=sys.stderr, flush=True)


def source_of(name: str) -> str:
    """A source as it was typed."""
    return "-" if name == STDIN else name
