"""Moods at the table of every game: they give nothing away, and each of them occurs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from red7_desktop.games.registry import CATALOGUE, GameEntry
from red7_desktop.tabletop.match import Match
from red7_desktop.tabletop.moods import Atmosphere, Mood
from tests.bazaar.row import ROW
from tests.matches import REDEALT

SEEDS = [range(4), pytest.param(range(4, 12), marks=pytest.mark.slow)]


def find_atmosphere(row: GameEntry, state: Any, viewer: int | None) -> Atmosphere:
    found: Atmosphere = row.view().moods.find_atmosphere(row.rules().observe(state, viewer))
    return found


def take_random_step(match: Match, rng: Random) -> bool:
    """Take a random step, seldom the last legal one, which drops out; return False at the end."""
    asked = match.game.to_act(match.state)
    if not asked:
        return False
    legal = list(match.game.legal_steps(match.state, asked[0]))
    if len(legal) > 1 and rng.random() < 0.9:
        legal = legal[:-1]
    match.take(asked[0], rng.choice(legal))
    return True


@pytest.mark.parametrize("seeds", SEEDS, ids=str)
@pytest.mark.parametrize("row", CATALOGUE.values(), ids=list(CATALOGUE))
def test_player_moods_do_not_depend_on_hidden_cards_and_all_occur(
    row: GameEntry, seeds: Sequence[int]
) -> None:
    found = Counter[Mood]()
    tense = Counter[bool]()
    narrow = Counter[bool]()
    seats = row.view().setup.seats
    for seed in seeds:
        count = seats[seed % len(seats)]
        match = Match(row.rules(), {"seats": count}, seed)
        rng = Random(seed)
        is_going = True
        while is_going:
            shown = find_atmosphere(row, match.state, None)
            assert len(shown.moods) == count
            found.update(shown.moods)
            tense[shown.is_tense] += 1
            narrow[shown.is_narrow] += 1
            assert find_atmosphere(row, match.state, match.revision % count) == shown
            if match.game.to_act(match.state) and match.state.stage == "turn":
                other = REDEALT[row.name](match.state, rng.randrange(count), rng)
                assert find_atmosphere(row, other, None) == shown
            is_going = take_random_step(match, rng)

    assert set(found) == set(Mood)
    assert set(tense) == set(narrow) == {True, False}


def test_game_without_moods_is_calm() -> None:
    match = Match(ROW.rules(), {"seats": 3}, 1)

    shown = find_atmosphere(ROW, match.state, 0)

    assert [shown.find_mood(seat) for seat in range(3)] == [Mood.CALM] * 3
    assert not shown.is_tense


def test_human_player_shows_only_the_calm_winning_and_out_moods() -> None:
    shown = Atmosphere(tuple(Mood))

    moods = [shown.find_mood(seat, is_person=True) for seat in range(len(Mood))]

    assert moods == [Mood.CALM, Mood.CALM, Mood.WINNING, Mood.CALM, Mood.OUT]
