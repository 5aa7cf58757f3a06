"""One page fades into the next, as one picture; nobody waits for it."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from red7_desktop.app import window
from red7_desktop.app.features import ProfileFeature
from red7_desktop.app.launch import FRAME
from red7_desktop.kit.settings import INSTANT
from red7_desktop.scene.geometry import Vec
from tests.ui.conftest import Fly
from tests.ui.pilot import Pilot

PILOT = Pilot

pytestmark = pytest.mark.ui


@pytest.fixture
def pilot(fly: Fly) -> Pilot:
    """A pilot in a small window, because every frame is drawn and compared."""
    flying: Pilot = fly(size=(640, 360))
    return flying


def frames(pilot: Pilot, seconds: float) -> list[bytes]:
    found: list[bytes] = []
    for _ in range(round(seconds / FRAME)):
        pilot.step_frame()
        picture = pygame.image.tobytes(pilot.surface, "RGB")
        if found[-1:] != [picture]:
            found.append(picture)
    return found


def shown(pilot: Pilot, **settings: object) -> list[bytes]:
    """Return the pictures from the title to new game."""
    ui = pilot.program.ui
    ui.change_settings(replace(ui.settings, **settings))  # type: ignore[arg-type]
    pilot.program.show_title()
    pilot.wait(2.0)
    pilot.program.show_new_game()
    return frames(pilot, 1.0)


def test_screen_transition_ends_at_the_same_picture_at_any_speed(pilot: Pilot) -> None:
    fading, calm = shown(pilot), shown(pilot, reduced_motion=True)
    at_once = shown(pilot, reduced_motion=False, speed=INSTANT)
    assert len(fading) > 5
    assert 3 < len(calm) < len(fading)
    assert len(at_once) <= 2
    assert fading[-1] == calm[-1] == at_once[-1]


def test_replaced_screen_is_freed_from_memory_after_the_transition(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = pilot.program.ui.stage
    rested: list[bool] = []
    monkeypatch.setattr(window, "collect_recent", lambda: rested.append(stage.is_resting))
    pilot.program.show_title()
    pilot.wait(2.0)
    rested.clear()

    pilot.program.show_new_game()
    pilot.step_frame()
    is_moving = not stage.is_resting
    frames(pilot, 1.0)

    assert is_moving
    assert rested == [True]


def test_replaced_screen_is_freed_in_time_while_animations_go_on(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    freed: list[None] = []
    monkeypatch.setattr(window, "collect_recent", lambda: freed.append(None))
    pilot.program.show_title()
    pilot.wait(2.0)
    freed.clear()

    pilot.program.show_new_game()
    stage = pilot.program.ui.stage
    stage.animator.animate(stage.root, "alpha", 1.0, 2 * window.FREE_WITHIN)
    frames(pilot, window.FREE_WITHIN + 2 * FRAME)

    assert not stage.is_resting
    assert len(freed) == 1


def test_key_during_a_screen_transition_takes_effect_and_ends_it(pilot: Pilot) -> None:
    whole = shown(pilot)[-1]
    pilot.program.show_title()
    pilot.wait(2.0)
    pilot.program.show_new_game()
    pilot.step_frame()
    pilot.key(pygame.K_F15)
    assert frames(pilot, 5 * FRAME)[-1] == whole
    pilot.program.show_title()
    pilot.wait(2.0)
    title = pilot.program.screen
    pilot.program.show_new_game()
    pilot.step_frame()
    pilot.key(pygame.K_ESCAPE)
    pilot.step_frame()
    assert type(pilot.program.screen) is type(title)


def test_replaced_page_content_fades_in(pilot: Pilot) -> None:
    pilot.program.show_profile()
    pilot.program.feature(ProfileFeature).service.run_in_background(lambda: None).result()
    pilot.wait(1.0)
    pilot.press("option 1")
    assert len(frames(pilot, 0.2)) > 4
    pilot.program.show_new_game("spring")
    pilot.wait(1.0)
    for pressed in ("more", "preset Faster match", "seats 5"):
        pilot.press(pressed)
        assert len(frames(pilot, 0.2)) > 4, pressed
        pilot.wait(0.5)
    pilot.program.show_rules("overview")
    pilot.wait(1.0)
    for pressed in ("next", "previous"):
        pilot.press(pressed)
        assert len(frames(pilot, 0.2)) > 4, pressed
        pilot.wait(0.5)


def test_match_screen_grows_out_of_the_table_of_the_new_game_screen(pilot: Pilot) -> None:
    pilot.program.show_new_game()
    pilot.wait(1.0)
    ring = pilot.nodes("top")[0].bounds
    pilot.press("start")
    fade = pilot.program.ui.stage._fade
    assert fade is not None
    assert fade.grows == ring
    assert len(frames(pilot, 0.2)) > 5


def test_closing_table_shrinks_into_the_title_panel_of_its_game(pilot: Pilot) -> None:
    pilot.start_match("newcomer", seed=3)
    pilot.wait(2.0)
    pilot.program.show_title()
    coming = frames(pilot, 0.5)
    (panel,) = pilot.nodes("game red7")
    corner, middle = (panel.bounds.right + 400, panel.bounds.y), panel.bounds.centre
    width = pilot.surface.get_width()

    def pixels(at: Vec) -> list[bytes]:
        x, y = pilot.pixel(at)
        return [each[3 * (y * width + x) :][:3] for each in coming]

    aside, inside = pixels(Vec(*corner)), pixels(middle)
    came = aside.index(aside[-1])
    assert 0 < came < len(coming) - 3, "what lies beside it is seen before the table is gone"
    assert len(set(inside[came:])) > 2
