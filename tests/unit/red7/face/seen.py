"""Builds observations of Red7 for tests, from a position as text and earlier events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from red7_desktop.games.red7.face import view, words
from red7_desktop.games.red7.rules import cards, game, notation
from red7_desktop.games.red7.rules.rounds import MatchState, RoundResult, TurnTaken
from red7_desktop.kit.table_model import TableModel, ViewOptions
from red7_desktop.kit.texts import Texts
from red7_desktop.play.ai import Seat
from red7_desktop.tabletop.game import TURN
from tests.unit.red7.rules.laid import laid, match_at, row

NAMES = ("Ann", "Bo", "Cleo", "Dee")
KINDS = {"sharp": "Sharp AI"}


def seats_of(count: int, people: Sequence[int] = (0,), names: Sequence[str] = NAMES) -> list[Seat]:
    """Return seats: humans at the given indices, sharp AI players at the others."""
    return [Seat(names[n], None if n in people else "sharp") for n in range(count)]


def state_of(
    *seats: str,
    rules: str = "advanced@1.3",
    canvas: str = "",
    deck: str = "?9",
    turns: Sequence[tuple[int, str]] = (),
    steps: str = "",
    stage: str = TURN,
    rounds: Sequence[tuple[int, int, str]] = (),
    round_number: int = 1,
) -> MatchState:
    """Return the state of a match; each of `rounds` is winner, rule and the cards taken."""
    position = laid(*seats, rules=rules, canvas=canvas, deck=deck)
    return replace(
        match_at(position),
        stage=stage,
        round_number=round_number,
        turns=tuple(TurnTaken(seat, notation.parse_turn(text)) for seat, text in turns),
        steps=tuple(cards.parse_step(word) for word in steps.split()),
        rounds=tuple(
            RoundResult(seat, rule, cards.set_of(row(taken))) for seat, rule, taken in rounds
        ),
    )


def seen(state: MatchState, viewer: int | None = 0) -> game.Red7Observation:
    return game.observe(state, viewer)


def words_of(count: int = 4, viewer: int | None = 0, texts: Texts | None = None) -> words.Words:
    return words.Words(texts or Texts(), NAMES[:count], viewer)


def model_of(
    state: MatchState,
    viewer: int | None = 0,
    *,
    people: Sequence[int] = (0,),
    around: ViewOptions | None = None,
    names: Sequence[str] = NAMES,
    texts: Texts | None = None,
) -> TableModel:
    seats = seats_of(state.position.seats, people, names)
    around = around or ViewOptions(kinds=KINDS)
    return view.RED7_VIEW.table.build_model(seen(state, viewer), seats, texts or Texts(), around)


FOUR = (
    "A>played O6 B2 Y4 : R5 G3 B7 I1 V6 : R4 V5",
    "B I2 Y7 O3 : ?5 :",
    "C B4 R7 V1 : ?5 :",
    "D G4 R6 V3 : ?5 : G7 O5 R1",
)
TURNS = ((1, "@I5"), (2, "V1 @Y2"), (3, "R6 @G5+"))


def mock() -> MatchState:
    """Return the state of the table in the art direction's mock-up."""
    return state_of(*FOUR, canvas="Y2 I5 G5", deck="?8", turns=TURNS, steps="Y4", round_number=3)
