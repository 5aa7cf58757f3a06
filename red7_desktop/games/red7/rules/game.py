"""Implements the program's interface of a game for Red7, and the observations of seats.

An observation contains only values that a seat may know. It contains no position; `position_of`
makes a position in which the hidden cards are unknown.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from red7_desktop.games.red7.rules import cards, legality, position, rounds
from red7_desktop.games.red7.rules.rounds import MatchOptions, MatchState, MatchStep, RoundResult
from red7_desktop.games.red7.rules.turns import Turns, build_turns, list_steps
from red7_desktop.tabletop import game, player
from red7_desktop.tabletop.game import TURN
from red7_desktop.tabletop.rounds import DEAL_NEXT_ROUND, MATCH_OVER, RoundBasedGame
from red7_desktop.tabletop.search import shuffle


@dataclass(frozen=True, slots=True)
class Red7Observation:
    """The part of a match's state that one seat may know.

    Attributes:
        viewer: The observing seat, None for a spectator.
        options: Options of the match.
        stage: Stage of the match: one of the constants of `tabletop.rounds`, such as TURN, or
            SCORE.
        round_number: Number of the round, from 1.
        to_act: Seats that have to choose a step. The pseudo seat TABLE (-1) if the next step is
            nobody's choice, such as the deal of the next round.
        mover: The seat whose turn it is, NOBODY if the round is over.
        phase: Phase of the turn, a constant of `position`.
        out: Bit set of the seats that are out of the round.
        canvas: Cards on the canvas, oldest first.
        rows: Cards of each seat's palette, in the order in which they were played. If a seat is out
            of the round, its palette when it dropped out.
        scores: Score pile of each seat.
        hand_counts: Number of hand cards of each seat.
        deck_count: Number of cards in the deck.
        known_deck: Cards on top of the deck that everybody saw, top first.
        known_hands: Hand cards of each seat that everybody saw, as sets.
        turns: Finished turns of the round, without the faces of drawn cards.
        steps: Steps of the unfinished turn, also without these faces.
        rounds: Results of the finished rounds.
        hand: The viewer's hand, a set; 0 for a spectator.
        legal: The viewer's legal steps.
    """

    viewer: int | None
    options: MatchOptions
    stage: str
    round_number: int
    to_act: tuple[int, ...]
    mover: int
    phase: int
    out: int
    canvas: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]
    scores: tuple[tuple[int, ...], ...]
    hand_counts: tuple[int, ...]
    deck_count: int
    known_deck: tuple[int, ...]
    known_hands: tuple[int, ...]
    turns: tuple[rounds.TurnTaken, ...]
    steps: tuple[cards.Step, ...]
    rounds: tuple[RoundResult, ...]
    hand: int
    legal: tuple[MatchStep, ...]

    @property
    def keeps_points(self) -> bool:
        return self.options.rules.advanced

    @property
    def points(self) -> tuple[int, ...]:
        """The points of every seat, head starts included."""
        return self.options.points_of(self.scores)

    @property
    def zones(self) -> game.Zones:
        """The cards in each zone (place for cards), with None for a card that is face down.

        Hands are sorted, highest card first. Palettes of seats that are out are face down until the
        round ends.
        """
        zones: dict[str, tuple[game.Face, ...]] = {
            "canvas": tuple([cards.CARD_TEXTS[card] for card in self.canvas]),
            "deck": (None,) * self.deck_count,
        }
        for seat, row in enumerate(self.rows):
            is_out = bool(self.out >> seat & 1)
            hand: tuple[game.Face, ...] = (None,) * self.hand_counts[seat]
            if seat == self.viewer and not is_out:
                hand = tuple(cards.texts_of(self.hand))
            is_turned = is_out and self.stage == TURN
            faces = tuple([None if is_turned else cards.CARD_TEXTS[card] for card in row])
            zones[game.zone_of("hand", seat)] = hand
            zones[game.zone_of("palette", seat)] = faces
            zones[game.zone_of("score", seat)] = tuple(
                [cards.CARD_TEXTS[card] for card in self.scores[seat]]
            )
        return zones


def _hide_drawn_cards(steps: tuple[cards.Step, ...]) -> tuple[cards.Step, ...]:
    return tuple([cards.Step(s.kind) if s.kind in {cards.DRAW, cards.FETCH} else s for s in steps])


def position_of(observation: Red7Observation) -> position.Position:
    """Return the position as the observing seat sees it; cards that it can't see are UNKNOWN."""
    seen = list(observation.known_hands)
    if observation.viewer is not None:
        seen[observation.viewer] = observation.hand
    counts = observation.hand_counts
    hidden = observation.deck_count - len(observation.known_deck)
    unseen = [counts[seat] - seen[seat].bit_count() for seat in range(len(seen))]
    palettes = [cards.set_of(row) for row in observation.rows]
    return position.Position(
        observation.options.rules,
        observation.canvas,
        (*observation.known_deck, *[cards.UNKNOWN] * hidden),
        tuple(seen),
        tuple(unseen),
        observation.rows,
        tuple(palettes),
        observation.scores,
        observation.mover if observation.stage == TURN else position.NOBODY,
        observation.out,
        observation.phase,
    )


def redeal(observation: Red7Observation, rng: Random) -> position.Position:
    """Return a position in which the cards hidden from the viewer are replaced by random ones.

    Each possible deal is equally likely.
    """
    seen = position_of(observation)
    known = cards.set_of(seen.canvas)
    known |= cards.set_of([card for card in seen.deck if card != cards.UNKNOWN])
    for row in (*seen.rows, *seen.scores):
        known |= cards.set_of(row)
    for hand in seen.hands:
        known |= hand
    unseen = list(cards.cards_in(cards.ALL_CARDS & ~known))
    shuffle(unseen, rng.random)
    hands: list[int] = []
    for hand, hidden in zip(seen.hands, seen.unseen, strict=True):
        hands.append(hand | cards.set_of(unseen[:hidden]))
        del unseen[:hidden]
    deck = tuple([unseen.pop() if card == cards.UNKNOWN else card for card in seen.deck])
    return position.Position(
        seen.rules,
        seen.canvas,
        deck,
        tuple(hands),
        (0,) * seen.seats,
        seen.rows,
        seen.palettes,
        seen.scores,
        seen.mover,
        seen.out,
        seen.phase,
    )


class Red7(RoundBasedGame[MatchState, MatchStep]):
    """Implements the program's interface of a game (`tabletop.game.Game`) for Red7.

    It starts matches, lists and applies legal steps, and gives each seat its observation.
    """

    name = "red7"

    def start(self, options: game.Options, seed: int) -> MatchState:
        return rounds.deal_state(rounds.read_options(options), seed)

    def seats_to_act(self, state: MatchState) -> tuple[int, ...]:
        if state.stage == rounds.SCORE:
            return (state.round_winner,)
        return (state.position.mover,)

    def legal_steps(self, state: MatchState, seat: int) -> tuple[MatchStep, ...]:
        if seat not in self.to_act(state):
            return ()
        if state.stage == TURN:
            return legality.list_legal_steps(state.position)
        if state.stage == rounds.SCORE:
            return tuple(map(rounds.ScoreStep, rounds.list_score_sets(state.position, seat)))
        return (DEAL_NEXT_ROUND,)

    def text_of(self, step: MatchStep) -> str:
        """Return a step as text, without the face of a drawn card, which a log must not reveal."""
        if isinstance(step, cards.Step):
            (step,) = _hide_drawn_cards((step,))
        return str(step)

    def explain_illegal(self, state: MatchState, seat: int, step: MatchStep) -> game.Reason | None:
        """Return why a step of a seat is illegal now, None if it is legal.

        The reason's code is one of those in `legality`, or:
            match_over: The match has ended.
            not_your_turn: It is another seat's turn.
            not_now: The step belongs to another stage of the match.
            not_a_choice: The winner may not score these cards.
        """
        if state.stage == MATCH_OVER:
            return game.make_reason("match_over")
        asked = self.to_act(state)
        if seat not in asked:
            if asked[0] >= 0:
                whose = cards.SEATS[asked[0]]
            else:
                whose = ""
            return game.make_reason("not_your_turn", seat=whose)
        if state.stage == TURN and isinstance(step, cards.Step):
            return legality.explain_illegal(state.position, step)
        legal = self.legal_steps(state, seat)
        if step in legal:
            return None
        return game.make_reason("not_a_choice" if type(step) is type(legal[0]) else "not_now")

    def apply_legal(
        self, state: MatchState, seat: int, step: MatchStep
    ) -> game.Outcome[MatchState]:
        return rounds.apply_match_step(state, step)

    def observe(self, state: MatchState, seat: int | None) -> Red7Observation:
        """Return all that a seat may know about the match.

        Args:
            state: State of the match.
            seat: The seat, or None for a spectator.

        Raises:
            IndexError: `seat` isn't the index of a player's seat. For example, it is TABLE, the
                pseudo seat of steps that no player decides.
        """
        position = state.position
        if seat is not None and not 0 <= seat < position.seats:
            raise IndexError(f"no seat {seat} at a table of {position.seats}")
        turns = [rounds.TurnTaken(each.seat, _hide_drawn_cards(each.steps)) for each in state.turns]
        return Red7Observation(
            viewer=seat,
            options=state.options,
            stage=state.stage,
            round_number=state.round_number,
            to_act=self.to_act(state),
            mover=position.mover,
            phase=position.phase,
            out=position.out,
            canvas=position.canvas,
            rows=position.rows,
            scores=position.scores,
            hand_counts=tuple([position.hand_count(each) for each in range(position.seats)]),
            deck_count=len(position.deck),
            known_deck=state.public_knowledge.deck,
            known_hands=state.public_knowledge.hands,
            turns=tuple(turns),
            steps=_hide_drawn_cards(state.steps),
            rounds=state.rounds,
            hand=0 if seat is None else position.hands[seat],
            legal=() if seat is None else self.legal_steps(state, seat),
        )

    def find_drag_move(self, state: MatchState, seat: int, step: MatchStep) -> game.DragMove | None:
        if isinstance(step, cards.Step):
            return rounds.find_drag_move(seat, step)
        return None

    find_dragged_step = staticmethod(rounds.find_dragged_step)

    def result(self, state: MatchState) -> game.Result | None:
        """Return the result of a finished match, None before its end.

        The winner of the only round wins a basic match. The seat with the most points wins an
        advanced match; several seats with equally many points share the win.
        """
        if state.stage != MATCH_OVER:
            return None
        points = state.options.points_of(state.position.scores)
        advanced = state.options.rules.advanced
        return game.Result(rounds.leaders_of(points) if advanced else (state.round_winner,), points)

    parse_step = staticmethod(rounds.parse_match_step)


RULES: Final = Red7()
observe: Final = RULES.observe
"""The method `RULES.observe`, for modules that use no other method of `RULES`."""


def find_turns_or_choice(observation: Red7Observation) -> Turns | player.Choice:
    """Return a seat's legal turns, or the steps to take if there is nothing to choose.

    Returns:
        The legal turns if there are at least two. A `Choice` with the turn's steps if there is only
        one turn. If the seat has won the round, a `Choice` that scores the set of cards with the
        most points.

    Raises:
        NotToActError: The observing seat doesn't have to act.
    """
    if not observation.legal:
        raise player.NotToActError(f"seat {observation.viewer} has no step to choose")
    if observation.stage != TURN:
        return player.Choice((observation.legal[0],))
    turns = build_turns(position_of(observation))
    if turns.count > 1:
        return turns
    return player.Choice(list_steps(turns, 0))
