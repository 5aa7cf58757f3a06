"""What one seat may know of a match, built from nothing up, and what follows from it.

The observation is an allow-list: a field is here because the seat may know it. Its position
has UNKNOWN cards in it; `redealing` fills them in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from red7_desktop.games.spring_cleaning.rules import steps
from red7_desktop.games.spring_cleaning.rules.cards import UNKNOWN
from red7_desktop.games.spring_cleaning.rules.combinations import cards_of
from red7_desktop.games.spring_cleaning.rules.engine.position import HIDDEN, OWES_INSERT, Position
from red7_desktop.games.spring_cleaning.rules.known import SeenHand
from red7_desktop.games.spring_cleaning.rules.rounds import list_acting_seats, list_legal_steps_for
from red7_desktop.games.spring_cleaning.rules.state import TURN, TurnTaken
from red7_desktop.games.spring_cleaning.rules.steps import Step
from red7_desktop.tabletop.zones import zone_of

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.rules.match_steps import MatchStep
    from red7_desktop.games.spring_cleaning.rules.options import MatchOptions
    from red7_desktop.games.spring_cleaning.rules.state import MatchState, RoundResult
    from red7_desktop.tabletop.zones import Face, Zones


@dataclass(frozen=True, slots=True)
class SpringObservation:
    """What a seat (viewer; None: a spectator) may know.

    Public: options, stage, round_number, leader, to_act, seen (every hand as everybody sees it),
    reshuffles, rounds. As the viewer may know them: position (the viewer's own hand, hands that lie
    open once the round is over, faces that were drawn openly; all else UNKNOWN), turns and steps of
    this round (others' drawn cards and orders unknown), legal (the steps the viewer may take).
    """

    viewer: int | None
    options: MatchOptions
    stage: str
    round_number: int
    leader: int
    to_act: tuple[int, ...]
    position: Position
    seen: tuple[SeenHand, ...]
    reshuffles: int
    turns: tuple[TurnTaken, ...]
    steps: tuple[Step, ...]
    rounds: tuple[RoundResult, ...]
    legal: tuple[MatchStep, ...]

    @property
    def first_offers(self) -> tuple[TurnTaken, ...]:
        """The turns in which the seats picked them; () in a round that begins in its middle."""
        first = self.turns[: self.position.seats]
        is_whole = len(first) == self.position.seats
        are_offers = all(turn.steps[0].kind == steps.OFFER for turn in first)
        return first if is_whole and are_offers else ()

    @property
    def turns_played(self) -> tuple[TurnTaken, ...]:
        """The turns of this round after the first offers."""
        return self.turns[len(self.first_offers) :]

    @property
    def zones(self) -> Zones:
        """All zones, with the faces that the viewer may see.

        `table` has the combination to beat, `trick` the beaten ones, oldest first.
        """
        position = self.position
        beaten = [card for each in position.trick[:-1] for card in cards_of(each)]
        to_beat = cards_of(position.trick[-1]) if position.trick else ()
        zones: dict[str, tuple[Face, ...]] = {
            "table": _to_faces(to_beat),
            "trick": _to_faces(tuple(beaten)),
            "deck": (None,) * len(position.deck),
            "discard": _to_faces(position.discard),
        }
        for seat in range(position.seats):
            acts = seat == position.mover
            drawn = (position.drawn,) if acts and position.phase == OWES_INSERT else ()
            zones[zone_of("hand", seat)] = _to_faces(position.hands[seat])
            zones[zone_of("offer", seat)] = _to_faces(position.offers[seat])
            zones[zone_of("drawn", seat)] = _to_faces(drawn)
            zones[zone_of("picked", seat)] = _to_faces(position.loose if acts else ())
        return zones


def _to_faces(cards: tuple[int, ...]) -> tuple[Face, ...]:
    return tuple([str(card) if card else None for card in cards])


def observe(state: MatchState, viewer: int | None) -> SpringObservation:
    """Give what a seat, or a spectator (None), may know of a match.

    Raises IndexError for a seat that is not at the table, TABLE among them.
    """
    position = state.position
    if viewer is not None and not 0 <= viewer < position.seats:
        raise IndexError(f"no seat {viewer} at a table of {position.seats}")
    mover = position.mover
    return SpringObservation(
        viewer=viewer,
        options=state.options,
        stage=state.stage,
        round_number=state.round_number,
        leader=state.leader,
        to_act=list_acting_seats(state),
        position=_build_seen_position(state, viewer),
        seen=state.known.hands,
        reshuffles=state.reshuffles,
        turns=tuple(
            [
                TurnTaken(t.seat, _hide_faces(t.steps, t.seat, viewer), t.offered)
                for t in state.turns
            ]
        ),
        steps=_hide_faces(state.steps, mover, viewer),
        rounds=state.rounds,
        legal=() if viewer is None else list_legal_steps_for(state, viewer),
    )


def _hide_faces(taken: tuple[Step, ...], seat: int, viewer: int | None) -> tuple[Step, ...]:
    """Give a seat's steps without the faces that only the seat itself has seen."""
    if seat == viewer:
        return taken
    return tuple([Step(s.kind) if s.kind in {steps.DRAW, steps.LAY} else s for s in taken])


def _build_seen_position(state: MatchState, viewer: int | None) -> Position:
    """Give the position with what the viewer may know of it; hands lie open after the round."""
    real, is_over = state.position, state.stage != TURN
    hands = tuple(
        [
            hand
            if is_over or seat == viewer
            else tuple([max(face, UNKNOWN) for face in seen.faces])
            for seat, (hand, seen) in enumerate(zip(real.hands, state.known.hands, strict=True))
        ]
    )
    is_mine = real.mover == viewer
    sealed = [
        place if seat == viewer or not place else HIDDEN for seat, place in enumerate(real.sealed)
    ]
    return Position(
        real.at_once,
        real.trick,
        real.holder,
        (UNKNOWN,) * len(real.deck),
        real.discard,
        hands,
        real.offers,
        real.trash,
        real.mover,
        real.phase,
        real.drawn if is_mine else state.known.drawn,
        real.loose if is_mine else (UNKNOWN,) * len(real.loose),
        tuple(sealed),
    )
