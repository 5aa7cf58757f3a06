"""The parts of Spring Cleaning's table show their models, whatever room they have."""

from __future__ import annotations

import pytest

from red7_desktop.games.spring_cleaning.face.panels import DrawStep, RaceModel, RaceRow, StepsModel
from red7_desktop.games.spring_cleaning.face.parts import (
    build_bar_marks,
    build_parts,
    build_pip_marks,
)
from red7_desktop.games.spring_cleaning.face.view import SPRING_VIEW
from red7_desktop.kit.hud.part import Part, TextStyler
from red7_desktop.kit.look.card_art import CardStyle
from red7_desktop.kit.phrases import SeatSign
from red7_desktop.kit.texts import Texts, runs_of
from red7_desktop.resources import asset_path
from red7_desktop.scene.animation import SteppedClock
from red7_desktop.scene.geometry import Rect
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import WHITE
from red7_desktop.scene.stage import Stage
from tests.unit.kit.hud_table import dark, fonts, said


class Bench:
    """One part on a stage of its own."""

    def __init__(self, name: str, room: Rect) -> None:
        self.clock = SteppedClock()
        self.stage = Stage((1920, 1080), theme=dark(), fonts=fonts(), clock=self.clock)
        look = self.stage.look
        ink = TextStyler(SPRING_VIEW.pictures(CardStyle("normal", Texts(), None, asset_path)))
        self.part: Part[object] = build_parts(look, ink)[name]
        self.part.animator = self.stage.animator
        self.stage.ground.add(self.part)
        self.part.place(room)

    def find(self, name: str) -> list[Node]:
        return [node for node in self.part.walk() if node.name == name and node.is_shown]


def row(seat: int, left: int, gain: int) -> RaceRow:
    name = ("Ada", "Ben", "Cleo", "Dan", "Eve")[seat]
    sign = SeatSign(seat, name[0], name)
    return RaceRow(sign, name, f"{left} cards", left, 0, 1, gain, is_close=left <= 3)


def race(*left: int) -> RaceModel:
    rows = sorted(enumerate(left), key=lambda each: each[1])
    return RaceModel("Race", "now", 5, tuple(row(s, n, g) for g, (s, n) in enumerate(rows)))


def test_a_bar_has_a_tick_for_each_card_and_pips_tell_what_is_near() -> None:
    assert [mark.fill for mark in build_bar_marks(2, 1, WHITE, WHITE)] == [1.0, 1.0, 0.0]
    fills = [mark.fill for mark in build_pip_marks(1, 2, 5, WHITE, WHITE)]
    assert fills[0] == 1.0
    assert 0.0 < fills[1] == fills[2] < 1.0
    assert fills[3:] == [0.0, 0.0]
    assert [mark.fill for mark in build_pip_marks(6, 2, 5, WHITE, WHITE)] == [1.0] * 5


@pytest.mark.parametrize(("high", "has_head", "has_pips"), [(400, True, True), (160, False, False)])
def test_a_race_leaves_out_what_it_has_no_room_for(
    high: float, has_head: bool, has_pips: bool
) -> None:
    bench = Bench("race", Rect(0.0, 0.0, 360.0, high))
    bench.part.show(race(8, 4, 9, 12))
    words = said(bench.part)
    assert ("Race" in words) is has_head
    assert bool(bench.find("pips")) is has_pips
    names = [word for word in words if "cards" in word]
    assert names == ["Ben  4 cards", "Ada  8 cards", "Cleo  9 cards", "Dan  12 cards"]
    assert [word for word in words if word[0] == "+"] == ["+0", "+1", "+2", "+3"]


def test_a_seat_that_comes_close_to_its_end_lights_up_once() -> None:
    bench = Bench("race", Rect(0.0, 0.0, 360.0, 400.0))

    def lit() -> list[int]:
        return [nth for nth, glow in enumerate(bench.find("glow")) if glow.alpha > 0.5]

    bench.part.show(race(8, 4, 2))
    assert lit() == []
    bench.part.show(race(8, 3, 2))
    assert lit() == [1]
    bench.clock.step(3.0)
    bench.stage.tick()
    bench.part.show(race(7, 3, 2))
    assert lit() == []


def test_the_line_below_shows_steps_while_a_card_is_drawn() -> None:
    bench = Bench("steps", Rect(0.0, 0.0, 900.0, 42.0))
    bench.part.show(StepsModel(runs_of("Ada holds the trick.")))
    assert said(bench.part) == ["Ada holds the trick."]
    steps = (DrawStep("Drawn", is_done=True), DrawStep("Place it", is_next=True), DrawStep("Offer"))
    bench.part.show(StepsModel((), steps))
    assert said(bench.part) == ["Drawn", "2", "Place it", "3", "Offer"]
