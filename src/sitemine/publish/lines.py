"""Files of JSON lines that are complete or not there, with their lines in order whatever order they came in.

Lines are laid down in a temporary file beside the target as they come; only their keys and places stay in memory. At the
end they are copied in the order of the keys, synced, and the file takes its name in one step.
"""

import os
import tempfile
from collections.abc import Iterator
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
        for _, start, length in sorted(self._places):
            self._laid.seek(start)
            yield self._laid.read(length)


def write_atomically(path: Path, parts: Iterator[bytes]) -> None:
    """Writes a file that is there whole or, whatever happens, as it was before."""
    number, name = tempfile.mkstemp(dir=path.parent, prefix=".sitemine-", suffix=path.suffix)
    try:
        with os.fdopen(number, "wb") as file:
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
