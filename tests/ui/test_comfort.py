"""Comfort: less movement is none, nothing flashes, no clock runs, the rules are two inputs away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from red7_desktop.games.red7.rules.cards import COLOUR_NAMES
from red7_desktop.games.red7.rules.game import position_of
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import Colour
from tests.setups import red7_setup
from tests.ui.pilot import Pilot

SETUP = red7_setup((SeatPlan("Ada"), SeatPlan(level="casual")), seed=11)
Pose = tuple[float, float, float, float]


class Watcher(Pilot):
    """A pilot who watches every frame: where each thing is, and how light the whole is."""

    def __init__(self, home: Path, *, is_reduced: bool) -> None:
        super().__init__(home, (960, 600))
        kit = self.program.kit
        kit.change_settings(replace(kit.settings, reduced_motion=is_reduced, confirmations=False))
        self.ways: dict[Node, list[Pose]] = {}
        self.lights: list[float] = []

    def frame(self, seconds: float = 1 / 60, *, draws: bool = True) -> None:
        super().frame(seconds)
        for node in self.program.kit.stage.root.walk():
            if node.is_shown and node.size.w:
                x, y = node.centre
                pose = (round(x, 1), round(y, 1), round(node.rotation), round(node.flip, 2))
                self.ways.setdefault(node, []).append(pose)
        self.lights.append(Colour(*pygame.transform.average_color(self.surface)[:3]).luminance)

    @property
    def travellers(self) -> set[str]:
        """The things that were somewhere between two places."""
        return {
            node.name
            for node, poses in self.ways.items()
            if any(len({*three}) == 3 for three in zip(poses, poses[1:], poses[2:], strict=False))
        }

    def play_a_turn(self) -> None:
        """Play a card, take it back, go out, and see the next round dealt."""
        self.play(SETUP)
        self.wait_for_me()
        face = next(str(step) for step in self.session.observe().legal if len(str(step)) == 2)
        self.click_over(face, "palette")
        self.wait(0.7, 1 / 60)
        self.press("undo")
        self.wait(0.7, 1 / 60)
        self.press("give_up")
        self.wait(3.0, 1 / 30)
        self.key(pygame.K_RETURN)
        self.wait(2.0, 1 / 30)


@pytest.mark.parametrize("is_reduced", [True, False])
def test_with_less_movement_nothing_moves(tmp_path: Path, is_reduced: bool) -> None:
    watcher = Watcher(tmp_path, is_reduced=is_reduced)
    watcher.play_a_turn()
    if is_reduced:
        assert watcher.travellers == set()
    else:
        assert watcher.travellers
    watcher.close()


def test_nothing_flashes(tmp_path: Path) -> None:
    """No more than three times a second does the screen as a whole grow lighter and dark again."""
    watcher = Watcher(tmp_path, is_reduced=False)
    watcher.play_a_turn()
    swings = [after - before for before, after in pairwise(watcher.lights)]
    jumps = [swing for swing in swings if abs(swing) > 0.1]
    turns = sum(one * other < 0 for one, other in pairwise(jumps))
    assert turns <= 3
    watcher.close()


def test_nobody_is_hurried(pilot: Pilot) -> None:
    pilot.play(SETUP)
    pilot.wait_for_me()
    before = pilot.session.observe()
    pilot.wait(3600.0, 300.0)
    assert pilot.session.observe() == before


WAYS: dict[str, Callable[[Pilot], None]] = {
    "a key": lambda pilot: pilot.key(pygame.K_r),
    "a click": lambda pilot: pilot.press("help"),
}


@pytest.mark.parametrize("way", WAYS)
def test_one_input_leads_from_the_table_to_the_rule_in_force(pilot: Pilot, way: str) -> None:
    pilot.play(SETUP)
    pilot.wait_for_me()
    WAYS[way](pilot)
    pilot.wait(0.5)
    rule = position_of(pilot.session.observe()).rule
    titles = [getattr(node, "text", "") for node in pilot.nodes("title")]
    colour = COLOUR_NAMES[rule]
    assert any(title.casefold().startswith(f"{colour}: ") for title in titles), titles
