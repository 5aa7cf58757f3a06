"""Implements the program's interface of a game for Spring Cleaning, and the seats' observations.

An observation contains only values that a seat may know. In its position, cards that the seat can't
see are UNKNOWN; `randomize_hidden` replaces them with random cards.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Final

from red7_desktop.games.spring_cleaning.rules import card_moves, cards, legality, rounds
from red7_desktop.games.spring_cleaning.rules.position import (
    HIDDEN,
    OWES_INSERT,
    OWES_ORDER,
    START,
    Position,
    find_winners,
    replace_fields,
    shuffle_cards,
)
from red7_desktop.games.spring_cleaning.rules.rounds import (
    MatchOptions,
    MatchState,
    MatchStep,
    RoundResult,
    TurnTaken,
)
from red7_desktop.tabletop import game
from red7_desktop.tabletop.game import TURN
from red7_desktop.tabletop.rounds import DEAL_NEXT_ROUND, MATCH_OVER, RoundBasedGame


@dataclass(frozen=True)
class SpringObservation:
    """The part of a match's state that one seat may know.

    Attributes:
        viewer: The observing seat, None for a spectator.
        options: Options of the match.
        stage: Stage of the match: one of the constants of `tabletop.rounds`, such as TURN.
        round_number: Number of the round, from 1.
        leader: Seat that led the round's first trick.
        to_act: Seats that have to choose a step. The pseudo seat TABLE (-1) if the next step is
            nobody's choice, such as the deal of the next round.
        position: The position. Cards that the viewer doesn't know are UNKNOWN. The viewer knows its
            own hand, cards that were drawn openly, and all hands once the round is over.
        public_hands: Each seat's hand as all seats know it.
        reshuffles: How often the discarded cards became the deck in this round.
        turns: Finished turns of the round. The cards that other seats drew from the deck, and the
            order in which they picked up their offers, are left out.
        steps: Steps of the unfinished turn, with the same omissions.
        rounds: Results of the finished rounds.
        legal: The viewer's legal steps.
    """

    viewer: int | None
    options: MatchOptions
    stage: str
    round_number: int
    leader: int
    to_act: tuple[int, ...]
    position: Position
    public_hands: tuple[card_moves.PublicHand, ...]
    reshuffles: int
    turns: tuple[TurnTaken, ...]
    steps: tuple[cards.Step, ...]
    rounds: tuple[RoundResult, ...]
    legal: tuple[MatchStep, ...]

    @property
    def first_offers(self) -> tuple[TurnTaken, ...]:
        """The turns in which the seats picked their first offers; () if the round has none."""
        first = self.turns[: self.position.seats]
        is_whole = len(first) == self.position.seats
        are_offers = all(turn.steps[0].kind == cards.OFFER for turn in first)
        if is_whole and are_offers:
            return first
        return ()

    @property
    def turns_played(self) -> tuple[TurnTaken, ...]:
        return self.turns[len(self.first_offers) :]

    @cached_property
    def zones(self) -> game.Zones:
        """The cards in each zone (place for cards), with None for a card that is face down.

        `table` has the combination to beat, `trick` the beaten combinations, oldest first.
        """
        position = self.position
        beaten = [card for each in position.trick[:-1] for card in cards.cards_of(each)]
        zones: dict[str, tuple[game.Face, ...]] = {
            "table": _to_faces(cards.cards_of(position.trick[-1]) if position.trick else ()),
            "trick": _to_faces(tuple(beaten)),
            "deck": (None,) * len(position.deck),
            "discard": _to_faces(position.discard),
        }
        for seat in range(position.seats):
            acts = seat == position.mover
            drawn = (position.drawn,) if acts and position.phase == OWES_INSERT else ()
            zones[game.zone_of("hand", seat)] = _to_faces(position.hands[seat])
            zones[game.zone_of("offer", seat)] = _to_faces(position.offers[seat])
            zones[game.zone_of("drawn", seat)] = _to_faces(drawn)
            zones[game.zone_of("picked", seat)] = _to_faces(position.picked_up if acts else ())
        return zones


_FACES: Final[tuple[game.Face, ...]] = (None, *map(str, range(1, cards.HIGHEST + 1)))


def _to_faces(numbers: tuple[int, ...]) -> tuple[game.Face, ...]:
    return tuple(map(_FACES.__getitem__, numbers))


def hide_faces(
    taken: tuple[cards.Step, ...], seat: int, viewer: int | None
) -> tuple[cards.Step, ...]:
    """Return a seat's steps as the viewer sees them.

    Unless the seat is the viewer's, the steps don't say which cards were drawn from the deck, nor
    in which order a picked-up offer was arranged.
    """
    if seat == viewer:
        return taken
    return tuple([cards.Step(s.kind) if s.kind in {cards.DRAW, cards.ORDER} else s for s in taken])


def _build_seen_position(state: MatchState, viewer: int | None) -> Position:
    """Return the position with only the cards that the viewer knows."""
    real = state.position
    is_over = state.stage != TURN
    shown = [
        tuple([max(face, cards.UNKNOWN) for face in hand.faces])
        for hand in state.public_knowledge.hands
    ]
    hands = [
        hand if is_over or seat == viewer else shown[seat] for seat, hand in enumerate(real.hands)
    ]
    is_mine = real.mover == viewer
    sealed = [
        place if seat == viewer or not place else HIDDEN for seat, place in enumerate(real.sealed)
    ]
    return replace_fields(
        real,
        deck=(cards.UNKNOWN,) * len(real.deck),
        hands=tuple(hands),
        drawn=real.drawn if is_mine else state.public_knowledge.drawn,
        picked_up=real.picked_up if is_mine else (cards.UNKNOWN,) * len(real.picked_up),
        sealed=tuple(sealed),
    )


class SpringCleaning(RoundBasedGame[MatchState, MatchStep]):
    """Implements the program's interface of a game (`tabletop.game.Game`) for Spring Cleaning.

    It starts matches, lists and applies legal steps, and gives each seat its observation.
    """

    name = "spring"

    def start(self, options: game.Options, seed: int) -> MatchState:
        return rounds.deal_state(rounds.read_options(options), seed)

    def seats_to_act(self, state: MatchState) -> tuple[int, ...]:
        return legality.list_seats_to_act(state.position)

    def legal_steps(self, state: MatchState, seat: int) -> tuple[MatchStep, ...]:
        if state.stage == TURN:
            return legality.list_legal_steps(state.position, seat)
        if seat in self.to_act(state):
            return (DEAL_NEXT_ROUND,)
        return ()

    def explain_illegal(self, state: MatchState, seat: int, step: MatchStep) -> game.Reason | None:
        """Return why a step of a seat is illegal now, None if it is legal.

        The reason's code is one of those in `legality`, or:
            match_over: The match has ended.
            not_now: A round can't be dealt before the last one has ended.
        """
        if state.stage == MATCH_OVER:
            return game.make_reason("match_over")
        is_step = isinstance(step, cards.Step)
        if state.stage != TURN:
            if is_step:
                return game.make_reason("round_over")
            return None if seat == game.TABLE else game.make_reason("not_your_turn", seat="")
        if not 0 <= seat < state.options.seats:
            return game.make_reason("not_your_turn", seat=cards.SEATS[state.position.mover])
        if not isinstance(step, cards.Step):
            return game.make_reason("not_now")
        # Make a new deck first, so that the card drawn from it can be checked.
        return legality.explain_illegal(
            rounds.reshuffle_if_empty(state).position if step.argument else state.position,
            step,
            seat,
        )

    apply_legal = staticmethod(rounds.apply_match_step)

    def observe(self, state: MatchState, seat: int | None) -> SpringObservation:
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
        turns = [
            TurnTaken(t.seat, hide_faces(t.steps, t.seat, seat), t.offered) for t in state.turns
        ]
        return SpringObservation(
            viewer=seat,
            options=state.options,
            stage=state.stage,
            round_number=state.round_number,
            leader=state.leader,
            to_act=self.to_act(state),
            position=_build_seen_position(state, seat),
            public_hands=state.public_knowledge.hands,
            reshuffles=state.reshuffles,
            turns=tuple(turns),
            steps=hide_faces(state.steps, position.mover, seat),
            rounds=state.rounds,
            legal=() if seat is None else self.legal_steps(state, seat),
        )

    def find_drag_move(self, state: MatchState, seat: int, step: MatchStep) -> game.DragMove | None:
        if not isinstance(step, cards.Step):
            return None
        return card_moves.find_drag_move(state.position, seat, step)

    def find_dragged_step(
        self, state: MatchState, seat: int, drag_move: game.DragMove
    ) -> cards.Step | game.Reason | None:
        return card_moves.find_dragged_step(state.position, seat, drag_move)

    def list_illegal_plays(self, state: MatchState, seat: int) -> tuple[MatchStep, ...]:
        position = state.position
        is_asked = state.stage == TURN and position.mover == seat and position.phase == START
        if not is_asked or not position.trick:
            return ()
        leads = legality.list_leads(position.hands[seat])
        table = position.table
        lower = [each for each in leads if not cards.is_beating(each, table)]
        return tuple([cards.Step(cards.PLAY, each) for each in lower])

    def sort_cards(
        self, seen: SpringObservation, drag_move: game.DragMove
    ) -> SpringObservation | None:
        position = seen.position
        at = drag_move.source_place
        to = drag_move.target_place
        is_mine = seen.viewer == position.mover and seen.viewer in seen.to_act
        zone = game.zone_of("picked", position.mover)
        is_own = is_mine and zone == drag_move.source == drag_move.target
        if not is_own or at is None or to is None or position.phase != OWES_ORDER:
            return None
        loose = list(position.picked_up)
        loose.insert(to - (to > at), loose.pop(at))
        return replace(seen, position=replace_fields(position, picked_up=tuple(loose)))

    def result(self, state: MatchState) -> game.Result | None:
        """Return the result of a finished match, None before its end.

        The scores are the seats' trash (penalty points). The seat with the least trash wins.
        """
        if state.stage != MATCH_OVER:
            return None
        trash = state.position.trash
        return game.Result(find_winners(trash, state.rounds[-1].trash), trash)

    def text_of(self, step: MatchStep) -> str:
        """Return a step as text, without the drawn card.

        A replay takes the drawn card from the replayed deck.
        """
        if isinstance(step, cards.Step) and step.kind == cards.DRAW:
            return "draw"
        return str(step)

    parse_step = staticmethod(rounds.parse_match_step)


RULES: Final = SpringCleaning()


def randomize_hidden(observation: SpringObservation, rng: Random) -> Position:
    """Replace all cards that the viewer can't see by random ones; each deal is equally likely.

    The cards of a picked-up offer are public, but their order in the hand isn't. So these cards
    stay in the hand of the seat that picked them up, in random order. If a seat has secretly picked
    its first offer, a random card of its hand becomes the picked card.
    """
    seen = observation.position
    unseen = list(shuffle_cards(list_unseen(observation), rng))
    hands = list(seen.hands)
    loose = tuple(sorted(seen.picked_up))
    for seat, hand in enumerate(hands):
        if seat == observation.viewer or cards.UNKNOWN not in hand:
            continue
        faces, picked = observation.public_hands[seat]
        orders = list(shuffle_cards(picked, rng))
        hands[seat] = tuple(
            [
                orders.pop() if face == card_moves.PICKED_UP else face or unseen.pop()
                for face in faces
            ]
        )
        if seat == seen.mover and seen.phase == OWES_ORDER:
            loose = tuple(sorted(orders))
    if cards.UNKNOWN in loose:
        loose = observation.public_hands[seen.mover].picked
    drawn = seen.drawn
    if seen.phase == OWES_INSERT and not drawn:
        drawn = unseen.pop()
    sealed = [
        1 + int(rng.random() * len(hands[seat])) if place == HIDDEN else place
        for seat, place in enumerate(seen.sealed)
    ]
    return replace_fields(
        seen,
        deck=tuple([card or unseen.pop() for card in seen.deck]),
        hands=tuple(hands),
        drawn=drawn,
        picked_up=loose,
        sealed=tuple(sealed),
    )


def list_unseen(observation: SpringObservation) -> list[int]:
    """Return the cards that the viewer can't locate, sorted by number.

    These cards are in the deck or in other seats' hands.
    """
    position = observation.position
    rows = [position.deck, position.discard, *position.hands, *position.offers, (position.drawn,)]
    rows += [cards.cards_of(each) for each in position.trick]
    rows.append(position.picked_up)
    for seat, hand in enumerate(observation.public_hands):
        if seat != observation.viewer:
            rows.append(hand.picked)
    located = [card for row in rows for card in row]
    numbers = range(1, cards.HIGHEST + 1)
    return [number for number in numbers for _ in range(cards.COPIES - located.count(number))]
