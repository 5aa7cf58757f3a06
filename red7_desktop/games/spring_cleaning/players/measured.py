"""How strong the levels are, as the arena has measured it; docs/opponents.md says how.

The figures here and those in the table "The levels of Spring Cleaning" of docs/opponents.md are the
same, which a test sees to: change both together, after an arena run with the budgets that ship.
"""

from __future__ import annotations

from typing import Final

from red7_desktop.tabletop.player import Strength

BASE: Final = 1000
"""The Elo of the weakest level: only differences mean anything."""
MEASURED: Final[dict[str, Strength]] = {
    "newcomer": Strength(BASE, None),
    "casual": Strength(1123, 0.670),
    "steady": Strength(1320, 0.757),
    "sharp": Strength(1456, 0.686),
    "expert": Strength(1656, 0.760),
}
"""By level, in the order of `levels.LEVELS`."""
