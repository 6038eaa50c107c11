"""Files of JSON lines that are complete or not there, with their lines in order whatever order they came in.

Lines are laid down in a temporary file beside the target as they come; only their keys and places stay in memory. At the
end they are copied in the order of the keys, synced, and the file takes its name in one step.
"""

import errno
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from types import TracebackType
from typing import IO, Self


class OrderedLines:
    """A file of JSON lines in the making."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._laid: IO[bytes] = tempfile.TemporaryFile(dir=path.parent, prefix=".sitemine-")  # noqa: SIM115
        self._places: list[tuple[str, int, int]] = []
        self._end = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        with self._laid:
            if kind is None:
                write_atomically(self.path, self._ordered())

    def __len__(self) -> int:
        return len(self._places)

    def add(self, key: str, lines: bytes) -> None:
        """Lays down the lines of one key."""
        self._laid.write(lines)
        self._places.append((key, self._end, len(lines)))
        self._end += len(lines)

    def _ordered(self) -> Iterator[bytes]:
        for _, same in groupby(sorted(self._places), key=itemgetter(0)):
            # Lines of one key go by what they say, so that the order in which they came never shows.
            yield from sorted(map(self._read, same))

    def _read(self, place: tuple[str, int, int]) -> bytes:
        _, start, length = place
        self._laid.seek(start)
        return self._laid.read(length)


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Where to write a file that takes its name when it is complete; if it never is, the name stays as it was."""
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder", str(path.parent))
    number, name = tempfile.mkstemp(dir=path.parent, prefix=".sitemine-", suffix=path.suffix)
    os.close(number)
    beside = Path(name)
    try:
        yield beside
        with beside.open("rb+") as file:
            os.fsync(file.fileno())
        beside.chmod(0o644)
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def write_atomically(path: Path, parts: Iterable[bytes]) -> None:
    """Writes a file that is there whole or, whatever happens, as it was before."""
    with replacing(path) as beside, beside.open("wb") as file:
        file.writelines(parts)
