"""A monkey at the table: whatever is clicked, dragged and typed, the match stays legal."""

from __future__ import annotations

import pytest

from red7_desktop.app.table_screen.screen import TableScreen
from red7_desktop.games.red7.rules.text.notation import parse_position
from red7_desktop.kit.setup import SeatPlan
from tests.setups import red7_setup
from tests.ui.monkey import Monkey
from tests.ui.pilot import Pilot


def keep_playing(pilot: Pilot, seed: int) -> None:
    """Put the monkey back to a table when it has wandered off."""
    if pilot.program.session is None or not isinstance(pilot.program.screen, TableScreen):
        seats = (SeatPlan(), SeatPlan(level="casual"), SeatPlan(level="newcomer"))
        pilot.program.play(red7_setup(seats, actions=bool(seed % 2), seed=seed))


def run(pilot: Pilot, seed: int, events: int) -> None:
    monkey = Monkey(pilot, seed)
    keep_playing(pilot, seed)
    for nth in range(events):
        monkey.act()
        if nth % 250 == 249:
            keep_playing(pilot, seed + nth)
        if pilot.program.session is not None and nth % 50 == 0:
            position = pilot.session.match.state.position
            assert parse_position(str(position)) == position
            if isinstance(pilot.program.screen, TableScreen):
                assert pilot.view.zones == dict(pilot.session.observe().zones)


def test_a_monkey_leaves_a_legal_position(pilot: Pilot) -> None:
    run(pilot, seed=1, events=400)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, 3, 4, 5])
def test_a_monkey_with_patience_leaves_a_legal_position(pilot: Pilot, seed: int) -> None:
    run(pilot, seed, events=5_000)
