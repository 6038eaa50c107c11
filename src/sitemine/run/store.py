"""Batches between the two passes over a site: in memory while they are few, in a temporary folder beyond that.

Pages are parsed once; the second pass works on their tables. What is laid down is read back by this process and its own
workers alone, and removed at the end.
"""

import pickle
import shutil
import tempfile
import weakref
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from sitemine.dom import Batch
from sitemine.mine import Repeated, SiteRoles


def lay_down(thing: Any, folder: Path, name: str) -> Path:
    """Writes a batch, a model or what a method knows of the site to a file of the temporary folder."""
    path = folder / name
    with path.open("wb") as file:
        pickle.dump(thing, file, protocol=5)
    return path


def _read(path: Path) -> Any:
    with path.open("rb") as file:
        return pickle.load(file)  # noqa: S301 - written by this run, into a folder that only its user can enter


def pick_up(path: Path) -> Batch:
    """The batch that `lay_down` wrote."""
    batch: Batch = _read(path)
    return batch


class Store:
    """The batches of a run, by number. Its folder goes when it is closed or forgotten."""

    def __init__(self, memory: int) -> None:
        self._left = memory
        self._batches: list[Batch | Path] = []
        self._folder: Path | None = None

    def __len__(self) -> int:
        return len(self._batches)

    @property
    def folder(self) -> Path:
        """Where batches are laid down."""
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="sitemine-"))
            weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        return self._folder

    def put(self, batch: Batch | Path) -> int:
        """Keeps a batch, or one that a worker has laid down, and gives its number."""
        if isinstance(batch, Batch):
            size = batch.nbytes()
            if size > self._left:
                batch = lay_down(batch, self.folder, f"{len(self._batches)}.batch")
            else:
                self._left -= size
        self._batches.append(batch)
        return len(self._batches) - 1

    def place(self, number: int) -> Batch | Path:
        """The batch, or the file that it lies in: what a worker is given."""
        return self._batches[number]


def opened(batch: Batch | Path) -> Batch:
    """A batch, wherever it is."""
    return batch if isinstance(batch, Batch) else pick_up(batch)


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """What is known of a site: its model, what was decided of all its pages, and what the method that was asked for has learned.

    Each is itself, or the file of the temporary folder that it lies in.
    """

    model: Repeated | Path
    roles: SiteRoles | Path | None = None
    site: Any = None

    def laid_down(self, folder: Path) -> "Known":
        """The same in files of the temporary folder, for workers."""
        return Known(*(lay_down(getattr(self, name), folder, name) for name in ("model", "roles", "site")))


_at = lru_cache(maxsize=3)(_read)
"""What a worker reads of the temporary folder, each once."""


def _there(thing: Any) -> Any:
    return _at(thing) if isinstance(thing, Path) else thing


def opened_known(known: Known) -> tuple[Repeated, SiteRoles | None, Any]:
    """The site model, what was decided, and what a method has learned of the site, wherever they are."""
    return _there(known.model), _there(known.roles), _there(known.site)
