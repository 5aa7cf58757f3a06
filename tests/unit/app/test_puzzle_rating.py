"""Ratings of a player and of puzzles, as computed from a profile's events."""

from __future__ import annotations

from datetime import date

import pytest

from red7_desktop.app.library import exchange
from red7_desktop.app.profile import statistics
from red7_desktop.app.profile.statistics import ProfileEvent, RatedMatch, Rating
from red7_desktop.app.puzzles import rating
from red7_desktop.kit.texts import Texts
from red7_desktop.tabletop.puzzle import GRADES

DAY = date(2026, 11, 29)


def rated(outcome: str, key: str, grade: int = 3, game: str = "red7") -> ProfileEvent:
    return ProfileEvent(rating.RATING_KIND, game, key, DAY, outcome, grade)


def ended(outcome: str, key: str) -> ProfileEvent:
    return ProfileEvent("puzzle", "red7", key, DAY, outcome)


def test_player_and_puzzle_start_with_default_ratings() -> None:
    ratings = rating.compute_ratings([], "red7")

    assert ratings.player == Rating()
    assert ratings.tries == 0
    assert [ratings.rating_of("a", grade).value for grade in GRADES] == [
        *(1100.0, 1300.0, 1500.0, 1700.0, 1900.0),
    ]


@pytest.mark.parametrize(("grade", "nearest"), [(-1, 1), (0, 1), (6, 5), (1_000_000, 5)])
def test_unknown_grade_counts_as_the_nearest_one(grade: int, nearest: int) -> None:
    assert rating.find_first_rating(grade) == rating.find_first_rating(nearest)


@pytest.mark.parametrize(("outcome", "score"), [("won", 1.0), ("lost", 0.0)])
def test_puzzle_try_is_rated_as_a_match_of_player_against_puzzle(
    outcome: str, score: float
) -> None:
    puzzle = rating.find_first_rating(4)

    ratings = rating.compute_ratings([rated(outcome, "a", 4)], "red7")

    player = statistics.update_rating(Rating(), [RatedMatch(puzzle, score)])
    assert ratings.player == player
    assert ratings.change == player.value - statistics.INITIAL_RATING
    other = statistics.update_rating(puzzle, [RatedMatch(Rating(), 1.0 - score)])
    assert ratings.puzzles == {"a": other}


def test_players_rating_changes_only_at_the_first_try_of_a_puzzle() -> None:
    once = rating.compute_ratings([rated("lost", "a")], "red7")

    twice = rating.compute_ratings([rated("lost", "a"), rated("won", "a")], "red7")

    assert twice.player == once.player
    assert (twice.tries, twice.change, twice.last) == (1, 0.0, "a")
    assert twice.puzzles["a"].value < once.puzzles["a"].value


@pytest.mark.parametrize(
    ("outcome", "tries"), [("solved", 0), ("missed", 0), ("shown", 0), ("skipped", 1)]
)
def test_puzzle_of_an_older_version_is_not_rated_again(outcome: str, tries: int) -> None:
    ratings = rating.compute_ratings([ended(outcome, "a"), rated("won", "a")], "red7")

    assert ratings.tries == tries


def test_tries_of_other_games_and_unknown_outcomes_do_not_count() -> None:
    events = [rated("won", "a", game="spring"), rated("half", "b"), ended("solved", "c")]

    assert rating.compute_ratings(events, "red7").player == Rating()


def test_first_loss_shows_a_rounded_rating_without_the_points_it_cost() -> None:
    ratings = rating.compute_ratings([rated("lost", "a", 1)], "red7")

    assert ratings.change < -400
    assert rating.describe_new_rating(ratings, Texts()) == "Rating: about 1060 for now"


@pytest.mark.parametrize(
    ("deviation", "shown"),
    [
        (110.1, "Rating: about 1240 for now"),
        (110.0, "Rating: 1237 (\N{MINUS SIGN}12)"),
    ],
)
def test_rating_change_is_shown_once_the_rating_is_certain(deviation: float, shown: str) -> None:
    ratings = rating.PuzzleRatings(Rating(1237.0, deviation), -12.0)

    assert rating.describe_new_rating(ratings, Texts()) == shown


def test_ratings_survive_export_and_import() -> None:
    events = [rated("won", "a"), rated("lost", "b", 5), ended("solved", "a")]
    person = statistics.NOBODY
    profile = statistics.ProfileData((person,), person.number, (), tuple((1, e) for e in events))

    read = exchange.parse_profile(exchange.write_profile(profile))

    again = rating.compute_ratings([event for _, event in read.events], "red7")
    assert again == rating.compute_ratings(events, "red7")
