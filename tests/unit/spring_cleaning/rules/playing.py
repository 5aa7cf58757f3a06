"""Plays matches of Spring Cleaning for the tests, and lays positions by their text."""

from __future__ import annotations

from random import Random
from typing import Final

from red7_desktop.games.spring_cleaning.rules.cards import parse_step
from red7_desktop.games.spring_cleaning.rules.game import SpringCleaning
from red7_desktop.games.spring_cleaning.rules.legality import explain_illegal, take_turn
from red7_desktop.games.spring_cleaning.rules.notation import parse_position, parse_steps
from red7_desktop.games.spring_cleaning.rules.position import Position
from red7_desktop.games.spring_cleaning.rules.rounds import MatchState
from red7_desktop.tabletop.game import Options
from red7_desktop.tabletop.match import Match

GAME: Final = SpringCleaning()
OPTIONS: Final[list[Options]] = [
    {"seats": seats, "pickup": pickup}
    for seats in (2, 3, 4, 5)
    for pickup in ("next_turn", "at_once")
]


def laid(
    *seats: str, table: str = "", deck: str = "", discard: str = "", game: str = "spring"
) -> Position:
    """Lay a position: `laid("A> 3 4 : 5 : 0", "B ?3 : : 1", table="2 :B")`."""
    fields = [f"table {table}", f"deck {deck}", f"discard {discard}"]
    return parse_position(" / ".join([game, *fields, *seats]))


def turned(position: Position, turn: str, seat: int = -1) -> Position:
    """Give the position after steps of a turn given as text."""
    return take_turn(position, parse_steps(turn), seat)


def refused(position: Position, step: str, seat: int = -1) -> str:
    """Give the reason why a step is refused as text, `None` where it is not."""
    return str(explain_illegal(position, parse_step(step), seat))


def play(match: Match, chance: Random, most: int = 100_000) -> None:
    """Play a match at random, to its end or for so many steps; plays are preferred."""
    game = match.game
    for _ in range(most):
        asked = game.to_act(match.state)
        if not asked:
            return
        seat = chance.choice(asked)
        steps = game.legal_steps(match.state, seat)
        plays = [step for step in steps if str(step)[0].isdigit()]
        match.take(seat, chance.choice(plays if plays and chance.random() < 0.7 else steps))


def states_of(seed: int, options: Options) -> list[MatchState]:
    """List the states of a random match."""
    match = Match(GAME, options, seed)
    play(match, Random(seed))
    return [match.state_at(at) for at in range(match.revision + 1)]
