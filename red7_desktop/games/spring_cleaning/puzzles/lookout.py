"""Hints at a turn, as data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.spring_cleaning.rules.cards import SEATS
from red7_desktop.games.spring_cleaning.rules.combinations import (
    RUN,
    cards_of,
    length_of,
    owners_of,
)
from red7_desktop.games.spring_cleaning.rules.steps import INSERT, LAY, OFFER, PLAY, TAKE
from red7_desktop.games.spring_cleaning.rules.text.turn_text import text_of_turn
from red7_desktop.tabletop.reasons import Reason, make_reason

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.puzzles.turns import TurnPath
    from red7_desktop.games.spring_cleaning.rules.engine.position import Position


def build_hints(position: Position, way: TurnPath) -> tuple[Reason, Reason, Reason]:
    """Give the hints for a turn: what to do, with which card, the turn and what it leaves."""
    left = way.position.card_count(position.mover)
    turn = make_reason("turn", turn=text_of_turn(way.steps), left=left)
    acts = [step for step in way.steps if step.kind != LAY]
    first = acts[0]
    if first.kind == PLAY:
        return (_describe_shape(first.what), _name_first_card(position, first.what), turn)
    if first.kind == TAKE:
        card = make_reason("card", card=str(first.what), offer=SEATS[first.seat])
        return make_reason("draw"), card, turn
    hand = position.hands[position.mover]
    if first.kind == INSERT:
        hand = (*hand[: first.what - 1], position.drawn, *hand[first.what - 1 :])
    offered = next(step for step in acts if step.kind == OFFER)
    return (
        make_reason("insert"),
        make_reason("card", card=str(hand[offered.what - 1]), offer=""),
        turn,
    )


def _describe_shape(play: int) -> Reason:
    """Say what kind of combination a play is."""
    length = length_of(play)
    shape = "run" if play & RUN else "set" if length > 1 else "single"
    return make_reason("play", shape=shape, count=length)


def _name_first_card(position: Position, play: int) -> Reason:
    """Name a card of a play: one out of an offer, if there is one."""
    pairs = list(zip(cards_of(play), owners_of(play), strict=True))
    card, owner = max(pairs, key=lambda pair: pair[1] >= 0)
    return make_reason("card", card=str(card), offer=SEATS[owner] if owner >= 0 else "")
