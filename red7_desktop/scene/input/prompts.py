"""Prompts: what stands on the cap of the key or button that does the same as a control."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias


class Shape(StrEnum):
    """The shape of a cap."""

    KEY = "key"
    DISC = "disc"
    PILL = "pill"


@dataclass(frozen=True, slots=True)
class Prompt:
    """A cap: its words, or the name of a drawing in their place, and its shape.

    The words are there in either case, for tips and for being read aloud. in_tips_only: another
    device is in use, so no cap is shown, but whoever asks may be told.
    """

    words: str
    drawing: str = ""
    shape: Shape = Shape.KEY
    in_tips_only: bool = False


Prompts: TypeAlias = Callable[[str], Prompt | None]
"""Gives the prompt for a hint of a control, None where none is to be shown."""


def to_words_prompt(hint: str) -> Prompt | None:
    """Take a hint as what stands on the key."""
    return Prompt(hint)
