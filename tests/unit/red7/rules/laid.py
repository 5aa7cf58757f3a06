"""Lays positions for the tests: a test writes the seats, and what else matters to it."""

from __future__ import annotations

from red7_desktop.games.red7.rules.cards import BY_TEXT, parse_step, set_of
from red7_desktop.games.red7.rules.legality import (
    explain_illegal,
    list_legal_steps,
    list_legal_turns,
    take_step,
    take_turn,
)
from red7_desktop.games.red7.rules.notation import parse_position, parse_turn, text_of_turn
from red7_desktop.games.red7.rules.position import Position
from red7_desktop.games.red7.rules.rounds import (
    TARGETS,
    TURN,
    MatchOptions,
    MatchState,
    PublicKnowledge,
)
from red7_desktop.games.red7.rules.rules import EDITIONS, Ruleset

RULESETS = tuple(
    Ruleset(advanced, actions, edition)
    for advanced in (False, True)
    for actions in (False, True)
    for edition in EDITIONS
)


def laid(*seats: str, rules: str = "basic@1.3", canvas: str = "", deck: str = "") -> Position:
    """Lay a position. A seat is written as in the notation; its score may be left out."""
    whole = [seat if seat.count(":") == 2 else f"{seat} :" for seat in seats]
    return parse_position(" / ".join([f"red7 {rules}", f"canvas {canvas}", f"deck {deck}", *whole]))


def row(text: str) -> tuple[int, ...]:
    """Read cards in their order."""
    return tuple(BY_TEXT[word] for word in text.split())


def cards(text: str) -> int:
    """Read a set of cards."""
    return set_of(row(text))


def steps_at(position: Position) -> list[str]:
    """List the legal steps as texts."""
    return [str(step) for step in list_legal_steps(position)]


def turns_at(position: Position) -> list[str]:
    """List the legal turns as texts."""
    return [text_of_turn(steps) for steps in list_legal_turns(position)]


def stepped(position: Position, *steps: str) -> Position:
    """Take legal steps, one after the other."""
    for step in steps:
        position = take_step(position, parse_step(step))
    return position


def turned(position: Position, *turns: str) -> Position:
    """Take legal turns, one after the other."""
    for turn in turns:
        position = take_turn(position, parse_turn(turn))
    return position


def why(position: Position, step: str) -> str:
    """Say why a step is not legal, as a text; "" where it is legal."""
    found = explain_illegal(position, parse_step(step))
    return str(found) if found else ""


def match_at(position: Position, target: int | None = None, known_deck: str = "") -> MatchState:
    """Give the state of a match that stands at a position, some of the deck known to all."""
    seats = position.seats
    options = MatchOptions(position.rules, seats, target or TARGETS[seats], "after_highest")
    known = PublicKnowledge(row(known_deck), (0,) * seats)
    return MatchState(options, 1, TURN, 1, position, position, known)
