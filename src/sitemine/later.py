"""Records of which some fields are made when they are first asked for, and never if nobody asks.

A field that is not there yet is an empty slot, and Python asks `__getattr__` only for those; so what is there costs
nothing. To compare, print, copy or pickle such a record asks for all of its fields.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Self

Maker = Callable[[], object]


class Several(dict[str, object]):
    """What a maker gives that makes several fields at once."""


class Later:
    """What a record inherits from whose fields may come later."""

    __slots__ = ("_makers",)
    _makers: Mapping[str, Maker]

    def later(self, **makers: Maker) -> Self:
        """The record, which was made just now, with some fields still to be made."""
        for name in makers:
            object.__delattr__(self, name)
        object.__setattr__(self, "_makers", makers)
        return self

    if not TYPE_CHECKING:  # a type checker would take it to mean that there is every attribute

        def __getattr__(self, name: str) -> Any:
            make = self._makers.get(name) if name != "_makers" else None
            if make is None:
                return object.__getattribute__(self, name)  # another thread has made it just now, or there is none
            made = make()
            values = made if isinstance(made, Several) else {name: made}
            for key, value in values.items():
                object.__setattr__(self, key, value)
            # A maker goes when it has done its work, and with it what it had to keep for that.
            object.__setattr__(self, "_makers", {key: made for key, made in self._makers.items() if key not in values})
            return values[name]
