"""Records of which some fields are made when they are first asked for, and never if nobody asks.

A field that is not there yet is an empty slot, and Python asks `__getattr__` only for those; so what is there costs
nothing. To compare, print, copy or pickle such a record asks for all of its fields.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Self

Makers = Mapping[str, Callable[[], object]]


class Later:
    """What a record inherits from whose fields may come later."""

    __slots__ = ("_makers",)
    _makers: Makers

    @classmethod
    def with_later(cls, makers: Makers, **fields: object) -> Self:
        """A record with these fields; each of the others is what its maker gives."""
        record = cls.__new__(cls)
        for name, value in (*fields.items(), ("_makers", makers)):
            object.__setattr__(record, name, value)
        return record

    if not TYPE_CHECKING:  # a type checker would take it to mean that there is every attribute

        def __getattr__(self, name: str) -> Any:
            if name == "_makers" or name not in self._makers:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            value = self._makers[name]()
            object.__setattr__(self, name, value)
            # A maker goes when it has done its work, and with it what it had to keep for that.
            object.__setattr__(self, "_makers", {key: make for key, make in self._makers.items() if key != name})
            return value
