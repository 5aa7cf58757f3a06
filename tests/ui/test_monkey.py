"""A monkey at the table: whatever is clicked, dragged and typed, the match stays legal."""

from __future__ import annotations

from random import Random

import pygame
import pytest

from red7_desktop.app.setup import GameSetup, SeatPlan
from red7_desktop.app.table_screen import TableScreen
from red7_desktop.games.red7.notation import parse_position
from tests.ui.pilot import Pilot

KEYS = [
    *(pygame.K_TAB, pygame.K_RETURN, pygame.K_SPACE, pygame.K_ESCAPE, pygame.K_BACKSPACE),
    *(pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN),
    *(pygame.K_z, pygame.K_h, pygame.K_d, pygame.K_l, pygame.K_r, pygame.K_7, pygame.K_F11),
]


class Monkey:
    """Posts random events, with a mind for cards."""

    def __init__(self, pilot: Pilot, seed: int) -> None:
        self.pilot = pilot
        self.chance = Random(seed)
        self.width, self.height = pilot.surface.get_size()

    def act(self) -> None:
        deed = self.chance.choice([self.move, self.press, self.release, self.key, self.wait])
        deed()

    def spot(self) -> tuple[int, int]:
        return self.chance.randrange(self.width), self.chance.randrange(self.height)

    def move(self) -> None:
        self.pilot.post(pygame.MOUSEMOTION, pos=self.spot(), rel=(1, 1), buttons=(0, 0, 0))

    def press(self) -> None:
        button = self.chance.choice([1, 1, 1, 3])
        self.pilot.post(pygame.MOUSEBUTTONDOWN, pos=self.spot(), button=button)

    def release(self) -> None:
        self.pilot.post(pygame.MOUSEBUTTONUP, pos=self.spot(), button=1)

    def key(self) -> None:
        mod = self.chance.choice([0, 0, pygame.KMOD_SHIFT])
        self.pilot.key(self.chance.choice(KEYS), mod)

    def wait(self) -> None:
        self.pilot.frame(self.chance.choice([0.02, 0.5]))


def keep_playing(pilot: Pilot, seed: int) -> None:
    """Put the monkey back to a table when it has wandered off."""
    if pilot.program.session is None or not isinstance(pilot.program.screen, TableScreen):
        seats = (SeatPlan(), SeatPlan(level="casual"), SeatPlan(level="newcomer"))
        pilot.program.play(GameSetup(seats, actions=bool(seed % 2), seed=seed))


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
    run(pilot, seed=1, events=1_500)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, 3])
def test_a_monkey_with_patience_leaves_a_legal_position(pilot: Pilot, seed: int) -> None:
    run(pilot, seed, events=10_000)
