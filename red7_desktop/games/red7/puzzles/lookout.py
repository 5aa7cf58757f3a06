"""How a turn leads, told as data: what verdicts and hints about any kind of puzzle need."""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.red7.rules.cards import LETTERS, TEXTS
from red7_desktop.games.red7.rules.engine.advance import apply_step
from red7_desktop.games.red7.rules.standing import judge_rule
from red7_desktop.games.red7.rules.steps import END, PLAY, SEATS
from red7_desktop.games.red7.rules.text.turn_text import text_of_turn
from red7_desktop.tabletop.reasons import Reason, make_reason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from red7_desktop.games.red7.rules.engine.position import Position
    from red7_desktop.games.red7.rules.steps import Step


def position_before_end(position: Position, steps: Sequence[Step]) -> Position:
    """Give the position at the end of a turn, while it still is the mover's."""
    for step in steps:
        if step.kind != END:
            position = apply_step(position, step)
    return position


def describe_leading_set(position: Position, seat: int) -> tuple[tuple[str, str | int], ...]:
    """Say by what a seat leads: the rule, its cards that count, and the next best seat's."""
    verdict = judge_rule(position, position.rule)
    mine = verdict.of(seat)
    said: tuple[tuple[str, str | int], ...] = (
        ("rule", LETTERS[position.rule]),
        ("count", mine.size),
        ("top", TEXTS[mine.top]),
    )
    if verdict.runner_up < 0:
        return (*said, ("rival", ""))
    theirs = verdict.of(verdict.runner_up)
    rival = SEATS[verdict.runner_up]
    return (*said, ("rival", rival), ("rival_count", theirs.size), ("rival_top", TEXTS[theirs.top]))


def build_hints(position: Position, steps: Sequence[Step]) -> tuple[Reason, Reason, Reason]:
    """Give the hints at a turn: the rule at its end, its first card, the turn and its lead."""
    first, ended = steps[0], position_before_end(position, steps)
    place = "palette" if first.kind == PLAY else "canvas"
    return (
        make_reason("rule", rule=LETTERS[ended.rule]),
        make_reason("card", card=TEXTS[first.card], to=place),
        Reason(
            "turn", (("turn", text_of_turn(steps)), *describe_leading_set(ended, position.mover))
        ),
    )
