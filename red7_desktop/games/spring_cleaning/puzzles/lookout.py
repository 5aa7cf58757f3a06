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
from red7_desktop.tabletop.reasons import Reason, reason

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.puzzles.turns import Way
    from red7_desktop.games.spring_cleaning.rules.engine.position import Position


def hints_at(position: Position, way: Way) -> tuple[Reason, Reason, Reason]:
    """Give the hints for a turn: what to do, with which card, the turn and what it leaves."""
    left = way.position.card_count(position.mover)
    turn = reason("turn", turn=text_of_turn(way.steps), left=left)
    acts = [step for step in way.steps if step.kind != LAY]
    first = acts[0]
    if first.kind == PLAY:
        return (_shape(first.what), _first_card(position, first.what), turn)
    if first.kind == TAKE:
        card = reason("card", card=str(first.what), offer=SEATS[first.seat])
        return reason("draw"), card, turn
    hand = position.hands[position.mover]
    if first.kind == INSERT:
        hand = (*hand[: first.what - 1], position.drawn, *hand[first.what - 1 :])
    offered = next(step for step in acts if step.kind == OFFER)
    return reason("insert"), reason("card", card=str(hand[offered.what - 1]), offer=""), turn


def _shape(play: int) -> Reason:
    """Say what kind of combination a play is."""
    length = length_of(play)
    shape = "run" if play & RUN else "set" if length > 1 else "single"
    return reason("play", shape=shape, count=length)


def _first_card(position: Position, play: int) -> Reason:
    """Name a card of a play: one out of an offer, if there is one."""
    pairs = list(zip(cards_of(play), owners_of(play), strict=True))
    card, owner = max(pairs, key=lambda pair: pair[1] >= 0)
    return reason("card", card=str(card), offer=SEATS[owner] if owner >= 0 else "")
