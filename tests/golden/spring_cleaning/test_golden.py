"""The rules meet every golden position; README.md here says what the lines of a block mean."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from red7_desktop.games.spring_cleaning.rules.cards import SEATS, parse_step, text_of_play
from red7_desktop.games.spring_cleaning.rules.legality import (
    explain_illegal,
    list_draws,
    list_legal_steps,
    list_plays,
    take_turn,
)
from red7_desktop.games.spring_cleaning.rules.notation import parse_position, parse_steps
from red7_desktop.games.spring_cleaning.rules.position import Position
from red7_desktop.tabletop.game import InvalidPosition
from tests.reference.golden import Block, read_golden, split_list

GOLDEN: Final = read_golden(Path(__file__).parent)


def listed(value: str) -> list[str]:
    return [] if value == "none" else sorted(split_list(value))


def check_plays(position: Position, _: str, value: str) -> None:
    assert sorted(text_of_play(play) for play in list_plays(position)) == listed(value)


def check_some(position: Position, kind: str, value: str) -> None:
    plays = {text_of_play(play) for play in list_plays(position)}
    for play in listed(value):
        assert (play in plays) == (kind == "include")
        assert (explain_illegal(position, parse_step(play)) is None) == (kind == "include")


def check_draws(position: Position, _: str, value: str) -> None:
    assert sorted(str(step) for step in list_draws(position)) == listed(value)


def check_steps(position: Position, seat: str, value: str) -> None:
    assert sorted(str(step) for step in list_legal_steps(position, SEATS.index(seat))) == listed(
        value
    )


def check_illegal(position: Position, _: str, value: str) -> None:
    step, code = value.split(" ! ")
    reason = explain_illegal(position, parse_step(step))
    assert reason is not None
    assert reason.code == code


def check_prints(position: Position, _: str, value: str) -> None:
    assert str(position) == value
    assert parse_position(value) == position


CHECKS: Final[dict[str, Callable[[Position, str, str], None]]] = {
    "plays": check_plays,
    "plays include": check_some,
    "plays exclude": check_some,
    "draws": check_draws,
    "steps": check_steps,
    "illegal": check_illegal,
    "prints": check_prints,
}


def taken(position: Position, value: str) -> Position:
    """Take the steps of a turn, of another seat than the mover where one is named."""
    name, colon, steps = value.partition(": ")
    if not colon:
        return take_turn(position, parse_steps(value))
    return take_turn(position, parse_steps(steps), SEATS.index(name))


@pytest.mark.parametrize("block", GOLDEN, ids=str)
def test_a_golden_position_is_met(block: Block) -> None:
    text = block.get("position")
    if any(key == "error names" for key, _ in block.entries):
        with pytest.raises(InvalidPosition) as caught:
            parse_position(text)
        assert all(word in str(caught.value) for word in split_list(block.get("error names")))
        return
    position = reached = parse_position(text)
    for key, value in block.entries:
        if key == "turn":
            reached = taken(reached, value)
        elif key == "then":
            assert str(reached) == value
        elif key not in {"title", "position"}:
            name = key if key in CHECKS else key.partition(" ")[0]
            CHECKS[name](position, key.rpartition(" ")[2], value)


def test_there_are_golden_positions() -> None:
    assert len(GOLDEN) > 40
