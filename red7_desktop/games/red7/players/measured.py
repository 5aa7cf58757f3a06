"""How strong the levels are, as the arena has measured it; docs/opponents.md says how.

The figures here and those in the table "The levels" of docs/opponents.md are the same, which a test
sees to: change both together, after an arena run with the budgets that ship. The last run of the
strongest level had less, so its figure here is more likely too low than too high.
"""

from __future__ import annotations

from typing import Final

from red7_desktop.tabletop.player import Strength

BASE: Final = 1000
"""The Elo of the weakest level."""
MEASURED: Final[dict[str, Strength]] = {
    "newcomer": Strength(BASE, None),
    "casual": Strength(1144, 0.696),
    "steady": Strength(1301, 0.712),
    "sharp": Strength(1470, 0.726),
    "expert": Strength(1584, 0.658),
}
"""By level, in the order of `levels.LEVELS`; in whole advanced matches."""
