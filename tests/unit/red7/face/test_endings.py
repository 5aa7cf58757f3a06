from __future__ import annotations

import random
from dataclasses import replace

import pytest

from red7_desktop.games.red7.face import history as endings
from red7_desktop.games.red7.face.history import retell_rounds
from red7_desktop.games.red7.face.view import RED7_VIEW
from red7_desktop.games.red7.rules.cards import texts_of, worth_of
from red7_desktop.games.red7.rules.rounds import MATCH_OVER, ROUND_OVER, points_of
from red7_desktop.kit.match_model import MatchEnd, RoundEnd
from red7_desktop.kit.texts import to_plain
from red7_desktop.tabletop.match import Match
from tests.random_matches import begin, play_on, played
from tests.unit.red7.face.seen import words_of


def at_round_end(seats: int = 3, seed: int = 2, rules: str = "advanced@1.3") -> Match:
    match = begin(rules, seats, seed, target=100)
    chance = random.Random(seed)
    while match.state.stage not in {ROUND_OVER, MATCH_OVER}:
        play_on(match, chance, 1)
    return match


def round_end(match: Match, viewer: int | None = 0) -> RoundEnd:
    model = RED7_VIEW.round_end(words_of(match.state.options.seats, viewer), match, viewer)
    assert model is not None
    return model


def match_end(match: Match, viewer: int | None = 0) -> MatchEnd:
    model = RED7_VIEW.match_end(words_of(match.state.options.seats, viewer), match, viewer)
    assert model is not None
    return model


def test_a_round_that_goes_on_has_no_end() -> None:
    match = begin("advanced@1.3", 2, seed=1)
    assert RED7_VIEW.round_end(words_of(2), match, 0) is None
    assert RED7_VIEW.match_end(words_of(2), match, 0) is None


@pytest.mark.parametrize("seed", range(5))
def test_the_winner_stays_in_and_everybody_else_went_out(seed: int) -> None:
    match = at_round_end(4, seed)
    model = round_end(match, None)
    (winner,) = model.winners
    out = [each.seat for each in model.story.lines if each.seat is not None]
    assert set(out) == set(range(4)) - {winner.seat}
    names = words_of(4).names
    said = [to_plain(each.line).split(" went out under ")[0] for each in model.story.lines]
    assert said == [names[seat] for seat in out]
    assert to_plain(model.story.last).startswith(names[winner.seat])


def test_the_title_names_the_winner_or_you() -> None:
    match = at_round_end()
    winner = match.state.rounds[0].winner
    assert round_end(match, winner).title == "You win round 1"
    other = (winner + 1) % 3
    assert round_end(match, other).title == f"{words_of(3).names[winner]} wins round 1"


@pytest.mark.parametrize("seed", range(5))
def test_the_winners_points_grow_by_the_cards_taken(seed: int) -> None:
    match = at_round_end(3, seed)
    model = round_end(match)
    result = match.state.rounds[-1]
    assert model.counted is not None
    assert [each.face for each in model.counted.cards] == texts_of(result.taken)
    assert sum(each.worth for each in model.counted.cards) == worth_of(result.taken)
    gains = {row.sign.seat: row.after - row.before for row in model.scores}
    assert gains == {
        seat: worth_of(result.taken) if seat == result.winner else 0 for seat in range(3)
    }
    after = {row.sign.seat: row.after for row in model.scores}
    assert after == dict(enumerate(points_of(match.state.position.scores)))


def test_the_highest_score_comes_first() -> None:
    points = [row.after for row in round_end(at_round_end(4, 3)).scores]
    assert points == sorted(points, reverse=True)


def test_a_winner_without_a_card_that_counts_gets_no_points() -> None:
    match = at_round_end(2)
    seen = retell_rounds(match, 0)[-1]
    assert seen.result is not None
    bare = replace(seen, result=replace(seen.result, taken=0))
    model = endings.build_round_end(words_of(2), bare, match.game.observe(match.state, 0), match)
    assert model is not None
    assert model.counted is not None
    assert model.counted.cards == ()
    assert model.counted.note == "No card counts, so there are no points."


# -- matches -------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_table_of_rounds_adds_up_to_the_totals(seats: int) -> None:
    match = played("advanced@1.3", seats, seed=seats)
    model = match_end(match)
    assert model.rounds is not None
    rows = model.rounds.rows
    assert [row.number for row in rows] == list(range(1, len(match.state.rounds) + 1))
    sums = tuple(sum(row.points[seat] or 0 for row in rows) for seat in range(seats))
    assert sums == model.rounds.totals
    assert model.story is None


def test_every_round_has_its_winner_and_its_rule() -> None:
    match = played("advanced@1.3", 3, seed=7)
    model = match_end(match, 1)
    words = words_of(3, 1)
    assert model.rounds is not None
    for row, result in zip(model.rounds.rows, match.state.rounds, strict=True):
        assert (row.winners, row.names) == ((result.winner,), words.name(result.winner))
        assert to_plain(row.by) == words.rules[result.rule].name


def test_the_result_is_said_in_the_title() -> None:
    match = played("advanced@1.3", 2, seed=3)
    result = match.game.result(match.state)
    assert result is not None
    (winner,) = result.winners
    points = result.scores[winner]
    assert match_end(match, winner).title == f"You win the match with {points} points"


def test_a_basic_game_tells_the_story_of_its_round() -> None:
    match = played("basic@1.3", 3, seed=3)
    model = match_end(match, None)
    assert model.rounds is None
    assert model.story is not None
    assert len(model.story.lines) == 2
    assert model.title.endswith("wins the game")
