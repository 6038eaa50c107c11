"""What a crawl knows: every URL with its outcome or still waiting, in SQLite, in step with the archive.

A commit is two steps: the archive has the records (appended and synced), then one transaction says where they lie, what
became of their URLs and which URLs they led to. A crawl that is killed between the two has written records that nobody
knows of; they are cut off when it is opened again. Requests in flight are no state: what has no outcome is asked again.
"""

import os
import sqlite3
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sitemine.acquire.archive import Archive, Place
from sitemine.acquire.known import Done, Found, Kind, Row
from sitemine.acquire.scope import key_of
from sitemine.errors import SourceError
from sitemine.records import TELLING, Outcome

FORMAT: Final = 1
KNOWN: Final = 300_000  # URLs kept in memory, so that the links that every page repeats cost no question
AHEAD: Final = 64  # waiting URLs of one kind that are read at a time

_TABLES: Final = """
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS kinds (
    id INTEGER PRIMARY KEY, host TEXT, fine TEXT, coarse TEXT, fetched INTEGER DEFAULT 0, articles INTEGER DEFAULT 0,
    tocs INTEGER DEFAULT 0, harvest REAL DEFAULT -1, fruitless INTEGER DEFAULT 0, UNIQUE (host, fine));
CREATE TABLE IF NOT EXISTS hosts (name TEXT PRIMARY KEY, status INTEGER, robots BLOB, time REAL, closed REAL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS urls (
    id INTEGER PRIMARY KEY, key BLOB UNIQUE, url TEXT, kind INTEGER, own INTEGER, depth INTEGER, hops INTEGER, prior INTEGER,
    state INTEGER, outcome TEXT, detail TEXT, status INTEGER, file INTEGER, start INTEGER, "end" INTEGER, time REAL,
    first REAL, etag TEXT, modified TEXT, body BLOB, text BLOB, role TEXT);
CREATE INDEX IF NOT EXISTS waiting ON urls (kind, prior DESC, id) WHERE state = 0;
CREATE TABLE IF NOT EXISTS learned (id INTEGER PRIMARY KEY, file INTEGER, start INTEGER, "end" INTEGER);
CREATE INDEX IF NOT EXISTS said ON urls (text) WHERE text IS NOT NULL;
"""

WAITING: Final = 0
DONE: Final = 1


def fault(_point: str) -> None:
    """Called at each point of a commit between which a kill may fall; tests put another in its place."""


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Holds a folder against a second crawl. The lock is the kernel's, and goes with its process."""
    import fcntl

    path = folder / "lock"
    with path.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise SourceError(
                os.fspath(folder), "another crawl writes here; end that one or choose another folder"
            ) from None
        yield


class Frontier:
    """The URLs of a crawl. One process at a time has it open (`locked`)."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = NORMAL")  # a lost last commit is cut off the archive as well
            self._db.executescript(_TABLES)
        except sqlite3.DatabaseError as error:
            raise SourceError(os.fspath(path), f"is no crawl that can be gone on with: {error}") from error
        if self.fact("format", FORMAT) != FORMAT:
            raise SourceError(os.fspath(path), "was written by another version; choose another folder")
        self.kinds: dict[int, Kind] = {}
        self._by_shape: dict[tuple[str, str], Kind] = {}
        for row in self._db.execute(
            "SELECT id, host, fine, coarse, fetched, articles, tocs, harvest, fruitless FROM kinds"
        ):
            self._keep(Kind(*row))
        self._count_waiting()
        self._known: set[str] = set()
        self._changed: set[int] = set()
        self.taken: set[int] = set()

    def _count_waiting(self) -> None:
        for kind, count in self._db.execute("SELECT kind, count(*) FROM urls WHERE state = 0 GROUP BY kind"):
            self.kinds[kind].waiting = count

    def _keep(self, kind: Kind) -> Kind:
        self.kinds[kind.id] = self._by_shape[kind.host, kind.fine] = kind
        return kind

    def close(self) -> None:
        """Ends the work; whatever was committed is there."""
        self._write_kinds()
        self._db.close()

    def fact(self, name: str, default: object = None) -> object:
        """What was noted under a name; what was not is noted now."""
        found = self._db.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
        if found is None and default is not None:
            self.note(name, default)
        return found[0] if found else default

    def note(self, name: str, value: object) -> None:
        """Notes something of the crawl as a whole."""
        self._db.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (name, value))

    def align(self, archive: Archive) -> None:
        """Cuts the archive back to what is known; what is known and not there any more is fetched again."""
        number, end = map(int, str(self.fact("archived", "0 0")).split())
        if archive.cut_back(number, end):
            return
        path = archive.path(number)
        size = path.stat().st_size if path.exists() else 0
        with self._transaction():
            self._db.execute(
                "UPDATE urls SET state = 0, file = NULL, etag = NULL, modified = NULL, body = NULL, text = NULL, role = NULL"
                ' WHERE file = ? AND "end" > ?',
                (number, size),
            )
            whole = self._db.execute('SELECT max("end") FROM urls WHERE file = ?', (number,)).fetchone()[0] or 0
            self.note("archived", f"{number} {whole}")
        archive.cut_back(number, whole)
        self._count_waiting()

    # Kinds.

    def kind_of(self, host: str, fine: str, coarse: str) -> Kind:
        """The kind of a shape on a host; noted when it is new."""
        kind = self._by_shape.get((host, fine))
        if kind is None:
            done = self._db.execute("INSERT INTO kinds (host, fine, coarse) VALUES (?, ?, ?)", (host, fine, coarse))
            kind = self._keep(Kind(int(done.lastrowid or 0), host, fine, coarse))
        return kind

    def changed(self, kind: Kind) -> None:
        """Remembers that a kind is to be written with the next commit."""
        self._changed.add(kind.id)

    # URLs.

    def known(self, url: str) -> bool:
        """Whether the same page is known already."""
        return url in self._known or bool(
            self._db.execute("SELECT 1 FROM urls WHERE key = ?", (key_of(url),)).fetchone()
        )

    def is_familiar(self, url: str) -> bool:
        """Whether a URL was taken in lately, by this spelling."""
        return url in self._known

    def is_said(self, text: bytes, row: Row) -> bool:
        """Whether another URL's page says the very same."""
        found = self._db.execute("SELECT 1 FROM urls WHERE text = ? AND id != ? LIMIT 1", (text, row.id))
        return found.fetchone() is not None

    def ready(self, kind: Kind) -> deque[Row]:
        """The waiting URLs of a kind, those with the greatest promise first; some of them at a time."""
        if not kind.ready and kind.waiting:
            rows = self._db.execute(
                "SELECT id, url, kind, own, depth, hops, etag, modified, body, role FROM urls"
                " WHERE state = 0 AND kind = ? ORDER BY prior DESC, id LIMIT ?",
                (kind.id, AHEAD + len(self.taken)),
            )
            kind.ready.extend(row for row in map(Row._make, rows) if row.id not in self.taken)
        return kind.ready

    def take(self, kind: Kind) -> Row:
        """The next URL of a kind; it waits on until its outcome is committed, but nobody else takes it."""
        row = self.ready(kind).popleft()
        self.taken.add(row.id)
        kind.waiting -= 1
        return row

    def _new(self, found: Iterable[Found], now: float) -> list[Found]:
        new = []
        for url in found:
            if url.url in self._known:
                continue
            if len(self._known) >= KNOWN:
                self._known.clear()
            self._known.add(url.url)
            key = key_of(url.url)
            kind = self.kind_of(url.host, url.fine, url.coarse)
            state, outcome = (DONE, url.outcome.value) if url.outcome else (WAITING, None)
            values = (
                key,
                url.url,
                kind.id,
                url.own,
                url.depth,
                url.hops,
                url.prior,
                state,
                outcome,
                url.detail or None,
                now,
            )
            done = self._db.execute(
                "INSERT OR IGNORE INTO urls (key, url, kind, own, depth, hops, prior, state, outcome, detail, first)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                values,
            )
            if done.rowcount:
                new.append(url)
                kind.waiting += state == WAITING
        return new

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            self._known.clear()
            raise
        fault("before the commit")
        self._db.execute("COMMIT")
        fault("after the commit")

    def add(self, found: Iterable[Found]) -> list[Found]:
        """Takes in URLs from elsewhere than a page; gives those that are new."""
        with self._transaction():
            return self._new(found, time.time())

    def _write(self, done: Done, place: Place | None) -> None:
        # An error page does not take the place of the page that was there: mining does not either.
        is_kept = done.row.role is not None and done.outcome not in TELLING
        where = (place.file, place.start, place.end) if place and not is_kept else (None, None, None)
        self._db.execute(
            "UPDATE urls SET state = 1, outcome = ?, detail = ?, status = ?, file = coalesce(?, file),"
            ' start = coalesce(?, start), "end" = coalesce(?, "end"), time = ?, etag = ?, modified = ?,'
            " body = coalesce(?, body), text = coalesce(?, text), role = coalesce(?, role) WHERE id = ?",
            (
                *(done.outcome.value, done.detail or None, done.status or None, *where),
                *(done.time, done.etag, done.modified, done.body, done.text, done.role, done.row.id),
            ),
        )

    def commit(self, batch: list[Done], archive: Archive, now: float) -> Mapping[int, list[Found]]:
        """Makes the outcomes of some URLs last, with all that they led to; gives what was new, by URL."""
        fault("before the archive")
        stored = [done for done in batch if done.record]
        records = [done.record for done in stored if done.record]
        places = archive.append(records, now) if records else []
        at = {done.row.id: place for done, place in zip(stored, places, strict=True)}
        fault("after the archive")
        new = {}
        with self._transaction():
            for done in batch:
                self._write(done, at.get(done.row.id))
                fault("within the transaction")
                new[done.row.id] = self._new(done.found, now)
            if places:
                self.note("archived", f"{places[-1].file} {places[-1].end}")
            self._write_kinds()
        self.taken.difference_update(done.row.id for done in batch)
        return new

    def _write_kinds(self) -> None:
        changed = (self.kinds[number] for number in self._changed)
        self._db.executemany(
            "UPDATE kinds SET fetched = ?, articles = ?, tocs = ?, harvest = ?, fruitless = ? WHERE id = ?",
            [(k.fetched, k.articles, k.tocs, k.harvest, k.fruitless, k.id) for k in changed],
        )
        self._changed.clear()

    # Hosts.

    def host(self, name: str) -> tuple[int, bytes, float, float] | None:
        """What is known of a host: the status and the bytes of its robots.txt, when that was, until when it is closed."""
        found = self._db.execute("SELECT status, robots, time, closed FROM hosts WHERE name = ?", (name,)).fetchone()
        return (int(found[0]), bytes(found[1]), float(found[2]), float(found[3])) if found else None

    def note_host(self, name: str, status: int, robots: bytes, when: float, closed: float) -> None:
        """Notes the robots.txt of a host, and until when the host wants to be left alone."""
        self._db.execute("INSERT OR REPLACE INTO hosts VALUES (?, ?, ?, ?, ?)", (name, status, robots, when, closed))

    # The whole.

    def revisit(self, outcomes: Iterable[Outcome]) -> int:
        """Lets the URLs with some outcomes wait again, TOC pages first; tells how many."""
        names = [outcome.value for outcome in outcomes]
        marks = ", ".join("?" * len(names))
        done = self._db.execute(
            "UPDATE urls SET state = 0, prior = CASE role WHEN 'toc' THEN 1000 ELSE -1000 END"  # noqa: S608 - marks alone
            f" WHERE state = 1 AND outcome IN ({marks})",
            names,
        )
        self._count_waiting()
        return done.rowcount

    def outcomes(self) -> dict[str, int]:
        """How many URLs ended with each outcome; those without one are `waiting`."""
        rows = self._db.execute("SELECT coalesce(outcome, 'waiting'), count(*) FROM urls GROUP BY state, outcome")
        counts: dict[str, int] = {}
        for name, count in rows:
            counts[name] = counts.get(name, 0) + count
        return dict(sorted(counts.items()))

    def roles(self) -> dict[str, int]:
        """How many fetched pages seemed to be of each role."""
        rows = self._db.execute("SELECT role, count(*) FROM urls WHERE role IS NOT NULL GROUP BY role ORDER BY role")
        return dict(rows.fetchall())

    def listed(self) -> Iterator[tuple[str, str, str, float | None, str | None, int | None]]:
        """Every URL with its outcome, the reason, when it was first asked for, its role and its status; by URL."""
        yield from self._db.execute(
            "SELECT url, coalesce(CASE state WHEN 1 THEN outcome END, 'waiting'), coalesce(detail, ''), first, role, status"
            " FROM urls ORDER BY url"
        )

    def unlearned(self) -> list[tuple[int, Place | None, Place]]:
        """The URLs whose page is another than the site model knows: where the old one lies, if there is one, and the new."""
        rows = self._db.execute(
            'SELECT u.id, l.file, l.start, l."end", u.file, u.start, u."end" FROM urls u LEFT JOIN learned l ON l.id = u.id'
            " WHERE u.file NOT NULL AND (l.id IS NULL OR l.file != u.file OR l.start != u.start) ORDER BY u.id"
        )
        return [
            (number, Place(*place[:3]) if place[0] is not None else None, Place(*place[3:])) for number, *place in rows
        ]

    def learn(self, model: bytes, pages: Iterable[tuple[int, Place]]) -> None:
        """Keeps a site model together with the pages that it now knows."""
        with self._transaction():
            self.note("model", model)
            rows = [(number, place.file, place.start, place.end) for number, place in pages]
            self._db.executemany("INSERT OR REPLACE INTO learned VALUES (?, ?, ?, ?)", rows)
