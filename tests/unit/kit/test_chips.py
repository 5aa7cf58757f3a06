"""Chips say as much as there is room for, and their cards can be read."""

from __future__ import annotations

from itertools import pairwise

import pytest

from red7_desktop.kit.hud.buttons import Chips, ChipsModel
from red7_desktop.kit.table_model import Suggestion
from red7_desktop.scene.geometry import Rect
from tests.unit.kit.hud_table import Table, said

SHORT = Suggestion("one", ("O6",), "6 left", "6 left, joins R5 G5")
LONG = Suggestion("four", ("O6", "B2", "Y4", "R2"), "3 left")


@pytest.mark.parametrize(
    ("room", "words"),
    [
        (900, ["6 left, joins R5 G5", "3 left", "3 left"]),
        (620, ["6 left", "3 left", "3 left"]),
        (240, ["6 left"]),
    ],
)
def test_chips_say_more_where_none_is_left_out_for_it(room: float, words: list[str]) -> None:
    table = Table((1920, 1080), 2)
    ink = table.hud.title.ink
    chips = Chips(table.stage.look, ink, print, name="chips")
    table.stage.ground.add(chips)
    chips.place(Rect(0.0, 0.0, room, 50.0))
    chips.show(ChipsModel((SHORT, LONG, LONG)))
    assert [line for line in said(chips) if line] == words
    for chip in chips.chips[: len(words)]:
        cards = [node for node in chip.walk() if node.name.startswith("card ")]
        for one, other in pairwise(cards):
            assert other.position.x - one.position.x >= 0.8 * one.size.w - 0.01
