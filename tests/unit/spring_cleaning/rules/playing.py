"""Plays matches of Spring Cleaning for tests, and builds positions and observations."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from typing import Final, NamedTuple

from red7_desktop.games.spring_cleaning.rules import (
    cards,
    game,
    legality,
    notation,
    position,
    rounds,
)
from red7_desktop.tabletop.game import Options
from red7_desktop.tabletop.match import Match

GAME: Final = game.SpringCleaning()
OPTIONS: Final[list[Options]] = [
    {"seats": seats, "pickup": pickup}
    for seats in (2, 3, 4, 5)
    for pickup in ("next_turn", "at_once")
]


def laid(
    *seats: str, table: str = "", deck: str = "", discard: str = "", game: str = "spring"
) -> position.Position:
    """Build a position: `laid("A> 3 4 : 5 : 0", "B ?3 : : 1", table="2 :B")`."""
    fields = [f"table {table}", f"deck {deck}", f"discard {discard}"]
    return notation.parse_position(" / ".join([game, *fields, *seats]))


def turned(position: position.Position, turn: str, seat: int = -1) -> position.Position:
    return legality.take_turn(position, notation.parse_steps(turn), seat)


def refused(position: position.Position, step: str, seat: int = -1) -> str:
    """Return the reason why a step is illegal as text, `None` if it is legal."""
    return str(legality.explain_illegal(position, cards.parse_step(step), seat))


def play(match: Match, rng: Random, most: int = 100_000) -> None:
    """Play a match at random, to its end or for `most` steps; plays are preferred."""
    game = match.game
    for _ in range(most):
        asked = game.to_act(match.state)
        if not asked:
            return
        seat = rng.choice(asked)
        steps = game.legal_steps(match.state, seat)
        plays = [step for step in steps if str(step)[0].isdigit()]
        match.take(seat, rng.choice(plays if plays and rng.random() < 0.7 else steps))


def states_of(seed: int, options: Options) -> list[rounds.MatchState]:
    match = Match(GAME, options, seed)
    play(match, Random(seed))
    return [match.state_at(at) for at in range(match.revision + 1)]


# == Observations of many seats to act.


class Asked(NamedTuple):
    """A seat that has to choose."""

    state: rounds.MatchState
    seat: int

    @property
    def seen(self) -> game.SpringObservation:
        return game.RULES.observe(self.state, self.seat)

    def redealt(self, seed: int) -> Asked:
        """Return a state that differs only in cards that the seat can't see."""
        position = game.randomize_hidden(self.seen, Random(seed))
        return self._replace(state=replace(self.state, position=position))


LUCKY: Final = (91, 132, 155, 144, 0, 117, 39, 26)
"""For each kind of match, a seed whose first matches have steps that arrange an offer, which is
rare.
"""


@cache
def asked(each: int) -> tuple[Asked, ...]:
    """Return this many choices of each kind of match, including first offers and arrangements."""
    found: list[Asked] = []
    for nth, (options, seed) in enumerate(zip(OPTIONS, LUCKY, strict=True)):
        rng = Random(f"{seed} {nth}")
        usual = orders = sealed = 0
        while usual + sealed < each or orders < 2:
            match = Match(GAME, options, rng.randrange(10**6))
            while waiting := match.game.to_act(match.state):
                seat, phase = rng.choice(waiting), match.state.position.phase
                at = Asked(match.state, seat)
                if phase == position.OWES_ORDER and seat >= 0 and orders < 2:
                    orders += 1
                    found.append(at)
                elif phase == position.SEALED and seat >= 0 and sealed < 1 + each // 8:
                    sealed += 1
                    found.append(at)
                elif seat >= 0 and usual + sealed < each and rng.random() < 0.1:
                    usual += 1
                    found.append(at)
                play(match, rng, 1)
    return tuple(found)


def lying(position: position.Position) -> Asked:
    """Return the active seat of a position without a history."""
    return Asked(rounds.build_state_at(position), position.mover)
