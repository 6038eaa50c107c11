"""Crawls that are killed again and again, and what that costs: URLs lost, fetched twice, archives and results spoiled."""

import hashlib
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

from bench.crawl.once import AT_ONCE
from bench.crawl.server import ROOT, Server
from sitemine.acquire.frames import Break, frames
from sitemine.options import Options
from sitemine.run.crawl import mine_crawl

POINTS = ("before the archive", "after the archive", "within the transaction", "before the commit", "after the commit")
COMMITS = 60  # passed before a kill at a commit point, at most


@dataclass(slots=True)
class Campaign:
    """What some kills cost."""

    kills: int = 0
    crawls: int = 0
    lost: int = 0  # URLs of the undisturbed run that are missing
    doubled: int = 0  # URLs with more than one record in the archive
    again: int = 0  # requests beyond one for each URL
    beyond: int = 0  # of these, what exceeds the requests that were in flight
    broken: int = 0  # archives that cannot be read to their end
    different: int = 0  # results that are not those of the undisturbed run, byte for byte
    points: Counter[str] = field(default_factory=Counter)


def digest_of(folder: Path) -> str:
    """A digest of all that mining a crawl writes."""
    with tempfile.TemporaryDirectory() as out:
        mine_crawl(folder, Options(), source="crawl").write(out)
        told = hashlib.sha256()
        for path in sorted(Path(out).iterdir()):
            told.update(path.name.encode() + path.read_bytes())
    return told.hexdigest()


def records_of(folder: Path) -> tuple[Counter[str], bool]:
    """The responses in the archive of a crawl by URL, and whether it can be read to its end."""
    urls: Counter[str] = Counter()
    whole = True
    for path in sorted((folder / "crawl" / "warc").iterdir()):
        with path.open("rb") as file:
            for record in frames(file):
                if isinstance(record, Break):
                    whole = False
                elif record.kind == "response":
                    urls[record.url] += 1
    return urls, whole and _is_checked(folder)


def _is_checked(folder: Path) -> bool:
    """What warcio says of the archive, where it is installed."""
    files = map(str, sorted((folder / "crawl" / "warc").iterdir()))
    try:
        import warcio  # noqa: F401
    except ImportError:
        return True
    program = "import sys; from warcio.cli import main; main(['check', *sys.argv[1:]])"
    return subprocess.run([sys.executable, "-c", program, *files], capture_output=True, check=False).returncode == 0


def _started(url: str, folder: Path, *how: str, children: bool, scripts: bool) -> "subprocess.Popen[bytes]":
    paths = os.pathsep.join([str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")])
    surroundings = {**os.environ, "PYTHONPATH": paths, "CHILDREN": "1" if children else "0", "SCRIPTS": "1" * scripts}
    words = [sys.executable, "-m", "bench.crawl.once", url, str(folder), *how]
    return subprocess.Popen(words, stdout=subprocess.PIPE, env=surroundings, start_new_session=True)


def is_killed(
    url: str, folder: Path, how: tuple[str, ...], wait: float, *, children: bool, scripts: bool = False
) -> bool:
    """Runs a crawl; tells whether it was killed rather than done."""
    process = _started(url, folder, *how, children=children, scripts=scripts)
    with process:
        if process.stdout:
            process.stdout.readline()
        if not how:
            try:
                process.wait(wait)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
        code = process.wait(300)
    if code not in {0, -signal.SIGKILL}:
        raise RuntimeError(f"a crawl ended with {code}")
    return code != 0


def _is_finished(folder: Path) -> bool:
    """Whether a crawl was killed when it had nothing left to do: the next run would bring it up to date."""
    path = folder / "crawl" / "crawl.sqlite"
    if not path.exists():
        return False
    with closing(sqlite3.connect(path)) as state:
        try:
            found = state.execute("SELECT value FROM facts WHERE name = 'finished'").fetchone()
        except sqlite3.OperationalError:
            return False
    return bool(found and found[0])


def _ways(rng: random.Random, commits: int) -> Iterator[tuple[tuple[str, ...], float]]:
    """How the next crawl is killed: by turns at a random moment and at a commit point."""
    for point in cycle(POINTS):
        yield (), rng.uniform(0.0, 1.2)
        yield (point, str(rng.randint(1, commits))), 0.0


def campaign(server: Server, kills: int, *, seed: int = 1, commits: int = COMMITS, children: bool = True) -> Campaign:
    """Kills crawls of a server's site until so many kills have been made, and looks at each crawl when it is done."""
    url = f"http://127.0.0.1:{server.port}/index.html"
    rng = random.Random(seed)  # noqa: S311 - moments, not secrets
    found = Campaign()
    ways = _ways(rng, commits)
    with tempfile.TemporaryDirectory() as home:
        undisturbed = Path(home) / "undisturbed"
        is_killed(url, undisturbed, (), 600.0, children=False)
        wanted, _ = records_of(undisturbed)
        digest = digest_of(undisturbed)
        while found.kills < kills:
            folder = Path(home) / str(found.crawls)
            server.requests.clear()
            here, is_done = 0, False
            while found.kills < kills and not is_done:
                how, wait = next(ways)
                was_killed = is_killed(url, folder, how, wait, children=children and found.kills % 4 == 0)
                is_done = not was_killed or _is_finished(folder)
                if was_killed:
                    here += 1
                    found.kills += 1
                    found.points[how[0] if how else "at a random moment"] += 1
            if not is_done:
                is_killed(url, folder, (), 600.0, children=False)
            _look(found, folder, server, (wanted, digest, here))
    return found


def _look(found: Campaign, folder: Path, server: Server, known: tuple[Counter[str], str, int]) -> None:
    wanted, digest, kills = known
    urls, whole = records_of(folder)
    # The robots.txt and the sitemap are no pages, and are asked for again by each run that did not commit them.
    asked = Counter(target for target in server.targets if target not in {"/robots.txt", "/sitemap.xml"})
    again = sum(asked.values()) - len(asked)
    found.crawls += 1
    found.lost += len(wanted.keys() - urls.keys())
    found.doubled += sum(count > 1 for count in urls.values())
    found.again += again
    found.beyond += max(0, again - kills * AT_ONCE)
    found.broken += not whole
    found.different += digest_of(folder) != digest


def report(found: Campaign, seconds: float) -> str:
    """The figures of a campaign, as Markdown."""
    rows = [
        ("kills (SIGKILL of the process group)", found.kills),
        ("crawls killed and finished", found.crawls),
        ("URLs lost", found.lost),
        ("URLs stored twice", found.doubled),
        ("requests made again", found.again),
        ("of these beyond the requests in flight", found.beyond),
        ("archives that warcio or our reader rejects", found.broken),
        ("results that differ from the undisturbed run", found.different),
        ("seconds", round(seconds)),
    ]
    lines = ["|  | figure |", "| --- | ---: |", *(f"| {name} | {count:,} |" for name, count in rows)]
    lines += [f"| killed {point} | {count:,} |" for point, count in sorted(found.points.items())]
    return "\n".join(lines)


def timed_campaign(server: Server, kills: int) -> str:
    """The report of a campaign."""
    start = time.monotonic()
    return report(campaign(server, kills), time.monotonic() - start)
