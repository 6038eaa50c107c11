"""The command line: data on stdout, everything else on stderr.

Exit codes: 0 done, 1 nothing usable, 2 bad usage, 3 done but for some pages, 130 interrupted.

A door only: each command says in Python what it says on the command line. What is heavy is imported by the command that
needs it.
"""

import os
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Literal, NoReturn

from cyclopts import App, CycloptsError, Group, Parameter

from sitemine.errors import ModelError, SitemineError, SourceError, UsageError
from sitemine.version import __version__

NOTHING, USAGE, PARTLY, INTERRUPTED = 1, 2, 3, 130

WEB = ("http://", "https://")
PAGES = (".html", ".htm", ".xhtml")
STDIN = "/dev/stdin"
"""What a lone - becomes on its way through the parser of options, which would take it for one."""

Format = Literal["markdown", "text", "json"]


def _told(error: CycloptsError) -> str:
    return f"sitemine: {' '.join(str(error).split())}  (see sitemine --help)"


app = App(
    name="sitemine",
    help="Finds a web site's informative structure by comparing its pages with each other.",
    version=__version__,
    help_format="plaintext",
    help_epilogue="`sitemine SOURCE` alone mines a folder or an archive and extracts from a single page.",
    error_formatter=_told,
    result_action="return_value",
    suppress_keyboard_interrupt=False,
)
app["--help"].group = app["--version"].group = Group("About")


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _read_page(page: str, url: str) -> tuple[bytes, str]:
    """The bytes of a page and its address."""
    if page == STDIN:
        return sys.stdin.buffer.read(), url
    if page.startswith(WEB):
        raise UsageError(
            f"{page}: this version reads saved pages; try: curl -s {page} | sitemine extract - --url {page}"
        )
    path = Path(page)
    if path.is_dir():
        raise UsageError(f"{page}: a folder; `sitemine mine {page} -o OUT` mines it")
    try:
        return path.read_bytes(), url
    except OSError as error:
        raise SourceError(page, error.strerror or "cannot be read") from error


@app.command
def extract(
    pages: Annotated[list[str], Parameter(name="page", negative=())],
    /,
    *,
    url: str = "",
    model: Path | None = None,
    format: Format = "markdown",  # noqa: A002 - the option's name
    explain: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """Clean text of saved pages, on stdout.

    Parameters
    ----------
    pages
        HTML files, or - for standard input.
    url
        The page's address, which resolves its links and may tell its date.
    model
        What `sitemine learn` learned of the page's site.
    format
        markdown, text, or json: one line a page with title, date, language, confidence and all.
    explain
        Every block of the page, kept (+) or dropped (-), with the evidence.
    """
    from sitemine.explain import explained
    from sitemine.publish import json_line
    from sitemine.run import extract as extract_page
    from sitemine.run import load

    site = load(model) if model else None
    empty = 0
    for number, name in enumerate(pages):
        html, address = _read_page(name, url)
        article = extract_page(html, address, model=site)
        if not article.text:
            empty += 1
            _say(
                f"sitemine: {name}: {article.detail or article.outcome.value if article.outcome != 'ok' else 'no article'}"
            )
        if format == "json":
            sys.stdout.buffer.write(json_line(article, explain=explain))
        elif explain:
            sys.stdout.write(explained(article))
        else:
            text = article.markdown if format == "markdown" else article.text
            sys.stdout.write(("\n\n" if number else "") + text + ("\n" if text else ""))
    return 0 if not empty else PARTLY if empty < len(pages) else NOTHING


@app.command
def mine(
    source: str,
    /,
    *,
    out: Annotated[Path, Parameter(name=("--out", "-o"))] = Path("out"),
    base: str = "",
    explain: Annotated[bool, Parameter(negative=())] = False,
    parquet: Annotated[bool, Parameter(negative=())] = False,
    workers: Annotated[int, Parameter(name=("--workers", "-j"))] = 1,
) -> int:
    """Compares the pages of a site and writes its articles, pages and links.

    Parameters
    ----------
    source
        A folder of saved pages, a WARC, JSON lines or Parquet of (url, html), a list of files, or - for standard input.
    out
        The folder to write: articles.jsonl, pages.jsonl, links.jsonl, model.sxm, run.json.
    base
        The address below which pages are known that do not tell their own.
    explain
        Also write every block of every article with its evidence.
    parquet
        Also write the files as Parquet (needs sitemine[parquet]).
    workers
        Processes to work with; the result is the same.
    """
    from sitemine.progress import Told
    from sitemine.publish import need_parquet
    from sitemine.run import mine as mine_site

    if parquet:
        need_parquet()
    if out.exists() and not (out.is_dir() and os.access(out, os.W_OK)):
        raise UsageError(f"{out}: not a folder that can be written to; -o names another")
    with Told() as told:
        site = mine_site("-" if source == STDIN else source, base=base, progress=told, workers=workers)
        if not site.pages:
            _say(f"sitemine: {source}: no pages in it")
            return NOTHING
        summary = site.write(out, explain=explain, parquet=parquet, progress=told)
    told.summary(summary, out)
    return NOTHING if not summary.mined else PARTLY if summary.failed else 0


@app.command
def learn(
    source: str,
    /,
    *,
    out: Annotated[Path, Parameter(name=("--out", "-o"))],
    base: str = "",
    workers: Annotated[int, Parameter(name=("--workers", "-j"))] = 1,
) -> int:
    """Learns what a site repeats, as a small file that `sitemine extract --model` applies to its other pages.

    Parameters
    ----------
    source
        As for `sitemine mine`.
    out
        The file to write.
    base
        The address below which pages are known that do not tell their own.
    workers
        Processes to work with.
    """
    from sitemine.progress import Told
    from sitemine.run import learn as learn_site

    with Told() as told:
        model = learn_site("-" if source == STDIN else source, base=base, progress=told, workers=workers)
    model.save(out)
    _say(f"learned {model.n_pages} pages: {out}, {out.stat().st_size:,} bytes")
    return 0 if model.n_pages > 1 else NOTHING


@app.command
def doctor() -> int:
    """Tells what is installed and whether it works."""
    from sitemine.doctor import examined

    healthy, report = examined()
    print(report)
    return 0 if healthy else NOTHING


def _as_meant(words: list[str]) -> list[str]:
    """`sitemine SOURCE` as the command that it stands for."""
    words = [STDIN if word == "-" else word for word in words]
    names = set(app)
    if not words or words[0] in names or words[0].startswith("-"):
        return words
    is_page = words[0].startswith((STDIN, *WEB)) or words[0].lower().endswith(PAGES)
    if not is_page and not Path(words[0]).exists():
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
        _say(_told(error))
        code = USAGE
    except (UsageError, SourceError, ModelError, SitemineError) as error:
        _say(f"sitemine: {error}")
        code = USAGE
    except KeyboardInterrupt:
        _say("sitemine: interrupted; nothing was half written")
        code = INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()
        code = 0
    except OSError as error:
        _say(f"sitemine: {error.filename2 or error.filename or 'output'}: {error.strerror}")
        code = USAGE
    sys.exit(code or 0)
