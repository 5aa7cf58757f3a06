"""Simple players are as strong as they should be beside each other."""

from __future__ import annotations

from random import Random

import pytest

from red7_desktop.games.spring_cleaning.players.levels import PLAYERS
from tests.unit.spring_cleaning.rules.playing import GAME


@pytest.mark.parametrize(("one", "other"), [("greedy", "random"), ("eager", "random")])
def test_who_thinks_more_wins_more(one: str, other: str) -> None:
    won = 0
    for deal in range(30):
        state, chance = GAME.start({"seats": 2}, deal), Random(deal)
        names = (one, other) if deal % 2 else (other, one)
        while not state.rounds:
            seat = GAME.to_act(state)[0]
            player, seed = PLAYERS.player_of(names[seat]), chance.randrange(10**9)
            for step in player.choose(GAME.observe(state, seat), 0, seed).steps:
                state = GAME.take(state, seat, step).state
        won += not state.rounds[0].trash[names.index(one)]
    assert won > 20
