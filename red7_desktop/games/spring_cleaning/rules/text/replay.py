"""Plays a game record again, with the same rules as a match, and checks every line of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.games.spring_cleaning.rules.cards import DECK_SIZE, SEATS, hand_size
from red7_desktop.games.spring_cleaning.rules.engine.position import SEALED
from red7_desktop.games.spring_cleaning.rules.game import SpringCleaning
from red7_desktop.games.spring_cleaning.rules.known import known_of_deal
from red7_desktop.games.spring_cleaning.rules.ranking import leader_after
from red7_desktop.games.spring_cleaning.rules.state import ROUND_OVER, TURN, MatchState
from red7_desktop.games.spring_cleaning.rules.text.record import (
    RecordedRound,
    RecordedTurn,
    text_of_result,
)
from red7_desktop.tabletop.game import IllegalStep
from red7_desktop.tabletop.record_lines import InvalidRecord

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.rules.engine.position import Position
    from red7_desktop.games.spring_cleaning.rules.text.record import Record


class Moment(NamedTuple):
    """A point of a replay: what the record says there, and the state that it led to."""

    cause: RecordedRound | RecordedTurn
    state: MatchState


def replay(record: Record) -> tuple[Moment, ...]:
    """Give every deal and turn of a record with the state after it, the last one last.

    Raises InvalidRecord for the first thing that does not go by the rules, or a wrong result.
    """
    moments: list[Moment] = []
    for number, dealt in enumerate(record.rounds, 1):
        state = _dealt(record, number, dealt, moments[-1].state if moments else None)
        moments.append(Moment(dealt, state))
        for turn in dealt.turns:
            state = _turn_taken(state, turn)
            moments.append(Moment(turn, state))
    result = text_of_result(_RULES.result(moments[-1].state))
    if result != record.result:
        raise InvalidRecord(record.result_line, "result", record.result, f"it is {result!r}")
    return tuple(moments)


_RULES: Final = SpringCleaning()


def _dealt(
    record: Record, number: int, dealt: RecordedRound, before: MatchState | None
) -> MatchState:
    """Begin a round with the cards that the record says."""
    options, deal = record.options, dealt.deal
    if before is not None and before.stage != ROUND_OVER:
        why = f"no round can be dealt yet or any more: the match is at {before.stage!r}"
        raise InvalidRecord(dealt.line, "round", str(number), why)
    trash, leader = (0,) * options.seats, deal.mover
    if before is not None:
        trash = before.position.trash
        leader = leader_after(trash, before.leader)
    _check_deal(dealt, record, trash, leader)
    rounds = before.rounds if before else ()
    known = known_of_deal(deal)
    return MatchState(options, record.seed, TURN, number, leader, deal, deal, known, rounds=rounds)


def _check_deal(dealt: RecordedRound, record: Record, trash: tuple[int, ...], leader: int) -> None:
    """Refuse a position that is no deal of this match."""
    deal, options = dealt.deal, record.options
    if deal.seats != options.seats:
        raise InvalidRecord(dealt.line, "seats", str(deal.seats), f"must be {options.seats}")
    size = hand_size(deal.seats)
    hands = [len(hand) for hand in deal.hands]
    whole = sum(hands) + len(deal.deck)
    words = "-".join([str(each) for each in deal.trash])
    checks = (
        ("pickup", options.pickup, deal.at_once == options.at_once, "the position says otherwise"),
        ("seats", "?", _nobody_has_picked(deal), "nobody can have picked an offer yet"),
        ("leader", SEATS[deal.mover], deal.mover == leader, f"it must be {SEATS[leader]}"),
        ("cards", "?", deal.is_fully_known(), "every card must be named"),
        ("cards", str(whole), whole == DECK_SIZE, f"must be all {DECK_SIZE}"),
        ("hands", str(hands), set(hands) == {size}, f"{size} cards must be dealt to each"),
        ("trash", words, deal.trash == trash, f"the last round left {list(trash)}"),
    )
    for field, word, is_right, why in checks:
        if not is_right:
            raise InvalidRecord(dealt.line, field, word, why)


def _nobody_has_picked(deal: Position) -> bool:
    return deal.phase == SEALED and not any(deal.sealed)


def _turn_taken(state: MatchState, turn: RecordedTurn) -> MatchState:
    if state.stage != TURN:
        raise InvalidRecord(turn.line, "turn", str(turn), "the round is over")
    if turn.seat not in _RULES.to_act(state):
        asked = ", ".join([SEATS[seat] for seat in _RULES.to_act(state)])
        raise InvalidRecord(turn.line, "seat", SEATS[turn.seat], f"it is the turn of {asked}")
    for step in turn.steps:
        try:
            state = _RULES.take(state, turn.seat, step).state
        except IllegalStep as error:
            raise InvalidRecord(turn.line, "turn", str(step), str(error.reason)) from error
    if state.steps:
        raise InvalidRecord(turn.line, "turn", str(turn), "the turn does not end")
    return state
