"""Seats of Spring Cleaning that are asked to choose: many, of all kinds of matches and turns."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from typing import NamedTuple

from red7_desktop.games.spring_cleaning.rules.game import SpringObservation, observe, redeal
from red7_desktop.games.spring_cleaning.rules.position import OWES_ORDER, SEALED, Position
from red7_desktop.games.spring_cleaning.rules.rounds import MatchState, build_state_at
from red7_desktop.tabletop.match import Match
from tests.unit.spring_cleaning.rules.playing import GAME, OPTIONS, play


class Asked(NamedTuple):
    """A seat that is asked to choose."""

    state: MatchState
    seat: int

    @property
    def seen(self) -> SpringObservation:
        return observe(self.state, self.seat)

    def redealt(self, seed: int) -> Asked:
        """Give a state that differs in everything that the seat cannot see, and only there."""
        position = redeal(self.seen, Random(seed))
        return self._replace(state=replace(self.state, position=position))


@cache
def asked(each: int, seed: int = 0) -> tuple[Asked, ...]:
    """Give so many of each kind of match, from their first offers on; orders among them."""
    found: list[Asked] = []
    for nth, options in enumerate(OPTIONS):
        chance = Random(f"{seed} {nth}")
        usual = orders = sealed = 0
        while usual + sealed < each or orders < 2:
            match = Match(GAME, options, chance.randrange(10**6))
            while waiting := match.game.to_act(match.state):
                seat, phase = chance.choice(waiting), match.state.position.phase
                at = Asked(match.state, seat)
                if phase == OWES_ORDER and seat >= 0 and orders < 2:
                    orders += 1
                    found.append(at)
                elif phase == SEALED and seat >= 0 and sealed < 1 + each // 8:
                    sealed += 1
                    found.append(at)
                elif seat >= 0 and usual + sealed < each and chance.random() < 0.1:
                    usual += 1
                    found.append(at)
                play(match, chance, 1)
    return tuple(found)


def lying(position: Position) -> Asked:
    """Give the mover of a position that lies on the table, of which nothing else is known."""
    return Asked(build_state_at(position), position.mover)
