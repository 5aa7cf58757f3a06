"""Positions and observations of Red7 for tests: parsed from text, or many varied ones."""

from __future__ import annotations

import random
from functools import cache
from typing import Final

from red7_desktop.games.red7.players.levels import LEVELS, PLAYERS, SIMPLE
from red7_desktop.games.red7.rules import game, legality, notation, rounds, rules
from red7_desktop.games.red7.rules.cards import CARD_BY_TEXT, parse_step, set_of
from red7_desktop.games.red7.rules.position import Position
from red7_desktop.tabletop import player
from red7_desktop.tabletop.game import TURN
from tests.matches import MODES, begin, play_on
from tests.reference.positions import random_positions

RULESETS = tuple(
    rules.Ruleset(advanced, actions, edition)
    for advanced in (False, True)
    for actions in (False, True)
    for edition in rules.EDITIONS
)


def laid(*seats: str, rules: str = "basic@1.3", canvas: str = "", deck: str = "") -> Position:
    """Build a position. A seat is written as in the notation; its score may be omitted."""
    whole = [seat if seat.count(":") == 2 else f"{seat} :" for seat in seats]
    return notation.parse_position(
        " / ".join([f"red7 {rules}", f"canvas {canvas}", f"deck {deck}", *whole])
    )


def row(text: str) -> tuple[int, ...]:
    return tuple(CARD_BY_TEXT[word] for word in text.split())


def cards(text: str) -> int:
    return set_of(row(text))


def stepped(position: Position, *steps: str) -> Position:
    for step in steps:
        position = legality.apply_legal_step(position, parse_step(step))
    return position


def turned(position: Position, *turns: str) -> Position:
    for turn in turns:
        position = legality.apply_legal_turn(position, notation.parse_turn(turn))
    return position


def why(position: Position, step: str) -> str:
    """Return why a step is illegal as text, "" if it is legal."""
    found = legality.explain_illegal(position, parse_step(step))
    return str(found) if found else ""


def match_at(
    position: Position, target: int | None = None, known_deck: str = ""
) -> rounds.MatchState:
    """Return the state of a match at a position, with some public cards of the deck."""
    seats = position.seats
    options = rounds.MatchOptions(
        position.rules, seats, target or rounds.DEFAULT_TARGETS[seats], "after_highest"
    )
    known = rounds.PublicKnowledge(row(known_deck), (0,) * seats)
    return rounds.MatchState(options, 1, TURN, 1, position, position, known)


# == Varied positions, cached for all tests.


@cache
def varied(rules: str) -> tuple[str, ...]:
    """Return varied positions between turns as text, for 2 to 4 seats."""
    return tuple(random_positions(31, 90, rules))


# == Observations from all modes for tests of AI players.

NAMES: Final = tuple([level.key for level in LEVELS] + list(SIMPLE))
"""Keys of all players."""
SEARCHERS: Final = ("sharp", "expert")


@cache
def states(rules: str, seats: int, number: int, seed: int = 0) -> tuple[rounds.MatchState, ...]:
    rng = random.Random(f"{rules} {seats} {seed}")
    found: list[rounds.MatchState] = []
    while len(found) < number:
        match = begin(rules, seats, rng.randrange(10**6), target=25)
        while len(found) < number and match.game.to_act(match.state):
            play_on(match, rng, 1 + rng.randrange(4))
            asked = match.game.to_act(match.state)
            if asked and asked[0] >= 0:
                found.append(match.state)
    return tuple(found)


def scoring_states(number: int) -> list[rounds.MatchState]:
    found: list[rounds.MatchState] = []
    seed = 0
    while len(found) < number:
        seed += 1
        match = begin("advanced@1.3", 2 + seed % 3, seed)
        rng = random.Random(seed)
        while match.game.to_act(match.state):
            play_on(match, rng, 1)
            if match.state.stage == rounds.SCORE:
                found.append(match.state)
    return found


def observations(rules: str, seats: int, number: int, seed: int = 0) -> list[game.Red7Observation]:
    found = states(rules, seats, number, seed)
    actors = [each.position.mover if each.stage == TURN else each.round_winner for each in found]
    return list(map(game.observe, found, actors))


def of_all_modes(each: int, seed: int = 0) -> list[game.Red7Observation]:
    return [seen for mode in MODES for seen in observations(*mode, each, seed)]


def made(name: str) -> player.Player:
    return PLAYERS.player_of(name)
