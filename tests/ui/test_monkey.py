"""A monkey at the tables: whatever is clicked, dragged and typed, the match stays legal."""

from __future__ import annotations

import pytest

from red7_desktop.app.table.screen import TableScreen
from red7_desktop.kit.setup import GameSetup, SeatPlan
from tests.setups import red7_setup
from tests.soak.truths import TRUTHS
from tests.ui.monkey import Monkey
from tests.ui.pilot import Pilot

SEATS = (SeatPlan(), SeatPlan(level="casual"), SeatPlan(level="newcomer"))


def setup(game: str, seed: int) -> GameSetup:
    """Set up a match with all there is in a game, by turns."""
    if game == "red7":
        return red7_setup(SEATS, actions=bool(seed % 2), seed=seed)
    return GameSetup(game, SEATS, {"pickup": ("next_turn", "at_once")[seed % 2]}, seed)


def keep_playing(pilot: Pilot, game: str, seed: int) -> None:
    """Put the monkey back to a table when it has wandered off, or got to another game's."""
    program = pilot.program
    is_there = program.session is not None and isinstance(program.screen, TableScreen)
    if not is_there or pilot.session.match.game.name != game:
        program.play(setup(game, seed))


def run(pilot: Pilot, game: str, seed: int, events: int) -> None:
    monkey = Monkey(pilot, seed)
    keep_playing(pilot, game, seed)
    for nth in range(events):
        monkey.act()
        if nth % 250 == 249:
            keep_playing(pilot, game, seed + nth)
        if pilot.program.session is not None and nth % 50 == 0:
            match = pilot.session.match
            position = match.state.position
            assert TRUTHS[match.game.name].parse(str(position)) == position
            if isinstance(pilot.program.screen, TableScreen):
                assert pilot.view.zones == dict(pilot.session.observe().zones)


@pytest.mark.parametrize("game", TRUTHS)
def test_a_monkey_leaves_a_legal_position(pilot: Pilot, game: str) -> None:
    run(pilot, game, seed=1, events=200)


@pytest.mark.slow
@pytest.mark.parametrize("game", TRUTHS)
@pytest.mark.parametrize("seed", [2, 3])
def test_a_monkey_with_patience_leaves_a_legal_position(pilot: Pilot, game: str, seed: int) -> None:
    run(pilot, game, seed, events=5_000)
