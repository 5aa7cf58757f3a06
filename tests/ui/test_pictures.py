"""Golden pictures of the key screens.

Pictures that show the program as it should look lie in `pictures/`. A change that alters one on
purpose makes them anew, `RED7_NEW_PICTURES=1 python -m pytest tests/ui/test_pictures.py`, and
whoever makes the change looks at them. What differs is written to `artefacts/pictures`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from red7_desktop.games.spring_cleaning.rules.position import SEALED
from red7_desktop.kit.setup import GameSetup, SeatPlan
from tests.setups import red7_setup
from tests.ui.conftest import Fly
from tests.ui.pilot import Mouse, Pilot

PILOT = Pilot

PICTURES = Path(__file__).parent / "pictures"
MADE = Path("artefacts") / "pictures"
NEAR = (3, 3, 3, 255)
"""Another machine may round the shades of a blend otherwise."""
MOST_OTHER = 0.002
"""The part of the pixels that may differ by more."""
PEOPLE = (SeatPlan("Ada"), SeatPlan(level="casual"), SeatPlan(level="steady"))


def table(pilot: Pilot, seats: int = 2, seed: int = 11, *, actions: bool = False) -> None:
    plans = (*PEOPLE, SeatPlan(level="newcomer"))[:seats]
    pilot.play_to_me(red7_setup(plans, seed=seed, actions=actions), 2.0)


def title(pilot: Pilot) -> None:
    pilot.program.show_title()
    pilot.wait(4.0)


def settings(pilot: Pilot) -> None:
    title(pilot)
    pilot.program.show_settings()
    pilot.wait(1.0)


def drag(pilot: Pilot) -> None:
    table(pilot, 3)
    face = next(face for face in pilot.seen.zones["hand:A"] if face)
    pilot.hold_over(face, "canvas")
    pilot.wait(1.0)


def action_choice(pilot: Pilot) -> None:
    """A 7 has been played, and the cards of the palette that it may move are marked."""
    for seed in range(60):
        table(pilot, 2, seed, actions=True)
        steps = [str(step) for step in pilot.seen.legal]
        sevens = [step for step in steps if step[-1] == "7" and len(step) == 2]
        if sevens:
            pilot.drag(sevens[0], "palette")
            pilot.wait(2.0)
            return
    raise AssertionError("no deal offers a 7 to play")


def lens(pilot: Pilot) -> None:
    table(pilot, 3)
    pilot.hold_key(pygame.K_e)
    pilot.wait(0.5)


def curtain(pilot: Pilot) -> None:
    pilot.program.play(red7_setup((SeatPlan("Ada"), SeatPlan("Bo")), seed=3))
    pilot.wait(3.0)


def round_end(pilot: Pilot) -> None:
    table(pilot, 2)
    pilot.rush_round()
    pilot.wait(8.0)


def spring(pilot: Pilot, seats: int = 4) -> None:
    """Spring Cleaning where all have offered, others have played, and it is my turn."""
    plans = (*PEOPLE, SeatPlan(level="newcomer"))[:seats]
    pilot.program.play(GameSetup("spring", plans, {"pickup": "next_turn"}, seed=12))
    pilot.wait(1.0)
    for _ in range(2):
        pilot.wait_for_me()
        pilot.wait(1.0)
        if pilot.seen.position.phase == SEALED:
            Mouse(pilot).act(pilot.plan()[0])
    pilot.wait(2.0)


def spring_picked(pilot: Pilot) -> None:
    """The first of the chips is picked: its cards are up, and the large button plays them."""
    spring(pilot)
    pilot.key(pygame.K_g)
    assert pilot.view.selection.picked_cards
    pilot.wait(1.0)


def spring_drawn(pilot: Pilot) -> None:
    """A card was drawn, and is held over the hand where it may go between any two."""
    spring(pilot, 2)
    while not pilot.nodes("draw"):  # whoever leads may not draw
        Mouse(pilot).act(pilot.plan()[0])
        pilot.wait_for_me()
        pilot.wait(1.0)
    state = pilot.session.match.state
    while pilot.session.match.state is state:  # twice where it gives up a play
        pilot.press("draw")
    pilot.wait(2.5)


def spring_round_end(pilot: Pilot) -> None:
    spring(pilot, 2)
    pilot.rush_round()
    pilot.wait(8.0)


SCREENS: dict[str, Callable[[Pilot], None]] = {
    "title": title,
    "settings": settings,
    "table_2": lambda pilot: table(pilot, 2),
    "table_3": lambda pilot: table(pilot, 3),
    "table_4": lambda pilot: table(pilot, 4),
    "drag": drag,
    "action_choice": action_choice,
    "lens": lens,
    "curtain": curtain,
    "round_end": round_end,
    "spring_picked": spring_picked,
    "spring_drawn": spring_drawn,
    "spring_round_end": spring_round_end,
}


@pytest.fixture
def pilot(fly: Fly) -> Pilot:
    """A pilot in the smallest window, where there is least room."""
    flying: Pilot = fly(size=(960, 600))
    return flying


LARGE = ("title", "settings", "table_2", "table_4", "drag", "lens", "round_end")
"""Screens that also have pictures at 200%."""


@pytest.mark.parametrize("name", SCREENS)
def test_screen_equals_its_golden_picture(pilot: Pilot, name: str) -> None:
    SCREENS[name](pilot)
    compare(pilot, name)


@pytest.mark.sampled
@pytest.mark.parametrize("name", LARGE)
def test_screen_equals_its_golden_picture_at_200_percent_text_size(pilot: Pilot, name: str) -> None:
    pilot.change(ui_scale=200)
    SCREENS[name](pilot)
    compare(pilot, f"{name}_200")


def compare(pilot: Pilot, name: str) -> None:
    golden = PICTURES / f"{name}.png"
    if os.environ.get("RED7_NEW_PICTURES") == "1":
        PICTURES.mkdir(exist_ok=True)
        pygame.image.save(pilot.surface, golden)
    wanted = pygame.image.load(golden).convert(pilot.surface)
    assert wanted.get_size() == pilot.surface.get_size()
    near = pygame.transform.threshold(
        None, pilot.surface, None, NEAR, None, set_behavior=0, search_surf=wanted
    )
    width, height = wanted.get_size()
    other = 1 - near / (width * height)
    if other > MOST_OTHER:
        MADE.mkdir(parents=True, exist_ok=True)
        pygame.image.save(pilot.surface, MADE / f"{name}.png")
    assert other <= MOST_OTHER, f"{other:.1%} of the pixels differ; see {MADE / name}.png"
