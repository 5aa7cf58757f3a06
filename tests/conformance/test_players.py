"""What the players of every game must keep to, and that they are as strong as the app says."""

from __future__ import annotations

import math
from datetime import date, timedelta
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from red7_desktop.games.registry import CATALOGUE, GameEntry
from red7_desktop.play.ai import make_choosers, make_fallback_chooser
from red7_desktop.tabletop.match import Match
from red7_desktop.tabletop.player import NotToActError, Players, UnknownPlayerError
from tests.bazaar.row import ROW as BAZAAR
from tests.matches import MODES, REDEALT
from tests.texts import BY_CHOICES, lines_of_both

ROWS = {**CATALOGUE, "bazaar": BAZAAR}


class Tried(NamedTuple):
    """How a game is tried: options of matches.

    quick: a budget with which a player that searches takes some hundredths of a second.
    """

    options: tuple[dict[str, Any], ...]
    quick: int = 0


TRIED = {
    "red7": Tried(tuple({"rules": rules, "seats": seats} for rules, seats in MODES), quick=60),
    "spring": Tried(({"seats": 2}, {"seats": 5}, {"seats": 3, "pickup": "at_once"}), quick=40),
    "bazaar": Tried(({"seats": 2}, {"seats": 5}), quick=60),
}
NAMES = [(game, name) for game, row in ROWS.items() for name in row.players().names]
"""Every player of every game."""
GAMES = list(ROWS)


class Asked(NamedTuple):
    row: GameEntry
    state: Any
    seat: int

    @property
    def seen(self) -> Any:
        return self.row.rules().observe(self.state, self.seat)


@cache
def asked(game: str, each: int) -> tuple[Asked, ...]:
    """Return seats that have to choose, so many of each kind of match, in the middle of play."""
    row, found = ROWS[game], list[Asked]()
    for nth, options in enumerate(TRIED[game].options):
        rng = Random(nth)
        match = Match(row.rules(), options, nth)
        wanted = len(found) + each
        while len(found) < wanted:
            waiting = match.game.to_act(match.state)
            if not waiting:
                match = Match(row.rules(), options, rng.randrange(10**6))
                continue
            seat = rng.choice(waiting)
            steps = match.game.legal_steps(match.state, seat)
            if seat >= 0 and len(steps) > 1 and rng.random() < 0.2:
                found.append(Asked(row, match.state, seat))
            match.take(seat, rng.choice(steps))
    return tuple(found)


def budget(players: Players, game: str, name: str) -> int:
    return min(players.budget_of(name), TRIED[game].quick)


def check_legal(at: Asked, steps: tuple[Any, ...]) -> None:
    """Take steps one by one: the game refuses what is not legal."""
    game, state = at.row.rules(), at.state
    assert steps
    for step in steps:
        assert at.seat in game.to_act(state), f"it goes on after its turn: {steps}"
        state = game.apply(state, at.seat, step).state


def test_conformance_tests_cover_every_game() -> None:
    assert sorted(TRIED) == sorted(ROWS)


@pytest.mark.parametrize(("game", "name"), NAMES)
def test_player_chooses_legally_and_ignores_hidden_cards(game: str, name: str) -> None:
    row, looks_ahead, others = ROWS[game], False, 0
    players = row.players()
    work = budget(players, game, name)
    for seed, at in enumerate(asked(game, 3)):
        choice = players.player_of(name).choose(at.seen, work, seed)
        check_legal(at, choice.steps)
        # Every sample costs one at least; the last world of each stage may go over.
        samples = [each.samples for each in choice.candidates]
        assert sum(samples) <= work + 3 * len(samples)
        assert players.player_of(name).choose(at.seen, work, seed) == choice
        looks_ahead |= bool(samples)
        other = at._replace(state=REDEALT[game](at.state, at.seat, Random(seed)))
        others += other.state != at.state
        assert other.seen == at.seen
        assert players.player_of(name).choose(other.seen, work, seed) == choice
        for seat in set(range(2)) - set(row.rules().to_act(at.state)):
            with pytest.raises(NotToActError):
                players.player_of(name).choose(at._replace(seat=seat).seen, 10, 1)
    assert others
    assert looks_ahead == bool(work), "who looks ahead has a budget, and nobody else"


@BY_CHOICES
def test_choice_does_not_depend_on_hash_randomisation() -> None:
    script = (
        "from tests.conformance.test_players import ROWS, asked\n"
        "for game, row in ROWS.items():\n"
        "    players = row.players()\n"
        "    for seed, at in enumerate(asked(game, 1)):\n"
        "        for level in (players.levels[0], players.levels[-1]):\n"
        "            print(*players.player_of(level.key).choose(at.seen, 60, seed).steps)\n"
    )
    assert len(lines_of_both(script)) >= 2 * len(ROWS)


@pytest.mark.parametrize("game", GAMES)
def test_ai_level_stopped_at_once_returns_a_legal_choice(game: str) -> None:
    questions = 0

    def at_once() -> bool:
        nonlocal questions
        questions += 1
        return True

    players = ROWS[game].players()
    for level in players.levels:
        for seed, at in enumerate(asked(game, 1)):
            questions = 0
            choice = level.create().choose(at.seen, level.budget, seed, at_once)
            check_legal(at, choice.steps)
            assert questions < 50


@pytest.mark.parametrize("game", GAMES)
def test_every_ai_level_can_be_seated_and_has_a_legal_fallback(game: str) -> None:
    players = ROWS[game].players()
    seated = make_choosers(players, 3, lambda: 0.0)
    assert list(seated) == [level.key for level in players.levels]
    for at in asked(game, 1):
        check_legal(at, seated[players.levels[0].key](at.seen, lambda: False))
        check_legal(at, tuple(make_fallback_chooser(players)(at.seen, lambda: True)))


@pytest.mark.parametrize("game", GAMES)
def test_decision_key_is_stable_and_varies_within_a_match(game: str) -> None:
    """Equal observations are one moment, so that a player's errors differ from turn to turn."""
    players = ROWS[game].players()
    match = Match(ROWS[game].rules(), TRIED[game].options[0], 1)
    moments = []
    while waiting := match.game.to_act(match.state):
        if waiting[0] >= 0:
            seen = match.game.observe(match.state, waiting[0])
            assert players.name_moment(seen) == players.name_moment(seen)
            moments.append(players.name_moment(seen))
        match.take(waiting[0], match.game.legal_steps(match.state, waiting[0])[0])
    assert len(set(moments)) > len(moments) / 4


@pytest.mark.parametrize("game", GAMES)
def test_ai_level_names_are_unique_and_references_to_them_exist(game: str) -> None:
    players = ROWS[game].players()
    assert len(set(players.names)) == len(players.names)
    assert len({level.name for level in players.levels}) == len(players.levels) > 0
    keys = [level.key for level in players.levels]
    assert set(players.strengths) <= set(keys)
    assert players.adviser in {"", *keys}
    assert players.judge is None or players.adviser
    assert all(players.level_of(level.key) is level for level in players.levels)
    with pytest.raises(UnknownPlayerError, match="'nobody'"):
        players.player_of("nobody")


def test_bazaar_search_player_beats_four_random_ones() -> None:
    """Bazaar has no search of its own: its player only says how a round is played on."""
    row = ROWS["bazaar"]
    players = row.players()
    won = 0.0
    for nth in range(25):
        names = ["random"] * 5
        names[nth % 5] = "merchant"
        match = Match(row.rules(), {"seats": 5}, nth // 5)
        while asked := match.game.to_act(match.state):
            seen = match.game.observe(match.state, asked[0])
            player = players.player_of(names[asked[0]])
            (step,) = player.choose(seen, 200, match.revision).steps
            match.take(asked[0], step)
        result = match.game.result(match.state)
        assert result is not None
        won += (nth % 5 in result.winners) / len(result.winners)
    assert won > 15, "a fifth of the matches would be chance"


@pytest.mark.parametrize("game", CATALOGUE)
def test_daily_rivals_get_stronger_through_the_week(game: str) -> None:
    players = CATALOGUE[game].players()
    daily, levels = players.daily, [level.key for level in players.levels]
    assert daily is not None
    assert daily.rival == levels[-1]
    week = [daily.rival_on(date(2026, 11, 30) + timedelta(days=nth)) for nth in range(7)]
    assert week == sorted(week, key=levels.index)
    assert (week[0], week[-1]) == (levels[0], levels[-1])
    days = [daily._replace(week="MTWTFSS").rival_on(date(2026, 11, nth)) for nth in (24, 25)]
    assert days == [daily.rival, "W"], "earlier results keep their rival"


# == Shown strengths agree with docs/opponents.md.

PAGE = Path(__file__).parents[2] / "docs" / "opponents.md"
HEADS = {"red7": "### Red7\n", "spring": "### Spring Cleaning\n"}
BASE = 1000
"""The Elo of the weakest level: only differences mean anything."""


def rows(game: str) -> dict[str, list[str]]:
    section = PAGE.read_text(encoding="utf-8").split(HEADS[game])[1].split("\n#")[0]
    lines = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("| `")]
    return {cells[0].strip(" `"): [cell.strip() for cell in cells] for cells in lines}


@pytest.mark.parametrize("game", HEADS)
def test_opponents_page_has_the_programs_elo_figures(
    game: str,
) -> None:
    players, told = CATALOGUE[game].players(), rows(game)
    assert list(told) == [level.key for level in players.levels] == list(players.strengths)
    for level in players.levels:
        _, name, _, elo, wins = told[level.key]
        strength = players.strengths[level.key]
        assert name.startswith(level.name)
        assert int(elo) == strength.elo
        assert wins.split(" ")[0] == ("" if strength.wins is None else f"{strength.wins:.3f}")
    strengths = list(players.strengths.values())
    assert strengths[0] == (BASE, None)
    for lower, higher in pairwise(strengths):
        assert higher.wins is not None
        assert 0.5 < higher.wins < 1.0
        difference = -400 * math.log10(1 / higher.wins - 1)
        assert higher.elo - lower.elo == pytest.approx(difference, abs=2.0)
