"""The state of a Red7 match, and the functions that change it.

They read a match's options, deal rounds, apply steps, count points and list the moved cards.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, TypeAlias

from red7_desktop.games.red7.rules import cards
from red7_desktop.games.red7.rules.advance import apply_step, replace_fields
from red7_desktop.games.red7.rules.position import DISCARDED, START, Position, replace_entry
from red7_desktop.games.red7.rules.rules import Ruleset, list_largest_sets, parse_ruleset
from red7_desktop.tabletop import game
from red7_desktop.tabletop.game import TURN
from red7_desktop.tabletop.rounds import (
    DEAL_NEXT_ROUND,
    MATCH_OVER,
    ROUND_OVER,
    DealNextRound,
    RoundState,
)

SCORE: Final = "score"
"""Stage of a match in which the round's winner chooses which cards of its palette to score, because
several sets of cards are possible."""


@dataclass(frozen=True, slots=True)
class TurnTaken:
    """A finished turn of the round.

    Attributes:
        seat: The seat that took the turn.
        steps: The steps of the turn.
    """

    seat: int
    steps: tuple[cards.Step, ...]


@dataclass(frozen=True, slots=True)
class RoundResult:
    """The result of a round.

    Attributes:
        winner: The winning seat.
        rule: The rule in force at the end.
        taken: Set of the cards that the winner took as points.
    """

    winner: int
    rule: int
    taken: int


@dataclass(frozen=True, slots=True)
class PublicKnowledge:
    """Face-down cards that all seats know, because they were face up before.

    Attributes:
        deck: The known cards on top of the deck, top first.
        hands: The known hand cards of each seat, a set of cards.
    """

    deck: tuple[int, ...] = ()
    hands: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchState(RoundState):
    """The state of a match of Red7.

    Besides the stages of `RoundState` there is SCORE, in which the round's winner chooses cards to
    score.
    """

    options: MatchOptions
    deal: Position
    position: Position
    public_knowledge: PublicKnowledge
    turns: tuple[TurnTaken, ...] = ()
    steps: tuple[cards.Step, ...] = ()
    rounds: tuple[RoundResult, ...] = ()

    @property
    def round_winner(self) -> int:
        return self.position.live[0]


HAND_SIZE: Final = 7
STARTER_OPTIONS: Final = ("after_highest", "lowest")
"""Rules for choosing the seat that starts a round: `after_highest` (the seat after the one with the
highest card in its palette) or `lowest` (the seat with the lowest card in its palette)."""


def shuffle_cards(whole: int, seed: int, round_number: int) -> tuple[int, ...]:
    """Shuffle a set of cards for a round, with the same result on every platform.

    Only `Random.random` is used, because it is the only method whose results Python guarantees.

    Args:
        whole: The set of cards to shuffle.
        seed: Seed of the match.
        round_number: Number of the round, from 1.
    """
    deck = list(cards.cards_in(whole))
    rng = random.Random(f"red7:{seed}:{round_number}")
    for last in range(len(deck) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)


def has_enough_cards(scores: tuple[tuple[int, ...], ...]) -> bool:
    """Return whether enough cards outside the score piles are left for another round."""
    left = cards.DECK_SIZE - sum([len(pile) for pile in scores])
    return left >= (HAND_SIZE + 1) * len(scores)


def deal_round(
    rules: Ruleset,
    scores: tuple[tuple[int, ...], ...],
    seed: int,
    round_number: int = 1,
    starter: str = STARTER_OPTIONS[0],
) -> Position:
    """Deal a round to as many seats as there are score piles.

    Raises:
        InvalidPosition: There are not 2 to 4 seats, or too few cards are left.
    """
    seats = len(scores)
    if not 2 <= seats <= 4:
        raise game.InvalidPosition("seats", str(seats), "must be 2 to 4")
    if starter not in STARTER_OPTIONS:
        raise game.InvalidPosition(
            "starter", starter, f"must be one of {', '.join(STARTER_OPTIONS)}"
        )
    if not has_enough_cards(scores):
        why = "too few cards are left to deal to every seat"
        raise game.InvalidPosition("deck", str(seats), why)
    left = cards.ALL_CARDS & ~sum([cards.set_of(pile) for pile in scores])
    shuffled = shuffle_cards(left, seed, round_number)
    hands = [shuffled[HAND_SIZE * seat : HAND_SIZE * (seat + 1)] for seat in range(seats)]
    first = shuffled[HAND_SIZE * seats : (HAND_SIZE + 1) * seats]
    deck = shuffled[(HAND_SIZE + 1) * seats :]
    palettes = [1 << card for card in first]
    if starter == "lowest":
        mover = first.index(min(first))
    else:
        mover = (first.index(max(first)) + 1) % seats
    return Position(
        rules,
        (),
        deck,
        tuple([cards.set_of(hand) for hand in hands]),
        (0,) * seats,
        tuple([(card,) for card in first]),
        tuple(palettes),
        scores,
        mover,
        0,
        START,
    )


DEFAULT_TARGETS: Final = {2: 40, 3: 35, 4: 30}
"""Default number of points that end a match, by number of seats."""


def list_score_sets(position: Position, seat: int) -> tuple[int, ...]:
    """Return the sets that a seat may take as points, the most valuable one first.

    Empty if no card of the palette qualifies under the rule in force.
    """
    return list_largest_sets(position.rule, position.palettes[seat])


def points_of(scores: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """Return the points of each score pile: the sum of its cards' numbers."""
    return tuple([sum([cards.number_of(card) for card in pile]) for pile in scores])


def leaders_of(points: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats with the most points; several if they have equally many."""
    return tuple([seat for seat, own in enumerate(points) if own == max(points)])


class ScoreStep(NamedTuple):
    """The step in which a round's winner moves cards from its palette to its score pile.

    Attributes:
        cards: The set of these cards, as a bit mask.
    """

    cards: int

    def __str__(self) -> str:
        """Return the text form, such as `score R3 O3`."""
        return " ".join(["score", *cards.texts_of(self.cards)])


MatchStep: TypeAlias = cards.Step | ScoreStep | DealNextRound
"""Type of any step of a match: a step of a turn, the choice of cards to score, or the deal of the
next round."""


def parse_match_step(text: str) -> MatchStep:
    """Parse any step of a match.

    Raises:
        InvalidTurn: The text is not a step.

    >>> str(parse_match_step("score R3 O3")), str(parse_match_step("@V3"))
    ('score R3 O3', '@V3')
    """
    head, *words = text.split(" ")
    if head == "deal" and not words:
        return DEAL_NEXT_ROUND
    if head != "score":
        return cards.parse_step(text)
    for word in words:
        if word not in cards.CARD_BY_TEXT:
            raise game.InvalidTurn(text, f"no such card: {word!r}")
    if len(set(words)) < len(words):
        raise game.InvalidTurn(text, "a card is named twice")
    return ScoreStep(cards.set_of([cards.CARD_BY_TEXT[word] for word in words]))


MAX_TARGET: Final = 196
"""Highest number of points that a match can be played to: the points of all cards together."""
SEAT_COUNTS: Final = range(min(DEFAULT_TARGETS), max(DEFAULT_TARGETS) + 1)
SEATS_OPTION: Final = game.OptionSpec("seats", SEAT_COUNTS, 2)
TARGET: Final = game.OptionSpec("target", range(1, MAX_TARGET + 1), None)
"""Points that end an advanced match; by default `DEFAULT_TARGETS`, the rulebook's."""
STARTER: Final = game.OptionSpec("starter", STARTER_OPTIONS, STARTER_OPTIONS[0])


@dataclass(frozen=True, slots=True)
class MatchOptions:
    """Options of a match.

    Attributes:
        rules: The ruleset.
        seats: Number of seats, 2 to 4.
        target: Points that end an advanced match.
        starter: Rule for the starting seat of a round, one of `STARTER_OPTIONS`.
        head_start: Points with which each seat begins an advanced match; empty if all begin with 0.
    """

    rules: Ruleset
    seats: int
    target: int
    starter: str
    head_start: tuple[int, ...] = ()

    def to_plain(self) -> dict[str, Any]:
        plain = {
            "rules": str(self.rules),
            "seats": self.seats,
            "target": self.target,
            "starter": self.starter,
        }
        if self.head_start:
            plain[game.HEAD_START] = game.text_of_head_start(self.head_start)
        return plain

    def points_of(self, scores: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
        """Return the points of every seat: its head start and its score pile."""
        piles = points_of(scores)
        if not self.head_start:
            return piles
        return tuple([own + pile for own, pile in zip(self.head_start, piles, strict=True)])


def read_options(plain: game.Options) -> MatchOptions:
    """Build the options of a match from plain values, such as those of a JSON file.

    Missing options get defaults, such as 2 seats and the advanced game.

    Args:
        plain: The values, by the options' keys.

    Raises:
        InvalidOptions: An option is unknown or has an invalid value.
    """
    keys = ("rules", SEATS_OPTION.key, TARGET.key, STARTER.key, game.HEAD_START)
    game.reject_unknown_options(plain, keys)
    seats = SEATS_OPTION.parse(plain)
    target = TARGET.parse(plain)
    rules = plain.get("rules", "advanced@1.3")
    if not isinstance(rules, str):
        raise game.InvalidOptions("rules", f"{rules!r} is not a text")
    try:
        ruleset = parse_ruleset(rules)
    except game.InvalidPosition as error:
        raise game.InvalidOptions("rules", str(error)) from error
    if target is None:
        target = DEFAULT_TARGETS[seats]
    head_start = game.read_head_start(plain, seats, target)
    if head_start and not ruleset.advanced:
        raise game.InvalidOptions(game.HEAD_START, "the basic game has no points")
    return MatchOptions(ruleset, seats, target, STARTER.parse(plain), head_start)


DRAWS = frozenset({cards.DRAW, cards.FETCH})


def find_drag_move(seat: int, step: cards.Step) -> game.DragMove | None:
    """Return the drag by which a user would take a seat's step; None for END and PASS."""
    if step.kind in DRAWS:
        return game.DragMove(None, "deck", game.zone_of("hand", seat))
    source_and_target = {
        cards.PLAY: (game.zone_of("hand", seat), game.zone_of("palette", seat)),
        cards.DISCARD: (game.zone_of("hand", seat), "canvas"),
        cards.SHED: (game.zone_of("palette", seat), "canvas"),
        cards.BURY: (game.zone_of("palette", seat), "deck"),
        cards.TAKE: (game.zone_of("palette", step.seat), "deck"),
    }.get(step.kind)
    if source_and_target:
        return game.DragMove(cards.CARD_TEXTS[step.card], *source_and_target)
    return None


def find_dragged_step(state: MatchState, seat: int, drag_move: game.DragMove) -> cards.Step | None:
    """Convert a drag of a card into the step that it means, legal or not.

    Returns:
        None if no kind of step moves a card from the drag's source to its target.
    """
    if drag_move.source == "deck":
        if drag_move.target != game.zone_of("hand", seat):
            return None
        return cards.DRAW_STEP if state.position.phase == DISCARDED else cards.FETCH_STEP
    if drag_move.card not in cards.CARD_BY_TEXT:
        return None
    card = cards.CARD_BY_TEXT[drag_move.card]
    kind, _, owner = drag_move.source.partition(":")
    is_own = owner == cards.SEATS[seat]
    key = (kind, is_own, drag_move.target.partition(":")[0])
    if key == ("hand", True, "palette") and drag_move.target != game.zone_of("palette", seat):
        return None
    if key == ("palette", False, "deck") and owner in cards.SEATS:
        return cards.TAKE_STEPS[cards.SEATS.index(owner)][card]
    return cards.Step(_BY_HAND[key], card) if key in _BY_HAND else None


_BY_HAND: Final = {
    ("hand", True, "palette"): cards.PLAY,
    ("hand", True, "canvas"): cards.DISCARD,
    ("palette", True, "canvas"): cards.SHED,
    ("palette", True, "deck"): cards.BURY,
}


def find_card_move(
    before: Position, step: cards.Step, known: PublicKnowledge
) -> game.CardMove | None:
    """Return the card that a step moves, with its source, its target and the seats that see it.

    Args:
        before: The position before the step.
        step: The mover's step.
        known: The face-down cards that all seats know. If the deck's top card is one of them, all
            seats know which card is drawn.

    Returns:
        None if the step moves no card.
    """
    drag_move = find_drag_move(before.mover, step)
    if drag_move is None:
        return None
    card = drag_move.card
    witnesses = None
    if card is None:
        card = cards.CARD_TEXTS[before.deck[0]]
        if known.deck:
            witnesses = None
        else:
            witnesses = frozenset({before.mover})
    return game.CardMove(card, drag_move.source, drag_move.target, witnesses)


def update_known(before: Position, step: cards.Step, known: PublicKnowledge) -> PublicKnowledge:
    """Return the face-down cards that all seats know after a step.

    Args:
        before: The position before the step.
        step: The mover's step.
        known: The face-down cards that all seats knew before the step.
    """
    seat = before.mover
    deck = known.deck
    hands = known.hands
    if step.kind in {cards.TAKE, cards.BURY}:
        return PublicKnowledge((step.card, *deck), hands)
    if step.kind in DRAWS and deck:
        return PublicKnowledge(deck[1:], replace_entry(hands, seat, hands[seat] | 1 << deck[0]))
    if step.kind in {cards.PLAY, cards.DISCARD} and hands[seat] >> step.card & 1:
        return PublicKnowledge(deck, replace_entry(hands, seat, hands[seat] ^ 1 << step.card))
    return known


def deal_state(
    options: MatchOptions, seed: int, number: int = 1, before: MatchState | None = None
) -> MatchState:
    """Deal a round of a match.

    Args:
        options: Options of the match.
        seed: Seed of the match.
        number: Number of the round, from 1.
        before: The state at the end of the previous round, None for the first round.
    """
    if before:
        scores = before.position.scores
    else:
        scores = ((),) * options.seats
    position = deal_round(options.rules, scores, seed, number, options.starter)
    return begin_round(options, seed, number, position, before)


def begin_round(
    options: MatchOptions, seed: int, number: int, dealt: Position, before: MatchState | None
) -> MatchState:
    """Return the state of a match at the beginning of a dealt round."""
    known = PublicKnowledge((), (0,) * options.seats)
    rounds = before.rounds if before else ()
    return MatchState(options, seed, TURN, number, dealt, dealt, known, rounds=rounds)


def build_state_at(position: Position, *, open_hands: bool = False) -> MatchState:
    """Return the state of a match that starts from a position; its seed is 0.

    Args:
        position: The position.
        open_hands: Whether every seat knows all cards.
    """
    rules = position.rules
    seats = position.seats
    options = MatchOptions(rules, seats, DEFAULT_TARGETS[seats], STARTER_OPTIONS[0])
    known = PublicKnowledge((), (0,) * seats)
    if open_hands:
        known = PublicKnowledge(
            tuple([card for card in position.deck if card != cards.UNKNOWN]), position.hands
        )
    return MatchState(options, 0, TURN, 1, position, position, known)


def apply_match_step(state: MatchState, step: MatchStep) -> game.Outcome[MatchState]:
    """Apply a legal step: of a turn, the choice of points, or the deal of the next round.

    Returns:
        The new state, with the moved cards and the events that the table shows.
    """
    if isinstance(step, cards.Step):
        return _apply_turn_step(state, step)
    if isinstance(step, ScoreStep):
        return _apply_score(state, step.cards, ())
    number = state.round_number + 1
    dealt = deal_state(state.options, state.seed, number, state)
    note = game.Event("dealt", (("round", number),))
    return game.Outcome(dealt, _list_deal_moves(dealt.position), (note,), "dealt")


def _apply_turn_step(state: MatchState, step: cards.Step) -> game.Outcome[MatchState]:
    before = state.position
    seat = state.position.mover
    card_move = find_card_move(before, step, state.public_knowledge)
    card_moves = () if card_move is None else (card_move,)
    hides = step.kind in DRAWS and not state.public_knowledge.deck
    if step.kind in DRAWS:
        step = cards.Step(step.kind, before.deck[0])
    position = apply_step(before, step)
    steps = (*state.steps, step)
    moved = replace(
        state,
        position=position,
        public_knowledge=update_known(before, step, state.public_knowledge),
        steps=steps,
    )
    notes: tuple[game.Event, ...] = ()
    if position.rule != before.rule:
        facts = (("rule", cards.LETTERS[position.rule]), ("seat", cards.SEATS[seat]))
        notes = (game.Event("rule", facts),)
    if step.kind not in {cards.END, cards.PASS}:
        return game.Outcome(moved, card_moves, notes, "drew" if hides else None)
    if step.kind == cards.PASS:
        data = (("seat", cards.SEATS[seat]), ("rule", cards.LETTERS[position.rule]))
        notes = (*notes, game.Event("out", data))
    ended = replace(moved, steps=(), turns=(*state.turns, TurnTaken(seat, steps)))
    if position.is_over:
        return _end_round(ended, notes)
    return game.Outcome(ended, card_moves, notes, "turn_over")


def _end_round(state: MatchState, notes: tuple[game.Event, ...]) -> game.Outcome[MatchState]:
    winner = state.round_winner
    rule = state.position.rule
    notes = (
        *notes,
        game.Event("round_won", (("seat", cards.SEATS[winner]), ("rule", cards.LETTERS[rule]))),
    )
    if not state.options.rules.advanced:
        rounds = (*state.rounds, RoundResult(winner, rule, 0))
        return game.Outcome(replace(state, stage=MATCH_OVER, rounds=rounds), (), notes, "turn_over")
    choices = list_score_sets(state.position, winner)
    if len(choices) > 1:
        return game.Outcome(replace(state, stage=SCORE), (), notes, "turn_over")
    return _apply_score(state, choices[0] if choices else 0, notes)


def _apply_score(
    state: MatchState, taken: int, notes: tuple[game.Event, ...]
) -> game.Outcome[MatchState]:
    position = state.position
    winner = state.round_winner
    rows = list(position.rows)
    scores = list(position.scores)
    gained = tuple([card for card in rows[winner] if taken >> card & 1])
    rows[winner] = tuple([card for card in rows[winner] if not taken >> card & 1])
    scores[winner] += gained
    position = replace_fields(position, rows=tuple(rows), scores=tuple(scores))
    points = state.options.points_of(position.scores)
    is_last = max(points) >= state.options.target or not has_enough_cards(position.scores)
    places = game.zone_of("palette", winner), game.zone_of("score", winner)
    card_moves = tuple([game.CardMove(cards.CARD_TEXTS[card], *places) for card in gained])
    data = (
        ("seat", cards.SEATS[winner]),
        ("points", cards.sum_points(taken)),
        ("total", points[winner]),
    )
    rounds = (*state.rounds, RoundResult(winner, position.rule, taken))
    ended = replace(
        state, position=position, stage=MATCH_OVER if is_last else ROUND_OVER, rounds=rounds
    )
    return game.Outcome(ended, card_moves, (*notes, game.Event("scored", data)), "scored")


def _list_deal_moves(position: Position) -> tuple[game.CardMove, ...]:
    """Return the card moves of a deal, in the order in which the cards are dealt.

    The cards go to the hands in turn, one at a time, until all hands are full. Then each palette
    gets one card.
    """
    card_moves = []
    hands = [list(cards.cards_in(position.hands[seat])) for seat in range(position.seats)]
    for nth in range(len(hands[0])):
        for seat, hand in enumerate(hands):
            witnesses = frozenset({seat})
            card_moves.append(
                game.CardMove(
                    cards.CARD_TEXTS[hand[nth]], "deck", game.zone_of("hand", seat), witnesses
                )
            )
    for seat, row in enumerate(position.rows):
        card_moves.append(
            game.CardMove(cards.CARD_TEXTS[row[0]], "deck", game.zone_of("palette", seat))
        )
    return tuple(card_moves)
