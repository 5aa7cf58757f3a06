"""Match setups of Red7 for tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from red7_desktop.app.matches.setups import build_first_setup
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.kit.setup import GameSetup, SeatPlan

PAIR = (SeatPlan(), SeatPlan(level="casual"))
FIRST = build_first_setup(CATALOGUE["red7"])
"""The setup that a new user sees first."""


def red7_setup(
    seats: Sequence[SeatPlan] = PAIR, *, seed: int | None = None, **values: Any
) -> GameSetup:
    """Build a setup, of an advanced match unless `values` say otherwise."""
    chosen = {**FIRST.values, "advanced": True, **values}
    assert chosen.keys() == FIRST.values.keys()
    return GameSetup("red7", tuple(seats), chosen, seed)
