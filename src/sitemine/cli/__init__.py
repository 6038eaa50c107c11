"""The command line: data on stdout, everything else on stderr.

Exit codes: 0 done, 1 nothing usable, 2 bad usage, 3 done but for some pages, 4 the site refused, 130 interrupted.

A door only: each command is a module of its own here, and says in Python what it says on the command line. It is loaded
when it is called, and what is heavy is imported in it by the function that needs it.
"""

import sys
from io import TextIOWrapper
from pathlib import Path
from typing import NoReturn

from cyclopts import App, CycloptsError, Group

from sitemine.cli.words import INTERRUPTED, STDIN, USAGE, WEB, say
from sitemine.errors import SitemineError
from sitemine.version import __version__

PAGES = (".html", ".htm", ".xhtml")


def _told(error: CycloptsError) -> str:
    return f"sitemine: {' '.join(str(error).split())}  (see sitemine --help)"


app = App(
    name="sitemine",
    help="Finds a web site's informative structure by comparing its pages with each other.",
    version=__version__,
    help_format="plaintext",
    help_epilogue="`sitemine SOURCE` alone crawls and mines a URL, mines a folder or an archive, and extracts from a single page.",
    error_formatter=_told,
    result_action="return_value",
    suppress_keyboard_interrupt=False,
)
app["--help"].group = app["--version"].group = Group("About")

COMMANDS = {
    "extract": "Clean text of pages, on stdout.",
    "mine": "Compares the pages of a site and writes its articles, pages and links.",
    "compare": "Every method of the papers and every link analysis on the same pages, side by side.",
    "outline": "The labels, groups and instances of a saved page as a tree, on stdout.",
    "taxonomy": "The sections of a site as a tree, or the common ones of several sites, on stdout.",
    "records": "Repeated records of a site's pages (teasers, products, events, people) with named columns, on stdout.",
    "crawl": "Fetches a site into a folder, politely; the same command goes on with it or brings it up to date.",
    "learn": "Learns what a site repeats, as a small file that `sitemine extract --model` applies to its other pages.",
    "segment": "Divides a page into the blocks that a reader sees (VIPS), and draws them.",
    "render": "Shows pages in a browser and keeps what it shows, to be mined without one.",
    "toc": "The TOC pages of a site with the entries of each, on stdout.",
    "doctor": "Tells what is installed and whether it works.",
}
"""Each command is the function of its name in the module of its name, whose docstring begins with the same line."""

for _name, _line in COMMANDS.items():
    app.command(f"sitemine.cli.{_name}:{_name}", name=_name, help=_line)


def _as_meant(words: list[str]) -> list[str]:
    """`sitemine SOURCE` as the command that it stands for."""
    words = [STDIN if word == "-" else word for word in words]
    if not words or words[0] in COMMANDS or words[0].startswith("-"):
        return words
    is_site = words[0].startswith(WEB)
    is_page = not is_site and (words[0].startswith(STDIN) or words[0].lower().endswith(PAGES))
    if not is_site and not is_page and not Path(words[0]).exists():
        return words
    return ["extract" if is_page else "mine", *words]


def main(words: list[str] | None = None) -> NoReturn:
    """Runs a command line and exits."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # Pages are of any language, whatever the terminal's is; what is piped on is UTF-8 like the files.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        code = app(_as_meant(sys.argv[1:] if words is None else words), exit_on_error=False, print_error=False)
        sys.stdout.flush()
    except CycloptsError as error:
        say(_told(error))
        code = USAGE
    except SitemineError as error:
        say(f"sitemine: {error}")
        code = USAGE
    except KeyboardInterrupt:
        say("sitemine: interrupted; nothing was half written")
        code = INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()
        code = 0
    except OSError as error:
        say(f"sitemine: {error.filename2 or error.filename or 'output'}: {error.strerror}")
        code = USAGE
    sys.exit(code or 0)
