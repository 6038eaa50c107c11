"""What can go wrong for a caller. A bad page is never here: it is a row with an outcome.

SitemineError
├── UsageError           an option or an argument that cannot be meant (exit code 2)
├── SourceError          the source as a whole cannot be read (.source)
├── ModelError           a site model that cannot be read or does not fit (.path)
├── MissingExtraError    an optional part is not installed (.extra)
└── MissingBrowserError  a browser is needed and none is installed
"""


class SitemineError(Exception):
    """Everything that Sitemine raises on purpose."""


class UsageError(SitemineError):
    """An option or an argument that cannot be meant."""


class SourceError(SitemineError):
    """The source as a whole cannot be read."""

    def __init__(self, source: str, reason: str) -> None:
        super().__init__(f"{source}: {reason}")
        self.source = source


class ModelError(SitemineError):
    """A site model that cannot be read or does not fit."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path


class MissingExtraError(SitemineError):
    """An optional part is not installed; the message names the command that installs it."""

    def __init__(self, extra: str, purpose: str) -> None:
        super().__init__(f"{purpose} needs an optional part: pip install 'sitemine[{extra}]'")
        self.extra = extra


class MissingBrowserError(SitemineError):
    """No browser is installed; the message names what installs one."""

    def __init__(self) -> None:
        super().__init__(
            "no Chromium found: install one (Debian, Ubuntu: apt install chromium), or let SITEMINE_CHROMIUM name its program"
        )
