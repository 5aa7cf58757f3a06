"""What one seat may know of a match, built from nothing up, and what follows from it.

The observation is an allow-list: a field is here because the seat may know it. It holds no
position with hidden cards in it; `position_of` makes one in which they are unknown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from red7_desktop.games.red7.rules.cards import TEXTS, UNKNOWN, set_of, texts_of
from red7_desktop.games.red7.rules.engine.position import NOBODY, Position
from red7_desktop.games.red7.rules.rounds import list_acting_seats, list_legal_steps_for
from red7_desktop.games.red7.rules.state import TURN
from red7_desktop.games.red7.rules.steps import DRAW, FETCH, Step
from red7_desktop.tabletop.zones import zone_of

if TYPE_CHECKING:
    from red7_desktop.games.red7.rules.match_steps import MatchStep
    from red7_desktop.games.red7.rules.options import MatchOptions
    from red7_desktop.games.red7.rules.state import MatchState, RoundResult
    from red7_desktop.tabletop.zones import Face, Zones


@dataclass(frozen=True, slots=True)
class SeenTurn:
    """A turn as everybody saw it: who took it and its steps, drawn cards unknown."""

    seat: int
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Red7Observation:
    """What a seat (viewer; None: a spectator) may know.

    Public: options, stage, round_number, to_act, mover, phase, out, canvas, rows (palettes; those
    of seats that are out as they were seen last), scores, hand_counts, deck_count, known_deck and
    known_hands (hidden cards that everybody saw go there), turns and steps of this round (drawn
    cards unknown), rounds. The viewer's own: hand (a set; 0 for a spectator), legal (the steps it
    may take now).
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
    turns: tuple[SeenTurn, ...]
    steps: tuple[Step, ...]
    rounds: tuple[RoundResult, ...]
    hand: int
    legal: tuple[MatchStep, ...]

    @property
    def keeps_points(self) -> bool:
        """Whether rounds are played for points, as in the advanced game."""
        return self.options.rules.advanced

    @property
    def zones(self) -> Zones:
        """All zones, with the faces that the viewer may see.

        Hands are sorted, high card first; a seat that is out has turned its cards face down.
        """
        zones: dict[str, tuple[Face, ...]] = {
            "canvas": tuple([TEXTS[card] for card in self.canvas]),
            "deck": (None,) * self.deck_count,
        }
        for seat, row in enumerate(self.rows):
            is_out = bool(self.out >> seat & 1)
            hand: tuple[Face, ...] = (None,) * self.hand_counts[seat]
            if seat == self.viewer and not is_out:
                hand = tuple(texts_of(self.hand))
            faces = tuple([None if is_out else TEXTS[card] for card in row])
            zones[zone_of("hand", seat)] = hand
            zones[zone_of("palette", seat)] = faces
            zones[zone_of("score", seat)] = tuple([TEXTS[card] for card in self.scores[seat]])
        return zones


def observe(state: MatchState, viewer: int | None) -> Red7Observation:
    """Give what a seat, or a spectator (None), may know of a match.

    Raises IndexError for a seat that is not at the table, TABLE among them.
    """
    position = state.position
    if viewer is not None and not 0 <= viewer < position.seats:
        raise IndexError(f"no seat {viewer} at a table of {position.seats}")
    return Red7Observation(
        viewer=viewer,
        options=state.options,
        stage=state.stage,
        round_number=state.round_number,
        to_act=list_acting_seats(state),
        mover=position.mover,
        phase=position.phase,
        out=position.out,
        canvas=position.canvas,
        rows=position.rows,
        scores=position.scores,
        hand_counts=tuple([position.hand_count(seat) for seat in range(position.seats)]),
        deck_count=len(position.deck),
        known_deck=state.known.deck,
        known_hands=state.known.hands,
        turns=tuple([SeenTurn(turn.seat, _hide_drawn_cards(turn.steps)) for turn in state.turns]),
        steps=_hide_drawn_cards(state.steps),
        rounds=state.rounds,
        hand=0 if viewer is None else position.hands[viewer],
        legal=() if viewer is None else list_legal_steps_for(state, viewer),
    )


def _hide_drawn_cards(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Give steps without the cards that draws turned up."""
    return tuple([Step(s.kind) if s.kind in {DRAW, FETCH} else s for s in steps])


def position_of(observation: Red7Observation) -> Position:
    """Give the position as the viewer sees it, hidden cards unknown."""
    seen = list(observation.known_hands)
    if observation.viewer is not None:
        seen[observation.viewer] = observation.hand
    counts = observation.hand_counts
    hidden = observation.deck_count - len(observation.known_deck)
    return Position(
        observation.options.rules,
        observation.canvas,
        (*observation.known_deck, *[UNKNOWN] * hidden),
        tuple(seen),
        tuple([counts[seat] - seen[seat].bit_count() for seat in range(len(seen))]),
        observation.rows,
        tuple([set_of(row) for row in observation.rows]),
        observation.scores,
        observation.mover if observation.stage == TURN else NOBODY,
        observation.out,
        observation.phase,
    )
