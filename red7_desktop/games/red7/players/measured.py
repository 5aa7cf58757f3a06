"""How strong the levels are, as the arena has measured it; docs/opponents.md says how.

The figures here and those in the table "The levels" of docs/opponents.md are the same, which a test
sees to: change both together, after an arena run with the budgets that ship. The last run of the
strongest level had less, so its figure here is more likely too low than too high.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Strength(NamedTuple):
    """A level's strength in whole advanced matches of two seats.

    elo: with the weakest level at BASE; from one level to the next, the difference that the arena
    gives. wins: the share of matches won against the level before, None for the weakest.
    """

    elo: int
    wins: float | None


BASE: Final = 1000
"""The Elo of the weakest level: only differences mean anything."""
MEASURED: Final[dict[str, Strength]] = {
    "newcomer": Strength(BASE, None),
    "casual": Strength(1144, 0.696),
    "steady": Strength(1301, 0.712),
    "sharp": Strength(1470, 0.726),
    "expert": Strength(1584, 0.658),
}
"""By level, in the order of `levels.LEVELS`."""
