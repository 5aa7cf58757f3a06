"""The tables and backs that can be chosen: which a person has earned by playing, and their words.

What is earned follows from how many matches were played and won, so nothing else is kept of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.kit.settings import OWN_BACK, TABLES

if TYPE_CHECKING:
    from pathlib import Path

    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.scene.theme.style import Theme


class Score(NamedTuple):
    """What somebody's matches come to. games: of how many games at least one was won."""

    played: int = 0
    won: int = 0
    games: int = 0


class Prize(NamedTuple):
    """A look that is to be earned. setting: the field of the settings that it is a value of."""

    setting: str
    look: str
    needs: Score


PRIZES: Final = (
    Prize("back", "night", Score(won=1)),
    Prize("table", "felt", Score(played=3)),
    Prize("back", "leaves", Score(played=6)),
    Prize("table", "wood", Score(won=5)),
    Prize("back", "waves", Score(games=2)),
    Prize("back", "lanterns", Score(won=12)),
)
"""From the soonest to the last; what is not here is there from the beginning."""


def earned(score: Score) -> frozenset[str]:
    """Give the looks that somebody has earned.

    >>> sorted(earned(Score(played=3, won=1, games=1)))
    ['felt', 'night']
    """
    return frozenset(
        prize.look
        for prize in PRIZES
        if all(own >= least for own, least in zip(score, prize.needs, strict=True))
    )


class Looks(NamedTuple):
    """What can be chosen from. earned: gives what is, as far as it is known.

    theme: gives the theme that a table brings. asset: finds what came with the program.
    """

    earned: Callable[[], frozenset[str]]
    theme: Callable[[str], Theme]
    asset: Callable[..., Path]


def name_of(look: str, texts: Texts) -> str:
    """Give the name of a table or a back."""
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
    """Tell whether a look has to be earned at all.

    >>> is_earned("felt"), is_earned("evening")
    (True, False)
    """
    return any(prize.look == look for prize in PRIZES)


def price_of(look: str, texts: Texts) -> str:
    """Say what earns a look; "" for one that is there from the beginning."""
    needs = next((prize.needs for prize in PRIZES if prize.look == look), Score())
    if needs.games:
        return texts("Yours once you have won matches of {n} games.", n=needs.games)
    if needs.won:
        return texts.plural(
            "Yours once you have won a match.", "Yours once you have won {n} matches.", needs.won
        )
    if needs.played:
        return texts.plural(
            "Yours once you have played a match.",
            "Yours once you have played {n} matches.",
            needs.played,
        )
    return ""


def news_of(looks: frozenset[str], texts: Texts) -> str:
    """Tell of looks that have just been earned; "" for none."""
    names = [name_of(prize.look, texts) for prize in PRIZES if prize.look in looks]
    return texts("New in the settings: {names}", names=", ".join(names)) if names else ""
