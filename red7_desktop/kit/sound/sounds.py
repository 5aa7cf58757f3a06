"""The sounds there are, and the files they are in; pure, no pygame."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final


class Sound(StrEnum):
    """A sound, by the name of its file."""

    DEAL = "deal"
    SLIDE = "slide"
    PLACE = "place"
    FLIP = "flip"
    NOPE = "nope"
    PICK = "pick"
    RULE_VIOLET = "rule_violet"
    RULE_INDIGO = "rule_indigo"
    RULE_BLUE = "rule_blue"
    RULE_GREEN = "rule_green"
    RULE_YELLOW = "rule_yellow"
    RULE_ORANGE = "rule_orange"
    RULE_RED = "rule_red"
    TURN = "turn"
    WIN = "win"
    LOSE = "lose"
    BUTTON = "button"


TAKES: Final[Mapping[Sound, int]] = MappingProxyType(
    {Sound.DEAL: 3, Sound.SLIDE: 2, Sound.PLACE: 3}
)
"""How often a sound was made, where more than once: what is heard in a row should not be alike."""


def files_of(sound: Sound) -> tuple[str, ...]:
    """Give the names of a sound's files, one a take.

    >>> files_of(Sound.SLIDE)
    ('slide.ogg', 'slide_2.ogg')
    """
    others = range(2, TAKES.get(sound, 1) + 1)
    return (f"{sound}.ogg", *[f"{sound}_{take}.ogg" for take in others])
