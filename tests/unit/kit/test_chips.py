"""Suggestions as chips: as many as find room, whatever the room."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from red7_desktop.kit.hud.chips import Chips, ChipsModel
from red7_desktop.kit.hud.model import Suggestion
from red7_desktop.kit.language.seat_words import SeatSign
from red7_desktop.scene.geometry import Rect
from tests.unit.kit.hud_table import Table

SIGN = SeatSign(1, "B", "Bo", "")
FIVE = tuple(
    Suggestion(nth, ("R7", "O6", "Y5"), "10 left", signs=(None, SIGN, None)) for nth in range(5)
)


@pytest.fixture(name="chips")
def of_a_table() -> Iterator[Chips]:
    table = Table((1920, 1080), 4)
    chips = Chips(table.hud.look, table.hud.ink, asked.append)
    yield chips
    asked.clear()


asked: list[str] = []


def shown(chips: Chips) -> list[Rect]:
    return [Rect(*chip.position, *chip.size) for chip in chips.chips if chip.visible]


@pytest.mark.parametrize(("width", "count"), [(1600, 5), (1100, 5), (700, 4), (300, 1), (90, 0)])
def test_as_many_as_find_room_stand_in_the_middle(chips: Chips, width: float, count: int) -> None:
    chips.place(Rect(0.0, 0.0, width, 64.0))
    chips.show(ChipsModel(FIVE, 1))
    boxes = shown(chips)
    assert len(boxes) == count
    assert not any(one.overlaps(other) for one, other in pairwise(boxes))
    key = chips.find("key")
    if boxes:
        left = key.position.x if key.visible else boxes[0].left
        assert left == pytest.approx(width - boxes[-1].right, abs=0.5)
        assert left >= 0.0


def test_a_chip_asks_for_its_suggestion_and_tells_whose_a_card_is(chips: Chips) -> None:
    chips.place(Rect(0.0, 0.0, 1600.0, 64.0))
    chips.show(ChipsModel(FIVE[:2]))
    assert len(shown(chips)) == 2
    assert chips.chips[1].on_activate is not None
    chips.chips[1].on_activate()
    assert asked == ["suggestion 1"]
    assert len([node for node in chips.chips[1].walk() if node.name == "whose"]) == 1
    chips.show(ChipsModel())
    assert shown(chips) == []
