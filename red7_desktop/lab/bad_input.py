"""The one error of the laboratory: what was given cannot be used."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from red7_desktop.lab.red7.refusal_words import sentence_of
from red7_desktop.tabletop.errors import IllegalTurn, InvalidPosition, InvalidTurn

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST: Final = 400
"""Longer messages (with a whole file in one word, say) are cut in the middle."""


class BadInput(Exception):
    """Input that cannot be used; the message names the place, the field and the word."""

    def __init__(self, place: str, message: str) -> None:
        if len(message) > LONGEST:
            message = f"{message[: LONGEST // 2]} ... {message[-LONGEST // 2 :]}"
        super().__init__(f"{place}: {message}" if place else message)


@contextmanager
def blaming(place: str) -> Iterator[None]:
    """Turn the engine's errors into BadInput that names where the input came from."""
    try:
        yield
    except IllegalTurn as error:
        raise BadInput(
            place, f"{error.step!r} is not legal: {sentence_of(error.reason)}"
        ) from error
    except (InvalidPosition, InvalidTurn) as error:
        raise BadInput(place, str(error)) from error
