"""The plate at the top left has room for a game's name beside the round."""

from __future__ import annotations

from red7_desktop.kit.table_model import TitleModel
from red7_desktop.scene.widgets.runs import RunsLabel, Span
from tests.unit.kit.hud_table import Table

LONG = (Span("Spring Cleaning"),)


def test_a_round_without_rules_beside_it_stands_in_the_middle_however_little_room() -> None:
    plate = Table((1920, 1080), 4).hud.title
    line = plate.find("round")
    assert isinstance(line, RunsLabel)
    plate.show(TitleModel("The very first round of quite a long match", "Round 1", "", LONG))
    middle = line.position.y + line.size.h / 2
    assert abs(middle - plate.size.h / 2) <= 1.0
