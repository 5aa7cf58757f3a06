"""What a person does costs so many Python calls at most, in both games: a frame must hold it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from types import FrameType
from typing import Any

import pygame
import pytest

from red7_desktop.app.launch import FRAME
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.tabletop.game import DragMove
from tests.ui.pilot import Pilot

PILOT = Pilot

LIMITS = {"idle": 60, "down": 400, "undo": 3_500, "setting": 1_000}
"""Calls: of a frame in which nothing happens, a button of the mouse going down on a card, undoing
a drop, and a changed setting."""

DROP_LIMITS = {"red7": 3_500, "spring": 4_500}
"""Calls of letting go of a card where it may go, with all that the table shows of it."""


def count(act: Callable[[], object]) -> int:
    """Count the Python functions that are called."""
    calls = 0

    def note(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(None)
    return calls


def take(pilot: Pilot, kind: int, **fields: Any) -> Callable[[], None]:
    def act() -> None:
        pilot.program.handle(pygame.Event(kind, **fields))
        pilot.program.tick()

    return act


def find_move(pilot: Pilot) -> DragMove:
    """Go on until a card can be moved alone by a step that can be taken back, and give how."""
    for _ in range(20):
        pilot.wait_for_me()
        pilot.wait(2.0)
        session, seat = pilot.session, pilot.session.viewer or 0
        game, state = session.match.game, session.match.state
        legal = session.observe().legal
        for step in legal:
            move = game.find_drag_move(state, seat, step)
            outcome = game.apply(state, seat, step)
            if (
                move
                and not move.other_cards
                and not outcome.undo_barrier
                and seat in game.to_act(outcome.state)
            ):
                return move
        session.take(legal[0])
    raise AssertionError("no step can be taken back")


@pytest.mark.parametrize("game", CATALOGUE)
def test_function_calls_per_table_action_stay_below_their_limits(pilot: Pilot, game: str) -> None:
    pilot.start_match("casual", seed=11, game=game)
    move = find_move(pilot)
    program, session, cast = pilot.program, pilot.session, pilot.view.cards
    costs: dict[str, int] = {}

    def wait_a_frame() -> None:
        pilot.clock.step(FRAME)
        program.tick()
        program.draw(pilot.surface)

    for _ in range(2):  # What is painted and read for the first time is no cost of the action.
        revision = session.match.revision
        card = next(each for each in cast.rows[move.source] if each.face == move.card)
        start, end = card.centre, pilot.middle_of_zone(move.target)
        pilot.move(start)
        pilot.wait(0.3)
        wait_a_frame()
        costs["idle"] = count(wait_a_frame)
        costs["down"] = count(take(pilot, pygame.MOUSEBUTTONDOWN, pos=pilot.pixel(start), button=1))
        for part in (0.1, 0.4, 0.7, 1.0):
            at = pilot.pixel(start + (end - start) * part)
            pilot.post(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(1, 0, 0))
        costs["drop"] = count(take(pilot, pygame.MOUSEBUTTONUP, pos=pilot.pixel(end), button=1))
        assert session.match.revision == revision + 1
        pilot.wait(1.0)
        costs["undo"] = count(session.undo)
        assert session.match.revision == revision
        pilot.wait(1.0)
        settings, calls = program.ui.settings, []
        for changed in (
            replace(settings, cool_down=not settings.cool_down),
            replace(settings, confirmations=not settings.confirmations),
            replace(settings, muted=not settings.muted),
        ):
            calls.append(count(partial(program.ui.change_settings, changed)))
        costs["setting"] = max(calls)
        pilot.wait(1.0)
    limits = LIMITS | {"drop": DROP_LIMITS[game]}
    assert {what: calls for what, calls in costs.items() if calls > limits[what]} == {}
