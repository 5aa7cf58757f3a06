"""Red7 as a game; what a seat may know.

The observation is an allow-list: a field is here because the seat may know it. It holds no
position with hidden cards in it; `position_of` makes one in which they are unknown.
"""

from __future__ import annotations

from dataclasses import dataclass

from red7_desktop.games.red7.rules.cards import (
    DRAW,
    FETCH,
    SEATS,
    TEXTS,
    UNKNOWN,
    Step,
    set_of,
    texts_of,
)
from red7_desktop.games.red7.rules.legality import explain_illegal
from red7_desktop.games.red7.rules.position import NOBODY, Position
from red7_desktop.games.red7.rules.rounds import (
    MATCH_OVER,
    TURN,
    MatchOptions,
    MatchState,
    MatchStep,
    RoundResult,
    apply_match_step,
    deal_first_round,
    find_drag_move,
    find_dragged_step,
    leaders_of,
    list_acting_seats,
    list_legal_steps_for,
    parse_match_step,
    points_of,
    read_options,
)
from red7_desktop.games.red7.rules.turns import Turns, build_turns, list_steps
from red7_desktop.tabletop.game import (
    DragMove,
    Face,
    IllegalStep,
    Options,
    Outcome,
    Reason,
    Result,
    Zones,
    make_reason,
    zone_of,
)
from red7_desktop.tabletop.player import Choice, NothingToChoose


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
    """Return what a seat, or a spectator (None), may know of a match.

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
    """Return steps without the cards that draws turned up."""
    return tuple([Step(s.kind) if s.kind in {DRAW, FETCH} else s for s in steps])


def position_of(observation: Red7Observation) -> Position:
    """Return the position as the viewer sees it, hidden cards unknown."""
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


class Red7:
    """The game of Red7, for `tabletop.match.Match` and everything above it."""

    name = "red7"

    def start(self, options: Options, seed: int) -> MatchState:
        """Deal the first round. Options: see `options.read_options`. Raises InvalidOptions."""
        return deal_first_round(read_options(options), seed)

    def to_act(self, state: MatchState) -> tuple[int, ...]:
        """List who is asked to choose now: one seat, or TABLE between rounds."""
        return list_acting_seats(state)

    def legal_steps(self, state: MatchState, seat: int) -> tuple[MatchStep, ...]:
        """List the steps a seat may take now."""
        return list_legal_steps_for(state, seat)

    def why_not(self, state: MatchState, seat: int, step: MatchStep) -> Reason | None:
        """Return why a seat may not take a step now, None where it may.

        Codes: those of `refusals`, and match_over, not_your_turn, not_now (the step belongs to
        another stage of the match), not_a_choice (points that may not be taken).
        """
        if state.stage == MATCH_OVER:
            return make_reason("match_over")
        if seat not in list_acting_seats(state):
            actor = list_acting_seats(state)[0]
            return make_reason("not_your_turn", seat=SEATS[actor] if actor >= 0 else "")
        if state.stage == TURN and isinstance(step, Step):
            return explain_illegal(state.position, step)
        legal = list_legal_steps_for(state, seat)
        if step in legal:
            return None
        return make_reason("not_a_choice" if type(step) is type(legal[0]) else "not_now")

    def take(self, state: MatchState, seat: int, step: MatchStep) -> Outcome[MatchState]:
        """Take a step. Raises IllegalStep with the reason."""
        problem = self.why_not(state, seat, step)
        if problem:
            raise IllegalStep(str(step), problem)
        return apply_match_step(state, step)

    def observe(self, state: MatchState, seat: int | None) -> Red7Observation:
        """Return what a seat, or a spectator, may know."""
        return observe(state, seat)

    def handling(self, state: MatchState, seat: int, step: MatchStep) -> DragMove | None:
        """Return which card goes where to do a step by hand."""
        return find_drag_move(seat, step) if isinstance(step, Step) else None

    def step_by_hand(self, state: MatchState, seat: int, handling: DragMove) -> Step | None:
        """Return the step that a seat's handling of a card means, legal or not."""
        return find_dragged_step(state.position.phase, seat, handling)

    def result(self, state: MatchState) -> Result | None:
        """Return the result of a match that is over.

        A basic match is won by its one round; an advanced one by the most points, equal shares.
        """
        if state.stage != MATCH_OVER:
            return None
        points = points_of(state.position.scores)
        advanced = state.options.rules.advanced
        return Result(leaders_of(points) if advanced else (state.round_winner,), points)

    def text_of(self, step: MatchStep) -> str:
        """Return a step's text form."""
        return str(step)

    def parse_step(self, text: str) -> MatchStep:
        """Read a step from its text form. Raises InvalidTurn, an InvalidStep."""
        return parse_match_step(text)


def find_turns_or_choice(observation: Red7Observation) -> Turns | Choice:
    """Return the seat's turns, or its choice at once where there is only one thing to do.

    At the scoring stage that is the proposed set, which is worth most. Raises NothingToChoose
    where the observing seat is not asked to act.
    """
    if not observation.legal:
        raise NothingToChoose(f"seat {observation.viewer} has no step to choose")
    if observation.stage != TURN:
        return Choice((observation.legal[0],))
    turns = build_turns(position_of(observation))
    return turns if turns.count > 1 else Choice(list_steps(turns, 0))
