"""The tables and backs that can be chosen: what earns them, and their words.

What is earned is found out with the achievements, and kept as deeds like these.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.kit.settings import OWN_BACK, TABLES

if TYPE_CHECKING:
    from red7_desktop.app.profile.statistics import ProfileEvent
    from red7_desktop.kit.texts import Texts


LOOK: Final = "look"
"""The kind of deeds that tell what was earned; their keys are those of looks."""
PLAYED, WON, GAMES = "played", "won", "games"
"""What is counted: matches that are over, those won, and the games of which at least one was."""


class Prize(NamedTuple):
    """A look that is to be earned. setting: the field of the settings that it is a value of.

    by: what is counted for it; least: how many there have to be.
    """

    setting: str
    look: str
    by: str
    least: int


PRIZES: Final = (
    Prize("back", "night", WON, 1),
    Prize("table", "felt", PLAYED, 3),
    Prize("back", "leaves", PLAYED, 6),
    Prize("table", "wood", WON, 5),
    Prize("back", "waves", GAMES, 2),
    Prize("back", "lanterns", WON, 12),
)
"""From the soonest to the last; what is not here is there from the beginning."""


def list_earned_looks(deeds: Iterable[ProfileEvent]) -> frozenset[str]:
    """Return the looks that somebody has earned, by what that person has done."""
    return frozenset([deed.key for deed in deeds if deed.kind == LOOK])


def name_look(look: str, texts: Texts) -> str:
    """Return the name of a table or a back."""
    return {
        TABLES[0]: texts("Evening"),
        "felt": texts("Felt"),
        "wood": texts("Wood"),
        OWN_BACK: texts("Original"),
        "night": texts("Night"),
        "leaves": texts("Leaves"),
        "waves": texts("Waves"),
        "lanterns": texts("Lanterns"),
    }[look]


def is_earned(look: str) -> bool:
    """Whether a look has to be earned at all.

    >>> is_earned("felt"), is_earned("evening")
    (True, False)
    """
    return any(prize.look == look for prize in PRIZES)


def describe_price(look: str, texts: Texts) -> str:
    """Return what earns a look; "" for one that is there from the beginning."""
    prize = next((prize for prize in PRIZES if prize.look == look), None)
    if prize is None:
        return ""
    n = prize.least
    words = {
        GAMES: texts("Yours once you have won matches of {n} games.", n=n),
        WON: texts.plural(
            "Yours once you have won a match.", "Yours once you have won {n} matches.", n
        ),
        PLAYED: texts.plural(
            "Yours once you have played a match.", "Yours once you have played {n} matches.", n
        ),
    }
    return words[prize.by]


def describe_news(looks: Collection[str], texts: Texts) -> str:
    """Tell of looks that have just been earned; "" for none."""
    names = [name_look(prize.look, texts) for prize in PRIZES if prize.look in looks]
    return texts("New in the settings: {names}", names=", ".join(names)) if names else ""
