"""How strong the levels are, as the arena has measured it; docs/opponents.md says how.

The figures here and those in the table "The levels of Spring Cleaning" of docs/opponents.md are the
same, which a test sees to: change both together, after an arena run with the budgets that ship.
"""

from __future__ import annotations

from typing import Final

from red7_desktop.tabletop.player import MeasuredStrength

BASE: Final = 1000
"""The Elo of the weakest level: only differences mean anything."""

MEASURED: Final[dict[str, MeasuredStrength]] = {
    "newcomer": MeasuredStrength(BASE, None),
    "casual": MeasuredStrength(1123, 0.670),
    "steady": MeasuredStrength(1320, 0.757),
    "sharp": MeasuredStrength(1456, 0.686),
    "expert": MeasuredStrength(1656, 0.760),
}
"""By level, in the order of `levels.LEVELS`."""
