"""Plays a game record again, with the same rules as a match, and checks every line of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.rules.cards import DECK_SIZE, SEATS, get_hand_size
from red7_desktop.games.spring_cleaning.rules.engine.position import SEALED
from red7_desktop.games.spring_cleaning.rules.game import SpringCleaning
from red7_desktop.games.spring_cleaning.rules.known import build_known
from red7_desktop.games.spring_cleaning.rules.match_steps import DEAL_ON
from red7_desktop.games.spring_cleaning.rules.ranking import find_next_leader
from red7_desktop.games.spring_cleaning.rules.state import TURN, MatchState
from red7_desktop.games.spring_cleaning.rules.text.record import Record
from red7_desktop.tabletop.game import TABLE
from red7_desktop.tabletop.match import Match
from red7_desktop.tabletop.record import RecordedRound, Replay, ReplayMoment
from red7_desktop.tabletop.record_lines import InvalidRecord, check

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.rules.engine.position import Position

_RULES: Final = SpringCleaning()


def replay(record: Record) -> tuple[ReplayMoment, ...]:
    """Give every deal and turn of a record with the state after it, the last one last.

    Raises InvalidRecord for the first thing that does not go by the rules, or a wrong result.
    """
    return SpringReplay(record).moments


class SpringReplay(Replay):
    """A record of this game that is played again."""

    def _begun(self, record: Record, dealt: RecordedRound) -> Match:
        """Begin the match with the cards that the record says."""
        _check_deal(dealt, record, (0,) * record.options.seats, dealt.deal.mover)
        state = _deal_recorded(record, 1, dealt, dealt.deal.mover)
        return Match(_RULES, record.options.to_plain(), record.seed, state)

    def _deal_on(self, record: Record, number: int, dealt: RecordedRound, match: Match) -> None:
        """Begin another round with the cards that the record says."""
        before: MatchState = match.state
        trash = before.position.trash
        leader = find_next_leader(trash, before.leader)
        _check_deal(dealt, record, trash, leader)
        state = replace(_deal_recorded(record, number, dealt, leader), rounds=before.rounds)
        match.take_as(TABLE, DEAL_ON, state)


def _deal_recorded(record: Record, number: int, dealt: RecordedRound, leader: int) -> MatchState:
    deal = dealt.deal
    known = build_known(deal)
    return MatchState(record.options, record.seed, TURN, number, leader, deal, deal, known)


def _check_deal(dealt: RecordedRound, record: Record, trash: tuple[int, ...], leader: int) -> None:
    """Refuse a position that is no deal of this match."""
    deal, options = dealt.deal, record.options
    if deal.seats != options.seats:
        raise InvalidRecord(dealt.line, "seats", str(deal.seats), f"must be {options.seats}")
    size = get_hand_size(deal.seats)
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
    check(dealt.line, checks)


def _nobody_has_picked(deal: Position) -> bool:
    return deal.phase == SEALED and not any(deal.sealed)
