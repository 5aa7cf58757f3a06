"""Plays a game record again, with the same rules as a match, and checks every line of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.games.red7.rules.cards import DECK_SIZE, TEXTS, texts_of
from red7_desktop.games.red7.rules.deal import HAND_SIZE
from red7_desktop.games.red7.rules.engine.position import NOBODY, START
from red7_desktop.games.red7.rules.game import Red7
from red7_desktop.games.red7.rules.match_steps import TakeScore
from red7_desktop.games.red7.rules.state import ROUND_OVER, SCORE, TURN, Known, MatchState
from red7_desktop.games.red7.rules.steps import SEATS
from red7_desktop.games.red7.rules.text.record import (
    RecordedRound,
    RecordedScore,
    RecordedTurn,
    score_of,
    text_of_result,
)
from red7_desktop.tabletop.game import IllegalStep
from red7_desktop.tabletop.record_lines import InvalidRecord

if TYPE_CHECKING:
    from red7_desktop.games.red7.rules.engine.position import Position
    from red7_desktop.games.red7.rules.text.record import Record


class Moment(NamedTuple):
    """A point of a replay: what the record says there, and the state that it led to.

    cause: the round that was dealt, the turn that was taken, or what the winner took. Where the
    rules leave the winner no choice, the state after the round's last turn is scored already.
    """

    cause: RecordedRound | RecordedTurn | RecordedScore
    state: MatchState


def replay(record: Record) -> tuple[Moment, ...]:
    """Give every deal, turn and score of a record with the state after it, the last one last.

    Raises InvalidRecord for the first thing that does not go by the rules, or a wrong result.
    """
    moments: list[Moment] = []
    for number, dealt in enumerate(record.rounds, 1):
        state = _dealt(record, number, dealt, moments[-1].state if moments else None)
        moments.append(Moment(dealt, state))
        for turn in dealt.turns:
            state = _turn_taken(state, turn)
            moments.append(Moment(turn, state))
        if dealt.score is not None:
            state = _scored(state, dealt.score)
            moments.append(Moment(dealt.score, state))
        elif score_of(state) is not None:
            line = dealt.turns[-1].line
            raise InvalidRecord(line, "score", str(score_of(state)), "is missing after this line")
    result = text_of_result(_RULES.result(moments[-1].state))
    if result != record.result:
        raise InvalidRecord(record.result_line, "result", record.result, f"it is {result!r}")
    return tuple(moments)


_RULES: Final = Red7()


def _dealt(
    record: Record, number: int, dealt: RecordedRound, before: MatchState | None
) -> MatchState:
    """Begin a round with the cards that the record says."""
    options, deal = record.options, dealt.deal
    if before is not None and before.stage != ROUND_OVER:
        why = f"no round can be dealt yet or any more: the match is at {before.stage!r}"
        raise InvalidRecord(dealt.line, "round", str(number), why)
    scores = before.position.scores if before else ((),) * options.seats
    _check_deal(dealt, record, scores)
    rounds = before.rounds if before else ()
    known = Known((), (0,) * options.seats)
    return MatchState(options, record.seed, TURN, number, deal, deal, known, rounds=rounds)


def _check_deal(dealt: RecordedRound, record: Record, scores: tuple[tuple[int, ...], ...]) -> None:
    """Refuse a position that is no deal of this match."""
    deal, options = dealt.deal, record.options
    if deal.seats != options.seats:
        raise InvalidRecord(dealt.line, "seats", str(deal.seats), f"must be {options.seats}")
    checks = (
        ("rules", str(deal.rules), deal.rules == options.rules, f"must be {options.rules}"),
        ("canvas", _texts(deal.canvas), not deal.canvas, "no card can lie there yet"),
        ("mover", "", deal.mover != NOBODY, "nobody is to move"),
        ("phase", "", deal.phase == START and not deal.out, "nobody can have moved yet"),
        ("cards", "?", deal.is_fully_known(), "every card must be named"),
        ("cards", str(_size(deal)), _size(deal) == DECK_SIZE, f"must be all {DECK_SIZE}"),
    )
    for field, word, is_right, why in checks:
        if not is_right:
            raise InvalidRecord(dealt.line, field, word, why)
    for seat in range(deal.seats):
        _check_seat(dealt, seat, scores[seat])


def _check_seat(dealt: RecordedRound, seat: int, score: tuple[int, ...]) -> None:
    """Refuse a seat that was not dealt to by the rules; `score` is its score pile before."""
    deal = dealt.deal
    row, pile, hand = deal.rows[seat], deal.scores[seat], texts_of(deal.hands[seat])
    checks = (
        ("score", _texts(pile), pile == score, f"the last round left it {_texts(score)!r}"),
        ("palette", _texts(row), len(row) == 1, "one card must be dealt to it"),
        ("hand", " ".join(hand), len(hand) == HAND_SIZE, f"{HAND_SIZE} cards must be dealt to it"),
    )
    for field, word, is_right, why in checks:
        if not is_right:
            raise InvalidRecord(dealt.line, f"seat {SEATS[seat]}: {field}", word, why)


def _texts(cards: tuple[int, ...]) -> str:
    return " ".join([TEXTS[card] for card in cards])


def _size(position: Position) -> int:
    """Count the cards of a position."""
    piles = (position.canvas, position.deck, *position.rows, *position.scores)
    hands = [position.hand_count(seat) for seat in range(position.seats)]
    return sum([len(pile) for pile in piles]) + sum(hands)


def _turn_taken(state: MatchState, turn: RecordedTurn) -> MatchState:
    if state.stage != TURN:
        raise InvalidRecord(turn.line, "turn", str(turn), "the round is over")
    if turn.seat != state.position.mover:
        why = f"it is the turn of seat {SEATS[state.position.mover]}"
        raise InvalidRecord(turn.line, "seat", SEATS[turn.seat], why)
    for step in turn.steps:
        try:
            state = _RULES.take(state, turn.seat, step).state
        except IllegalStep as error:
            raise InvalidRecord(turn.line, "turn", str(step), str(error.reason)) from error
    if state.steps:
        raise InvalidRecord(turn.line, "turn", str(turn), "the turn does not end")
    return state


def _scored(state: MatchState, score: RecordedScore) -> MatchState:
    """Let the winner take what the record says, or see that the rules gave just that."""
    if state.stage == TURN:
        raise InvalidRecord(score.line, "score", str(score), "the round is not over")
    if state.stage == SCORE:
        if score.seat != state.round_winner:
            why = f"seat {SEATS[state.round_winner]} has won the round"
            raise InvalidRecord(score.line, "seat", SEATS[score.seat], why)
        try:
            state = _RULES.take(state, score.seat, TakeScore(score.taken)).state
        except IllegalStep as error:
            raise InvalidRecord(score.line, "score", str(score), str(error.reason)) from error
    found = score_of(state)
    if found is None:
        raise InvalidRecord(score.line, "score", str(score), "the basic game has no points")
    if found != score:
        raise InvalidRecord(score.line, "score", str(score), f"must be {str(found)!r}")
    return state
