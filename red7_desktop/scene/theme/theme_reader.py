"""Reads a plain dict strictly: every wrong, missing or unknown key is an error that names it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

T = TypeVar("T")


MOST = 10_000.0
"""No number of a theme is larger."""


class ThemeError(ValueError):
    """Says which key of a theme is wrong, and why."""


class Reader:
    """One level of the dict; remembers which keys were read, so that `end` finds the others."""

    def __init__(self, data: object, where: str) -> None:
        self.where = where
        if not isinstance(data, Mapping):
            raise ThemeError(f"{where or 'the theme'}: must be an object, not {_name_kind(data)}")
        self._data: Mapping[str, Any] = data
        self._unread = set(data)

    @property
    def raw(self) -> Mapping[str, Any]:
        """The dict itself, for merging with another."""
        return self._data

    def path(self, key: str) -> str:
        """Give the full name of a key, such as `boxes.panel.fill`."""
        return f"{self.where}.{key}" if self.where else key

    def fail(self, key: str, why: str) -> ThemeError:
        """Make the error for a key."""
        return ThemeError(f"{self.path(key)}: {why}")

    def has(self, key: str) -> bool:
        """Tell whether the key is there at all."""
        return key in self._data

    def take(self, key: str) -> Any:
        """Give the value of a key that must be there."""
        if key not in self._data:
            raise self.fail(key, "is missing")
        self._unread.discard(key)
        return self._data[key]

    def text(self, key: str, one_of: Collection[str] = ()) -> str:
        """Give a text that is not empty, and one of a few when they are given."""
        value = self.take(key)
        if not isinstance(value, str) or not value:
            raise self.fail(key, f"must be a text, not {_name_kind(value)}")
        if one_of and value not in one_of:
            raise self.fail(key, f"{value!r} is none of {', '.join(sorted(one_of))}")
        return value

    def number(self, key: str, default: float | None = None, least: float | None = 0.0) -> float:
        """Give a number of at least `least`; a missing key gives the default, if there is one."""
        if default is not None and not self.has(key):
            return default
        value = self.take(key)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise self.fail(key, f"must be a number, not {_name_kind(value)}")
        low = -MOST if least is None else least
        if not value >= low:  # nor is NaN
            raise self.fail(key, f"must be at least {low:g}")
        if value > MOST:
            raise self.fail(key, f"must be at most {MOST:g}")
        return float(value)

    def items(self, key: str) -> list[Any]:
        """Give a list; a missing key gives an empty one."""
        value = self.take(key) if self.has(key) else []
        if not isinstance(value, list):
            raise self.fail(key, f"must be a list, not {_name_kind(value)}")
        return value

    def inside(self, key: str) -> Reader:
        """Go down into an object that must be there."""
        return Reader(self.take(key), self.path(key))

    def each(self, read: Callable[[Reader, str], T]) -> dict[str, T]:
        """Read every key of this level with one function."""
        return {key: read(self, key) for key in self._data}

    def end(self) -> None:
        """Raise ThemeError when a key was not read: it is misspelt or means nothing here."""
        if self._unread:
            raise self.fail(min(self._unread), "is not a key that a theme has here")


def _name_kind(value: object) -> str:
    names = {type(None): "null", dict: "an object", list: "a list", bool: "true or false"}
    return names.get(type(value), repr(value))
