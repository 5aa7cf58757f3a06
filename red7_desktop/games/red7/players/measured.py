"""How strong the levels are, as the arena has measured it; docs/opponents.md says how.

The figures here and those in the table "The levels" of docs/opponents.md are the same, which a test
sees to: change both together, after an arena run with the budgets that ship. The last run of the
strongest level had less, so its figure here is more likely too low than too high.
"""

from __future__ import annotations

from typing import Final

from red7_desktop.tabletop.player import MeasuredStrength

BASE: Final = 1000
"""The Elo of the weakest level."""

MEASURED: Final[dict[str, MeasuredStrength]] = {
    "newcomer": MeasuredStrength(BASE, None),
    "casual": MeasuredStrength(1144, 0.696),
    "steady": MeasuredStrength(1301, 0.712),
    "sharp": MeasuredStrength(1470, 0.726),
    "expert": MeasuredStrength(1584, 0.658),
}
"""By level, in the order of `levels.LEVELS`; in whole advanced matches."""
