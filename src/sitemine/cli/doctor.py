"""`sitemine doctor`: what is installed and whether it works."""

from sitemine.cli.words import NOTHING


def doctor() -> int:
    """Tells what is installed and whether it works."""
    from sitemine.doctor import examined

    healthy, report = examined()
    print(report)
    return 0 if healthy else NOTHING
