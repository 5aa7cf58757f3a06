"""Reads numbers from arguments, with messages that name the word."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Callable


def read_whole_from(least: int | None = None) -> Callable[[str], int]:
    """Return a reader of whole numbers, none below `least`. It raises ArgumentTypeError.

    >>> read_whole_from(1)("12")
    12
    """
    limit = "" if least is None else f" of at least {least}"

    def read(word: str) -> int:
        try:
            number = int(word)
        except ValueError:  # also for more digits than Python cares to read
            raise ArgumentTypeError(f"{word[:40]!r} is not a whole number{limit}") from None
        if least is not None and number < least:
            raise ArgumentTypeError(f"{word!r} is not a whole number{limit}")
        return number

    return read
