"""How a match goes from round to round: who acts, what they may do, points, the end."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from red7_desktop.games.red7.rules.cards import LETTERS, TEXTS, UNKNOWN, cards_in, worth_of
from red7_desktop.games.red7.rules.deal import STARTERS, can_deal, deal_round
from red7_desktop.games.red7.rules.engine.advance import apply_step, replace_fields
from red7_desktop.games.red7.rules.engine.legal import list_legal_steps
from red7_desktop.games.red7.rules.match_steps import DEAL_ON, TakeScore
from red7_desktop.games.red7.rules.options import MatchOptions
from red7_desktop.games.red7.rules.scoring import TARGETS, list_takings, points_of
from red7_desktop.games.red7.rules.state import (
    MATCH_OVER,
    ROUND_OVER,
    SCORE,
    TURN,
    MatchState,
    PublicKnowledge,
    RoundResult,
    TurnTaken,
)
from red7_desktop.games.red7.rules.steps import END, PASS, SEATS, Step
from red7_desktop.games.red7.rules.travels import DRAWS, list_card_moves, update_known
from red7_desktop.tabletop.game import TABLE, Note, Outcome
from red7_desktop.tabletop.zones import CardMove, zone_of

if TYPE_CHECKING:
    from red7_desktop.games.red7.rules.engine.position import Position
    from red7_desktop.games.red7.rules.match_steps import MatchStep


def deal_first_round(options: MatchOptions, seed: int) -> MatchState:
    """Deal the first round of a match."""
    return _deal_state(options, seed, 1, ((),) * options.seats, ())


def _deal_state(
    options: MatchOptions,
    seed: int,
    number: int,
    scores: tuple[tuple[int, ...], ...],
    rounds: tuple[RoundResult, ...],
) -> MatchState:
    position = deal_round(options.rules, scores, seed, number, options.starter)
    known = PublicKnowledge((), (0,) * options.seats)
    return MatchState(options, seed, TURN, number, position, position, known, rounds=rounds)


def build_state_at(position: Position, *, open_hands: bool = False) -> MatchState:
    """Give the state of a match that begins at a position; its seed is 0.

    open_hands: whether everybody knows every card.
    """
    rules, seats = position.rules, position.seats
    options = MatchOptions(rules, seats, TARGETS[seats], STARTERS[0])
    known = PublicKnowledge((), (0,) * seats)
    if open_hands:
        known = PublicKnowledge(
            tuple([card for card in position.deck if card != UNKNOWN]), position.hands
        )
    return MatchState(options, 0, TURN, 1, position, position, known)


def list_acting_seats(state: MatchState) -> tuple[int, ...]:
    """List who is asked to choose now; empty when the match is over."""
    if state.stage == TURN:
        return (state.position.mover,)
    if state.stage == SCORE:
        return (state.round_winner,)
    return (TABLE,) if state.stage == ROUND_OVER else ()


def list_legal_steps_for(state: MatchState, seat: int) -> tuple[MatchStep, ...]:
    """List the steps that a seat (or TABLE) may take now."""
    if seat not in list_acting_seats(state):
        return ()
    if state.stage == TURN:
        return list_legal_steps(state.position)
    if state.stage == SCORE:
        return tuple([TakeScore(cards) for cards in list_takings(state.position, seat)])
    return (DEAL_ON,)


def apply_match_step(state: MatchState, step: MatchStep) -> Outcome[MatchState]:
    """Take a legal step of whoever acts."""
    if isinstance(step, Step):
        return _apply_turn_step(state, step)
    if isinstance(step, TakeScore):
        return _apply_score(state, step.cards, (), ())
    return _deal_next_round(state)


def _apply_turn_step(state: MatchState, step: Step) -> Outcome[MatchState]:
    before, seat = state.position, state.position.mover
    travels = list_card_moves(before, step, state.known)
    hides = step.kind in DRAWS and not state.known.deck
    if step.kind in DRAWS:
        step = Step(step.kind, before.deck[0])
    position = apply_step(before, step)
    steps = (*state.steps, step)
    moved = replace(
        state, position=position, known=update_known(before, step, state.known), steps=steps
    )
    notes: tuple[Note, ...] = ()
    if position.rule != before.rule:
        notes = (Note("rule", (("rule", LETTERS[position.rule]), ("seat", SEATS[seat]))),)
    if step.kind not in {END, PASS}:
        return Outcome(moved, travels, notes, "drew" if hides else None)
    if step.kind == PASS:
        data = (("seat", SEATS[seat]), ("rule", LETTERS[position.rule]))
        notes = (*notes, Note("out", data))
    ended = replace(moved, steps=(), turns=(*state.turns, TurnTaken(seat, steps)))
    if position.is_over:
        return _end_round(ended, notes)
    return Outcome(ended, travels, notes, "turn_over")


def _end_round(state: MatchState, notes: tuple[Note, ...]) -> Outcome[MatchState]:
    winner, rule = state.round_winner, state.position.rule
    notes = (*notes, Note("round_won", (("seat", SEATS[winner]), ("rule", LETTERS[rule]))))
    if not state.options.rules.advanced:
        rounds = (*state.rounds, RoundResult(winner, rule, 0))
        return Outcome(replace(state, stage=MATCH_OVER, rounds=rounds), (), notes, "turn_over")
    choices = list_takings(state.position, winner)
    if len(choices) > 1:
        return Outcome(replace(state, stage=SCORE), (), notes, "turn_over")
    return _apply_score(state, choices[0] if choices else 0, (), notes)


def _apply_score(
    state: MatchState, taken: int, travels: tuple[CardMove, ...], notes: tuple[Note, ...]
) -> Outcome[MatchState]:
    """Move what the winner takes to the score pile, and see whether the match is over."""
    position, winner = state.position, state.round_winner
    row = position.rows[winner]
    gained = tuple([card for card in row if taken >> card & 1])
    left = tuple([card for card in row if not taken >> card & 1])
    scores = list(position.scores)
    scores[winner] += gained
    rows = (*position.rows[:winner], left, *position.rows[winner + 1 :])
    position = replace_fields(position, rows=rows, scores=tuple(scores))
    points = points_of(position.scores)
    is_last = max(points) >= state.options.target or not can_deal(position.scores)
    places = zone_of("palette", winner), zone_of("score", winner)
    travels = (*travels, *[CardMove(TEXTS[card], *places) for card in gained])
    data = (("seat", SEATS[winner]), ("points", worth_of(taken)), ("total", points[winner]))
    rounds = (*state.rounds, RoundResult(winner, position.rule, taken))
    ended = replace(
        state, position=position, stage=MATCH_OVER if is_last else ROUND_OVER, rounds=rounds
    )
    return Outcome(ended, travels, (*notes, Note("scored", data)), "scored")


def _deal_next_round(state: MatchState) -> Outcome[MatchState]:
    number = state.round_number + 1
    scores = state.position.scores
    dealt = _deal_state(state.options, state.seed, number, scores, state.rounds)
    note = Note("dealt", (("round", number),))
    return Outcome(dealt, _list_deal_moves(dealt.position), (note,), "dealt")


def _list_deal_moves(position: Position) -> tuple[CardMove, ...]:
    """List the cards as they are dealt: round and round to the hands, then one to each palette."""
    travels = []
    hands = [list(cards_in(position.hands[seat])) for seat in range(position.seats)]
    for nth in range(len(hands[0])):
        for seat, cards in enumerate(hands):
            eyes = frozenset({seat})
            travels.append(CardMove(TEXTS[cards[nth]], "deck", zone_of("hand", seat), eyes))
    for seat, row in enumerate(position.rows):
        travels.append(CardMove(TEXTS[row[0]], "deck", zone_of("palette", seat)))
    return tuple(travels)
