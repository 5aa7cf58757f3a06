"""The sounds that every game has, and the files of sounds; pure, no pygame."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final


class Sound(StrEnum):
    """A sound, by the name of its file; games have more of their own (see `GameFace.sounds`)."""

    DEAL = "deal"
    SLIDE = "slide"
    PLACE = "place"
    FLIP = "flip"
    NOPE = "nope"
    PICK = "pick"
    TURN = "turn"
    WIN = "win"
    LOSE = "lose"
    BUTTON = "button"


TAKES: Final[Mapping[str, int]] = MappingProxyType({Sound.DEAL: 3, Sound.SLIDE: 2, Sound.PLACE: 3})
"""How often a sound was made, where more than once: what is heard in a row should not be alike."""


def files_of(sound: str) -> tuple[str, ...]:
    """Give the names of a sound's files, one a take.

    >>> files_of(Sound.SLIDE)
    ('slide.ogg', 'slide_2.ogg')
    """
    others = range(2, TAKES.get(sound, 1) + 1)
    return (f"{sound}.ogg", *[f"{sound}_{take}.ogg" for take in others])
