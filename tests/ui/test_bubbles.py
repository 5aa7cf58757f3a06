"""Bubbles at the table keep off what they would hide: hints, and previews of a held card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from red7_desktop.app.table.messages import HintBubble
from red7_desktop.games.red7.face.parts import PaletteNotes
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.scene.geometry import Rect
from red7_desktop.scene.widgets.widget import Widget
from tests.setups import red7_setup
from tests.ui.pilot import Pilot

PLANS = (
    SeatPlan("Ada"),
    SeatPlan(level="casual"),
    SeatPlan(level="steady"),
    SeatPlan(level="newcomer"),
)


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[Pilot]:
    flying = Pilot(tmp_path, (1280, 720))
    yield flying
    flying.close()


def sit_down(pilot: Pilot, seats: int, scale: int) -> None:
    kit = pilot.program.kit
    kit.change_settings(replace(kit.settings, ui_scale=scale, language="de"))
    pilot.play(red7_setup(PLANS[:seats], seed=11))
    pilot.wait_for_me()
    pilot.wait(2.0)


def of_others(pilot: Pilot) -> list[Rect]:
    return [node.bounds for node in pilot.nodes("seats")[0].children]


@pytest.mark.sampled("scale")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("scale", [100, 200])
def test_a_hint_covers_nobodys_panel(pilot: Pilot, seats: int, scale: int) -> None:
    sit_down(pilot, seats, scale)
    pilot.key(pygame.K_h)
    pilot.wait(2.0)
    (bubble,) = [node.bounds for node in pilot.nodes("hint") if isinstance(node, HintBubble)]
    assert not any(bubble.overlaps(panel) for panel in of_others(pilot))
    visible = pilot.program.kit.stage.look.visible
    assert visible.union(bubble) == visible


@pytest.mark.sampled("scale")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("scale", [100, 200])
def test_what_would_come_of_a_card_covers_neither_buttons_nor_others(
    pilot: Pilot, seats: int, scale: int
) -> None:
    sit_down(pilot, seats, scale)
    for face in [face for face in pilot.session.observe().zones["hand:A"] if face][:3]:
        pilot.click(pilot.place_of(face))
        pilot.wait(0.5)
        bubbles = [node.bounds for node in pilot.nodes("preview")]
        assert bubbles
        for bubble in bubbles:
            assert not any(bubble.overlaps(panel) for panel in of_others(pilot)), face
            for button in ("end", "undo"):
                assert not bubble.overlaps(pilot.nodes(button)[0].bounds), (face, button)
        pilot.key(pygame.K_ESCAPE)
        pilot.wait(0.5)


def test_no_frame_cuts_through_the_words_beside_a_palette(pilot: Pilot) -> None:
    sit_down(pilot, 4, 200)
    (notes,) = [node for node in pilot.nodes("palette notes") if isinstance(node, PaletteNotes)]
    lines = [line for line in notes.children if isinstance(line, Widget) and line.is_shown]
    assert lines
    assert all(line.alpha == notes.alpha == 1.0 for line in lines)
    face = next(face for face in pilot.session.observe().zones["hand:A"] if face)
    pilot.click(pilot.place_of(face))
    pilot.wait(0.5)
    bubbles = [node.bounds for node in pilot.nodes("preview")]
    assert bubbles
    for words in (word.bounds for line in lines for word in line.children if word.is_shown):
        is_seen = notes.alpha and next(line for line in lines if line.bounds.overlaps(words)).alpha
        cutting = [box for box in bubbles if box.overlaps(words) and box.union(words) != box]
        assert not (is_seen and cutting)
    assert not (notes.alpha and notes.crosses_edge)
    pilot.key(pygame.K_ESCAPE)
    pilot.wait(0.5)
    assert all(line.alpha == notes.alpha == 1.0 for line in lines)


def test_a_card_seen_large_leaves_no_half_of_the_last_turns_beside_it(pilot: Pilot) -> None:
    sit_down(pilot, 4, 100)
    log = pilot.nodes("history")[0]
    assert log.alpha == 1.0
    face = next(face for face in pilot.session.observe().zones["hand:A"] if face)
    pilot.move(pilot.place_of(face))
    pilot.wait(2.0)
    (close_up,) = pilot.nodes(f"close-up {face}")
    assert close_up.bounds.overlaps(log.bounds)
    assert log.alpha == 0.0
    pilot.move(pilot.middle_of_zone("deck"))
    pilot.wait(2.0)
    assert log.alpha == 1.0


def test_a_card_seen_large_covers_no_rivals_palette(pilot: Pilot) -> None:
    sit_down(pilot, 4, 100)
    others = [pilot.view.zone_node(f"palette:{seat}").bounds for seat in "BCD"]
    for seat in "ABCD":
        card = pilot.view.cast.rows[f"palette:{seat}"][0]
        pilot.move(card.bounds.centre)
        pilot.wait(1.5)
        (close_up,) = pilot.nodes(f"close-up {card.shown}")
        assert not any(close_up.bounds.overlaps(palette) for palette in others), seat
        pilot.move(pilot.middle_of_zone("deck"))
        pilot.wait(1.0)


def test_a_held_card_is_not_shown_large(pilot: Pilot) -> None:
    """Its places and what would come of it there are what matters then."""
    sit_down(pilot, 4, 100)
    face = next(face for face in pilot.session.observe().zones["hand:A"] if face)
    pilot.move(pilot.place_of(face))
    pilot.wait(2.0)
    assert pilot.nodes(f"close-up {face}")
    pilot.click(pilot.place_of(face))
    pilot.wait(2.0)
    assert not pilot.nodes(f"close-up {face}")
    assert len(pilot.nodes("preview")) == 2
