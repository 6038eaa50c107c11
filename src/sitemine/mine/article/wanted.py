"""What is to be written of an article besides its text."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be written of an article besides its text."""

    links: bool = True
    images: bool = False
    tables: bool = True
