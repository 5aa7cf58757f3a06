"""Spring Cleaning's row on the title: it comes in, its blocks rise, a click opens the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from red7_desktop.games.registry import BOX
from red7_desktop.kit.game_view import OVERVIEW
from red7_desktop.scene.pictures import BoxPicture, Gradient
from tests.ui.pilot import Pilot, middle_of
from tests.ui.seeing import words_shown

SPRING = {"spring": BOX["spring"]}


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[Pilot]:
    flying = Pilot(tmp_path, box=SPRING)
    yield flying
    flying.close()


def raised(pilot: Pilot) -> list[str]:
    """Name the cards that stand higher than the lowest."""
    cards = [card for face in "34568" for card in pilot.nodes(f"card {face}")]
    lowest = max(card.position.y for card in cards)
    return [card.name.removeprefix("card ") for card in cards if card.position.y < lowest - 1.0]


def test_the_blocks_rise_one_after_the_other(pilot: Pilot) -> None:
    pilot.program.show_title()
    pilot.wait(2.0)
    assert raised(pilot) == ["3", "4", "5", "6"]
    pilot.wait(3.5)
    assert raised(pilot) == ["8"]
    assert "A card alone is the weakest play." in words_shown(pilot.program.kit.stage)


def test_pointing_at_a_card_raises_its_block_and_a_click_opens_the_rules(pilot: Pilot) -> None:
    pilot.program.show_title()
    pilot.wait(2.0)
    first = pilot.nodes("card 3")[0]
    pilot.move(middle_of(first))
    pilot.wait(0.6)
    assert raised(pilot) == ["3", "3"]
    pilot.click(middle_of(first))
    pilot.wait(0.3)
    face = SPRING["spring"].face()
    title = face.rules_pages(pilot.program.kit.texts)[OVERVIEW].title
    assert title in words_shown(pilot.program.kit.stage)


def test_each_game_has_its_hue_on_its_panel_and_the_chosen_one_in_the_room(
    tmp_path: Path,
) -> None:
    flying = Pilot(tmp_path)
    flying.program.show_title()
    flying.wait(0.5)
    stage = flying.program.kit.stage

    def is_green(name: str) -> bool:
        panel = flying.nodes(f"game {name}")[0]
        assert isinstance(panel.picture, BoxPicture)
        assert isinstance(panel.picture.fill, Gradient)
        return panel.picture.fill.top.g > panel.picture.fill.top.r

    rooms = [stage.look.theme.colour("table")]
    assert (is_green("red7"), is_green("spring")) == (False, True)
    flying.nodes("game spring")[0].activate()
    flying.wait(0.5)
    rooms.append(stage.look.theme.colour("table"))
    assert (is_green("red7"), is_green("spring")) == (False, True)
    assert [room.g > room.r for room in rooms] == [False, True]
    flying.close()


def test_with_less_movement_the_row_lies_still(pilot: Pilot) -> None:
    kit = pilot.program.kit
    kit.change_settings(replace(kit.settings, reduced_motion=True))
    pilot.program.show_title()
    pilot.wait(0.5)
    assert len(pilot.nodes("card 3")) == 2
    before = raised(pilot)
    pilot.wait(4.0)
    assert raised(pilot) == before == ["3", "4", "5", "6"]
