"""Plays a game record again, with the same rules as a match, and checks every line of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.cards import DECK_SIZE, TEXTS, texts_of
from red7_desktop.games.red7.rules.deal import HAND_SIZE
from red7_desktop.games.red7.rules.engine.position import NOBODY, START
from red7_desktop.games.red7.rules.game import Red7
from red7_desktop.games.red7.rules.match_steps import DEAL_ON, TakeScore
from red7_desktop.games.red7.rules.state import SCORE, TURN, MatchState, PublicKnowledge
from red7_desktop.games.red7.rules.steps import SEATS
from red7_desktop.games.red7.rules.text.record import Record, RecordedScore
from red7_desktop.tabletop.game import TABLE, IllegalStep
from red7_desktop.tabletop.match import Match
from red7_desktop.tabletop.record import RecordedRound, Replay, ReplayMoment
from red7_desktop.tabletop.record_lines import InvalidRecord, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from red7_desktop.games.red7.rules.engine.position import Position

_RULES: Final = Red7()


def replay(record: Record) -> tuple[ReplayMoment, ...]:
    """Give every deal, turn and score of a record with the state after it, the last one last.

    Where the rules leave a winner no choice, the state after a round's last turn is scored.
    Raises InvalidRecord for the first thing that does not go by the rules, or a wrong result.
    """
    return Red7Replay(record).moments


class Red7Replay(Replay):
    """A record of this game that is played again."""

    def _begun(self, record: Record, dealt: RecordedRound) -> Match:
        """Begin the match with the cards that the record says."""
        _check_deal(dealt, record, ((),) * record.options.seats)
        state = _deal_recorded(record, 1, dealt)
        return Match(_RULES, record.options.to_plain(), record.seed, state)

    def _deal_on(self, record: Record, number: int, dealt: RecordedRound, match: Match) -> None:
        """Begin another round with the cards that the record says."""
        before: MatchState = match.state
        _check_deal(dealt, record, before.position.scores)
        match.take_as(
            TABLE, DEAL_ON, replace(_deal_recorded(record, number, dealt), rounds=before.rounds)
        )

    def _ended(self, dealt: RecordedRound, match: Match) -> Iterator[ReplayMoment]:
        """Let the winner of a round take what the record says."""
        if dealt.score is not None:
            _take_score(match, dealt.score)
            yield ReplayMoment(dealt.score, match.state)
        elif Record.score_of(match.state) is not None:
            line = dealt.turns[-1].line
            why = "is missing after this line"
            raise InvalidRecord(line, "score", str(Record.score_of(match.state)), why)


def _deal_recorded(record: Record, number: int, dealt: RecordedRound) -> MatchState:
    known = PublicKnowledge((), (0,) * record.options.seats)
    return MatchState(record.options, record.seed, TURN, number, dealt.deal, dealt.deal, known)


def _check_deal(dealt: RecordedRound, record: Record, scores: tuple[tuple[int, ...], ...]) -> None:
    """Refuse a position that is no deal of this match."""
    deal, options = dealt.deal, record.options
    if deal.seats != options.seats:
        raise InvalidRecord(dealt.line, "seats", str(deal.seats), f"must be {options.seats}")
    checks = (
        ("rules", str(deal.rules), deal.rules == options.rules, f"must be {options.rules}"),
        ("canvas", _format_cards(deal.canvas), not deal.canvas, "no card can lie there yet"),
        ("mover", "", deal.mover != NOBODY, "nobody is to move"),
        ("phase", "", deal.phase == START and not deal.out, "nobody can have moved yet"),
        ("cards", "?", deal.is_fully_known(), "every card must be named"),
        (
            "cards",
            str(_count_cards(deal)),
            _count_cards(deal) == DECK_SIZE,
            f"must be all {DECK_SIZE}",
        ),
    )
    check(dealt.line, checks)
    for seat in range(deal.seats):
        _check_seat(dealt, seat, scores[seat])


def _check_seat(dealt: RecordedRound, seat: int, score: tuple[int, ...]) -> None:
    """Refuse a seat that was not dealt to by the rules; `score` is its score pile before."""
    deal = dealt.deal
    row, pile, hand = deal.rows[seat], deal.scores[seat], texts_of(deal.hands[seat])
    who = f"seat {SEATS[seat]}"
    checks = (
        (
            f"{who}: score",
            _format_cards(pile),
            pile == score,
            f"the last round left it {_format_cards(score)!r}",
        ),
        (f"{who}: palette", _format_cards(row), len(row) == 1, "one card must be dealt to it"),
        (
            f"{who}: hand",
            " ".join(hand),
            len(hand) == HAND_SIZE,
            f"{HAND_SIZE} cards must be dealt to it",
        ),
    )
    check(dealt.line, checks)


def _format_cards(cards: tuple[int, ...]) -> str:
    return " ".join([TEXTS[card] for card in cards])


def _count_cards(position: Position) -> int:
    """Count the cards of a position."""
    piles = (position.canvas, position.deck, *position.rows, *position.scores)
    hands = [position.hand_count(seat) for seat in range(position.seats)]
    return sum([len(pile) for pile in piles]) + sum(hands)


def _take_score(match: Match, score: RecordedScore) -> None:
    """Let the winner take what the record says, or see that the rules gave just that."""
    state: MatchState = match.state
    if state.stage == TURN:
        raise InvalidRecord(score.line, "score", str(score), "the round is not over")
    if state.stage == SCORE:
        if score.seat != state.round_winner:
            why = f"seat {SEATS[state.round_winner]} has won the round"
            raise InvalidRecord(score.line, "seat", SEATS[score.seat], why)
        try:
            match.take(score.seat, TakeScore(score.taken))
        except IllegalStep as error:
            raise InvalidRecord(score.line, "score", str(score), str(error.reason)) from error
    found = Record.score_of(match.state)
    if found is None:
        raise InvalidRecord(score.line, "score", str(score), "the basic game has no points")
    if found != score:
        raise InvalidRecord(score.line, "score", str(score), f"must be {str(found)!r}")
