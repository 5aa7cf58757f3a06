"""Deals positions to make puzzles of: rounds without foresight, stopped on their way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from red7_desktop.games.spring_cleaning.players.costs import GREEDY
from red7_desktop.games.spring_cleaning.players.simple import HeuristicPlayer, RandomPlayer
from red7_desktop.games.spring_cleaning.rules.engine.position import NOBODY, Position
from red7_desktop.games.spring_cleaning.rules.game import SpringCleaning
from red7_desktop.games.spring_cleaning.rules.state import TURN

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from red7_desktop.tabletop.player import Player

GAME: Final = SpringCleaning()

PLAYERS: Final = (HeuristicPlayer(GREEDY, 0.12), RandomPlayer(), RandomPlayer(eager=True))
"""Who plays the rounds: somebody with an eye for tidy hands, or anybody, whose offers are rich."""


EntryT = TypeVar("EntryT")


def play_positions_by_lot(
    player: Player, seats: int, chance: Random, phase: int, most: int
) -> Iterator[Position]:
    """Let a player play a round, till its deck runs out; give the positions that fit, one by one.

    In them a seat, which becomes A, is at a phase of its turn with at most so many cards in hand.
    """
    state = GAME.start({"seats": seats}, int(chance.random() * 2**32))
    while state.stage == TURN and state.position.deck:
        seat = GAME.to_act(state)[0]
        seed = int(chance.random() * 2**32)
        for step in player.choose(GAME.observe(state, seat), 0, seed).steps:
            position = state.position
            if position.phase == phase and len(position.hands[seat]) <= most and position.deck:
                yield _put_mover_first(position)
            state = GAME.take(state, seat, step).state


def _put_mover_first(position: Position) -> Position:
    """Give the position with the seats named anew, clockwise from the mover, without trash."""
    mover, seats = position.mover, position.seats

    def turned(entries: tuple[EntryT, ...]) -> tuple[EntryT, ...]:
        return entries[mover:] + entries[:mover]

    return Position(
        position.at_once,
        position.trick,
        NOBODY if position.holder == NOBODY else (position.holder - mover) % seats,
        position.deck,
        position.discard,
        turned(position.hands),
        turned(position.offers),
        (0,) * seats,
        0,
        position.phase,
        position.drawn,
        position.loose,
    )
