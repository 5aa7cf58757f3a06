"""What a person does costs so many Python calls at most, in both games: a frame must hold it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from types import FrameType
from typing import Any

import pygame
import pytest

from red7_desktop.app.launch import FRAME
from red7_desktop.games.registry import BOX
from tests.ui.pilot import Pilot

LIMITS = {"idle": 120, "down": 400, "drop": 12_000, "undo": 7_500, "setting": 12_000}
"""Calls: of a frame in which nothing happens, a button of the mouse going down on a card, letting
go of it where it may go, taking that back, and a setting that changes nothing at the table."""


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


@pytest.mark.parametrize("game", BOX)
def test_what_is_done_at_the_table_costs_little(pilot: Pilot, game: str) -> None:
    pilot.sit_down("casual", seed=11, game=game)
    pilot.wait(1.0)
    pilot.wait_for_me()
    pilot.wait(3.0)
    program, match = pilot.program, pilot.session.match
    costs: dict[str, int] = {}
    moved = next(
        way
        for step in pilot.session.observe().legal
        if (way := match.game.handling(match.state, pilot.session.viewer or 0, step)) is not None
        and not way.others
    )
    card = next(each for each in pilot.view.cast.rows[moved.source] if each.face == moved.card)
    start, end = card.centre, pilot.middle_of_zone(moved.target)
    pilot.move(start)
    pilot.wait(0.3)

    def wait_a_frame() -> None:
        pilot.clock.step(FRAME)
        program.tick()
        program.draw(pilot.surface)

    wait_a_frame()
    costs["idle"] = count(wait_a_frame)
    costs["down"] = count(take(pilot, pygame.MOUSEBUTTONDOWN, pos=pilot.pixel(start), button=1))
    for part in (0.1, 0.4, 0.7, 1.0):
        at = pilot.pixel(start + (end - start) * part)
        pilot.post(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(1, 0, 0))
    costs["drop"] = count(take(pilot, pygame.MOUSEBUTTONUP, pos=pilot.pixel(end), button=1))
    if moved.waits:
        pilot.press("end")
    pilot.wait(1.0)
    if match.why_no_undo(pilot.session.viewer or 0) is None:
        costs["undo"] = count(pilot.session.undo)
    pilot.wait(1.0)
    settings = replace(program.kit.settings, cool_down=True)
    costs["setting"] = count(lambda: program.kit.change_settings(settings))
    assert {what: calls for what, calls in costs.items() if calls > LIMITS[what]} == {}
