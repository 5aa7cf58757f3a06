"""The state of a Spring Cleaning match, and the functions that change it.

They read a match's options, deal rounds, apply steps and give out trash (penalty points) at the end
of a round.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from red7_desktop.games.spring_cleaning.rules import advance, cards
from red7_desktop.games.spring_cleaning.rules.card_moves import (
    PublicHand,
    PublicKnowledge,
    build_known,
    list_card_moves,
    list_deal_moves,
    list_new_deck_moves,
    list_reveal_moves,
    reveal_known,
    update_known,
)
from red7_desktop.games.spring_cleaning.rules.position import (
    MAX_TURNS,
    OWES_ORDER,
    SEALED,
    START,
    TRASH_LIMITS,
    Position,
    build_new_deck,
    deal_round,
    draw_first_leader,
    find_next_leader,
    is_match_over,
    restock_deck,
)
from red7_desktop.tabletop import game
from red7_desktop.tabletop.game import TURN
from red7_desktop.tabletop.rounds import (
    DEAL_NEXT_ROUND,
    MATCH_OVER,
    ROUND_OVER,
    DealNextRound,
    RoundState,
)


@dataclass(frozen=True, slots=True)
class TurnTaken:
    """A finished turn of the round.

    Attributes:
        seat: The seat that took the turn.
        steps: The steps of the turn.
        offered: Number of the card that the seat offered in the turn. UNKNOWN if the seat offered
            no card, or at once picked the card up again.
    """

    seat: int
    steps: tuple[cards.Step, ...]
    offered: int = cards.UNKNOWN


@dataclass(frozen=True, slots=True)
class RoundResult:
    """The result of a round.

    Attributes:
        leader: Seat that led the round's first trick.
        left: Number of cards that each seat had left in its hand and its offer.
        trash: Trash (penalty points) that each seat got for the round.
        stopped: Whether the round was stopped after too many turns.
    """

    leader: int
    left: tuple[int, ...]
    trash: tuple[int, ...]
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class MatchState(RoundState):
    """The state of a match.

    At the beginning of a round, every seat picks a card as its first offer. `turns` contains these
    picks as one turn of each seat, in the order of the seats. While seats pick, `stage` is TURN.

    Attributes:
        leader: Seat that leads the round's first trick.
        reshuffles: How often the discarded cards became the deck in this round.
    """

    options: MatchOptions
    deal: Position
    position: Position
    public_knowledge: PublicKnowledge
    turns: tuple[TurnTaken, ...] = ()
    steps: tuple[cards.Step, ...] = ()
    rounds: tuple[RoundResult, ...] = ()
    leader: int = 0
    reshuffles: int = 0


MatchStep: TypeAlias = cards.Step | DealNextRound
"""Type of any step of a match: a step of a turn, or the deal of the next round."""


def parse_match_step(text: str) -> MatchStep:
    """Parse any step of a match.

    Raises:
        InvalidTurn: The text is not a step.

    >>> str(parse_match_step("deal")), str(parse_match_step("offer 3"))
    ('deal', 'offer 3')
    """
    if text == "deal":
        return DEAL_NEXT_ROUND
    return cards.parse_step(text)


NEXT_TURN: Final = "next_turn"
AT_ONCE: Final = "at_once"
PICKUP_OPTIONS: Final = (NEXT_TURN, AT_ONCE)
"""Values of the option for when a seat with an empty hand picks up its offer: at the beginning of
its next turn (the default), or at the end of the turn that emptied the hand."""
SEATS_OPTION: Final = game.OptionSpec(
    "seats", range(cards.MIN_SEATS, cards.MAX_SEATS + 1), cards.MIN_SEATS
)
PICKUP: Final = game.OptionSpec("pickup", PICKUP_OPTIONS, NEXT_TURN)


@dataclass(frozen=True, slots=True)
class MatchOptions:
    """Options of a match.

    Attributes:
        seats: Number of seats, 2 to 5.
        pickup: When a seat whose hand is empty picks up its offer: NEXT_TURN (at the beginning of
            its next turn) or AT_ONCE (at the end of the turn that emptied the hand).
        head_start: Trash (penalty points) with which each seat begins the match; empty if all seats
            begin with 0.
    """

    seats: int
    pickup: str = NEXT_TURN
    head_start: tuple[int, ...] = ()

    @property
    def at_once(self) -> bool:
        return self.pickup == AT_ONCE

    def to_plain(self) -> dict[str, Any]:
        plain: dict[str, Any] = {"seats": self.seats, "pickup": self.pickup}
        if self.head_start:
            plain[game.HEAD_START] = game.text_of_head_start(self.head_start)
        return plain

    @property
    def first_trash(self) -> tuple[int, ...]:
        """The trash (penalty points) with which each seat begins the match: its handicap, or 0."""
        return self.head_start or (0,) * self.seats


def read_options(plain: game.Options) -> MatchOptions:
    """Build the options of a match from plain values, such as those of a JSON file.

    Missing options get defaults, such as 2 seats.

    Args:
        plain: The values, by the options' keys.

    Raises:
        InvalidOptions: An option is unknown or has an invalid value.
    """
    game.reject_unknown_options(plain, (SEATS_OPTION.key, PICKUP.key, game.HEAD_START))
    seats = SEATS_OPTION.parse(plain)
    head_start = game.read_head_start(plain, seats, TRASH_LIMITS[seats])
    return MatchOptions(seats, PICKUP.parse(plain), head_start)


def deal_state(
    options: MatchOptions, seed: int, number: int = 1, before: MatchState | None = None
) -> MatchState:
    """Deal a round of a match.

    The leader of the first round is random. Each later round is led by the seat that has the most
    trash (penalty points).

    Args:
        options: Options of the match.
        seed: Seed of the match.
        number: Number of the round, from 1.
        before: State at the end of the previous round, None for the first.
    """
    if before:
        trash = before.position.trash
    else:
        trash = options.first_trash
    if before:
        leader = find_next_leader(trash, before.leader)
    else:
        leader = draw_first_leader(seed, options.seats)
    dealt = deal_round(options.at_once, trash, leader, seed, number)
    return begin_round(options, seed, number, dealt, before)


def begin_round(
    options: MatchOptions, seed: int, number: int, dealt: Position, before: MatchState | None
) -> MatchState:
    """Return the state of a match at the beginning of a dealt round.

    The mover of the dealt position will lead the first trick.
    """
    known = build_known(dealt)
    rounds = before.rounds if before else ()
    return MatchState(
        options, seed, TURN, number, dealt, dealt, known, rounds=rounds, leader=dealt.mover
    )


def build_state_at(position: Position, *, open_hands: bool = False) -> MatchState:
    """Return the state of a match that starts from a position; the match's seed is 0.

    If a trick is running, the seat that holds the trick counts as the leader of the round.

    Args:
        position: The position.
        open_hands: Whether every seat knows all cards.
    """
    options = MatchOptions(position.seats, AT_ONCE if position.at_once else NEXT_TURN)
    known = build_known(position)
    if open_hands:
        known = PublicKnowledge(
            tuple([PublicHand(hand) for hand in position.hands]), position.drawn
        )
    if position.trick:
        leader = position.holder
    else:
        leader = position.mover
    return MatchState(options, 0, TURN, 1, position, position, known, leader=leader)


def apply_match_step(state: MatchState, seat: int, step: MatchStep) -> game.Outcome[MatchState]:
    """Apply a legal step of a seat, or deal the next round.

    Returns:
        The new state, with the moved cards and the events that the table shows.
    """
    if not isinstance(step, cards.Step):
        number = state.round_number + 1
        dealt = deal_state(state.options, state.seed, number, state)
        note = game.Event("dealt", (("round", number), ("seat", cards.SEATS[dealt.leader])))
        return game.Outcome(dealt, list_deal_moves(dealt.position), (note,), "dealt")
    if state.position.phase == SEALED:
        return _apply_pick(state, seat, step)
    return _apply_turn_step(state, step)


def _apply_pick(state: MatchState, seat: int, step: cards.Step) -> game.Outcome[MatchState]:
    """Confirm a seat's first offer, face down. Once all seats have confirmed, reveal all offers."""
    before = state.position
    position = advance.apply_step(before, step, seat)
    if position.phase == SEALED:
        return game.Outcome(replace(state, position=position), undo_barrier="sealed")
    places = (*before.sealed[:seat], step.argument, *before.sealed[seat + 1 :])
    turns = [
        TurnTaken(each, (cards.Step(cards.OFFER, place),), before.hands[each][place - 1])
        for each, place in enumerate(places)
    ]
    known = reveal_known(before, places, state.public_knowledge)
    opened = replace(state, position=position, public_knowledge=known, turns=tuple(turns))
    notes = (game.Event("revealed", (("seat", cards.SEATS[position.mover]),)),)
    return game.Outcome(opened, list_reveal_moves(before, places), notes, "revealed")


def _apply_turn_step(state: MatchState, step: cards.Step) -> game.Outcome[MatchState]:
    seat = state.position.mover
    card_moves: tuple[game.CardMove, ...] = ()
    notes: tuple[game.Event, ...] = ()
    if step.kind == cards.DRAW:
        if not state.position.deck:
            card_moves = list_new_deck_moves(state.position)
            notes = (game.Event("reshuffled", (("count", len(card_moves)),)),)
            state = reshuffle_if_empty(state)
        step = cards.Step(cards.DRAW, state.position.deck[0])
    before = state.position
    position = advance.apply_step(before, step)
    known = update_known(before, step, position, state.public_knowledge)
    card_moves += list_card_moves(before, step, position, known)
    notes += _list_notes(before, step, position)
    taken = (*state.steps, step)
    if not _ends_turn(before, step, position):
        moved = replace(state, position=position, public_knowledge=known, steps=taken)
        return game.Outcome(moved, card_moves, notes, "drew" if step.kind == cards.DRAW else None)
    if step.kind == cards.OFFER:
        offered = before.hands[seat][step.argument - 1]
    else:
        offered = cards.UNKNOWN
    turns = (*state.turns, TurnTaken(seat, taken, offered))
    ended = replace(state, position=position, public_knowledge=known, steps=(), turns=turns)
    if not position.is_over and len(turns) - position.seats < MAX_TURNS:
        return game.Outcome(ended, card_moves, notes, "turn_over")
    return _end_round(ended, seat, card_moves, notes)


def reshuffle_if_empty(state: MatchState) -> MatchState:
    """Shuffle the discarded cards into a new deck if the deck is empty; return the new state."""
    if state.position.deck:
        return state
    discard = state.position.discard
    deck = build_new_deck(discard, state.seed, state.round_number, state.reshuffles)
    position = restock_deck(state.position, deck)
    return replace(state, position=position, reshuffles=state.reshuffles + 1)


def _ends_turn(before: Position, step: cards.Step, position: Position) -> bool:
    if step.kind == cards.ORDER:
        return before.at_once and not (
            position.phase == OWES_ORDER and position.mover == before.mover
        )
    if step.kind in {cards.PLAY, cards.OFFER}:
        return position.mover != before.mover or position.phase == START
    return position.is_over


def _list_notes(before: Position, step: cards.Step, position: Position) -> tuple[game.Event, ...]:
    notes: list[game.Event] = []
    if before.trick and not position.trick:
        count = sum([cards.length_of(each) for each in before.trick])
        facts = (("seat", cards.SEATS[before.holder]), ("count", count))
        notes.append(game.Event("trick_won", facts))
    if position.phase == OWES_ORDER and step.kind != cards.ORDER:
        seat = cards.SEATS[position.mover]
        count = len(position.picked_up)
        notes.append(game.Event("picked_up", (("seat", seat), ("count", count))))
    return tuple(notes)


def _end_round(
    state: MatchState,
    seat: int,
    card_moves: tuple[game.CardMove, ...],
    notes: tuple[game.Event, ...],
) -> game.Outcome[MatchState]:
    position = state.position
    was_stopped = not state.position.is_over
    if was_stopped:
        position = advance.stop_round(position, seat)
    given = tuple([now - had for now, had in zip(position.trash, state.deal.trash, strict=True)])
    left = tuple([position.card_count(each) for each in range(position.seats)])
    rounds = (*state.rounds, RoundResult(state.leader, left, given, was_stopped))
    if is_match_over(position.trash):
        stage = MATCH_OVER
    else:
        stage = ROUND_OVER
    ended = replace(state, position=position, stage=stage, rounds=rounds)
    out = "".join([cards.SEATS[each] for each, trash in enumerate(given) if not trash])
    notes += (game.Event("round_stopped" if was_stopped else "round_over", (("seats", out),)),)
    for each, more in enumerate(given):
        facts = (("seat", cards.SEATS[each]), ("given", more), ("total", position.trash[each]))
        notes += (game.Event("trash", facts),)
    return game.Outcome(ended, card_moves, notes, "turn_over")
