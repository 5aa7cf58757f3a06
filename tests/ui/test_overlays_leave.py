"""Every overlay closes by Esc, by the pad's B and by a click outside, and the focus returns."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from red7_desktop.games.red7.players.levels import PLAYERS
from red7_desktop.games.red7.rules.rounds import ROUND_OVER, SCORE
from red7_desktop.kit.pages.page import show_message
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.scene.geometry import Vec
from red7_desktop.tabletop.game import TABLE
from red7_desktop.tabletop.match import Match
from tests.setups import red7_setup
from tests.ui.pilot import Pilot


def table(pilot: Pilot) -> None:
    pilot.play(red7_setup((SeatPlan("Ada"), SeatPlan(level="casual")), seed=11))
    pilot.wait_for_me()
    pilot.wait(0.5)


def match_until(pilot: Pilot, stage: str, **rules: object) -> None:
    """Let two people play, without hands and at the end on the screen, until a stage is reached."""
    people = (SeatPlan("Ada"), SeatPlan("Bo"))
    pilot.program.play(red7_setup(people, seed=17, actions=True, target=10, **rules))
    skip_to(pilot, stage)
    for _ in range(10):
        session = pilot.session
        seen = session.observe()
        if seen.stage == stage and (stage != SCORE or session.is_viewers_turn):
            return
        if pilot.nodes("reveal"):
            pilot.wait(1.0)
            pilot.press("reveal")
        elif session.is_viewers_turn:
            session.take(PLAYERS.player_of("greedy").choose(seen, 0, 1).steps[0])
        pilot.wait(0.1)
    raise AssertionError(f"{stage} is not reached")


def skip_to(pilot: Pilot, stage: str) -> None:
    """Take the steps of a match, off the screen, to the last one before a stage."""
    shown = pilot.session.match
    ahead = Match(shown.game, shown.options, shown.seed)
    while ahead.state.stage != stage:
        (seat,) = ahead.game.to_act(ahead.state)
        if seat == TABLE:
            ahead.take(TABLE, ahead.game.legal_steps(ahead.state, TABLE)[0])
        else:
            seen = ahead.game.observe(ahead.state, seat)
            ahead.take(seat, PLAYERS.player_of("greedy").choose(seen, 0, 1).steps[0])
    for entry in ahead.log[:-1]:
        shown.take_text(entry.seat, entry.step)
    pilot.session.look_as(None)


def by_button(name: str) -> Callable[[Pilot], None]:
    def open_it(pilot: Pilot) -> None:
        table(pilot)
        pilot.press(name)

    return open_it


def by_menu(name: str) -> Callable[[Pilot], None]:
    def open_it(pilot: Pilot) -> None:
        by_button("menu")(pilot)
        pilot.press(name)

    return open_it


def by_title(*names: str) -> Callable[[Pilot], None]:
    def open_it(pilot: Pilot) -> None:
        pilot.program.show_title()
        pilot.wait(1.5)
        for name in names:
            pilot.press(name)
            pilot.wait(0.2)

    return open_it


def pile(pilot: Pilot) -> None:
    match_until(pilot, ROUND_OVER)
    pilot.wait(0.5)
    pilot.program.screen._more.show_pile("canvas")  # type: ignore[attr-defined]


def round_end(pilot: Pilot) -> None:
    match_until(pilot, ROUND_OVER)
    pilot.wait(4.0)


def match_end(pilot: Pilot) -> None:
    match_until(pilot, "match_over", advanced=False)
    pilot.wait(4.0)


def letters(pilot: Pilot) -> None:
    by_title("play")(pilot)
    field = pilot.nodes("name 0")[0]
    pilot.program.kit.stage.focus.give(field)
    pilot.post(pygame.CONTROLLERBUTTONDOWN, button=pygame.CONTROLLER_BUTTON_A, instance_id=0)


def key_capture(pilot: Pilot) -> None:
    by_title("settings")(pilot)
    focus = pilot.program.kit.stage.focus
    focus.give(pilot.nodes("key undo")[0])
    pilot.wait(0.5)
    pilot.key(pygame.K_RETURN)


def message(pilot: Pilot) -> None:
    by_title()(pilot)
    show_message(pilot.program.kit, "Title", "Words")


OPENED: dict[str, Callable[[Pilot], None]] = {
    "log page": by_button("log"),
    "pause": by_button("menu"),
    "lens view": by_button("eye"),
    "rules": by_button("help"),
    "settings": by_button("settings"),
    "rules from the menu": by_menu("rules"),
    "settings from the menu": by_menu("settings"),
    "question": by_menu("give up"),
    "spread": pile,
    "round end": round_end,
    "match end": match_end,
    "card choice": lambda pilot: match_until(pilot, SCORE),
    "rules from the title": by_title("rules"),
    "settings from the title": by_title("settings"),
    "reset": by_title("settings", "reset"),
    "letter pad": letters,
    "capture": key_capture,
    "message": message,
}
"""Everything that lies above a screen, but the curtain: that opens for whom it names alone."""


def press_escape(pilot: Pilot) -> None:
    pilot.key(pygame.K_ESCAPE)


def press_b(pilot: Pilot) -> None:
    pilot.post(pygame.CONTROLLERBUTTONDOWN, button=pygame.CONTROLLER_BUTTON_B, instance_id=0)


def click_outside(pilot: Pilot) -> None:
    corner = pilot.program.kit.stage.look.visible.position
    pilot.click(corner + Vec(3.0, 3.0))


@pytest.mark.sampled("name")
@pytest.mark.parametrize("leave", [press_escape, press_b, click_outside])
@pytest.mark.parametrize("name", OPENED)
def test_an_overlay_closes(pilot: Pilot, name: str, leave: Callable[[Pilot], None]) -> None:
    OPENED[name](pilot)
    pilot.wait(0.3)
    stage = pilot.program.kit.stage
    above = stage.focus.scope
    assert "overlays" in [node.name for node in above.ancestors]
    leave(pilot)
    pilot.wait(0.1)
    assert stage.focus.scope is not above
    assert above.parent is None
    assert stage.focus.scope.name in {"root", "title", "pause", "new game", "settings", "curtain"}


def test_before_the_curtain_back_leads_to_the_menu_and_opens_nothing(pilot: Pilot) -> None:
    pilot.program.play(red7_setup((SeatPlan("Ada"), SeatPlan("Bo")), seed=3))
    pilot.wait(2.0)
    for leave in (press_escape, press_b):
        leave(pilot)
        assert pilot.program.kit.stage.focus.scope.name == "pause"
        leave(pilot)
        assert pilot.program.kit.stage.focus.scope.name == "curtain"
    click_outside(pilot)
    assert pilot.session.viewer is None
