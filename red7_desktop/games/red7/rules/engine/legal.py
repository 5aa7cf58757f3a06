"""What the seat to move may do next, why not, and the way in for every step and turn."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from red7_desktop.games.red7.rules.cards import cards_in, number_of
from red7_desktop.games.red7.rules.engine.advance import apply_step
from red7_desktop.games.red7.rules.engine.refusals import (
    find_refusal,
    refuse_hidden_hand,
    refuse_wrong_draw,
)
from red7_desktop.games.red7.rules.engine.strength import END_GUARD
from red7_desktop.games.red7.rules.engine.turns import Turns, build_turns, list_all_turns
from red7_desktop.games.red7.rules.steps import (
    DISCARDS,
    DRAW,
    FETCH,
    PLAYS,
    THE_END,
    THE_PASS,
    Step,
)
from red7_desktop.tabletop.errors import IllegalTurn

if TYPE_CHECKING:
    from red7_desktop.games.red7.rules.engine.actions import Branch
    from red7_desktop.games.red7.rules.engine.position import Position
    from red7_desktop.tabletop.reasons import Reason


def list_legal_turns(position: Position) -> list[tuple[Step, ...]]:
    """List the steps of every turn the mover may choose, `pass` last; empty when the round is over.

    A turn runs to its end, or to a 3's draw. Of turns that differ in nothing but the order of the
    5s that are played, one is listed. Raises IllegalTurn when the mover's hand is hidden.
    """
    if position.is_over:
        return []
    return list_all_turns(_require_turns(position))


def list_legal_steps(position: Position) -> tuple[Step, ...]:
    """List the steps that the mover may take next: the first steps of the legal turns."""
    if position.is_over:
        return ()
    turns = _require_turns(position)
    steps: dict[Step, None] = {}
    for play, ways in zip(turns.plays, turns.endings, strict=True):
        steps.update(
            dict.fromkeys([PLAYS[play.bit_length() - 1]] if play else _list_closings(ways))
        )
    opening: set[Step] = set()
    for branch in turns.branches:
        opening.update(_list_first_plays(branch))
        if not branch.plays:
            steps.update(dict.fromkeys(branch.action or _list_closings(branch.endings)))
    steps.update(dict.fromkeys(sorted(opening)))
    return (*steps, THE_PASS) if turns.may_pass else tuple(steps)


def _list_first_plays(branch: Branch) -> tuple[Step, ...]:
    """List the cards that a branch can begin with: any of its 5s, whose order does not matter."""
    fives = tuple([step for step in branch.plays if number_of(step.card) == 5])
    return fives or branch.plays[:1]


def _list_closings(ways: int) -> list[Step]:
    steps = [DISCARDS[card] for card in cards_in(ways & ~END_GUARD)][::-1]
    return [*steps, THE_END] if ways & END_GUARD else steps


def _require_turns(position: Position) -> Turns:
    hidden = refuse_hidden_hand(position)
    if hidden:
        raise IllegalTurn("", hidden)
    return get_cached_turns(position)


@lru_cache(maxsize=8)
def get_cached_turns(position: Position) -> Turns:
    """List the legal turns as `turns_of` does, once for a position that is asked about again.

    One step makes many ask: whether it is legal, what a seat may do then, what would come of it.
    """
    return build_turns(position)


def explain_illegal(position: Position, step: Step) -> Reason | None:
    """Say why a step is not legal now, None where it is."""
    if (
        not position.is_over
        and not refuse_hidden_hand(position)
        and _strip_drawn_card(step) in list_legal_steps(position)
    ):
        return refuse_wrong_draw(position, step)
    return find_refusal(position, step)


def _strip_drawn_card(step: Step) -> Step:
    """Give the step as the list of legal ones has it: without the card that a draw turns up."""
    return Step(step.kind) if step.kind in {DRAW, FETCH} else step


def take_step(position: Position, step: Step) -> Position:
    """Give the position after one legal step.

    Raises IllegalTurn with the reason for any other.
    """
    problem = explain_illegal(position, step)
    if problem:
        raise IllegalTurn(str(step), problem)
    return apply_step(position, step)


def take_turn(position: Position, steps: tuple[Step, ...]) -> Position:
    """Give the position after a whole turn, as `parse_turn` reads it.

    A turn that stops at a 3's draw is tried as it stands: it ends there, and a seat that is then
    not winning is out. Raises IllegalTurn, naming the step and the reason, when one is not legal.
    """
    for step in steps:
        position = take_step(position, step)
    if steps[-1].kind != FETCH:
        return position
    return take_step(position, THE_END if THE_END in list_legal_steps(position) else THE_PASS)
