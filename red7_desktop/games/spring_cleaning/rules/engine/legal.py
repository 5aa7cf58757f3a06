"""What a seat may do next, why not, and the way in for every step and turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from red7_desktop.games.spring_cleaning.rules.cards import SEATS
from red7_desktop.games.spring_cleaning.rules.combinations import text_of_play
from red7_desktop.games.spring_cleaning.rules.engine.advance import apply_step
from red7_desktop.games.spring_cleaning.rules.engine.plays import list_follows, list_leads
from red7_desktop.games.spring_cleaning.rules.engine.position import (
    NOBODY,
    OWES_INSERT,
    OWES_OFFER,
    OWES_ORDER,
    SEALED,
    START,
    Position,
)
from red7_desktop.games.spring_cleaning.rules.engine.refusals import (
    can_draw,
    find_refusal,
    refuse_hidden_hand,
)
from red7_desktop.games.spring_cleaning.rules.steps import INSERT as PUT_IN
from red7_desktop.games.spring_cleaning.rules.steps import LAY, PLAY, TAKE, THE_DRAW, Step
from red7_desktop.games.spring_cleaning.rules.steps import OFFER as PUT_OUT
from red7_desktop.tabletop.errors import IllegalTurn
from red7_desktop.tabletop.reasons import Reason, make_reason

if TYPE_CHECKING:
    from collections.abc import Iterable


def to_act(position: Position) -> tuple[int, ...]:
    """List the seats that are asked: all that have not picked their first offer, or the mover."""
    if position.phase == SEALED:
        return tuple([seat for seat, place in enumerate(position.sealed) if not place])
    return () if position.is_over else (position.mover,)


def list_plays(position: Position) -> list[int]:
    """List the plays of a seat that leads or follows, packed; empty in the middle of a turn.

    Raises IllegalTurn when its hand is hidden.
    """
    if position.is_over or position.phase != START:
        return []
    _refuse_hidden(position)
    hand = position.hands[position.mover]
    if not position.trick:
        return list_leads(hand)
    return list_follows(hand, position.offers, position.mover, position.table)


def list_draws(position: Position) -> list[Step]:
    """List the ways a follower can draw; empty for a leader and in the middle of a turn."""
    if position.is_over or position.phase != START or not position.trick:
        return []
    draws = [THE_DRAW] if position.deck or position.discard else []
    for seat, offer in enumerate(position.offers):
        if seat != position.mover:
            draws += [Step(TAKE, card, seat) for card in dict.fromkeys(offer)]
    return draws


def list_legal_steps(position: Position, seat: int) -> tuple[Step, ...]:
    """List the steps that a seat may take now; empty when it is not asked.

    Raises IllegalTurn when its hand is hidden.
    """
    if seat not in to_act(position):
        return ()
    _refuse_hidden(position)
    hand = position.hands[seat]
    if position.phase == SEALED or position.phase == OWES_OFFER:
        return tuple([Step(PUT_OUT, place) for place in range(1, len(hand) + 1)])
    if position.phase == OWES_INSERT:
        return tuple([Step(PUT_IN, place) for place in range(1, len(hand) + 2)])
    if position.phase == OWES_ORDER:
        return tuple([Step(LAY, card) for card in dict.fromkeys(position.loose)])
    plays = [Step(PLAY, play) for play in list_plays(position)]
    if position.trick and not can_draw(position):
        return (*plays, *[Step(PUT_OUT, place) for place in range(1, len(hand) + 1)])
    return (*plays, *list_draws(position))


def _refuse_hidden(position: Position) -> None:
    hidden = refuse_hidden_hand(position)
    if hidden:
        raise IllegalTurn("", hidden)


def explain_illegal(position: Position, step: Step, seat: int = NOBODY) -> Reason | None:
    """Say why a seat (the mover, if none is named) may not take a step now, None where it may."""
    if position.is_over:
        return make_reason("round_over")
    seat = position.mover if seat < 0 else seat
    if position.phase != SEALED and seat != position.mover:
        return make_reason("not_your_turn", seat=SEATS[position.mover])
    return find_refusal(position, step, seat)


def take_step(position: Position, step: Step, seat: int = NOBODY) -> Position:
    """Give the position after one legal step of a seat, the mover if none is named.

    Raises IllegalTurn with the reason for any other.
    """
    problem = explain_illegal(position, step, seat)
    if problem:
        raise IllegalTurn(str(step), problem)
    return apply_step(position, step, position.mover if seat < 0 else seat)


def take_turn(position: Position, turn: Iterable[Step], seat: int = NOBODY) -> Position:
    """Give the position after several steps of a seat, as `parse_turn` reads them.

    Raises IllegalTurn, naming the step and the reason, when one is not legal.
    """
    seat = position.mover if seat < 0 else seat
    for step in turn:
        position = take_step(position, step, seat)
    return position


def build_legal_answer(position: Position) -> dict[str, Any]:
    """Give what a list of legal turns tells of a position, as plain values.

    seat: who leads or follows, "" when nobody does. plays: the texts of all combinations that it
    may play. draws: its ways to draw. Both are sorted, and empty in the middle of a turn, before
    the first trick and after the round. Raises IllegalTurn when the hand is hidden.
    """
    asked = not position.is_over and position.phase != SEALED
    return {
        "position": str(position),
        "seat": SEATS[position.mover] if asked else "",
        "plays": sorted([text_of_play(play) for play in list_plays(position)]),
        "draws": sorted([str(step) for step in list_draws(position)]),
    }
