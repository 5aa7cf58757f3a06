"""Changing between mouse, keys and pad touches what shows keys, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from red7_desktop.kit.hud.hud import Hud
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.scene.widgets.runs import RunsLabel
from red7_desktop.scene.widgets.widget import Label
from tests.setups import red7_setup
from tests.ui.pilot import Pilot

PRESSES: dict[str, tuple[int, dict[str, Any]]] = {
    "keys": (pygame.KEYDOWN, {"key": pygame.K_F9, "mod": 0, "unicode": "", "scancode": 0}),
    "pad": (pygame.CONTROLLERBUTTONDOWN, {"button": 30, "instance_id": 0}),
    "mouse": (pygame.MOUSEWHEEL, {"x": 0, "y": 0}),
}
"""Presses that mean nothing but which device is in use."""
PLACES: dict[str, Callable[[Pilot], object]] = {
    "table": lambda pilot: None,
    "rules": lambda pilot: pilot.program.show_rules("overview"),
    "settings": lambda pilot: pilot.program.show_settings(),
    "menu": lambda pilot: pilot.post(
        pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="", scancode=0
    ),
}
MOST_WORDS = 12
"""So many labels may be set anew; there are hundreds."""


def at_the_table(pilot: Pilot, place: str) -> None:
    seats = (SeatPlan(), SeatPlan(level="casual"), SeatPlan(level="casual"))
    pilot.play(red7_setup(seats, actions=True, seed=11))
    pilot.wait_for_me()
    PLACES[place](pilot)
    pilot.wait(2.0)


@pytest.mark.parametrize("place", PLACES)
def test_another_device_restyles_what_shows_keys_only(
    pilot: Pilot, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_the_table(pilot, place)
    refreshed: list[object] = []
    for kind in (Hud, Label, RunsLabel):
        refresh = kind.refresh

        def counted(node: object, refresh: Callable[[object], None] = refresh) -> None:  # type: ignore[assignment]
            refreshed.append(node)
            refresh(node)

        monkeypatch.setattr(kind, "refresh", counted)
    for kind_of_event, fields in PRESSES.values():
        pilot.program.handle(pygame.Event(kind_of_event, **fields))
    assert not [node for node in refreshed if isinstance(node, Hud)]
    assert len(refreshed) <= MOST_WORDS * len(PRESSES)


@pytest.mark.parametrize("place", PLACES)
def test_what_is_seen_is_what_laying_everything_out_anew_would_show(
    pilot: Pilot, place: str
) -> None:
    at_the_table(pilot, place)
    stage = pilot.program.kit.stage
    seen = set()
    for kind, fields in PRESSES.values():
        pilot.post(kind, **fields)
        pilot.frame(0.0)
        shown = pygame.image.tobytes(pilot.surface, "RGB")
        stage._restyle(stage.look)
        pilot.frame(0.0)
        assert pygame.image.tobytes(pilot.surface, "RGB") == shown
        seen.add(shown)
    assert len(seen) == len(PRESSES)
