"""Matches for tests: random matches of Red7, and states with hidden cards redealt."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any, Final

from red7_desktop.games.red7.players.levels import redeal_state as redeal_red7
from red7_desktop.games.red7.rules import game
from red7_desktop.games.red7.rules.cards import PASS_STEP
from red7_desktop.games.red7.rules.notation import parse_position
from red7_desktop.games.spring_cleaning.players.levels import redeal_state as redeal_spring
from red7_desktop.lab.red7.workbench import observe_position
from red7_desktop.tabletop.match import Match
from red7_desktop.tabletop.puzzle import Puzzle, PuzzleSupport, format_head, read_puzzles
from tests.bazaar.rules import State

RULES: Final = (
    "basic@1.3",
    "basic+actions@1.3",
    "basic+actions@first",
    "advanced@1.3",
    "advanced+actions@1.3",
    "advanced+actions@first",
)
"""All rulesets; without actions the edition makes no difference."""
MODES: Final = tuple((rules, seats) for rules in RULES for seats in (2, 3, 4))
"""All rulesets with all numbers of seats."""


def begin(rules: str, seats: int, seed: int, target: int = 15) -> Match:
    """Begin a match; the default target keeps it short, with several rounds."""
    return Match(game.Red7(), {"rules": rules, "seats": seats, "target": target}, seed)


def seen_last(position: str) -> game.Red7Observation:
    """Return what the active seat of a Red7 position observes, in a match to one point."""
    found = observe_position(parse_position(position))
    return replace(found, options=replace(found.options, target=1))


def play_on(match: Match, rng: random.Random, steps: int = 100_000) -> Match:
    """Play random steps, up to a number or to the end of the match. Dropping out is rare."""
    for _ in range(steps):
        asked = match.game.to_act(match.state)
        if not asked:
            break
        legal = match.game.legal_steps(match.state, asked[0])
        tempting = [step for step in legal if step != PASS_STEP] or list(legal)
        match.take(asked[0], rng.choice(tempting if rng.random() < 0.95 else list(legal)))
    return match


def played(rules: str, seats: int, seed: int, target: int = 15) -> Match:
    return play_on(begin(rules, seats, seed, target), random.Random(seed))


# == Redeals of hidden cards must change neither observation nor choice.


def redealt_bazaar(state: State, seat: int, rng: Random) -> State:
    """Return a state of Bazaar with other cards in the rivals' hands and sealed picks."""
    shown = {card for offer in state.offers for card in offer}
    shown |= {*state.hands[seat], *state.sold, str(state.drawn)}
    deck = [f"{number}{suit}" for number in range(1, 10) for suit in "abc"]
    unseen = [card for card in deck if card not in shown]
    rng.shuffle(unseen)
    hands = tuple(
        hand if who == seat else tuple(unseen.pop() for _ in hand)
        for who, hand in enumerate(state.hands)
    )
    sealed = tuple(
        pick if who == seat or pick is None or state.is_open else rng.choice(hands[who])
        for who, pick in enumerate(state.sealed)
    )
    return replace(state, hands=hands, sealed=sealed)


REDEALT: Final[Mapping[str, Callable[[Any, int, Random], Any]]] = {
    "red7": redeal_red7,
    "spring": redeal_spring,
    "bazaar": redealt_bazaar,
}
"""Functions that redeal a state's hidden cards for a seat, by game."""


def puzzle_of(asked: str, answer: str, position: str) -> Puzzle:
    """Parse a puzzle in the format of its game's file."""
    game = position.partition(" ")[0]
    (found,) = read_puzzles(f"{format_head(game)}\n{asked} | {answer} | {position}", game)
    return found


def begin_puzzle(puzzles: PuzzleSupport, puzzle: Puzzle, *turns: str) -> Match:
    """Play turns from a puzzle's position, each by the active seat."""
    opened = puzzles.open(puzzle)
    match = Match(opened.game, opened.options, 0, dealt=opened.state)
    for turn in turns:
        (seat,) = match.game.to_act(match.state)
        for step in puzzles.parse_turn(turn):
            match.take(seat, step)
    return match
