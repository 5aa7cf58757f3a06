"""The one error of the laboratory: what was given cannot be used."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from red7_desktop.tabletop.game import IllegalStep, InvalidPosition, InvalidStep

LONGEST: Final = 400
"""Longer messages (with a whole file in one word, say) are cut in the middle."""


class BadInput(Exception):
    """Input that cannot be used; the message names the place, the field and the word."""

    def __init__(self, place: str, message: str) -> None:
        if len(message) > LONGEST:
            message = f"{message[: LONGEST // 2]} ... {message[-LONGEST // 2 :]}"
        super().__init__(f"{place}: {message}" if place else message)


@contextmanager
def blame_input(place: str) -> Iterator[None]:
    """Turn the errors of rules into BadInput, and let it name where the input came from."""
    try:
        yield
    except IllegalStep as error:
        raise BadInput(place, f"{error.step!r} is not legal: {error.reason}") from error
    except (InvalidPosition, InvalidStep, BadInput) as error:
        raise BadInput(place, str(error)) from error
